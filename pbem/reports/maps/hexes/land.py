"""Dry ground of a board of hexes, and marsh; each function draws one connected area of a kind, in board units."""

import math
from collections.abc import Sequence
from typing import Final

from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import Hex
from pbem.reports.maps import lines, patterns
from pbem.reports.maps.hexes import areas, board
from pbem.reports.maps.hexes.board import centre
from pbem.reports.maps.lines import chance
from pbem.reports.maps.shapes import Path, Point, Shape

_TREES: Final = (
    (-14.0, -31.0), (10.0, -33.0), (-28.0, -17.0), (-4.0, -18.0), (23.0, -19.0), (-34.0, 3.0), (34.0, 5.0),
    (-24.0, 22.0), (1.0, 24.0), (25.0, 21.0), (-12.0, 38.0), (14.0, 39.0),
)  # fmt: skip
"""Where trees stand in a hex: clear of the number in its middle.  Those beyond the edge of a wood are left out."""


_REEDS: Final = ((-15.0, -24.0), (18.0, -19.0), (-33.0, 2.0), (33.0, 4.0), (-16.0, 25.0), (19.0, 29.0))


def wood(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Scalloped edge, trees."""
    loops = areas.rounded(area)
    return patterns.wood(loops, areas.scattered(area, loops, _TREES, 10.5, 1))


def hill(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Hachures that point downhill, and a dotted brow within them."""
    return patterns.hill(areas.rounded(area))


def hill_top(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """A second slope on a hill."""
    loops = areas.rounded(area)
    return [
        Path(patterns.closed(loops), "f-hachure", opacity=0.16),
        Path(patterns.slope(loops, 13, 3), "f-hachure"),
    ]


def marsh(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Reeds on wet ground."""
    loops = areas.rounded(area)
    return patterns.marsh(loops, areas.scattered(area, loops, _REEDS, 12, 4))


def field(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Furrows within a hedge."""
    loops = [lines.shrunk(loop, 6) for loop in board.outlines(area)]
    return patterns.field(loops, (-14, 12, 74, -68)[int(chance(area[0].q, area[0].r, 3) * 4)])


def impassable(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Cross-hatching."""
    return patterns.impassable([lines.shrunk(loop, 4) for loop in board.outlines(area)])


def town(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Roofs round the hex number; a church north of the first."""
    built = []
    for h in area:
        x, y = centre(h)
        count = 7
        first = 0 if h == area[0] else chance(h.q, h.r, 20) * 0.5
        for i in range(count):
            if h == area[0] and i == 0:
                continue
            angle = 2 * math.pi * (i + first) / count - math.pi / 2
            far = 31 + 3 * chance(h.q, h.r, 21, i)
            built.append(_house((x + math.cos(angle) * far, y + math.sin(angle) * far), angle + math.pi / 2, h, i))
    x, y = centre(area[0])
    return [*patterns.houses(built), *patterns.church(x - 8, y - 34)]


def _house(at: Point, turn: float, h: Hex, i: int) -> list[Point]:
    """The four corners of a house, long sides first and third."""
    long, wide = 8.5 + 2.5 * chance(h.q, h.r, 22, i), 5.6
    turn += (chance(h.q, h.r, 23, i) - 0.5) * 0.5
    cos, sin = math.cos(turn), math.sin(turn)
    return [
        (at[0] + dx * cos - dy * sin, at[1] + dx * sin + dy * cos)
        for dx, dy in ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    ]
