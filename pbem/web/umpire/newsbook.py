"""The newsbook: a player's, with the issues so far; for an umpire every item with its writer, to be struck."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import UMPIRE, Seat
from pbem.service.play.naming import name_of
from pbem.service.play.pages import zone_of_seat
from pbem.service.play.work import Work
from pbem.service.umpire.newsbook import (
    LONGEST,
    LONGEST_NAME,
    LONGEST_REASON,
    NoNews,
    Way,
    newsbook_of,
    strike_news,
    whole_newsbook,
    write_news,
)
from pbem.service.umpire.rights import NotUmpire
from pbem.web.door import my_game, need_me, services_looked, umpired_game, umpired_or_none
from pbem.web.looks import sentence
from pbem.web.umpire.hearing import heard_on_form

pages = Blueprint("newsbook", __name__)


@pages.get("/g/<game>/newsbook")
def show(game: str) -> str:
    """The issues so far, and a sheet for an item."""
    return _page(game)


@pages.post("/g/<game>/newsbook")
def act(game: str) -> Response | tuple[str, int]:
    """Write an item (do: write), or strike one (strike 3).  What was written is given back when it is refused."""
    do, _space, number = request.form.get("do", "write").partition(" ")
    try:
        if do == "strike":
            work = umpired_game(game, "letters")
            why = request.form.get("reason", "")
            strike_news(services_looked(), work.game, _number(number), why, need_me().id, told=heard_on_form())
            flash(_("The item is not printed."), "ok")
        else:
            _write(game)
            flash(_("Your item goes out with the reports of a later turn."), "ok")
    except (NoNews, NotUmpire) as fault:
        flash(sentence(str(fault)), "bad")
        return _page(game), 409
    return redirect(url_for("newsbook.show", game=game), 303)


def _write(game: str) -> None:
    """Raises NoNews."""
    form, umpired = request.form, umpired_or_none(game, "letters")
    work, seat = (umpired, UMPIRE) if umpired is not None else my_game(game)
    ways: dict[str, Way] = {"signed": "signed", "anonymous": "anonymous", "named": "named"}
    if form.get("way", "signed") not in ways:
        abort(400)
    way = ways[form.get("way", "signed")]
    write_news(services_looked(), work.game, Seat(seat), form.get("text", ""), need_me().id, way, form.get("name", ""))


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        abort(400)
    return int(text)


def _page(game: str) -> str:
    work = umpired_or_none(game, "letters")
    return _html(work, None) if work is not None else _html(*my_game(game))


def _html(work: Work, seat: Seat | None) -> str:
    """seat: None for an umpire.  404 where the game has no newsbook."""
    if work.options.newsbook == "none":
        abort(404)
    book = whole_newsbook(work) if seat is None else newsbook_of(work, seat)
    zone = need_me().zone if seat is None else zone_of_seat(work, seat)
    return render_template(
        "web/umpire/newsbook.html", game=work.game, name=name_of(work, seat), book=book, umpires=seat is None,
        own=work.chair(seat).title if seat else _("The umpire"), typed=request.form if request.method == "POST" else {},
        longest=LONGEST, longest_name=LONGEST_NAME, longest_reason=LONGEST_REASON, zone=zone, now=work.now,
    )  # fmt: skip
