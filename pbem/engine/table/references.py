"""How places are written: ``24,18``, ``24.5,18.25``, and squares of six inches such as ``D3``.

A1 is the square at the south-west corner; letters go east, numbers north.
"""

import re

from pbem.engine.table.edges import Table
from pbem.engine.table.measures import Hundredths, read_inches, say_inches
from pbem.engine.table.places import Spot

SQUARE = Hundredths(600)
_SQUARE = re.compile(r"([A-Z])([1-9][0-9]?)", re.ASCII | re.IGNORECASE)


def say_spot(place: Spot) -> str:
    """``24,18``, ``24.5,18.25``."""
    return f"{say_inches(place.x)},{say_inches(place.y)}"


def read_spot(text: str) -> Spot:
    """``24,18``, ``24.5, 18.25``, ``(24,18)``.  Raises ValueError that says what is wrong."""
    inner = text.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1]
    parts = inner.split(",")
    if len(parts) != 2:
        raise ValueError(f"{text.strip()!r} is not a place: inches east, comma, inches north, such as 24,18.5")
    return Spot(read_inches(parts[0]), read_inches(parts[1]))


def square(place: Spot) -> str:
    """The square a place lies in: ``D3``; on a line between two: the one to the east, to the north.

    Raises ValueError for places west of A, south of 1 or east of Z.
    """
    column, row = place.x // SQUARE, place.y // SQUARE
    if not (0 <= column < 26 and row >= 0):
        raise ValueError(f"{say_spot(place)} lies in no square")
    return f"{chr(ord('A') + column)}{row + 1}"


def square_on(table: Table, place: Spot) -> str:
    """The same; a place on the table's east or north edge, or beyond an edge, lies in the square nearest to it."""
    x = min(max(place.x, 0), table.width - 1)
    y = min(max(place.y, 0), table.depth - 1)
    return square(Spot(Hundredths(x), Hundredths(y)))


def square_centre(text: str) -> Spot:
    """The middle of a square.  Raises ValueError for what is no square."""
    found = _SQUARE.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text.strip()!r} is not a square: a letter, then a number, such as D3")
    column, row = ord(found[1].upper()) - ord("A"), int(found[2]) - 1
    return Spot(Hundredths(column * SQUARE + SQUARE // 2), Hundredths(row * SQUARE + SQUARE // 2))


def read_place(text: str) -> Spot:
    """A pair of coordinates, or the middle of a square.  Raises ValueError for anything else."""
    return square_centre(text) if _SQUARE.fullmatch(text.strip()) else read_spot(text)
