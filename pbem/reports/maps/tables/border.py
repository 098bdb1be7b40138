"""The border of a table: inch ticks, checks of six inches, letters and numbers of the squares, numerals of the feet.

Positions are sheet units (1200 wide).
"""

import math
from typing import Final

from pbem.reports.maps.shapes import Path, Shape, SvgRect, Text, box, polyline
from pbem.reports.maps.tables.layout import FOOT, SQUARE, TableLayout
from pbem.reports.maps.tables.maptext import letters

_TICK: Final = 7.0
_CHECK: Final = 6.0
_LETTER: Final = 27.0
_NUMERAL: Final = 20.0


def border(place: TableLayout) -> list[Shape]:
    """All of it."""
    field, frame = place.field, place.frame
    shapes: list[Shape] = [
        Path(box(frame), "s-ink", 2.4),
        Path(box(field), "s-ink", 1.4),
        Path(_ticks(place), "s-ink", 1.1),
        Path(_checks(place), "f-ink"),
    ]
    return [*shapes, *_letters(place), *_numbers(place)]


def _x(place: TableLayout, inches: float) -> float:
    return place.origin[0] + inches * place.inch


def _y(place: TableLayout, inches: float) -> float:
    return place.origin[1] + (place.depth - inches) * place.inch


def _ticks(place: TableLayout) -> str:
    """A tick at every inch, longer at every third, to the inside of the border."""
    shown, field = place.window, place.field
    d = ""
    for n in range(math.ceil(shown.left), math.floor(shown.right) + 1):
        x, long = _x(place, n), _TICK if n % 3 == 0 else _TICK * 0.6
        d += polyline(((x, field.top), (x, field.top - long))) + polyline(((x, field.bottom), (x, field.bottom + long)))
    for n in range(math.ceil(shown.bottom), math.floor(shown.top) + 1):
        y, long = _y(place, n), _TICK if n % 3 == 0 else _TICK * 0.6
        d += polyline(((field.left, y), (field.left - long, y))) + polyline(((field.right, y), (field.right + long, y)))
    return d


def _checks(place: TableLayout) -> str:
    """Every other square's stretch of the border is black."""
    shown, field, frame = place.window, place.field, place.frame
    d = ""
    for n in range(math.floor(shown.left / SQUARE), math.ceil(shown.right / SQUARE)):
        left, right = max(_x(place, n * SQUARE), field.left), min(_x(place, (n + 1) * SQUARE), field.right)
        if n % 2 == 0 and right > left:
            d += box(SvgRect(left, frame.top + 1, right, frame.top + _CHECK))
            d += box(SvgRect(left, frame.bottom - _CHECK, right, frame.bottom - 1))
    for n in range(math.floor(shown.bottom / SQUARE), math.ceil(shown.top / SQUARE)):
        top, bottom = max(_y(place, (n + 1) * SQUARE), field.top), min(_y(place, n * SQUARE), field.bottom)
        if n % 2 == 0 and bottom > top:
            d += box(SvgRect(frame.left + 1, top, frame.left + _CHECK, bottom))
            d += box(SvgRect(frame.right - _CHECK, top, frame.right - 1, bottom))
    return d


def _letters(place: TableLayout) -> list[Shape]:
    """Of the columns of squares, above and below; the feet between them."""
    shown, frame = place.window, place.frame
    drawn: list[Shape] = []
    above, below = frame.top - 9, frame.bottom + 28
    for n in range(math.floor(shown.left / SQUARE), math.ceil(shown.right / SQUARE)):
        x = _between(_x(place, n * SQUARE), _x(place, (n + 1) * SQUARE), place.field.left, place.field.right)
        if x is not None:
            drawn += [Text(letters(n), x, y, _LETTER, "bold f-ink") for y in (above, below)]
    for n in range(math.ceil(shown.left / FOOT), math.floor(shown.right / FOOT) + 1):
        drawn += [Text(f"{n * FOOT}″", _x(place, n * FOOT), y - 2, _NUMERAL, "f-soft-ink") for y in (above, below)]
    return drawn


def _numbers(place: TableLayout) -> list[Shape]:
    """Of the rows of squares, at both sides; the feet between them."""
    shown, frame = place.window, place.frame
    drawn: list[Shape] = []
    sides = frame.left - 19, frame.right + 19
    for n in range(math.floor(shown.bottom / SQUARE), math.ceil(shown.top / SQUARE)):
        y = _between(_y(place, (n + 1) * SQUARE), _y(place, n * SQUARE), place.field.top, place.field.bottom)
        if y is not None:
            drawn += [Text(str(n + 1), x, y + _LETTER * 0.36, _LETTER, "bold f-ink") for x in sides]
    for n in range(math.ceil(shown.bottom / FOOT), math.floor(shown.top / FOOT) + 1):
        drawn += [Text(f"{n * FOOT}″", x, _y(place, n * FOOT) + 7, _NUMERAL, "f-soft-ink") for x in sides]
    return drawn


def _between(start: float, end: float, least: float, most: float) -> float | None:
    """The middle of the part of a square that is shown; None for too narrow a part."""
    start, end = max(start, least), min(end, most)
    return (start + end) / 2 if end - start > 40 else None
