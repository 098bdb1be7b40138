"""Countries as one kind of chart."""

from collections.abc import Collection, Iterable, Sequence

from pbem.engine.chart import Drawn
from pbem.engine.countrychart import CountryChart, RoadMarch
from pbem.engine.warnings import OrderWarning
from pbem.reports.maps.country import bare, glance, inline, maptext, sampler, sheet
from pbem.reports.maps.mapkind import MapKind
from pbem.reports.maps.shapes import Point, Shape, SvgRect


def _marches(orders: Iterable[Drawn]) -> list[RoadMarch]:
    return [one for one in orders if isinstance(one, RoadMarch)]


def _planned(chart: CountryChart, orders: Iterable[Drawn]) -> Sequence[Shape]:
    return inline.planned(chart, _marches(orders))


def _rings(_chart: CountryChart, _warning: OrderWarning) -> list[tuple[str, Point]]:
    """Orders of a campaign do not get in each other's way on the map."""
    return []


def _army_box(chart: CountryChart, own: Collection[str], orders: Iterable[Drawn]) -> SvgRect | None:
    return inline.army_box(chart, own, _marches(orders))


COUNTRIES: MapKind[CountryChart] = MapKind(
    lay_out=sheet.lay_out,
    ground_shapes=sheet.ground_shapes,
    ground_of=bare.ground_of,
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
