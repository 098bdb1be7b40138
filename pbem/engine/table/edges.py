"""The table itself: its size, its edges, and what is on it (OH-Q36, OH-Q42, AR-G20, G-32)."""

from enum import StrEnum

import msgspec

from pbem.engine.table.angles import Point
from pbem.engine.table.contact import overlaps
from pbem.engine.table.measures import NOISE, TOLERANCE, Hundredths, Inches, Tenths
from pbem.engine.table.places import Spot
from pbem.engine.table.rects import Rect, Segment, corners


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


_INWARDS = {
    TableEdge.NORTH: Tenths(1800),
    TableEdge.EAST: Tenths(2700),
    TableEdge.SOUTH: Tenths(0),
    TableEdge.WEST: Tenths(900),
}
_SLACK = TOLERANCE + NOISE


def holds(table: Table, at: Point) -> bool:
    """Whether a point is on the table, its edge included (AR-G20: the anchor)."""
    x, y = at
    return -_SLACK <= x <= table.width / 100 + _SLACK and -_SLACK <= y <= table.depth / 100 + _SLACK


def wholly_on(table: Table, rect: Rect) -> bool:
    """Whether no part of a rectangle is outside the table (OH-Q36)."""
    return all(holds(table, corner) for corner in corners(rect))


def wholly_off(table: Table, rect: Rect) -> bool:
    """Whether every part of a rectangle is outside the table (G-32)."""
    return not _meets(table, rect)


def edge_segment(table: Table, edge: TableEdge) -> Segment:
    """An edge, from west to east or from south to north."""
    east, north = table.width / 100, table.depth / 100
    return {
        TableEdge.NORTH: ((0.0, north), (east, north)),
        TableEdge.EAST: ((east, 0.0), (east, north)),
        TableEdge.SOUTH: ((0.0, 0.0), (east, 0.0)),
        TableEdge.WEST: ((0.0, 0.0), (0.0, north)),
    }[edge]


def edge_length(table: Table, edge: TableEdge) -> Hundredths:
    """How long an edge is."""
    return table.width if edge in {TableEdge.NORTH, TableEdge.SOUTH} else table.depth


def on_edge(table: Table, edge: TableEdge, along: Hundredths) -> Spot:
    """The place so far along an edge from its west or south end."""
    match edge:
        case TableEdge.SOUTH:
            return Spot(along, Hundredths(0))
        case TableEdge.NORTH:
            return Spot(along, table.depth)
        case TableEdge.WEST:
            return Spot(Hundredths(0), along)
        case TableEdge.EAST:
            return Spot(table.width, along)


def along_edge(edge: TableEdge, at: Spot) -> Hundredths:
    """How far along an edge a place is, from the edge's west or south end."""
    return at.x if edge in {TableEdge.NORTH, TableEdge.SOUTH} else at.y


def inwards(edge: TableEdge) -> Tenths:
    """The facing of a unit that enters over an edge, square to it: 0 over the south edge (OH-Q42)."""
    return _INWARDS[edge]


def to_edge(table: Table, edge: TableEdge, at: Point) -> Inches:
    """From a point on the table square to an edge; negative beyond it."""
    x, y = at
    if edge is TableEdge.NORTH:
        return Inches(table.depth / 100 - y)
    if edge is TableEdge.EAST:
        return Inches(table.width / 100 - x)
    return Inches(y if edge is TableEdge.SOUTH else x)


def crosses_edge(table: Table, edge: TableEdge, rect: Rect) -> bool:
    """Whether some part of a rectangle lies beyond an edge: it leaves there."""
    return any(to_edge(table, edge, corner) < -_SLACK for corner in corners(rect))


def _meets(table: Table, rect: Rect) -> bool:
    """Whether a rectangle and the table share area."""
    x, y = table.width / 200, table.depth / 200
    whole = Rect(x, y, 0.0, 1.0, x, y, Tenths(0))
    return overlaps(whole, rect)
