"""What is drawn and told of a chart, whatever its board: each by the functions of its kind (`MapKind`)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from pbem.engine.chart import Chart, Drawn
from pbem.engine.countrychart import CountryChart
from pbem.engine.hexchart import HexChart
from pbem.engine.tablechart import TableChart
from pbem.engine.warnings import OrderWarning
from pbem.reports.maps import inline
from pbem.reports.maps.country.kind import COUNTRIES
from pbem.reports.maps.hexes.kind import HEXES
from pbem.reports.maps.inline import Inline, Part, Step
from pbem.reports.maps.mapkind import MapKind
from pbem.reports.maps.paper import Crop, PlacedBoard
from pbem.reports.maps.shapes import SvgRect
from pbem.reports.maps.svg import Drawing, MapSheet
from pbem.reports.maps.tables.kind import TABLES

_KINDS: Mapping[type[Chart], MapKind[Any]] = {HexChart: HEXES, TableChart: TABLES, CountryChart: COUNTRIES}

_CACHED = 64
"""Maps of pages that are cached."""

_GROUNDS = 16
"""Grounds that are cached, as shapes or as pictures."""


def _of(chart: Chart) -> MapKind[Any]:
    return _KINDS[type(chart)]


# --- pictures -----------------------------------------------------------------------------------------------------


def lay_out(chart: Chart, crop: Crop | None, *, with_furniture: bool) -> MapSheet:
    """Work out everything but the ground.  Raises ValueError for a crop or a kind of unit that there is not."""
    return _of(chart).lay_out(chart, crop, with_furniture=with_furniture)


def ground_shapes(chart: Chart, place: PlacedBoard) -> Drawing:
    """The ground and the border: nothing in them depends on the turn.  place: of the chart's own `lay_out`."""
    return _bare_shapes(ground_of(chart), place)


@lru_cache(maxsize=_GROUNDS)
def _bare_shapes(bare: Chart, place: PlacedBoard) -> Drawing:
    return _of(bare).ground_shapes(bare, place)


def ground_of(chart: Chart) -> Chart:
    """A chart without anything that changes from turn to turn."""
    found: Chart = _of(chart).ground_of(chart)
    return found


def sample(chart: Chart) -> Chart:
    """A chart of the same kind with one of everything that can lie over a ground."""
    found: Chart = _of(chart).sample()
    return found


def render_glance(chart: Chart) -> str:
    """The whole board as a small SVG document, which turns dark for a reader who prefers that."""
    return _of(chart).glance(chart)


# --- words --------------------------------------------------------------------------------------------------------


def chart_alt(chart: Chart) -> str:
    """The position in words, side by side: the alt text of the picture."""
    return _of(chart).alt(chart)


def text_map(chart: Chart) -> list[str]:
    """The map as plain text of at most 72 columns, every line with a bar (so that no line is ever read as an order).

    ``text_map_key`` explains the signs.
    """
    return _of(chart).text_map(chart)


def text_map_key(chart: Chart) -> str:
    """What the signs of the text map mean, those it shows only."""
    return _of(chart).text_map_key(chart)


def scale_words(chart: Chart) -> str:
    """How the map measures: ``A hex is 100 m``, ``Grid squares of six inches``."""
    return _of(chart).scale_words(chart)


def signs_words(chart: Chart) -> str:
    """How the units on the picture are to be read, in a sentence or two."""
    return _of(chart).signs_words


# --- maps that stand in a page ------------------------------------------------------------------------------------


@lru_cache(maxsize=_CACHED)
def inline_map(chart: Chart, own: Collection[str] = frozenset(), *, links: bool = True) -> Inline:
    """A seat's map.  own: codes of the units it commands.  links: whether they lead to their cards.

    Raises ValueError for a kind of unit that there is not.
    """
    return _of(chart).inline_map(chart, own, links=links)


def drawn_orders(chart: Chart, orders: Sequence[Drawn]) -> Markup:
    """What is ordered, in board units of a chart's page map: to be put into it anew after every check."""
    return inline.shapes_alone(_of(chart).planned(chart, orders))


def drawn_warnings(chart: Chart, warnings: Iterable[OrderWarning]) -> Markup:
    """Where orders of one side contradict each other, in board units of a chart's page map: ringed, with a sign."""
    rings = _of(chart).rings
    return inline.clashes([ring for one in warnings for ring in rings(chart, one)])


def army_box(chart: Chart, own: Collection[str], orders: Sequence[Drawn]) -> SvgRect | None:
    """The box round some units, what they are ordered, and the enemies near one of them, a margin with it: in sheet
    units, within the map.  None where none of them is on it."""
    return _of(chart).army_box(chart, own, orders)


@lru_cache(maxsize=_CACHED)
def ground_tag(chart: Chart) -> str:
    """A name for the look of a chart's ground: the same ground has the same."""
    return inline.tag_of(ground_of(chart))


@lru_cache(maxsize=_GROUNDS)
def ground_picture(bare: Chart, part: Part) -> str:
    """A picture under an inline map, as an SVG document.  bare: of ``ground_of``."""
    return _of(bare).ground_picture(bare, part)


# --- a battle followed event by event ----------------------------------------------------------------------------


def without_zones(chart: Chart) -> Chart:
    """A chart without what units rule: of moments that are past."""
    found: Chart = _of(chart).without_zones(chart)
    return found


def stirred(before: Chart, now: Chart) -> str:
    """What is otherwise than before, outlined: path data in board units of the page's map."""
    return _of(now).stirred(before, now)


def ways(before: Chart, now: Chart) -> dict[str, list[Step]]:
    """How each unit came from where it was to where it is."""
    return _of(now).ways(before, now)
