"""At whom a unit may shoot, and at whom first (FS-9.4a, FS-9.9, FS-9.10, FS-10.7a, FS-11.5, FS-Q92, FS-Q101)."""

from pbem.engine.hiding import is_hidden
from pbem.engine.ids import StandId
from pbem.engine.table.advance import advanced
from pbem.engine.table.areas import meets
from pbem.engine.table.distances import point_rect
from pbem.engine.table.measures import Hundredths, inches, within
from pbem.engine.table.places import Pose, point
from pbem.engine.table.rects import Anchor, Rect, placed
from pbem.rulesets.fornovo.fighting.arms import in_charge, weapons_in_charge
from pbem.rulesets.fornovo.moving.firing_line import apart, footings
from pbem.rulesets.fornovo.moving.places import charge_move, footprint, parts_at, parts_of, rect_of
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.moving.seeing import in_deep
from pbem.rulesets.fornovo.special.holding import seen_to, silent, visibility
from pbem.rulesets.fornovo.state.battle import Battle, charge_of, charges_on, combats_of
from pbem.rulesets.fornovo.state.units import Unit

NEAR_GENERAL, AS_NEAR, HEAVY_WOOD = 2, 4, 2
"""FS-9.10, FS-Q50, FS-11.5.2: inches."""
UNDER_WAY = {"declared", "pending", "home"}


def unready(battle: Battle, unit: Unit) -> Refusal | None:
    """Who does not shoot at all (FS-9.1b, FS-7.16, FS-Q92, FS-7.5c)."""
    if unit.morale == "routed":
        return barred("FS-9.1b")
    if unit.debt:
        return barred("FS-7.16")
    if (rule := silent(battle, unit.id)) is not None:
        return barred(rule)
    if unit.fired:
        return barred("FS-9.1a")
    if unit.kind == "wagons" and (unit.moved or unit.maneuvered):
        return barred("FS-2.10b", "FS-9.14e")
    if unit.left_table is not None or (unit.pose is None and unit.inside is None):
        return barred("FS-7.4b")
    if combats_of(battle, unit.id):
        return barred("FS-Q92", "FS-9.4a", "FS-7.5c")
    return None


def chargers(battle: Battle, unit: Unit) -> list[StandId]:
    """Enemies that charge it and are not gone."""
    return [one.unit for one in charges_on(battle, unit.id) if one.state in UNDER_WAY]


def charging(battle: Battle, unit: Unit) -> bool:
    """It charges or counter-charges, and its target is not gone."""
    mine = charge_of(battle, unit.id)
    return mine is not None and mine.state in UNDER_WAY


def as_near(battle: Battle, far: Hundredths, nearest: Hundredths) -> bool:
    """FS-Q50."""
    return far - nearest <= battle.inches(AS_NEAR)


def barred_target(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """At whom it may not shoot, wherever either stands."""
    if target.side == unit.side or target.left_table is not None:
        return barred("FS-9.1a")
    if target.kind == "sniper" and unit.kind != "sniper":
        return barred("FS-2.6b")
    if combats_of(battle, target.id):
        return barred("FS-Q92")
    against = _in_charge(battle, unit, target)
    if against is not None:
        return against
    made = charge_of(battle, target.id)
    if made is None or made.state not in UNDER_WAY or made.target == unit.id or in_charge(battle, unit):
        return None
    short = 2 * made.moved <= charge_move(target, battle.scale, shoots=made.fired)
    return barred("FS-9.9b") if short else None


def _in_charge(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """FS-9.10, FS-9.9d, FS-10.7a: those who charge or are charged shoot at that enemy, if they may at all."""
    mine = charge_of(battle, unit.id)
    if mine is not None and charging(battle, unit):
        if not (mine.fired and weapons_in_charge(unit)):
            return barred("FS-10.7a", "FS-7.6.3")
        return None if target.id == mine.target else barred("FS-9.10")
    on_it = [one for one in charges_on(battle, unit.id) if one.state in UNDER_WAY]
    if not on_it:
        return None
    made = next((one for one in on_it if one.unit == target.id), None)
    if made is None:
        return barred("FS-9.10")
    return None if made.aspect == "front" else barred("FS-9.9d", "FS-10.7a")


def places(battle: Battle, unit: Unit, target: Unit) -> list[Rect]:
    """FS-9.9a, FS-9.9b, FS-9.9c, FS-Q101: where a unit may shoot at a target: where it stands; a stationary one also
    where it passed.
    """
    there, rect = [*footings(battle, target)], rect_of(battle, target)
    if rect is None or unit.moved or unit.maneuvered or in_charge(battle, unit):
        return there
    size = footprint(target, battle.scale)
    found = [placed(Pose(at, rect.facing), size, Anchor.FRONT) for at in target.passed_fire]
    made = charge_of(battle, target.id)
    if made is not None and not target.passed_fire:
        found += [advanced(rect, -back) for back in range(1, made.moved // 100 + 1)]
    return [*there, *(part for one in found for part in parts_at(battle, target, one))]


def unseen(battle: Battle, unit: Unit, target: Unit, far: Hundredths) -> Refusal | None:
    """FS-11.5a, FS-11.5b, FS-11.5.2: woods between them; FS-11.3a: night and fog, by the scenario."""
    dark = visibility(battle)
    if dark is not None and not is_hidden(battle) and far > seen_to(battle, target, dark):
        return barred("FS-11.3a")
    mine, its = rect_of(battle, unit), rect_of(battle, target)
    heavy = [one.area for one in battle.terrain if one.kind == "heavy_wood"]
    if mine and its and any(meets(mine, wood) and meets(its, wood) for wood in heavy):
        return barred("FS-11.5.2") if far > battle.inches(HEAVY_WOOD) else None
    for one, rect in ((unit, mine), (target, its)):
        if rect is not None and in_deep(battle, one, rect, inches(far)):
            return barred("FS-11.5b", "FS-11.5a", "FS-Q71")
    return None


def led(battle: Battle, unit: Unit) -> bool:
    """FS-9.10: a general of its side is within 2(1.5) inches."""
    for one in battle.generals.values():
        if one.removed or one.side != unit.side:
            continue
        if one.attached_to == unit.id:
            return True
        near = one.at is not None and any(
            within(point_rect(point(one.at), part), battle.inches(NEAR_GENERAL)) for part in parts_of(battle, unit)
        )
        if near:
            return True
    return False


def nearer(battle: Battle, unit: Unit, target: Unit, far: Hundredths) -> list[Unit]:
    """FS-Q50: enemies that may be so much nearer than the target that it is none; the nearest first."""
    near = far - battle.inches(AS_NEAR)
    if near <= 0:
        return []
    found = [
        (away, one.id, one) for one in battle.units.values()
        if one.side != unit.side and one.id != target.id and (away := apart(battle, unit, one)) < near
    ]  # fmt: skip
    return [one for _, _, one in sorted(found, key=lambda each: each[:2])]
