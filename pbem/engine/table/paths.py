"""Paths as lists of primitive pieces, with poses and lengths along them (AR-G10, G11, G15, G-11, G-12, G-13)."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import Polygon


class Ahead(NamedTuple):
    """Straight ahead; negative: straight back."""

    distance: Inches


class Shift(NamedTuple):
    """Along a bearing relative to the facing (positive: to the right), facing kept."""

    off: Tenths
    distance: Inches


class Wheel(NamedTuple):
    """About a front corner: the right one for a positive angle, the left one for a negative."""

    by: Tenths


class Turn(NamedTuple):
    """On the spot.  about: (to the right, ahead) of the centre as parts of half the width and half the depth:
    (0, 0) the centre, (0, 1) the middle of the front, (1, 1) the right front corner.
    """

    by: Tenths
    about: tuple[int, int] = (0, 0)


Leg: TypeAlias = Ahead | Shift | Wheel | Turn


def leg_length(rect: Rect, leg: Leg) -> Inches:
    """The length of the way: the distance, the outer corner's arc of a wheel, nothing for a turn."""
    raise NotImplementedError


def path_length(rect: Rect, legs: Sequence[Leg]) -> Inches:
    """The length of the whole way."""
    raise NotImplementedError


def after(rect: Rect, leg: Leg) -> Rect:
    """The rectangle at the end of a piece."""
    raise NotImplementedError


def stations(rect: Rect, legs: Sequence[Leg]) -> tuple[Rect, ...]:
    """The rectangle at the start and after each piece: one more than there are pieces."""
    raise NotImplementedError


def part(rect: Rect, leg: Leg, done: float) -> Rect:
    """The rectangle after so many inches of a piece; a wheel to the nearest tenth of a degree; a turn at its end."""
    raise NotImplementedError


def along(rect: Rect, legs: Sequence[Leg], done: float) -> Rect:
    """The rectangle after so many inches of the way; turns on the spot take no length and are made when reached."""
    raise NotImplementedError


def length_in_area(rect: Rect, leg: Leg, area: Polygon) -> Inches:
    """The length of a piece during which any part of the rectangle is inside a polygon (AR-G13, G-11).

    Straight pieces exactly; wheels to the nearest tenth of a degree.
    """
    raise NotImplementedError


def centre_length_in_area(rect: Rect, leg: Leg, area: Polygon) -> Inches:
    """The same, judged by the rectangle's centre."""
    raise NotImplementedError


def entry_and_exit(rect: Rect, distance: float, area: Polygon) -> tuple[tuple[Inches, Inches], ...]:
    """The stretches of a straight advance, as (from, to) in inches, during which any part is inside a polygon."""
    raise NotImplementedError
