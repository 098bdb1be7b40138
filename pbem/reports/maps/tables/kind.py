"""Tables in inches as one kind of chart."""

from collections.abc import Collection, Iterable

from pbem.engine.chart import Drawn
from pbem.engine.tablechart import TableChart, Track
from pbem.engine.warnings import OrderWarning
from pbem.reports.maps.mapkind import MapKind
from pbem.reports.maps.shapes import Point, Shape, SvgRect
from pbem.reports.maps.tables import glance, inline, maptext, planned, sampler, sheet


def _tracks(orders: Iterable[Drawn]) -> list[Track]:
    return [one for one in orders if isinstance(one, Track)]


def _planned(chart: TableChart, orders: Iterable[Drawn]) -> list[Shape]:
    return planned.planned(chart, _tracks(orders))


def _rings(chart: TableChart, warning: OrderWarning) -> list[tuple[str, Point]]:
    return inline.rings(chart, warning.footprints)


def _army_box(chart: TableChart, own: Collection[str], orders: Iterable[Drawn]) -> SvgRect | None:
    return inline.army_box(chart, own, _tracks(orders))


TABLES: MapKind[TableChart] = MapKind(
    lay_out=sheet.lay_out,
    ground_shapes=sheet.ground_shapes,
    ground_of=inline.ground_of,
    sample=sampler.sampler,
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
    without_zones=lambda chart: chart,
    stirred=inline.stirred,
    ways=inline.ways,
)
