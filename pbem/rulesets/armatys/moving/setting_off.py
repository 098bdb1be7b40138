"""The courses of those who charge, counter-charge and pursue (AR-G16, AR-G18, AR-Q19)."""

from collections.abc import Callable, Iterable

from pbem.engine.ids import StandId
from pbem.engine.table.angles import bearing
from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.paths import Ahead, Leg, Turn, Wheel, along
from pbem.engine.table.rects import Anchor, Face, Rect, centre, middle, placed, standing
from pbem.engine.table.turning import turn_to, wheel_length
from pbem.rulesets.armatys.moving.charging import WHOLE, charge_course, counter_course
from pbem.rulesets.armatys.moving.clock import Mover
from pbem.rulesets.armatys.moving.costing import paced
from pbem.rulesets.armatys.moving.courses import TimedPath, cut, inches_at, meeting
from pbem.rulesets.armatys.state.battle import Battle, in_order
from pbem.rulesets.armatys.state.charged import goes_at
from pbem.rulesets.armatys.state.units import Unit, footprint, rate, speed


def charges(battle: Battle, through: Callable[[StandId], bool]) -> dict[StandId, Mover]:
    """Every unit that moves in P2c, in the order of dice.  through: whether it goes through friends (AR-D20)."""
    found: dict[StandId, Mover] = {}
    for unit in in_order(battle):
        course = _course(battle, unit)
        if course is not None:
            pursues = unit.pursuit is not None
            began = turning_point(battle, unit) if pursues else stood_at(unit)
            counters = unit.answer in {"counter", "redirect"}
            found[unit.id] = Mover(course, began, goes_at(unit), through(unit.id), counters, pursues)
    return found


def pursuits(battle: Battle, due: Iterable[StandId], through: Callable[[StandId], bool]) -> dict[StandId, Mover]:
    """AR-G18, of P5c: turned about the front midpoint to face the quarry's centre, straight on, a full rate."""
    found: dict[StandId, Mover] = {}
    for name in due:
        unit = battle.units[name]
        assert unit.pursuit is not None
        quarry = battle.units.get(unit.pursuit.quarry) or battle.removed[unit.pursuit.quarry]
        start = middle(unit.rect, Face.FRONT)
        turned = standing(start, bearing(start, centre(quarry.rect)), footprint(unit), Anchor.FRONT)
        legs = (Ahead(Inches(rate(unit))),)
        course = TimedPath(turned, legs, paced(battle, unit, turned, legs, rate(unit)).marks)
        found[name] = Mover(course, unit.rect, quarry.id, through(name), pursues=True, charges=False)
    return found


def stood_at(unit: Unit) -> Rect:
    """Where a unit stood as P2 began."""
    return placed(unit.was, footprint(unit), Anchor.FRONT) if unit.was is not None else unit.rect


def turning_point(battle: Battle, unit: Unit) -> Rect:
    """Where a charger ends its charge path, which would have touched its target, and begins to pursue."""
    assert unit.charge is not None
    course = charge_course(battle, unit, unit.charge.wheel, rate(unit))
    return along(course.start, course.legs, _to_line(battle, unit, course))


def _course(battle: Battle, unit: Unit) -> TimedPath | None:
    if unit.state == "broken":
        return None
    if unit.answer in {"counter", "redirect"} and unit.meets is not None:
        return counter_course(battle, unit, battle.units[unit.meets]) if unit.meets in battle.units else None
    if unit.charge is None or not unit.charge.passed:
        return None
    if unit.pursuit is not None:
        return _pursuit(battle, unit)
    course = charge_course(battle, unit, unit.charge.wheel, speed(unit))
    target = battle.units.get(unit.charge.target)
    if target is None or (target.state == "broken" and target.retired):
        return cut(course, _to_line(battle, unit, course))  # it halts on the line
    return course


def _pursuit(battle: Battle, unit: Unit) -> TimedPath:
    """AR-G18: the charge path, then turned to face the quarry, straight on; both within a full rate, no deduction."""
    assert unit.charge is not None
    assert unit.pursuit is not None
    course = charge_course(battle, unit, unit.charge.wheel, rate(unit))
    to_line = _to_line(battle, unit, course)
    quarry = battle.units.get(unit.pursuit.quarry) or battle.removed[unit.pursuit.quarry]
    if quarry.gun:
        return cut(course, to_line)  # AR-Q25
    there = turning_point(battle, unit)
    turn = turn_to(there, bearing(middle(there, Face.FRONT), centre(quarry.rect)))
    first = _legs_to(unit, unit.charge.wheel, to_line)
    legs = (*first, Turn(turn, (0, 1)), Ahead(Inches(max(0.0, rate(unit) - to_line))))
    return TimedPath(unit.rect, legs, paced(battle, unit, unit.rect, legs, rate(unit)).marks)


def _to_line(battle: Battle, unit: Unit, course: TimedPath) -> float:
    """Inches to where a charge would have touched its target as that stood; to the end of the way if it would not."""
    assert unit.charge is not None
    target = battle.units.get(unit.charge.target) or battle.removed[unit.charge.target]
    time = meeting(course, TimedPath(stood_at(target)), 0.0, WHOLE)
    return inches_at(course, WHOLE if time is None else time)


def _legs_to(unit: Unit, wheel: Tenths, inches: float) -> tuple[Leg, ...]:
    """The legs of a charge as far as a place: what ends within a wheel is a lesser wheel."""
    long = wheel_length(unit.rect, wheel)
    if inches < long:
        return (Wheel(Tenths(round(wheel * inches / long))),)
    return (*((Wheel(wheel),) if wheel else ()), Ahead(Inches(inches - long)))
