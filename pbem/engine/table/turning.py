"""Pivots and wheels: rectangles turned about a point (OH-G4, AR-G11, AR-G12, G-12, G-14).

Angles are tenths of a degree, positive clockwise (to the right), of any size.
"""

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.rects import Rect


def pivoted(rect: Rect, by: Tenths) -> Rect:
    """Turned about its centre (OH-G4, AR-G12, G-14)."""
    raise NotImplementedError


def pivoted_about(rect: Rect, by: Tenths, about: Point) -> Rect:
    """Turned about any point: the middle of the front (AR-G16, G18), where it touches an enemy (AR-G16), a corner."""
    raise NotImplementedError


def faced(rect: Rect, facing: Tenths) -> Rect:
    """Turned about its centre until it faces so."""
    raise NotImplementedError


def wheeled(rect: Rect, by: Tenths) -> Rect:
    """Turned about its right front corner for a turn to the right, its left front corner for one to the left."""
    raise NotImplementedError


def wheel_length(rect: Rect, by: Tenths) -> Inches:
    """What a wheel costs of the path: width x angle in radians, the way of the outer corner (AR-G11, G-12)."""
    raise NotImplementedError
