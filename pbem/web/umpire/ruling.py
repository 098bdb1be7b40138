"""Rulings: written, looked at before and after, carried out by one press, taken back."""

from typing import get_args

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import Seq
from pbem.engine.journal import Told
from pbem.engine.rulings.reading import forms
from pbem.service.play.naming import name_of
from pbem.service.umpire.rulings import (
    LONGEST_REASON,
    NoRuling,
    RulingPreview,
    language_of,
    preview,
    rule,
    rulings_of,
    undo_ruling,
)
from pbem.store.errors import Conflict
from pbem.web.door import need_me, services, umpired_game
from pbem.web.looks import sentence

pages = Blueprint("ruling", __name__)


@pages.get("/g/<game>/rulings")
def show(game: str) -> str:
    """The sheet for a ruling, the lines that can be written, the rulings so far."""
    return _page(game)


@pages.post("/g/<game>/rulings")
def make(game: str) -> str | Response | tuple[str, int]:
    """Look at a ruling (do: look), carry it out (rule), or take one back (undo N)."""
    work = umpired_game(game, "rule")
    do, _space, number = request.form.get("do", "look").partition(" ")
    text, reason, told = (request.form.get(one, "") for one in ("text", "reason", "told"))
    try:
        if do == "look":
            return _page(game, text, reason, told, preview(work, text))
        if do == "undo" and number.isdecimal() and len(number) < 10:
            undo_ruling(services(), work.game, Seq(int(number)), reason, need_me().id)
            flash(_("Ruling taken back."), "ok")
        elif do == "rule" and told in get_args(Told):
            same, head = bool(request.form.get("same")), _head()
            rule(services(), work.game, text, reason, need_me().id, told=told, all_the_same=same, head=head)  # type: ignore[arg-type]  # it is one of them
            flash(_("Ruling carried out."), "ok")
        else:
            abort(400)
    except (NoRuling, Conflict) as fault:
        flash(sentence(str(fault)), "bad")
        return _page(game, text, reason, told), 409
    return redirect(url_for("ruling.show", game=game), 303)


def _head() -> Seq | None:
    given = request.form.get("head", "")
    return Seq(int(given)) if given.isdecimal() and len(given) < 10 else None


def _page(game: str, text: str = "", reason: str = "", told: str = "", seen: RulingPreview | None = None) -> str:
    work = umpired_game(game, "rule")
    return render_template(
        "web/umpire/rulings.html", game=work.game, name=name_of(work, None), cards=rulings_of(work), seen=seen,
        forms=forms(language_of(work)) if work.rules.rulings else (), text=text, reason=reason,
        told=told or "touched", longest=LONGEST_REASON, zone=need_me().zone, now=work.now, over=work.state == "over",
    )  # fmt: skip
