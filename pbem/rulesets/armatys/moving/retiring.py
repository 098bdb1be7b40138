"""Where a retirement leads (AR-G17, AR-Q16)."""

from pbem.engine.ids import StandId
from pbem.engine.table.angles import Point, ahead, bearing, opposite
from pbem.engine.table.distances import rects
from pbem.engine.table.edges import inwards
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, spot
from pbem.engine.table.rects import centre
from pbem.rulesets.armatys.state.battle import Battle, army_of
from pbem.rulesets.armatys.state.units import Unit, rate

EDGE = "edge"
NEAR = 12
"""Inches: a later break is away from the nearest unbroken enemy within them."""


def retirement(battle: Battle, unit: Unit) -> Pose:
    """The pose a retiring unit ends in: turned about its centre, then its full rate straight on."""
    facing = bearing_of(battle, unit)
    (x, y), (east, north) = centre(unit.rect), ahead(facing)
    far = rate(unit) + unit.rect.half_depth
    return Pose(spot((x + east * far, y + north * far)), facing)


def inches_run(unit: Unit) -> Hundredths:
    """AR-Q16: the full rate, without deduction."""
    return Hundredths(100 * rate(unit))


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


def _away(battle: Battle, unit: Unit, enemy: StandId) -> Tenths:
    return bearing(_centre(battle.units[enemy]), _centre(unit))


def _centre(unit: Unit) -> Point:
    return centre(unit.rect)


def _nearest(battle: Battle, unit: Unit) -> StandId | None:
    """The nearest unbroken enemy within 12 inches, the first of equals."""
    foes = [one for one in battle.units.values() if one.side != unit.side and one.state == "steady"]
    near = sorted((rects(unit.rect, one.rect), one.id) for one in foes)
    return near[0][1] if near and near[0][0] <= NEAR else None
