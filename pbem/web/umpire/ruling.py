"""Rulings: written, looked at before and after, carried out by one press, taken back."""

from typing import get_args

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from pbem.engine.ids import UMPIRE, Seq
from pbem.engine.journal import Told
from pbem.engine.rulings.reading import forms
from pbem.reports.maps import Part, ground_of, ground_picture, ground_tag, inline_map, without_zones
from pbem.service.play.naming import name_of
from pbem.service.play.work import Work
from pbem.service.umpire.overview import chart_now
from pbem.service.umpire.rights import may
from pbem.service.umpire.rulingfield import field_after, pressed
from pbem.service.umpire.rulings import (
    LONGEST_REASON,
    NoRuling,
    RulingPreview,
    language_of,
    preview,
    rule,
    rulings_of,
)
from pbem.service.umpire.undoing import undo_ruling
from pbem.store.errors import Conflict
from pbem.web.door import need_me, services, umpired_game
from pbem.web.game import pictures
from pbem.web.game.board import FOREVER, faces_of
from pbem.web.looks import sentence

pages = Blueprint("ruling", __name__)


@pages.get("/g/<game>/rulings")
def show(game: str) -> str:
    """The sheet for a ruling, the lines there are, the rulings so far.  text, reason: what is written in it."""
    text, reason = (request.args.get(one, "").strip() for one in ("text", "reason"))
    return _page(game, text, reason[:LONGEST_REASON], seen=preview(umpired_game(game, "rule"), text) if text else None)


@pages.post("/g/<game>/rulings")
def make(game: str) -> str | Answer | tuple[str, int]:
    """Look at a ruling (do: look), carry it out (rule), or take one back (undo N).

    Of the map: choose a unit (unit S04), or write a clause about one (press S04 disordered).
    """
    work = umpired_game(game, "rule")
    do, _space, number = request.form.get("do", "look").partition(" ")
    text, reason, told, unit = (request.form.get(one, "").strip() for one in ("text", "reason", "told", "unit"))
    try:
        if do in {"look", "unit", "press"}:
            unit = number if do == "unit" else unit
            if do == "press":
                text = _pressed(work, text, number or f"{unit} at {request.form.get('place', '').strip()}")
            return _page(game, text, reason, told, preview(work, text) if text else None, unit)
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
        return _page(game, text, reason, told, preview(work, text) if text else None, unit), 409
    return redirect(url_for("ruling.show", game=game), 303)


@pages.get("/g/<game>/rulings/ground-<tag>.svg", defaults={"part": "ground"})
@pages.get("/g/<game>/rulings/numbers-<tag>.svg", defaults={"part": "numbers"})
def ground(game: str, part: Part, tag: str) -> Response:
    """A picture under the true map."""
    work = umpired_game(game, "rule")
    chart = chart_now(work, UMPIRE)
    out = pictures.svg_answer(pictures.with_faces(ground_picture(ground_of(chart), part), faces_of(chart, part)))
    if ground_tag(chart) == tag:
        out.headers["Cache-Control"] = f"private, {FOREVER}"
    return out


def _pressed(work: Work, text: str, said: str) -> str:
    """A ruling's text with what a button says of a unit: ``S04 facing 10``."""
    unit, _space, clause = said.partition(" ")
    return pressed(work, text, unit, clause)


def _head() -> Seq | None:
    given = request.form.get("head", "")
    return Seq(int(given)) if given.isdecimal() and len(given) < 10 else None


def _page(
    game: str, text: str = "", reason: str = "", told: str = "", seen: RulingPreview | None = None, unit: str = ""
) -> str:
    work = umpired_game(game, "rule")
    field = field_after(work, text, unit) if work.rules.rulings and work.state != "over" else None
    chart = without_zones(field.chart) if field else None
    return render_template(
        "web/umpire/rulings.html", field=field, drawn=inline_map(chart, links=False) if chart else None,
        tag=ground_tag(chart) if chart else "", game=work.game, name=name_of(work, None), seen=seen,
        cards=rulings_of(work),
        questions=may(work, need_me().id, "questions"),
        forms=forms(language_of(work)) if work.rules.rulings else (), text=text, reason=reason,
        told=told or "touched", same=bool(request.form.get("same")),
        longest=LONGEST_REASON, zone=need_me().zone, now=work.now, over=work.state == "over",
    )  # fmt: skip
