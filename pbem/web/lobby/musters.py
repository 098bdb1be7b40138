"""Games that gather their players: who plays, and places to be had."""

from collections.abc import Callable, Mapping

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import GameId, Seat
from pbem.mail.addresses import BadAddress
from pbem.service.agreements.seating import SeatTaken, take_seat
from pbem.service.lobby.filling import MusterRefused
from pbem.service.lobby.gathering import Gathering, NoMuster
from pbem.service.lobby.invitations import accept, decline, invite_again
from pbem.service.lobby.musterbook import MusterCard, muster_card, open_musters, open_seats
from pbem.service.lobby.musters import call_off, change_place, leave_place, say_here, take_place
from pbem.service.lobby.parcelling import parcel_out
from pbem.service.play.games import BadGame
from pbem.store.tables import PlayerId
from pbem.web.door import need_me, services
from pbem.web.lobby.termsform import TermsFault, wanted_in
from pbem.web.looks import sentence

pages = Blueprint("musters", __name__)

REFUSALS = (MusterRefused, BadAddress, BadGame, SeatTaken)


@pages.get("/musters/<game>")
def show(game: str) -> str | Response:
    """Who plays a game that gathers its players; the game itself once it has begun."""
    player = need_me()
    card = _card(game, player.id)
    if card.state == "begun" and card.mine is not None:
        return redirect(url_for("games.show", game=game), 303)
    tempers = services().rules(card.rules).aide.tempers
    return render_template("web/muster.html", muster=card, tempers=tempers, player=player)


@pages.post("/musters/<game>")
def act(game: str) -> Response:
    """What a button of that page says."""
    player = need_me().id
    card, where, seat = _card(game, player), GameId(game), Seat(request.form.get("seat", ""))
    acts: Mapping[str, Callable[[], Gathering]] = {
        "take": lambda: take_place(services(), where, seat, player),
        "leave": lambda: leave_place(services(), where, player),
        "here": lambda: say_here(services(), where, player),
        "accept": lambda: accept(services(), where, *_kept(card))[0],
        "decline": lambda: decline(services(), where, *_kept(card)),
        "again": lambda: invite_again(services(), where, player, seat),
        "change": lambda: _changed(where, player, seat, card.rules),
        "parcel": lambda: parcel_out(services(), where, player, _holders()),
        "off": lambda: call_off(services(), where, player),
    }
    does = acts.get(request.form.get("do", ""))
    if does is None:
        abort(400)
    try:
        after = does()
    except REFUSALS as fault:
        flash(sentence(str(fault)), "bad")
        return redirect(url_for("musters.show", game=where), 303)
    return on_from(after, player, _said(request.form["do"]))


def _said(do: str) -> str:
    """What is said once it is done."""
    return {
        "decline": _("You have said no; the host is told."),
        "leave": _("The place is free again."),
        "again": _("The invitation was mailed once more."),
        "parcel": _("Your side is parcelled out so. Its other players get a mail."),
        "off": _("The game is called off; the players who had a place have been told."),
    }.get(do, "")


def on_from(after: Gathering, player: PlayerId, said: str) -> Response:
    """On from a muster that was changed, to where its player finds it now."""
    if after.state == "begun" and after.place_of(player) is not None:
        flash(_("All players are ready: the battle begins."), "ok")
        return redirect(url_for("games.show", game=after.id), 303)
    if said:
        flash(said, "ok")
    try:
        muster_card(services(), after.id, player)
    except NoMuster:
        return redirect(url_for("games.mine"), 303)
    return redirect(url_for("musters.show", game=after.id), 303)


def _kept(card: MusterCard) -> tuple[Seat, str]:
    """The place that is kept for the reader, and for which address of his.  Raises MusterRefused."""
    if card.for_me is None:
        raise MusterRefused(f"no place in {card.title} is kept for you any more")
    return card.for_me.seat, card.for_me.for_me


def _changed(game: GameId, host: PlayerId, seat: Seat, rules: str) -> Gathering:
    tempers = services().rules(rules).aide.tempers
    wanted = wanted_in(request.form.get("place", ""), request.form.get("email", "").strip(), tempers)
    if isinstance(wanted, TermsFault):
        raise MusterRefused(wanted.what.rstrip("."))
    return change_place(services(), game, host, seat, wanted)


def _holders() -> Mapping[str, Seat]:
    """To whom each group or unit is given."""
    return {name[6:]: Seat(seat) for name, seat in request.form.items() if name.startswith("share-")}


def _card(game: str, player: PlayerId) -> MusterCard:
    """404 for a muster that is none of a player's business."""
    try:
        return muster_card(services(), GameId(game), player)
    except NoMuster:
        abort(404, _("That game looks for no players any more, or you have no part in it."))


# --- open places --------------------------------------------------------------------------------------------------


@pages.get("/open")
def open_places() -> str:
    """Every place that I could take."""
    player = need_me()
    return render_template(
        "web/muster-open.html",
        musters=open_musters(services(), player.id), seats=open_seats(services(), player.id), player=player,
    )  # fmt: skip


@pages.post("/open/<game>/<seat>")
def take_over(game: str, seat: str) -> Response:
    """Take over a seat of a running game."""
    player = need_me()
    if not any((one.game, one.seat) == (game, seat) for one in open_seats(services(), player.id)):
        flash(_("That seat is not open any more."), "bad")
        return redirect(url_for("musters.open_places"), 303)
    try:
        take_seat(services(), GameId(game), Seat(seat), player.id)
    except SeatTaken as fault:
        flash(sentence(str(fault)), "bad")
        return redirect(url_for("musters.open_places"), 303)
    return redirect(url_for("games.show", game=game), 303)
