"""What if: orders tried on what a seat can see, the same for the same number, adding up, knowing no secrets."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec import structs

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.facts import Fact
from pbem.engine.ids import GameId, Seat, StandId
from pbem.engine.play import Waiting, advance
from pbem.engine.players import begun, by_aide
from pbem.engine.ruleset import AideDeCamp
from pbem.engine.trials import TrialTally, tally_of, tries
from pbem.engine.what_if import Came, CannotTry, StandCame, WhatIf
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.fuzzing.secrets import other_secrets
from pbem.rulesets.snaphance.playing.what_if import WHAT_IF
from pbem.rulesets.snaphance.state.asks import AskOrders, AskYesNo, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, army, side_of_seat
from pbem.rulesets.snaphance.state.commands import Sheet
from pbem.rulesets.snaphance.state.facts import Expected, RoundBegan
from pbem.scenarios import load_scenario
from tests.changed_rules import changed
from tests.snaphance_positions import BLUE, position, stand


@cache
def in_round(scenario: str, number: int, pace: str = "round") -> tuple[Battle, tuple[Ask[Any], ...]]:
    """A battle played by its aides until orders are wanted in a round, and who is asked."""
    read = load_scenario(scenario, {"pace": pace}).scenario
    battle = read.battle

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
        if isinstance(ask, AskOrders) and view.round == number:
            return None
        return RULES.deciding.decide(view, ask) or by_aide(RULES, view, ask)[0]

    dice = SeededDice(b"a field", GameId("tried"), ())
    run = advance(RULES, begun(RULES, battle, "", read.seats), next_seq=2, dice=dice, decide=decide)
    assert isinstance(run.stop, Waiting)
    return run.battle, run.stop.batch.asks


def draft_of(battle: Battle, ask: Ask[Any], text: str = "") -> tuple[Battle, Sheet]:
    """The asked seat's view, and its orders as they are to stand: of a text, or as its aide writes them."""
    view = RULES.state.view(battle, ask.seat)
    if not text:
        return view, by_aide(RULES, view, ask)[0].answer
    reading = RULES.language.read(view, ask, text)
    assert reading.problems == ()
    return view, RULES.language.overlay(view, None, reading.answer)


def tally(view: Battle, ask: Ask[Any], answer: Any, numbers: range, rules: Any = RULES) -> TrialTally:
    """So many tries, counted."""
    total = TrialTally()
    for one in tries(rules, view, ask, answer, numbers):
        total += one
    return total


def test_a_number_is_always_the_same_try_and_tallies_add_up() -> None:
    battle, asks = in_round("snaphance/harrow-down", 4)
    view, answer = draft_of(battle, asks[0])
    whole = tally(view, asks[0], answer, range(1, 13))
    assert msgspec.json.encode(tally(view, asks[0], answer, range(1, 13))) == msgspec.json.encode(whole)
    first, last = tally(view, asks[0], answer, range(1, 6)), tally(view, asks[0], answer, range(6, 13))
    assert (first + last, first + TrialTally(), whole.tries) == (whole, first, 12)
    for one in whole.stands.values():
        assert sum(one.lost.values()) == 12
        assert sum(one.places.values()) + one.gone == 12
    assert all(sum(times.values()) == 12 for times in whole.lost.values())
    assert len({msgspec.json.encode(tally(view, asks[0], answer, range(n, n + 1))) for n in range(1, 7)}) > 3
    assert msgspec.json.decode(msgspec.json.encode(whole), type=TrialTally) == whole


def test_what_the_enemy_knows_alone_changes_nothing() -> None:
    """Two battles that look alike to a seat: those that it does not know of are other men in each."""
    battle, asks = in_round("snaphance/mill-ford", 1)
    coming = tuple(structs.replace(one, secret=True) for one in battle.arrivals)
    battle = structs.replace(battle, arrivals=coming)
    for ask in asks:
        view = RULES.state.view(battle, ask.seat)
        hidden = battle.stands.keys() - view.stands.keys()
        assert len(hidden) == 3
        stands = {s: structs.replace(one, sp=(1,)) if s in hidden else one for s, one in battle.stands.items()}
        truth = other_secrets(structs.replace(battle, stands=dict(reversed(stands.items()))), ask)
        told = [draft_of(one, ask) for one in (battle, truth)]
        tallies = [msgspec.json.encode(tally(view, ask, answer, range(1, 5))) for view, answer in told]
        assert tallies[0] == tallies[1]
        assert not hidden & msgspec.json.decode(tallies[0], type=TrialTally).stands.keys()
        assert RULES.language.offers(told[0][0], ask, told[0][1]) == RULES.language.offers(told[1][0], ask, told[1][1])
        assert RULES.reporting.drawn(told[0][0], ask, told[0][1]) == RULES.reporting.drawn(told[1][0], ask, told[1][1])


class Spied:
    """Rules whose tries are looked at: the aide's views, what happened, the battle after."""

    def __init__(self) -> None:
        self.views: list[Battle] = []
        self.ends: list[tuple[Battle, Sequence[Fact[Battle]]]] = []
        self.rules = changed(
            RULES, aide=AideDeCamp(self.aide), what_if=WhatIf(from_here=WHAT_IF.from_here, came=self.came)
        )

    def aide(self, view: Battle, ask: Ask[Any], temper: str = "", /) -> str:
        self.views.append(view)
        return RULES.aide.orders(view, ask, temper)

    def came(self, before: Battle, after: Battle, facts: Sequence[Fact[Battle]], seat: Seat, answer: Any) -> Came:
        self.ends.append((after, facts))
        return WHAT_IF.came(before, after, facts, seat, answer)


def test_it_is_played_to_the_next_orders_and_the_others_do_not_read_mine() -> None:
    battle, asks = in_round("snaphance/harrow-down", 4)
    view, answer = draft_of(battle, asks[0])
    spied = Spied()
    tally(view, asks[0], answer, range(1, 4), spied.rules)
    assert {(after.round, after.phase) for after, _ in spied.ends} == {(5, "orders")}
    assert len(spied.views) == 1, "the same question on the same view is put to an aide once"
    assert list(spied.views[0].sheets) == []
    side = side_of_seat(view, asks[0].seat)
    assert side is not None
    assert all(after.sheets[side].orders == answer.orders for after, _ in spied.ends)


def test_at_the_pace_of_activations_it_ends_with_the_next_groups_orders() -> None:
    battle, asks = in_round("snaphance/harrow-down", 3, "activation")
    view, answer = draft_of(battle, asks[0])
    spied = Spied()
    total = tally(view, asks[0], answer, range(1, 4), spied.rules)
    assert total.tries == 3
    assert all(after.activation > view.activation for after, _ in spied.ends)


def test_dice_for_arrivals_are_not_thrown_twice_in_a_round() -> None:
    battle, asks = in_round("snaphance/mill-ford", 2)
    late = tuple(structs.replace(one, due=False, needs=6) for one in battle.arrivals if one.round == 2)
    battle = structs.replace(battle, arrivals=late)
    view, answer = draft_of(battle, asks[0], "S01 hold")
    spied = Spied()
    tally(view, asks[0], answer, range(1, 3), spied.rules)
    for _, facts in spied.ends:
        assert [type(fact) for fact in facts if isinstance(fact, Expected | RoundBegan)] == [
            RoundBegan,
            Expected,
            Expected,
        ]


# --- what is counted ------------------------------------------------------------------------------------------------


def tried(stands: list[Any], text: str, **more: Any) -> TrialTally:
    """Blue's orders in a small position, tried 20 times; red's aide plays red."""
    battle = position(stands, phase="orders", activation=0, active_side=None, active_group=None, columns=16, rows=16,
                      **more)  # fmt: skip
    ask = AskOrders(seat=army(battle, BLUE).seat, default=Sheet(), round=1)
    view, answer = draft_of(battle, ask, text)
    return tally(view, ask, answer, range(1, 21))


def test_charges_orders_and_losses_are_counted() -> None:
    found = tried([stand("b1", "gendarmes", 5, 7), stand("b2", "ps", 2, 12), stand("r1", "ps", 5, 5, 3, sp=(2,))],
                  "b1 charge r1\nb2 forward 0812")  # fmt: skip
    one, two, red = (found.stands[code] for code in ("b1", "b2", "r1"))
    fights = {deed: times for deed, times in one.deeds.items() if deed.startswith(("charge", "melee"))}
    assert sum(fights.values()) + red.deeds.get("evaded", 0) >= 15
    assert fights["charge won"] > fights.get("charge lost", 0)
    assert red.gone or red.deeds["melee lost"]
    assert two.places == {"0812": 20}
    assert two.deeds == {"order carried out": 20}
    assert (one.mine, red.mine, red.start) == (True, False, 2)
    assert set(found.lost) == {"Blue", "Red"}
    assert max(found.lost["Red"]) >= 3 or not red.gone


def test_orders_that_cannot_be_carried_out_and_tests_that_fail_are_counted() -> None:
    found = tried([stand("b1", "ps", 5, 9), stand("r1", "ps", 14, 1, 3)], "b1 forward 1009, again forward 1008")
    deeds = found.stands["b1"].deeds
    assert set(deeds) == {"order carried out", "test failed"}
    assert deeds["test failed"] + deeds["order carried out"] == 20
    assert set(found.stands["b1"].places) == {"1009", "1008"}


def test_who_was_gone_before_is_not_counted() -> None:
    some = [stand("b1", "ps", 5, 9), stand("b2", "ps", 9, 9, destroyed=True, sp=()), stand("r1", "ps", 14, 1, 3)]
    found = tried(some, "b1 hold")
    assert set(found.stands) == {"b1", "r1"}


def test_ones_own_questions_are_answered_by_standing_orders() -> None:
    some = [stand("b1", "skirm", 5, 8), stand("r1", "horse", 5, 6, 3), stand("r2", "horse", 6, 6, 3)]
    going = tried(some, "b1 hold\nstanding b1 evade always")
    staying = tried(some, "b1 hold\nstanding b1 evade never")
    assert "evaded" in going.stands["b1"].deeds
    assert "evaded" not in staying.stands["b1"].deeds


# --- what cannot be tried -------------------------------------------------------------------------------------------


def test_a_single_question_cannot_be_tried() -> None:
    battle = position([stand("b1", "ps", 3, 3)])
    ask = AskYesNo(seat=army(battle, BLUE).seat, default=YesNo(True), matter="evade", stand=StandId("b1"))
    with pytest.raises(CannotTry, match="only orders can be tried out"):
        tries(RULES, battle, ask, YesNo(True), range(1, 2))


def test_rules_that_do_not_say_how_cannot_be_tried() -> None:
    ask: Ask[Any] = AskOrders(seat=Seat("a"), default=Sheet(), round=1)
    with pytest.raises(CannotTry, match="cannot be tried out"):
        tries(changed(RULES, what_if=None), None, ask, None, range(1, 2))


def test_no_unit_loses_more_than_it_has() -> None:
    hit = StandCame(code="S01", mine=True, start=5, lost=10, gone=True, disordered=False, at="", deeds=())
    came = Came(stands=(hit,), lost={}, ended="", winner="")
    assert tally_of(came).stands["S01"].lost == {5: 1}
