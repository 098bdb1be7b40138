"""What if, in Armatys' rules: a bound tried on what a seat can see, to the next orders."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.facts import Fact
from pbem.engine.ids import GameId, Seat, Side, StandId
from pbem.engine.play import Waiting, advance
from pbem.engine.players import begun, by_aide
from pbem.engine.trials import TrialTally, tries
from pbem.engine.what_if import Came, CannotTry, WhatIf
from pbem.rulesets.armatys import RULES
from pbem.rulesets.armatys.asks import AskPacket, Packet
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.standing import Standing
from pbem.rulesets.armatys.what_if import WHAT_IF
from pbem.scenarios import load_scenario
from tests.changed_rules import changed

SOUTH, NORTH = Seat("south"), Seat("north")


@cache
def near(bound: int = 3) -> tuple[Battle, AskPacket]:
    """Harrow Down as its aides have come to a bound, and what South is asked there."""
    read = load_scenario("armatys/harrow-down", {}).scenario

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
        return by_aide(RULES, view, ask, "bold")[0] if view.bound < bound else None

    dice = SeededDice(b"a field", GameId("tried"), ())
    run = advance(RULES, begun(RULES, read.battle, "", read.seats), next_seq=2, dice=dice, decide=decide)
    assert isinstance(run.stop, Waiting)
    ask = next(one for one in run.stop.batch.asks if one.seat == SOUTH)
    assert isinstance(ask, AskPacket)
    return run.battle, ask


def tried(battle: Battle, ask: AskPacket, text: str, numbers: range = range(1, 7), rules: Any = RULES) -> TrialTally:
    view = RULES.state.view(battle, SOUTH)
    reading = RULES.language.read(view, ask, text)
    assert reading.problems == ()
    total = TrialTally()
    for one in tries(rules, view, ask, RULES.language.overlay(view, None, reading.answer), numbers):
        total += one
    return total


def charge_offered(battle: Battle, ask: AskPacket) -> str:
    """A charge that may be ordered."""
    view = RULES.state.view(battle, SOUTH)
    offers = RULES.language.offers(view, ask, None)
    return next(one.line for unit in offers.units for one in unit.may if " charge " in one.line)


def test_a_charge_is_counted_to_the_next_orders() -> None:
    battle, ask = near()
    line = charge_offered(battle, ask)
    code, _, target = line.split()
    ends: list[Battle] = []

    def came(before: Battle, after: Battle, facts: Sequence[Fact[Battle]], seat: Seat, answer: Any) -> Came:
        ends.append(after)
        return WHAT_IF.came(before, after, facts, seat, answer)

    found = tried(battle, ask, line, rules=changed(RULES, what_if=WhatIf(from_here=WHAT_IF.from_here, came=came)))
    assert {(one.bound, one.phase) for one in ends} == {(ask.bound + 1, "orders")}
    deeds = found.stands[code].deeds
    assert deeds.get("charge went in", 0) + deeds.get("charge test failed", 0) == 6
    assert found.stands[target].deeds["was charged"] == 6
    assert sum(found.stands[target].lost.values()) == 6
    assert (found.stands[code].mine, found.stands[target].mine) == (True, False)
    assert tried(battle, ask, line, range(1, 3)) == tried(battle, ask, line, range(1, 3))


def test_what_only_the_enemy_knows_changes_nothing() -> None:
    battle, ask = near()
    theirs = (Standing(unit=StandId(""), about="fire", does="hold"),)
    secret = replace(battle, standing={**battle.standing, Seat("north"): theirs})
    assert secret != battle
    assert tried(secret, ask, "S01 hold", range(1, 3)) == tried(battle, ask, "S01 hold", range(1, 3))


def test_what_was_thrown_as_the_bound_began_is_not_thrown_again() -> None:
    battle = load_scenario("armatys/naseby", {}).scenario.battle
    late = replace(battle, bound=3)
    start = WHAT_IF.from_here(late, AskPacket(seat=Seat("royal"), default=Packet(), side=Side("royal"), bound=3))
    assert start.bound == 2
    assert all(one.turn >= 4 for one in start.arrivals)
    assert start.arrivals or not late.arrivals


def test_only_the_orders_of_a_whole_bound_are_tried() -> None:
    battle, ask = near()
    with pytest.raises(CannotTry, match="whole bound"):
        tries(RULES, battle, replace(ask, stop="K2"), Packet(), range(1, 2))
