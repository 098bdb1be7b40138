"""Lengths and angles: how they are stored, compared, printed and read (OH-G1, OH-G17, AR-G1)."""

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NewType

Hundredths = NewType("Hundredths", int)
"""A length or coordinate as it is stored: hundredths of an inch."""

Tenths = NewType("Tenths", int)
"""An angle as it is stored: tenths of a degree.  Facings and bearings: [0, 3600), clockwise from north."""

Inches = NewType("Inches", float)
"""A length as it is worked out: inches, not rounded."""

TOLERANCE = 0.005
"""Inches by which a length may exceed its limit (OH-G17, AR-G1)."""

TOUCH = 0.01
"""Inches: shapes no further apart touch, shapes that reach no further into each other do not overlap (OH-G6, AR-G4)."""

NOISE = 1e-9
"""Inches: what binary fractions leave of a length that is nought."""

FULL_TURN = 3600
_NUMBER = re.compile(r"([+-]?)(\d{1,5})(?:\.(\d+))?", re.ASCII)


def inches(length: Hundredths) -> Inches:
    """A stored length in inches."""
    return Inches(length / 100)


def hundredths(length: float) -> Hundredths:
    """Inches to the nearest hundredth; half a hundredth goes up."""
    return Hundredths(math.floor(length * 100 + 0.5))


def rounded_down(length: float, step: Hundredths = Hundredths(1)) -> Hundredths:
    """The largest multiple of ``step`` that does not exceed so many inches (an excess within the tolerance counts)."""
    return Hundredths(math.floor((length + TOLERANCE) * 100 / step + NOISE) * step)


def rounded_up(length: float, step: Hundredths = Hundredths(1)) -> Hundredths:
    """The least multiple of ``step`` that so many inches do not exceed (by more than the tolerance)."""
    return Hundredths(math.ceil((length - TOLERANCE) * 100 / step - NOISE) * step)


def millimetres(count: int | Fraction) -> Inches:
    """A base's measure, given in millimetres, in inches (AR-G2, G-2)."""
    return Inches(count / 25.4)


def within(length: float, limit: Hundredths) -> bool:
    """Whether so many inches are at most the limit: limits are included, and 0.005" over counts as at it."""
    return length * 100 <= limit + 0.5 + NOISE


def beyond(length: float, limit: Hundredths) -> bool:
    """Whether so many inches are more than the limit: "more than 6 inches" is more than 6.005."""
    return not within(length, limit)


def shorter(one: float, other: float) -> bool:
    """Whether one length is less than the other by more than the tolerance: not at the same instant (OH-Q13)."""
    return one < other - TOLERANCE - NOISE


def total(lengths: Iterable[float]) -> Inches:
    """The sum of lengths, added one after another: ``sum`` rounds otherwise from one Python to the next."""
    added = 0.0
    for length in lengths:
        added += length
    return Inches(added)


def normal(angle: int) -> Tenths:
    """Tenths of a degree brought into [0, 3600)."""
    return Tenths(angle % FULL_TURN)


def tenths(degrees: float) -> Tenths:
    """Degrees as a facing: the nearest tenth, in [0, 3600)."""
    return normal(math.floor(degrees * 10 + 0.5))


def say_inches(length: Hundredths) -> str:
    """``4``, ``4.5``, ``13.07``, ``-0.25``: never a nought too many, no unit."""
    return _decimal(length, 2)


def say_degrees(angle: Tenths) -> str:
    """``30°``, ``12.5°``."""
    return _decimal(angle, 1) + "°"


def read_inches(text: str) -> Hundredths:
    """``4``, ``4.5``, ``13.07``.  Raises ValueError for anything finer than a hundredth, and for what is no number."""
    return Hundredths(_read(text, 2, "a hundredth of an inch"))


def read_degrees(text: str) -> Tenths:
    """``30``, ``12.5``, ``-45``, with or without ``°``; not brought into [0, 360).  Raises ValueError as above."""
    return Tenths(_read(text.removesuffix("°"), 1, "a tenth of a degree"))


def _decimal(value: int, places: int) -> str:
    digits = str(abs(value)).rjust(places + 1, "0")
    written = f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")
    return f"-{written}" if value < 0 else written


def _read(text: str, places: int, finest: str) -> int:
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} is not a number such as 4 or 4.5")
    sign, whole, part = found[1], found[2], (found[3] or "").rstrip("0")
    if len(part) > places:
        raise ValueError(f"{text.strip()} is finer than {finest}")
    value = int(whole + part.ljust(places, "0"))
    return -value if sign == "-" else value
