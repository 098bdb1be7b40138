"""P5d: a crew that ran from its gun goes back to it and mans it (AR-Q25, AR-art-2, AR-G12)."""

from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.advance import advanced, first_touch
from pbem.engine.table.angles import bearing
from pbem.engine.table.contact import overlaps
from pbem.engine.table.distances import rects
from pbem.engine.table.edges import holds
from pbem.engine.table.measures import TOUCH, Hundredths, Inches, hundredths
from pbem.engine.table.paths import Ahead
from pbem.engine.table.places import Pose, point, spot
from pbem.engine.table.rects import Anchor, Rect, centre, pose_of, standing
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.costing import FRIEND, covered, met, terrain_counters, trip
from pbem.rulesets.armatys.moving.retiring import run_through
from pbem.rulesets.armatys.state.battle import Battle, in_order
from pbem.rulesets.armatys.state.orders import USUAL_DISTANCE
from pbem.rulesets.armatys.state.units import Unit, crew_size, speed


class WayBack(NamedTuple):
    """How far a crew comes in a bound."""

    to: Pose
    """Its centre."""
    inches: Hundredths
    mans: bool
    """It is at its gun."""
    ground: int
    """Counters of terrain that it brings (AR-Q59)."""
    through: tuple[StandId, ...]
    """Friends gone through (AR-Q67)."""
    by: StandId | None
    """Who stopped it."""


def way_back(battle: Battle, gun: Unit, *, through: bool = False) -> WayBack | Objection:
    """A crew turned freely toward its gun and straight on, as open order foot, until it touches the gun.

    through: it goes through friends in its way (AR-D20).
    """
    if gun.crew_at is None or not gun.figures:
        return Objection(("AR-Q83", "AR-Q25"))
    if not holds(battle.table, point(gun.crew_at.at)):
        return Objection(("AR-Q76", "AR-Q83"))
    at, goal = point(gun.crew_at.at), centre(gun.rect)
    start = standing(at, bearing(at, goal) if at != goal else gun.crew_at.facing, crew_size(gun), Anchor.CENTRE)
    whole = max(0.0, first_touch(start, gun.rect) or 0.0)
    men = replace(gun, kind="foot", gun=None, status="prepared", pose=pose_of(start, Anchor.FRONT))
    made = trip(battle, men, start, (Ahead(Inches(whole)),), speed=speed(gun))
    far, by = _stopped(battle, gun, start, covered(made), through=through)
    if not far and whole and by is None and battle.counters != "umpire_only":
        return Objection(("AR-move-2",)) if not speed(gun) else Objection(*(made.stopped or (("AR-G10",), None)))
    share = far / covered(made) if far else 0.0
    return WayBack(
        Pose(spot(centre(advanced(start, far))), start.facing), hundredths(far), far >= whole - TOUCH,
        terrain_counters(men, met(battle, made, share * made.time)), run_through(battle, gun, start, far), by,
    )  # fmt: skip


def _stopped(battle: Battle, gun: Unit, start: Rect, far: float, *, through: bool) -> tuple[float, StandId | None]:
    """How far a crew goes straight on, and who stops it: an inch off enemies (AR-Q65), short of friends (AR-D20).

    Friends upon whom it has fled are left by the way that leads to the gun.
    """
    by: StandId | None = None
    for one in in_order(battle):
        if one.side != gun.side:
            free = _clear_of(start, far, one.rect)
        elif one.id == gun.id or through or overlaps(start, one.rect):
            continue
        else:
            touch = first_touch(start, one.rect)
            free = far if touch is None else max(0.0, touch - FRIEND)
        if free < far:
            far, by = free, one.id
    return far, by


def _clear_of(start: Rect, far: float, enemy: Rect) -> float:
    """How much of a straight way keeps an inch of an enemy: so far as the room that is left, again and again."""
    done = 0.0
    while done < far and (room := rects(advanced(start, done), enemy) - USUAL_DISTANCE / 100) > TOUCH:
        done += room
    return min(done, far)
