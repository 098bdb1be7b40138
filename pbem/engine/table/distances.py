"""Shortest distances, not rounded: compare them by ``within``, ``beyond`` and ``shorter`` (OH-G10, AR-G3, G-4)."""

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Hundredths, Inches
from pbem.engine.table.rects import Face, Rect, Segment
from pbem.engine.table.shapes import Line, Polygon


def points(a: Point, b: Point) -> Inches:
    """From point to point."""
    raise NotImplementedError


def point_segment(at: Point, segment: Segment) -> Inches:
    """From a point to the nearest point of a segment."""
    raise NotImplementedError


def segments(one: Segment, other: Segment) -> Inches:
    """Between two segments; 0 if they meet."""
    raise NotImplementedError


def point_rect(at: Point, rect: Rect) -> Inches:
    """From a point to the nearest point of a rectangle; 0 inside it."""
    raise NotImplementedError


def segment_rect(segment: Segment, rect: Rect) -> Inches:
    """From a segment to the nearest point of a rectangle; 0 if they meet."""
    raise NotImplementedError


def edge_rect(rect: Rect, face: Face, other: Rect) -> Inches:
    """From one edge of a rectangle to the nearest point of another: the range of AR-G8 for the front."""
    raise NotImplementedError


def rects(a: Rect, b: Rect) -> Inches:
    """Between two rectangles; 0 if they touch or overlap."""
    raise NotImplementedError


def near(a: Rect, b: Rect, limit: Hundredths) -> bool:
    """Whether two rectangles are at most so far apart, limit included: cheaper than measuring."""
    raise NotImplementedError


def point_polygon(at: Point, shape: Polygon) -> Inches:
    """From a point to the nearest point of a polygon; 0 inside it."""
    raise NotImplementedError


def rect_polygon(rect: Rect, shape: Polygon) -> Inches:
    """Between a rectangle and a polygon; 0 if they meet."""
    raise NotImplementedError


def point_line(at: Point, way: Line) -> Inches:
    """From a point to the nearest point of a polyline."""
    raise NotImplementedError


def rect_line(rect: Rect, way: Line) -> Inches:
    """Between a rectangle and a polyline; 0 if they meet."""
    raise NotImplementedError


def nearest_on_segment(at: Point, segment: Segment) -> Point:
    """The point of a segment nearest to a point."""
    raise NotImplementedError


def nearest_on_rect(at: Point, rect: Rect) -> Point:
    """The point of a rectangle nearest to a point: the end of the line of fire of AR-G9.  Inside: the point."""
    raise NotImplementedError
