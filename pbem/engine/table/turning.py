"""Pivots and wheels: rectangles turned about a point (OH-G4, AR-G11, AR-G12, G-12, G-14).

Angles are tenths of a degree, positive clockwise (to the right), of any size.
"""

from pbem.engine.table.angles import Point, ahead, arc_length, relative, rotated
from pbem.engine.table.measures import Inches, Tenths, normal
from pbem.engine.table.rects import Rect, local_point


def pivoted(rect: Rect, by: Tenths) -> Rect:
    """Turned about its centre (OH-G4, AR-G12, G-14)."""
    return faced(rect, normal(rect.facing + by))


def pivoted_about(rect: Rect, by: Tenths, about: Point) -> Rect:
    """Turned about any point: the middle of the front, where it touches an enemy (AR-G16), a corner.

    Rules: AR-G16, AR-G18.
    """
    east, north = rotated((rect.x - about[0], rect.y - about[1]), by)
    facing = normal(rect.facing + by)
    return Rect(about[0] + east, about[1] + north, *ahead(facing), rect.half_width, rect.half_depth, facing)


def faced(rect: Rect, facing: Tenths) -> Rect:
    """Turned about its centre until it faces so."""
    return Rect(rect.x, rect.y, *ahead(facing), rect.half_width, rect.half_depth, normal(facing))


def wheeled(rect: Rect, by: Tenths) -> Rect:
    """Turned about its right front corner for a turn to the right, its left front corner for one to the left."""
    to_right = rect.half_width if by > 0 else -rect.half_width
    return pivoted_about(rect, by, local_point(rect, to_right, rect.half_depth))


def wheel_length(rect: Rect, by: Tenths) -> Inches:
    """What a wheel costs of the path: width x angle in radians, the way of the outer corner (AR-G11, G-12)."""
    return arc_length(2 * rect.half_width, by)


def turn_to(rect: Rect, facing: Tenths) -> Tenths:
    """The lesser turn that brings a rectangle to a facing: in (-1800, 1800], positive clockwise."""
    return relative(facing, rect.facing)
