"""Walking along a polyline: roads, routes, lines of defence (OH-G16, AR-G25)."""

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import NamedTuple

from pbem.engine.table import distances
from pbem.engine.table.angles import Point, bearing, opposite
from pbem.engine.table.measures import NOISE, Inches, Tenths
from pbem.engine.table.rects import Segment
from pbem.engine.table.shapes import Polyline, pieces


class Station(NamedTuple):
    """A place on a polyline."""

    along: Inches
    """Inches from its start."""
    at: Point
    """The point."""
    off: Inches
    """Inches from what was asked about."""


def nearest(way: Polyline, at: Point) -> Station:
    """The point of a polyline nearest to a point; of equally near ones the first."""
    found: Station | None = None
    for piece, mark in zip(pieces(way), way.marks, strict=False):
        there = distances.nearest_on_segment(at, piece)
        off = distances.points(at, there)
        if found is None or off < found.off - NOISE:
            found = Station(Inches(mark + distances.points(piece[0], there)), there, off)
    assert found is not None, "a line has a piece"
    return found


def point_at(way: Polyline, along: float) -> Point:
    """The point so many inches along; before the start or past the end: that end."""
    points, marks = way.points, way.marks
    if along <= 0:
        return points[0]
    if along >= marks[-1]:
        return points[-1]
    place = bisect_right(marks, along) - 1
    part = (along - marks[place]) / (marks[place + 1] - marks[place])
    (ax, ay), (bx, by) = points[place], points[place + 1]
    return (ax + part * (bx - ax), ay + part * (by - ay))


def direction_at(way: Polyline, along: float, forwards: bool = True) -> Tenths:
    """The bearing of a unit there that walks forwards or backwards; at a corner: of the next stretch."""
    last = len(way.points) - 2
    if forwards:
        place = min(max(bisect_right(way.marks, along + NOISE) - 1, 0), last)
        return bearing(way.points[place], way.points[place + 1])
    place = min(max(bisect_left(way.marks, along - NOISE) - 1, 0), last)
    return opposite(bearing(way.points[place], way.points[place + 1]))


def walk(way: Polyline, start: float, end: float) -> tuple[Segment, ...]:
    """The straight pieces from one place along to another, in the order walked; backwards if end is before start."""
    low, high = sorted((min(max(start, 0.0), way.marks[-1]), min(max(end, 0.0), way.marks[-1])))
    between = [point for point, mark in zip(way.points, way.marks, strict=True) if low + NOISE < mark < high - NOISE]
    stops = [point_at(way, low), *between, point_at(way, high)]
    if end < start:
        stops.reverse()
    return tuple(pairwise(stops)) if high - low > NOISE else ()
