"""A held mail on a page of its own: opening it changes nothing, a button takes the mail or throws it away."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.service.incoming import confirming
from pbem.service.incoming.confirming import BadConfirmLink
from pbem.web.door import services
from pbem.web.errors import ErrorPage

pages = Blueprint("confirming", __name__)


@pages.get("/confirm/<tag>")
def show(tag: str) -> str | tuple[str, int]:
    """A held mail, its lines as typed."""
    try:
        return render_template("web/confirm.html", held=confirming.look(services(), tag))
    except BadConfirmLink as fault:
        return _bad(fault)


@pages.post("/confirm/<tag>")
def say(tag: str) -> Response | tuple[str, int]:
    """Take it, or throw it away."""
    act = request.form.get("do", "")
    if act not in {"confirm", "reject"}:
        abort(400)
    try:
        was = confirming.look(services(), tag).state
        if was == "held" and act == "confirm":
            state = confirming.confirm(services(), tag)
            flash(_came_of(state), "ok" if state == "accepted" else "warn")
        elif was == "held":
            confirming.reject(services(), tag)
            flash(_("The mail has been thrown away; your orders are as you left them."), "ok")
    except BadConfirmLink as fault:
        return _bad(fault)
    return redirect(url_for("confirming.show", tag=tag), 303)


def _came_of(state: str) -> str:
    """What became of a mail that was taken."""
    return {
        "accepted": _("Your mail has been taken: its orders stand. You are told by mail how they were understood."),
        "partly": _("Your mail has been taken, but some of its lines need you: see the mail you get about it."),
        "rejected": _("Nothing of your mail could be taken any more. See the mail you get about it."),
    }.get(state, _("It is still waiting."))


def _bad(fault: BadConfirmLink) -> tuple[str, int]:
    trouble = ErrorPage(
        title=_("This link leads to no mail"), what=str(fault),
        can=_("Your games and what they wait for are all in one list."),
        button=(_("Go to my games"), url_for("games.mine")),
    )  # fmt: skip
    return trouble.page(), 404
