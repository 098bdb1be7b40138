"""Skirmishers and gunners met by close-order troops (FS-10.10b, FS-10.10c, FS-Q68)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.table.areas import meets
from pbem.engine.table.distances import rect_line
from pbem.engine.table.measures import Tenths, millimetres, within
from pbem.engine.table.rects import Rect, local_point
from pbem.engine.table.shapes import Polygon
from pbem.rulesets.fornovo.moving.places import base, on, rect_of
from pbem.rulesets.fornovo.state.battle import WOODS, Battle
from pbem.rulesets.fornovo.state.units import Unit, files, without_figures


def helpless(battle: Battle, unit: Unit) -> bool:
    """FS-10.10b, FS-10.10c: skirmishers and gunners, but not in buildings, works or hard cover, nor skirmishers in
    woods.
    """
    rect = rect_of(battle, unit)
    if not (unit.skirmishers or unit.guns) or unit.inside is not None or rect is None:
        return False
    works = [one.way for one in battle.terrain if one.kind in {"light_works", "heavy_works", "ditch"}]
    if any(within(rect_line(rect, one), battle.inches(1)) for one in works):
        return False
    return not (unit.skirmishers and any(one.kind in WOODS and on(rect, one) for one in battle.terrain))


def met_in(battle: Battle, unit: Unit, strip: Polygon) -> tuple[Unit, int]:
    """FS-Q68: the unit without the figures whose bases a strip crosses, and how many they were."""
    rect = rect_of(battle, unit)
    if rect is None:
        return unit, 0
    if unit.guns:
        met = sum(meets(one, strip) for one in _bases(battle, unit, rect, unit.guns.n, 0, unit.guns.n))
        lost = -(-unit.gunners * met // unit.guns.n) if unit.guns.n else unit.gunners
        return replace(unit, gunners=unit.gunners - lost), lost
    blocks, lost, start = [], 0, 0
    for block in unit.blocks:
        gone = 0
        for row, figures in enumerate(block.rows):
            skip = start + (block.rows[0] - figures) / 2
            gone += sum(meets(one, strip) for one in _bases(battle, unit, rect, figures, row, files(unit), skip))
        blocks.append(without_figures(block, gone))
        lost += gone
        start += block.rows[0]
    return replace(unit, blocks=tuple(one for one in blocks if one.rows)), lost


def _bases(  # of one row
    battle: Battle, unit: Unit, rect: Rect, figures: int, row: int, wide: int, skip: float = 0.0
) -> Iterator[Rect]:  # fmt: skip
    """G-3: the bases of a row."""
    width, depth = (float(millimetres(one)) for one in base(unit, battle.scale))
    for file in range(figures):
        across = (skip + file + 0.5 - wide / 2) * width
        x, y = local_point(rect, across, rect.half_depth - (row + 0.5) * depth)
        yield Rect(x, y, rect.fx, rect.fy, width / 2, depth / 2, Tenths(rect.facing))
