"""Each kind of a table's ground, drawn where it is.

An area keeps its outline but for its sharpest corners, for the rules go by it; along the edge of the table it is drawn
on beyond it, so that there is no bank or slope there.  Board units.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final

from pbem.engine.tablechart import TableChart, TableFeature
from pbem.reports.maps import lines, patterns
from pbem.reports.maps.lines import Loop, chance
from pbem.reports.maps.shapes import Path, Point, Shape, Use, dot, number, polyline
from pbem.reports.maps.tables.covers import Drawn
from pbem.reports.maps.tables.layout import TableLayout

SOFT: Final = 1.2
"""Inches of an edge that a corner's curve takes at most."""
_BEYOND: Final = 1.5
"""Inches that an area on the edge of the table is drawn on beyond it."""
_ROAD: Final = 0.62
"""Inches that the metalled part of a road is broad at most."""
_HOUSE: Final = (0.62, 0.4)
"""Inches: half the length and half the width of a house."""


# --- outlines -----------------------------------------------------------------------------------------------------


def clockwise(loop: Sequence[Point]) -> Loop:
    """An outline the way round that ``lines.normals`` wants: inwards is to the right of the way."""
    turned = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*loop, loop[0]]))
    return list(loop) if turned > 0 else list(reversed(loop))


def outline(one: TableFeature, place: TableLayout, soft: float = SOFT) -> Loop:
    """An area's outline, its corners a little softened, drawn on beyond the edge of the table."""
    wide, high = place.across * place.inch, place.depth * place.inch
    loop = clockwise([_spilt(place.at(spot), wide, high, place.inch) for spot in one.shape])
    return softened(loop, soft * place.inch) if soft else loop


def _spilt(at: Point, wide: float, high: float, inch: float) -> Point:
    x, y = at
    near, out = 0.06 * inch, _BEYOND * inch
    return (
        x - out if x < near else x + out if x > wide - near else x,
        y - out if y < near else y + out if y > high - near else y,
    )


def softened(loop: Loop, most: float) -> Loop:
    """An outline with each corner cut by a curve that begins at most so far before it, and by a quarter of that."""
    found: Loop = []
    for i, at in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % len(loop)]
        one, other = _towards(at, before, 1), _towards(at, after, 1)
        sharp = math.dist(at, ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2))
        begin = min(most, most * 0.5 / sharp) if sharp else most
        start, end = _towards(at, before, begin), _towards(at, after, begin)
        for n in range(5):
            t = n / 4
            found.append(
                (
                    start[0] * (1 - t) ** 2 + 2 * at[0] * t * (1 - t) + end[0] * t * t,
                    start[1] * (1 - t) ** 2 + 2 * at[1] * t * (1 - t) + end[1] * t * t,
                )
            )
    return found


def _towards(at: Point, other: Point, most: float) -> Point:
    span = math.dist(at, other)
    part = min(most / span, 0.45) if span else 0
    return at[0] + (other[0] - at[0]) * part, at[1] + (other[1] - at[1]) * part


def scattered(loop: Loop, step: Point, margin: float, salt: int) -> list[Point]:
    """Places in an outline, from north to south: staggered rows, a little out of order, clear of the edge."""
    rim = lines.paced(loop, 8, closed=True)
    left, right = min(x for x, _ in loop), max(x for x, _ in loop)
    top, bottom = min(y for _, y in loop), max(y for _, y in loop)
    places = []
    for row in range(max(1, min(200, int((bottom - top) / step[1]) + 1))):
        for column in range(max(1, min(200, int((right - left) / step[0]) + 1))):
            at = (
                left + (column + 0.5 * (row % 2) + 0.55 * (chance(salt, column, row, 1) - 0.5) + 0.3) * step[0],
                top + (row + 0.5 + 0.4 * (chance(salt, column, row, 2) - 0.5)) * step[1],
            )
            if lines.holds([loop], at) and lines.gap([rim], at) > margin:
                places.append(at)
    return sorted(places, key=lambda p: p[1])


# --- areas --------------------------------------------------------------------------------------------------------


def wood(loop: Loop, _inch: float, n: int) -> list[Shape]:
    """Scalloped edge, trees."""
    return patterns.wood([loop], scattered(loop, (27, 21), 11, 40 + n))


def hill(loop: Loop, inch: float, _n: int) -> list[Shape]:
    """Hachures that point downhill, and a dotted brow within them."""
    span = max(12.0, min(22.0, 0.7 * inch))
    return [
        Path(patterns.closed([loop]), "f-hill"),
        Path(patterns.slope([loop], span, 2), "f-hachure"),
        Path(patterns.brow([loop], span + 7), "s-hachure", 1.3, "3.2,4"),
    ]


def marsh(loop: Loop, _inch: float, n: int) -> list[Shape]:
    """Reeds on wet ground."""
    drawn = patterns.marsh([loop], scattered(loop, (40, 26), 12, 60 + n))
    return [drawn[0], Path(polyline(loop, closed=True), "s-marsh-line", 1.3, "2,5"), *drawn[1:]]


def field(loop: Loop, _inch: float, n: int) -> list[Shape]:
    """Furrows within a hedge."""
    return patterns.field([loop], (-14, 12, 74, -68)[n % 4])


def impassable(loop: Loop, _inch: float, _n: int) -> list[Shape]:
    """Cross-hatching."""
    return patterns.impassable([loop])


def lake(loop: Loop, _inch: float, n: int) -> list[Shape]:
    """Deep water, with waves."""
    return patterns.lake([loop], scattered(loop, (52, 30), 15, 80 + n))


def river(loop: Loop, inch: float, _n: int) -> list[Shape]:
    """A band of water, with ripples along its banks."""
    d = polyline(loop, closed=True)
    return [
        Path(d, "f-water s-water-line", 2.2),
        Path(patterns.brow([loop], max(4.0, 0.3 * inch)), "s-water-line", 1.1, "13,21,6,30", opacity=0.8),
    ]


def towns(chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """Built ground within a dashed line, its houses along the streets, a church in the first."""
    drawn: list[Shape] = []
    streets = [[place.at(spot) for spot in one.shape] for one in chart.features if one.kind == "road"]
    for n, one in enumerate(some):
        if len(one.shape) < 3:
            continue
        loop = outline(one, place, 0.4)
        built, church = _built(loop, streets, place.inch, n)
        drawn += [
            Path(polyline(loop, closed=True), "f-town"),
            Path(polyline(loop, closed=True), "s-roof-line", 1.5, "7,4"),
            *patterns.houses(built),
            *(patterns.church(church[0] - 8, church[1] - 5) if church else []),
        ]
    return drawn


def _built(
    loop: Loop, streets: Iterable[Sequence[Point]], inch: float, n: int
) -> tuple[list[list[Point]], Point | None]:
    """Houses that stand in a town, clear of its streets and of one another; where its church is."""
    long, wide = (max(9.0, size * inch) for size in _HOUSE)
    spaced = [lines.paced(street, 6, closed=False) for street in streets if len(street) > 1]
    rim = lines.paced(loop, 6, closed=True)
    spots = scattered(loop, (2.9 * long, 2.6 * long), 1.15 * long, 90 + n)
    spots = [at for at in spots if lines.gap(spaced, at) > 1.25 * long]
    if not spots:
        return [], None
    middle = sum(x for x, _ in loop) / len(loop), sum(y for _, y in loop) / len(loop)
    church = min(spots, key=lambda at: math.dist(at, middle))
    houses = []
    for i, at in enumerate(spots):
        if at == church:
            continue
        turn = _along(at, [*spaced, [*rim, rim[0]]]) + (chance(n, i, 23) - 0.5) * 0.3
        cos, sin = math.cos(turn), math.sin(turn)
        half = long * (0.85 + 0.3 * chance(n, i, 22))
        houses.append(
            [(at[0] + dx * cos - dy * sin, at[1] + dx * sin + dy * cos)
             for dx, dy in ((-half, -wide), (half, -wide), (half, wide), (-half, wide))]
        )  # fmt: skip
    return houses, church


def _along(at: Point, ways: Iterable[Sequence[Point]]) -> float:
    """The direction of the nearest street or town edge, in radians."""
    steps = ((math.dist(at, a), a, b) for way in ways for a, b in pairwise(way))
    _, a, b = min(steps, key=lambda step: step[0])
    return math.atan2(b[1] - a[1], b[0] - a[0])


# --- lines --------------------------------------------------------------------------------------------------------


def _line(one: TableFeature, place: TableLayout, kept: Collection[Point] = ()) -> list[Point]:
    """A line through its points, drawn on beyond the edge of the table, its bends softened but for those ``kept``."""
    wide, high = place.across * place.inch, place.depth * place.inch
    points = [_spilt(place.at(spot), wide, high, place.inch) for spot in one.shape]
    if len(points) < 3:
        return points
    bent = [points[0]]
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        bent += [at] if at in kept else softened([before, at, after], SOFT * place.inch)[5:10]
    return [*bent, points[-1]]


def roads(_chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """Two edges with a light way between; where roads meet they are one."""
    broad = {id(one): _broad(one, place) for one in some}
    ends = {place.at(one.shape[n]) for one in some for n in (0, -1)}
    ways = [(polyline(_line(one, place, ends)), broad[id(one)]) for one in some]
    return [
        *(Path(d, "s-road-line", wide + 3.4, cap="round") for d, wide in ways),
        *(Path(d, "s-road-fill", wide, cap="round") for d, wide in ways),
    ]


def _broad(one: TableFeature, place: TableLayout) -> float:
    return max(6.0, min(2 * one.half_width / 100 or _ROAD, _ROAD) * place.inch)


def hedges(_chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """Beads on a line."""
    ways = [_line(one, place) for one in some]
    beads = "".join(dot(at, 3.6) for way in ways for at in lines.paced(way, 8, closed=False))
    return (
        [Path("".join(polyline(way) for way in ways), "s-wood-line", 1.6), Path(beads, "f-wood-line")] if ways else []
    )


def works(_chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """A bank with teeth to its left, the way it is drawn."""
    ways = [_line(one, place) for one in some]
    teeth = ""
    for way in ways:
        paced = lines.paced(way, 11, closed=False)
        for (ax, ay), (bx, by) in pairwise(paced):
            span = math.dist((ax, ay), (bx, by)) or 1
            x, y = (ax + bx) / 2, (ay + by) / 2
            teeth += polyline(((x, y), (x + (by - ay) / span * 9, y - (bx - ax) / span * 9)))
    d = "".join(polyline(way) for way in ways)
    return [Path(d, "s-works", 4.2, cap="round"), Path(teeth, "s-works", 2.4)] if ways else []


# --- crossings ----------------------------------------------------------------------------------------------------


def bridges(chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """A way over the water between two parapets."""
    drawn: list[Shape] = []
    for one in some:
        if len(one.shape) < 3:
            continue
        loop = clockwise([place.at(spot) for spot in one.shape])
        start, end, half = _axis(loop)
        span = math.dist(start, end) or 1
        ux, uy = (end[0] - start[0]) / span, (end[1] - start[1]) / span
        inset = min(_bank(chart, place, start, end), span * 0.4)
        a = start[0] + ux * inset, start[1] + uy * inset
        b = end[0] - ux * inset, end[1] - uy * inset
        wide = min(half, 0.42 * place.inch)
        parapets = ""
        for side in (1, -1):
            nx, ny = -uy * side, ux * side
            parapets += polyline(
                (
                    (a[0] + nx * (wide + 6) - ux * 6, a[1] + ny * (wide + 6) - uy * 6),
                    (a[0] + nx * wide, a[1] + ny * wide),
                    (b[0] + nx * wide, b[1] + ny * wide),
                    (b[0] + nx * (wide + 6) + ux * 6, b[1] + ny * (wide + 6) + uy * 6),
                )
            )
        drawn += [
            _limits(loop),
            Path(polyline((a, b)), "s-road-fill", 2 * wide),
            Path(parapets, "s-ink", 3.2),
        ]
    return drawn


def fords(chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """Stones in the water."""
    water = [outline(one, place) for one in chart.features if one.kind in {"river", "lake"} and len(one.shape) > 2]
    drawn: list[Shape] = []
    for n, one in enumerate(some):
        if len(one.shape) < 3:
            continue
        loop = clockwise([place.at(spot) for spot in one.shape])
        stones = [
            at for at in scattered(loop, (11, 9), 3, 70 + n) if not water or any(lines.holds([w], at) for w in water)
        ]
        drawn += [
            _limits(loop),
            Path("".join(dot(at, 2.2) for at in stones), "f-road-line"),
        ]
    return drawn


def _limits(loop: Loop) -> Shape:
    """How far a crossing reaches: whoever stands in it may stand in the water."""
    return Path(polyline(loop, closed=True), "s-soft-ink", 1.3, "3,4")


def _axis(loop: Loop) -> tuple[Point, Point, float]:
    """A crossing's long axis from end to end, and half its width: of a rectangle exactly, of others about."""
    pairs = [(math.dist(a, b), i) for i, (a, b) in enumerate(pairwise([*loop, loop[0]]))]
    long = max(pairs)[1]
    a, b = loop[long], loop[(long + 1) % len(loop)]
    middle = sum(x for x, _ in loop) / len(loop), sum(y for _, y in loop) / len(loop)
    span = math.dist(a, b) or 1
    ux, uy = (b[0] - a[0]) / span, (b[1] - a[1]) / span
    half = abs((middle[0] - a[0]) * -uy + (middle[1] - a[1]) * ux)
    start = middle[0] - ux * span / 2, middle[1] - uy * span / 2
    return start, (middle[0] + ux * span / 2, middle[1] + uy * span / 2), half


def _bank(chart: TableChart, place: TableLayout, start: Point, end: Point) -> float:
    """How far from the end of a crossing the water begins."""
    water = [outline(one, place, 0) for one in chart.features if one.kind == "river" and len(one.shape) > 2]
    walk = lines.paced((start, end), 4, closed=False)
    wet = [math.dist(start, at) for at in walk if any(lines.holds([loop], at) for loop in water)]
    return max(0.0, min(wet) - 8) if wet else 0.0


# --- samples ------------------------------------------------------------------------------------------------------


def sample(kind: Drawn) -> list[Shape]:
    """A piece of a kind of ground about the origin, some 60 by 40, for the legend."""
    loop: Loop = softened([(-29.0, -17.0), (29.0, -17.0), (29.0, 17.0), (-29.0, 17.0)], 12)
    way = [(-30.0, 5.0), (0.0, -3.0), (30.0, 3.0)]
    match kind:
        case "wood":
            spots = ((-15, -5), (3, -7), (19, -2), (-7, 9), (12, 10))
            return [patterns.wood([loop], ())[0],
                    *(Use("g-tree", x - 10, y - 11, 20, 20, "c-wood-line f-tree") for x, y in spots)]  # fmt: skip
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
