"""Where a retirement leads (AR-G17, AR-Q16, AR-Q76)."""

from typing import NamedTuple

from pbem.engine.ids import StandId
from pbem.engine.table.advance import advanced, first_touch
from pbem.engine.table.angles import Point, bearing, opposite
from pbem.engine.table.contact import overlaps, reach
from pbem.engine.table.distances import points, rects
from pbem.engine.table.edges import holds, inwards
from pbem.engine.table.measures import TOUCH, Hundredths, Inches, Tenths, hundredths, normal, within
from pbem.engine.table.paths import Ahead
from pbem.engine.table.places import Pose, point
from pbem.engine.table.rects import Anchor, Rect, anchor_of, centre, pose_of
from pbem.engine.table.turning import faced
from pbem.rulesets.armatys.moving.costing import ground_counters, paced
from pbem.rulesets.armatys.moving.courses import TimedPath, inches_at
from pbem.rulesets.armatys.state.battle import Battle, army_of, in_order
from pbem.rulesets.armatys.state.units import Unit, rate

EDGE = "edge"
NEAR = Hundredths(1200)
"""A later break is away from the nearest unbroken enemy within 12 inches."""
SWERVE = 90
"""Degrees to either side."""
ON = 0.01
"""Inches at a time that a unit goes on until it is clear of a friend."""


class Retirement(NamedTuple):
    """A retirement that is free to be made."""

    to: Pose
    inches: Hundredths
    ground: int
    """Counters of terrain that it brings."""
    through: tuple[StandId, ...]
    """Friends gone through."""
    off: bool
    """It leads off the table."""


def retirement(battle: Battle, unit: Unit) -> Retirement | None:
    """Turned about its centre, a full move straight on, with the smallest swerve that is free; None: it surrenders."""
    straight = bearing_of(battle, unit)
    for degrees in range(SWERVE + 1):
        for by in (-10 * degrees, 10 * degrees) if degrees else (0,):
            found = _along(battle, unit, normal(straight + by))
            if found is not None:
                return found
    return None


def bearing_of(battle: Battle, unit: Unit) -> Tenths:
    """Away from the enemy that broke it; of a later break from the nearest unbroken one; else to its own edge."""
    due = unit.break_due
    if due is not None and due in battle.units:
        return _away(battle, unit, StandId(due))
    if due is None:
        near = _nearest(battle, unit)
        if near is not None:
            return _away(battle, unit, near)
    return opposite(inwards(army_of(battle, unit.side).edge))


def _along(battle: Battle, unit: Unit, facing: Tenths) -> Retirement | None:
    """The retirement in one direction; None where an enemy or closed ground bars it, or it would end upon an enemy."""
    start, far = faced(unit.rect, facing), Inches(rate(unit))
    enemies = [one.rect for one in battle.units.values() if one.side != unit.side]
    if any(overlaps(start, one) and _ahead(start, one) for one in enemies):
        return None
    legs = (Ahead(far),)
    way = paced(battle, unit, start, legs, far)
    inches = inches_at(TimedPath(start, legs, way.marks), 1.0)
    if way.closed is not None and not way.closed.piece:
        inches = float(far)  # AR-G20: over the table's edge
    elif way.closed is not None and inches >= way.closed.inches:
        return None
    inches = _clear_of_friends(battle, unit, start, inches)
    end = advanced(start, inches)
    if any(_passes(start, inches, one) or overlaps(end, one) for one in enemies):
        return None
    through = run_through(battle, unit, start, inches)
    ground = ground_counters(battle, unit, start, (Ahead(Inches(inches)),), inches)
    off = not holds(battle.table, anchor_of(end, Anchor.FRONT))
    return Retirement(pose_of(end, Anchor.FRONT), hundredths(inches), ground, through, off)


def run_through(battle: Battle, unit: Unit, start: Rect, inches: float) -> tuple[StandId, ...]:
    """AR-Q67: the friends that a straight way from a footprint leads over."""
    friends = [one for one in in_order(battle) if one.side == unit.side and one.id != unit.id]
    return tuple(one.id for one in friends if _passes(start, inches, one.rect))


def _clear_of_friends(battle: Battle, unit: Unit, start: Rect, inches: float) -> float:
    """A unit that would end on a friend goes on until it is just clear."""
    friends = [
        one.rect for one in battle.units.values()
        if one.side == unit.side and one.id != unit.id and _beside(start, one.rect) <= 0
    ]  # fmt: skip
    there = advanced(start, inches)
    while (under := next((one for one in friends if overlaps(there, one)), None)) is not None:
        while overlaps(there, under):
            for _ in range(_surely_under(there, under)):
                inches += ON
            there = advanced(start, inches)
    return inches


def _surely_under(there: Rect, friend: Rect) -> int:
    """Steps of ``ON`` to be made before a friend need be looked at again: each parts the two by no more than itself."""
    return max(1, int((reach(there, friend) - TOUCH) / ON) - 1)


def _beside(start: Rect, other: Rect) -> float:
    """Inches that another stands beside the lane of a straight way, at the least; not positive: it may reach in."""
    off = abs((other.x - start.x) * start.fy - (other.y - start.y) * start.fx)
    return off - start.half_width - other.half_width - other.half_depth


def _passes(start: Rect, inches: float, other: Rect) -> bool:
    """Whether a straight way leads over another: one behind, that the turn alone has met, is left."""
    if overlaps(start, other):
        return _ahead(start, other)
    met = first_touch(start, other)
    return met is not None and met < inches - TOUCH


def _ahead(start: Rect, other: Rect) -> bool:
    """Whether the middle of another lies before that of a footprint."""
    (x, y), (ox, oy) = centre(start), centre(other)
    return (ox - x) * start.fx + (oy - y) * start.fy > 0


def runs_over(stood: Rect, to: Pose, other: Rect) -> bool:
    """Whether a retirement, turned about the centre and straight on, led over another footprint."""
    start = faced(stood, to.facing)
    met = first_touch(start, other)
    return met is not None and met <= points(anchor_of(start, Anchor.FRONT), point(to.at))


def _away(battle: Battle, unit: Unit, enemy: StandId) -> Tenths:
    return bearing(_centre(battle.units[enemy]), _centre(unit))


def _centre(unit: Unit) -> Point:
    return centre(unit.rect)


def _nearest(battle: Battle, unit: Unit) -> StandId | None:
    """The nearest unbroken enemy within 12 inches, the first of equals."""
    foes = [one for one in battle.units.values() if one.side != unit.side and one.state == "steady"]
    near = sorted((rects(unit.rect, one.rect), one.id) for one in foes)
    return near[0][1] if near and within(near[0][0], NEAR) else None
