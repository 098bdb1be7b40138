"""What a line between two points meets (OH-G11, AR-G9, G-7): the rule set says which of it blocks."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from pbem.engine.table import distances
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import crosses, passes, pieces_inside
from pbem.engine.table.measures import NOISE, TOUCH, Inches, total
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import Polygon, Polyline, Shape, pieces

K = TypeVar("K")


class Met(NamedTuple, Generic[K]):
    """A thing that a line of sight meets."""

    what: K
    """Its key."""
    near: Inches
    """Where the line enters it first, from the start of the line."""
    far: Inches
    """Where the line leaves it last, from the start of the line."""
    length: Inches
    """How much of the line runs inside, all pieces together; 0 for a polyline."""


def met(start: Point, end: Point, things: Iterable[tuple[K, Shape]]) -> list[Met[K]]:
    """Everything the line runs inside for more than 0.01", and every polyline it meets, the nearest first.

    Two things met at the same distance come in the order given.
    """
    found = [Met(what, *there) for what, thing in things if (there := run(start, end, thing))]
    return sorted(found, key=lambda one: one.near)


def clear(start: Point, end: Point, things: Iterable[Shape]) -> bool:
    """Whether the line meets none of these: the same test, and it stops at the first."""
    return not any(run(start, end, thing) for thing in things)


@lru_cache(maxsize=4096)
def open_between(starts: tuple[Point, ...], ends: tuple[Point, ...], things: tuple[Rect | Polygon, ...]) -> bool:
    """Whether any line from one of some points to one of others runs inside none of the shapes; kept like a polygon."""
    first = 0
    for start in starts:
        for end in ends:
            # What hid the line before hides the next one too, as a rule.
            order = (*things[first:], *things[:first])
            hidden = next((number for number, one in enumerate(order) if crosses(start, end, one)), None)
            if hidden is None:
                return True
            first = (first + hidden) % len(things)
    return False


def run(start: Point, end: Point, thing: Shape) -> tuple[Inches, Inches, Inches] | None:
    """Where a line enters and leaves a thing, and how much of it is inside; None if it does not meet it."""
    if isinstance(thing, Polyline):
        return _line_run(start, end, thing)
    if isinstance(thing, Rect) and passes(start, end, thing):
        return None
    runs = pieces_inside(start, end, thing)
    inside = total(to - since for since, to in runs)
    return (runs[0][0], runs[-1][1], inside) if inside > TOUCH + NOISE else None


def _line_run(start: Point, end: Point, way: Polyline) -> tuple[Inches, Inches, Inches] | None:
    long = distances.points(start, end)
    fx, fy = ((end[0] - start[0]) / long, (end[1] - start[1]) / long) if long else (0.0, 1.0)
    marks: list[float] = []
    for piece in pieces(way):
        if distances.segments((start, end), piece) > NOISE:
            continue
        (au, av), (bu, bv) = (
            ((x - start[0]) * fx + (y - start[1]) * fy, (x - start[0]) * fy - (y - start[1]) * fx) for x, y in piece
        )
        if abs(av) <= NOISE and abs(bv) <= NOISE:
            marks += [au, bu]
        else:
            marks.append(au + (bu - au) * av / (av - bv) if av != bv else au)
    held = [min(max(mark, 0.0), long) for mark in marks]
    return (Inches(min(held)), Inches(max(held)), Inches(0.0)) if held else None
