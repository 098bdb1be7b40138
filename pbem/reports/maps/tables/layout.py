"""What part of a table is shown, and where it lies on the sheet."""

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from pbem.engine.table.places import Spot
from pbem.engine.tablechart import TableChart
from pbem.reports.maps.paper import SHEET, Crop, check_crop
from pbem.reports.maps.shapes import Point, SvgRect, hull

SQUARE: Final = 6
"""Inches of a side of the lettered squares."""
FOOT: Final = 12
"""Inches from numeral to numeral."""
_SIDE: Final = 38.0
"""Room left and right of the border, for numbers."""
_LETTERS: Final = 38.0
"""Room above and below the border, for letters."""
BORDER: Final = 15.0
"""From the inner line of the border to the outer: inch ticks, then checks."""
_WHOLE: Final = 30.3
"""An inch is at most so long on a whole map."""
_CROPPED: Final = 48.0
"""An inch is at most so long on a crop."""
_LEAST: Final = 11.0
"""An inch is at least so long; the sheet grows beyond."""
_AROUND: Final = 4.0
"""Inches shown round units and arrows on a crop, at least."""
_SMALLEST: Final = (18.0, 12.0)
"""Inches a crop shows at least, across and down."""


class TableWindow(NamedTuple):
    """The part of a table that is shown, in inches from the south-west corner."""

    left: float
    bottom: float
    right: float
    top: float


class TableLayout(NamedTuple):
    """A sheet with a table on it.  Board units are sheet units from the table's north-west corner, y to the south."""

    window: TableWindow

    inch: float
    """Sheet units an inch."""

    across: float

    depth: float
    """Inches from south to north."""

    origin: Point
    """The table's north-west corner on the sheet."""

    width: float

    top: float

    field: SvgRect
    """The box inside the border, in sheet units."""

    frame: SvgRect
    """The border's outer line, in sheet units."""

    @property
    def bottom(self) -> float:
        return self.frame.bottom + _LETTERS

    @property
    def transform(self) -> str:
        return f"translate({self.origin[0]:.3f},{self.origin[1]:.3f})"

    @property
    def shown(self) -> SvgRect:
        """The field in board units."""
        (x, y), field = self.origin, self.field
        return SvgRect(field.left - x, field.top - y, field.right - x, field.bottom - y)

    def at(self, spot: Spot) -> Point:
        """A spot of the table in board units."""
        return spot.x / 100 * self.inch, (self.depth - spot.y / 100) * self.inch

    def sheet(self, rect: SvgRect) -> SvgRect:
        """A box in board units on the sheet."""
        x, y = self.origin
        return SvgRect(rect.left + x, rect.top + y, rect.right + x, rect.bottom + y)


def window(chart: TableChart, crop: Crop | None) -> TableWindow:
    """The part of the table to show.  Raises ValueError for a crop that is none, or a table without any ground."""
    if chart.width < 1 or chart.depth < 1:
        raise ValueError(
            f"a map of a table {chart.width / 100:g} by {chart.depth / 100:g} inches: it needs some ground"
        )
    wide, deep = chart.width / 100, chart.depth / 100
    whole = TableWindow(0, 0, wide, deep)
    boxes = list(_busy(chart)) if check_crop(crop) else []
    if not boxes:
        return whole
    box = hull(boxes).grown(_AROUND)
    left, right = _spread(box.left, box.right, wide, _SMALLEST[0])
    bottom, top = _spread(box.top, box.bottom, deep, _SMALLEST[1])
    shown = TableWindow(left, bottom, right, top)
    return whole if (right - left) * (top - bottom) > 0.9 * wide * deep else shown


def _busy(chart: TableChart) -> Iterator[SvgRect]:
    """Where something stands or happens, in inches (top and bottom as numbers go: south is ``top``)."""
    for base in chart.bases:
        if base.ghost is None:
            yield _about(base.at.at, max(base.width, base.depth) / 200)
    for lost in chart.fallen:
        yield _about(lost.at.at, max(lost.width, lost.depth) / 200)
    for track in chart.tracks:
        for spot in track.path:
            yield _about(spot, 1)
    for touch in chart.touches:
        yield _about(touch.at, 1)


def _about(spot: Spot, reach: float) -> SvgRect:
    x, y = spot.x / 100, spot.y / 100
    return SvgRect(x - reach, y - reach, x + reach, y + reach)


def _spread(first: float, last: float, room: float, least: float) -> tuple[float, float]:
    """Whole inches round a stretch, at least so many, kept on the table."""
    first, last = max(0.0, math.floor(first)), min(room, math.ceil(last))
    lack = min(least, room) - (last - first)
    if lack > 0:
        first = min(max(0.0, first - math.floor(lack / 2)), room - min(least, room))
        last = min(room, max(last, first + min(least, room)))
    return (first, last) if first < last else (0.0, room)


def layout(chart: TableChart, shown: TableWindow, *, head: float) -> TableLayout:
    """Lay out a sheet for a window.  head: the height above the map that the title and the sides take, 0 for none."""
    across, down = shown.right - shown.left, shown.top - shown.bottom
    part = (across, down) != (chart.width / 100, chart.depth / 100)
    outside = 2 * (_SIDE + BORDER)
    inch = max(_LEAST, min((SHEET - outside) / across, _CROPPED if part else _WHOLE))
    sheet = max(SHEET if head else 0, math.ceil(across * inch + outside))
    left = (sheet - across * inch) / 2
    top = math.floor(head) + _LETTERS + BORDER
    depth = chart.depth / 100
    origin = left - shown.left * inch, top - (depth - shown.top) * inch
    field = SvgRect(left, top, left + across * inch, top + down * inch)
    return TableLayout(
        shown, inch, chart.width / 100, depth, origin, sheet, math.floor(head), field, field.grown(BORDER)
    )
