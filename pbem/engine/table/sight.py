"""What a line between two points meets (OH-G11, AR-G9, G-7): the rule set says which of it blocks."""

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Inches
from pbem.engine.table.shapes import Shape

K = TypeVar("K")


class Met(NamedTuple, Generic[K]):
    """what: the key of the thing met.  near, far: where the line enters it first and leaves it last, inches from its
    start.  length: how much of the line runs inside, all pieces together; 0 for a polyline.
    """

    what: K
    near: Inches
    far: Inches
    length: Inches


def met(start: Point, end: Point, things: Iterable[tuple[K, Shape]]) -> list[Met[K]]:
    """Everything the line runs inside for more than 0.01", and every polyline it meets, the nearest first.

    Two things met at the same distance come in the order given.
    """
    raise NotImplementedError


def clear(start: Point, end: Point, things: Iterable[Shape]) -> bool:
    """Whether the line meets none of these: the same test, and it stops at the first."""
    raise NotImplementedError
