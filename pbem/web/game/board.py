"""The map of a game's page: its pictures and its style sheet; what its template needs."""

import hashlib
from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import Literal, NamedTuple

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from pbem.engine.chart import Chart
from pbem.engine.countrychart import CountryChart
from pbem.engine.hexchart import HexChart
from pbem.engine.ids import GameId, Seat
from pbem.reports.maps import (
    Inline,
    Part,
    SvgRect,
    army_box,
    drawn_orders,
    drawn_warnings,
    ground_of,
    ground_picture,
    ground_tag,
    inline_map,
    page_css,
)
from pbem.service.model.gamepage import GamePage
from pbem.service.play.ordersheet import OrderSheet
from pbem.service.play.pages import game_page
from pbem.web.door import my_seat, services
from pbem.web.game import pictures

pages = Blueprint("board", __name__)

Kind = Literal["hexes", "inches", "country"]
"""What is measured on a board."""

FOREVER = "max-age=31536000, immutable"
FACES: Mapping[Part, tuple[pictures.Font, ...]] = {"ground": pictures.FONTS[1:2], "numbers": pictures.FONTS[:1]}
"""What the pictures under a map are printed in."""
NAMES: tuple[pictures.Font, ...] = (pictures.FONTS[0], pictures.FONTS[2])
"""What the ground of a country is printed in: its names and its scale belong to it."""

LAYERS: Mapping[Kind, tuple[str, ...]] = {
    "hexes": ("numbers", "moves", "orders", "ghosts", "ranges", "own", "enemy"),
    "inches": ("numbers", "moves", "orders", "ghosts", "ranges"),
    "country": ("moves", "orders", "ghosts"),
}
"""What can be shown or left out on a board of each kind, as a class and a value of ``?l=``."""
SHOWN = ("numbers", "moves", "orders", "ghosts", "ranges")
"""What is shown where the address does not say."""


class BoardView(NamedTuple):
    """The map of a game's page, as its template needs it."""

    drawn: Inline

    view: str
    """``army`` or ``whole``, as the address says; '' where it does not."""

    shown: str
    """The same, ``army`` for ''."""

    box: str
    """The part that is seen, as an SVG viewBox."""

    army: str
    """The part round the reader's army, as an SVG viewBox."""

    layers: tuple[tuple[str, bool], ...]
    """Layers, each with whether it is shown."""

    chose_layers: bool
    """Whether the address says which layers are shown."""


def board_view(page: GamePage, sheet: OrderSheet | None, *, ordered: bool) -> BoardView:
    """The map of a page, as its address asks for it: ``view``, and ``l`` for each layer where ``layers`` is given.

    sheet: what is ordered, to be seen whole.  ordered: whether orders are wanted, so that units lead to their cards.
    """
    own = frozenset(unit.code for unit in page.told.own)
    drawn = inline_map(page.chart, own, links=ordered)
    view = request.args.get("view", "")
    view = view if view in {"army", "whole"} else ""
    whole = SvgRect(0, 0, drawn.width, drawn.height)
    active = frozenset(row.code for row in sheet.rows) if sheet else frozenset()
    army = _army(army_box(page.chart, active or own, sheet.drawn if sheet else ()), whole)
    chose = "layers" in request.args
    shown = set(request.args.getlist("l")) if chose else set(SHOWN)
    return BoardView(
        drawn, view, view or "army", _said(whole if view == "whole" else army), _said(army),
        tuple((name, name in shown) for name in LAYERS[drawn.board.kind]), chose,
    )  # fmt: skip


MOST_OF_IT = 0.7
"""A box round one's army that is wider than this part of the map is all of it."""


def _army(box: SvgRect | None, whole: SvgRect) -> SvgRect:
    """The box in the shape of the whole map, in it; the whole where it is nearly that."""
    if box is None or box.width > MOST_OF_IT * whole.width:
        return whole
    wide = min(max(box.width, box.height * whole.width / whole.height), whole.width)
    high = wide * whole.height / whole.width
    left = min(max(box.middle[0] - wide / 2, 0), whole.width - wide)
    top = min(max(box.middle[1] - high / 2, 0), whole.height - high)
    return SvgRect(left, top, left + wide, top + high)


def _said(box: SvgRect) -> str:
    return f"{box.left:.0f} {box.top:.0f} {box.width:.0f} {box.height:.0f}"


@pages.get("/map.css")
def style() -> Response:
    """The colours of the maps in pages."""
    out = Response(page_css(), mimetype="text/css")
    out.headers["Cache-Control"] = f"private, {FOREVER}" if request.args.get("v") == style_tag() else "no-cache"
    out.set_etag(style_tag())
    return out


@cache
def style_tag() -> str:
    """Changes when the style sheet does."""
    return hashlib.sha256(page_css().encode()).hexdigest()[:10]


@pages.get("/g/<game>/ground-<tag>.svg", defaults={"part": "ground"})
@pages.get("/g/<game>/numbers-<tag>.svg", defaults={"part": "numbers"})
def ground(game: str, part: Part, tag: str) -> Answer:
    """A picture under the map: the ground, or the numbers of the hexes.  It never changes under its name; to a name
    that no map of the seat has, what there is now is the answer."""
    where, seat = my_seat(game)
    if request.if_none_match.contains(tag):
        return Response(status=304)
    chart = _with_ground(where, seat, tag)
    if ground_tag(chart) != tag:
        return redirect(url_for("board.ground", game=game, part=part, tag=ground_tag(chart)))
    out = pictures.svg_answer(pictures.with_faces(ground_picture(ground_of(chart), part), faces_of(chart, part)))
    out.headers["Cache-Control"] = f"private, {FOREVER}"
    out.set_etag(tag)
    return out


def faces_of(chart: Chart, part: Part) -> tuple[pictures.Font, ...]:
    """What a picture under a map is printed in."""
    return NAMES if isinstance(chart, CountryChart) else FACES[part]


def _with_ground(game: GameId, seat: Seat, tag: str) -> Chart:
    """The seat's newest map with that ground; its newest without one."""
    newest = game_page(services(), game, seat)
    earlier = (game_page(services(), game, seat, one.number) for one in reversed(newest.turns[:-1]))
    charts = (page.chart for page in chain([newest], earlier))
    return next((chart for chart in charts if ground_tag(chart) == tag), newest.chart)


def ground_url(page: GamePage, part: Part) -> str:
    """Where a picture under a page's map is."""
    return url_for("board.ground", game=page.game, part=part, tag=ground_tag(page.chart))


def kind_of(chart: Chart) -> Kind:
    """Of what kind a map is: a board says as much of itself (``Inline.board.kind``)."""
    if isinstance(chart, CountryChart):
        return "country"
    return "hexes" if isinstance(chart, HexChart) else "inches"


def for_templates() -> dict[str, object]:
    """What the templates of the map call."""
    return {
        "board_kind": kind_of, "ground_url": ground_url, "drawn_orders": drawn_orders,
        "drawn_warnings": drawn_warnings, "map_css": _css_url,
    }  # fmt: skip


def _css_url() -> str:
    return url_for("board.style", v=style_tag())
