"""At the table: letters, a draw, a pause, a day more, giving up the field; what the players settle among themselves."""

from collections.abc import Callable, Mapping
from functools import partial

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import GameId, Seat
from pbem.service.agreements import pacts
from pbem.service.agreements.letterbook import LONGEST, NoLetter, letterbook, write_letter
from pbem.service.agreements.pacts import NoPact
from pbem.service.agreements.seating import SeatTaken, let_aide_write, open_silent_seat
from pbem.service.agreements.tabletalk import table_talk
from pbem.service.play.forks import whence
from pbem.service.play.naming import name_of
from pbem.service.play.pages import zone_of_seat
from pbem.service.services import Services
from pbem.store.tables import PlayerId
from pbem.web.door import my_game, my_seat, need_me, reader, services
from pbem.web.errors import ErrorPage
from pbem.web.looks import sentence

pages = Blueprint("talk", __name__)

Act = Callable[[Services, GameId, Seat, PlayerId], object]
"""Does something for a seat by its player's word; False: it waits for the others now."""


# --- letters ------------------------------------------------------------------------------------------------------


@pages.get("/g/<game>/letters")
def letters(game: str) -> str:
    """What a seat has written and been written, and a sheet for a new letter."""
    return _letters(game)


@pages.post("/g/<game>/letters")
def write(game: str) -> Response | tuple[str, int]:
    """Send a letter.  What was written is given back when it cannot be sent."""
    where, seat = my_seat(game)
    text, to = request.form.get("text", ""), tuple(Seat(one) for one in request.form.getlist("to"))
    try:
        write_letter(services(), where, seat, to, text, need_me().id)
    except NoLetter as fault:
        flash(str(fault), "bad")
        return _letters(game, text, to), 409
    flash(_("Letter sent."), "ok")
    return redirect(url_for("talk.letters", game=game), 303)


def _letters(game: str, text: str = "", to: tuple[Seat, ...] = ()) -> str:
    work, seat = my_game(game)
    book = letterbook(work, seat)
    chosen = to or (tuple(one for one, _title, _name in book.to) if len(book.to) == 1 else ())
    return render_template(
        "web/letters.html", game=work.game, name=name_of(work, seat), seat_title=work.chair(seat).title, book=book,
        text=text, chosen=chosen, longest=LONGEST, zone=zone_of_seat(work, seat), now=work.now, umpire=work.umpire,
        newsbook=work.options.newsbook != "none", couriers=work.options.letters == "couriers",
    )  # fmt: skip


# --- the table ----------------------------------------------------------------------------------------------------


@pages.get("/g/<game>/table")
def table(game: str) -> str:
    """Who sits where, what is offered, and what may be."""
    work, seat = my_game(game)
    talk = table_talk(work, seat, reader(work, seat))
    return render_template(
        "web/table.html", game=work.game, name=name_of(work, seat), talk=talk, options=work.options, umpire=work.umpire,
        whence=whence(work, reader(work, seat)),
        co_umpires=[one for one in work.umpires if one != work.umpire],
    )  # fmt: skip


@pages.post("/g/<game>/table")
def settle(game: str) -> Response:
    """What a button of the table says."""
    where, seat = my_seat(game)
    do, _space, of = request.form.get("do", "").partition(" ")
    acts = _acts(Seat(of), request.form.get("until", "").strip())
    if do not in acts:
        abort(400)
    act, done, offered = acts[do]
    try:
        waits = act(services(), where, seat, need_me().id) is False
        flash(offered if waits else done, "ok")
    except (NoPact, SeatTaken) as fault:
        flash(sentence(str(fault)), "bad")
    back = "games.show" if request.form.get("back") == "game" else "talk.table"
    return redirect(url_for(back, game=game), 303)


@pages.get("/g/<game>/concede")
def before_conceding(game: str) -> str:
    """What giving up the field means, and the button for it."""
    work, seat = my_game(game)
    talk = table_talk(work, seat, need_me().id)
    return render_template(
        "web/concede.html",
        game=work.game,
        name=name_of(work, seat),
        talk=talk,
        seat_title=work.chair(seat).title,
    )


@pages.post("/g/<game>/concede")
def concede(game: str) -> Response | tuple[str, int]:
    """Give up the field."""
    where, seat = my_seat(game)
    try:
        over = pacts.concede(services(), where, seat, need_me().id)
    except NoPact as fault:
        return _refused(game, str(fault)), 409
    if over:
        flash(_("You have conceded. The battle is over; the reports are on their way."), "ok")
    else:
        flash(_("Your side concedes when all its players agree. They have been told."), "ok")
    return redirect(url_for("games.show", game=game), 303)


def _acts(of: Seat, until: str) -> Mapping[str, tuple[Act, str, str]]:
    """By the words of the buttons: what is done, what is said then, and what where it waits for the others.

    of: the seat one of them is about.  until: the day a pause is to end, '' for an open one.
    """
    drawn = _("A draw is agreed. The battle is over; the reports are on their way.")
    offered = _("You have offered a draw; the others have been told. It holds until your next turn.")
    paused = _("The game is paused; all have been told.")
    asked = _("You have asked for a pause; the other players have been told. The deadline stands until all agree.")
    refused = _("You have refused; the other player has been told.")
    back = _("Taken back; the others have been told.")
    runs = _("The game goes on, with a new deadline; all have been told.")
    granted = _("The deadline is a day later; the others have been told.")
    opened = _(
        "The seat is open: its next player gets a full turn. The previous one has been told how to take it back."
    )
    writes = _("The aide-de-camp plays the empty seat until a player takes it.")
    return {
        "draw": (pacts.offer_draw, drawn, offered),
        "draw-agree": (partial(pacts.agree, about="draw"), drawn, offered),
        "draw-refuse": (partial(pacts.decline, about="draw"), refused, ""),
        "draw-back": (partial(pacts.take_back, about="draw"), back, ""),
        "pause": (partial(pacts.offer_pause, until=until), paused, asked),
        "pause-agree": (partial(pacts.agree, about="pause"), paused, asked),
        "pause-refuse": (partial(pacts.decline, about="pause"), refused, ""),
        "pause-back": (partial(pacts.take_back, about="pause"), back, ""),
        "concede-back": (partial(pacts.take_back, about="concession"), back, ""),
        "go-on": (pacts.end_pause, runs, ""),
        "grant": (pacts.grant_day, granted, ""),
        "open": (partial(open_silent_seat, silent=of), opened, ""),
        "aide": (partial(let_aide_write, empty=of), writes, ""),
    }


def _refused(game: str, why: str) -> str:
    trouble = ErrorPage(
        title=_("That could not be done"), what=sentence(why), can=_("See what else may be settled."),
        button=(_("Go to the table"), url_for("talk.table", game=game)),
    )  # fmt: skip
    return trouble.page()
