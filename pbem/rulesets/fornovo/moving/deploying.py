"""Where the units of an army list stand: as they say, else side by side before their own edge (FS-Q89)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.ids import Side
from pbem.engine.table.angles import ahead, rightward
from pbem.engine.table.contact import overlaps
from pbem.engine.table.edges import TableEdge, inwards, to_edge, wholly_on
from pbem.engine.table.places import Pose, point, spot
from pbem.engine.table.rects import Rect, corners
from pbem.rulesets.fornovo.moving.places import on, rect_of
from pbem.rulesets.fornovo.state.battle import BARRIERS, Battle, General, army_of
from pbem.rulesets.fornovo.state.units import Unit

ZONE, LINES_APART, STEP = 12, 3, 0.5
"""Inches: from its own edge, within which an army is deployed; between its lines; between the places tried."""
CLOSED = (*BARRIERS, "block", "strongpoint", "heavy_wood")


def misplaced(battle: Battle, unit: Unit, others: list[Rect]) -> str:
    """Why a unit may not stand where it does; '' where it may."""
    rect = rect_of(battle, unit)
    if rect is None:
        return ""
    edge = army_of(battle, unit.side).edge
    if not wholly_on(battle.table, rect):
        return "it hangs over the edge of the table"
    if any(to_edge(battle.table, edge, corner) * 100 > battle.inches(ZONE) + 1 for corner in corners(rect)):
        return f"an army stands within {battle.inches(ZONE) / 100:g} inches of its own edge"
    if any(one.kind in CLOSED and on(rect, one) for one in battle.terrain):
        return "the ground there is closed to it"
    return "it stands on another unit" if any(overlaps(rect, one) for one in others) else ""


def deployed(battle: Battle, side: Side, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Each at its place; one that finds no room is left behind."""
    bare = replace(battle, units={code: one for code, one in battle.units.items() if one.side != side})
    there: list[Rect] = []
    found: dict[str, Unit] = {}
    for unit in sorted(units, key=lambda one: one.pose is None):
        places = iter([unit]) if unit.pose is not None else _places(bare, unit)
        stands = next((one for one in places if not misplaced(bare, one, there)), None)
        stands = stands or next((one for one in _places(bare, unit) if not misplaced(bare, one, there)), None)
        rect = rect_of(bare, stands) if stands is not None else None
        if stands is not None and rect is not None:
            there.append(rect._replace(half_width=rect.half_width + STEP))
            found[unit.id] = stands
    return tuple(found[one.id] for one in units if one.id in found)


def _places(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """From the front line backwards, from the middle of each line outwards."""
    edge = army_of(battle, unit.side).edge
    facing = inwards(edge)
    (fx, fy), (rx, ry) = ahead(facing), rightward(facing)
    wide, deep = battle.table.width / 100, battle.table.depth / 100
    x, y = {
        TableEdge.SOUTH: (wide / 2, 0.0), TableEdge.NORTH: (wide / 2, deep), TableEdge.WEST: (0.0, deep / 2),
        TableEdge.EAST: (wide, deep / 2),
    }[edge]  # fmt: skip
    front = battle.inches(ZONE) / 100
    half = int((wide if edge in {TableEdge.SOUTH, TableEdge.NORTH} else deep) / STEP / 2)
    while front > 1:
        for step in sorted(range(-half, half + 1), key=lambda one: (abs(one), one)):
            off = step * STEP
            at = spot((x + fx * front + rx * off, y + fy * front + ry * off))
            yield replace(unit, pose=Pose(at, facing))
        front -= LINES_APART


def led(battle: Battle, side: Side, leaders: tuple[General, ...]) -> tuple[General, ...]:
    """Generals stand behind the middle, side by side."""
    facing = inwards(army_of(battle, side).edge)
    (fx, fy), (rx, ry) = ahead(facing), rightward(facing)
    found = []
    for place, one in enumerate(leaders):
        probe = next(_places(battle, Unit(id=one.id, side=side, kind="sniper")))
        assert probe.pose is not None
        x, y = point(probe.pose.at)
        back = battle.inches(ZONE) / 100 - 2
        found.append(replace(one, at=spot((x - fx * back + rx * 2 * place, y - fy * back + ry * 2 * place))))
    return tuple(found)
