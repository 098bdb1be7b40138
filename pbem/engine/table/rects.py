"""Rectangles: the footprint of a unit, made unrounded from pose, size and anchor (OH-G2, OH-G18, AR-G2, AR-G28)."""

import math
from enum import Enum, StrEnum, auto
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from pbem.engine.table.angles import Point, Vector, ahead, vector_bearing
from pbem.engine.table.measures import Hundredths, Inches, Tenths, inches, millimetres, normal
from pbem.engine.table.places import Pose, point, spot

Segment: TypeAlias = tuple[Point, Point]


class Anchor(Enum):
    """Which point of a rectangle a rule set stores and prints."""

    CENTRE = auto()
    FRONT = auto()
    """The middle of the front edge."""


class Face(StrEnum):
    """The edges of a rectangle, clockwise."""

    FRONT = "front"
    RIGHT = "right"
    REAR = "rear"
    LEFT = "left"


FACES = tuple(Face)
_PLACE = {face: place for place, face in enumerate(FACES)}
_TOWARDS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Right and ahead, by face."""


class Size(NamedTuple):
    """width: along the front.  depth: from front to rear.  Inches, not rounded."""

    width: Inches
    depth: Inches


class Rect(NamedTuple):
    """A rectangle anywhere on the plane, in inches."""

    x: float
    """Its centre."""
    y: float
    """Its centre."""
    fx: float
    """The unit vector it faces along."""
    fy: float
    """The unit vector it faces along."""
    half_width: float
    """Half its size."""
    half_depth: float
    """Half its size."""
    facing: Tenths
    """The tenth of a degree nearest to (fx, fy); exact for every rectangle made from a pose."""


@lru_cache(maxsize=256)
def size(width: Hundredths, depth: Hundredths) -> Size:
    """A size given in hundredths of an inch (OH-G2)."""
    return Size(inches(width), inches(depth))


@lru_cache(maxsize=512)
def size_in_millimetres(width: int | Fraction, depth: int | Fraction) -> Size:
    """A size of so many millimetres: files x base width, rows x base depth (AR-G2, G-2)."""
    return Size(millimetres(width), millimetres(depth))


@lru_cache(maxsize=512)
def size_in_tenths(width: int, depth: int) -> Size:
    """The same in whole tenths of a millimetre."""
    return size_in_millimetres(Fraction(width, 10), Fraction(depth, 10))


@lru_cache(maxsize=4096)
def placed(pose: Pose, measures: Size, anchor: Anchor) -> Rect:
    """The footprint of whatever stands at a pose: centre = anchor for CENTRE, anchor - f x depth / 2 for FRONT.

    What is asked for again is not made again: most who stand do not move.
    """
    return standing(point(pose.at), pose.facing, measures, anchor)


def standing(at: Point, facing: Tenths, measures: Size, anchor: Anchor) -> Rect:
    """The same for a place that is not rounded."""
    (x, y), (fx, fy) = at, ahead(facing)
    half_depth = measures[1] / 2
    if anchor is Anchor.FRONT:
        x, y = x - fx * half_depth, y - fy * half_depth
    return Rect(x, y, fx, fy, measures[0] / 2, half_depth, normal(facing))


def strip(start: Point, end: Point, half_width: float) -> Rect:
    """The rectangle around a segment, so wide to either side, facing from start to end; of one point: facing north."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.sqrt(dx * dx + dy * dy)
    fx, fy = (dx / length, dy / length) if length else (0.0, 1.0)
    middle_point = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return Rect(*middle_point, fx, fy, half_width, length / 2, vector_bearing((fx, fy)))


def anchor_of(rect: Rect, anchor: Anchor) -> Point:
    """The unrounded place of a rectangle's anchor."""
    if anchor is Anchor.CENTRE:
        return (rect.x, rect.y)
    return (rect.x + rect.fx * rect.half_depth, rect.y + rect.fy * rect.half_depth)


def pose_of(rect: Rect, anchor: Anchor) -> Pose:
    """The pose to store: the anchor to the nearest hundredth, the facing to the nearest tenth."""
    return Pose(spot(anchor_of(rect, anchor)), rect.facing)


def centre(rect: Rect) -> Point:
    """The middle of a rectangle."""
    return (rect.x, rect.y)


def corners(rect: Rect) -> tuple[Point, Point, Point, Point]:
    """Clockwise: left front, right front, right rear, left rear."""
    x, y, fx, fy, half_width, half_depth, _ = rect
    rx, ry, dx, dy = fy * half_width, -fx * half_width, fx * half_depth, fy * half_depth
    return (
        (x - rx + dx, y - ry + dy),
        (x + rx + dx, y + ry + dy),
        (x + rx - dx, y + ry - dy),
        (x - rx - dx, y - ry - dy),
    )


def edge(rect: Rect, face: Face) -> Segment:
    """An edge, its ends in clockwise order: the front runs from left to right, the rear from right to left."""
    four, place = corners(rect), _PLACE[face]
    return four[place], four[(place + 1) % 4]


def middle(rect: Rect, face: Face) -> Point:
    """The middle of an edge."""
    to_right, forward = _TOWARDS[_PLACE[face]]
    return local_point(rect, to_right * rect.half_width, forward * rect.half_depth)


def outward(facing: Tenths, face: Face) -> Tenths:
    """The bearing of an edge's outward normal, for a rectangle that faces so: the front's is the facing."""
    return normal(facing + 900 * _PLACE[face])


def face_length(rect: Rect, face: Face) -> Inches:
    """The length of an edge: the width for front and rear, the depth for the flanks."""
    return Inches(2 * (rect.half_depth if _PLACE[face] % 2 else rect.half_width))


def reach(rect: Rect, face: Face) -> Inches:
    """From the centre to an edge: half the depth for front and rear, half the width for the flanks (h of OH-G13)."""
    return Inches(rect.half_width if _PLACE[face] % 2 else rect.half_depth)


def after_turn(face: Face, quarters: int) -> Face:
    """What an edge is called once its rectangle has turned so many quarters clockwise (OH-G14): right, 1 -> front."""
    return FACES[(_PLACE[face] - quarters) % 4]


def quarters_to(face: Face) -> int:
    """Right angles clockwise that bring the front to where this edge is: 0, 1, 2, -1."""
    return (0, 1, 2, -1)[_PLACE[face]]


def local(rect: Rect, at: Point) -> tuple[float, float]:
    """A point as the rectangle sees it: inches to the right of its centre, inches ahead of its centre."""
    dx, dy = at[0] - rect.x, at[1] - rect.y
    return (dx * rect.fy - dy * rect.fx, dx * rect.fx + dy * rect.fy)


def local_point(rect: Rect, to_right: float, forward: float) -> Point:
    """The point so many inches to the right and ahead of the centre."""
    return (
        rect.x + rect.fy * to_right + rect.fx * forward,
        rect.y - rect.fx * to_right + rect.fy * forward,
    )


def grown(rect: Rect, by: float) -> Rect:
    """The rectangle with every edge moved outwards by so many inches (negative: inwards)."""
    return rect._replace(half_width=rect.half_width + by, half_depth=rect.half_depth + by)


def facing_along(rect: Rect, direction: Vector) -> Rect:
    """The rectangle turned about its centre to face along a vector of any length but nought, not rounded to a tenth."""
    east, north = direction
    length = math.sqrt(east * east + north * north)
    return rect._replace(fx=east / length, fy=north / length, facing=vector_bearing(direction))
