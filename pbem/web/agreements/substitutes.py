"""Seats while a battle runs: given up, given to the aide-de-camp, looked at by who would take one, and handed over."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import GameId, Seat
from pbem.service.agreements.handover import handover_of
from pbem.service.agreements.seating import (
    LONGEST_NOTE,
    SeatTaken,
    cannot_take,
    give_to_aide,
    is_open,
    leave_seat,
    meanwhile,
)
from pbem.service.agreements.tabletalk import table_talk
from pbem.service.play.naming import name_of
from pbem.service.play.pages import parties, zone_of_seat
from pbem.service.play.work import open_game
from pbem.web.door import my_game, my_seat, need_me, services
from pbem.web.errors import ErrorPage
from pbem.web.looks import sentence

pages = Blueprint("substitutes", __name__)


@pages.get("/g/<game>/leave")
def before_leaving(game: str) -> str:
    """What becomes of a seat that is given up, and the two ways to do it."""
    return _leaving(game)


@pages.post("/g/<game>/leave")
def leave(game: str) -> Response | tuple[str, int]:
    """Give a seat up: to another player, or to the aide-de-camp for good."""
    where, seat = my_seat(game)
    note, do = request.form.get("note", "").replace("\r\n", "\n"), request.form.get("do", "")
    if do not in {"open", "aide"}:
        abort(400)
    try:
        if do == "open":
            leave_seat(services(), where, seat, need_me().id, note)
        else:
            give_to_aide(services(), where, seat, need_me().id)
    except SeatTaken as fault:
        flash(sentence(str(fault)), "bad")
        return _leaving(game, note), 409
    if do == "open":
        flash(_("You have left your seat. Until another player takes it, you can take it back."), "ok")
    else:
        flash(_("The aide-de-camp has your seat now."), "ok")
    return redirect(url_for("games.mine"), 303)


def _leaving(game: str, note: str = "") -> str:
    work, seat = my_game(game)
    talk = table_talk(work, seat, need_me().id)
    return render_template(
        "web/leave-seat.html", game=work.game, name=name_of(work, seat), talk=talk, note=note, longest=LONGEST_NOTE,
        seat_title=work.chair(seat).title,
    )  # fmt: skip


@pages.get("/g/<game>/hand-over")
def handed_over(game: str) -> str:
    """The page for a player who has taken a seat."""
    work, seat = my_game(game)
    return render_template(
        "web/hand-over.html", game=work.game, name=name_of(work, seat), brief=handover_of(work, seat),
        zone=zone_of_seat(work, seat), now=work.now,
    )  # fmt: skip


@pages.get("/open/<game>/<seat>")
def look(game: str, seat: str) -> str | tuple[str, int]:
    """A seat that is open, with what any visitor may know of its battle, and the button that takes it."""
    player = need_me()
    if not is_open(
        services(), GameId(game), Seat(seat)
    ):  # told alike of a game there is not: which there are is not told
        trouble = ErrorPage(
            title=_("This seat is not open"), what=_("The seat has been taken, or the battle is over."),
            can=_("Other seats may be open."), button=(_("Open places"), url_for("musters.open_places")),
        )  # fmt: skip
        return trouble.page(), 409
    work = open_game(services(), GameId(game))
    chair = work.chair(Seat(seat))
    return render_template(
        "web/open-seat.html", work=work, chair=chair, why=sentence_or_none(cannot_take(work, chair, player.id)),
        parties=[one for one in parties(work, chair.seat) if not one.mine], turn=work.desk.turns.get(chair.seat, 0),
        meanwhile=meanwhile(work),
    )  # fmt: skip


def sentence_or_none(why: str) -> str:
    """A reason as a sentence; '' stays ''."""
    return sentence(why) if why else ""
