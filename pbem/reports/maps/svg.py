"""The shapes of a map's layers as SVG, and the templates that print them."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from pbem.paths import TEMPLATES
from pbem.reports.maps import symbols, themes
from pbem.reports.maps.paper import PlacedBoard
from pbem.reports.maps.shapes import Disc, Path, Shape, ShapeGroup, SvgRect, SymbolUse, Text, box, clean, dot, number
from pbem.reports.maps.themes import Theme


class MapSheet(NamedTuple):
    """A chart laid out: everything but the ground, which may be cached."""

    place: PlacedBoard

    height: int

    units: list[Shape]

    head: list[Shape]

    legend: list[Shape]

    busy: SvgRect
    """Box of the units layer, in sheet units."""


class Drawing(NamedTuple):
    """The layers of one picture; those that are empty are not drawn."""

    ground: list[Shape] = []
    border: list[Shape] = []
    units: list[Shape] = []
    head: list[Shape] = []
    legend: list[Shape] = []


def document(
    drawing: Drawing,
    place: PlacedBoard,
    view: SvgRect,
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
            case SymbolUse() | Disc():
                yield shape.symbol
            case ShapeGroup():
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
