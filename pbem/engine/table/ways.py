"""Walking along a polyline: roads, routes, lines of defence (OH-G16, AR-G25)."""

from typing import NamedTuple

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.rects import Segment
from pbem.engine.table.shapes import Line


class Station(NamedTuple):
    """A place on a polyline.  along: inches from its start.  at: the point.  off: inches from what was asked about."""

    along: Inches
    at: Point
    off: Inches


def nearest(way: Line, at: Point) -> Station:
    """The point of a polyline nearest to a point; of equally near ones the first."""
    raise NotImplementedError


def point_at(way: Line, along: float) -> Point:
    """The point so many inches along; before the start or past the end: that end."""
    raise NotImplementedError


def direction_at(way: Line, along: float, forwards: bool = True) -> Tenths:
    """The bearing of whoever is there and walks forwards or backwards; at a corner: of what he walks next."""
    raise NotImplementedError


def walk(way: Line, start: float, end: float) -> tuple[Segment, ...]:
    """The straight pieces from one place along to another, in the order walked; backwards if end is before start."""
    raise NotImplementedError
