"""A chart of hexes laid out on a sheet: the shapes of every layer."""

import math
from collections.abc import Iterable

import msgspec

from pbem.engine.hexchart import HexChart
from pbem.reports.maps.head import head, head_height
from pbem.reports.maps.hexes import board, ground, layout
from pbem.reports.maps.hexes.border import border
from pbem.reports.maps.hexes.layout import Layout
from pbem.reports.maps.hexes.legend import legend
from pbem.reports.maps.hexes.overlay import overlay
from pbem.reports.maps.paper import Crop
from pbem.reports.maps.shapes import SvgRect, hull
from pbem.reports.maps.svg import Drawing, MapSheet


def place_of(chart: HexChart) -> Layout:
    """Where a chart lies on the sheet of a page: the whole board, without head and legend."""
    return layout.layout(chart, layout.window(chart, None), head=0)


def lay_out(chart: HexChart, crop: Crop | None, *, with_furniture: bool) -> MapSheet:
    """Work out everything but the ground.  Raises ValueError for a crop or a kind of unit that there is not."""
    place = layout.layout(chart, layout.window(chart, crop), head=head_height(chart) if with_furniture else 0)
    chart = _in_sight(chart, place)
    over = overlay(chart, place)
    busy = _busy(place, over.boxes)
    if not with_furniture:
        return MapSheet(place, math.ceil(place.bottom), over.shapes, [], [], busy)
    key, end = legend(chart, place, place.bottom + 16)
    return MapSheet(place, math.ceil(end), over.shapes, head(chart, place), key, busy)


def _in_sight(chart: HexChart, place: Layout) -> HexChart:
    """A chart without the last places that a crop leaves out: the legend speaks of nothing that is not shown."""
    field = place.board_field
    shown = tuple(c for c in chart.counters if c.ghost is None or field.holds(board.hex_rect(c.hex).grown(-12)))
    return chart if len(shown) == len(chart.counters) else msgspec.structs.replace(chart, counters=shown)


def _busy(place: Layout, boxes: Iterable[SvgRect]) -> SvgRect:
    sheet = [place.sheet(b.grown(14)) for b in boxes]
    return hull(sheet) if sheet else SvgRect(0, 0, 0, 0)


def ground_shapes(chart: HexChart, place: Layout, *, numbers: bool = True) -> Drawing:
    """The ground and the border: nothing in them depends on the turn.  numbers: with those of the hexes."""
    around_window = [h for h in place.window.hexes(1) if board.on_board(chart, h)]
    numbered = ground.numbered(chart, place) if numbers else []
    return Drawing(
        ground=[
            *ground.shapes(chart, around_window),
            *ground.ditches(chart, set(around_window)),
            *ground.walls(chart, set(around_window)),
            *ground.objective(chart),
            *ground.hex_numbers(chart, numbered, ground.number_size(place)),
        ],
        border=border(place),
    )
