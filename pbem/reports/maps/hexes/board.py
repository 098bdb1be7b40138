"""Where the hexes lie on the sheet: board units, outlines of hex sets.

Board units: a hex is 88 wide, the origin is the centre of hex 0101, y grows to the south.
"""

import math
from collections.abc import Iterable
from typing import Final

from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import Facing, Hex, neighbours
from pbem.reports.maps.lines import Loop
from pbem.reports.maps.shapes import Point, SvgRect

WIDTH: Final = 88.0
"""Of a hex."""
SIDE: Final = WIDTH / math.sqrt(3)
"""Of a hex: its corners lie so far from its centre."""
ROW: Final = SIDE * 1.5
"""From one row of hexes to the next."""

_CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Of a hex in half widths and half sides from its centre: P0 to P5."""


def column_row(here: Hex) -> tuple[int, int]:
    """Column and row of a hex, both from 0."""
    return here.q + (here.r - (here.r & 1)) // 2, here.r


def at_column_row(column: int, row: int) -> Hex:
    """The hex of a column and a row, both from 0."""
    return Hex(column - (row - (row & 1)) // 2, row)


def on_board(chart: HexChart, here: Hex) -> bool:
    """Whether the chart's board has that hex."""
    column, row = column_row(here)
    return 0 <= column < chart.columns and 0 <= row < chart.rows


def centre(here: Hex) -> Point:
    """The middle of a hex."""
    return WIDTH * (here.q + here.r / 2), ROW * here.r


def hex_rect(here: Hex) -> SvgRect:
    """The box round a hex."""
    x, y = centre(here)
    return SvgRect(x - WIDTH / 2, y - SIDE, x + WIDTH / 2, y + SIDE)


def corners(here: Hex, size: float = 1) -> list[Point]:
    """The six points of a hex, P0 first; ``size`` 0.945 gives a smaller hex about the same centre."""
    x, y = centre(here)
    return [(x + dx * WIDTH / 2 * size, y + dy * SIDE / 2 * size) for dx, dy in _CORNERS]


def towards(facing: Facing) -> Point:
    """The unit vector of a facing."""
    turn = math.radians(60 * facing)
    return math.sin(turn), -math.cos(turn)


def outlines(hexes: Iterable[Hex]) -> list[Loop]:
    """The outlines of a set of hexes, corner by corner; holes run the other way round."""
    inside = set(hexes)
    following: dict[tuple[int, int], tuple[int, int]] = {}
    for here in sorted(inside):
        x, y = 2 * here.q + here.r, 3 * here.r
        ring = [(x + dx, y + dy) for dx, dy in _CORNERS]
        for direction, there in enumerate(neighbours(here)):
            if there not in inside:
                following[ring[direction]] = ring[(direction + 1) % 6]
    loops = []
    while following:
        start = min(following)
        loop = [start]
        step = following.pop(start)
        while step != start:
            loop.append(step)
            step = following.pop(step)
        loops.append([(x * WIDTH / 2, y * SIDE / 2) for x, y in loop])
    return loops


def hex_edges(hexes: Iterable[Hex]) -> list[tuple[Point, Point]]:
    """Every side of some hexes, each once."""
    found: dict[tuple[tuple[int, int], tuple[int, int]], None] = {}
    for here in hexes:
        x, y = 2 * here.q + here.r, 3 * here.r
        ring = [(x + dx, y + dy) for dx, dy in _CORNERS]
        for i in range(6):
            a, b = sorted((ring[i], ring[(i + 1) % 6]))
            found[a, b] = None
    return [((a[0] * WIDTH / 2, a[1] * SIDE / 2), (b[0] * WIDTH / 2, b[1] * SIDE / 2)) for a, b in found]
