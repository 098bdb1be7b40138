"""The umpire's letters: each one on its way, what may be done with it, and the umpire's own."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import GameId, Seat
from pbem.service.agreements.letterbook import LONGEST, NoLetter
from pbem.service.model.desk import one_side_of
from pbem.service.play.naming import name_of
from pbem.service.umpire.letters import (
    DOES,
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_TURNS,
    let_letters_wait,
    letter_desk,
    see_to_letter,
    write_as_umpire,
)
from pbem.service.umpire.rights import NotUmpire, page_for, side_words
from pbem.store.tables import PlayerId
from pbem.web.door import need_me, services_looked, umpired_game
from pbem.web.looks import sentence
from pbem.web.umpire.hearing import heard_on_form

pages = Blueprint("umpireletters", __name__)


@pages.get("/g/<game>/umpire/letters")
def show(game: str) -> str:
    """All letters, the newest first."""
    return _page(game)


@pages.post("/g/<game>/umpire/letters")
def act(game: str) -> Response | tuple[str, int]:
    """Write one (do: write), have them wait or go (wait, go), or see to one (hold 3).  Refused, all is given back."""
    work, me = umpired_game(game, "letters", one_side=True), need_me().id
    do, _space, number = request.form.get("do", "").partition(" ")
    try:
        flash(_done(work.game, do, number, me), "ok")
    except (NoLetter, NotUmpire) as fault:
        flash(sentence(str(fault)), "bad")
        return _page(game), 409
    return redirect(url_for("umpireletters.show", game=game), 303)


def _done(game: GameId, do: str, number: str, me: PlayerId) -> str:
    """What a button does, and what is said then.  Raises NoLetter, NotUmpire."""
    form, reason = request.form, request.form.get("reason", "")
    if do == "write":
        to = [Seat(one) for one in form.getlist("to")]
        write_as_umpire(services_looked(), game, to, form.get("text", ""), me, form.get("sign", ""))
        return _("Letter sent.")
    if do in {"wait", "go"}:
        let_letters_wait(services_looked(), game, reason, me, wait=do == "wait", told=heard_on_form())
        return _("Letters wait for you from now on.") if do == "wait" else _("Letters go at once from now on.")
    if do not in DOES or not number.isdecimal() or len(number) > 6:
        abort(400)
    turns = form.get("turns", "")
    return see_to_letter(
        services_looked(), game, int(number), next(one for one in DOES if one == do), reason, me,
        turns=int(turns) if turns.isdecimal() and len(turns) < 4 else 0, to=Seat(form.get("to", "")),
        text=form.get("text", ""), told=heard_on_form(),
    )  # fmt: skip


def _page(game: str) -> str:
    work, me = umpired_game(game, "letters", one_side=True), need_me()
    typed = request.form if request.method == "POST" else {}
    return render_template(
        "web/umpire/letters.html", game=work.game, name=name_of(work, None), desk=letter_desk(work, me.id),
        over=work.state == "over", chief=work.desk.umpire == me.id, typed=typed, page=page_for(work, me.id),
        one_side=side_words(work, one_side_of(work.desk, me.id)),
        chosen=request.form.getlist("to"), number=typed.get("do", "").partition(" ")[2], longest=LONGEST,
        longest_reason=LONGEST_REASON, longest_name=LONGEST_NAME, most_turns=MOST_TURNS, zone=me.zone, now=work.now,
        newsbook=work.options.newsbook != "none",
    )  # fmt: skip
