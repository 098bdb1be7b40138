"""Shortest distances, not rounded: compare them by ``within``, ``beyond`` and ``shorter`` (OH-G10, AR-G3, G-4)."""

from functools import lru_cache
from math import sqrt

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import NOISE, TOLERANCE, Hundredths, Inches, Tenths
from pbem.engine.table.rects import Face, Rect, Segment
from pbem.engine.table.shapes import Polygon, Polyline, pieces, sides


def points(a: Point, b: Point) -> Inches:
    """From point to point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return Inches(sqrt(dx * dx + dy * dy))


def point_segment(at: Point, segment: Segment) -> Inches:
    """From a point to the nearest point of a segment."""
    return Inches(sqrt(_point_segment(*at, *segment[0], *segment[1])))


def segments(one: Segment, other: Segment) -> Inches:
    """Between two segments; 0 if they meet."""
    (a, b), (c, d) = one, other
    if cross(one, other):
        return Inches(0.0)
    return Inches(
        sqrt(
            min(
                _point_segment(*a, *c, *d),
                _point_segment(*b, *c, *d),
                _point_segment(*c, *a, *b),
                _point_segment(*d, *a, *b),
            )
        )
    )


def point_rect(at: Point, rect: Rect) -> Inches:
    """From a point to the nearest point of a rectangle; 0 inside it."""
    x, y, fx, fy, half_width, half_depth, _ = rect
    dx, dy = at[0] - x, at[1] - y
    beside = abs(dx * fy - dy * fx) - half_width
    before = abs(dx * fx + dy * fy) - half_depth
    if beside <= 0:
        return Inches(before if before > 0 else 0.0)
    if before <= 0:
        return Inches(beside)
    return Inches(sqrt(beside * beside + before * before))


def segment_rect(segment: Segment, rect: Rect) -> Inches:
    """From a segment to the nearest point of a rectangle; 0 if they meet."""
    return rects(_thin(segment), rect)


@lru_cache(maxsize=4096)
def edge_rect(rect: Rect, face: Face, other: Rect) -> Inches:
    """From one edge of a rectangle to the nearest point of another: the range of AR-G8 for the front.

    The last few thousand answers are kept: most units that may fire at one another stand still.
    """
    x, y, fx, fy, half_width, half_depth, facing = rect
    if face in {Face.FRONT, Face.REAR}:
        by = half_depth if face is Face.FRONT else -half_depth
        return rects(Rect(x + fx * by, y + fy * by, fx, fy, half_width, 0.0, facing), other)
    by = half_width if face is Face.RIGHT else -half_width
    return rects(Rect(x + fy * by, y - fx * by, fx, fy, 0.0, half_depth, facing), other)


def rects(a: Rect, b: Rect) -> Inches:
    """Between two rectangles; 0 if they touch or overlap."""
    ax, ay, afx, afy, aw, ad, _ = a
    bx, by, bfx, bfy, bw, bd, _ = b
    dx, dy = bx - ax, by - ay
    along = abs(afx * bfx + afy * bfy)
    across = abs(afx * bfy - afy * bfx)
    if (
        ad + bd * along + bw * across >= abs(dx * afx + dy * afy)
        and aw + bw * along + bd * across >= abs(dx * afy - dy * afx)
        and bd + ad * along + aw * across >= abs(dx * bfx + dy * bfy)
        and bw + aw * along + ad * across >= abs(dx * bfy - dy * bfx)
    ):
        return Inches(0.0)
    return Inches(sqrt(min(_corners_square(a, b), _corners_square(b, a))))


def _corners_square(a: Rect, b: Rect) -> float:
    """The square of the least distance from a corner of b to a."""
    x, y, fx, fy, half_width, half_depth, _ = a
    bx, by, bfx, bfy, bw, bd, _ = b
    dx, dy = bx - x, by - y
    u, v = dx * fy - dy * fx, dx * fx + dy * fy
    # The half width and the half depth of b, in the axes of a.
    along, across = fx * bfx + fy * bfy, bfx * fy - bfy * fx
    wu, wv, du, dv = bw * along, -bw * across, bd * across, bd * along
    su, sv, tu, tv = wu + du, wv + dv, wu - du, wv - dv
    best = 1e300
    for cu, cv in ((u + su, v + sv), (u + tu, v + tv), (u - su, v - sv), (u - tu, v - tv)):
        beside = (cu if cu > 0 else -cu) - half_width
        before = (cv if cv > 0 else -cv) - half_depth
        square = (beside * beside if beside > 0 else 0.0) + (before * before if before > 0 else 0.0)
        if square < best:  # noqa: PLR1730 - min() takes three times as long
            best = square
    return best


def near(a: Rect, b: Rect, limit: Hundredths) -> bool:
    """Whether two rectangles are at most so far apart, limit included: cheaper than measuring."""
    far = limit / 100 + TOLERANCE + NOISE
    reach = far + a[4] + a[5] + b[4] + b[5]
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx > reach or dy > reach or -dx > reach or -dy > reach:
        return False
    return rects(a, b) <= far


def closer(a: Rect, b: Rect, far: float) -> bool:
    """Whether two rectangles are less than so many inches apart: cheaper than measuring."""
    reach = far + a[4] + a[5] + b[4] + b[5]
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx > reach or dy > reach or -dx > reach or -dy > reach:
        return False
    return rects(a, b) < far


def point_polygon(at: Point, shape: Polygon) -> Inches:
    """From a point to the nearest point of a polygon; 0 inside it."""
    x, y = at
    best, odd = 1e300, False
    for (ax, ay), (bx, by) in sides(shape):
        best = min(best, _point_segment(x, y, ax, ay, bx, by))
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return Inches(0.0 if odd else sqrt(best))


def rect_polygon(rect: Rect, shape: Polygon) -> Inches:
    """Between a rectangle and a polygon; 0 if they meet."""
    if not point_polygon((rect.x, rect.y), shape):
        return Inches(0.0)
    return Inches(min(segment_rect(side, rect) for side in sides(shape)))


def point_line(at: Point, way: Polyline) -> Inches:
    """From a point to the nearest point of a polyline."""
    return Inches(sqrt(min(_point_segment(*at, *start, *end) for start, end in pieces(way))))


def rect_line(rect: Rect, way: Polyline) -> Inches:
    """Between a rectangle and a polyline; 0 if they meet."""
    return Inches(min(segment_rect(piece, rect) for piece in pieces(way)))


def nearest_on_segment(at: Point, segment: Segment) -> Point:
    """The point of a segment nearest to a point."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    part = ((at[0] - ax) * dx + (at[1] - ay) * dy) / square if square else 0.0
    if part <= 0:
        return (ax, ay)
    return (bx, by) if part >= 1 else (ax + part * dx, ay + part * dy)


def nearest_on_rect(at: Point, rect: Rect) -> Point:
    """The point of a rectangle nearest to a point: the end of the line of fire of AR-G9.  Inside: the point."""
    x, y, fx, fy, half_width, half_depth, _ = rect
    dx, dy = at[0] - x, at[1] - y
    beside, before = dx * fy - dy * fx, dx * fx + dy * fy
    beside = max(-half_width, min(half_width, beside))
    before = max(-half_depth, min(half_depth, before))
    return (x + fy * beside + fx * before, y - fx * beside + fy * before)


def cross(one: Segment, other: Segment) -> bool:
    """Whether two segments cross, each passing through the other; where one only ends on the other is not told."""
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = one, other
    ex, ey, gx, gy = bx - ax, by - ay, dx - cx, dy - cy
    side_c, side_d = ex * (cy - ay) - ey * (cx - ax), ex * (dy - ay) - ey * (dx - ax)
    side_a, side_b = gx * (ay - cy) - gy * (ax - cx), gx * (by - cy) - gy * (bx - cx)
    return (side_c > 0) != (side_d > 0) and (side_a > 0) != (side_b > 0)


def _point_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The square of the distance from a point to a segment."""
    dx, dy = bx - ax, by - ay
    px, py = x - ax, y - ay
    along, square = px * dx + py * dy, dx * dx + dy * dy
    if along >= square:
        px, py = x - bx, y - by
    elif along > 0:
        across = px * dy - py * dx
        return across * across / square
    return px * px + py * py


def _thin(segment: Segment) -> Rect:
    """A segment as a rectangle without width."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    long = sqrt(dx * dx + dy * dy)
    fx, fy = (dx / long, dy / long) if long else (0.0, 1.0)
    return Rect((ax + bx) / 2, (ay + by) / 2, fx, fy, 0.0, long / 2, Tenths(0))
