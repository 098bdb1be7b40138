"""Polygons and polylines, and the shapes terrain is made of (OH-G7, OH-G8, OH-G16, AR-G9, G-31)."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias

from pbem.engine.table.angles import Point, ahead
from pbem.engine.table.measures import NOISE, Hundredths, Inches, Tenths, total
from pbem.engine.table.places import Spot, point, spot
from pbem.engine.table.rects import Rect, Segment, corners, strip

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""


class Polygon(NamedTuple):
    """A simple polygon, concave or not, in inches.  Make it with ``polygon`` or ``polygon_of``.

    points: in order, the first not repeated.  convex: whether every corner turns the same way.
    """

    points: tuple[Point, ...]
    box: Box
    convex: bool


class Polyline(NamedTuple):
    """A polyline in inches: a road, a wall, a hedge.

    points: two or more, no two successive ones the same.  marks: the distance along the line of each.
    """

    points: tuple[Point, ...]
    marks: tuple[float, ...]
    box: Box


Shape: TypeAlias = Rect | Polygon | Polyline


@lru_cache(maxsize=1024)
def polygon(spots: tuple[Spot, ...]) -> Polygon:
    """The polygon through stored places; what is asked for again is not made again.

    The first place may be repeated at the end.  Raises ValueError for fewer than three places, or edges that cross,
    touch or run along one another.
    """
    if len(spots) > 1 and spots[0] == spots[-1]:
        spots = spots[:-1]
    if len(spots) < 3:
        raise ValueError("a polygon has three corners or more")
    sides = list(zip(spots, (*spots[1:], spots[0]), strict=True))
    for (one, a), (other, b) in combinations(enumerate(sides), 2):
        follows = other - one in {1, len(sides) - 1}
        if _doubled(a, b) if follows else _meet(a, b):
            raise ValueError(f"the edges {one + 1} and {other + 1} of the polygon meet")
    return polygon_of(tuple(point(place) for place in spots))


def polygon_of(points: tuple[Point, ...]) -> Polygon:
    """The same for places that are not rounded, without any check."""
    turns = [_turn(*three) for three in zip(points, (*points[1:], points[0]), (*points[2:], *points[:2]), strict=True)]
    return Polygon(points, _box(points), all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns))


def rect_polygon(rect: Rect) -> Polygon:
    """A rectangle as a polygon."""
    four = corners(rect)
    return Polygon(four, _box(four), convex=True)


@lru_cache(maxsize=1024)
def line(spots: tuple[Spot, ...]) -> Polyline:
    """The polyline through stored places; kept like a polygon.  Raises ValueError for fewer than two different ones."""
    points = [point(place) for place, before in zip(spots, (None, *spots), strict=False) if place != before]
    if len(points) < 2:
        raise ValueError("a line has two ends")
    marks = [0.0]
    for (ax, ay), (bx, by) in pairwise(points):
        marks.append(marks[-1] + math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)))
    return Polyline(tuple(points), tuple(marks), _box(points))


def length(way: Polyline) -> Inches:
    """From one end of a polyline to the other, along it."""
    return Inches(way.marks[-1])


def sides(area: Polygon) -> tuple[Segment, ...]:
    """The edges of a polygon, in order."""
    points = area.points
    return tuple(zip(points, (*points[1:], points[0]), strict=True))


def pieces(way: Polyline) -> tuple[Segment, ...]:
    """The straight pieces of a polyline, in order."""
    return tuple(pairwise(way.points))


def area(points: tuple[Point, ...]) -> float:
    """The area of a polygon in square inches; negative if its points go clockwise."""
    if not points:
        return 0.0
    x, y = points[0]
    return 0.5 * total(
        (ax - x) * (by - y) - (bx - x) * (ay - y)
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
    )


def crossing(river: Polygon, at: Spot, direction: Tenths, width: Hundredths, beyond: Hundredths) -> tuple[Spot, ...]:
    """The corners of a bridge or ford laid across a river (OH-G8), for a scenario to store.

    at: a place on the river, in the middle of the crossing.  direction: the bearing of a unit that crosses.
    beyond: how far the crossing reaches past either bank.  Raises ValueError if ``at`` is not in the river.
    """
    (x, y), (fx, fy) = point(at), ahead(direction)
    back, on = -math.inf, math.inf
    odd = False
    for (ax, ay), (bx, by) in sides(river):
        side_a, side_b = (ax - x) * fy - (ay - y) * fx, (bx - x) * fy - (by - y) * fx
        if (side_a > 0) == (side_b > 0):
            continue
        part = side_a / (side_a - side_b)
        where = (ax + part * (bx - ax) - x) * fx + (ay + part * (by - ay) - y) * fy
        if where >= 0:
            on, odd = min(on, where), not odd
        else:
            back = max(back, where)
    if not odd:
        raise ValueError(f"({at.x / 100}, {at.y / 100}) is not in the river")
    reach, half = beyond / 100, width / 200
    start, end = back - reach, on + reach
    rect = strip((x + fx * start, y + fy * start), (x + fx * end, y + fy * end), half)
    return tuple(spot(corner) for corner in corners(rect))


def road_strips(way: Polyline, half_width: Hundredths) -> tuple[Rect, ...]:
    """A road with its width: a rectangle for each straight piece, from its start to its end."""
    return tuple(strip(start, end, half_width / 100) for start, end in pieces(way))


def rect_box(rect: Rect, around: float = 0.0) -> Box:
    """The box about a rectangle, so many inches larger to every side."""
    x, y, fx, fy, half_width, half_depth, _ = rect
    wide = abs(fy) * half_width + abs(fx) * half_depth + around
    high = abs(fx) * half_width + abs(fy) * half_depth + around
    return x - wide, y - high, x + wide, y + high


def joint_box(boxes: Sequence[Box]) -> Box:
    """The box about some boxes."""
    return (
        min(one[0] for one in boxes), min(one[1] for one in boxes),
        max(one[2] for one in boxes), max(one[3] for one in boxes),
    )  # fmt: skip


def _box(points: tuple[Point, ...] | list[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _turn(a: Point, b: Point, c: Point) -> float:
    turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    return turn if abs(turn) > NOISE else 0.0


def _meet(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> bool:
    """Whether two edges share a point; exact, in whole hundredths."""
    (a, b), (c, d) = one, other
    if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
        return True
    return _on(a, b, c) or _on(a, b, d) or _on(c, d, a) or _on(c, d, b)


def _doubled(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> bool:
    """Whether of two edges that share a corner one runs back along the other."""
    shared, far, other_far = (*one[::-1], other[1]) if one[1] == other[0] else (*one, other[0])
    return _on(shared, far, other_far) or _on(shared, other_far, far)


def _side(a: Spot, b: Spot, c: Spot) -> int:
    turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    return (turn > 0) - (turn < 0)


def _on(a: Spot, b: Spot, c: Spot) -> bool:
    """Whether c lies on the segment from a to b."""
    if _side(a, b, c):
        return False
    return min(a.x, b.x) <= c.x <= max(a.x, b.x) and min(a.y, b.y) <= c.y <= max(a.y, b.y)
