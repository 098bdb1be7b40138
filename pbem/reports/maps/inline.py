"""A map as a page holds it: the ground and the hex numbers are pictures, all else stands in the page itself.

So the heavy part is fetched once a game, and every stand is a thing that can be tapped.  Lengths are sheet units where
nothing else is said.  One such map a page: its ids begin with ``b-``.
"""

import hashlib
import math
import re
from collections import Counter as Counted
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec
from markupsafe import Markup

from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.hexes import Hex, label
from pbem.reports.maps import board, ground, layout, planned, symbols, words
from pbem.reports.maps.layout import Layout
from pbem.reports.maps.overlay import Piece, overlay
from pbem.reports.maps.shapes import Rect, Shape, clean, polyline
from pbem.reports.maps.svg import Drawing, document, ground_shapes, symbols_of, template

IDS: Final = "b-"
_KEPT: Final = 64
_GROUP: Final = re.compile(r'<g transform="([^"]*)">((?:(?!</?g\b).)*)</g>', re.DOTALL)
"""A group without groups in it."""
_MIDDLE: Final = ' text-anchor="middle"'
"""Texts of a page's map are, by its style sheet."""
Part = Literal["ground", "numbers"]
"""The two pictures under an inline map."""


class Tapped(NamedTuple):
    """A counter on the page.  place: the label of its hex.  told: in words."""

    code: str
    place: str
    own: bool
    ghost: bool
    told: str
    plate: Sequence[Shape]
    hung: Sequence[Shape]


class Inline(NamedTuple):
    """A map for a page.

    width, height: of the sheet.  fight: the box round the fight.  svg: markup of everything over the ground, in board
    units under ``transform``.  symbols: its definitions.  rows: a sign of the ground for each hex, row by row; signs:
    what they mean.  words: the position, told.
    """

    width: int
    height: int
    fight: Rect
    transform: str
    symbols: Markup
    svg: Markup
    columns: int
    rows: tuple[str, ...]
    signs: tuple[tuple[str, str], ...]
    words: str


def place_of(chart: HexChart) -> Layout:
    """Where a chart lies on the sheet of a page: the whole board, without head and legend."""
    return layout.layout(chart, layout.window(chart, None), head=0)


@lru_cache(maxsize=_KEPT)
def inline_map(chart: HexChart, own: Collection[str] = frozenset(), *, links: bool = True) -> Inline:
    """A seat's map.  own: codes of the stands it commands.  links: whether they lead to their cards.

    Raises ValueError for a kind of unit that there is not.
    """
    place = place_of(chart)
    over = overlay(chart, place)
    ghosts, pieces = ([_tapped(chart, one, own) for one in some] for some in (over.ghosts, over.pieces))
    used = set(symbols_of(over.shapes))
    drawn = template("maps/inline.svg.j2").render(
        names=over.names, below=over.below, ghosts=ghosts, pieces=pieces, walls=over.walls, above=over.above, ids=IDS,
        zones=_zones(chart, own), links=links,
    )  # fmt: skip
    drawn, alike = _said_once(drawn.replace(_MIDDLE, ""))
    kinds = template("maps/symbols.svg.j2").render(
        ids=IDS, used=used, symbols=[(name, one) for name, one in symbols.ALL.items() if name in used],
    )  # fmt: skip
    kinds += "".join(f'<g id="{IDS}{name}">{shapes}</g>\n' for shapes, name in alike.items())
    rows, signs = words.ground_rows(chart)
    return Inline(
        width=math.ceil(place.width), height=math.ceil(place.bottom), fight=_fight(chart, place),
        transform=place.transform, symbols=_markup(kinds), svg=_markup(drawn), columns=chart.columns, rows=rows,
        signs=signs, words=words.chart_alt(chart),
    )  # fmt: skip


def drawn_orders(orders: Sequence[Arrow]) -> Markup:
    """What is ordered, in board units: for the page's map, and to be put into it anew after every check."""
    return _markup(template("maps/shapes.svg.j2").render(shapes=planned.planned(orders), ids=IDS))


def _said_once(drawn: str) -> tuple[str, dict[str, str]]:
    """A drawing in which groups alike (empty plates, fronts, badges) are named instead, and those groups by name."""
    often = Counted(found[2] for found in _GROUP.finditer(drawn))
    names = {shapes: f"x{n}" for n, (shapes, times) in enumerate(often.items()) if times > 1}

    def named(found: re.Match[str]) -> str:
        name = names.get(found[2])
        moved = f' transform="{found[1]}"' if found[1] != "translate(0,0)" else ""
        return f'<use href="#{IDS}{name}"{moved}/>' if name else found[0]

    return _GROUP.sub(named, drawn), names


def _markup(text: str) -> Markup:
    return Markup(text)  # noqa: S704 - printed by our own template, which escapes every text


def _tapped(chart: HexChart, piece: Piece, own: Collection[str]) -> Tapped:
    counter = piece.counter
    return Tapped(
        code=clean(counter.code), place=label(counter.hex), own=counter.code in own,
        ghost=counter.ghost is not None, told=words.counter_told(chart, counter), plate=piece.plate, hung=piece.hung,
    )  # fmt: skip


def _zones(chart: HexChart, own: Collection[str]) -> list[tuple[str, str]]:
    """The zones of control of one's own and of all others: which, and the outline of them as path data."""
    found = []
    for name, mine in (("own", True), ("enemy", False)):
        held: set[Hex] = {h for c in chart.counters if (c.code in own) == mine for h in c.zone}
        d = "".join(polyline(board.corners(h, 0.86), closed=True) for h in sorted(held) if board.on_board(chart, h))
        if d:
            found.append((name, d))
    return found


def _fight(chart: HexChart, place: Layout) -> Rect:
    """The box of the sheet round the hexes where something stands or happened, a margin with it."""
    window = layout.window(chart, "fight")
    corner = [board.hex_rect(board.at_column_row(c, r)) for c in (window.left, window.right)
              for r in {window.top, window.bottom, min(window.top + 1, window.bottom)}]  # fmt: skip
    box = place.sheet(Rect(min(b.left for b in corner), min(b.top for b in corner),
                           max(b.right for b in corner), max(b.bottom for b in corner)).grown(24))  # fmt: skip
    return Rect(max(box.left, 0), max(box.top, 0), min(box.right, place.width), min(box.bottom, place.bottom))


# --- the pictures under it ----------------------------------------------------------------------------------------


def ground_of(chart: HexChart) -> HexChart:
    """A chart without anything that changes from turn to turn."""
    return HexChart(
        title="", subtitle="", columns=chart.columns, rows=chart.rows, ground=chart.ground, names=(),
        objective=chart.objective, objective_text="", sides=(), counters=(), walls=chart.walls,
    )  # fmt: skip


@lru_cache(maxsize=_KEPT)
def ground_tag(chart: HexChart) -> str:
    """A name for the look of a chart's ground: the same ground has the same."""
    return hashlib.sha256(msgspec.json.encode(ground_of(chart))).hexdigest()[:20]


@lru_cache(maxsize=16)
def ground_picture(bare: HexChart, part: Part) -> str:
    """A picture under an inline map, as an SVG document.  bare: of ``ground_of``."""
    place = place_of(bare)
    if part == "ground":
        drawing = ground_shapes(bare, place, numbers=False)
    else:
        drawing = Drawing(units=ground.hex_numbers(bare, ground.numbered(bare, place), ground.number_size(place)))
    view = Rect(0, 0, math.ceil(place.width), math.ceil(place.bottom))
    return document(drawing, place, view, "paper", ids=f"{part}-", page=part == "ground", dark_too=True)
