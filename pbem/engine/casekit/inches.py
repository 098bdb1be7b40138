"""Numbers as cases write them, in inches and degrees, made whole hundredths and tenths."""

import math
from fractions import Fraction
from typing import NamedTuple

from pbem.engine.spec import Faults
from pbem.engine.table.measures import FULL_TURN, Hundredths, Tenths
from pbem.engine.table.places import Spot

Number = int | float
Pair = tuple[Number, Number]

HALF = Fraction(1, 2)
"""Of a hundredth or a tenth: what rounding takes off at most."""


def length(value: Number, where: str, faults: Faults) -> Hundredths:
    """Inches as hundredths, to the nearest."""
    return Hundredths(_nearest(_parts(value, 100, where, faults)))


def angle(value: Number, where: str, faults: Faults) -> Tenths:
    """Degrees as tenths, to the nearest, not brought into a full turn."""
    return Tenths(_nearest(_parts(value, 10, where, faults)))


def place(value: Pair, where: str, faults: Faults) -> Spot:
    """``[x, y]``."""
    return Spot(length(value[0], f"{where}[0]", faults), length(value[1], f"{where}[1]", faults))


class LengthWanted(NamedTuple):
    """A length that is expected: so many hundredths, perhaps finer than they are stored."""

    parts: Fraction

    def agrees(self, there: Hundredths) -> bool:
        """Whether that is the length, rounded."""
        return abs(self.parts - there) <= HALF


class AngleWanted(NamedTuple):
    """A facing that is expected: so many tenths, perhaps finer than they are stored, or beyond a full turn."""

    parts: Fraction

    def agrees(self, there: Tenths) -> bool:
        """Whether that is the facing, rounded."""
        off = (self.parts - there) % FULL_TURN
        return min(off, FULL_TURN - off) <= HALF


def length_wanted(value: Number, where: str, faults: Faults) -> LengthWanted:
    """Inches that are expected."""
    return LengthWanted(_parts(value, 100, where, faults))


def angle_wanted(value: Number, where: str, faults: Faults) -> AngleWanted:
    """Degrees that are expected."""
    return AngleWanted(_parts(value, 10, where, faults))


def _parts(value: Number, parts: int, where: str, faults: Faults) -> Fraction:
    """So many hundredths or tenths, exactly as written."""
    if not math.isfinite(value):
        faults.add(where, f"{value} is no number")
        return Fraction(0)
    return Fraction(str(value)) * parts


def _nearest(parts: Fraction) -> int:
    """The nearest whole number; of two the smaller one, for orders are judged in favour of the side that moves."""
    whole = math.ceil(abs(parts) - HALF)
    return whole if parts >= 0 else -whole
