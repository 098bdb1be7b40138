"""During which stretches of a straight move a rectangle and a shape share ground."""

from collections.abc import Sequence
from itertools import pairwise

from pbem.engine.table.angles import Point, Vector
from pbem.engine.table.clipping import Span, joined, seen_by, surrounds
from pbem.engine.table.measures import TOUCH
from pbem.engine.table.rects import Rect

_GRAZE = 1e-6
"""Inches: running along an edge is not sharing ground."""

ENDLESS = 1e300
"""Inches: farther than any table is wide."""

_STILL = 1e-12
"""Speeds below this are nought."""


def overlap_spans(
    rect: Rect, direction: Vector, points: Sequence[Point], closed: bool, distance: float = ENDLESS
) -> list[Span]:
    """The stretches of a straight move, as (from, to) in inches, facing kept.

    direction: one inch long.  points: of a polygon (closed) or a polyline.  An edge that during the move never reaches
    more than 0.01" into the rectangle is left out.
    """
    seen = seen_by(rect, points)
    right, forward = direction[0] * rect.fy - direction[1] * rect.fx, direction[0] * rect.fx + direction[1] * rect.fy
    half_width, half_depth = rect.half_width, rect.half_depth
    found = []
    before = seen[-1] if closed else seen[0]
    for point in seen:
        deep = _span(before, point, right, forward, half_width - TOUCH, half_depth - TOUCH)
        if deep and deep[0] < distance and deep[1] > 0:
            span = _span(before, point, right, forward, half_width - _GRAZE, half_depth - _GRAZE)
            if span:
                found.append((max(span[0], 0.0), min(span[1], distance)))
        before = point
    spans = joined(found, 0.0)
    if closed:  # where no edge is met the rectangle is either wholly inside or wholly outside
        stops = [(0.0, 0.0), *spans, (distance, distance)]
        gaps = ((end, start) for (_, end), (start, _) in pairwise(stops) if end < start < ENDLESS)
        spans += [(end, start) for end, start in gaps if _within(seen, right, forward, (end + start) / 2)]
        spans = joined(spans, 0.0)
    return spans


def _within(seen: Sequence[Point], right: float, forward: float, done: float) -> bool:
    return surrounds(seen, right * done, forward * done)


def _span(a: Point, b: Point, right: float, forward: float, half_width: float, half_depth: float) -> Span | None:
    """When a segment meets a rectangle about (0, 0) that moves by (right, forward)."""
    (au, av), (bu, bv) = a, b
    du, dv = bu - au, bv - av
    start, end = -ENDLESS, ENDLESS
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
