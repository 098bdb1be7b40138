"""The outlines of a table's areas and the courses of its lines, as drawn; places scattered in an outline.

An area keeps its outline but for its sharpest corners, for the rules go by it; along the edge of the table it is drawn
on beyond it, so that there is no bank or slope there.  Board units.
"""

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from pbem.engine.tablechart import TableFeature
from pbem.reports.maps import lines
from pbem.reports.maps.lines import Loop, chance
from pbem.reports.maps.shapes import Point
from pbem.reports.maps.tables.layout import TableLayout

SOFT: Final = 1.2
"""Inches of an edge that a corner's curve takes at most."""
_BEYOND: Final = 1.5
"""Inches that an area on the edge of the table is drawn on beyond it."""


def clockwise(loop: Sequence[Point]) -> Loop:
    """An outline the way round that ``lines.normals`` wants: inwards is to the right of the way."""
    turned = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*loop, loop[0]]))
    return list(loop) if turned > 0 else list(reversed(loop))


def outline(one: TableFeature, place: TableLayout, soft: float = SOFT) -> Loop:
    """An area's outline, its corners a little softened, drawn on beyond the edge of the table."""
    wide, high = place.across * place.inch, place.depth * place.inch
    loop = clockwise([_spilt(place.at(spot), wide, high, place.inch) for spot in one.shape])
    return softened(loop, soft * place.inch) if soft else loop


def course(one: TableFeature, place: TableLayout, kept: Collection[Point] = ()) -> list[Point]:
    """A line through its points, drawn on beyond the edge of the table, its bends softened but for those ``kept``."""
    wide, high = place.across * place.inch, place.depth * place.inch
    points = [_spilt(place.at(spot), wide, high, place.inch) for spot in one.shape]
    if len(points) < 3:
        return points
    bent = [points[0]]
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        bent += [at] if at in kept else softened([before, at, after], SOFT * place.inch)[5:10]
    return [*bent, points[-1]]


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
