"""Boards of hexes as one kind of chart."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from pbem.engine.chart import Drawn
from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.warnings import OrderWarning
from pbem.reports.maps.hexes import glance, inline, maptext, planned, sampler, sheet
from pbem.reports.maps.inline import Step
from pbem.reports.maps.mapkind import MapKind
from pbem.reports.maps.shapes import Point, Shape, SvgRect


def _arrows(orders: Iterable[Drawn]) -> list[Arrow]:
    return [one for one in orders if isinstance(one, Arrow)]


def _planned(chart: HexChart, orders: Iterable[Drawn]) -> list[Shape]:
    return planned.planned(chart, _arrows(orders))


def _rings(chart: HexChart, warning: OrderWarning) -> list[tuple[str, Point]]:
    return inline.rings(warning.hexes)


def _army_box(chart: HexChart, own: Collection[str], orders: Iterable[Drawn]) -> SvgRect | None:
    return inline.army_box(chart, own, _arrows(orders))


def _without_zones(chart: HexChart) -> HexChart:
    return replace(chart, counters=tuple(replace(one, zone=()) for one in chart.counters))


def _ways(before: HexChart, now: HexChart) -> dict[str, list[Step]]:
    return inline.ways(now)


HEXES: MapKind[HexChart] = MapKind(
    lay_out=sheet.lay_out,
    ground_shapes=sheet.ground_shapes,
    ground_of=inline.ground_of,
    sample=lambda: sampler.sampler(8, 6, (), ()),
    glance=glance.render_glance,
    alt=maptext.chart_alt,
    text_map=maptext.text_map,
    text_map_key=maptext.text_map_key,
    scale_words=maptext.scale_words,
    signs_words=maptext.SIGNS_WORDS,
    inline_map=inline.inline_map,
    ground_picture=inline.ground_picture,
    planned=_planned,
    rings=_rings,
    army_box=_army_box,
    without_zones=_without_zones,
    stirred=inline.stirred,
    ways=_ways,
)
