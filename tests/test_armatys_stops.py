"""The stops within a bound: where they come, what they ask, whose word counts (catalogue section 11)."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Side, StandId
from pbem.engine.play import Run, Waiting, advance
from pbem.engine.players import begun
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.armatys import RULES
from pbem.rulesets.armatys.asks import AskPacket, Packet, Stop
from pbem.rulesets.armatys.cases.position import read_position
from pbem.rulesets.armatys.playing.stops import ASKED, amended
from pbem.rulesets.armatys.scenario.reader import PACES, STOPS
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, General
from pbem.rulesets.armatys.state.closing import ChargeAnswered

SEATS = (Seat("A"), Seat("B"))
UNITS = [
    {"id": "A1", "kind": "horse", "morale": "good", "rows": ["HHHHHH"], "at": [20, 20], "pistols_loaded": True},
    {"id": "A2", "rows": ["MMMM", "MMMM"], "at": [50, 20]},
    {"id": "B1", "side": "B", "kind": "horse", "morale": "good", "rows": ["HHHHHH"], "at": [20, 28], "facing": 180},
    {"id": "B2", "side": "B", "rows": ["MMMM", "MMMM"], "at": [50, 29], "facing": 180},
]
Words = Mapping[tuple[str, str], str]


def table(*stops: str, units: Any = UNITS) -> Battle:
    faults = Faults()
    found = read_position({"bound": 0, "units": units}, faults)
    assert found is not None, faults.found
    return replace(found, stops=stops, limit=1, phase="orders")


def run(battle: Battle, said: Words, waits: tuple[str, str] = ("", "")) -> tuple[Run, list[tuple[str, str]]]:
    """A bound; texts by seat and stop.  waits: the seat and stop that gives no answer.  And who was asked where."""
    asked: list[tuple[str, str]] = []

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
        assert isinstance(ask, AskPacket)
        asked.append((ask.seat, ask.stop))
        if (ask.seat, ask.stop) == waits:
            return None
        reading = RULES.language.read(view, ask, said.get((ask.seat, ask.stop), ""))
        assert reading.problems == ()
        return Given(reading.answer or Packet(), "player")

    story = begun(RULES, battle, "Test", SEATS)
    return advance(RULES, story, next_seq=2, dice=SeededDice(b"seed", GameId("g"), ()), decide=decide), asked


def facts_of(some: Run) -> list[Any]:
    return [draft.body.fact for draft in some.drafts if draft.kind == "fact"]


def order(battle: Battle, stop: Stop, text: str) -> Any:
    ask = AskPacket(seat=Seat("A"), default=Packet(), side=battle.sides[0], bound=1, stop=stop)
    return RULES.language.read(battle, ask, text)


def test_each_pace_has_its_stops_and_counts_its_exchanges() -> None:
    assert PACES.keys() == STOPS.keys() == RULES.course.exchanges.keys()
    assert [RULES.course.exchanges[pace] for pace in PACES] == [1, 2, 3, 5]


def test_without_stops_a_bound_is_one_exchange() -> None:
    done, asked = run(table(), {("A", ""): "A1 charge B1"})
    assert not isinstance(done.stop, Waiting)
    assert {stop for _, stop in asked} == {""}


def test_a_charge_is_answered_once_it_is_seen_and_tested() -> None:
    """AR-D4: the word at K1 goes before that of the packet."""
    said = {("A", ""): "A1 charge B1", ("B", ""): "B1 stand", ("B", "K1"): "B1 break off"}
    done, asked = run(table("K1"), said)
    assert asked.count(("B", "K1")) == 1
    answers = [one.answer for one in facts_of(done) if isinstance(one, ChargeAnswered)]
    assert answers == ["break"]
    unsaid, _ = run(table("K1"), {key: text for key, text in said.items() if key != ("B", "K1")})
    assert [one.answer for one in facts_of(unsaid) if isinstance(one, ChargeAnswered)] == ["stand"]


def test_a_stop_at_which_no_side_has_anything_to_say_is_passed() -> None:
    """No charge passed at K1, no shot in reach at K3, no unit tired at K4."""
    _, asked = run(table("K1", "K3", "K4"), {})
    assert {stop for _, stop in asked} == {""}


def test_moves_are_ordered_anew_after_the_melees() -> None:
    said = {("A", ""): "A2 forward 2", ("A", "K2"): "A2 forward 4"}
    done, asked = run(table("K2"), said)
    assert ("A", "K2") in asked
    moved = [one for one in facts_of(done) if isinstance(one, f.Moved)]
    assert [(one.unit, one.inches) for one in moved] == [("A2", 400)]
    held, _ = run(table("K2"), {("A", ""): "A2 forward 2", ("A", "K2"): "A2 hold"})
    assert not [one for one in facts_of(held) if isinstance(one, f.Moved)]


def test_fire_is_asked_only_of_a_side_that_can_fire() -> None:
    units = [
        {"id": "A2", "rows": ["MMMM", "MMMM"], "at": [50, 24]},
        {"id": "B2", "side": "B", "rows": ["PPPP", "PPPP"], "at": [50, 29], "facing": 180},
    ]
    done, asked = run(table("K3", units=units), {("A", "K3"): "A2 fire B2"})
    assert [one for one in asked if one[1]] == [("A", "K3")]
    assert [one.order > 0 for one in facts_of(done) if isinstance(one, f.Fired)] == [True]


def test_rest_and_speeches_are_asked_for_after_the_fire() -> None:
    units = [{**UNITS[1], "counters": 2}, UNITS[3]]
    _, asked = run(table("K4", units=units), {("A", "K4"): "A2 rest"})
    assert [one for one in asked if one[1]] == [("A", "K4")]


def test_a_game_waits_at_its_stop_with_what_has_happened_on_the_table() -> None:
    done, _ = run(table("K1"), {("A", ""): "A1 charge B1"}, waits=("B", "K1"))
    assert isinstance(done.stop, Waiting)
    assert done.stop.batch.sealed
    there = done.battle
    assert there.units[StandId("A1")].charge is not None
    ask = next(one for one in done.stop.batch.asks if one.seat == "B")
    assert "charges tested" in RULES.language.describe(there, ask)
    assert [(row.code, row.order) for row in RULES.language.form(there, ask)] == [("B1", "stand")]
    offered = RULES.language.offers_for
    assert offered is not None
    lines = [one.line for one in offered(there, ask, None, "B1").may]
    assert {"B1 stand", "B1 counter-charge", "B1 break off"} <= set(lines)
    assert all(RULES.language.read(there, ask, line).problems == () for line in lines)


@pytest.mark.parametrize(
    ("stop", "text", "word"),
    [
        ("K1", "A2 forward 2", "moves are not asked for"),
        ("K2", "A1 charge B1", "charges are ordered as a bound begins"),
        ("K2", "A2 fire B2", "fire is not asked for"),
        ("K3", "A2 rest", "rest is not asked for"),
        ("K4", "A1 stand", "answers to charges"),
    ],
)
def test_what_a_stop_does_not_ask_for_is_refused_with_the_reason(stop: Stop, text: str, word: str) -> None:
    problems = order(table(stop), stop, text).problems
    assert len(problems) == 1
    assert word in problems[0].reason


def test_a_standing_order_may_be_given_at_any_stop() -> None:
    for stop in ASKED:
        assert order(table(stop), stop, "standing A1 pursuit pursue").problems == ()


def test_a_word_at_a_stop_takes_back_only_what_is_of_its_units() -> None:
    battle = table("K2")
    before = order(battle, "", "A1 forward 2, fire pistols then swords\nA2 forward 2\nA2 fire B2").answer
    after = order(battle, "K2", "A1 hold").answer
    found = amended(before, after, "K2")
    assert [one.unit for one in found.moves] == [one.unit for one in before.moves if one.unit != "A1"]
    assert found.now == before.now


def test_an_order_to_a_general_still_to_come_says_so() -> None:
    late = General(
        id=StandId("AG1"), side=Side("A"), pose=Pose(Spot(Hundredths(0), Hundredths(0)), Tenths(0)), status="to come"
    )
    view = replace(table(), generals={late.id: late})
    ask = AskPacket(seat=SEATS[0], default=Packet(), side=Side("A"), bound=1)
    (problem,) = RULES.language.read(view, ask, "AG1 join A1").problems
    assert "not on the table yet" in problem.reason
