"""What part of a country is shown, and where it lies on the sheet."""

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from pbem.engine.countrychart import CountryChart, MileSpot
from pbem.reports.maps.paper import SHEET, Crop, check_crop
from pbem.reports.maps.shapes import Point, SvgRect, hull

_SIDE: Final = 32.0
"""From the sheet's edge to the field: the border with its checks lies there."""
BORDER: Final = 16.0
_ROUND: Final = 2.0
"""Miles shown beyond the country's own edge."""
_AROUND: Final = 6.0
"""Miles shown round forces and marches on a crop, at least."""
_FRESH, _IN_REACH = 1, 2500
"""Days, hundredths of a mile: sightings that a crop shows too."""
_SMALLEST: Final = (34.0, 34.0)
"""Miles a crop shows at least, across and down."""
_LARGER: Final = 1.3
"""How much larger signs and letters are on a crop, for telephones."""
_WIDEST: Final = 1.15
"""A crop is at most so many times as wide as it is high."""


class CountryWindow(NamedTuple):
    """The part of a country that is shown, in miles from its north-west corner."""

    left: float
    top: float
    right: float
    bottom: float


class CountryLayout(NamedTuple):
    """A sheet with a country on it.  Board units are sheet units from the country's north-west corner."""

    window: CountryWindow

    mile: float
    """Sheet units a mile."""

    unit: float
    """How much larger signs and letters are than on the whole map."""

    origin: Point
    """The country's north-west corner on the sheet."""

    width: float

    top: float

    field: SvgRect
    """The box inside the border, in sheet units."""

    frame: SvgRect
    """The border's outer line, in sheet units."""

    whole: bool
    """Whether all of the country is shown."""

    @property
    def bottom(self) -> float:
        return self.frame.bottom + _SIDE - BORDER

    @property
    def transform(self) -> str:
        return f"translate({self.origin[0]:.3f},{self.origin[1]:.3f})"

    @property
    def shown(self) -> SvgRect:
        """The field in board units."""
        (x, y), field = self.origin, self.field
        return SvgRect(field.left - x, field.top - y, field.right - x, field.bottom - y)

    def at(self, spot: MileSpot) -> Point:
        """A spot of the country in board units."""
        return spot[0] / 100 * self.mile, spot[1] / 100 * self.mile

    def sheet(self, rect: SvgRect) -> SvgRect:
        """A box in board units on the sheet."""
        x, y = self.origin
        return SvgRect(rect.left + x, rect.top + y, rect.right + x, rect.bottom + y)


def window(chart: CountryChart, crop: Crop | None) -> CountryWindow:
    """The part to show.  Raises ValueError for a crop that is none, or a country without any ground."""
    if chart.width < 1 or chart.height < 1:
        raise ValueError(f"a map of a country {chart.width} by {chart.height} miles: it needs some ground")
    whole = CountryWindow(-_ROUND, -_ROUND, chart.width + _ROUND, chart.height + _ROUND)
    boxes = list(_busy(chart)) if check_crop(crop) else []
    if not boxes:
        return whole
    box = hull(boxes).grown(_AROUND)
    across, down = max(box.width, _SMALLEST[0]), max(box.height, _SMALLEST[1])
    across, down = max(across, down * 0.86), max(down, across / _WIDEST)
    left, right = _kept(box.middle[0], across, whole.left, whole.right)
    top, bottom = _kept(box.middle[1], down, whole.top, whole.bottom)
    part = (right - left) * (bottom - top) / ((whole.right - whole.left) * (whole.bottom - whole.top))
    return whole if part > 0.8 else CountryWindow(left, top, right, bottom)


def _busy(chart: CountryChart) -> Iterator[SvgRect]:
    """Where the reader's own forces are, in miles, and fresh sightings near them; or else all forces that it knows of;
    marches, orders, fights."""
    own = [one for one in chart.flags if one.grade == "own" and not one.fellow]
    spots = [one.at for one in own or chart.flags]
    seen = [one for one in chart.flags if one.grade in {"seen", "body"} and one.age <= _FRESH]
    spots += [one.at for one in seen if any(math.dist(one.at, mine.at) <= _IN_REACH for mine in own)]
    spots += [spot for march in chart.marches for spot in march.path]
    spots += chart.fights
    for x, y in spots:
        yield SvgRect(x / 100, y / 100, x / 100, y / 100)


def _kept(middle: float, span: float, least: float, most: float) -> tuple[float, float]:
    """A stretch about a middle, within limits."""
    span = min(span, most - least)
    first = min(max(middle - span / 2, least), most - span)
    return first, first + span


def layout(shown: CountryWindow, whole: CountryWindow, *, head: float) -> CountryLayout:
    """Lay out a sheet for a window.  head: the height above the map that the title takes, 0 for none."""
    across, down = shown.right - shown.left, shown.bottom - shown.top
    mile = (SHEET - 2 * _SIDE) / across
    top = math.floor(head) + _SIDE
    field = SvgRect(_SIDE, top, SHEET - _SIDE, top + down * mile)
    origin = field.left - shown.left * mile, top - shown.top * mile
    part = shown != whole
    unit = _LARGER if part else 1.0
    return CountryLayout(shown, mile, unit, origin, SHEET, math.floor(head), field, field.grown(BORDER), not part)


def place_of(chart: CountryChart, crop: Crop | None = None, *, head: float = 0) -> CountryLayout:
    """Where a chart lies on the sheet."""
    whole = window(chart, None)
    return layout(window(chart, crop), whole, head=head)
