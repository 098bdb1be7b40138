"""Aims made exact: a place to go to -> a wheel and an advance that would be taken (AR-G10, AR-G11, AR-G12)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.kept import kept
from pbem.engine.table.angles import bearing, relative
from pbem.engine.table.distances import points
from pbem.engine.table.measures import Hundredths, Inches, Tenths, hundredths, inches
from pbem.engine.table.paths import Ahead, Leg, Wheel
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import Anchor, Face, middle, pose_of
from pbem.engine.table.turning import wheel_length, wheeled
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.costing import HALF, at_time, covered, trip
from pbem.rulesets.armatys.moving.ordinary import at, plan
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit, speed

MOST_WHEEL = 1000
"""Tenths of a degree: farther about, a turn on the spot is cheaper."""
STEP = 10
NEAR = 0.2
"""Inches: so near a unit is there."""
ROUNDS = 12
SHORT = 0.1
"""Inches that a unit stays off ground that is closed to it."""


def toward(battle: Battle, unit: Unit, before: Sequence[o.Leg], to: Spot) -> tuple[o.Leg, ...]:
    """A wheel, or a turn about, toward a place and straight on as far as time and ground allow; () where it is there.

    before: parts of the same move that come first.
    """
    if battle.units.get(unit.id) is not unit:
        return _toward(battle, unit, before, to)
    return kept(battle, ("toward", unit.id, (*before,), to), lambda: _toward(battle, unit, before, to))


def _toward(battle: Battle, unit: Unit, before: Sequence[o.Leg], to: Spot) -> tuple[o.Leg, ...]:
    time = 0.0
    if before:
        made = plan(battle, unit, o.MoveOrder(0, unit.id, tuple(before)))
        if isinstance(made, Objection) or not made.parts:
            return ()
        unit, time = at(made, 1.0), made.time
    goal = point(to)
    if points(point(unit.pose.at), goal) <= NEAR:
        return ()
    turn = _wheel(unit, to)
    if turn is None:
        facing = bearing(point(unit.pose.at), goal)
        made = plan(battle, unit, o.MoveOrder(0, unit.id, (o.TurnTo(facing),)))
        if isinstance(made, Objection) or time + HALF > 1:
            return ()
        turned = at(made, 1.0)
        return (o.TurnTo(facing), *_on(battle, turned, (), time + HALF, points(point(turned.pose.at), goal)))
    return _wheeled(battle, unit, turn, time, to)


def _wheeled(battle: Battle, unit: Unit, turn: Tenths, time: float, to: Spot) -> tuple[o.Leg, ...]:
    """A wheel, as much of it as there is time for, and on."""
    legs: tuple[Leg, ...] = (Wheel(turn),) if turn else ()
    rect = wheeled(unit.rect, turn) if turn else unit.rect
    far = points(middle(rect, Face.FRONT), point(to))
    on = _on(battle, unit, legs, time, far)
    if on or not turn:
        return (*((o.WheelBy(turn),) if turn else ()), *on)
    left = (1 - time) * speed(unit)
    share = min(1.0, left / wheel_length(unit.rect, turn)) if left > 0 else 0.0
    part = int(abs(turn) * share) // STEP * STEP
    by = Tenths(part if turn > 0 else -part)
    free = trip(battle, unit, unit.rect, (Wheel(by),), speed=speed(unit), began=time).stopped is None
    return (o.WheelBy(by),) if part and free else ()


def _wheel(unit: Unit, to: Spot) -> Tenths | None:
    """The wheel after which a unit faces a place from the middle of its front; None for one that lies too far about."""
    goal, turn = point(to), 0
    for _ in range(ROUNDS):
        rect = wheeled(unit.rect, Tenths(turn)) if turn else unit.rect
        off = relative(bearing(middle(rect, Face.FRONT), goal), rect.facing)
        if abs(off) < STEP or abs(turn + off) > 2 * MOST_WHEEL:
            break
        turn += off
    turn = round(turn / STEP) * STEP
    if abs(turn) > MOST_WHEEL:
        return None
    return Tenths(turn)


def _on(battle: Battle, unit: Unit, legs: tuple[Leg, ...], time: float, far: Inches) -> tuple[o.Leg, ...]:
    """Straight on after a wheel: as far as time and ground allow, in tenths of an inch; () for nothing."""
    made = trip(battle, unit, unit.rect, (*legs, Ahead(far)), speed=speed(unit), began=time)
    whole = sum(wheel_length(unit.rect, one.by) for one in legs if isinstance(one, Wheel))
    reached = min(far, Inches(covered(made, made.time) - whole))
    exact = hundredths(far)
    if made.stopped is not None and made.stopped[0] != ("AR-G10",):
        reached = Inches(reached - SHORT)
    way = exact if made.stopped is None else Hundredths(int(reached * 10 + 0.001) * 10)
    doubtful = inches(way) > far or any(one.ground for one in made.stretches) or unit.march_column or bool(unit.gun)
    while way > 0 and doubtful and _too_long(battle, unit, (*legs, Ahead(inches(way))), time):
        way = Hundredths((way - 1) // 10 * 10)
    return (o.Forward(way),) if way > 0 and inches(way) > 0 else ()


def _too_long(battle: Battle, unit: Unit, legs: Sequence[Leg], time: float) -> bool:
    """Whether places rounded, or ground that counts by the middle of a stretch (AR-Q62), make it more than a bound."""
    for leg in legs:
        made = trip(battle, unit, unit.rect, (leg,), speed=speed(unit), began=time)
        if made.stopped is not None and made.stopped[0] == ("AR-G10",):
            return True
        unit, time = replace(unit, pose=pose_of(at_time(made, 1.0), Anchor.FRONT)), made.time
    return False
