"""A piece of each kind of a table's ground, for the legend."""

from pbem.reports.maps import lines, patterns
from pbem.reports.maps.lines import Loop
from pbem.reports.maps.shapes import Path, Shape, SymbolUse, dot, number, polyline
from pbem.reports.maps.tables.covers import Drawn
from pbem.reports.maps.tables.outlines import softened


def sample(kind: Drawn) -> list[Shape]:
    """A piece of a kind of ground about the origin, some 60 by 40, for the legend."""
    loop: Loop = softened([(-29.0, -17.0), (29.0, -17.0), (29.0, 17.0), (-29.0, 17.0)], 12)
    way = [(-30.0, 5.0), (0.0, -3.0), (30.0, 3.0)]
    match kind:
        case "wood":
            spots = ((-15, -5), (3, -7), (19, -2), (-7, 9), (12, 10))
            return [patterns.wood([loop], ())[0],
                    *(SymbolUse("g-tree", x - 10, y - 11, 20, 20, "c-wood-line f-tree") for x, y in spots)]  # fmt: skip
        case "hill":
            return [Path(patterns.closed([loop]), "f-hill"), Path(patterns.slope([loop], 10, 2), "f-hachure")]
        case "marsh":
            return patterns.marsh([loop], ((-13, -3), (14, 0), (-2, 10)))
        case "lake":
            return patterns.lake([loop], ((-4, -5), (10, 7)))
        case "field":
            return patterns.field([[(-26, -15), (26, -15), (26, 15), (-26, 15)]], -14)
        case "impassable":
            return patterns.impassable([[(-26, -15), (26, -15), (26, 15), (-26, 15)]])
        case "town":
            houses = [[(x - 8, y - 5), (x + 8, y - 5), (x + 8, y + 5), (x - 8, y + 5)] for x, y in ((-14, -7), (12, 6))]
            return [
                Path(patterns.closed([loop]), "f-town"),
                Path(patterns.closed([loop]), "s-roof-line", 1.5, "7,4"),
                *patterns.houses(houses),
            ]
        case "road":
            return [Path(polyline(way), "s-road-line", 15), Path(polyline(way), "s-road-fill", 11.6)]
        case "hedge":
            beads = "".join(dot(at, 3.6) for at in lines.paced(way, 8, closed=False))
            return [Path(polyline(way), "s-wood-line", 1.6), Path(beads, "f-wood-line")]
        case "works":
            teeth = "".join(f"M{number(x)},0v-9" for x in range(-24, 30, 11))
            return [Path("M-30,0h60", "s-works", 4.2), Path(teeth, "s-works", 2.4)]
        case "river" | "bridge" | "ford":
            return _water_sample(kind)


def _water_sample(kind: Drawn) -> list[Shape]:
    water: list[Shape] = [
        Path("M-30,-11Q0,-17,30,-9V11Q0,4,-30,11z", "f-water"),
        Path("M-30,-11Q0,-17,30,-9M30,11Q0,4,-30,11", "s-water-line", 2),
    ]
    if kind == "river":
        return [*water, Path("M-24,-1Q0,-7,24,1", "s-water-line", 1.1, "13,11")]
    if kind == "bridge":
        return [
            *water,
            Path("M0,-17v32", "s-road-fill", 14),
            Path("M-12,-22l5,6v30l-5,6M12,-22l-5,6v30l5,6", "s-ink", 2.6),
        ]
    stones = "".join(dot((x, y), 2) for x in (-8, -3, 2, 7) for y in (-9, -3, 3))
    return [*water, Path("M-12,-20h23v36h-23z", "s-soft-ink", 1.3, "3,4"), Path(stones, "f-road-line")]
