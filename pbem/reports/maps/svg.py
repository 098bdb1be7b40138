"""A chart drawn as SVG: the shapes of every layer, and the templates that print them."""

import math
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from pbem.engine.hexchart import HexChart
from pbem.paths import TEMPLATES
from pbem.reports.maps import board, ground, layout, symbols, themes
from pbem.reports.maps.border import border
from pbem.reports.maps.head import head, head_height
from pbem.reports.maps.layout import Crop, Layout
from pbem.reports.maps.legend import legend
from pbem.reports.maps.overlay import overlay
from pbem.reports.maps.shapes import Disc, Group, Path, Rect, Shape, Text, Use, box, clean, dot, hull, number
from pbem.reports.maps.themes import Theme
from pbem.reports.maps.words import chart_alt


class Sheet(NamedTuple):
    """A chart laid out: everything on it but the ground, which is drawn by ``ground_shapes`` and may be kept.

    units is in board units, head and legend in sheet units; busy: the box of the units layer, in sheet units.
    """

    place: Layout
    height: int
    units: list[Shape]
    head: list[Shape]
    legend: list[Shape]
    busy: Rect


class Drawing(NamedTuple):
    """The layers of one picture; those that are empty are not drawn."""

    ground: list[Shape] = []
    border: list[Shape] = []
    units: list[Shape] = []
    head: list[Shape] = []
    legend: list[Shape] = []


def lay_out(chart: HexChart, crop: Crop | None, *, with_furniture: bool) -> Sheet:
    """Work out everything but the ground.  Raises ValueError for a crop or a kind of unit that there is not."""
    place = layout.layout(chart, layout.window(chart, crop), head=head_height(chart) if with_furniture else 0)
    chart = _in_sight(chart, place)
    over = overlay(chart, place)
    busy = _busy(place, over.boxes)
    if not with_furniture:
        return Sheet(place, math.ceil(place.bottom), over.shapes, [], [], busy)
    key, end = legend(chart, place, place.bottom + 16)
    return Sheet(place, math.ceil(end), over.shapes, head(chart, place), key, busy)


def _in_sight(chart: HexChart, place: Layout) -> HexChart:
    """A chart without the last places that a crop leaves out: the legend speaks of nothing that is not shown."""
    field = place.board_field
    shown = tuple(c for c in chart.counters if c.ghost is None or field.holds(board.hex_rect(c.hex).grown(-12)))
    return chart if len(shown) == len(chart.counters) else msgspec.structs.replace(chart, counters=shown)


def _busy(place: Layout, boxes: Iterable[Rect]) -> Rect:
    sheet = [place.sheet(b.grown(14)) for b in boxes]
    return hull(sheet) if sheet else Rect(0, 0, 0, 0)


def ground_shapes(chart: HexChart, place: Layout, *, numbers: bool = True) -> Drawing:
    """The ground and the border: nothing in them depends on the turn.  numbers: with those of the hexes."""
    around_window = [h for h in place.window.hexes(1) if board.on_board(chart, h)]
    numbered = ground.numbered(chart, place) if numbers else []
    return Drawing(
        ground=[
            *ground.shapes(chart, around_window),
            *ground.walls(chart, set(around_window)),
            *ground.objective(chart),
            *ground.hex_numbers(chart, numbered, ground.number_size(place)),
        ],
        border=border(place),
    )


def render_svg(
    chart: HexChart,
    theme: Theme = "paper",
    crop: Crop | None = None,
    *,
    furniture: bool = True,
    style: bool = True,
) -> str:
    """The map as one SVG document.

    theme: ``paper`` (which turns dark for a reader who prefers that), ``dark`` or ``print``.  crop: ``fight`` shows the
    hexes round units and arrows, None the whole board.  furniture: title, sides, compass, legend and scale.
    style: False leaves the style sheet out, for pages that allow none inside: they link ``map_css()``.
    Raises ValueError for a theme, a crop or a kind of unit that there is not.
    """
    theme = themes.check_theme(theme)
    sheet = lay_out(chart, crop, with_furniture=furniture)
    drawing = ground_shapes(chart, sheet.place)._replace(units=sheet.units, head=sheet.head, legend=sheet.legend)
    whole = Rect(0, 0, sheet.place.width, sheet.height)
    alone = zlib.crc32(repr((chart, theme, crop, furniture)).encode(errors="replace"))
    return document(
        drawing, sheet.place, whole, theme, title=chart_alt(chart), ids=f"m{alone:08x}-", style=style, dark_too=True
    )


def document(
    drawing: Drawing,
    place: Layout,
    view: Rect,
    theme: Theme,
    *,
    title: str = "",
    ids: str = "m-",
    page: bool = True,
    style: bool = True,
    dark_too: bool = False,
    pixels: tuple[int, int] | None = None,
) -> str:
    """Some layers of a map as SVG, in a window of the sheet.  page: with opaque paper beneath."""
    used = {name for layer in drawing for name in symbols_of(layer)}
    body = template("maps/body.svg.j2").render(
        d=drawing,
        ids=ids,
        used=used,
        symbols=[(name, symbol) for name, symbol in symbols.ALL.items() if name in used],
        tree=symbols.TREE,
        tree_box=symbols.TREE_BOX,
        clip=box(place.field) if drawing.ground else "",
        page=box(view) if page else "",
        transform=place.transform,
    )
    width, height = pixels or (round(view.width), round(view.height))
    return template("maps/map.svg.j2").render(
        theme=theme,
        view=f"{view.left:g} {view.top:g} {view.width:g} {view.height:g}",
        width=width,
        height=height,
        ids=ids,
        title=clean(title),
        style=themes.style_of(body, theme, dark_too=dark_too) if style else "",
        body=Markup(body),  # noqa: S704 - printed by our own template, which escapes every text
    )


def symbols_of(shapes: Iterable[Shape]) -> Iterator[str]:
    """The names of the symbols that some shapes use."""
    for shape in shapes:
        match shape:
            case Use() | Disc():
                yield shape.symbol
            case Group():
                yield from symbols_of(shape.shapes)
            case Path() | Text():
                pass


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=False,
        auto_reload=False,
    )
    made.filters["n"] = number
    made.filters["shape"] = lambda s: type(s).__name__
    made.filters["dots"] = lambda dots: "".join(dot(_pair(at), dots[0]) for at in dots[1].split(";"))
    return made


def _pair(at: str) -> tuple[float, float]:
    x, y = at.split(",")
    return float(x), float(y)


@cache
def template(name: str) -> Template:
    """A template of the maps."""
    return _environment().get_template(name)
