"""Shapes for the tests of the inch table: drawn by hypothesis, or by the thousand from a seed."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.table.angles import Point, rotated
from pbem.engine.table.measures import FULL_TURN, Hundredths, Inches, Tenths, normal
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Anchor, Rect, Size, corners, placed, size, standing
from pbem.engine.table.shapes import Polygon, Polyline, polygon, polygon_of

SIDE = 3600
"""Hundredths: the table of the tests is a yard square."""

CLOSE = 1e-9


def for_any(*strategies: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A property tried on forty examples: positions by the thousand are drawn from seeds, which is cheaper."""
    return lambda test: settings(max_examples=40)(given(*strategies)(test))


facings = st.integers(0, FULL_TURN - 1).map(Tenths) | st.sampled_from(range(0, FULL_TURN, 50)).map(Tenths)
lengths = st.integers(100, 900).map(Hundredths)
spots = st.builds(Spot, st.integers(0, SIDE).map(Hundredths), st.integers(0, SIDE).map(Hundredths))
poses = st.builds(Pose, spots, facings)
sizes = st.builds(size, lengths, lengths)
rects = st.builds(placed, poses, sizes, st.sampled_from(Anchor))
turns = st.integers(-FULL_TURN, FULL_TURN).map(Tenths)
distances = st.integers(1, 2000).map(lambda length: length / 100)


def rect(x: float, y: float, facing: int = 0, width: int = 400, depth: int = 200) -> Rect:
    """A unit of the one-hour rules by its centre, in inches; facing in tenths of a degree."""
    return standing((x, y), Tenths(facing), size(Hundredths(width), Hundredths(depth)), Anchor.CENTRE)


def area(*points: tuple[float, float]) -> Polygon:
    """A polygon by its corners in inches."""
    return polygon(tuple(at(x, y) for x, y in points))


def at(x: float, y: float) -> Spot:
    """A place by its inches."""
    return Spot(Hundredths(round(x * 100)), Hundredths(round(y * 100)))


def drawn(chance: random.Random) -> Rect:
    """Any rectangle; every other one faces along a multiple of 45 degrees."""
    facing = chance.choice([chance.randrange(FULL_TURN), chance.randrange(8) * 450])
    pose = Pose(drawn_spot(chance), Tenths(facing))
    measures = size(Hundredths(chance.randrange(100, 900)), Hundredths(chance.randrange(100, 900)))
    return placed(pose, measures, chance.choice([*Anchor]))


def drawn_spot(chance: random.Random) -> Spot:
    return Spot(Hundredths(chance.randrange(SIDE)), Hundredths(chance.randrange(SIDE)))


def drawn_point(chance: random.Random) -> Point:
    return (chance.randrange(SIDE) / 100, chance.randrange(SIDE) / 100)


def drawn_polygon(chance: random.Random) -> Polygon:
    """A star of three to nine corners, concave more often than not."""
    while True:
        x, y = chance.randrange(600, 3000), chance.randrange(600, 3000)
        corners_of_it = []
        for angle in sorted(chance.sample(range(0, FULL_TURN, 50), chance.randrange(3, 10))):
            east, north = rotated((0.0, float(chance.randrange(100, 1200))), Tenths(angle))
            corners_of_it.append(Spot(Hundredths(round(x + east)), Hundredths(round(y + north))))
        try:
            return polygon(tuple(corners_of_it))
        except ValueError:  # its edges meet
            continue


def pairs(count: int, seed: int) -> Iterator[tuple[Rect, Rect]]:
    """So many pairs of rectangles: strewn about, flush at corners and edges, and one within the other, by turns."""
    chance = random.Random(seed)
    for number in range(count):
        one, other = drawn(chance), drawn(chance)
        if number % 3 == 0:  # a corner of one is a corner of the other
            (ax, ay), (bx, by) = chance.choice(corners(one)), chance.choice(corners(other))
            other = other._replace(x=other.x + ax - bx, y=other.y + ay - by)
        if number % 6 == 0:  # edges along one another
            other = turned_like(one, other, chance.randrange(4) * 900)
        yield one, other


def turned_like(one: Rect, other: Rect, by: int) -> Rect:
    """The other, facing as the one does or square to it."""
    facing = normal(one.facing + by)
    measures = Size(Inches(2 * other.half_width), Inches(2 * other.half_depth))
    return standing((other.x, other.y), facing, measures, Anchor.CENTRE)


def as_shapely(shape: Rect | Polygon | Polyline) -> shapely.Geometry:
    """The same shape as shapely has it."""
    if isinstance(shape, Rect):
        return shapely.Polygon(corners(shape))
    return shapely.Polygon(shape.points) if isinstance(shape, Polygon) else shapely.LineString(shape.points)


def carried(shape: Rect, turn: Tenths, by: tuple[float, float]) -> Rect:
    """A rectangle turned about the corner of the table and shifted, nothing rounded."""
    x, y = rotated((shape.x, shape.y), turn)
    measures = Size(Inches(2 * shape.half_width), Inches(2 * shape.half_depth))
    return standing((x + by[0], y + by[1]), normal(shape.facing + turn), measures, Anchor.CENTRE)


def carried_point(point: Point, turn: Tenths, by: tuple[float, float]) -> Point:
    x, y = rotated(point, turn)
    return (x + by[0], y + by[1])


def carried_polygon(shape: Polygon, turn: Tenths, by: tuple[float, float]) -> Polygon:
    return polygon_of(tuple(carried_point(point, turn, by) for point in shape.points))
