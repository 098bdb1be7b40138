"""Footprints, and the ground they stand on (G-2, G-31, G-35; FS-5.1, FS-11)."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import inf
from typing import NamedTuple, TypeAlias, TypeVar

from pbem.engine.kept import kept
from pbem.engine.table.angles import Point, relative
from pbem.engine.table.areas import divided, inside, meets
from pbem.engine.table.contact import reach
from pbem.engine.table.distances import rect_line, rects
from pbem.engine.table.measures import Hundredths, Inches, Tenths, millimetres, within
from pbem.engine.table.rects import Anchor, Face, Rect, Size, corners, local_point, middle, placed, size_in_millimetres
from pbem.engine.table.shapes import Box
from pbem.engine.table.turning import faced, pivoted_about
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.battle import LINES, WOODS, Battle, Piece, combats_of, opponent, piece
from pbem.rulesets.fornovo.state.units import Unit, exhausted, files, ranks

T = TypeVar("T")
Parts: TypeAlias = tuple[Rect, ...]
"""The rectangles of a footprint, from left to right."""
ROUNDED = 0.03
"""Inches by which two that touch may seem to overlap, once their places and facings are stored."""
SQUARE_RANKS = 4
"""G-35."""


class OnTable(NamedTuple):
    """A unit that has a place, with its footprint or a part of that."""

    unit: Unit
    rect: Rect


def base(unit: Unit, scale: t.FigureScale) -> tuple[int, int]:
    """FS-1.2, FS-Q82: width and depth of one base in millimetres."""
    if unit.guns:
        return t.BASES[scale, "gun"]
    if unit.kind == "wagons":
        return t.BASES[scale, "wagon"]
    return t.BASES[scale, unit.arm + (" skirmish" if unit.skirmishers else "")]


def footprint(unit: Unit, scale: t.FigureScale) -> Size:
    """G-2: files x base width, rows x base depth; guns side by side; G-35: a square."""
    return kept(unit, ("footprint", scale), lambda: _size(unit, scale))


def _size(unit: Unit, scale: t.FigureScale) -> Size:
    wide, deep = base(unit, scale)
    if unit.guns:
        return size_in_millimetres(wide * unit.guns.n, deep)
    if not unit.blocks:
        return size_in_millimetres(wide, deep)
    if unit.formation == "square":
        side = max(square_files(unit) * wide, 2 * min(ranks(unit), SQUARE_RANKS) * deep)
        return size_in_millimetres(side, side)
    return size_in_millimetres(files(unit) * wide, max(len(one.rows) for one in unit.blocks) * deep)


def square_files(unit: Unit) -> int:
    """G-35: figures of one face over its ranks."""
    face = -(-unit.figures // 4)
    return -(-face // max(1, min(ranks(unit), SQUARE_RANKS)))


def rect_of(battle: Battle, unit: Unit) -> Rect | None:
    """G-2: the rectangle around its footprint; None for a unit without a place."""
    pose, scale = unit.pose, battle.scale
    if pose is None:
        return None
    return kept(unit, ("rect", scale), lambda: placed(pose, footprint(unit, scale), Anchor.FRONT))


def blocks_at(battle: Battle, unit: Unit, rect: Rect) -> Parts:
    """G-2: its blocks side by side on one front line.  rect: the rectangle around them."""
    wide, deep = map(millimetres, base(unit, battle.scale))
    left, found = -rect.half_width, []
    for one in unit.blocks:
        half, half_depth = one.rows[0] * wide / 2, len(one.rows) * deep / 2
        x, y = local_point(rect, left + half, rect.half_depth - half_depth)
        found.append(rect._replace(x=x, y=y, half_width=half, half_depth=half_depth))
        left += 2 * half
    return tuple(found)


def parts_at(battle: Battle, unit: Unit, rect: Rect) -> Parts:
    """G-2: the blocks of a unit in line, if they are of unlike depth; else ``rect``, which is around its footprint."""
    if len(unit.blocks) < 2 or unit.formation == "square" or not unit.arrayed:
        return (rect,)
    return blocks_at(battle, unit, rect) if len({len(one.rows) for one in unit.blocks}) > 1 else (rect,)


def parts_of(battle: Battle, unit: Unit) -> Parts:
    """G-2: its footprint where it stands; () for a unit without a place."""
    return kept(unit, ("parts", battle.scale), lambda: _parts(battle, unit))


def _parts(battle: Battle, unit: Unit) -> Parts:
    rect = rect_of(battle, unit)
    return parts_at(battle, unit, rect) if rect is not None else ()


def distance(mine: Iterable[Rect], its: Iterable[Rect]) -> Inches:
    """G-4: inches between the nearest parts of two footprints; infinite where one has no parts."""
    others = (*its,)
    return Inches(min((rects(one, other) for one in mine for other in others), default=inf))


def centroid(battle: Battle, unit: Unit, rect: Rect) -> Point:
    """G-14: the centroid of a unit's footprint, in inches.  rect: the rectangle around it."""
    parts = parts_at(battle, unit, rect)
    whole = sum(one.half_width * one.half_depth for one in parts)
    x, y = (sum(at * one.half_width * one.half_depth for one in parts for at in [one[axis]]) for axis in (0, 1))
    return (x / whole, y / whole)


def faced_about(battle: Battle, unit: Unit, rect: Rect, facing: Tenths) -> Rect:
    """G-14: turned about the centroid of its footprint until it faces so."""
    if len(parts_at(battle, unit, rect)) == 1:
        return faced(rect, facing)
    return pivoted_about(rect, Tenths(relative(facing, rect.facing)), centroid(battle, unit, rect))


def overlap(battle: Battle, unit: Unit, other: Unit) -> Inches:
    """Inches by which the footprints of two units overlap at most; 0 where they are apart."""
    others = parts_of(battle, other)
    return Inches(max((reach(part, one) for part in parts_of(battle, unit) for one in others), default=0.0))


def upon(mine: Iterable[Rect], its: Iterable[Rect]) -> bool:
    """G-11: whether a footprint overlaps others by more than rounding (``ROUNDED``): no move may end there."""
    others = (*its,)
    return any(reach(part, one) > ROUNDED for part in mine for one in others)


def between(battle: Battle, mine: Rect, its: Rect) -> list[OnTable]:
    """The parts of units of which any may lie within the box around two footprints, by id of the units."""
    reach, other = mine.half_width + mine.half_depth, its.half_width + its.half_depth
    west, east = min(mine.x - reach, its.x - other), max(mine.x + reach, its.x + other)
    south, north = min(mine.y - reach, its.y - other), max(mine.y + reach, its.y + other)
    return [
        there for (its_west, its_south, its_east, its_north), there in kept(battle, "boxes", lambda: _boxes(battle))
        if its_east >= west and its_west <= east and its_north >= south and its_south <= north
    ]  # fmt: skip


def _boxes(battle: Battle) -> list[tuple[Box, OnTable]]:
    """Of each part a box, about the middle of its front, that holds it however it faces."""
    found = []
    for one in footprints(battle):
        (x, y), around = middle(one.rect, Face.FRONT), one.rect.half_width + 2 * one.rect.half_depth
        found.append(((x - around, y - around, x + around, y + around), one))
    return found


def kept_of(battle: Battle, key: Hashable, unit: Unit, other: Unit, make: Callable[[], T]) -> T:
    """What was worked out of two units of a battle as they are in it, or is now; of a unit supposed otherwise, anew."""
    if battle.units.get(unit.id) is not unit or battle.units.get(other.id) is not other:
        return make()
    return kept(battle, (key, unit.id, other.id), make)


def standing(battle: Battle) -> tuple[OnTable, ...]:
    """All units that have a place on the table, by id."""
    return kept(battle, "standing", lambda: _standing(battle))


def _standing(battle: Battle) -> tuple[OnTable, ...]:
    found = ((unit, rect_of(battle, unit)) for _, unit in sorted(battle.units.items()))
    return tuple(OnTable(unit, rect) for unit, rect in found if rect is not None)


def footprints(battle: Battle) -> tuple[OnTable, ...]:
    """The parts of the footprints of all units that have a place on the table, by id."""
    return kept(battle, "footprints", lambda: tuple(
        OnTable(one.unit, part) for one in standing(battle) for part in parts_of(battle, one.unit)
    ))  # fmt: skip


def on(rect: Rect, one: Piece) -> bool:
    """G-11, G-31: any part of a footprint is inside a polygon; a line runs through it."""
    if one.kind in LINES:
        return divided(rect, one.way)
    return meets(rect, one.area)


def passable(battle: Battle, rect: Rect) -> bool:
    """FS-11.7: whether a ford or bridge carries a footprint over the river or whatever it lies on."""
    ways = [one.area for one in battle.terrain if one.kind in {"ford", "bridge"}]
    return any(all(inside(corner, way) for corner in corners(rect)) for way in ways)


def disordering(battle: Battle, unit: Unit, rect: Rect) -> str | None:
    """The piece of ground that disorders a unit as it stands: woods (FS-11.5c), rough ground for pikes (FS-11.4b),
    streams and fences that divide it (FS-11.2, FS-11.6a), bridges (FS-11.7), ditches (FS-11.9), works (FS-11.10c).
    """
    pikes = any(block.melee == "pike" for block in unit.blocks)
    for one in battle.terrain:
        works = one.kind in {"light_works", "heavy_works"} and unit.inside == one.id
        if works and within(rect_line(rect, one.way), battle.inches(4)):
            return one.id
        upsets = one.kind in _DISORDERING or (pikes and one.kind == "rough")
        if upsets and on(rect, one) and any(on(part, one) for part in parts_at(battle, unit, rect)):
            return one.id
    return None


_DISORDERING = (*WOODS, "stream", "ford", "bridge", "low_wall", "high_wall", "hedgerow", "ditch")


def disordered(battle: Battle, unit: Unit) -> bool:
    """FS-5.1, FS-5.2, FS-11.8c: by a temporary source, or as it stands."""
    return unit.disordered or lasting_disorder(battle, unit)


def lasting_disorder(battle: Battle, unit: Unit) -> bool:
    """FS-Q32, FS-2.10f: what no rest clears: exhaustion, formation, ground, a block held, one or wagons attacked."""
    return kept_of(battle, "lasting disorder", unit, unit, lambda: _lasting_disorder(battle, unit))


def _lasting_disorder(battle: Battle, unit: Unit) -> bool:
    if exhausted(unit) or misformed(unit):
        return True
    held = piece(battle, unit.inside)
    if held is not None and held.kind != "laager":
        return True
    enemies = [battle.units[opponent(one, unit.id)] for one in combats_of(battle, unit.id)]
    if any(one.kind == "wagons" and unit.foot for one in enemies):
        return True
    attacked = [piece(battle, one.inside) for one in enemies]
    if any(one is not None and one.kind != "ditch" for one in attacked):
        return True
    rect = rect_of(battle, unit)
    return rect is not None and disordering(battle, unit, rect) is not None


def misformed(unit: Unit) -> bool:
    """FS-2.1c, FS-5.1, FS-Q21, FS-Q86: too shallow, too wide; guns and units inside something are exempt."""
    if not unit.arrayed or unit.inside is not None or unit.guns:
        return False
    if files(unit) > t.MOST_WIDE[unit.type]:
        return True
    least = 1 if "shallow" in unit.training else t.LEAST_RANKS["cavalry" if unit.mounted else "foot"]
    return not unit.skirmishers and ranks(unit) < least


def steady(battle: Battle, unit: Unit) -> bool:
    """FS-5a."""
    troops = unit.type == "R" and unit.kind in {"foot", "cavalry", "mounted_foot"}
    return troops and not unit.skirmishers and unit.morale in {"good", "halted"} and not disordered(battle, unit)


def normal_move(unit: Unit, scale: t.FigureScale) -> Hundredths:
    """FS-7a, FS-7c, FS-2.11b, FS-Q100: inches of a normal move."""
    if unit.guns:
        table = t.LIMBERED_MOVE if unit.limbered else t.BY_HAND_MOVE
        return t.by_scale(table[unit.guns.kind], scale)
    if unit.kind == "wagons":
        return t.by_scale(t.WAGON_MOVE, scale)
    inches = _figure(t.NORMAL_MOVE, unit)
    inches -= t.BARDED_MOVE * unit.barded + t.STAKES_MOVE * any(one.stakes for one in unit.blocks)
    return t.by_scale(inches, scale)


def charge_bonus(unit: Unit, scale: t.FigureScale) -> Hundredths:
    """FS-7a, FS-7d: none for trotters."""
    if unit.guns or unit.kind == "wagons" or (unit.kind == "cavalry" and unit.charge == "trot"):
        return Hundredths(0)
    return t.by_scale(_figure(t.CHARGE_BONUS, unit), scale)


def charge_move(unit: Unit, scale: t.FigureScale, *, shoots: bool = False) -> Hundredths:
    """FS-7a, FS-7.6.3, FS-Q35: a full charge move, or charge speed; without the bonus where it shoots."""
    bonus = Hundredths(0) if shoots else charge_bonus(unit, scale)
    return Hundredths(normal_move(unit, scale) + bonus)


def _figure(table: Mapping[tuple[str, t.Armour], int], unit: Unit) -> int:
    """FS-Q88: mixed armour moves at the slowest rate."""
    return min((table[unit.arm, one.armour] for one in unit.blocks), default=table[unit.arm, "L"])
