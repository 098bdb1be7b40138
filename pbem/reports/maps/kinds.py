"""What is drawn and told of a chart, whatever its board: hexes and tables, each by its own functions."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup
from msgspec.structs import replace

from pbem.engine.chart import Chart, Drawn
from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.tablechart import TableChart, Track
from pbem.engine.warnings import OrderWarning
from pbem.reports.maps import inline
from pbem.reports.maps.hexes import glance as hexglance
from pbem.reports.maps.hexes import inline as hexinline
from pbem.reports.maps.hexes import planned as hexplanned
from pbem.reports.maps.hexes import sampler as hexsampler
from pbem.reports.maps.hexes import sheet as hexsheet
from pbem.reports.maps.hexes import words as hexwords
from pbem.reports.maps.hexes.layout import Layout
from pbem.reports.maps.inline import Inline, Part, Step
from pbem.reports.maps.paper import Crop, Place
from pbem.reports.maps.shapes import Point, Rect
from pbem.reports.maps.svg import Drawing, Sheet
from pbem.reports.maps.tables import glance as tableglance
from pbem.reports.maps.tables import inline as tableinline
from pbem.reports.maps.tables import planned as tableplanned
from pbem.reports.maps.tables import sampler as tablesampler
from pbem.reports.maps.tables import sheet as tablesheet
from pbem.reports.maps.tables import words as tablewords
from pbem.reports.maps.tables.layout import TableLayout

_KEPT = 64
"""Maps of pages that are kept."""


# --- pictures -----------------------------------------------------------------------------------------------------


def lay_out(chart: Chart, crop: Crop | None, *, with_furniture: bool) -> Sheet:
    """Work out everything but the ground.  Raises ValueError for a crop or a kind of unit that there is not."""
    if isinstance(chart, HexChart):
        return hexsheet.lay_out(chart, crop, with_furniture=with_furniture)
    return tablesheet.lay_out(chart, crop, with_furniture=with_furniture)


def ground_shapes(chart: Chart, place: Place) -> Drawing:
    """The ground and the border: nothing in them depends on the turn."""
    match chart, place:
        case HexChart(), Layout():
            return hexsheet.ground_shapes(chart, place)
        case TableChart(), TableLayout():
            return tablesheet.ground_shapes(chart, place)
        case _:
            raise TypeError(f"a {type(chart).__name__} is not laid out by a {type(place).__name__}")


def ground_of(chart: Chart) -> Chart:
    """A chart without anything that changes from turn to turn."""
    return hexinline.ground_of(chart) if isinstance(chart, HexChart) else tableinline.ground_of(chart)


def sample(chart: Chart) -> Chart:
    """A chart of the same kind with one of everything that can lie over a ground."""
    return hexsampler.sampler(8, 6, (), ()) if isinstance(chart, HexChart) else tablesampler.sampler()


def render_glance(chart: Chart) -> str:
    """The whole board as a small SVG document, which turns dark for a reader who prefers that."""
    return hexglance.render_glance(chart) if isinstance(chart, HexChart) else tableglance.render_glance(chart)


# --- words --------------------------------------------------------------------------------------------------------


def chart_alt(chart: Chart) -> str:
    """The position in words, side by side: for the alt text of the picture and for who cannot see it."""
    return hexwords.chart_alt(chart) if isinstance(chart, HexChart) else tablewords.chart_alt(chart)


def text_map(chart: Chart) -> list[str]:
    """The map as plain text of at most 72 columns, every line with a bar (so that no line is ever read as an order).

    ``text_map_key`` explains the signs.
    """
    return hexwords.text_map(chart) if isinstance(chart, HexChart) else tablewords.text_map(chart)


def text_map_key(chart: Chart) -> str:
    """What the signs of the text map mean, those it shows only."""
    return hexwords.text_map_key(chart) if isinstance(chart, HexChart) else tablewords.text_map_key(chart)


def scale_words(chart: Chart) -> str:
    """How the map measures: ``A hex is 100 m``, ``Grid squares of six inches``."""
    return hexwords.scale_words(chart) if isinstance(chart, HexChart) else tablewords.scale_words(chart)


def signs_words(chart: Chart) -> str:
    """How the units on the picture are to be read, in a sentence or two."""
    return hexwords.SIGNS_WORDS if isinstance(chart, HexChart) else tablewords.SIGNS_WORDS


# --- maps that stand in a page ------------------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def inline_map(chart: Chart, own: Collection[str] = frozenset(), *, links: bool = True) -> Inline:
    """A seat's map.  own: codes of the units it commands.  links: whether they lead to their cards.

    Raises ValueError for a kind of unit that there is not.
    """
    if isinstance(chart, HexChart):
        return hexinline.inline_map(chart, own, links=links)
    return tableinline.inline_map(chart, own, links=links)


def drawn_orders(chart: Chart, orders: Sequence[Drawn]) -> Markup:
    """What is ordered, in board units of a chart's page map: to be put into it anew after every check."""
    if isinstance(chart, HexChart):
        return inline.shapes_alone(hexplanned.planned(chart, (one for one in orders if isinstance(one, Arrow))))
    tracks = [one for one in orders if isinstance(one, Track)]
    return inline.shapes_alone(tableplanned.planned(chart, tracks))


def drawn_warnings(chart: Chart, warnings: Iterable[OrderWarning]) -> Markup:
    """Where orders of one side contradict each other, in board units of a chart's page map: ringed, with a sign."""
    rings: list[tuple[str, Point]] = []
    for one in warnings:
        if isinstance(chart, HexChart):
            rings += hexinline.rings(one.hexes)
        else:
            rings += tableinline.rings(chart, one.footprints)
    return inline.clashes(rings)


def army_box(chart: Chart, own: Collection[str], orders: Sequence[Drawn]) -> Rect | None:
    """The box round some units, what they are ordered, and the enemies near one of them, a margin with it: in sheet
    units, within the map.  None where none of them is on it."""
    if isinstance(chart, HexChart):
        return hexinline.army_box(chart, own, [one for one in orders if isinstance(one, Arrow)])
    return tableinline.army_box(chart, own, [one for one in orders if isinstance(one, Track)])


@lru_cache(maxsize=_KEPT)
def ground_tag(chart: Chart) -> str:
    """A name for the look of a chart's ground: the same ground has the same."""
    return inline.tag_of(ground_of(chart))


@lru_cache(maxsize=16)
def ground_picture(bare: Chart, part: Part) -> str:
    """A picture under an inline map, as an SVG document.  bare: of ``ground_of``."""
    if isinstance(bare, HexChart):
        return hexinline.ground_picture(bare, part)
    return tableinline.ground_picture(bare, part)


# --- a battle followed event by event ----------------------------------------------------------------------------


def without_zones(chart: Chart) -> Chart:
    """A chart without what units rule: of moments that are past."""
    if isinstance(chart, HexChart):
        return replace(chart, counters=tuple(replace(one, zone=()) for one in chart.counters))
    return chart


def stirred(before: Chart, now: Chart) -> str:
    """What is otherwise than before, outlined: path data in board units of the page's map."""
    match before, now:
        case HexChart(), HexChart():
            return hexinline.stirred(before, now)
        case TableChart(), TableChart():
            return tableinline.stirred(before, now)
        case _:
            raise TypeError("two charts of one battle are of one kind")


def ways(before: Chart, now: Chart) -> dict[str, list[Step]]:
    """How each unit came from where it was to where it is."""
    match before, now:
        case HexChart(), HexChart():
            return hexinline.ways(now)
        case TableChart(), TableChart():
            return tableinline.ways(before, now)
        case _:
            raise TypeError("two charts of one battle are of one kind")
