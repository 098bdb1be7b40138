"""The side's page of its chief: what the other commanders have submitted, and orders for those who have not."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import Seat
from pbem.service.agreements.chiefs import NotChief, desks_of, is_chief, order_for_fellow
from pbem.service.agreements.parcels import NoParcels, parcel_units, parcels_to_give
from pbem.service.play.naming import name_of
from pbem.service.play.parcels import parcel_line
from pbem.web.door import my_game, need_me, services
from pbem.web.looks import sentence
from pbem.web.texts import lines_of

pages = Blueprint("chiefs", __name__)


@pages.get("/g/<game>/side")
def show(game: str) -> str:
    """The other commanders' desks."""
    return _page(game)


@pages.post("/g/<game>/side")
def order(game: str) -> Response | tuple[str, int]:
    """Submit orders for a commander who has sent none.  seat: whose; text: the whole sheet."""
    work, seat = my_game(game)
    of, text = Seat(request.form.get("seat", "")), lines_of(request.form.get("text", ""))
    try:
        given = order_for_fellow(services(), work.game, seat, of, text, need_me().id)
    except NotChief as fault:
        flash(sentence(str(fault)), "bad")
        return _page(game, of, text), 409
    problems = given.reading.problems if given.reading is not None else ()
    if problems or not given.taken:
        refused = [_("%(line)s: %(why)s.", line=one.quote, why=one.reason) for one in problems]
        flash(" ".join([*given.said, *refused]), "bad")
        return _page(game, of, text), 409
    flash(_("Orders for %(who)s are submitted; they get a copy.", who=work.chair(of).title), "ok")
    return redirect(url_for("chiefs.show", game=game), 303)


@pages.post("/g/<game>/side/parcels")
def parcel(game: str) -> Response | tuple[str, int]:
    """Give the groups or units of the side to its commanders.  share-<id>: the seat that each goes to."""
    work, seat = my_game(game)
    holders = {name[6:]: Seat(to) for name, to in request.form.items() if name.startswith("share-")}
    try:
        flash(parcel_units(services(), work.game, seat, need_me().id, holders), "ok")
    except NoParcels as fault:
        flash(sentence(str(fault)), "bad")
        return _page(game), 409
    return redirect(url_for("games.show", game=game), 303)


def _page(game: str, of: Seat | None = None, text: str = "") -> str:
    work, seat = my_game(game)
    chief, parcels = is_chief(work, seat), parcels_to_give(work, seat)
    if not chief and parcels is None:
        abort(404)
    return render_template(
        "web/side.html", game=work.game, name=name_of(work, seat), desks=desks_of(work, seat) if chief else (), of=of,
        text=text, seat_title=work.chair(seat).title, parcels=parcels, line=parcel_line(work, seat), chief=chief,
    )  # fmt: skip
