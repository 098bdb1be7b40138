"""Arcs of fire: wedges and zones, judged by a point or by any point of a rectangle (OH-G9, AR-G5 to G7, G-5, G-33)."""

from typing import NamedTuple

from pbem.engine.table.angles import EIGHTH, Point
from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.rects import Rect


class HalfPlane(NamedTuple):
    """All points with nx * x + ny * y >= least; (nx, ny) is one inch long."""

    nx: float
    ny: float
    least: float


class Arc(NamedTuple):
    """What lies in all of these half planes.  apex: from where ranges within it are measured."""

    apex: Point
    planes: tuple[HalfPlane, ...]


def in_arc(apex: Point, facing: Tenths, at: Point, half_angle: Tenths) -> bool:
    """Whether a point's bearing is at most so far to either side of a facing, bounds included (OH-G9); any angle."""
    raise NotImplementedError


def wedge(apex: Point, facing: Tenths, half_angle: Tenths) -> Arc:
    """The wedge of so many tenths of a degree to either side, up to 900 (G-5, G-33).  Raises ValueError beyond."""
    raise NotImplementedError


def wedge_through(apex: Point, left: Point, right: Point) -> Arc:
    """The wedge between two points, less than 180 degrees: a gun's, through its front corners (AR-G7)."""
    raise NotImplementedError


def front_zone(rect: Rect, angle: Tenths = EIGHTH) -> Arc:
    """On or ahead of the front edge, between the rays that leave the front corners outwards at an angle (AR-G5, G6)."""
    raise NotImplementedError


def ahead_of(arc: Arc, rect: Rect) -> Arc:
    """The part of an arc on or ahead of a rectangle's front edge (AR-G7)."""
    raise NotImplementedError


def holds(arc: Arc, at: Point) -> bool:
    """Whether a point lies in an arc, its bounds included."""
    raise NotImplementedError


def meets(arc: Arc, target: Rect) -> bool:
    """Whether some point of a rectangle lies in an arc, its bounds included (AR-G6, G-5)."""
    raise NotImplementedError


def covered(arc: Arc, target: Rect) -> tuple[Point, ...]:
    """The corners of the part of a rectangle that lies in an arc; empty if none does."""
    raise NotImplementedError


def range_within(arc: Arc, target: Rect) -> Inches | None:
    """From the apex to the nearest point of the part of a rectangle within the arc (G-6); None if none is."""
    raise NotImplementedError
