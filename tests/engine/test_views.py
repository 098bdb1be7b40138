"""Another's secrets change nothing that a seat sees or is asked."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import Hex
from pbem.engine.ids import Seat, Side, StandId
from tests.changed_rules import changed
from tests.engine.host import Host
from tests.engine.test_resume import chosen
from tests.engine.toys import AUCTION, SKIRMISH, AskShoot, auction, skirmish, skirmish_view

CORNERS = [Hex(q, r) for q in range(5) for r in range(5)]


@given(at=st.sampled_from(CORNERS), word=st.sampled_from(["always", "never", "ask"]))
def test_a_hidden_piece_and_a_secret_order_are_in_no_view(at: Hex, word: str) -> None:
    before = skirmish()
    after = replace(
        before, pieces={**before.pieces, StandId("B3"): replace(before.pieces[StandId("B3")], hex=at)},
        standing={Side("blue"): word},
    )  # fmt: skip
    assert skirmish_view(before, Seat("red")) == skirmish_view(after, Seat("red"))
    assert skirmish_view(after, Seat("blue")) == after
    assert skirmish_view(after, Seat("umpire")) == after


@settings(max_examples=30, deadline=None)
@given(salt=st.integers(0, 2**32), at=st.sampled_from(CORNERS))
def test_what_a_seat_is_asked_does_not_betray_a_hidden_piece(salt: int, at: Hex) -> None:
    """Red is asked the same until it meets the piece, wherever that hides."""
    asked = [first_asks(salt, here) for here in (Hex(4, 4), at)]
    shared = min(len(asked[0]), len(asked[1]))
    assert asked[0][:shared] == asked[1][:shared]


def first_asks(salt: int, at: Hex) -> list[Any]:
    """What red is asked before it sees B3; blue stands still."""
    start = skirmish({"blue": "never"})
    host = Host(
        SKIRMISH, replace(start, pieces={**start.pieces, StandId("B3"): replace(start.pieces[StandId("B3")], hex=at)})
    )
    asked: list[Any] = []
    while (opened := host.open_ask()) and host.battle.pieces[StandId("B3")].hidden and len(asked) < 4:
        ask = opened[1].asks[0]
        if ask.seat == "red" and not isinstance(ask, AskShoot):
            asked.append(ask)
            host.answer([Given(chosen(ask, salt, len(asked)), "player")])
        else:
            host.answer([Given(one.default, "player") for one in opened[1].asks])
    return asked


def test_standing_orders_are_asked_with_their_own_view() -> None:
    """Not with the truth: the other side's orders and hidden pieces are not there."""
    given: list[tuple[Seat, Any]] = []

    def spying(view: Any, ask: Ask[Any]) -> Given[Any]:
        given.append((ask.seat, view))
        return Given(ask.default, "default")

    Host(changed(SKIRMISH, decide=spying), skirmish({"blue": "always", "red": "never"}))
    assert {seat for seat, _ in given} == {"red", "blue"}
    assert {seat: set(view.standing) for seat, view in given} == {"red": {"red"}, "blue": {"blue"}}
    assert "B3" not in given[0][1].pieces


def test_a_sealed_answer_is_nobody_s_but_its_seat_s() -> None:
    """While a bound is open the other's bid is not in the battle at all."""
    host = Host(AUCTION, auction())
    opened = host.open_ask()
    assert opened is not None
    host.submit(Seat("red"), chosen(opened[1].asks[0], 1, 1))
    for seat in (Seat("red"), Seat("blue")):
        assert b"points" not in msgspec.json.encode(AUCTION.state.view(host.battle, seat))
    assert host.open_ask() == opened
