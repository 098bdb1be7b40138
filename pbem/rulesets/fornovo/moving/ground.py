"""What ground costs, and to whom it is closed (FS-11, G-11, G-31)."""

from pbem.engine.special import rules_of
from pbem.engine.table.advance import swept_along
from pbem.engine.table.areas import divided, length_inside, meets
from pbem.engine.table.distances import points, rect_line
from pbem.engine.table.measures import Tenths, within
from pbem.engine.table.paths import Leg as Way
from pbem.engine.table.paths import Shift, Wheel, after, leg_length, length_in_area
from pbem.engine.table.places import point
from pbem.engine.table.rects import Face, Rect, Segment, middle, strip
from pbem.engine.table.shapes import Box, pieces, polygon
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.places import on, passable
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.special.holding import closed_in_the_dark
from pbem.rulesets.fornovo.state.battle import BARRIERS, LINES, WOODS, Battle, Piece
from pbem.rulesets.fornovo.state.special_rules import SoftGround
from pbem.rulesets.fornovo.state.units import Unit, files, ranks

WATER = ("stream", "ford")
ON_BRIDGE = 3
"""FS-11.7: figures across."""


def slowness(unit: Unit, one: Piece, rect: Rect, way: Way) -> int:
    """FS-11.1b, FS-11.5.1, FS-11.5.2, FS-11.7: 2 at half speed, 4 at quarter speed."""
    if one.kind == "steep_hill":
        return 1 if downhill(one, rect, way) and not (unit.mounted or unit.guns) else 2
    if one.kind == "bridge":
        return 2
    if one.kind in {"light_wood", "wood"}:
        return 1 if unit.skirmishers else 2
    if one.kind == "heavy_wood":
        return 2 if unit.skirmishers else 4
    return 1


def crossed(battle: Battle, unit: Unit, rect: Rect, way: Way) -> float | Refusal:
    """G-11: the inches that ground adds to a way; a refusal where it is closed to the unit (FS-11)."""
    extra = 0.0
    pikes = any(one.melee == "pike" for one in unit.blocks)
    end = after(rect, way)
    for one in battle.terrain:
        if one.kind in LINES:
            if meets_line(rect, way, one) and (closed := line_closed(battle, unit, one)):
                return barred(*closed)
            continue
        far = length_in_area(rect, way, one.area)
        if not far and not (isinstance(way, Wheel) and on(end, one)):
            continue
        if one.kind in BARRIERS and not _carried(battle, rect, way):
            return barred("FS-11.7")
        if one.kind in {"block", "strongpoint"}:
            return barred("FS-11.8b")
        if one.kind == "bridge" and unit.blocks and files(unit) > ON_BRIDGE and not unit.skirmishers:
            return barred("FS-11.7")
        if one.kind in WOODS and pikes:
            return barred("FS-11.5e")
        if one.kind == "heavy_wood" and (unit.mounted or unit.guns):
            return barred("FS-11.5.2")
        if one.kind in WOODS and unit.guns and unit.limbered:
            return barred("FS-11.5.1")
        extra += water(battle, one, rect, way) if one.kind in WATER else far * (slowness(unit, one, rect, way) - 1)
    if unit.mounted:
        extra += sum(length_in_area(rect, way, polygon(rule.area)) for _, rule in rules_of(battle, SoftGround))
    return extra


def water(battle: Battle, one: Piece, rect: Rect, way: Way) -> float:
    """FS-11.2, FS-Q76: the width that the middle of the front crosses; of a unit that comes to it at least 1(0.75)"."""
    area = one.area
    if not length_in_area(rect, way, area):
        return 0.0
    wide = length_inside(middle(rect, Face.FRONT), middle(after(rect, way), Face.FRONT), area)
    return wide if meets(rect, area) else max(wide, battle.inches(1) / 100)


def downhill(one: Piece, rect: Rect, way: Way) -> bool:
    """Away from the middle of the hill."""
    corners_ = [point(spot) for spot in one.shape]
    top = (sum(x for x, _ in corners_) / len(corners_), sum(y for _, y in corners_) / len(corners_))
    end = after(rect, way)
    return points((end.x, end.y), top) > points((rect.x, rect.y), top)


def _carried(battle: Battle, rect: Rect, way: Way) -> bool:
    """FS-11.7: over a ford or bridge from bank to bank."""
    return any(
        one.kind in {"ford", "bridge"} and length_in_area(rect, way, one.area) > 0 for one in battle.terrain
    ) or passable(battle, rect)


def lines_crossed(battle: Battle, unit: Unit, rect: Rect, way: Way, held: Rect | None = None) -> float:
    """FS-11.6a, FS-11.6b: 2(1.5)" for each rank; FS-11.9, FS-11.10a, FS-2.11d, FS-2.17a: 2(1.5)".

    held: the target of a charge; it is charged over lines that it defends, they are not crossed.
    """
    each = battle.inches(t.CROSSING) / 100
    found = 0.0
    for one in battle.terrain:
        if held is not None and one.kind in LINES and within(rect_line(held, one.way), battle.inches(1)):
            continue
        if one.kind in LINES and meets_line(rect, way, one):
            found += each * (max(1, ranks(unit)) if one.kind in {"low_wall", "high_wall"} else 1)
    return found


def meets_line(rect: Rect, way: Way, one: Piece) -> bool:
    """A line that the unit does not stand across as the way begins, and is met on it."""
    there = one.way
    if _far_off(rect, way, there.box) or divided(rect, there):
        return False
    if isinstance(way, Wheel):
        return divided(after(rect, way), there)
    sweep = swept_along(rect, Tenths((rect.facing + _off(way)) % 3600), leg_length(rect, way))
    return any(meets(_stroke(piece), sweep) for piece in pieces(there))


def _far_off(rect: Rect, way: Way, box: Box) -> bool:
    """Whether a box lies wholly beside what a way leads over."""
    around = (rect.half_width + rect.half_depth) * (3 if isinstance(way, Wheel) else 1)
    end = after(rect, way)
    west, south, east, north = box
    return (
        max(rect.x, end.x) + around < west or min(rect.x, end.x) - around > east
        or max(rect.y, end.y) + around < south or min(rect.y, end.y) - around > north
    )  # fmt: skip


def _off(way: Way) -> int:
    return way.off if isinstance(way, Shift) else 0


def line_closed(battle: Battle, unit: Unit, one: Piece) -> tuple[str, ...]:
    """FS-11.6b, FS-11.6c, FS-11.10a, FS-2.17b, special rules: the rules that close a line to a unit."""
    if unit.mounted and (dark := closed_in_the_dark(battle, one.id)) is not None:
        return (dark,)
    if one.kind == "hedgerow":
        return ("FS-11.6c",)
    if one.kind == "high_wall" and (unit.mounted or unit.guns):
        return ("FS-11.6b",)
    if one.kind in {"light_works", "heavy_works"} and (unit.mounted or unit.guns):
        return ("FS-11.10a",)
    return ("FS-2.17b",) if one.kind == "laager" and unit.mounted and unit.side not in one.clear_for else ()


def _stroke(piece: Segment) -> Rect:
    """A piece of a line as a rectangle without breadth."""
    return strip(piece[0], piece[1], 0.0)
