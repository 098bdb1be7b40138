"""Bridges and fords of a table.  Board units."""

import math
from collections.abc import Sequence
from itertools import pairwise

from pbem.engine.tablechart import TableChart, TableFeature
from pbem.reports.maps import lines
from pbem.reports.maps.lines import Loop
from pbem.reports.maps.shapes import Path, Point, Shape, dot, polyline
from pbem.reports.maps.tables.layout import TableLayout
from pbem.reports.maps.tables.outlines import clockwise, outline, scattered


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
    """How far a crossing reaches: a unit within it may stand in the water."""
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
