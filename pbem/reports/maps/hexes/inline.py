"""A map of hexes as a page holds it (``maps/inline.py``)."""

import math
from collections.abc import Collection, Iterable, Sequence

from pbem.engine.hexchart import Arrow, Counter, HexChart
from pbem.engine.hexes import Hex, distance, label
from pbem.reports.maps.hexes import board, ground, layout, maptext
from pbem.reports.maps.hexes.layout import Layout
from pbem.reports.maps.hexes.overlay import CounterPiece, overlay
from pbem.reports.maps.hexes.sheet import ground_shapes, place_of
from pbem.reports.maps.inline import HexBoard, Inline, Layers, Part, Step, Tapped, printed
from pbem.reports.maps.shapes import Point, SvgRect, clean, hull, polyline
from pbem.reports.maps.svg import Drawing, document


def inline_map(chart: HexChart, own: Collection[str], *, links: bool) -> Inline:
    """A seat's map."""
    place = place_of(chart)
    over = overlay(chart, place)
    ghosts, pieces = ([_tapped(chart, one, own) for one in some] for some in (over.ghosts, over.pieces))
    layers = Layers(over.names, _zones(chart, own), over.below, ghosts, pieces, over.walls, over.above)
    kinds, drawn = printed(layers, links=links)
    rows, signs = maptext.ground_rows(chart)
    return Inline(
        width=math.ceil(place.width), height=math.ceil(place.bottom), fight=_fight(chart, place),
        transform=place.transform, symbols=kinds, svg=drawn, board=HexBoard(chart.columns, rows, signs),
        words=maptext.chart_alt(chart),
    )  # fmt: skip


def _tapped(chart: HexChart, piece: CounterPiece, own: Collection[str]) -> Tapped:
    counter = piece.counter
    return Tapped(
        code=clean(counter.code), place=label(counter.hex), own=counter.code in own,
        ghost=counter.ghost is not None, told=maptext.counter_told(chart, counter), plate=piece.plate, hung=piece.hung,
    )  # fmt: skip


def _zones(chart: HexChart, own: Collection[str]) -> list[tuple[str, str]]:
    """The zones of control of one's own and of all others: which, and the outline of them as path data."""
    found = []
    looks = {c.look for c in chart.counters if c.code in own}
    for name, mine in (("own", True), ("enemy", False)):
        held: set[Hex] = {h for c in chart.counters if (c.look in looks) == mine for h in c.zone}
        d = "".join(polyline(board.corners(h, 0.86), closed=True) for h in sorted(held) if board.on_board(chart, h))
        if d:
            found.append((name, d))
    return found


def _fight(chart: HexChart, place: Layout) -> SvgRect:
    """The box of the sheet round the hexes where something stands or happened, a margin with it."""
    window = layout.window(chart, "fight")
    corner = [board.hex_rect(board.at_column_row(c, r)) for c in (window.left, window.right)
              for r in {window.top, window.bottom, min(window.top + 1, window.bottom)}]  # fmt: skip
    box = place.sheet(SvgRect(min(b.left for b in corner), min(b.top for b in corner),
                           max(b.right for b in corner), max(b.bottom for b in corner)).grown(24))  # fmt: skip
    return SvgRect(max(box.left, 0), max(box.top, 0), min(box.right, place.width), min(box.bottom, place.bottom))


def rings(hexes: Iterable[Hex]) -> list[tuple[str, Point]]:
    """Rings round hexes, each with a place at its upper edge."""
    return [
        (polyline(board.corners(here), closed=True), (board.centre(here)[0], board.centre(here)[1] - board.WIDTH / 2))
        for here in hexes
    ]


NEAR = 4
"""Hexes to an enemy that is looked at together with one's own."""


def army_box(chart: HexChart, own: Collection[str], orders: Sequence[Arrow]) -> SvgRect | None:
    """The box round one's own, their orders and the enemies near them (the nearest, however far), half a hex with it;
    None for none of one's own."""
    mine = [one.hex for one in chart.counters if one.code in own and one.ghost is None]
    if not mine:
        return None
    foes = [one.hex for one in chart.counters if one.code not in own and one.ghost is None]
    far = {foe: min(distance(foe, one) for one in mine) for foe in foes}
    near = [foe for foe in foes if far[foe] <= max(NEAR, min(far.values()))]
    shown = {*mine, *near, *(step for one in orders for step in one.path)}
    place = place_of(chart)
    box = place.sheet(hull(board.hex_rect(here) for here in shown).grown(board.WIDTH / 2))
    return SvgRect(max(box.left, 0), max(box.top, 0), min(box.right, place.width), min(box.bottom, place.bottom))


def ground_of(chart: HexChart) -> HexChart:
    """A chart without anything that changes from turn to turn."""
    return HexChart(
        title="", subtitle="", columns=chart.columns, rows=chart.rows, ground=chart.ground, names=(),
        objective=chart.objective, objective_text="", sides=(), counters=(), walls=chart.walls,
        roads=chart.roads,
    )  # fmt: skip


def ground_picture(bare: HexChart, part: Part) -> str:
    """A picture under an inline map, as an SVG document.  bare: of ``ground_of``."""
    place = place_of(bare)
    if part == "ground":
        drawing = ground_shapes(bare, place, numbers=False)
    else:
        drawing = Drawing(units=ground.hex_numbers(bare, ground.numbered(bare, place), ground.number_size(place)))
    view = SvgRect(0, 0, math.ceil(place.width), math.ceil(place.bottom))
    return document(drawing, place, view, "paper", ids=f"{part}-", page=part == "ground", dark_too=True)


def stirred(before: HexChart, now: HexChart) -> str:
    """The hexes of the stands that are otherwise than before, outlined: path data in board units."""
    then = {one.code: one for one in before.counters}
    hexes = {
        one.hex for one in now.counters if (was := then.get(one.code)) is None or _state(was) != _state(one)
    }  # fmt: skip
    return "".join(polyline(board.corners(here, 0.97), closed=True) for here in sorted(hexes))


def _state(one: Counter) -> tuple[object, ...]:
    return one.hex, one.facing, one.ranks, one.disordered, one.ready, one.general, one.unseen


def ways(chart: HexChart) -> dict[str, list[Step]]:
    """How each stand came to where it is; on hexes none is seen to turn."""
    went: dict[str, list[tuple[float, float]]] = {}
    for arrow in chart.arrows:
        if arrow.kind != "shot":
            went.setdefault(arrow.code, []).extend(board.centre(here) for here in arrow.path)
    return {
        code: [Step(round(x - points[-1][0], 1), round(y - points[-1][1], 1)) for x, y in points]
        for code, points in went.items()
    }
