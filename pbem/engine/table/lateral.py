"""Widths across a front: who faces whom, what a corridor leaves free, gaps (AR-G22, G-9, G-18, G-23, G-24, G-26).

An interval is (from, to) in inches to the right of a rectangle's centre line, or of a line between two points.
"""

from collections.abc import Iterable
from typing import TypeAlias

from pbem.engine.table.angles import Point
from pbem.engine.table.clipping import in_window, joined, seen_by, surrounds
from pbem.engine.table.measures import NOISE, TOUCH, Inches
from pbem.engine.table.rects import Rect, corners, strip
from pbem.engine.table.shapes import Polygon

Interval: TypeAlias = tuple[float, float]


def interval(rect: Rect, other: Rect | Polygon) -> Interval:
    """Across which part of a rectangle's front line, endless to both sides, another shape lies."""
    across = [to_right for to_right, _ in seen_by(rect, _points(other))]
    return min(across), max(across)


def facing_width(rect: Rect, other: Rect | Polygon) -> Inches:
    """How much of a rectangle's own front lies across from another shape, ahead or behind (AR-G22, G-24, G-26)."""
    start, end = interval(rect, other)
    return Inches(max(0.0, min(end, rect.half_width) - max(start, -rect.half_width)))


def corridor_interval(rect: Rect, distance: float, other: Rect | Polygon, margin: float = 0.0) -> Interval | None:
    """The same for the part of the other shape inside the strip of a straight advance (G-23, G-24); None if none is.

    margin: inches by which the strip is wider to either side.  What reaches in by no more than 0.01" is left out.
    """
    seen = seen_by(rect, _points(other))
    wide = rect.half_width + margin
    low, high = -rect.half_depth + min(distance, 0.0), rect.half_depth + max(distance, 0.0)
    found: list[Point] = []
    before = seen[-1]
    for point in seen:
        part = in_window((before, point), -wide, wide, low, high)
        found += part or ()
        before = point
    for corner in ((-wide, low), (-wide, high), (wide, low), (wide, high)):
        if surrounds(seen, *corner):
            found.append(corner)
    if not found:
        return None
    across, along = [to_right for to_right, _ in found], [forward for _, forward in found]
    if max(across) - min(across) <= TOUCH + NOISE or max(along) - min(along) <= TOUCH + NOISE:
        return None
    return min(across), max(across)


def free_intervals(span: Interval, taken: Iterable[Interval]) -> tuple[Interval, ...]:
    """What is left of a span, from left to right, once the taken intervals are cut out; 0.01" or less is nothing."""
    left, right = span
    free = []
    for start, end in joined(taken, 0.0):
        if start > left:
            free.append((left, min(start, right)))
        left = max(left, end)
    free.append((left, right))
    return tuple((start, end) for start, end in free if end - start > TOUCH + NOISE)


def gap(start: Point, end: Point, things: Iterable[Rect | Polygon], span: float) -> Interval | None:
    """The clear width square to a line, between the obstacles nearest to it on either side (G-9).

    Obstacles count where they lie between start and end.  An open side counts as ``span`` inches.  None: one is on the
    line itself.  The width is the interval's end minus its start.
    """
    along = strip(start, end, span)
    left, right = -span, span
    for thing in things:
        seen = seen_by(along, _points(thing))
        if surrounds(seen, 0.0, 0.0):
            return None
        before = seen[-1]
        for point in seen:
            part = in_window((before, point), -span, span, -along.half_depth, along.half_depth)
            before = point
            if not part:
                continue
            low, high = sorted((part[0][0], part[1][0]))
            if low < -TOUCH and high > TOUCH:
                return None
            if high <= TOUCH:
                left = max(left, min(high, 0.0))
            else:
                right = min(right, max(low, 0.0))
    return left, right


def _points(other: Rect | Polygon) -> tuple[Point, ...]:
    return corners(other) if isinstance(other, Rect) else other.points
