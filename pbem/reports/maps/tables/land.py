"""The areas of a table's ground, each kind drawn within its outline.  Board units."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from pbem.engine.tablechart import TableChart, TableFeature
from pbem.reports.maps import lines, patterns
from pbem.reports.maps.lines import Loop, chance
from pbem.reports.maps.shapes import Path, Point, Shape, polyline
from pbem.reports.maps.tables.layout import TableLayout
from pbem.reports.maps.tables.outlines import outline, scattered

_HOUSE: Final = (0.62, 0.4)
"""Inches: half the length and half the width of a house."""


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
