"""My games, and a game's page: report, troops, and what is wanted now."""

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pbem.reports.maps import chart_alt
from pbem.service.people.preferences import notices
from pbem.service.play.ordersheet import NothingAsked, sheet_of
from pbem.service.play.pages import GamePage, game_page, my_games
from pbem.web import pictures
from pbem.web.door import i_am_operator, me, my_seat, need_me, post, to_sign_in
from pbem.web.looks import Looks, numbered

pages = Blueprint("games", __name__)

TABS = ("orders", "report", "troops", "standing")
VIEWS = ("fight", "whole")


@pages.get("/")
def front() -> str | Answer:
    """My games; the title page for nobody in particular."""
    return mine() if me() else render_template("web/sign-in.html")


@pages.get("/games")
def mine() -> str | Answer:
    """My games: what waits for me first."""
    player = need_me()
    cards = my_games(post(), player.id)
    return render_template("web/games.html", player=player, cards=cards, operator=i_am_operator())


@pages.get("/g/<game>")
def show(game: str) -> str | Answer:
    """A game as it stands."""
    if me() is None:
        return to_sign_in()
    return game_html(game_page(post(), *my_seat(game)))


@pages.get("/g/<game>/turns/<int:number>")
def turn(game: str, number: int) -> str:
    """The report of an earlier turn."""
    return game_html(game_page(post(), *my_seat(game), number))


@pages.get("/g/<game>/turns/<int:number>/map.svg")
def board(game: str, number: int) -> Response:
    """The map of a turn.  view: fight, whole or large."""
    view = request.args.get("view", "whole")
    page = game_page(post(), *my_seat(game), number)
    return pictures.answer(pictures.picture(page.chart, view if view in {*VIEWS, "large"} else "whole"))


def game_html(page: GamePage) -> str:
    """A game's page."""
    sheet = None
    if page.ask is not None and page.latest:
        try:
            sheet = sheet_of(post(), page)
        except NothingAsked:  # the turn was played this very moment
            sheet = None
    tabs = [tab for tab in TABS if sheet or tab in {"report", "troops"}]
    if sheet and not sheet.offers.decisions:
        tabs.remove("standing")
    story = numbered(page)
    wanted = request.args.get("tab", "")
    first = "orders" if sheet and (page.waiting.you or not page.told.chapters) else "report"
    return render_template(
        "web/game.html",
        page=page, sheet=sheet, looks=Looks(page), tabs=tabs, tab=wanted if wanted in tabs else first,
        view=request.args.get("view") if request.args.get("view") in VIEWS else "",
        whole=pictures.picture(page.chart, "whole"), fight=pictures.picture(page.chart, "fight"),
        here=url_for("games.show", game=page.game) if page.latest
        else url_for("games.turn", game=page.game, number=page.number),
        story=story, brief=[(number, event) for one in story for number, event in one.events if event.key],
        alt=chart_alt(page.chart), opened=request.args.get("open", ""),
        notices=notices(post(), page.game, need_me().id, page.clock_waits) if page.latest else None,
    )  # fmt: skip
