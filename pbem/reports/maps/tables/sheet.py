"""A table laid out on a sheet: the shapes of every layer."""

import math
from collections.abc import Iterable

from msgspec.structs import replace

from pbem.engine.tablechart import TableChart
from pbem.reports.maps.head import head, head_height
from pbem.reports.maps.paper import Crop
from pbem.reports.maps.shapes import SvgRect, hull
from pbem.reports.maps.svg import Drawing, MapSheet
from pbem.reports.maps.tables import ground, layout
from pbem.reports.maps.tables.bodies import body_of
from pbem.reports.maps.tables.border import border
from pbem.reports.maps.tables.layout import TableLayout
from pbem.reports.maps.tables.legend import legend
from pbem.reports.maps.tables.overlay import overlay


def place_of(chart: TableChart) -> TableLayout:
    """Where a chart lies on the sheet of a page: the whole table, without head and legend."""
    return layout.layout(chart, layout.window(chart, None), head=0)


def lay_out(chart: TableChart, crop: Crop | None, *, with_furniture: bool) -> MapSheet:
    """Work out everything but the ground.  Raises ValueError for a crop or a kind of unit that there is not."""
    place = layout.layout(chart, layout.window(chart, crop), head=head_height(chart) if with_furniture else 0)
    chart = _in_sight(chart, place)
    over = overlay(chart, place)
    busy = _busy(place, over.boxes)
    if not with_furniture:
        return MapSheet(place, math.ceil(place.bottom), over.shapes, [], [], busy)
    key, end = legend(chart, place, place.bottom + 16, over.signs)
    return MapSheet(place, math.ceil(end), over.shapes, head(chart, place), key, busy)


def _in_sight(chart: TableChart, place: TableLayout) -> TableChart:
    """A chart without the last places that a crop leaves out: the legend speaks of nothing that is not shown."""
    shown = tuple(one for one in chart.bases if one.ghost is None or place.shown.holds(body_of(one, place).box))
    return chart if len(shown) == len(chart.bases) else replace(chart, bases=shown)


def _busy(place: TableLayout, boxes: Iterable[SvgRect]) -> SvgRect:
    sheet = [place.sheet(box.grown(14)) for box in boxes]
    return hull(sheet) if sheet else SvgRect(0, 0, 0, 0)


def ground_shapes(chart: TableChart, place: TableLayout, *, squares: bool = True) -> Drawing:
    """The ground and the border: nothing in them depends on the turn.  squares: with the lines of the squares."""
    lines = ground.squares(place) if squares else []
    return Drawing(ground=[*ground.shapes(chart, place), *lines, *ground.areas(chart, place)], border=border(place))
