"""Who may fire at whom: arc, range, line of fire, what the firer has done (AR-fire, AR-pist, AR-bow, AR-art)."""

from typing import NamedTuple

from pbem.engine.kept import kept
from pbem.engine.table.angles import Point
from pbem.engine.table.arcs import Arc, ahead_of, front_zone, meets, wedge_through
from pbem.engine.table.areas import passes
from pbem.engine.table.contact import meets as touch
from pbem.engine.table.distances import edge_rect
from pbem.engine.table.measures import Hundredths, hundredths, within
from pbem.engine.table.rects import Face, Rect, corners, local, local_point, middle
from pbem.engine.table.sight import run
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting.groups import firing_group, groups
from pbem.rulesets.armatys.fighting.seeing import hidden
from pbem.rulesets.armatys.state.battle import Battle, General, touching, umpires_word, unit_of
from pbem.rulesets.armatys.state.charged import charging
from pbem.rulesets.armatys.state.units import Unit, one_file

OUT_OF_RANGE = 100
"""In place of the die that a gun needs."""
Target = Unit | General
"""AR-Q38: a general alone may be fired at."""


class Objection(NamedTuple):
    """Why a shot may not be: the rules; the unit or piece of terrain in the way."""

    rules: tuple[str, ...]
    by: str | None = None
    distance: Hundredths | None = None
    """Of a shot."""
    inside: Hundredths | None = None
    """How much of the line of fire runs in woods and towns."""


def weapon_of(unit: Unit, target: Target) -> t.Weapon:
    """What a unit fires with: pistols if they are loaded and reach, else horse bows."""
    if unit.gun:
        return "gun"
    if not unit.cavalry:
        return "musket"
    near = within(distance(unit, target), Hundredths(100 * t.PISTOL_RANGE))
    return "pistol" if unit.pistols_loaded and (near or not unit.bow) else "bow" if unit.bow else "pistol"


def distance(unit: Unit, target: Target) -> Hundredths:
    """AR-G8: from the front edge to the footprint."""
    return hundredths(edge_rect(unit.rect, Face.FRONT, target.rect))


def firers(unit: Unit, weapon: t.Weapon) -> int:
    """AR-fire-4, AR-pist-1, AR-bow-2: front-rank muskets; figures of two ranks with pistols; one rank of horse bows."""
    if weapon == "pistol":
        return sum(map(len, unit.rows[:2]))
    front = unit.rows[0]
    return len(front) if weapon == "bow" else sum(front.count(letter) for letter in "MBD")


def gun_needs(gun: Unit, target: Target) -> int:
    """AR-art-8, AR-art-9: the least die that hits; above 6: none does."""
    assert gun.gun is not None
    short = t.FULL_CREW[gun.gun] - gun.figures
    for limit, need in zip(t.GUN_RANGES, t.GUN_NEEDS[gun.gun], strict=False):
        if within_range(distance(gun, target), limit):
            return need + short
    return OUT_OF_RANGE


def objection(battle: Battle, unit: Unit, target: Target) -> Objection | None:
    """Why a unit may not fire at an enemy as things stand; None when it may."""
    weapon = weapon_of(unit, target)
    for rules in (_melee(battle, unit, target), unready(unit, weapon), reach_of(unit, target, weapon)):
        if rules:
            return Objection(rules)
    return line_of_fire(battle, unit, target)


def unready(unit: Unit, weapon: t.Weapon) -> tuple[str, ...]:
    """The rules by which a unit does not fire at all as things stand."""
    return ("AR-Q60",) if unit.crossing is not None else _state(unit, weapon) or _memory(unit, weapon)


def within_range(length: Hundredths, limit: int) -> bool:
    """AR-G8: limits are inclusive."""
    return length <= 100 * limit


def _state(unit: Unit, weapon: t.Weapon) -> tuple[str, ...]:
    """Who never fires: broken units, pursuers, units that owe bounds, mounted dragoons, guns not ready."""
    if unit.state == "broken":
        return ("AR-Q14", "AR-Q17")
    if unit.pursuit or unit.rally_owed:
        return ("AR-pur-9", "AR-Q23")
    if unit.kind == "dragoons" and unit.mounted:
        return ("AR-Q37",)
    if weapon == "gun" and unit.status == "abandoned":
        return ("AR-art-9", "AR-Q25", "AR-Q83")
    if weapon == "gun" and unit.status != "prepared":
        return ("AR-art-4", "AR-Q42")
    if weapon == "pistol" and not unit.pistols_loaded:
        return ("AR-pist-4",)
    if weapon != "gun" and not firers(unit, weapon):
        return ("AR-fire-4",)
    if one_file(unit) and not groups(firers(unit, weapon), firing_group(unit, weapon)):
        return ("AR-fire-7", "AR-fire-4")
    return ()


def _memory(unit: Unit, weapon: t.Weapon) -> tuple[str, ...]:
    """What a unit has done in this bound that bars its fire."""
    if unit.fired:
        return ("AR-fire-9",)
    if unit.fought and (unit.moved or unit.changed):
        return ("AR-Q79",)
    if weapon == "musket" and (unit.moved or unit.changed):
        return ("AR-move-6", "AR-Q37") if unit.kind == "dragoons" else ("AR-move-6",)
    if weapon == "gun" and (unit.moved or unit.changed):
        return ("AR-art-6", "AR-move-6")
    if beyond_nine(unit):
        return ("AR-pist-2" if weapon == "pistol" else "AR-bow-2", "AR-Q34")
    if weapon in {"pistol", "bow"} and charging(unit):
        return ("AR-pist-3",) if weapon == "pistol" else ("AR-Q36",)
    if weapon == "musket" and unit.bayonet == "plug" and unit.bayonets_fixed:
        return ("AR-Q56", "AR-bay-1")
    return ()


def beyond_nine(unit: Unit) -> bool:
    """AR-pist-2, AR-bow-2, AR-Q34."""
    return unit.moved > 100 * t.MOVE_AND_FIRE


def reach_of(unit: Unit, target: Target, weapon: t.Weapon) -> tuple[str, ...]:
    """Range and arc."""
    far = distance(unit, target)
    if weapon == "gun":
        if not meets(ahead_of(_arc_of_gun(unit.rect), unit.rect), target.rect):
            return ("AR-art-7", "AR-G7")
        return () if gun_needs(unit, target) < OUT_OF_RANGE else ("AR-art-8",)  # AR-art-9: above 6 it cannot hit
    if not meets(front_zone(unit.rect), target.rect):
        return ("AR-fire-1", "AR-G6")
    limit, rule = {
        "musket": (t.MUSKET_RANGE, "AR-fire-2"),
        "pistol": (t.PISTOL_RANGE, "AR-pist-1"),
        "bow": (t.BOW_RANGE, "AR-bow-2"),
    }[weapon]
    return () if within_range(far, limit) else (rule, "AR-G8")


def _arc_of_gun(rect: Rect) -> Arc:
    """AR-G7: from the centre of the base through its front corners."""
    left, right = corners(rect)[:2]
    return wedge_through((rect.x, rect.y), left, right)


def ends(unit: Unit, target: Target) -> tuple[Point, Point]:
    """AR-G9: from the middle of the front edge to the nearest point of the target."""
    start = middle(unit.rect, Face.FRONT)
    right, ahead = local(target.rect, start)
    wide, deep = target.rect.half_width, target.rect.half_depth
    return start, local_point(target.rect, max(-wide, min(wide, right)), max(-deep, min(deep, ahead)))


def _melee(battle: Battle, unit: Unit, target: Target) -> tuple[str, ...]:
    """AR-Q79: not by a unit in contact.  AR-Q29: nor at one.  AR-Q38: at a general only if he is with no unit."""
    if umpires_word(battle, unit.id, "fire", target.id) == "forbidden":
        return ("AR-D22",)
    if isinstance(target, General):
        return ("AR-Q38",) if unit_of(battle, target) is not None else ()
    if touching(battle, unit.id):
        return ("AR-Q79",)
    return ("AR-Q29",) if touching(battle, target.id) else ()


def line_of_fire(battle: Battle, unit: Unit, target: Target) -> Objection | None:
    """AR-G9: units, generals, hills, cliffs and more than 3" of woods and towns block it."""
    start, end = ends(unit, target)
    for other in kept(battle, "by code", lambda: sorted(battle.units.values(), key=lambda one: one.id)):
        there = other.rect
        if not passes(start, end, there) and run(start, end, there) and other.id not in (unit.id, target.id):
            return Objection(("AR-fire-1", "AR-art-7", "AR-G9"), other.id)
    for name, general in sorted(battle.generals.items()):
        mine = name == target.id or touch(general.rect, unit.rect) or touch(general.rect, target.rect)
        if not general.removed and not mine and run(start, end, general.rect):
            return Objection(("AR-fire-1", "AR-G9"), name)
    found = hidden(battle, start, end)
    return Objection(found.rules, found.by, inside=found.inside) if found is not None else None
