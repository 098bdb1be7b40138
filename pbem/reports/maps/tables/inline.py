"""A map of a table as a page holds it (``maps/inline.py``)."""

import math
from collections.abc import Collection

from msgspec.structs import replace

from pbem.engine.tablechart import Base, TableChart
from pbem.reports.maps.inline import Inline, Layers, Part, TableBoard, Tapped, printed
from pbem.reports.maps.shapes import Rect, clean, polyline
from pbem.reports.maps.svg import Drawing, document
from pbem.reports.maps.tables import ground, layout, words
from pbem.reports.maps.tables.bodies import body_of, spot_text
from pbem.reports.maps.tables.layout import SQUARE, TableLayout
from pbem.reports.maps.tables.overlay import Piece, overlay
from pbem.reports.maps.tables.sheet import ground_shapes, place_of


def inline_map(chart: TableChart, own: Collection[str], *, links: bool) -> Inline:
    """A seat's map."""
    place = place_of(chart)
    over = overlay(chart, place)
    ghosts, pieces = ([_tapped(chart, one, own, place) for one in some] for some in (over.ghosts, over.pieces))
    kinds, drawn = printed(Layers(over.names, (), over.below, ghosts, pieces, (), over.above), links=links)
    board = TableBoard(place.inch, chart.width / 100, chart.depth / 100, SQUARE, words.told_ground(chart))
    return Inline(
        width=math.ceil(place.width), height=math.ceil(place.bottom), fight=_fight(chart, place),
        transform=place.transform, symbols=kinds, svg=drawn, board=board, words=words.chart_alt(chart),
    )  # fmt: skip


def _tapped(chart: TableChart, piece: Piece, own: Collection[str], place: TableLayout) -> Tapped:
    base = piece.base
    return Tapped(
        code=clean(base.code), place=spot_text(base.at.at), own=base.code in own, ghost=base.ghost is not None,
        told=words.unit_told(chart, base), plate=piece.plate, hung=piece.hung,
        outline=polyline(body_of(base, place).ring(), closed=True),
    )  # fmt: skip


def _fight(chart: TableChart, place: TableLayout) -> Rect:
    """The box of the sheet round all that stands or happened, a margin with it."""
    shown, inch = layout.window(chart, "fight"), place.inch
    box = place.sheet(Rect(shown.left * inch, (place.depth - shown.top) * inch,
                           shown.right * inch, (place.depth - shown.bottom) * inch))  # fmt: skip
    return Rect(max(box.left, 0), max(box.top, 0), min(box.right, place.width), min(box.bottom, place.bottom))


def ground_of(chart: TableChart) -> TableChart:
    """A chart without anything that changes from turn to turn."""
    return TableChart(
        title="", subtitle="", width=chart.width, depth=chart.depth,
        features=tuple(replace(one, name="") for one in chart.features),
        areas=tuple(replace(one, name="") for one in chart.areas), objective_text="", sides=(), bases=(),
    )  # fmt: skip


def ground_picture(bare: TableChart, part: Part) -> str:
    """A picture under an inline map, as an SVG document.  bare: of ``ground_of``."""
    place = place_of(bare)
    drawing = ground_shapes(bare, place, squares=False) if part == "ground" else Drawing(units=ground.squares(place))
    view = Rect(0, 0, math.ceil(place.width), math.ceil(place.bottom))
    return document(drawing, place, view, "paper", ids=f"{part}-", page=part == "ground", dark_too=True)


def stirred(before: TableChart, now: TableChart) -> str:
    """The units that are otherwise than before, outlined: path data in board units."""
    then = {one.code: one for one in before.bases}
    place = place_of(now)
    return "".join(
        polyline(body_of(one, place).ring(5), closed=True)
        for one in now.bases
        if (was := then.get(one.code)) is None or _state(was) != _state(one)
    )


def _state(one: Base) -> tuple[object, ...]:
    return one.at, one.strength, one.marks, one.told, one.ghost


def ways(chart: TableChart) -> dict[str, list[tuple[float, float]]]:
    """How each unit came to where it is: points in board units, counted from its end."""
    place = place_of(chart)
    went: dict[str, list[tuple[float, float]]] = {}
    for track in chart.tracks:
        if track.kind != "shot" and track.path:
            went.setdefault(track.code, []).extend(place.at(spot) for spot in track.path)
    return {
        code: [(round(x - points[-1][0], 1), round(y - points[-1][1], 1)) for x, y in points]
        for code, points in went.items()
    }
