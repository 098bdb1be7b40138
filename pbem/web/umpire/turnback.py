"""The game turned back: a turn, an event of it, the same dice or fresh ones, a reason."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import Seq
from pbem.engine.wording import listed
from pbem.service.play.naming import name_of
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import rulings_after
from pbem.service.umpire.turnback import LONGEST_REASON, NoTurningBack, past_turns, turn_back
from pbem.web.door import need_me, services, umpired_game
from pbem.web.looks import sentence

pages = Blueprint("turnback", __name__)


@pages.get("/g/<game>/turn-back")
def show(game: str) -> str:
    """The turns with their events, one to be chosen; or just before a roll (``?roll=`` its entry), to lay it down."""
    return _page(game)


@pages.post("/g/<game>/turn-back")
def act(game: str) -> Response | tuple[str, int]:
    """Turn back to the event chosen.  What was written is given back when it is refused."""
    work = umpired_game(game, "look")
    to, head, dice = (request.form.get(one, "") for one in ("to", "head", "dice"))
    if not (to.isdecimal() and head.isdecimal() and max(len(to), len(head)) < 10 and dice in {"same", "fresh"}):
        abort(400)
    lost = rulings_after(work, Seq(int(to)))
    try:
        turn_back(
            services(), work.game, Seq(int(to)), "fresh" if dice == "fresh" else "same",
            request.form.get("reason", ""), need_me().id, keep=bool(request.form.get("keep")), head=Seq(int(head)),
            ruling=request.form.get("ruling", ""),
        )  # fmt: skip
    except (NoTurningBack, NotUmpire) as fault:
        flash(sentence(str(fault)), "bad")
        return _page(game), 409
    flash(_("The game has been turned back; every player has been told."), "ok")
    if lost:
        numbers = listed([str(one) for one in lost])
        flash(_("Rulings that count no longer, with the dice they laid down: %(numbers)s.", numbers=numbers), "ok")
    return redirect(url_for("umpire.show", game=game), 303)


def _page(game: str) -> str:
    work = umpired_game(game, "look")
    turns, wanted = past_turns(work), request.args.get("roll", "")
    rolls = ((one.no, roll) for turn in turns for one in turn.events for roll in one.rolls)
    no, roll = next((found for found in rolls if str(found[1].seq) == wanted), ("", None))
    return render_template(
        "web/umpire/turn-back.html", game=work.game, name=name_of(work, None), turns=turns, no=no, roll=roll,
        head=work.last_seq, longest=LONGEST_REASON, over=work.state == "over", zone=need_me().zone, now=work.now,
        reason=request.form.get("reason", ""), ruling=request.form.get("ruling", roll.line if roll else ""),
        chosen=request.form.get("to", ""),
    )  # fmt: skip
