"""How places are written: ``24,18``, ``24.5,18.25``, and squares of six inches such as ``D3``.

A1 is the square at the south-west corner; letters go east, numbers north.
"""

from pbem.engine.table.edges import Table
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot

SQUARE = Hundredths(600)


def say_spot(place: Spot) -> str:
    """``24,18``, ``24.5,18.25``."""
    raise NotImplementedError


def read_spot(text: str) -> Spot:
    """``24,18``, ``24.5, 18.25``, ``(24,18)``.  Raises ValueError that says what is wrong."""
    raise NotImplementedError


def square(place: Spot) -> str:
    """The square a place lies in: ``D3``; on a line between two: the one to the east, to the north."""
    raise NotImplementedError


def square_on(table: Table, place: Spot) -> str:
    """The same; a place on the table's east or north edge lies in the last square."""
    raise NotImplementedError


def square_centre(text: str) -> Spot:
    """The middle of a square.  Raises ValueError for what is no square."""
    raise NotImplementedError


def read_place(text: str) -> Spot:
    """A pair of coordinates, or the middle of a square.  Raises ValueError for anything else."""
    raise NotImplementedError
