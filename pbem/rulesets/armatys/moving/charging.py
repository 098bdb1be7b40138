"""Which charges are legal, and the paths of charges and counter-charges (AR-G15, AR-G16, AR-D2, AR-D20)."""

from typing import NamedTuple

from pbem.engine.ids import StandId
from pbem.engine.kept import kept
from pbem.engine.table.advance import first_touch
from pbem.engine.table.angles import EIGHTH, bearing, relative, rightward
from pbem.engine.table.contact import meets, overlaps
from pbem.engine.table.measures import TOUCH, Hundredths, Inches, Tenths, hundredths
from pbem.engine.table.paths import Ahead, Leg, Wheel
from pbem.engine.table.rects import Anchor, Face, Rect, local_point, middle, standing
from pbem.engine.table.turning import wheeled
from pbem.engine.table.zones import face_by_rays
from pbem.rulesets.armatys.fighting.seeing import sees
from pbem.rulesets.armatys.moving.costing import ClosedGround, paced
from pbem.rulesets.armatys.moving.courses import TimedPath, inches_at, meeting, rect_at
from pbem.rulesets.armatys.special.barring import no_charge
from pbem.rulesets.armatys.state.battle import Battle, in_order, touching, umpires_word
from pbem.rulesets.armatys.state.orders import ChargeOrder
from pbem.rulesets.armatys.state.units import Charge, Unit, files, footprint, speed

WHOLE = 1.001
"""Moves: the time of a bound, with its tolerance (AR-G10)."""
OUTNUMBERED = 3
"""AR-mel-9: more than so many to one."""
MOST = Tenths(450)
"""AR-D2: the widest wheel of a charge."""


FORBIDDEN = ("AR-D22",)
"""By the umpire."""


class Barred(NamedTuple):
    """Why there is no charge: the rules; the unit or piece of terrain in the way."""

    rules: tuple[str, ...]
    by: str | None = None


class Legal(NamedTuple):
    """A legal charge: its path found, the time to the target."""

    charge: Charge
    time: Hundredths


def checked(battle: Battle, order: ChargeOrder, *, through: bool) -> Legal | Barred:
    """AR-G15.  through: the charger goes through friends in its way (AR-D20)."""
    key = ("charge", order.unit, order.target, order.wheel, through)
    return kept(battle, key, lambda: _checked(battle, order, through=through))


def _checked(battle: Battle, order: ChargeOrder, *, through: bool) -> Legal | Barred:
    unit, target = battle.units.get(order.unit), battle.units.get(order.target)
    if unit is None:
        return Barred(("AR-chg-1",))
    word = umpires_word(battle, unit.id, "charge", order.target)
    rules = FORBIDDEN if word == "forbidden" else _state(battle, unit, allowed=word == "allowed")
    if rules:
        return Barred(rules)
    if target is None or target.side == unit.side or unit.charge is not None:
        return Barred(("AR-chg-1",))
    barred = _at_target(target)
    if barred is not None and word != "allowed":
        return barred
    if order.wheel is not None and abs(order.wheel) > MOST:
        return Barred(("AR-D2", "AR-G15"))
    if word != "allowed" and not sees(battle, unit, target):
        return Barred(("AR-G15", "AR-G9"))
    wheel = order.wheel if order.wheel is not None else found_wheel(unit, target)
    if wheel is None:
        return Barred(("AR-G15", "AR-Q7"))
    return _path(battle, unit, target, wheel, through=through)


def _at_target(target: Unit) -> Barred | None:
    """What bars a charge by its target alone (AR-Q25, AR-Q60)."""
    if target.gun and target.status == "abandoned":
        return Barred(("AR-Q25",))
    return Barred(("AR-Q60",), target.crossing.bridge) if target.crossing is not None else None


def found_wheel(unit: Unit, target: Unit) -> Tenths | None:
    """AR-G15: none if straight ahead touches, else the smallest whole degree that does, left before right."""
    for degrees in range(MOST // 10 + 1):
        for wheel in (Tenths(-10 * degrees), Tenths(10 * degrees)):
            if _beside_lane(unit.rect, wheel, target.rect):
                continue
            turned = wheeled(unit.rect, wheel) if wheel else unit.rect
            if first_touch(turned, target.rect) is not None or meets(turned, target.rect):
                return wheel
    return None


def _beside_lane(rect: Rect, wheel: Tenths, other: Rect) -> bool:
    """Whether another stands well beside the straight way that a wheel leads to: by the circle about it."""
    sign = 1 if wheel > 0 else -1
    x, y = local_point(rect, sign * rect.half_width, rect.half_depth)
    east, north = rightward(Tenths(rect.facing + wheel))
    off = (other.x - x) * east + (other.y - y) * north + sign * rect.half_width
    return abs(off) > rect.half_width + other.half_width + other.half_depth + 2 * TOUCH


def charge_course(battle: Battle, unit: Unit, wheel: Tenths, pace: int) -> TimedPath:
    """A wheel, then straight ahead for the whole of a move."""
    return _charge_way(battle, unit, wheel, pace)[0]


def _charge_way(battle: Battle, unit: Unit, wheel: Tenths, pace: int) -> tuple[TimedPath, ClosedGround | None]:
    """The same, and the closed ground that ends it."""
    legs: tuple[Leg, ...] = (Wheel(wheel), Ahead(Inches(pace))) if wheel else (Ahead(Inches(pace)),)
    way = paced(battle, unit, unit.rect, legs, pace)
    return TimedPath(unit.rect, legs, way.marks), way.closed


def counter_course(battle: Battle, unit: Unit, charger: Unit) -> TimedPath:
    """AR-G16: turned freely about its front midpoint, up to 45 degrees, to face the charger's; then straight."""
    start, towards = middle(unit.rect, Face.FRONT), middle(charger.rect, Face.FRONT)
    turn = max(-EIGHTH, min(EIGHTH, relative(bearing(start, towards), unit.pose.facing)))
    rect = standing(start, Tenths(unit.pose.facing + turn), footprint(unit), Anchor.FRONT) if turn else unit.rect
    legs = (Ahead(Inches(speed(unit))),)
    return TimedPath(rect, legs, paced(battle, unit, rect, legs, speed(unit)).marks)


def counterable(unit: Unit, charger: Unit) -> bool:
    """AR-G16: the charger is in its front zone."""
    return face_by_rays(unit.rect, middle(charger.rect, Face.FRONT)) is Face.FRONT


def _state(battle: Battle, unit: Unit, *, allowed: bool) -> tuple[str, ...]:
    """Who never charges (catalogue section 5).  allowed: by an umpire, what bars it for a time apart."""
    if unit.gun:
        return ("AR-Q77", "AR-chg-5")
    if unit.crossing is not None:
        return ("AR-Q60",)
    if unit.state == "broken":
        return ("AR-mor-6", "AR-Q17")
    if unit.pursuit or (unit.rally_owed and not allowed):
        return ("AR-pur-9", "AR-Q23")
    if touching(battle, unit.id):
        return ("AR-mel-1", "AR-Q53")
    return () if allowed else no_charge(battle, unit)


def _path(battle: Battle, unit: Unit, target: Unit, wheel: Tenths, *, through: bool) -> Legal | Barred:
    """Time, closed ground, other units on the way."""
    course, ground = _charge_way(battle, unit, wheel, speed(unit))
    time = meeting(course, TimedPath(target.rect), 0.0, WHOLE)
    if time is None:
        if ground is not None:
            return Barred(("AR-G15", *ground.rules), ground.piece)
        return Barred(("AR-G15", "AR-Q7"))
    first = _first_in_way(battle, unit, target, course, time, through=through)
    if first is not None:
        return Barred(("AR-G15", "AR-D20"), first)
    allowed = umpires_word(battle, unit.id, "charge", target.id) == "allowed"
    if battle.switches.outnumbering == "refused" and not allowed and _outnumbers(battle, unit, target):
        return Barred(("AR-mel-9", "AR-Q43"))
    return Legal(Charge(target.id, wheel), hundredths(time))


def _outnumbers(battle: Battle, unit: Unit, target: Unit) -> bool:
    """AR-Q43, switched: whether one side would have more than three times the front of the other in that melee.

    Of its own side those who fight or charge the target already, of the other the target and who fights beside it.
    """
    near = {*touching(battle, target.id)}
    ours = [one for one in in_order(battle) if one.side == unit.side and one.id != unit.id]
    ours = [one for one in ours if one.id in near or (one.charge is not None and one.charge.target == target.id)]
    beside = {enemy for one in near for enemy in touching(battle, one)} | {target.id}
    own = sum(map(files, [unit, *ours]))
    theirs = sum(files(battle.units[one]) for one in beside)
    return own > OUTNUMBERED * theirs or theirs > OUTNUMBERED * own


def _in_reach(rect: Rect, other: Rect, pace: int) -> bool:
    """Whether a wheel and so many inches might bring one to the other: by boxes, on the safe side."""
    reach = pace + 3 * (rect.half_width + rect.half_depth) + other.half_width + other.half_depth + 1
    return abs(rect.x - other.x) <= reach and abs(rect.y - other.y) <= reach


def _first_in_way(
    battle: Battle, unit: Unit, target: Unit, course: TimedPath, time: float, *, through: bool
) -> StandId | None:
    """The unit met before the target: an enemy touched, a friend that it may not go through or would stop on."""
    end = rect_at(course, time)
    for other in in_order(battle):
        if other.id in (unit.id, target.id) or not _in_reach(unit.rect, other.rect, speed(unit)):
            continue
        friend = other.side == unit.side
        if friend and through:
            if overlaps(end, other.rect):
                return other.id
            continue
        if friend and overlaps(unit.rect, other.rect):
            continue
        met = meeting(course, TimedPath(other.rect), 0.0, time, TOUCH if friend else 0.0)
        if met is not None and inches_at(course, met) < inches_at(course, time) - TOUCH:
            return other.id
    return None
