"""What a player may take home of a game: maps, reports, the order form, the archive; a report laid out for paper."""

import re
from functools import lru_cache
from typing import Literal

from flask import Blueprint, Response, render_template, request

from pbem.engine.chart import Chart
from pbem.engine.ids import GameId
from pbem.reports.maps import Crop, Theme, chart_alt, render_png, render_svg
from pbem.service.play.pages import NoReport, game_page
from pbem.service.replay.downloads import all_reports_text, archive_for_players, form_text, report_text
from pbem.service.replay.replay import Closed, map_of
from pbem.web.door import my_seat, services
from pbem.web.game import pictures
from pbem.web.looks import Looks, numbered
from pbem.web.replay.replay import closed, looker, number, wanted_eyes

pages = Blueprint("downloads", __name__)
pages.register_error_handler(Closed, closed)

WIDTH = 1600
"""Pixels of a map as PNG."""
KEPT = 24
"""Pictures kept in this process, some 200 KB each: drawing one keeps every other visitor waiting."""
PLAIN_NAME = re.compile(r"[^A-Za-z0-9.-]+")

View = Literal["whole", "fight", "print"]
HOW: dict[View, tuple[Theme, Crop | None]] = {
    "whole": ("paper", None), "fight": ("paper", "fight"), "print": ("print", None),
}  # fmt: skip
"""How each is drawn."""


@pages.get("/g/<game>/downloads")
def show(game: str) -> str:
    """All there is."""
    page = game_page(services(), *my_seat(game))
    return render_template("web/downloads.html", page=page)


@pages.get("/g/<game>/downloads/archive.jsonl")
def archive(game: str) -> Response:
    """The whole journal, when the game is over."""
    where, _seat = my_seat(game)
    return _file("".join(archive_for_players(services(), where)), "application/jsonl", f"{where}.jsonl")


@pages.get("/g/<game>/downloads/report.txt")
def report(game: str) -> Response:
    """A report as mails have it.  turn: the latest if it is not named."""
    where, seat = my_seat(game)
    turn = number("turn")
    name = f"{where}-{seat}-{'report' if turn is None else f'turn-{turn}'}.txt"
    return _file(report_text(services(), where, seat, turn), "text/plain", name)


@pages.get("/g/<game>/downloads/reports.txt")
def reports(game: str) -> Response:
    """Every report in one text."""
    where, seat = my_seat(game)
    return _file(all_reports_text(services(), where, seat), "text/plain", f"{where}-{seat}-reports.txt")


@pages.get("/g/<game>/downloads/orders.txt")
def orders(game: str) -> Response:
    """The order form of the open turn."""
    page = game_page(services(), *my_seat(game))
    if page.ask is None:
        raise NoReport(f"no orders are wanted of you in {page.title} now, so there is no form to fill in")
    return _file(form_text(page), "text/plain", f"{page.game}-{page.seat}-orders-{page.turn}.txt")


@pages.get("/g/<game>/downloads/map.svg")
def drawing(game: str) -> Response:
    """A map: of a turn as reports show it, or after one of its events.

    turn, event, eyes: as a replay names them; view: ``whole``, ``fight`` or ``print``; save: as a file, not for a page.
    """
    where, seat = looker(game)
    turn, event = number("turn"), number("event")
    chart = map_of(services(), where, seat, turn, event, wanted_eyes())
    out = pictures.svg_answer(svg(chart, _view()))
    if "save" in request.args:
        out.headers["Content-Disposition"] = f'attachment; filename="{_map_name(where, turn, event)}.svg"'
    return out


@pages.get("/g/<game>/downloads/map.png")
def picture(game: str) -> Response:
    """The same as a PNG, for players."""
    where, seat = my_seat(game)
    turn, event = number("turn"), number("event")
    chart = map_of(services(), where, seat, turn, event, wanted_eyes())
    return _file(png(chart, _view()), "image/png", f"{_map_name(where, turn, event)}.png")


@pages.get("/g/<game>/turns/<int:number>/print")
def printed(game: str, number: int) -> str:
    """A report for paper: what happened, the troops, the map."""
    page = game_page(services(), *my_seat(game), number)
    return render_template(
        "web/print.html", page=page, story=numbered(page), looks=Looks(page), alt=chart_alt(page.chart)
    )


# --- how it is made -----------------------------------------------------------------------------------------------


def _view() -> View:
    wanted = request.args.get("view")
    return next((view for view in HOW if view == wanted), "whole")


@lru_cache(maxsize=KEPT)
def svg(chart: Chart, view: View) -> str:
    """A map with its head and legend, and its fonts in it; in black and grey for paper."""
    return pictures.with_faces(render_svg(chart, *HOW[view]))


@lru_cache(maxsize=KEPT)
def png(chart: Chart, view: View) -> bytes:
    """The same as pixels."""
    return render_png(chart, WIDTH, *HOW[view])


def _map_name(game: GameId, turn: int | None, event: int | None) -> str:
    eyes = wanted_eyes()
    parts = ("map", turn, event, eyes)
    return PLAIN_NAME.sub("-", "-".join(str(part) for part in (game, *parts) if part is not None))


def _file(data: str | bytes, kind: str, name: str) -> Response:
    """Something to be saved under a name."""
    out = Response(data, mimetype=kind)
    out.headers["Content-Disposition"] = f'attachment; filename="{PLAIN_NAME.sub("-", name)}"'
    return out
