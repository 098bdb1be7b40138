"""Days away: noted and struck out, and what they come to in each game."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response

from pbem.service.agreements.vacations import NoVacation, come_back, go_away, leave_cards, vacations
from pbem.web.door import need_me, services

pages = Blueprint("away", __name__)


@pages.get("/away")
def show() -> str:
    """My days away, and how far each of my games waits for me."""
    return _page()


@pages.post("/away")
def note() -> Response | tuple[str, int]:
    """Note days away, or strike some out."""
    me, form = need_me(), request.form
    try:
        if form.get("do") == "back":
            come_back(services(), me.id, form.get("first", ""))
            flash(_("Deleted. Deadlines already put off stay as they are."), "ok")
        else:
            moved = len(go_away(services(), me.id, form.get("first", "").strip(), form.get("last", "").strip()))
            said = ngettext("%(num)d deadline was put off.", "%(num)d deadlines were put off.", moved)
            flash(f"{_('Noted.')} {said if moved else _('No open deadline falls into these days.')}", "ok")
    except NoVacation as fault:
        flash(str(fault), "bad")
        return _page(form.get("first", ""), form.get("last", "")), 409
    return redirect(url_for("away.show"), 303)


def _page(first: str = "", last: str = "") -> str:
    me = need_me()
    return render_template(
        "web/away.html", player=me, absences=vacations(services(), me.id), games=leave_cards(services(),
        me.id), first=first,
        last=last,
    )  # fmt: skip
