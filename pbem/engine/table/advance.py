"""Straight moves: where they end, what they sweep, what they meet first (OH-G5, G-13, AR-G12, AR-G15).

Distances are inches, not rounded; ``inches(Hundredths(400))`` makes one from a stored length.
"""

from pbem.engine.table.angles import Vector
from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import Polygon, Shape


def shifted(rect: Rect, by: Vector) -> Rect:
    """Moved by a displacement, facing kept."""
    raise NotImplementedError


def advanced(rect: Rect, distance: float) -> Rect:
    """Moved straight ahead along its facing; negative: straight back."""
    raise NotImplementedError


def moved(rect: Rect, direction: Tenths, distance: float) -> Rect:
    """Moved along any bearing, facing kept: an oblique move, a sidestep, a recoil."""
    raise NotImplementedError


def swept(rect: Rect, distance: float) -> Rect:
    """The strip of a straight advance (OH-G5): as wide as the rectangle, from old rear edge to new front edge."""
    raise NotImplementedError


def swept_along(rect: Rect, direction: Tenths, distance: float) -> Polygon:
    """All the ground a move along any bearing passes over, facing kept: a convex polygon of four to six corners."""
    raise NotImplementedError


def first_touch(rect: Rect, thing: Shape) -> Inches | None:
    """How far a straight advance goes before it touches something (OH-G5); None if it never does.

    The thing is cut to the open strip ahead of the rear edge; what reaches at most 0.01" into the strip from the side,
    or past the rear edge from behind, is not met.  Negative or 0: it is there already.
    """
    raise NotImplementedError


def first_touch_along(rect: Rect, direction: Tenths, thing: Shape) -> Inches | None:
    """The same for a move along any bearing, facing kept."""
    raise NotImplementedError
