"""A game recorded by an older version of its rules is read, audited and carried on by the rules of today.

``older/auction.journal`` was written by the auction of `toys`, version 1, and left with one bid in of two.  Version 2
bids in tenths of a point and calls a bid an offer, so that every value of it has another form.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.dice import SeededDice
from pbem.engine.facts import Fact
from pbem.engine.ids import Seat, Side
from pbem.engine.journal import JournalError
from pbem.engine.play import Play, audit
from pbem.engine.ruleset import RuleSet
from pbem.engine.upcasts import Payload, Upcasts
from tests.changed_rules import changed
from tests.engine.host import GAME, Host
from tests.engine.toys import AUCTION, SIDES, auction, toy

JOURNAL = Path(__file__).parent / "older" / "auction.journal"


class Sale(msgspec.Struct, frozen=True):
    won: Mapping[Side, int]
    bound: int
    tenths: Mapping[Side, int]


class Offer(msgspec.Struct, frozen=True, tag="offer"):
    tenths: int


class AskOffer(Ask[Offer], frozen=True, tag="offer"):
    bound: int
    most: int


class OfferTaken(Fact[Sale], frozen=True, tag="offer taken"):
    side: Side
    tenths: int

    def apply(self, battle: Sale) -> Sale:
        return replace(battle, tenths={**battle.tenths, self.side: self.tenths})


class SaleEnded(Fact[Sale], frozen=True, tag="sale ended"):
    winner: Side | None

    def apply(self, battle: Sale) -> Sale:
        won = {**battle.won, self.winner: battle.won[self.winner] + 1} if self.winner else battle.won
        return Sale(won, battle.bound + 1, {})


def play_sale(play: Play[Sale]) -> None:
    most = 30 + 10 * (play.battle.bound % 2)
    asks = [AskOffer(seat=Seat(s), default=Offer(0), bound=play.battle.bound, most=most) for s in SIDES]
    totals = []
    for side, offer in zip(SIDES, play.ask_both(asks[0], asks[1], sealed=True), strict=True):
        play.record(OfferTaken(side=side, tenths=offer.tenths))
        totals.append(offer.tenths + 10 * play.roll("luck", side, 1).values[0])
    red, blue = totals
    play.record(SaleEnded(winner=None if red == blue else SIDES[0] if red > blue else SIDES[1]))


def in_tenths(older: Payload) -> Payload:
    return {"type": "offer taken", "side": older["side"], "tenths": older["points"] * 10}


UPCASTS = Upcasts(
    battle=((1, lambda older: {"won": older["won"], "bound": older["bound"], "tenths": {}}),),
    facts={
        "bid taken": in_tenths,
        "bound won": lambda older: {"type": "sale ended", "winner": older["side"]},
    },
    asks={"bid": lambda older: {**older, "type": "offer", "most": older["most"] * 10}},
    answers={"bid": lambda older: {"type": "offer", "tenths": older["points"] * 10}},
)


def sale(upcasts: Upcasts) -> RuleSet[Sale]:
    """The auction, version 2."""
    rules = toy(
        "auction", Sale, OfferTaken | SaleEnded, AskOffer, Offer, play_sale,
        lambda battle: battle.bound >= 7 or max(battle.won.values()) >= 3, lambda battle, seat: battle,
        lambda view, ask: None,
    )  # fmt: skip
    return changed(rules, version="2", upcasts=upcasts)


@pytest.fixture
def older() -> Host:
    """The recorded game as it was left."""
    host = Host(AUCTION, auction())
    host.stored = JOURNAL.read_bytes().splitlines()
    return host


def test_it_is_what_the_rules_of_then_wrote(older: Host) -> None:
    assert audit(AUCTION, older.story, SeededDice(older.seed, GAME, older.words)) == []
    assert older.battle.bound == 2


def test_its_steps_are_played_again_by_the_rules_of_today(older: Host) -> None:
    was = older.battle
    older.rules = sale(UPCASTS)
    assert (older.battle.won, older.battle.bound) == (was.won, was.bound)
    assert audit(older.rules, older.story, SeededDice(older.seed, GAME, older.words)) == []


def test_it_is_carried_on_with_what_was_sent_for_it(older: Host) -> None:
    before = list(older.stored)
    older.rules = sale(UPCASTS)
    assert older.standing()[Seat("blue")].answer == Offer(20)
    older.submit(Seat("red"), Offer(15))
    while not older.over:
        older.deadline()
    assert older.drift is None
    assert audit(older.rules, older.story, SeededDice(older.seed, GAME, older.words)) == []
    assert older.stored[: len(before)] == before


@pytest.mark.parametrize("left_out", ["battle", "facts", "asks", "answers"])
def test_a_form_that_nothing_lifts_is_an_error_that_names_its_entry(older: Host, left_out: str) -> None:
    older.rules = sale(replace(UPCASTS, **{left_out: () if left_out == "battle" else {}}))
    with pytest.raises(JournalError, match=r"entry \d+ \((game|fact|ask|orders|answer)\) cannot be read"):
        _ = (older.battle, older.standing())


def test_a_payload_that_no_step_expects_is_an_error_too(older: Host) -> None:
    entry = next(one for one in older.entries if one.kind == "fact")
    broken = replace(entry, payload='{"fact": {"type": "bid taken", "side": "red"}}')
    with pytest.raises(JournalError, match=f"entry {entry.seq}"):
        sale(UPCASTS).codec.read(broken)
