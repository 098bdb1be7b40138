"""Orders that the umpire gives for a seat: read first, then filed, with a reason."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import Seat
from pbem.engine.orders import Reading
from pbem.service.play.naming import name_of
from pbem.service.play.work import UnknownGame, Work
from pbem.service.umpire.behalf import NoBehalf, order_for, read_for, sheet_for
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.timing import LONGEST_REASON, NoTime
from pbem.web.door import need_me, services_looked, umpired_game
from pbem.web.looks import sentence
from pbem.web.texts import lines_of

pages = Blueprint("behalf", __name__)


@pages.get("/g/<game>/umpire/orders/<seat>")
def show(game: str, seat: str) -> str | Response:
    """What stands of a seat's orders, to be written for it."""
    return _page(umpired_game(game, "seats"), Seat(seat))


@pages.post("/g/<game>/umpire/orders/<seat>")
def send(game: str, seat: str) -> str | Response | tuple[str | Response, int]:
    """Read the text (do: check), or file it as a draft (save) or final (submit)."""
    work, do = umpired_game(game, "seats"), request.form.get("do", "")
    text, reason = lines_of(request.form.get("text", "")), request.form.get("reason", "")
    if do not in {"check", "save", "submit"}:
        abort(400)
    try:
        if do == "check":
            return _page(work, Seat(seat), text, reason, read_for(work, Seat(seat), text, need_me().id))
        given = order_for(services_looked(), work.game, Seat(seat), text, reason, need_me().id, ready=do == "submit")
    except (NoBehalf, NoTime, NotUmpire) as fault:
        flash(sentence(str(fault)), "bad")
        return _page(work, Seat(seat), text, reason), 409
    title = work.chair(Seat(seat)).title
    if given.reading is not None and given.reading.problems:
        flash(_("Orders for %(side)s are filed, but some lines were refused: see below.", side=title), "bad")
        return redirect(url_for("behalf.show", game=game, seat=seat), 303)
    flash(_("Orders for %(side)s are filed; its player gets a copy.", side=title), "ok")
    return redirect(url_for("umpire.show", game=game), 303)


def _page(
    work: Work, seat: Seat, text: str | None = None, reason: str = "", reading: Reading | None = None
) -> str | Response:
    try:
        sheet = sheet_for(work, seat, need_me().id)
    except UnknownGame:
        abort(404)
    except NoBehalf as fault:
        if text is None:
            flash(sentence(str(fault)), "bad")
        return redirect(url_for("umpire.show", game=work.game), 303)
    return render_template(
        "web/umpire/behalf.html", game=work.game, name=name_of(work, None), sheet=sheet, reading=reading, reason=reason,
        text=sheet.text if text is None else text, longest=LONGEST_REASON,
    )  # fmt: skip
