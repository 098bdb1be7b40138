"""What part of the board is shown, and where everything lies on the sheet."""

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import Hex
from pbem.reports.maps.hexes import board
from pbem.reports.maps.paper import SHEET, Crop, check_crop
from pbem.reports.maps.shapes import Point, SvgRect

_LEFT: Final = 33.0
"""Least room left of the border, for the row numbers."""
_RIGHT: Final = 10.0
"""Least room right of the border."""
_PAD: Final = 10.0
"""Between the outer hexes and the border, where the board ends."""
_BORDER: Final = 11.0
"""From the inner line of the border to the outer."""
_NUMBERS: Final = 34.0
"""Height of the column numbers above the border."""
_WHOLE: Final = 86.4
"""A hex is at most so wide on a whole map."""
_CROPPED: Final = 132.0
"""A hex is at most so wide on a crop."""
_LEAST: Final = 60.0
"""A hex is at least so wide; the sheet grows rather than shrink a counter further."""


class HexWindow(NamedTuple):
    """The columns and rows shown, from 0, both ends included."""

    left: int

    top: int

    right: int

    bottom: int

    part: bool
    """Whether that is less than the board."""

    def hexes(self, by: int = 0) -> Iterator[Hex]:
        """The hexes of the window, and of ``by`` rings more; those may lie off the board."""
        for row in range(self.top - by, self.bottom + by + 1):
            for column in range(self.left - by, self.right + by + 1):
                yield board.at_column_row(column, row)


class Layout(NamedTuple):
    """A sheet: board units times ``scale`` plus ``origin`` are sheet units."""

    window: HexWindow

    scale: float

    origin: Point

    width: float

    top: float
    """Where the map begins, column numbers included; above it lies the head."""

    field: SvgRect
    """The box inside the border."""

    frame: SvgRect
    """The border's outer line."""

    def x(self, x: float) -> float:
        return self.origin[0] + x * self.scale

    def y(self, y: float) -> float:
        return self.origin[1] + y * self.scale

    def sheet(self, rect: SvgRect) -> SvgRect:
        """A box of the board on the sheet."""
        return SvgRect(self.x(rect.left), self.y(rect.top), self.x(rect.right), self.y(rect.bottom))

    @property
    def board_field(self) -> SvgRect:
        """The field in board units."""
        (x, y), k = self.origin, self.scale
        field = self.field
        return SvgRect((field.left - x) / k, (field.top - y) / k, (field.right - x) / k, (field.bottom - y) / k)

    @property
    def transform(self) -> str:
        """From board units to sheet units, as SVG says it."""
        return f"translate({self.origin[0]:.3f},{self.origin[1]:.3f}) scale({self.scale:.5f})"

    @property
    def bottom(self) -> float:
        """Where the map ends and the legend may begin."""
        return self.frame.bottom + 8


def window(chart: HexChart, crop: Crop | None) -> HexWindow:
    """The part of the board to show.  Raises ValueError for a crop that is none, or a board without hexes."""
    if chart.columns < 1 or chart.rows < 1:
        raise ValueError(f"a map of {chart.columns} columns and {chart.rows} rows: a board needs one of each at least")
    whole = HexWindow(0, 0, chart.columns - 1, chart.rows - 1, part=False)
    if check_crop(crop) is None:
        return whole
    places = [board.column_row(h) for h in _busy(chart) if board.on_board(chart, h)]
    if not places:
        return whole
    columns, rows = [c for c, _ in places], [r for _, r in places]
    left, right = _spread(min(columns), max(columns), chart.columns, 6)
    top, bottom = _spread(min(rows), max(rows), chart.rows, 4)
    shown = HexWindow(left, top, right, bottom, part=True)
    return whole if shown[:4] == whole[:4] else shown


def _busy(chart: HexChart) -> Iterator[Hex]:
    """The hexes where something happens: last places of units long gone are not among them."""
    yield from (c.hex for c in chart.counters if c.ghost is None)
    yield from (g.hex for g in chart.generals)
    yield from (w.hex for w in chart.wrecks)
    for arrow in chart.arrows:
        yield from arrow.path
    for melee in chart.melees:
        yield melee.one
        yield melee.other


def _spread(first: int, last: int, count: int, least: int) -> tuple[int, int]:
    """A range made at least so long, evenly to both sides, and kept on the board."""
    while last - first + 1 < min(least, count):
        if first > 0:
            first -= 1
        if last < count - 1 and last - first + 1 < least:
            last += 1
    return first, last


def layout(chart: HexChart, shown: HexWindow, *, head: float) -> Layout:
    """Lay out a sheet for a window.  head: the height above the map that the title and the sides take.

    0 for none: then the sheet is no wider than the map.
    """
    columns, rows = shown.right - shown.left + 1, shown.bottom - shown.top + 1
    wide = columns + (0.5 if rows > 1 else 0)
    more = [
        board.WIDTH / 2 * (shown.left > 0),
        board.ROW / 2 * (shown.top > 0),
        board.WIDTH / 2 * (shown.right < chart.columns - 1),
        board.ROW / 2 * (shown.bottom < chart.rows - 1),
    ]
    outside = _LEFT + _RIGHT + 2 * (_BORDER + _PAD)
    shown_wide = wide + (more[0] + more[2]) / board.WIDTH
    width = max(_LEAST, min((SHEET - outside) / shown_wide, _CROPPED if shown.part else _WHOLE))
    k = width / board.WIDTH
    sheet = max(SHEET if head else 0, math.ceil(shown_wide * width + outside))

    more = [m or _PAD / k for m in more]
    left, top = -board.WIDTH / 2 + shown.left * board.WIDTH, shown.top * board.ROW - board.SIDE
    field = SvgRect(
        left - more[0],
        top - more[1],
        left + wide * board.WIDTH + more[2],
        shown.bottom * board.ROW + board.SIDE + more[3],
    )
    spare = sheet - (field.width * k + 2 * _BORDER)
    x = max(_LEFT, min(spare * 0.57, spare / 2 + 8)) + _BORDER - field.left * k
    y = math.ceil(head + _NUMBERS + _BORDER) - field.top * k
    place = Layout(shown, k, (x, y), sheet, math.floor(head), field, field)
    inner = place.sheet(field)
    return place._replace(field=inner, frame=inner.grown(_BORDER))
