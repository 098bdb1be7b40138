"""Normal moves: what each part costs, where it leads, what bars it (FS-7, G-11, G-12, G-13, G-14, G-15)."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.angles import Point, ahead, relative_bearing
from pbem.engine.table.contact import meets as touches
from pbem.engine.table.contact import overlaps
from pbem.engine.table.distances import points, rect_line
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.measures import NOISE, TOLERANCE, Hundredths, Tenths, hundredths, inches, within
from pbem.engine.table.paths import Leg as Way
from pbem.engine.table.paths import Shift, Wheel, after, leg_length, length_in_area
from pbem.engine.table.places import point
from pbem.engine.table.rects import Anchor, Face, Rect, middle, pose_of
from pbem.engine.table.shapes import rect_polygon
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.ground import crossed, lines_crossed
from pbem.rulesets.fornovo.moving.maneuvers import changed
from pbem.rulesets.fornovo.moving.places import (
    SQUARE_RANKS,
    between,
    kept_of,
    normal_move,
    on,
    parts_at,
    parts_of,
    passable,
    rect_of,
    steady,
)
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred, trained
from pbem.rulesets.fornovo.special.holding import held
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import (
    BARRIERS,
    LINES,
    Battle,
    charge_of,
    charges_on,
    chase_of,
    combats_of,
    piece,
    umpires_word,
)
from pbem.rulesets.fornovo.state.units import Unit, ranks

CLOSED = (*BARRIERS, "block", "strongpoint")
TWO_RANKS = 2
"""FS-PS.2."""
NARROW = Tenths(225)
"""FS-7.17d."""


class March(NamedTuple):
    """A normal move as it would be made."""

    unit: Unit
    """As it then stands."""
    cost: float
    """Inches of the allowance."""
    left: float
    """Inches of the allowance."""
    through: str
    """``full`` or ``half``: the speed at which it passes through friends; '' where it passes none."""
    disorders: tuple[StandId, ...]
    """Units that the move disorders."""
    debt: int
    """FS-7.16: Move phases owed."""


def march(battle: Battle, unit: Unit, legs: Sequence[o.Leg]) -> March | Refusal:
    """D-13, D-14: a normal move; refused whole where any part of it breaks a rule."""
    against = _may_not_move(battle, unit, legs)
    if against is not None:
        return against
    now, cost, moved, largest = unit, 0.0, 0.0, 0.0
    allowance = normal_move(unit, battle.scale) / 100
    passed: dict[StandId, bool] = {}
    for leg in legs:
        made, by = _kept_part(battle, now, leg, allowance)
        if isinstance(made, Refusal):
            return made
        now, price, far = made
        passed |= {one: half or passed.get(one, False) for one, half in by.items()}
        cost, moved = cost + price, moved + far
        if not isinstance(leg, o.Go | o.WheelBy | o.GoTo):
            largest = max(largest, price)
    debt = 0
    if cost > allowance + TOLERANCE:
        if largest <= allowance + TOLERANCE or cost - largest > allowance + TOLERANCE:
            return barred("FS-7a", "FS-7b")
        debt = ceil(cost / allowance - NOISE) - 1
    against = _ends_badly(battle, now)
    if against is not None:
        return against
    mixed = [one for one, half in passed.items() if half and _upset(battle, unit, battle.units[one])]
    disorders = tuple(sorted({unit.id, *mixed})) if mixed else ()
    now = _remembered(unit, now, legs, moved, debt)
    through = "" if not passed else "half" if any(passed.values()) else "full"
    return March(now, cost, max(0.0, allowance - cost), through, disorders, debt)


def _may_not_move(battle: Battle, unit: Unit, legs: Sequence[o.Leg]) -> Refusal | None:
    """FS-7b, FS-7.16, FS-8.1, FS-10.2i, FS-Q87, FS-Q105: who makes no such move."""
    if unit.morale == "routed" or chase_of(battle, unit.id) is not None:
        return barred("FS-7b")
    if umpires_word(battle, unit.id, "move") == "forbidden":
        return barred("D-24")
    if unit.debt:
        return barred("FS-7.16")
    if unit.set_up and not (legs and isinstance(legs[0], o.Hitch)):
        return barred("FS-2.10b")
    if (rule := held(battle, unit.id)) is not None:
        return barred(rule)
    if charge_of(battle, unit.id) is not None or charges_on(battle, unit.id):
        return barred("FS-Q105")
    if combats_of(battle, unit.id) and not all(isinstance(leg, o.Exchange | o.Switch) for leg in legs):
        return barred("FS-10.2i")
    if unit.formation == "square" and any(isinstance(leg, o.Go | o.WheelBy | o.FaceTo) for leg in legs):
        first = legs[0]
        if not (isinstance(first, o.Square) and not first.form):
            return barred("FS-Q87")
    advances = any(isinstance(leg, o.WheelBy) or _forward(unit, leg) for leg in legs)
    if unit.morale in {"halted", "shaken"} and advances:
        return barred("FS-8.1", "FS-Q94")
    return None


def _forward(unit: Unit, leg: o.Leg) -> bool:
    """FS-Q94: with a positive component along the facing."""
    if isinstance(leg, o.Go):
        off = abs(leg.off) % 3600
        return min(off, 3600 - off) < 900
    if not isinstance(leg, o.GoTo) or unit.pose is None:
        return False
    return abs(relative_bearing(point(unit.pose.at), unit.pose.facing, point(leg.place))) < 900


def _kept_part(
    battle: Battle, unit: Unit, leg: o.Leg, allowance: float
) -> tuple[tuple[Unit, float, float] | Refusal, dict[StandId, bool]]:  # fmt: skip
    """One part, and whether each friend passed through is passed at half speed.

    Of a unit as it stands it is kept: a wheel begins each move that is tried for the way behind it.
    """

    def make() -> tuple[tuple[Unit, float, float] | Refusal, dict[StandId, bool]]:
        passed: dict[StandId, bool] = {}
        return _part(battle, unit, leg, allowance, passed), passed

    return kept_of(battle, ("part of a move", leg), unit, unit, make)


def _part(
    battle: Battle, unit: Unit, leg: o.Leg, allowance: float, passed: dict[StandId, bool]
) -> tuple[Unit, float, float] | Refusal:
    """One part: the unit after it, its cost, inches moved; friends passed through are added to ``passed``."""
    if unit.inside is not None and unit.pose is None and not isinstance(leg, o.Emerge):
        return barred("FS-11.8b")
    if isinstance(leg, o.Go | o.WheelBy | o.GoTo):
        return _going(battle, unit, leg, passed)
    made = changed(battle, unit, leg)
    if isinstance(made, Refusal):
        return made
    there, moves, more = made
    return there, moves * allowance + more, 0.0


def _going(
    battle: Battle, unit: Unit, leg: o.Go | o.WheelBy | o.GoTo, passed: dict[StandId, bool]
) -> tuple[Unit, float, float] | Refusal:
    """FS-7.17c, FS-7.17d, FS-7.17e, FS-7.17g, G-11, G-12, G-13, G-16."""
    rect = rect_of(battle, unit)
    if rect is None:
        return barred("FS-7b")
    if unit.guns:
        by_hand = isinstance(leg, o.Go) and leg.by_hand
        if by_hand and (unit.guns.kind == "heavy" or unit.gunners < t.GUNNERS_BY_HAND[unit.guns.kind]):
            return barred("FS-7e", "FS-7a") if unit.guns.kind == "heavy" else barred("FS-7.1")
        if unit.limbered is by_hand:
            return barred("FS-7a", "FS-Q100")
    if isinstance(leg, o.GoTo):
        if not (unit.skirmishers or unit.kind == "wagons"):
            return barred("FS-7.11")
        start, goal = middle(rect, Face.FRONT), point(leg.place)
        off = _bearing(start, goal, rect)
        way: Way = Shift(off, points(start, goal))
    elif isinstance(leg, o.Go):
        way = Shift(leg.off, inches(leg.inches))
    else:
        way = Wheel(leg.angle)
    ground = crossed(battle, unit, rect, way)
    if isinstance(ground, Refusal):
        return ground
    friends = _friends(battle, unit, rect, way, passed)
    if isinstance(friends, Refusal):
        return friends
    far = leg_length(rect, way)
    works = piece(battle, unit.inside)
    zone = 2 if works is not None and works.kind in {"light_works", "heavy_works"} else 1
    cost = (far + ground + friends) * rate(battle, unit, way) * zone + lines_crossed(battle, unit, rect, way)
    end = after(rect, way)
    return _out_of_works(battle, replace(unit, pose=pose_of(end, Anchor.FRONT)), end), cost, far


def _out_of_works(battle: Battle, unit: Unit, rect: Rect) -> Unit:
    """FS-11.10c, FS-Q75: beyond the zone behind works it has left them; its disorder stays."""
    works = piece(battle, unit.inside)
    if works is None or works.kind not in LINES or within(rect_line(rect, works.way), battle.inches(4)):
        return unit
    if works.kind == "laager":
        return replace(unit, inside=None)
    return replace(unit, inside=None, disordered=True, fresh_disorder=True)


def _bearing(start: Point, goal: Point, rect: Rect) -> Tenths:
    return relative_bearing(start, rect.facing, goal)


def rate(battle: Battle, unit: Unit, way: Way) -> int:
    """FS-7.17c, FS-7.17d, FS-7.17e, FS-7.17g, FS-PS.2, FS-Q14, FS-Q98: inches of allowance for an inch of the way."""
    if unit.skirmishers:
        return 1
    drilled = trained(battle, unit)
    if isinstance(way, Wheel):
        return (2 if any(one.melee == "pike" for one in unit.blocks) else 1) * (1 if drilled else 2)
    off = abs(way.off) if isinstance(way, Shift) else 0
    if off == 0:
        return 1
    if battle.switches.maneuvers == "playsheet":
        return (2 if ranks(unit) <= TWO_RANKS else 4) * (1 if drilled else 2)
    return (1 if off <= NARROW else 2) * (1 if drilled else 2)


def _friends(battle: Battle, unit: Unit, rect: Rect, way: Way, passed: dict[StandId, bool]) -> float | Refusal:
    """FS-7.10a, FS-7.10b, FS-7.10c, FS-7.10d, FS-7.6a: inches that passing through friends adds."""
    extra: dict[StandId, float] = {}
    end = after(rect, way)
    mine, there = parts_at(battle, unit, rect), parts_at(battle, unit, end)
    mine = (rect,) if isinstance(way, Wheel) else mine  # whose corner it turns about
    for one in between(battle, rect, end):
        if one.unit.id == unit.id:
            continue
        far = max(length_in_area(part, way, rect_polygon(one.rect)) for part in mine)
        if one.unit.side != unit.side:
            if far or any(touches(part, one.rect) for part in there):
                return barred("FS-7.6a")
            continue
        if not far:
            continue
        if one.unit.skirmishers or unit.skirmishers or (one.unit.guns and not one.unit.limbered):
            passed.setdefault(one.unit.id, False)
            continue
        if max(ranks(one.unit), ranks(unit)) >= SQUARE_RANKS or "square" in {one.unit.formation, unit.formation}:
            return barred("FS-7.10c")
        passed[one.unit.id] = True
        extra[one.unit.id] = max(far, extra.get(one.unit.id, 0.0))
    return sum(extra.values())


def _upset(battle: Battle, unit: Unit, friend: Unit) -> bool:
    """FS-7.10d, FS-Q104: either is unsteady, or a regular unit on foot not trained to form in one or two ranks."""
    return any(
        not steady(battle, one) or (one.type == "R" and not one.mounted and "shallow" not in one.training)
        for one in (unit, friend)
    )


def _ends_badly(battle: Battle, unit: Unit) -> Refusal | None:
    """G-11, G-14, FS-7.6a, G-32: no move ends on another unit, at an enemy or over the edge of the table."""
    rect = rect_of(battle, unit)
    if rect is None:
        return None
    if not wholly_on(battle.table, rect):
        return barred("FS-Q83", "FS-7b")
    mine = parts_of(battle, unit)
    there = [one for one in battle.terrain if one.kind in CLOSED and any(on(part, one) for part in mine)]
    if any(one.kind in BARRIERS for one in there) and not passable(battle, rect):
        return barred("FS-11.7")
    if any(one.kind not in BARRIERS for one in there):
        return barred("FS-11.8b")
    for one in between(battle, rect, rect):
        if one.unit.id != unit.id and any(overlaps(part, one.rect) for part in mine):
            loose = one.unit.skirmishers or unit.skirmishers
            return barred("FS-7.10d", "FS-7.10b") if one.unit.side == unit.side or loose else barred("FS-7.6a")
        meets = one.unit.side != unit.side and any(touches(part, one.rect) for part in mine)
        if meets and not combats_of(battle, unit.id):
            return barred("FS-7.6a")
    return None


def _remembered(unit: Unit, now: Unit, legs: Sequence[o.Leg], moved: float, debt: int) -> Unit:
    """FS-Q94, FS-7.7.1b: what the turn remembers of the move."""
    forward = 0.0
    if unit.pose is not None and now.pose is not None:
        start, end = point(unit.pose.at), point(now.pose.at)
        fx, fy = ahead(unit.pose.facing)
        forward = max(0.0, (end[0] - start[0]) * fx + (end[1] - start[1]) * fy)
    straight = all(isinstance(leg, o.Go) and leg.off == 0 for leg in legs)
    run = legs[-1].inches if legs and isinstance(legs[-1], o.Go) and legs[-1].off == 0 else 0
    whole = Hundredths(run + (unit.straight_before if straight else 0)) if run else Hundredths(0)
    now = replace(
        now, advanced=Hundredths(unit.advanced + hundredths(forward)), moved=Hundredths(unit.moved + hundredths(moved)),
        straight_before=whole, debt=debt,
    )  # fmt: skip
    return replace(now, morale="shaken", fresh=True) if debt and now.morale != "shaken" else now
