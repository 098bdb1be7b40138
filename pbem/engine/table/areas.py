"""Points, segments and rectangles in polygons (OH-G7, AR-G9, AR-G13, AR-G23, G-31)."""

from collections.abc import Iterable

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import TOLERANCE, Inches
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import Line, Polygon


def inside(at: Point, area: Polygon, slack: float = TOLERANCE) -> bool:
    """Whether a point is inside a polygon or on its edge, or outside by no more than the slack (OH-G7)."""
    raise NotImplementedError


def meets(rect: Rect, area: Polygon) -> bool:
    """Whether a rectangle shares area with a polygon: reaches more than 0.01" into it (OH-G6, G7)."""
    raise NotImplementedError


def share(rect: Rect, area: Polygon) -> float:
    """The part of a rectangle's area that lies in a polygon, 0 to 1."""
    raise NotImplementedError


def more_than_half(rect: Rect, area: Polygon) -> bool:
    """Whether more than half of a rectangle is in a polygon (AR-G23): exactly half is not."""
    raise NotImplementedError


def pieces_inside(start: Point, end: Point, area: Polygon | Rect) -> tuple[tuple[Inches, Inches], ...]:
    """The pieces of a segment inside a shape, as distances (from, to) from its start; along an edge is not inside."""
    raise NotImplementedError


def length_inside(start: Point, end: Point, area: Polygon | Rect) -> Inches:
    """The length of a segment inside a shape, all pieces together."""
    raise NotImplementedError


def length_inside_any(start: Point, end: Point, areas: Iterable[Polygon | Rect]) -> Inches:
    """The length of a segment inside any of the shapes; where they overlap it counts once (AR-G9)."""
    raise NotImplementedError


def crosses(start: Point, end: Point, area: Polygon | Rect) -> bool:
    """Whether a segment runs inside a shape for more than 0.01" (OH-G11)."""
    raise NotImplementedError


def crosses_line(start: Point, end: Point, way: Line) -> bool:
    """Whether a segment meets a polyline; touching it counts (AR-G23, G-34)."""
    raise NotImplementedError


def divided(rect: Rect, way: Line) -> bool:
    """Whether a polyline runs more than 0.01" within a rectangle (G-31)."""
    raise NotImplementedError
