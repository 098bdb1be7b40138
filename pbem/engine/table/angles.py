"""Directions: unit vectors and bearings by an integer table of sines, the same on every machine (OH-G1, OH-G3)."""

from bisect import bisect
from typing import TypeAlias

from pbem.engine.table.measures import FULL_TURN, Inches, Tenths, normal

Point: TypeAlias = tuple[float, float]
"""A place that is not rounded: inches east, inches north."""

Vector: TypeAlias = tuple[float, float]
"""A direction or displacement: inches east, inches north; directions are one inch long."""

QUARTER = Tenths(900)
HALF_TURN = Tenths(1800)
EIGHTH = Tenths(450)
THREE_EIGHTHS = Tenths(1350)

PI = 3.141592653589793
_DIGITS = 3141592653589793238462643383279502884197  # pi * 10**39
_STEPS = 2 * FULL_TURN
"""The table goes by half tenths of a degree: between two facings lies the bound of what is nearest to either."""


def _sines() -> tuple[float, ...]:
    """The sine of every half tenth of a degree, each the float nearest to the true value."""
    one = 1 << 128
    step = one * _DIGITS // (10**39 * (_STEPS // 2))
    sine_step, cosine_step, term = 0, one, step
    for order in range(1, 12):  # the series of the sine and the cosine, by turns
        sign = -1 if order % 4 in {2, 3} else 1
        if order % 2:
            sine_step += sign * term
        else:
            cosine_step += sign * term
        term = term * step // (one * (order + 1))
    sine, cosine, eighth = 0, one, _STEPS // 8
    first, second = [sine], [cosine]
    for _ in range(eighth):
        sine, cosine = (
            (sine * cosine_step + cosine * sine_step) // one,
            (cosine * cosine_step - sine * sine_step) // one,
        )
        first.append(sine)
        second.append(cosine)
    quarter = [value / one for value in [*first, *second[-2::-1]]]  # 0 to 90 degrees
    half = [*quarter, *quarter[-2:0:-1]]  # on to 180, left out
    return (*half, *(-value if value else 0.0 for value in half))


_SINES = _sines()
_VECTORS: tuple[Vector, ...] = tuple(
    (_SINES[half], _SINES[(half + _STEPS // 4) % _STEPS]) for half in range(0, _STEPS, 1)
)
_BOUNDS = tuple(_VECTORS[2 * tenth + 1][0] / _VECTORS[2 * tenth + 1][1] for tenth in range(450))
"""Tangents of the angles between two tenths, from 0.05 to 44.95 degrees."""


def ahead(facing: Tenths) -> Vector:
    """The unit vector f = (sin t, cos t) of a facing or bearing."""
    return _VECTORS[2 * facing % _STEPS]


def rightward(facing: Tenths) -> Vector:
    """The unit vector r = (cos t, -sin t), to the right of a facing."""
    return _VECTORS[(2 * facing + _STEPS // 4) % _STEPS]


def half_tenths_ahead(half_tenths: int) -> Vector:
    """The unit vector of a direction in twentieths of a degree: the bounds of tolerances lie between the tenths."""
    return _VECTORS[half_tenths % _STEPS]


def bearing(start: Point, end: Point) -> Tenths:
    """The bearing from one point to another: the nearest tenth of a degree, in [0, 3600).  Of one point to itself: 0.

    An angle whose tenths are within a limit is within the limit and half a tenth: the tolerance of OH-G17 and AR-G1.
    """
    return vector_bearing((end[0] - start[0], end[1] - start[1]))


def vector_bearing(vector: Vector) -> Tenths:
    """The bearing of a displacement of any length: the nearest tenth of a degree."""
    east, north = vector
    wide, high = abs(east), abs(north)
    if not (wide or high):
        return Tenths(0)
    angle = 900 - bisect(_BOUNDS, high / wide) if wide > high else bisect(_BOUNDS, wide / high)
    if north < 0:
        angle = 1800 - angle
    return normal(-angle if east < 0 else angle)


def relative(direction: Tenths, facing: Tenths) -> Tenths:
    """A bearing relative to a facing: in (-1800, 1800], positive to the right."""
    turn = (direction - facing) % FULL_TURN
    return Tenths(turn - FULL_TURN if turn > HALF_TURN else turn)


def relative_bearing(start: Point, facing: Tenths, end: Point) -> Tenths:
    """The bearing of ``end`` from ``start``, relative to a facing: in (-1800, 1800], positive to the right."""
    return relative(bearing(start, end), facing)


def turned(facing: Tenths, by: Tenths) -> Tenths:
    """A facing turned clockwise (negative: anticlockwise)."""
    return normal(facing + by)


def opposite(facing: Tenths) -> Tenths:
    """The facing that looks the other way."""
    return normal(facing + HALF_TURN)


def arc_length(radius: float, angle: Tenths) -> Inches:
    """The length of an arc: radius x angle in radians; always positive."""
    return Inches(abs(radius) * abs(angle) * PI / HALF_TURN)


def rotated(vector: Vector, by: Tenths) -> Vector:
    """A displacement turned clockwise."""
    sine, cosine = ahead(by)
    east, north = vector
    return (east * cosine + north * sine, north * cosine - east * sine)
