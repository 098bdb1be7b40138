"""Ways around ground that is closed: the shortest from corner to corner."""

from collections.abc import Sequence
from heapq import heappop, heappush
from math import sqrt

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import crosses
from pbem.engine.table.distances import points
from pbem.engine.table.shapes import Polygon

NEAR_BY = 1.5
"""Inches: so near a place a unit is there."""


def shortest(
    start: Point, end: Point, marks: Sequence[Point], shut: Sequence[Polygon], fords: Sequence[Sequence[Point]] = ()
) -> Point | None:
    """The first place of the shortest way by some places (A*); None where none is found.

    marks: the places.  shut: closed ground.  fords: of each way over closed ground the places at its ends.
    """
    todo: list[tuple[float, float, Point, Point | None]] = [(points(start, end), 0.0, start, None)]
    done: list[Point] = []
    while todo:
        _, gone, at, first = heappop(todo)
        if at in done:
            continue
        if at == end:
            return first
        done.append(at)
        for mark in (*marks, end):
            over = any(_by(at, banks) and mark in banks for banks in fords)
            if mark not in done and (over or not any(crosses(at, mark, one) for one in shut)):
                far = gone + points(at, mark)
                heappush(todo, (far + points(mark, end), far, mark, first or mark))
    return None


def outside(corner: Point, area: Polygon, off: float) -> Point:
    """So far outside a corner, away from the middle of the ground."""
    west, south, east, north = area.box
    x, y = corner[0] - (west + east) / 2, corner[1] - (south + north) / 2
    long = max(sqrt(x * x + y * y), 0.1)
    return corner[0] + x / long * off, corner[1] + y / long * off


def _by(at: Point, banks: Sequence[Point]) -> bool:
    return any(points(at, one) <= NEAR_BY for one in banks)
