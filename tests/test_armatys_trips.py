"""Ways of Armatys' units measured: each kept with the position under a key of its own (AR-G10)."""

from pbem.engine.ids import StandId
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.paths import Ahead, Wheel
from pbem.rulesets.armatys.cases.position import read_position
from pbem.rulesets.armatys.moving.costing import trip


def test_a_wheel_is_not_taken_for_an_advance_of_the_same_number() -> None:
    there = read_position({"units": [{"id": "A1", "rows": ["MMMM"], "at": [20, 20]}]}, Faults())
    assert there is not None
    unit = there.units[StandId("A1")]
    wheel, advance = (trip(there, unit, unit.rect, (leg,), speed=12) for leg in (Wheel(Tenths(6)), Ahead(Inches(6))))
    assert wheel.time < advance.time == 0.5
