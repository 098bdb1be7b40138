"""The table itself: its size, its edges, and what is on it (OH-Q36, OH-Q42, AR-G20, G-32)."""

from enum import StrEnum

import msgspec

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Hundredths, Inches, Tenths
from pbem.engine.table.rects import Rect, Segment


class TableEdge(StrEnum):
    """The edges of a table, clockwise."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Table(msgspec.Struct, frozen=True, array_like=True):
    """A table from (0, 0) to (width, depth)."""

    width: Hundredths
    depth: Hundredths


def holds(table: Table, at: Point) -> bool:
    """Whether a point is on the table, its edge included (AR-G20: the anchor)."""
    raise NotImplementedError


def wholly_on(table: Table, rect: Rect) -> bool:
    """Whether no part of a rectangle is outside the table (OH-Q36)."""
    raise NotImplementedError


def wholly_off(table: Table, rect: Rect) -> bool:
    """Whether every part of a rectangle is outside the table (G-32)."""
    raise NotImplementedError


def edge_segment(table: Table, edge: TableEdge) -> Segment:
    """An edge, from west to east or from south to north."""
    raise NotImplementedError


def inwards(edge: TableEdge) -> Tenths:
    """The facing of whoever enters over an edge square to it: 0 over the south edge (OH-Q42)."""
    raise NotImplementedError


def to_edge(table: Table, edge: TableEdge, at: Point) -> Inches:
    """From a point on the table square to an edge."""
    raise NotImplementedError


def crosses_edge(table: Table, edge: TableEdge, rect: Rect) -> bool:
    """Whether some part of a rectangle lies beyond an edge: it leaves there."""
    raise NotImplementedError
