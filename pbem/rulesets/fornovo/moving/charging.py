"""Charges: who may charge whom, how far, on which side, with which impetus (FS-7.6, FS-7.7, G-17, G-27)."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table import contact
from pbem.engine.table.advance import first_touch, first_touch_along
from pbem.engine.table.advance import moved as moved_along
from pbem.engine.table.angles import EIGHTH, bearing, opposite, relative
from pbem.engine.table.measures import TOLERANCE, TOUCH, Hundredths, Inches, Tenths, hundredths, inches
from pbem.engine.table.paths import Ahead, Shift, Wheel, after, leg_length, length_in_area
from pbem.engine.table.paths import Leg as Way
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Anchor, Face, Rect, middle, pose_of
from pbem.engine.table.shapes import Polygon
from pbem.engine.table.zones import face_by_lines, face_touched
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.ground import crossed, downhill, lines_crossed, meets_line
from pbem.rulesets.fornovo.moving.maneuvers import changed
from pbem.rulesets.fornovo.moving.marching import NARROW, rate
from pbem.rulesets.fornovo.moving.places import (
    Parts,
    charge_move,
    disordered,
    footprints,
    kept_of,
    normal_move,
    on,
    parts_at,
    parts_of,
    rect_of,
    steady,
    upon,
)  # fmt: skip
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.moving.seeing import sees
from pbem.rulesets.fornovo.moving.strips import clear, close_order, loose
from pbem.rulesets.fornovo.special import holding as special
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import (
    BARRIERS,
    LINES,
    WOODS,
    Battle,
    Charge,
    Piece,
    charge_of,
    chase_of,
    combats_of,
    piece,
    umpires_word,
)  # fmt: skip
from pbem.rulesets.fornovo.state.units import Unit, crew_alone, pike_supported, ranks

INTO = 0.05
"""Inches beyond contact that show whether the target stands in ground."""
NO_WAY = barred("G-19", "G-11")
"""A charger and its counter-charger cannot meet: another unit stands on the way of one, or where it would end."""
STRAIGHT = Tenths(5)
"""A line that is straight ahead but for rounding."""


class Rush(NamedTuple):
    """A charge as it would be made against the target where it stands (FS-Q84)."""

    charge: Charge
    """As it is then pending."""
    pose: Pose
    """Where the charger comes to stand."""
    reach: Hundredths
    """What it could charge."""
    impetus: bool
    """FS-7.7, as things stand."""
    left: Hundredths = Hundredths(0)
    """Of the charge move."""


def rush(
    battle: Battle, order: o.ChargeOrder, *, counter: bool = False, fellows: Collection[StandId] = ()
) -> Rush | Refusal:
    """D-8: a charge, or the rules that bar it.  fellows: chargers of the same target, who move with it."""
    unit, target = battle.units[order.unit], battle.units[order.target]
    mine, its = rect_of(battle, unit), rect_of(battle, target)
    word = umpires_word(battle, unit.id, "charge", target.id)
    if word == "forbidden":
        return barred("D-24")
    allowed = word == "allowed"
    against = _may_not_charge(battle, unit, target, shoots=order.shoots, allowed=allowed)
    if against is not None:
        return against
    if (rule := special.held(battle, unit.id)) is not None and not allowed:
        return barred(rule)
    held = piece(battle, target.inside)
    goal: Sequence[Rect | Polygon] = parts_of(battle, target) if its is not None or held is None else (held.area,)
    if mine is None or not goal:
        return barred("FS-7.6b")
    seen = allowed or kept_of(battle, "seen to charge", unit, target, lambda: sees(battle, unit, target, charging=True))
    if not seen:
        return barred("FS-7.6b", "G-7")
    reach = charge_move(unit, battle.scale, shoots=order.shoots)
    run = _run(battle, unit, mine, goal, order, reach, fellows)
    if isinstance(run, Refusal):
        return run
    rect, moved, straight, blocked, spent = run
    blocked = blocked or its is None or bool(_woods(battle, target))
    whole = its is None or target.formation == "square"
    aspect = "front" if its is None or whole else aspect_of(its, touched(battle, target.id, rect), mine, rect)
    charge = Charge(
        unit=unit.id, target=target.id, counter=counter, aspect=aspect, moved=moved, straight=straight,
        fired=order.shoots, blocked=blocked,
    )  # fmt: skip
    left = Hundredths(max(0, reach - hundredths(spent)))
    return Rush(charge, pose_of(rect, Anchor.FRONT), reach, impetus(battle, charge), left)


def _may_not_charge(battle: Battle, unit: Unit, target: Unit, *, shoots: bool, allowed: bool = False) -> Refusal | None:
    """FS-7.6.1a, FS-7.6.1b, FS-7.6.1c, FS-7.6.1d, FS-7.6.3, FS-10.7a, FS-Q105, FS-11.8.3e, FS-2.17b, FS-11.5.2.

    allowed: by an umpire, what bars it by its kind or the target's, or by its being halted or shaken, apart.
    """
    if unit.guns or unit.kind in {"sniper", "wagons"}:
        return barred("FS-7.6.1b")
    if unit.morale != "good" and not (allowed and unit.morale != "routed"):
        return barred("FS-7.6.1d")
    if chase_of(battle, unit.id) is not None or unit.debt:
        return barred("FS-7b") if not unit.debt else barred("FS-7.16")
    if unit.formation == "square":
        return barred("FS-Q87")
    if charge_of(battle, unit.id) is not None or combats_of(battle, unit.id):
        return barred("FS-Q105") if charge_of(battle, unit.id) else barred("FS-10.2i")
    if target.side == unit.side:
        return barred("FS-7.6a")
    if allowed:
        return _may_not_shoot(unit, shoots=shoots)
    if target.kind == "wagons" and unit.mounted:
        return barred("FS-2.10f")
    if unit.kind != "cavalry" and target.mounted and 3 * _pikes(unit) < 2 * unit.figures:
        return barred("FS-7.6.1a")
    wooded = bool(_woods(battle, target))
    if unit.skirmishers and not target.skirmishers and not target.guns and not wooded:
        return barred("FS-7.6.1c", "FS-Q66")
    held = piece(battle, target.inside)
    if held is not None and held.kind in {"block", "strongpoint"} and unit.mounted:
        return barred("FS-11.8.3e")
    return _may_not_enter(battle, unit, target) or _may_not_shoot(unit, shoots=shoots)


def _may_not_enter(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """FS-11.5e, FS-11.5.2: woods that pikes may not attack, heavy ones that horse may not charge at."""
    woods = _woods(battle, target)
    if woods and any(one.melee == "pike" for one in unit.blocks):
        return barred("FS-11.5e")
    heavy = any(one.kind == "heavy_wood" for one in woods)
    return barred("FS-11.5.2") if heavy and unit.mounted else None


def _woods(battle: Battle, unit: Unit) -> list[Piece]:
    """G-11: the woods in which any part of a unit stands."""
    mine = parts_of(battle, unit)
    return [one for one in battle.terrain if one.kind in WOODS and any(on(part, one) for part in mine)]


def _may_not_shoot(unit: Unit, *, shoots: bool) -> Refusal | None:
    """FS-10.7a, FS-7.6.3."""
    if shoots and not may_shoot_charging(unit):
        return barred("FS-10.7a", "FS-7.6.3")
    return None


def may_shoot_charging(unit: Unit) -> bool:
    """FS-7.6.3, FS-10.7a: trot cavalry with pistols, salvee infantry, javelins."""
    arms = {one.missile for one in unit.blocks}
    if unit.kind == "cavalry" and unit.charge == "trot" and "pistol" in arms:
        return True
    return "javelin" in arms or ("salvee" in unit.training and "musket" in arms)


def _pikes(unit: Unit) -> int:
    return sum(one.figures for one in unit.blocks if one.melee == "pike")


def _run(  # who, whence, at what, how, how far, with whom
    battle: Battle, unit: Unit, start: Rect, its: Sequence[Rect | Polygon], order: o.ChargeOrder, reach: Hundredths,
    fellows: Collection[StandId],
) -> tuple[Rect, Hundredths, Hundredths, bool, float] | Refusal:  # fmt: skip
    """G-17: the way to the first contact: where it ends, inches of it, straight run, ground against impetus, inches of
    allowance.
    """
    rect, spent, moved, straight, blocked = start, 0.0, 0.0, 0.0, False
    normal = normal_move(unit, battle.scale) / 100
    ways = [_way(leg) for leg in order.legs] or [Ahead(inches(reach))]
    carried_on = all(isinstance(way, Ahead) for way in ways)
    for ordered in ways:
        if ordered is None:
            return barred("FS-7.6.2")
        touch = _touch(battle, unit, rect, its) if isinstance(ordered, Ahead) else None
        met_there = touch is not None and touch <= leg_length(rect, ordered) + TOUCH
        way = Ahead(touch) if met_there and touch is not None else ordered
        ground = crossed(battle, unit, rect, way)
        if isinstance(ground, Refusal):
            return ground
        if isinstance(met := _in_the_way(battle, unit, rect, way, {order.target, *fellows}), Refusal):
            return met
        far = leg_length(rect, way)
        held = rect_of(battle, battle.units[order.target])
        price = (far + ground) * rate(battle, unit, way) + lines_crossed(battle, unit, rect, way, held)
        if not isinstance(way, Ahead) and spent + price > normal + TOLERANCE:
            return barred("FS-7.6.2")
        blocked = blocked or bars_impetus(battle, unit, rect, way)
        spent, moved = spent + price, moved + far
        straight = straight + far if isinstance(way, Ahead) else 0.0
        rect = after(rect, way)
        if met_there:
            break
    if not _at(_touch(battle, unit, rect, its)):
        return barred("FS-7.6c", "FS-7.6b")
    if spent > reach / 100 + TOLERANCE:
        return barred("FS-7.6b", "FS-7a")
    before = unit.straight_before if carried_on else 0
    return rect, hundredths(moved), Hundredths(hundredths(straight) + before), blocked, spent


def _way(leg: o.Leg) -> Way | None:
    """FS-7.6.2: of the parts of a move, those a charge may have."""
    if isinstance(leg, o.Go):
        return Shift(leg.off, inches(leg.inches)) if leg.off else Ahead(inches(leg.inches))
    return Wheel(leg.angle) if isinstance(leg, o.WheelBy) else None


def _touch(battle: Battle, unit: Unit, rect: Rect, its: Iterable[Rect | Polygon]) -> Inches | None:
    """Inches straight ahead to the first contact of footprints; None if there is none."""
    mine = parts_at(battle, unit, rect)
    touches = [first_touch(part, one) for part in mine for one in its]
    return min((one for one in touches if one is not None), default=None)


def touched(battle: Battle, target: StandId, rect: Rect) -> Rect:
    """The part of a target's footprint that a charger comes up against."""
    return max(parts_of(battle, battle.units[target]), key=lambda one: contact.reach(one, rect))


def _at(touch: Inches | None) -> bool:
    return touch is not None and touch <= TOUCH + TOLERANCE


def _in_the_way(battle: Battle, unit: Unit, rect: Rect, way: Way, apart: Collection[StandId]) -> Refusal | None:
    """FS-7.6b, FS-7.10c: another unit met before the target; loose troops of its own are no obstacle."""
    far = leg_length(rect, way)
    for one in footprints(battle):
        if one.unit.id == unit.id or one.unit.id in apart or not isinstance(way, Ahead):
            continue
        if loose(one.unit) and (one.unit.side == unit.side or not unit.skirmishers):
            continue
        touch = _touch(battle, unit, rect, (one.rect,))
        if touch is not None and touch < far - TOUCH:
            return barred("FS-7.10c", "FS-7.10d") if one.unit.side == unit.side else barred("FS-7.6b")
    return None


def bars_impetus(battle: Battle, unit: Unit, rect: Rect, way: Way) -> bool:
    """FS-7.7.2, FS-11.1c, FS-11.2, FS-11.4c, FS-11.5c, FS-11.6a, FS-11.6b, FS-2.11e: ground that takes impetus away."""
    on_it = Ahead(Inches(way.distance + INTO)) if isinstance(way, Ahead) else way
    for one in battle.terrain:
        if one.kind in LINES:
            if (one.kind != "stakes" or unit.mounted) and meets_line(rect, on_it, one):
                return True
            continue
        free = one.kind == "steep_hill" and not unit.mounted and downhill(one, rect, on_it)
        if one.kind in _SLOWING and not free and length_in_area(rect, on_it, one.area):
            return True
    return False


_SLOWING = ("stream", "ford", "bridge", "rough", "wood", "light_wood", "heavy_wood", "steep_hill")


def aspect_of(its: Rect, part: Rect, start: Rect, end: Rect) -> t.Aspect:
    """G-27: front, flank or rear by the charger's front at the start of its charge and the face first touched.

    part: of the target, which is touched.
    """
    face = face_by_lines(its, middle(start, Face.FRONT), face_touched(part, end))
    return "front" if face is Face.FRONT else "rear" if face is Face.REAR else "flank"


def impetus(battle: Battle, charge: Charge) -> bool:
    """FS-7.7.1a, FS-7.7.1b, FS-7.7.2: whether a charge has impetus, as things stand."""
    unit, target = battle.units[charge.unit], battle.units[charge.target]
    if charge.straight < battle.inches(t.IMPETUS[unit.arm]) or charge.blocked or charge.fired:
        return False
    if unit.kind == "mounted_foot" or unit.morale == "shaken" or disordered(battle, unit):
        return False
    naked = unit.foot and not pike_supported(unit)
    pikes = target.foot and pike_supported(target) and steady(battle, target)
    return not (charge.aspect == "front" and pikes and (unit.mounted or naked))


def countercharge(
    battle: Battle, charge: Charge, start: Pose, answer: o.AnswerOrder, *, shoots: bool = False
) -> tuple[Rush, Rush] | Refusal:  # fmt: skip
    """FS-7.8a, FS-7.8b, FS-7.8c, G-19: charger and counter-charger move at once along the line between their fronts.

    start: where the charger stood as it began; shoots: the counter-charger, as it charges (FS-7.6.3).
    """
    charger, unit = battle.units[charge.unit], battle.units[answer.unit]
    mine, its = rect_of(battle, replace(charger, pose=start)), rect_of(battle, unit)
    against = _may_not_charge(battle, unit, charger, shoots=False)
    if against is not None or mine is None or its is None:
        return against or barred("FS-7.8a")
    both = _meeting(battle, charge, (mine, its), bearing(middle(mine, Face.FRONT), middle(its, Face.FRONT)), shoots)
    if both == NO_WAY and charge.straight >= charge.moved:  # G-19: or the charger's path, where it needs no wheel
        other = _meeting(battle, charge, (mine, its), mine.facing, shoots)
        return both if isinstance(other, Refusal) else other
    return both


def _meeting(  # who charges whom, from where, along what, how
    battle: Battle, charge: Charge, start: tuple[Rect, Rect], line: Tenths, shoots: bool
) -> tuple[Rush, Rush] | Refusal:  # fmt: skip
    """G-19, G-11: charger and counter-charger as they meet along a line; refused where a third unit bars either way.

    start: of the charger and of its target; line: the bearing from the first to the second; shoots: the target.
    """
    charger, unit = battle.units[charge.unit], battle.units[charge.target]
    mine, its = start
    if abs(relative(opposite(line), its.facing)) > NARROW:
        return barred("FS-7.8c", "FS-7.6.2")
    apart = met(parts_at(battle, charger, mine), line, parts_of(battle, unit))
    if apart is None:
        return barred("FS-7.8a")
    speeds = charge_move(charger, battle.scale, shoots=charge.fired), charge_move(unit, battle.scale, shoots=shoots)
    share = min(1.0, apart * 100 / (speeds[0] + speeds[1]))
    both = []
    for one, rect, speed, towards, made in (
        (charger, mine, speeds[0], line, charge),
        (unit, its, speeds[1], opposite(line), Charge(unit=unit.id, target=charger.id, counter=True, fired=shoots)),
    ):
        way = Shift(Tenths(relative(towards, rect.facing)), Inches(speed * share / 100))
        far = hundredths(way.distance)
        run = Hundredths(far + one.straight_before) if abs(way.off) <= STRAIGHT else Hundredths(0)
        blocked = bars_impetus(battle, one, rect, Ahead(way.distance))
        went = replace(made, moved=far, straight=run, blocked=blocked)
        to = pose_of(after(rect, way), Anchor.FRONT)
        there = parts_of(battle, replace(one, pose=to))
        if not clear(parts_at(battle, one, rect), there, close_order(battle, one)):
            return NO_WAY
        both.append(Rush(went, to, speed, impetus=False))
    return both[0], both[1]


def met(mine: Parts, bearing: Tenths, its: Iterable[Rect | Polygon]) -> Inches | None:
    """Inches along a bearing to the first contact of a footprint with others; None if there is none."""
    touches = [first_touch_along(part, bearing, one) for one in its for part in mine]
    return min((one for one in touches if one is not None), default=None)


class Evasion(NamedTuple):
    """An evade move as it would be made."""

    to: Pose
    """Where it ends."""
    inches: Hundredths
    """Of its way."""


def evasion(battle: Battle, charge: Charge, start: Pose, answer: o.AnswerOrder) -> Evasion | Refusal:
    """FS-7.9a, FS-7.9c, FS-7.9d, G-20, FS-Q36: where an evader ends; unsaid, at the first place out of reach."""
    unit, charger = battle.units[answer.unit], battle.units[charge.unit]
    if not may_evade(unit):
        return barred("FS-7.9a")
    unit = crew_alone(unit) if unit.guns else unit
    rect = rect_of(battle, unit)
    if rect is None:
        return barred("FS-7.9a")
    if unit.debt or unit.morale == "routed":
        return barred("FS-7.16") if unit.debt else barred("FS-7b")
    line = charger.pose.facing if charge.state == "pending" and charger.pose is not None else start.facing
    towards = line if answer.bearing is None else answer.bearing
    if abs(relative(towards, line)) > EIGHTH:
        return barred("FS-7.9c", "G-20")
    most = charge_move(unit, battle.scale)
    least = Hundredths(-(-normal_move(unit, battle.scale) // 2))
    left = charge_move(charger, battle.scale, shoots=charge.fired) - charge.moved
    far = min(most, max(least, Hundredths(left + 1))) if answer.inches is None else answer.inches
    if not normal_move(unit, battle.scale) <= 2 * far or far > most:
        return barred("FS-7.9d", "FS-Q36")
    far = Hundredths(min(far, _free_way(battle, unit, charge, rect, towards)))
    if 2 * far < normal_move(unit, battle.scale):
        return barred("FS-7.9d", "G-20")
    to = pose_of(moved_along(rect, towards, inches(far)), Anchor.FRONT)
    apart = {unit.id, charge.unit}  # and not ``close_order``: no rule lets an evader end on routed troops (G-11)
    others = [one.rect for one in footprints(battle) if one.unit.id not in apart and not loose(one.unit)]
    if upon(parts_of(battle, replace(unit, pose=to)), others):
        return barred("FS-7.9c", "G-20")
    ground = crossed(battle, unit, rect, Shift(Tenths(relative(towards, rect.facing)), inches(far)))
    return ground if isinstance(ground, Refusal) else Evasion(to, far)


def _free_way(battle: Battle, unit: Unit, charge: Charge, rect: Rect, towards: Tenths) -> int:
    """G-20: hundredths of an inch to the first enemy or impassable ground."""
    things: list[Rect | Polygon] = [
        one.rect for one in footprints(battle) if one.unit.side != unit.side and one.unit.id != charge.unit
    ]
    things += [one.area for one in battle.terrain if one.kind in {*BARRIERS, "block", "strongpoint"}]
    touch = met(parts_at(battle, unit, rect), towards, things)
    return int(touch * 100) if touch is not None else 10**6


def may_evade(unit: Unit) -> bool:
    """FS-7.9a, FS-7f: gunners, who leave their guns; skirmishers; light cavalry no more than two ranks deep."""
    light = unit.kind == "cavalry" and ranks(unit) <= 2 and all(one.armour == "L" for one in unit.blocks)
    return unit.guns is not None or unit.skirmishers or light


def square_in_time(battle: Battle, unit: Unit, charge: Charge) -> Unit | None:
    """FS-7.17f, FS-Q87: the unit in a square, if the charge is at least that share of a charge move that it takes."""
    made = changed(battle, unit, o.Square(True))
    if isinstance(made, Refusal) or unit.morale == "routed":
        return None
    squared, moves, _ = made
    return squared if charge.moved >= moves * charge_move(battle.units[charge.unit], battle.scale) else None


def next_in_line(battle: Battle, charge: Charge) -> Rush | None:
    """FS-7.9e, FS-Q36: the first enemy met straight on within what is left of the charge; None if there is none."""
    unit = battle.units[charge.unit]
    rect = rect_of(battle, unit)
    if rect is None:
        return None
    left = left_to_charge(battle, charge)
    there = [
        (touch, one) for one in footprints(battle)
        if one.unit.side != unit.side and one.unit.id != charge.target and one.unit.morale != "routed"
        and (touch := _touch(battle, unit, rect, (one.rect,))) is not None and touch <= left / 100 + TOUCH
    ]  # fmt: skip
    if not there:
        return None
    far, found = min(there, key=lambda one: (one[0], one[1].unit.id))
    alone = replace(battle, charges=())
    if _may_not_charge(alone, unit, found.unit, shoots=charge.fired) is not None:
        return None
    end = after(rect, Ahead(Inches(max(0.0, far))))
    if not clear(parts_of(battle, unit), parts_at(battle, unit, end), close_order(battle, unit)):
        return None
    start = placed_at(battle, unit, charge.start) or rect
    aspect = aspect_of(rect_of(battle, found.unit) or found.rect, found.rect, start, end)
    on = replace(
        charge, target=found.unit.id, aspect=aspect, state="pending",
        moved=Hundredths(charge.moved + hundredths(far)), straight=Hundredths(charge.straight + hundredths(far)),
        blocked=charge.blocked or bars_impetus(battle, unit, rect, Ahead(Inches(max(0.0, far)))),
    )  # fmt: skip
    return Rush(on, pose_of(end, Anchor.FRONT), charge_move(unit, battle.scale), impetus(alone, on))


def closing(battle: Battle, charge: Charge) -> Rush | None:
    """FS-Q38: on to a target that has recoiled, with what is left of the charge; None if it cannot reach."""
    unit = battle.units[charge.unit]
    mine, its = rect_of(battle, unit), parts_of(battle, battle.units[charge.target])
    touch = _touch(battle, unit, mine, its) if mine is not None else None
    if mine is None or touch is None or touch * 100 > left_to_charge(battle, charge) + TOUCH:
        return None
    far = max(0.0, touch)
    moved = Hundredths(charge.moved + hundredths(far))
    on = replace(charge, moved=moved, straight=Hundredths(charge.straight + hundredths(far)))
    end = after(mine, Ahead(Inches(far)))
    if not clear(parts_of(battle, unit), parts_at(battle, unit, end), close_order(battle, unit)):
        return None
    return Rush(on, pose_of(end, Anchor.FRONT), charge_move(unit, battle.scale), impetus=False)


def left_to_charge(battle: Battle, charge: Charge) -> Hundredths:
    """Inches that are left of a charge move."""
    whole = charge_move(battle.units[charge.unit], battle.scale, shoots=charge.fired)
    return Hundredths(max(0, whole - charge.moved))


def placed_at(battle: Battle, unit: Unit, pose: Pose | None) -> Rect | None:
    """Its footprint where it once stood."""
    return rect_of(battle, replace(unit, pose=pose)) if pose is not None else None


def began(battle: Battle, charge: Charge) -> Pose | None:
    """Where a charger stood as its charge began."""
    unit = battle.units[charge.unit]
    rect = rect_of(battle, unit)
    if charge.start is not None or rect is None:
        return charge.start
    back = charge.moved if charge.state != "declared" else 0
    return pose_of(moved_along(rect, opposite(rect.facing), back / 100), Anchor.FRONT)


def answered(battle: Battle, answer: o.AnswerOrder, charge: Charge | None) -> Rush | Refusal | None:
    """FS-7.8b, FS-7.9a, FS-7.17f: an answer to a charge, judged; of a countercharge what it would be."""
    unit = battle.units[answer.unit]
    if answer.do == "stand":
        return None
    if answer.do == "evade" and not may_evade(unit):
        return barred("FS-7.9a")
    start = began(battle, charge) if charge is not None else None
    if charge is None or start is None:
        return (
            barred("FS-7.8b") if answer.do == "countercharge" else barred("FS-7.9b") if answer.do == "evade" else None
        )
    if answer.do == "square":
        return None if square_in_time(battle, unit, charge) else barred("FS-7.17f", "FS-Q87")
    if answer.do == "evade":
        way = evasion(battle, charge, start, answer)
        return way if isinstance(way, Refusal) else None
    both = countercharge(battle, charge, start, answer)
    return both if isinstance(both, Refusal) else both[1]
