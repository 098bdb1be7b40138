"""My games, and a game's page: report, troops, and what is wanted now."""

from typing import Literal, NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from pbem.engine.countrychart import CountryChart
from pbem.engine.hexchart import HexChart
from pbem.engine.ids import GameId, Seat
from pbem.service.accounts.preferences import notices
from pbem.service.agreements.tabletalk import table_talk
from pbem.service.campaigns.battlecards import elsewhere
from pbem.service.lobby.battlebook import BattleCard, first_battle
from pbem.service.lobby.musterbook import musters_of
from pbem.service.lobby.showcase import to_watch
from pbem.service.model.gamepage import GamePage
from pbem.service.people.hints import wants_hints
from pbem.service.play.cards import Card, NoCard, card_of
from pbem.service.play.forks import whence
from pbem.service.play.gamelist import my_games, next_game
from pbem.service.play.gaps import Forgotten, forgotten
from pbem.service.play.letters import letters_with
from pbem.service.play.ordersheet import OrderSheet, asked_now, sheet_of
from pbem.service.play.pages import game_page, page_now
from pbem.service.play.versions import unplayed_draft
from pbem.service.play.work import Work, open_game
from pbem.service.umpire.umpired import umpired_games, umpires_page
from pbem.web.door import by_htmx, me, my_game, my_seat, need_me, reader, seen_as, services
from pbem.web.game import pictures
from pbem.web.game.board import board_view
from pbem.web.game.standing import of_table
from pbem.web.lobby.guests import to_try
from pbem.web.looks import Looks, numbered, sentence

pages = Blueprint("games", __name__)

TABS = ("orders", "report", "troops", "standing")
VIEWS = ("fight", "whole")
A_PAGE = 30
"""Finished games on one page of the list."""


@pages.get("/")
def front() -> str:
    """My games; for a visitor what this is, a battle to try, and one to watch."""
    if me():
        return mine()
    offered = to_try()
    return render_template(
        "web/front.html", offered=offered, told={one.rules: _gist(one) for one in offered}, watch=_watched()
    )  # fmt: skip


class Watched(NamedTuple):
    """A finished battle that any visitor may watch."""

    game: GameId

    title: str

    text: str
    """How it ended."""


def _watched() -> Watched | None:
    game = to_watch(services())
    work = open_game(services(), game) if game else None
    if game is None or work is None:
        return None
    outcome = work.rules.course.outcome(work.battle)
    return Watched(game, work.title, outcome.text if outcome else "")


def _gist(battle: BattleCard) -> str:
    """What kind of game it is, in a few words."""
    if isinstance(battle.chart, HexChart):
        return _("On hexes; both sides write orders for a whole round.")
    if isinstance(battle.chart, CountryChart):
        return _("On a map of the country; all order a day of marches.")
    return _("On a table in inches.")


@pages.get("/games")
def mine() -> str:
    """My games: what waits for me first."""
    player = need_me()
    cards = my_games(services(), player.id)
    over = [card for card in cards if card.group == "over"]
    page = max(request.args.get("finished", 1, type=int), 1)
    return render_template(
        "web/games.html",
        player=player, cards=[card for card in cards if card.group != "over"], over=len(over),
        finished=over[(page - 1) * A_PAGE : page * A_PAGE], page=page, pages=-(-len(over) // A_PAGE),
        musters=musters_of(services(), player.id),
        umpired=umpired_games(services(), player.id, player.zone),
        first=first_battle(services()),
    )  # fmt: skip


@pages.get("/g/<game>")
def show(game: str) -> str | Answer:
    """A game as it stands; to its umpire, the umpire's page."""
    page = umpires_page(services(), GameId(game), need_me().id) if seen_as(game) is None else ""
    if page:
        return redirect(f"{url_for('games.show', game=game)}/{page}", 303)
    return game_html(*my_game(game))


@pages.get("/g/<game>/turns/<int:number>")
def turn(game: str, number: int) -> str:
    """The report of an earlier turn."""
    return game_html(*my_game(game), number)


@pages.get("/g/<game>/stands/<codes>")
def stand(game: str, codes: str) -> str | Answer:
    """The card of a stand, or of several (``S01+S02``): a part of the page, or the page with it open."""
    work, seat = my_game(game)
    page = page_now(work, seat)
    try:
        card = card_of(work, page, codes)
    except NoCard as fault:
        abort(404, sentence(str(fault)))
    if not by_htmx():
        first = card.units[0].code
        return redirect(url_for("games.show", game=game, tab="orders", open=first, _anchor="card"), 303)
    return render_template("web/parts/card.html", page=page, card=card, looks=Looks(page))


@pages.get("/g/<game>/turns/<int:number>/map.svg")
def board(game: str, number: int) -> Response:
    """The map of a turn.  view: fight, whole or large."""
    view = request.args.get("view", "whole")
    page = game_page(services(), *my_seat(game), number)
    return pictures.answer(pictures.picture(page.chart, view if view in {*VIEWS, "large"} else "whole"))


def game_html(work: Work, seat: Seat, number: int | None = None) -> str:
    """A game's page, with the report of a turn (None: the latest).

    An umpire who sees it as the seat does gets what is the seat's, and not what is its player's own beside the game.
    """
    page, me, looked_at = page_now(work, seat, number), reader(work, seat), seen_as(work.game) is not None
    sheet = _sheet(work, page)
    mode = mode_of(page, sheet)
    tabs = [tab for tab in TABS if sheet or tab in {"report", "troops"}]
    if sheet and (not sheet.offers.decisions or mode == "waiting"):
        tabs.remove("standing")
    tab = request.args["tab"] if request.args.get("tab") in tabs else tabs[0]
    story = numbered(page)
    card = _card(work, page, sheet) if mode == "orders" and tab == "orders" else None
    return render_template(
        "web/game.html",
        page=page, sheet=sheet, mode=mode, card=card, looks=Looks(page), tabs=tabs, tab=tab,
        **(of_table(work, page, sheet, "standing") if sheet and tab == "standing" else {}),
        board=board_view(page, sheet, ordered=mode == "orders"),
        here=url_for("games.show", game=page.game) if page.latest
        else url_for("games.turn", game=page.game, number=page.number),
        talk=table_talk(work, seat, me) if page.latest else None,
        whence=whence(work, me), elsewhere=elsewhere(work, seat), story=story,
        letters=letters_with(work, seat, page.number),
        notices=notices(services(), page.game, me, page.clock_waits) if page.latest and not looked_at else None,
        forgot=_forgotten(work, page, sheet) if card is None and mode == "orders" else None,
        hints=mode == "orders" and tab == "orders" and not looked_at and wants_hints(services(), me, page.game),
        left_over=unplayed_draft(work, seat) if sheet and mode == "orders" else "",
        next_game=next_game(services(), me, page.game)
        if mode in {"waiting", "idle", "over"} and not looked_at else None,
    )  # fmt: skip


def _forgotten(work: Work, page: GamePage, sheet: OrderSheet | None) -> Forgotten | None:
    """What the page asks about, where orders were to be submitted."""
    if sheet is None or "confirm" not in request.args:
        return None
    return forgotten(work, page.seat, asked_now(work, page.seat), sheet.reading)


Mode = Literal["orders", "question", "waiting", "idle", "over", "stopped", "earlier"]
"""What a game's page is for: orders are written; one question is answered; they are in; nothing is asked; ..."""


def mode_of(page: GamePage, sheet: OrderSheet | None) -> Mode:
    """What a page is for."""
    if not page.latest:
        return "earlier"
    if page.state != "running":
        return "over" if page.state == "over" else "stopped"
    if sheet is None:
        return "idle"
    if not page.waiting.you:
        return "waiting"
    return "question" if sheet.question else "orders"


def _sheet(work: Work, page: GamePage) -> OrderSheet | None:
    """The form, where orders are wanted; what was submitted, while it is final."""
    if page.ask is None or not page.latest:
        return None
    return sheet_of(work, page, None if page.waiting.you or page.stands is None else page.stands.text)


def _card(work: Work, page: GamePage, sheet: OrderSheet | None) -> Card | None:
    """The card that is open over the list."""
    opened = request.args.get("open", "")
    if sheet is None or not opened:
        return None
    try:
        return card_of(work, page, opened, sheet)
    except NoCard:
        return None
