"""Every version of a seat's orders in a game, and taking the text of one up again."""

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from pbem.service.play.drafts import keep_draft
from pbem.service.play.pages import page_now
from pbem.service.play.versions import version_text, versions_of
from pbem.web.door import my_game, services

pages = Blueprint("versions", __name__)


@pages.get("/g/<game>/versions")
def show(game: str) -> str:
    """All of them, this turn's first."""
    work, seat = my_game(game)
    return render_template("web/versions.html", page=page_now(work, seat), turns=versions_of(work, seat))


@pages.post("/g/<game>/versions")
def again(game: str) -> Response:
    """Put the text of a version into the form; what stands stays as it is."""
    work, seat = my_game(game)
    page = page_now(work, seat)
    turn, number = (request.form.get(name, "") for name in ("of", "number"))
    text = version_text(work, seat, int(turn), int(number)) if turn.isdecimal() and number.isdecimal() else None
    if text is None:
        abort(404, _("There is no such version of your orders."))
    if page.ask is None:
        flash(_("No orders are needed from you now, so there is no form for the text."), "warn")
    else:
        keep_draft(services(), page.game, seat, page.turn, text)
        flash(_("The text of version %(number)s is in the form. It is not saved.", number=number), "ok")
    return redirect(url_for("games.show", game=game, tab="orders"), 303)
