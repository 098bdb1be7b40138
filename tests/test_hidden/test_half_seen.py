"""Of an enemy in Armatys' rules who is seen and not known, a side learns what it does and none of its numbers."""

from typing import Any

import pytest

from pbem.engine.hiding import with_sights
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.sightings import SideSights, Sighting
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.armatys import RULES
from pbem.rulesets.armatys.cases.position import read_position
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle

A, SEAT = Side("A"), Seat("A")
A1, B1, B2 = (StandId(code) for code in ("A1", "B1", "B2"))
VOLLEY: dict[str, Any] = {
    "order": 1, "distance": Hundredths(150), "required": 4, "hits": 2, "figures": 6, "size": 2, "groups": 3,
    "empties": True, "dice": (5, 4, 1),
}  # fmt: skip


@pytest.fixture(scope="module")
def battle() -> Battle:
    """B1 is ?1 to A, a body of troops; B2 is out of its sight."""
    foot = {"rows": ["MMMMMM", "MMMMMM"], "facing": 180, "side": "B"}
    units = [
        {"id": "A1", "at": [40, 10], "rows": ["MMMMMM", "MMMMMM"]},
        {"id": "B1", "at": [40, 15], **foot},
        {"id": "B2", "at": [10, 40], **foot},
    ]
    made = read_position({"visibility": 6, "units": units}, Faults())
    assert made is not None
    mine: SideSights[Any] = SideSights(seen={B1: Sighting(StandId("?1"), "body")}, tokens={StandId("?1"): B1})
    return with_sights(made, A, mine)


def learned(battle: Battle, fact: Any) -> Any:
    return RULES.state.learned(fact, battle, SEAT)


@pytest.mark.parametrize(("unit", "target"), [(B1, A1), (A1, B1)])
def test_a_volley_is_learned_without_its_numbers(battle: Battle, unit: StandId, target: StandId) -> None:
    told = learned(battle, f.Fired(unit=unit, target=target, **VOLLEY))
    names = {B1: "?1"}
    assert (told.unit, told.target, told.hits) == (names.get(unit, unit), names.get(target, target), 2)
    assert (told.required, told.figures, told.size, told.groups, told.dice) == (0, 0, 0, 0, ())
    assert not told.empties


def test_a_test_is_learned_without_what_it_needed(battle: Battle) -> None:
    told = learned(battle, f.ReactionTested(unit=B1, test="charge", required=5, passed=True, die=6))
    assert (told.unit, told.required, told.parts, told.passed) == ("?1", None, (), True)


def test_what_is_known_only_of_units_that_are_known_is_not_learned(battle: Battle) -> None:
    assert learned(battle, f.QuietBound(unit=B1, steadied=True, paid=False)) is None


@pytest.mark.parametrize("unit", [B1, A1])
def test_nothing_is_learned_of_a_unit_out_of_sight(battle: Battle, unit: StandId) -> None:
    told = learned(battle, f.Fired(unit=unit, target=B2, **VOLLEY))
    assert told is None or told.target == ""
    assert (told is None) == (unit == B1)
    assert learned(battle, f.Broke(unit=B2, due="A1")) is None
