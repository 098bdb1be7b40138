"""Straight moves: where they end, what they sweep, what they meet first (OH-G5, G-13, AR-G12, AR-G15).

Distances are inches, not rounded; ``inches(Hundredths(400))`` makes one from a stored length.
"""

from collections.abc import Sequence

from pbem.engine.table.angles import Point, Vector, ahead, relative
from pbem.engine.table.clipping import seen_by, surrounds
from pbem.engine.table.measures import TOUCH, Inches, Tenths
from pbem.engine.table.rects import Rect, corners
from pbem.engine.table.shapes import Polygon, Polyline, Shape, polygon_of
from pbem.engine.table.sweeping import ENDLESS, overlap_spans

_GRAZE = 1e-6
"""Inches: how far inside the edge of a strip the open strip begins."""


def shifted(rect: Rect, by: Vector) -> Rect:
    """Moved by a displacement, facing kept."""
    x, y, fx, fy, half_width, half_depth, facing = rect
    return Rect(x + by[0], y + by[1], fx, fy, half_width, half_depth, facing)


def advanced(rect: Rect, distance: float) -> Rect:
    """Moved straight ahead along its facing; negative: straight back."""
    x, y, fx, fy, half_width, half_depth, facing = rect
    return Rect(x + fx * distance, y + fy * distance, fx, fy, half_width, half_depth, facing)


def moved(rect: Rect, direction: Tenths, distance: float) -> Rect:
    """Moved along any bearing, facing kept: an oblique move, a sidestep, a recoil."""
    east, north = ahead(direction)
    return shifted(rect, (east * distance, north * distance))


def swept(rect: Rect, distance: float) -> Rect:
    """The strip of a straight advance (OH-G5): as wide as the rectangle, from old rear edge to new front edge."""
    x, y, fx, fy, half_width, half_depth, facing = rect
    half = distance / 2
    return Rect(x + fx * half, y + fy * half, fx, fy, half_width, half_depth + abs(half), facing)


def swept_along(rect: Rect, direction: Tenths, distance: float) -> Polygon:
    """All the ground a move along any bearing passes over, facing kept: a convex polygon of four to six corners."""
    if distance < 0:
        return swept_along(moved(rect, direction, distance), direction, -distance)
    off = relative(direction, rect.facing) % 3600
    start, end = corners(rect), corners(moved(rect, direction, distance))
    quarter, rest = divmod(off, 900)
    if not rest:
        leading = {quarter, (quarter + 1) % 4}
        return polygon_of(tuple(end[i] if i in leading else start[i] for i in range(4)))
    first, lead, last, trail = (quarter % 4, (quarter + 1) % 4, (quarter + 2) % 4, (quarter + 3) % 4)
    return polygon_of((start[first], end[first], end[lead], end[last], start[last], start[trail]))


def first_touch(rect: Rect, thing: Shape) -> Inches | None:
    """How far a straight advance goes before it touches something (OH-G5); None if it never does.

    The thing is cut to the open strip ahead of the rear edge; edges that reach at most 0.01" into the strip from the
    side, or past the rear edge from behind, are not met.  Negative or 0: it is there already.
    """
    half_width, half_depth = rect.half_width, rect.half_depth
    if isinstance(thing, Rect):
        dx, dy = thing.x - rect.x, thing.y - rect.y
        around = thing.half_width + thing.half_depth
        beside = dx * rect.fy - dy * rect.fx
        if beside > half_width + around or -beside > half_width + around:
            return None
        if dx * rect.fx + dy * rect.fy < -half_depth - around:
            return None
        found = _least_ahead(seen_by(rect, corners(thing)), half_width, half_depth, closed=True)
    else:
        found = _least_ahead(
            seen_by(rect, thing.points), half_width, half_depth, closed=not isinstance(thing, Polyline)
        )
    return None if found is None else Inches(found - half_depth)


def first_touch_along(rect: Rect, direction: Tenths, thing: Shape) -> Inches | None:
    """The same for a move along any bearing, facing kept.

    What reaches at most 0.01" into the swept ground is not met; 0: it is there already.
    """
    points = corners(thing) if isinstance(thing, Rect) else thing.points
    spans = overlap_spans(rect, ahead(direction), points, closed=not isinstance(thing, Polyline))
    return Inches(spans[0][0]) if spans else None


def _least_ahead(points: Sequence[Point], half_width: float, half_depth: float, closed: bool) -> float | None:
    """The least forward coordinate of a shape cut to the strip; None if what is left of it is nothing.

    points: to the right and ahead of the mover's centre.  closed: a polygon, else a polyline.
    """
    wide, rear = half_width - _GRAZE, TOUCH - half_depth
    narrow = max(half_width - TOUCH, 0.0)
    least = ENDLESS
    before = points[-1] if closed else points[0]
    for point in points:
        (au, av), (bu, bv) = before, point
        before = point
        if (
            (av >= least and bv >= least)
            or (av < rear and bv < rear)
            or (au > wide and bu > wide)
            or (au < -wide and bu < -wide)
        ):
            continue
        if bv < av:
            au, av, bu, bv = bu, bv, au, av
        # From here on v does not fall from a to b: the least is where the segment enters the strip.
        start, end = 0.0, 1.0
        du, dv = bu - au, bv - av
        if av < rear:
            start = (rear - av) / dv
        if du:
            one, other = (-wide - au) / du, (wide - au) / du
            start, end = max(start, min(one, other)), min(end, max(one, other))
        first, last = au + start * du, au + end * du
        if start <= end and min(first, last) < narrow and max(first, last) > -narrow:
            least = min(least, av + start * dv)
    if closed and least > rear and surrounds(points, 0.0, rear):
        return rear
    return least if least < ENDLESS else None
