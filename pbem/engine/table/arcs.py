"""Arcs of fire: wedges and zones, judged by a point or by any point of a rectangle.

Rules: OH-G9, AR-G5, AR-G6, AR-G7, G-5, G-33.
"""

from math import sqrt
from typing import NamedTuple

from pbem.engine.table.angles import EIGHTH, Point, Vector, ahead, half_tenths_ahead, relative_bearing
from pbem.engine.table.clipping import beyond_line, surrounds
from pbem.engine.table.distances import point_segment
from pbem.engine.table.measures import NOISE, TOLERANCE, Inches, Tenths
from pbem.engine.table.rects import Rect, corners, local_point


class HalfPlane(NamedTuple):
    """All points with nx * x + ny * y >= least; (nx, ny) is one inch long."""

    nx: float
    ny: float
    least: float


class Arc(NamedTuple):
    """What lies in all of these half planes, tolerances included.  apex: from where ranges within it are measured."""

    apex: Point
    planes: tuple[HalfPlane, ...]


def in_arc(apex: Point, facing: Tenths, at: Point, half_angle: Tenths) -> bool:
    """Whether a point's bearing is at most so far to either side of a facing, bounds included (OH-G9); any angle."""
    return abs(relative_bearing(apex, facing, at)) <= half_angle


def wedge(apex: Point, facing: Tenths, half_angle: Tenths) -> Arc:
    """The wedge of so many tenths of a degree to either side, up to 900 (G-5, G-33).  Raises ValueError beyond."""
    if not 0 <= half_angle <= 900:
        raise ValueError(f"a wedge opens by 0 to 90 degrees to either side, not by {half_angle / 10}")
    if half_angle == 900:
        return Arc(apex, (_plane(apex, ahead(facing), TOLERANCE),))
    left = half_tenths_ahead(2 * (facing - half_angle) - 1)
    right = half_tenths_ahead(2 * (facing + half_angle) + 1)
    return Arc(apex, _between(apex, left, apex, right, NOISE))


def wedge_through(apex: Point, left: Point, right: Point) -> Arc:
    """The wedge between two points, less than 180 degrees: a gun's, through its front corners (AR-G7)."""
    return Arc(apex, _between(apex, _turned(_unit(apex, left), -1), apex, _turned(_unit(apex, right), 1), NOISE))


def front_zone(rect: Rect, angle: Tenths = EIGHTH) -> Arc:
    """On or ahead of the front edge, between the rays that leave the front corners outwards at an angle.

    Rules: AR-G5, AR-G6.
    """
    left_front, right_front = corners(rect)[:2]
    forward = (rect.fx, rect.fy)
    left, right = _turned(forward, -2 * angle - 1), _turned(forward, 2 * angle + 1)
    apex = local_point(rect, 0.0, rect.half_depth)
    rays = _between(left_front, left, right_front, right, TOLERANCE)
    return Arc(apex, (_plane(left_front, forward, TOLERANCE), *rays))


def ahead_of(arc: Arc, rect: Rect) -> Arc:
    """The part of an arc on or ahead of a rectangle's front edge (AR-G7)."""
    front = _plane(local_point(rect, 0.0, rect.half_depth), (rect.fx, rect.fy), TOLERANCE)
    return Arc(arc.apex, (*arc.planes, front))


def holds(arc: Arc, at: Point) -> bool:
    """Whether a point lies in an arc, its bounds included."""
    x, y = at
    return all(nx * x + ny * y >= least for nx, ny, least in arc.planes)


def meets(arc: Arc, target: Rect) -> bool:
    """Whether some point of a rectangle lies in an arc, its bounds included (AR-G6, G-5)."""
    return holds(arc, (target.x, target.y)) or bool(covered(arc, target))


def covered(arc: Arc, target: Rect) -> tuple[Point, ...]:
    """The corners of the part of a rectangle that lies in an arc; empty if none does."""
    left: list[Point] = [*corners(target)]
    for nx, ny, least in arc.planes:
        left = beyond_line(left, nx, ny, least)
    return tuple(left)


def range_within(arc: Arc, target: Rect) -> Inches | None:
    """From the apex to the nearest point of the part of a rectangle within the arc (G-6); None if none is."""
    part = covered(arc, target)
    if not part:
        return None
    if surrounds(part, *arc.apex):
        return Inches(0.0)
    return Inches(min(point_segment(arc.apex, side) for side in zip(part, (*part[1:], part[0]), strict=True)))


def _plane(through: Point, inward: Vector, slack: float) -> HalfPlane:
    return HalfPlane(*inward, inward[0] * through[0] + inward[1] * through[1] - slack)


def _between(at_left: Point, left: Vector, at_right: Point, right: Vector, slack: float) -> tuple[HalfPlane, HalfPlane]:
    """To the right of one ray and to the left of another."""
    return _plane(at_left, (left[1], -left[0]), slack), _plane(at_right, (-right[1], right[0]), slack)


def _turned(vector: Vector, half_tenths: int) -> Vector:
    """A vector turned clockwise by so many twentieths of a degree."""
    sine, cosine = half_tenths_ahead(half_tenths)
    return (vector[0] * cosine + vector[1] * sine, vector[1] * cosine - vector[0] * sine)


def _unit(start: Point, end: Point) -> Vector:
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = sqrt(dx * dx + dy * dy)
    return (dx / long, dy / long) if long else (0.0, 1.0)
