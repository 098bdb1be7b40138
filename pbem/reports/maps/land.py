"""Dry ground, and marsh: pattern first, tint second.  Scalloped trees, hachured slopes, beaded hedges, reeds, roofs.

Each function draws one connected area of a kind, in board units.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import Hex
from pbem.reports.maps import areas, board
from pbem.reports.maps.board import Loop, centre, chance
from pbem.reports.maps.shapes import Path, Point, Shape, Use, dot, number, polyline

_TREES: Final = (
    (-14.0, -31.0), (10.0, -33.0), (-28.0, -17.0), (-4.0, -18.0), (23.0, -19.0), (-34.0, 3.0), (34.0, 5.0),
    (-24.0, 22.0), (1.0, 24.0), (25.0, 21.0), (-12.0, 38.0), (14.0, 39.0),
)  # fmt: skip
"""Where trees stand in a hex: clear of the number in its middle.  Those beyond the edge of a wood are left out."""


_REEDS: Final = ((-15.0, -24.0), (18.0, -19.0), (-33.0, 2.0), (33.0, 4.0), (-16.0, 25.0), (19.0, 29.0))


def wood(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Scalloped edge, trees."""
    loops = areas.rounded(area)
    rim = ""
    for loop in loops:
        points = board.paced(loop, 12.5, closed=True)
        ring = [*points[1:], points[0]]
        rim += f"M{number(points[0][0])},{number(points[0][1])}"
        rim += "".join(f"A7,7,0,0,1,{number(x)},{number(y)}" for x, y in ring) + "z"
    trees = [
        Use("g-tree", x - 10, y - 13, 20, 20, "c-wood-line f-tree")
        for x, y in areas.scattered(area, loops, _TREES, 10.5, 1)
    ]
    return [Path(rim, "f-wood s-wood-line", 1.8), *trees]


def _slope(loops: Iterable[Loop], longest: float, salt: int) -> str:
    """Hachures: wedges that point downhill, thick end up."""
    d = ""
    for loop in loops:
        rim = board.paced(loop, 6.3, closed=True)
        for i, ((x, y), (nx, ny)) in enumerate(zip(rim, board.normals(rim), strict=True)):
            span = longest * (0.55 + 0.45 * chance(salt, i, round(x), round(y)))
            lean = (chance(salt, i, 5) - 0.5) * 0.24
            nx, ny = nx - ny * lean, ny + nx * lean  # noqa: PLW2901 - each wedge leans a little
            foot, head = (x + nx * 3, y + ny * 3), (x + nx * (3 + span), y + ny * (3 + span))
            d += polyline(
                (foot, (head[0] - ny * 1.25, head[1] + nx * 1.25), (head[0] + ny * 1.25, head[1] - nx * 1.25)),
                closed=True,
            )
    return d


def _brow(loops: Sequence[Loop], inwards: float) -> str:
    """A contour inside the slope; left out where the hill is too narrow for it."""
    rims = [board.paced(loop, 8, closed=True) for loop in loops]
    d = ""
    for loop in loops:
        rim = board.paced(loop, 5, closed=True)
        run: list[Point] = []
        points = [
            (x + nx * inwards, y + ny * inwards) for (x, y), (nx, ny) in zip(rim, board.normals(rim), strict=True)
        ]
        for point in [*points, points[0]]:
            if board.gap(rims, point) > inwards - 2.5:
                run.append(point)
                continue
            d += polyline(run) if len(run) > 2 else ""
            run = []
        d += polyline(run) if len(run) > 2 else ""
    return d


def hill(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Hachures that point downhill, and a dotted brow within them."""
    loops = areas.rounded(area)
    return [
        Path(areas.closed(loops), "f-hill"),
        Path(_slope(loops, 18, 2), "f-hachure"),
        Path(_brow(loops, 25), "s-hachure", 1.3, "3.2,4"),
    ]


def hill_top(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """A second slope on a hill."""
    loops = areas.rounded(area)
    return [
        Path(areas.closed(loops), "f-hachure", opacity=0.16),
        Path(_slope(loops, 13, 3), "f-hachure"),
    ]


def marsh(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Reeds on wet ground."""
    loops = areas.rounded(area)
    reeds = [
        Use("g-reeds", x - 12, y - 12, 24, 15.3, "c-marsh-line") for x, y in areas.scattered(area, loops, _REEDS, 12, 4)
    ]
    return [Path(areas.closed(loops), "f-marsh"), *reeds]


def field(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Furrows within a hedge."""
    loops = [board.shrunk(loop, 6) for loop in board.outlines(area)]
    angle = (-14, 12, 74, -68)[int(chance(area[0].q, area[0].r, 3) * 4)]
    furrows = board.rows_of_lines(loops, angle, 8.5, 6)
    beads = [point for loop in loops for point in board.paced(loop, 8, closed=True)]
    return [
        Path(areas.closed(loops), "f-crop"),
        Path("".join(polyline(line) for line in furrows), "s-furrow", 1.4),
        Path(areas.closed(loops), "s-wood-line", 1.4),
        Path("".join(dot(p, 3.1) for p in beads), "f-wood-line"),
    ]


def impassable(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Cross-hatching."""
    loops = [board.shrunk(loop, 4) for loop in board.outlines(area)]
    lines = board.rows_of_lines(loops, 45, 9, 0) + board.rows_of_lines(loops, -45, 9, 0)
    return [
        Path("".join(polyline(line) for line in lines), "s-soft-ink", 1.2),
        Path(areas.closed(loops), "s-soft-ink", 2.2),
    ]


def town(_chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Roofs round the hex number, half of each in shade; a church north of the first."""
    roofs = shades = ridges = ""
    for h in area:
        x, y = centre(h)
        count = 7
        first = 0 if h == area[0] else chance(h.q, h.r, 20) * 0.5
        for i in range(count):
            if h == area[0] and i == 0:
                continue
            angle = 2 * math.pi * (i + first) / count - math.pi / 2
            far = 31 + 3 * chance(h.q, h.r, 21, i)
            house = _house((x + math.cos(angle) * far, y + math.sin(angle) * far), angle + math.pi / 2, h, i)
            roofs += polyline(house, closed=True)
            middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ((house[1], house[2]), (house[3], house[0]))]
            shades += polyline((middle[1], middle[0], house[2], house[3]), closed=True)
            ridges += polyline(middle)
    x, y = centre(area[0])
    return [
        Path(roofs, "f-roof"),
        Path(shades, "f-roof-line", opacity=0.32),
        Path(roofs + ridges, "s-roof-line", 1.3),
        Path(f"M{number(x - 8)},{number(y - 34)}h21v11h-21z", "f-roof"),
        Use("g-church", x - 17, y - 47, 33, 28.6, "c-roof-line"),
    ]


def _house(at: Point, turn: float, h: Hex, i: int) -> list[Point]:
    """The four corners of a house, long sides first and third."""
    long, wide = 8.5 + 2.5 * chance(h.q, h.r, 22, i), 5.6
    turn += (chance(h.q, h.r, 23, i) - 0.5) * 0.5
    cos, sin = math.cos(turn), math.sin(turn)
    return [
        (at[0] + dx * cos - dy * sin, at[1] + dx * sin + dy * cos)
        for dx, dy in ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    ]
