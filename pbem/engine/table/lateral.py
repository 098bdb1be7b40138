"""Widths across a front: who faces whom, what a corridor leaves free, gaps (AR-G22, G-9, G-18, G-23, G-24, G-26).

An interval is (from, to) in inches to the right of a rectangle's centre line, or of a line between two points.
"""

from collections.abc import Iterable
from typing import TypeAlias

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Inches
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import Polygon

Interval: TypeAlias = tuple[float, float]


def interval(rect: Rect, other: Rect | Polygon) -> Interval:
    """Across which part of a rectangle's front line, endless to both sides, another shape lies."""
    raise NotImplementedError


def facing_width(rect: Rect, other: Rect | Polygon) -> Inches:
    """How much of a rectangle's own front lies across from another shape, ahead or behind (AR-G22, G-24, G-26)."""
    raise NotImplementedError


def corridor_interval(rect: Rect, distance: float, other: Rect | Polygon, margin: float = 0.0) -> Interval | None:
    """The same for the part of the other shape inside the strip of a straight advance (G-23, G-24); None if none is.

    margin: inches by which the strip is wider to either side.  What reaches in by no more than 0.01" is left out.
    """
    raise NotImplementedError


def free_intervals(span: Interval, taken: Iterable[Interval]) -> tuple[Interval, ...]:
    """What is left of a span, from left to right, once the taken intervals are cut out; less than 0.01" is nothing."""
    raise NotImplementedError


def gap(start: Point, end: Point, things: Iterable[Rect | Polygon], span: float) -> Interval | None:
    """The clear width square to a line, between the obstacles nearest to it on either side (G-9).

    Obstacles count where they lie between start and end.  An open side counts as ``span`` inches.  None: one is on the
    line itself.  The width is the interval's end minus its start.
    """
    raise NotImplementedError
