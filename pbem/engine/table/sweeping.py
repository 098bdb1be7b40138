"""During which stretches of a straight move a rectangle and a shape share ground."""

from collections.abc import Sequence
from itertools import pairwise

from pbem.engine.table.angles import Point, Vector
from pbem.engine.table.clipping import Span, joined, seen_by, surrounds
from pbem.engine.table.measures import TOUCH
from pbem.engine.table.rects import Rect

_GRAZE = 1e-6
"""Inches: running along an edge is not sharing ground."""

_STILL = 1e-12
"""Speeds below this are nought."""


def overlap_spans(rect: Rect, direction: Vector, points: Sequence[Point], closed: bool) -> list[Span]:
    """The stretches of an endless move, as (from, to) inches from where the rectangle is; before it: negative.

    direction: one inch long, facing kept.  points: of a polygon (closed) or a polyline.  An edge that never reaches
    more than 0.01" into the rectangle is left out.
    """
    seen = seen_by(rect, points)
    (right, forward) = seen_by(rect, [(rect.x + direction[0], rect.y + direction[1])])[0]
    found = []
    before = seen[-1] if closed else seen[0]
    for point in seen:
        half_width, half_depth = rect.half_width, rect.half_depth
        if _span(before, point, right, forward, half_width - TOUCH, half_depth - TOUCH):
            span = _span(before, point, right, forward, half_width - _GRAZE, half_depth - _GRAZE)
            if span:
                found.append(span)
        before = point
    spans = joined(found, 0.0)
    if closed:
        between = pairwise(spans)
        spans += [(end, start) for (_, end), (start, _) in between if _within(seen, right, forward, (end + start) / 2)]
        spans = joined(spans, 0.0)
    return spans


def _within(seen: Sequence[Point], right: float, forward: float, done: float) -> bool:
    return surrounds(seen, right * done, forward * done)


def _span(a: Point, b: Point, right: float, forward: float, half_width: float, half_depth: float) -> Span | None:
    """When a segment meets a rectangle about (0, 0) that moves by (right, forward)."""
    (au, av), (bu, bv) = a, b
    du, dv = bu - au, bv - av
    start, end = -1e300, 1e300
    for place, speed, room in (
        ((au + bu) / 2, right, half_width + abs(du) / 2),
        ((av + bv) / 2, forward, half_depth + abs(dv) / 2),
        (au * dv - av * du, right * dv - forward * du, half_width * abs(dv) + half_depth * abs(du)),
    ):
        if -_STILL < speed < _STILL:
            if abs(place) > room:
                return None
            continue
        one, other = (place - room) / speed, (place + room) / speed
        start, end = max(start, min(one, other)), min(end, max(one, other))
    return (start, end) if start <= end else None
