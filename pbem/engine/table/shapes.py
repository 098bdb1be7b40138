"""Polygons and polylines, and the shapes terrain is made of (section 2 of the one-hour catalogue, AR-G9, G-31)."""

from typing import NamedTuple, TypeAlias

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Hundredths, Inches, Tenths
from pbem.engine.table.places import Spot
from pbem.engine.table.rects import Rect


class Polygon(NamedTuple):
    """A simple polygon, concave or not, in inches.  Make it with ``polygon`` or ``polygon_of``.

    points: in order, anticlockwise, the first not repeated.  box: least x, least y, greatest x, greatest y.
    convex: whether every corner turns the same way.
    """

    points: tuple[Point, ...]
    box: tuple[float, float, float, float]
    convex: bool


class Line(NamedTuple):
    """A polyline in inches: a road, a wall, a hedge.

    points: two or more, no two successive ones the same.  marks: the distance along the line of each.  box: as above.
    """

    points: tuple[Point, ...]
    marks: tuple[float, ...]
    box: tuple[float, float, float, float]


Shape: TypeAlias = Rect | Polygon | Line


def polygon(spots: tuple[Spot, ...]) -> Polygon:
    """The polygon through stored places; what is asked for again is not made again.

    Raises ValueError for fewer than three places, no area, or edges that cross or touch one another.
    """
    raise NotImplementedError


def polygon_of(points: tuple[Point, ...]) -> Polygon:
    """The same for places that are not rounded, without any check."""
    raise NotImplementedError


def rect_polygon(rect: Rect) -> Polygon:
    """A rectangle as a polygon."""
    raise NotImplementedError


def line(spots: tuple[Spot, ...]) -> Line:
    """The polyline through stored places; kept like a polygon.  Raises ValueError for fewer than two different ones."""
    raise NotImplementedError


def length(way: Line) -> Inches:
    """From one end of a polyline to the other, along it."""
    return Inches(way.marks[-1])


def area(points: tuple[Point, ...]) -> float:
    """The area of a polygon in square inches; negative if its points go clockwise."""
    raise NotImplementedError


def crossing(river: Polygon, at: Spot, direction: Tenths, width: Hundredths, beyond: Hundredths) -> tuple[Spot, ...]:
    """The corners of a bridge or ford laid across a river (OH-G8), for a scenario to store.

    at: a place on the river, in the middle of the crossing.  direction: the bearing of whoever crosses.
    beyond: how far the crossing reaches past either bank.  Raises ValueError if ``at`` is not in the river.
    """
    raise NotImplementedError


def road_strips(way: Line, half_width: Hundredths) -> tuple[Rect, ...]:
    """A road with its width: a rectangle for each straight piece, from its start to its end."""
    raise NotImplementedError
