"""Where a pursuit move ends (AR-G18, AR-pur-6).  Terrain and friends in the way are not built."""

from typing import NamedTuple

from pbem.engine.ids import StandId
from pbem.engine.table.advance import advanced, first_touch
from pbem.engine.table.angles import bearing
from pbem.engine.table.measures import NOISE, TOUCH, Hundredths, Inches, hundredths
from pbem.engine.table.places import Pose, point
from pbem.engine.table.rects import Anchor, Face, centre, pose_of, standing
from pbem.engine.table.zones import face_by_rays
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit, footprint, rate


class Chase(NamedTuple):
    """A pursuit move: its end, the path, the enemy it meets and on which face (AR-G21)."""

    to: Pose
    inches: Hundredths
    met: StandId | None
    face: Face


def chase(battle: Battle, unit: Unit, quarry: Unit) -> Chase:
    """Turned about its front midpoint to face the quarry's centre, straight on to contact or its full rate."""
    start = point(unit.pose.at)
    facing = bearing(start, centre(quarry.rect))
    turned = standing(start, facing, footprint(unit), Anchor.FRONT)
    foes = [one for one in battle.units.values() if one.side != unit.side]
    ways = [(first_touch(turned, one.rect), one.id) for one in foes]
    reached = sorted((max(way, Inches(0)), enemy) for way, enemy in ways if way is not None)
    near = reached[0] if reached and reached[0][0] <= rate(unit) + TOUCH + NOISE else None
    far, met = near if near is not None else (Inches(rate(unit)), None)
    end = advanced(turned, far)
    face = face_by_rays(battle.units[met].rect, start) if met is not None else Face.FRONT
    return Chase(pose_of(end, Anchor.FRONT), hundredths(far), met, face)
