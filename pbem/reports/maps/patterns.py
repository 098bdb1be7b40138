"""Patterns of the ground, on any board: scalloped trees, hachured slopes, beaded hedges, reeds, roofs, waves.

Pattern first, tint second.  Lengths are board units.
"""

from collections.abc import Iterable, Sequence

from pbem.reports.maps import lines
from pbem.reports.maps.lines import Loop, chance
from pbem.reports.maps.shapes import Path, Point, Shape, SymbolUse, dot, number, polyline


def closed(loops: Iterable[Loop]) -> str:
    """Path data of outlines."""
    return "".join(polyline(loop, closed=True) for loop in loops)


def wood(loops: Sequence[Loop], trees: Iterable[Point]) -> list[Shape]:
    """Scalloped edge, trees."""
    rim = ""
    for loop in loops:
        points = lines.paced(loop, 12.5, closed=True)
        ring = [*points[1:], points[0]]
        rim += f"M{number(points[0][0])},{number(points[0][1])}"
        rim += "".join(f"A7,7,0,0,1,{number(x)},{number(y)}" for x, y in ring) + "z"
    grown = [SymbolUse("g-tree", x - 10, y - 13, 20, 20, "c-wood-line f-tree") for x, y in trees]
    return [Path(rim, "f-wood s-wood-line", 1.8), *grown]


def slope(loops: Iterable[Loop], longest: float, salt: int) -> str:
    """Hachures: wedges that point downhill, thick end up."""
    d = ""
    for loop in loops:
        rim = lines.paced(loop, 6.3, closed=True)
        for i, ((x, y), (nx, ny)) in enumerate(zip(rim, lines.normals(rim), strict=True)):
            span = longest * (0.55 + 0.45 * chance(salt, i, round(x), round(y)))
            lean = (chance(salt, i, 5) - 0.5) * 0.24
            nx, ny = nx - ny * lean, ny + nx * lean  # noqa: PLW2901 - each wedge leans a little
            foot, head = (x + nx * 3, y + ny * 3), (x + nx * (3 + span), y + ny * (3 + span))
            d += polyline(
                (foot, (head[0] - ny * 1.25, head[1] + nx * 1.25), (head[0] + ny * 1.25, head[1] - nx * 1.25)),
                closed=True,
            )
    return d


def brow(loops: Sequence[Loop], inwards: float) -> str:
    """A contour inside the slope; left out where the hill is too narrow for it."""
    rims = [lines.paced(loop, 8, closed=True) for loop in loops]
    d = ""
    for loop in loops:
        rim = lines.paced(loop, 5, closed=True)
        run: list[Point] = []
        points = [
            (x + nx * inwards, y + ny * inwards) for (x, y), (nx, ny) in zip(rim, lines.normals(rim), strict=True)
        ]
        for point in [*points, points[0]]:
            if lines.gap(rims, point) > inwards - 2.5:
                run.append(point)
                continue
            d += polyline(run) if len(run) > 2 else ""
            run = []
        d += polyline(run) if len(run) > 2 else ""
    return d


def hill(loops: Sequence[Loop]) -> list[Shape]:
    """Hachures that point downhill, and a dotted brow within them."""
    return [
        Path(closed(loops), "f-hill"),
        Path(slope(loops, 18, 2), "f-hachure"),
        Path(brow(loops, 25), "s-hachure", 1.3, "3.2,4"),
    ]


def marsh(loops: Sequence[Loop], reeds: Iterable[Point]) -> list[Shape]:
    """Reeds on wet ground."""
    return [
        Path(closed(loops), "f-marsh"),
        *(SymbolUse("g-reeds", x - 12, y - 12, 24, 15.3, "c-marsh-line") for x, y in reeds),
    ]


def field(loops: Sequence[Loop], angle: float) -> list[Shape]:
    """Furrows within a hedge.  angle: of the furrows, in degrees."""
    furrows = lines.rows_of_lines(loops, angle, 8.5, 6)
    beads = [point for loop in loops for point in lines.paced(loop, 8, closed=True)]
    return [
        Path(closed(loops), "f-crop"),
        Path("".join(polyline(line) for line in furrows), "s-furrow", 1.4),
        Path(closed(loops), "s-wood-line", 1.4),
        Path("".join(dot(p, 3.1) for p in beads), "f-wood-line"),
    ]


def impassable(loops: Sequence[Loop]) -> list[Shape]:
    """Cross-hatching."""
    hatch = lines.rows_of_lines(loops, 45, 9, 0) + lines.rows_of_lines(loops, -45, 9, 0)
    return [
        Path("".join(polyline(line) for line in hatch), "s-soft-ink", 1.2),
        Path(closed(loops), "s-soft-ink", 2.2),
    ]


def lake(loops: Sequence[Loop], waves: Iterable[Point]) -> list[Shape]:
    """Deep water, with waves."""
    d = "".join(f"M{number(x - 16)},{number(y)}q5.5,-4.5,11,-1t11,1t10,-2" for x, y in waves)
    return [
        Path(closed(loops), "f-water s-water-line", 2),
        Path(d, "s-water-line", 1.3, cap="round", opacity=0.75),
    ]


def houses(built: Iterable[Sequence[Point]]) -> list[Shape]:
    """Roofs, half of each in shade.  Each a house's four corners, long sides first and third."""
    roofs = shades = ridges = ""
    for house in built:
        roofs += polyline(house, closed=True)
        middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ((house[1], house[2]), (house[3], house[0]))]
        shades += polyline((middle[1], middle[0], house[2], house[3]), closed=True)
        ridges += polyline(middle)
    return [
        Path(roofs, "f-roof"),
        Path(shades, "f-roof-line", opacity=0.32),
        Path(roofs + ridges, "s-roof-line", 1.3),
    ]


def church(x: float, y: float) -> list[Shape]:
    """A church with its tower in the west; x, y: of the corner of its nave."""
    return [
        Path(f"M{number(x)},{number(y)}h21v11h-21z", "f-roof"),
        SymbolUse("g-church", x - 9, y - 13, 33, 28.6, "c-roof-line"),
    ]
