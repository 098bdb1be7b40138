"""A chart drawn as SVG: the shapes of every layer, and the templates that print them."""

import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from pbem.engine.chart import Chart
from pbem.engine.hexes import Hex
from pbem.paths import TEMPLATES
from pbem.reports.maps import arrows, board, furniture, ground, layout, names, symbols, themes, units
from pbem.reports.maps.layout import Crop, Layout
from pbem.reports.maps.names import HIDES
from pbem.reports.maps.shapes import Disc, Group, Path, Rect, Shape, Text, Use, around, box, clean, dot, hull, number
from pbem.reports.maps.themes import Theme
from pbem.reports.maps.words import chart_alt

_ARROW: Final = 6.0
"""How bad it is to print a name over an arrow."""
_GROUND: Final = 3.0
"""How bad it is to print a name over trees or slopes."""


class Sheet(NamedTuple):
    """A chart laid out: everything on it but the ground, which is drawn by ``ground_shapes`` and may be kept.

    units is in board units, head and legend in sheet units; busy: the box of the units layer, in sheet units.
    """

    place: Layout
    height: float
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


def lay_out(chart: Chart, crop: Crop | None, *, with_furniture: bool) -> Sheet:
    """Work out everything but the ground.  Raises ValueError for a crop or a kind of unit that there is not."""
    place = layout.layout(chart, layout.window(chart, crop), head=furniture.head_height(chart) if with_furniture else 0)
    drawn, boxes = _units(chart, place)
    if not with_furniture:
        return Sheet(place, place.bottom, drawn, [], [], _busy(place, boxes))
    legend, end = furniture.legend(chart, place, place.bottom + 16)
    return Sheet(place, end, drawn, furniture.head(chart, place), legend, _busy(place, boxes))


def _busy(place: Layout, boxes: Iterable[Rect]) -> Rect:
    sheet = [place.sheet(b.grown(14)) for b in boxes]
    return hull(sheet) if sheet else Rect(0, 0, 0, 0)


def ground_shapes(chart: Chart, place: Layout) -> Drawing:
    """The ground and the border: nothing in them depends on the turn."""
    around_window = [h for h in place.window.hexes(1) if board.on_board(chart, h)]
    numbered = _numbered(chart, place)
    return Drawing(
        ground=[
            *ground.shapes(chart, around_window),
            *ground.objective(chart),
            *ground.hex_numbers(chart, numbered, max(15.0, 16.5 * place.scale) / place.scale),
        ],
        border=furniture.border(place),
    )


def _numbered(chart: Chart, place: Layout) -> list[Hex]:
    """The hexes whose number is in sight, whole."""
    field = place.board_field
    return [
        h for h in place.window.hexes(1) if board.on_board(chart, h) and field.holds(around(board.centre(h), 50, 28))
    ]


def _units(chart: Chart, place: Layout) -> tuple[list[Shape], list[Rect]]:
    """The layers above the ground, lowest first, and the boxes they fill."""
    hex_width = place.scale * board.WIDTH
    field = place.board_field
    plate, small = units.plate_for(hex_width), units.badge_scale(hex_width)
    stands = units.stands(chart, plate)
    discs = units.melee_discs(chart, small)
    marches = arrows.marches(chart, small)
    shots = arrows.shots(chart)
    ghosts = [c for c in chart.counters if c.ghost is not None and field.holds(board.hex_rect(c.hex).grown(-12))]
    wrecks = _wrecks(chart, small)
    badges = [s for stand in stands for s in units.badges(stand, discs, small)]
    standards = [units.standard(g, board.centre(g.hex), small) for g in chart.generals]

    hiding = [
        *(s.rect.grown(7) for s in stands),
        *(around(units.towards_front(s), 40, 34) for s in stands),
        *(around(board.centre(g.hex), 60, 90) for g in ghosts),
        *(_badge_box(b) for b in (*discs, *badges)),
        *(around(at, 60, 66) for at, _ in wrecks),
        *(around((x - 6, y - 12), 56, 72) for x, y in (board.centre(g.hex) for g in chart.generals)),
        *(b for m in marches for b in (m.boxes[:1] if m.tag else [])),
    ]
    crossing = [*(b for m in marches for b in m.boxes), *(b for _, b in shots)]
    number_boxes = [around(board.centre(h), 38, 18) for h in _numbered(chart, place)]
    placed = names.placed(
        chart,
        field,
        place.scale,
        [
            *((b, HIDES) for b in hiding),
            *((b, _ARROW) for b in crossing),
            *((board.hex_rect(g.hex).grown(-9), _GROUND) for g in chart.ground if g.ground != "open"),
        ],
        number_boxes,
    )
    shapes: list[Shape] = [
        *(n.shape for n in placed),
        *(s for m in marches for s in m.shapes),
        *(units.ghost(g, plate) for g in ghosts),
        *(s for stand in stands for s in _counter(stand, plate)),
        *(s for m in marches for s in m.tag),
        *(s for _, drawn in wrecks for s in drawn),
        *standards,
        *(s for drawn, _ in shots for s in drawn),
        *discs,
        *badges,
    ]
    return shapes, [*hiding, *crossing, *(n.box for n in placed)]


def _counter(stand: units.Stand, plate: units.Plate) -> list[Shape]:
    return [*units.ready_frame(stand, plate), *units.redan(stand), units.draw(stand, plate)]


def _badge_box(badge: Shape) -> Rect:
    match badge:
        case Disc(x, y, r):
            return around((x, y), 2 * r + 4, 2 * r + 4)
        case Group(_, x, y):
            return around((x, y), 36, 36)
        case _:
            raise TypeError(f"{type(badge).__name__} is no badge")


def _wrecks(chart: Chart, scale: float) -> list[tuple[tuple[float, float], list[Shape]]]:
    """Wrecks in the middle of their hexes, or at the foot of a hex where somebody stands by now."""
    standing = {c.hex for c in chart.counters}
    found = []
    for lost in chart.wrecks:
        x, y = board.centre(lost.hex)
        at = (x - 26, y + 36) if lost.hex in standing else (x, y)
        found.append((at, units.wreck(lost, at, scale)))
    return found


def render_svg(
    chart: Chart,
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
    alone = zlib.crc32(msgspec.json.encode((chart, theme, crop, furniture)))
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
    used = {name for layer in drawing for name in _symbols(layer)}
    body = _template("maps/body.svg.j2").render(
        d=drawing,
        ids=ids,
        used=used,
        symbols=[(name, symbol) for name, symbol in symbols.ALL.items() if name in used],
        tree=symbols.TREE,
        tree_box=symbols.TREE_BOX,
        clip=box(place.field) if drawing.ground else "",
        page=box(view) if page else "",
        transform=f"translate({place.origin[0]:.3f},{place.origin[1]:.3f}) scale({place.scale:.5f})",
    )
    width, height = pixels or (round(view.width), round(view.height))
    return _template("maps/map.svg.j2").render(
        theme=theme,
        view=f"{view.left:g} {view.top:g} {view.width:g} {view.height:g}",
        width=width,
        height=height,
        ids=ids,
        title=clean(title),
        style=themes.style_of(body, theme, dark_too=dark_too) if style else "",
        body=Markup(body),  # noqa: S704 - printed by our own template, which escapes every text
    )


def _symbols(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Use() | Disc():
                yield shape.symbol
            case Group():
                yield from _symbols(shape.shapes)
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
def _template(name: str) -> Template:
    return _environment().get_template(name)
