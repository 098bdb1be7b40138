"""Outlines on a table as a page shades them: fans before a front edge, cut at the table's edges."""

from collections.abc import Sequence

from pbem.engine.table.angles import Point, ahead
from pbem.engine.table.clipping import beyond_line
from pbem.engine.table.edges import Table
from pbem.engine.table.measures import Inches, Tenths, inches, normal
from pbem.engine.table.places import spot
from pbem.engine.table.references import say_spot

STEP = Tenths(50)
"""Between two corners of an arc."""


def arc(middle: Point, facing: Tenths, start: int, end: int, reach: Inches) -> list[Point]:
    """Corners of an arc about a point.  start, end: tenths of a degree off the facing, the end included."""
    turns = [*range(start, end, STEP), end]
    rim = [ahead(normal(facing + turn)) for turn in turns]
    return [(middle[0] + reach * east, middle[1] + reach * north) for east, north in rim]


def outline(table: Table, corners: Sequence[Point]) -> tuple[str, ...]:
    """The corners of a convex shape, without what of it is off the table."""
    left = list(corners)
    for nx, ny, least in ((1, 0, 0), (0, 1, 0), (-1, 0, -inches(table.width)), (0, -1, -inches(table.depth))):
        left = beyond_line(left, nx, ny, least)
    return tuple(dict.fromkeys(say_spot(spot(corner)) for corner in left))
