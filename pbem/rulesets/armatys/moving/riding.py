"""Generals on the move (AR-G24)."""

from pbem.engine.table.angles import Point, bearing, relative, rotated
from pbem.engine.table.areas import inside
from pbem.engine.table.distances import point_rect, points
from pbem.engine.table.edges import holds
from pbem.engine.table.measures import normal
from pbem.engine.table.places import Pose, Spot, point, spot
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.costing import area
from pbem.rulesets.armatys.state.battle import Battle, General
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.tables import GENERAL_RATE, MOUNTED_GENERAL_RATE

STEP = 0.1
"""Inches by which a ride is tried."""


def ride(battle: Battle, general: General, to: Spot) -> Pose | Objection:
    """Where he comes by a ride to a place; an objection where his time does not take him so far."""
    time = ride_time(battle, general, to)
    if isinstance(time, Objection):
        return time
    start, end = point(general.pose.at), point(to)
    return Pose(to, bearing(start, end)) if to != general.pose.at else general.pose


def ride_time(battle: Battle, general: General, to: Spot) -> float | Objection:
    """The share of a move that a ride takes: straight, through friends, half as fast in woods and towns.

    An objection where he comes within an inch of an enemy, or has not time enough.
    """
    start, end = point(general.pose.at), point(to)
    if not holds(battle.table, end):
        return Objection(("AR-G20",))
    far = points(start, end)
    if not far:
        return 0.0
    left, rate = 1.0, MOUNTED_GENERAL_RATE if general.mounted else GENERAL_RATE
    steps = max(1, int(far / STEP + 0.999))
    for step in range(steps):
        at = _between(start, end, (step + 0.5) / steps)
        slow = any(one.kind in {"wood", "town"} and inside(at, area(one.shape)) for one in battle.terrain)
        left -= far / steps / (rate / 2 if slow else rate)
        near = _enemy(battle, general, _between(start, end, (step + 1) / steps))
        if near is not None:
            return Objection(("AR-Q65",), near)
        if left < -0.001:
            return Objection(("AR-G10", "AR-G24"))
    return 1.0 - left


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _enemy(battle: Battle, general: General, at: Point) -> str | None:
    half = general.rect.half_width
    foes = (one for one in battle.units.values() if one.side != general.side)
    return next((one.id for one in foes if point_rect(at, one.rect) < half + 1 - 0.01), None)


def carried(general: General, was: Unit, now: Unit) -> Pose:
    """Where a general stands who keeps his place at a unit that has moved."""
    turn = relative(now.pose.facing, was.pose.facing)
    (x, y), (ox, oy), (nx, ny) = point(general.pose.at), point(was.pose.at), point(now.pose.at)
    dx, dy = rotated((x - ox, y - oy), turn)
    return Pose(spot((nx + dx, ny + dy)), normal(general.pose.facing + turn))


def behind(unit: Unit, general: General) -> Pose:
    """Behind a unit, in contact with the middle of its rear, facing as it does."""
    back = unit.rect.half_depth + general.rect.half_depth
    return Pose(spot((unit.rect.x - unit.rect.fx * back, unit.rect.y - unit.rect.fy * back)), unit.pose.facing)
