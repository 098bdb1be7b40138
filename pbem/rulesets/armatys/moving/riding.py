"""Generals on the move (AR-G24)."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.table.angles import Point, ahead, bearing, relative, rotated
from pbem.engine.table.areas import inside
from pbem.engine.table.distances import point_line, point_rect, points, segment_rect
from pbem.engine.table.edges import holds
from pbem.engine.table.measures import normal
from pbem.engine.table.places import Pose, Spot, point, spot
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.costing import ON_ROAD, SLACK, WATER
from pbem.rulesets.armatys.state.battle import Battle, General, Piece
from pbem.rulesets.armatys.state.orders import Forward, GoTo, Leg, TurnTo
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.tables import GENERAL_RATE, MOUNTED_GENERAL_RATE

STEP = 0.1
"""Inches by which a ride is tried."""


class RideMade(NamedTuple):
    """Where a general comes, and the share of a move that it takes."""

    to: Pose
    time: float


def rode(battle: Battle, general: General, legs: Sequence[Leg]) -> RideMade | Objection:
    """A ride to one place after another; an objection where his time does not take him so far (AR-Q70)."""
    if general.status != "fit":
        return Objection(("AR-gnl-5", "AR-Q70"))
    time = 0.0
    for leg in legs:
        if isinstance(leg, TurnTo):  # AR-G12: freely
            general = replace(general, pose=replace(general.pose, facing=leg.facing))
            continue
        there = _led_to(general, leg)
        if there is None:
            return Objection(("AR-G24",))
        taken = ride_time(battle, general, there)
        if isinstance(taken, Objection):
            return taken
        time += taken
        if there != general.pose.at:
            turned = bearing(point(general.pose.at), point(there))
            general = replace(general, pose=Pose(there, turned))
    return Objection(("AR-G10", "AR-G24")) if time > 1 + SLACK else RideMade(general.pose, time)


def _led_to(general: General, leg: Leg) -> Spot | None:
    """Where a part of his way leads: to a place, or straight on."""
    if isinstance(leg, Forward):
        (x, y), (east, north) = point(general.pose.at), ahead(general.pose.facing)
        return spot((x + east * leg.inches / 100, y + north * leg.inches / 100))
    return leg.to if isinstance(leg, GoTo) else None


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
    barring = [one for one in battle.terrain if _closed(one)]
    slowing = [one.area for one in battle.terrain if one.kind in {"wood", "town"}]
    foes = _by_the_way(battle, general, start, end)
    for step in range(steps):
        at = _between(start, end, (step + 0.5) / steps)
        shut = next((one for one in barring if inside(at, one.area)), None)
        if shut is not None and not _dry(battle, at):
            return Objection(("AR-ter-3" if shut.kind == "cliff" else "AR-ter-6",), shut.id)
        slow = any(inside(at, one) for one in slowing)
        left -= far / steps / (rate / 2 if slow else rate)
        near = _enemy(foes, general, _between(start, end, (step + 1) / steps))
        if near is not None:
            return Objection(("AR-Q65",), near)
        if left < -0.001:
            return Objection(("AR-G10", "AR-G24"))
    return 1.0 - left


def _closed(piece: Piece) -> bool:
    return piece.kind == "cliff" or (piece.kind in WATER and not piece.crossable)


def _dry(battle: Battle, at: Point) -> bool:
    """On a bridge or in a ford."""
    if any(one.kind == "ford" and inside(at, one.area) for one in battle.terrain):
        return True
    return any(one.kind == "bridge" and point_line(at, one.way) <= ON_ROAD for one in battle.terrain)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _by_the_way(battle: Battle, general: General, start: Point, end: Point) -> list[Unit]:
    """The enemies that he may come within an inch of."""
    keeps = general.rect.half_width + 1
    foes = [one for one in battle.units.values() if one.side != general.side]
    return [one for one in foes if segment_rect((start, end), one.rect) <= keeps]


def _enemy(foes: Sequence[Unit], general: General, at: Point) -> str | None:
    half = general.rect.half_width
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
