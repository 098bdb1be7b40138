"""Footprints: rectangles to scale, turned with the unit."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.engine.table.places import Pose
from pbem.engine.tablechart import Base, Fallen
from pbem.reports.maps.shapes import Point, SvgRect
from pbem.reports.maps.tables.layout import TableLayout


class Body(NamedTuple):
    """A footprint in board units."""

    at: Point
    """Its middle."""

    ahead: Point
    """The unit vector it faces along."""

    degrees: float
    """Its facing, clockwise from north."""

    wide: float
    """Its width."""

    deep: float
    """Its depth."""

    def place(self, right: float, forward: float) -> Point:
        """So far to the right and ahead of its middle."""
        (x, y), (fx, fy) = self.at, self.ahead
        return x - fy * right + fx * forward, y + fx * right + fy * forward

    def ring(self, grown: float = 0) -> list[Point]:
        """Its corners, clockwise from the left front one; ``grown``: every edge moved outwards so far."""
        wide, deep = self.wide / 2 + grown, self.deep / 2 + grown
        return [self.place(*corner) for corner in ((-wide, deep), (wide, deep), (wide, -deep), (-wide, -deep))]

    @property
    def box(self) -> SvgRect:
        """The upright box round it."""
        return box_of(self.ring())


def body(pose: Pose, width: int, depth: int, place: TableLayout) -> Body:
    """The footprint of something that stands so."""
    degrees = pose.facing / 10
    turn = math.radians(degrees)
    size = place.inch / 100
    return Body(place.at(pose.at), (math.sin(turn), -math.cos(turn)), degrees, width * size, depth * size)


def body_of(base: Base | Fallen, place: TableLayout) -> Body:
    """The footprint of a unit."""
    return body(base.at, base.width, base.depth, place)


def corners(base: Base, place: TableLayout) -> list[Point]:
    """Those of a unit's footprint."""
    return body_of(base, place).ring()


def box_of(points: Iterable[Point]) -> SvgRect:
    """The upright box round some points."""
    some = list(points)
    xs, ys = [x for x, _ in some], [y for _, y in some]
    return SvgRect(min(xs), min(ys), max(xs), max(ys))


def touching(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two convex outlines share ground."""
    return not any(
        _parted(a, b, one, other) for ring in (one, other) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
    )


def _parted(a: Point, b: Point, one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether the line across an edge's direction keeps two outlines apart."""
    nx, ny = b[1] - a[1], a[0] - b[0]
    first = [x * nx + y * ny for x, y in one]
    second = [x * nx + y * ny for x, y in other]
    return max(first) <= min(second) or max(second) <= min(first)


def crossed(start: Point, end: Point, ring: Sequence[Point]) -> list[float]:
    """Where a segment crosses the edges of an outline: parts of its length, from 0 to 1, in order."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    found = []
    for (cx, cy), (ex, ey) in zip(ring, [*ring[1:], ring[0]], strict=True):
        gx, gy = ex - cx, ey - cy
        cross = dx * gy - dy * gx
        if abs(cross) < 1e-9:
            continue
        along, across = ((cx - ax) * gy - (cy - ay) * gx) / cross, ((cx - ax) * dy - (cy - ay) * dx) / cross
        if 0 <= along <= 1 and 0 <= across <= 1:
            found.append(along)
    return sorted(found)
