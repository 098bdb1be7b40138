"""Counters that enemies, or players, do not see (AR-gen-4, AR-Q74)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.ids import UMPIRE, Seat, StandId
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.armatys import RULES
from pbem.rulesets.armatys.asks import AskPacket, Packet
from pbem.rulesets.armatys.cases.position import read_position
from pbem.rulesets.armatys.moving.ordinary import Plan, inches_of, plan
from pbem.rulesets.armatys.reporting import sentences as s
from pbem.rulesets.armatys.reporting.troops import counters, states
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.closing import Interpenetrated
from pbem.rulesets.armatys.state.orders import Forward, MoveOrder
from pbem.rulesets.armatys.view import learned, view

A, B = Seat("A"), Seat("B")
A1, A2, B1 = StandId("A1"), StandId("A2"), StandId("B1")


def table(counters: Any, held: int = 2, cls: str = "average") -> Battle:
    position = {
        "units": [
            {"id": "A1", "rows": ["MMMM", "MMMM"], "counters": held, "at": [20, 20], "morale": cls},
            {"id": "A2", "rows": ["MMMM", "MMMM"], "counters": held, "at": [40, 20]},
            {"id": "B1", "side": "B", "rows": ["MMMM"], "at": [20, 40], "facing": 180},
        ],
        "generals": [{"id": "GA", "at": [40, 18.32]}],
    }  # fmt: skip
    faults = Faults()
    found = read_position(position, faults)
    assert found is not None, faults.found
    return replace(found, counters=counters)


def known(battle: Battle, seat: Seat) -> list[StandId]:
    return [code for code, one in sorted(view(battle, seat).units.items()) if one.counters_known]


@pytest.mark.parametrize(
    ("way", "own", "enemy"),
    [
        ("open", ["A1", "A2", "B1"], ["A1", "A2", "B1"]),
        ("owner_only", ["A1", "A2"], ["B1"]),
        ("umpire_only", ["A2"], []),
    ],
)
def test_who_sees_the_counters_of_which_units(way: str, own: list[str], enemy: list[str]) -> None:
    battle = table(way)
    assert known(battle, A) == own
    assert known(battle, B) == enemy
    assert view(battle, UMPIRE) == battle


@pytest.mark.parametrize("way", ["owner_only", "umpire_only"])
def test_battles_that_differ_in_what_is_not_seen_look_the_same(way: str) -> None:
    """Counters and class of A1, which has no general with it; seen by its enemy, or by its owner too."""
    one, other = table(way, held=1), table(way, held=3, cls="poor")
    assert view(one, B) == view(other, B)
    alike = view(table(way, held=2), A).units[A1] == view(table(way, held=4), A).units[A1]
    assert alike == (way == "umpire_only")


def test_a_rolled_class_is_its_owners_secret_too_until_it_breaks() -> None:
    """AR-cls-3, AR-Q74."""
    battle = f.ClassRolled(A1, "poor").apply(table("umpire_only", cls="unknown"))
    assert view(battle, A).units[A1].morale == "unknown"
    broken = f.Broke(A1, "edge").apply(battle)
    assert view(broken, A).units[A1].morale == "poor"
    assert view(broken, B).units[A1].morale == "unknown"
    assert view(replace(broken, counters="owner_only"), A).units[A1].morale == "poor"


def test_what_is_learned_of_a_unit_out_of_sight_has_its_dice_and_not_its_numbers() -> None:
    battle = table("owner_only")
    taken, shed = f.CountersTaken(A1, "fire", 1), f.Recovered(A1)
    test = f.ReactionTested(A1, "stand", 4, passed=True, die=5)
    for fact in (taken, shed, f.ClassRolled(A1, "poor")):
        assert learned(fact, battle, B) is None
        assert learned(fact, battle, A) == fact == learned(fact, battle, UMPIRE)
    assert learned(f.Recovered(A1, reloads=True), battle, B) is not None
    assert learned(test, battle, B) == replace(test, required=None)
    fired = f.Fired(0, A1, B1, Hundredths(500), 5, 1, 4, 5, 1)
    assert learned(fired, battle, B) == replace(fired, size=0)
    through = Interpenetrated(A1, A2, 1, 2)
    assert learned(through, battle, B) == replace(through, first=0, second=0)
    assert learned(through, table("umpire_only"), A) == replace(through, first=0)
    assert learned(f.UnitPut(battle.units[A1]), battle, B) == f.UnitPut(view(battle, B).units[A1])
    assert learned(taken, table("open"), B) == taken


def test_reports_say_that_counters_are_not_known_and_no_number() -> None:
    battle = table("owner_only")
    seen = view(battle, B)
    assert counters(seen.units[A1]) == "counters not known"
    assert "2 of 6 counters" in states(view(battle, A), battle.units[A1])
    test = learned(f.ReactionTested(A1, "stand", 4, passed=True, die=5), battle, B)
    assert s.tested(seen, test).text == "tests to stand, and passes."  # type: ignore[arg-type]  # as learned
    assert s.broke(seen, f.Broke(A1, "edge")).text == "breaks."
    assert s.interpenetrated(seen, Interpenetrated(A1, A2, 0, 0)).text == "passes through A2."
    assert s.countered(battle, f.CountersTaken(A1, "fire", 2)).text == "takes 2 counters from fire."


def test_a_unit_slower_than_its_player_knows_goes_as_far_as_it_can() -> None:
    """AR-Q74: two counters leave it 4 inches of 6."""
    order = MoveOrder(1, A1, (Forward(Hundredths(600)),))
    for way, far in (("umpire_only", 400), ("owner_only", None)):
        battle = table(way)
        made = plan(battle, battle.units[A1], order)
        assert (inches_of(made, 1.0) if isinstance(made, Plan) else None) == far


def test_a_unit_may_be_told_to_rest_whose_counters_its_player_does_not_see() -> None:
    battle = table("umpire_only")
    ask = AskPacket(seat=A, default=Packet(), side=battle.sides[0], bound=1)
    assert RULES.language.read(view(battle, A), ask, "A1 rest").problems == ()
    assert RULES.language.read(view(battle, A), ask, "A1 forward 6").problems == ()
    open_one = table("open", held=0)
    assert len(RULES.language.read(open_one, ask, "A1 rest").problems) == 1
