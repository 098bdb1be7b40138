"""The map of a game's page: its pictures and its style sheet; what its template needs."""

import hashlib
from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import Literal, NamedTuple

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from pbem.engine.chart import Chart
from pbem.engine.hexchart import HexChart
from pbem.engine.ids import GameId, Seat
from pbem.reports.maps import Inline, Part, drawn_orders, ground_of, ground_picture, ground_tag, inline_map, page_css
from pbem.service.play.pages import GamePage, game_page
from pbem.web.door import my_seat, post
from pbem.web.game import pictures

pages = Blueprint("board", __name__)

Kind = Literal["hexes", "inches"]
"""What is measured on a board."""

FOREVER = "max-age=31536000, immutable"
FACES: Mapping[Part, tuple[pictures.Font, ...]] = {"ground": pictures.FONTS[1:2], "numbers": pictures.FONTS[:1]}
"""What the pictures under a map are printed in."""

LAYERS: Mapping[Kind, tuple[str, ...]] = {
    "hexes": ("numbers", "moves", "orders", "ghosts", "ranges", "own", "enemy"),
    "inches": ("numbers", "moves", "orders", "ghosts", "ranges"),
}
"""What can be shown or left out on a board of each kind, as a class and a value of ``?l=``."""
SHOWN = ("numbers", "moves", "orders", "ghosts", "ranges")
"""What is shown to whoever has not said otherwise."""


class BoardView(NamedTuple):
    """The map as its template needs it.

    view: ``fight`` or ``whole``, '' when nobody has said.  box: what is seen of it, as SVG has it.  fight, whole: such
    boxes.  layers: each with whether it is shown.  chose_layers: whether the address says which.
    """

    drawn: Inline
    view: str
    box: str
    fight: str
    whole: str
    layers: tuple[tuple[str, bool], ...]
    chose_layers: bool


def board_view(page: GamePage, *, ordered: bool) -> BoardView:
    """The map of a page, as its address asks for it: ``view``, and ``l`` for each layer where ``layers`` is given.

    ordered: whether orders are wanted, so that stands lead to what they may do.
    """
    drawn = inline_map(page.chart, frozenset(unit.code for unit in page.told.mine), links=ordered)
    view = request.args.get("view", "")
    view = view if view in {"fight", "whole"} else ""
    whole = f"0 0 {drawn.width} {drawn.height}"
    box = drawn.fight
    fight = f"{box.left:.0f} {box.top:.0f} {box.width:.0f} {box.height:.0f}"
    chose = "layers" in request.args
    shown = set(request.args.getlist("l")) if chose else set(SHOWN)
    return BoardView(
        drawn, view, fight if view == "fight" else whole, fight, whole,
        tuple((name, name in shown) for name in LAYERS[drawn.board.kind]), chose,
    )  # fmt: skip


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
    out = pictures.svg_answer(pictures.with_faces(ground_picture(ground_of(chart), part), FACES[part]))
    out.headers["Cache-Control"] = f"private, {FOREVER}"
    out.set_etag(tag)
    return out


def _with_ground(game: GameId, seat: Seat, tag: str) -> Chart:
    """The seat's newest map with that ground; its newest without one."""
    newest = game_page(post(), game, seat)
    earlier = (game_page(post(), game, seat, one.number) for one in reversed(newest.turns[:-1]))
    charts = (page.chart for page in chain([newest], earlier))
    return next((chart for chart in charts if ground_tag(chart) == tag), newest.chart)


def ground_url(page: GamePage, part: Part) -> str:
    """Where a picture under a page's map is."""
    return url_for("board.ground", game=page.game, part=part, tag=ground_tag(page.chart))


def kind_of(chart: Chart) -> Kind:
    """Of what kind a map is: a board says as much of itself (``Inline.board.kind``)."""
    return "hexes" if isinstance(chart, HexChart) else "inches"


def for_templates() -> dict[str, object]:
    """What the templates of the map call."""
    return {"board_kind": kind_of, "ground_url": ground_url, "drawn_orders": drawn_orders, "map_css": _css_url}


def _css_url() -> str:
    return url_for("board.style", v=style_tag())
