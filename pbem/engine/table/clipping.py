"""Segments and convex corners cut to windows and half planes: what the moves, areas and arcs are worked out with."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pbem.engine.table.angles import Point
from pbem.engine.table.rects import Rect, Segment

Span: TypeAlias = tuple[float, float]
"""From, to."""


def in_window(segment: Segment, left: float, right: float, low: float, high: float) -> Segment | None:
    """The part of a segment with left <= x <= right and low <= y <= high; None if there is none."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    start, end = 0.0, 1.0
    for step, room in ((-dx, ax - left), (dx, right - ax), (-dy, ay - low), (dy, high - ay)):
        if step == 0:
            if room < 0:
                return None
            continue
        part = room / step
        if step < 0:
            if part > end:
                return None
            start = max(start, part)
        elif part < start:
            return None
        else:
            end = min(end, part)
    if start > end:
        return None
    return (ax + start * dx, ay + start * dy), (ax + end * dx, ay + end * dy)


def beyond_line(corners: Sequence[Point], nx: float, ny: float, least: float) -> list[Point]:
    """The corners of the part of a polygon with nx * x + ny * y >= least.  Right for convex ones; areas for all."""
    kept: list[Point] = []
    before = corners[-1] if corners else (0.0, 0.0)
    was = nx * before[0] + ny * before[1] - least
    for corner in corners:
        now = nx * corner[0] + ny * corner[1] - least
        if (was < 0) != (now < 0):
            part = was / (was - now)
            kept.append((before[0] + part * (corner[0] - before[0]), before[1] + part * (corner[1] - before[1])))
        if now >= 0:
            kept.append(corner)
        before, was = corner, now
    return kept


def seen_by(rect: Rect, points: Iterable[Point]) -> list[Point]:
    """Points as a rectangle sees them: inches to the right of its centre, inches ahead of it."""
    x, y, fx, fy = rect[:4]
    return [((px - x) * fy - (py - y) * fx, (px - x) * fx + (py - y) * fy) for px, py in points]


def surrounds(points: Sequence[Point], x: float, y: float) -> bool:
    """Whether a polygon holds a point; on its edge: either."""
    odd = False
    ax, ay = points[-1]
    for bx, by in points:
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
        ax, ay = bx, by
    return odd


def joined(spans: Iterable[Span], least: float) -> list[Span]:
    """Spans in order, those that meet made one; what is not longer than ``least`` is left out."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return [(start, end) for start, end in found if end - start > least]
