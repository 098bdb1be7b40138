"""Open flanks (FS-7.15a, FS-7.15b, FS-7.15c, FS-7.15d, G-28)."""

from pbem.engine.table.distances import edge_rect, rect_line, rect_polygon
from pbem.engine.table.measures import TOLERANCE, within
from pbem.engine.table.rects import Face, Rect, corners, local
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.places import footprints, parts_of, rect_of
from pbem.rulesets.fornovo.state.battle import LINES, Battle, Piece
from pbem.rulesets.fornovo.state.units import Unit

GUARDS = (
    *("impassable", "river", "wood", "light_wood", "heavy_wood", "rough", "block", "strongpoint", "stream", "ditch"),
    *("light_works", "heavy_works"),
)
"""Impassable ground, and ground that disorders an enemy who comes over it."""


def open_flanks(battle: Battle, unit: Unit) -> int:
    """0 to 2; a square has none to open (FS-Q87)."""
    mine = rect_of(battle, unit)
    if mine is None or unit.formation == "square":
        return 0
    return sum(not _protected(battle, unit, mine, side) for side in (Face.LEFT, Face.RIGHT))


def _flank(battle: Battle, unit: Unit, side: Face) -> Rect:
    """G-2: the part of a unit's footprint that has this flank as its edge."""
    parts = parts_of(battle, unit)
    return parts[0 if side is Face.LEFT else -1]


def _protected(battle: Battle, unit: Unit, mine: Rect, side: Face) -> bool:
    """A non-routing friend, or ground known clear of enemies, within 6(4.5)" of the edge."""
    far = battle.inches(t.FLANK_GUARD)
    flank = _flank(battle, unit, side)
    for one in footprints(battle):
        if one.unit.side != unit.side or one.unit.id == unit.id or one.unit.morale == "routed":
            continue
        ahead = [local(mine, corner)[1] for corner in corners(one.rect)]
        if max(ahead) <= -mine.half_depth + TOLERANCE:
            nearer = Face.LEFT if local(mine, (one.rect.x, one.rect.y))[0] < 0 else Face.RIGHT
            rears = [edge_rect(part, Face.REAR, one.rect) for part in parts_of(battle, unit)]
            if side is nearer and within(min(rears), far):
                return True
        elif min(ahead) < mine.half_depth and within(edge_rect(flank, side, one.rect), far):
            return True
    return any(unit.side in one.clear_for and _near(flank, side, one, far) for one in battle.terrain)


def _near(mine: Rect, side: Face, one: Piece, far: int) -> bool:
    if one.kind not in GUARDS:
        return False
    sign = 1 if side is Face.RIGHT else -1
    x, y, fx, fy, wide, deep, facing = mine
    edge = Rect(x + sign * fy * wide, y - sign * fx * wide, fx, fy, 0.0, deep, facing)
    away = rect_line(edge, one.way) if one.kind in LINES else rect_polygon(edge, one.area)
    return away * 100 <= far + TOLERANCE * 100
