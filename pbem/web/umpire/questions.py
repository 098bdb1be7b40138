"""Questions to the umpire: a player's own with the clarifications; for an umpire all of them, to be answered."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.service.agreements.pacts import no_pause
from pbem.service.model.desk import one_side_of
from pbem.service.play.naming import name_of
from pbem.service.play.pages import zone_of_seat
from pbem.service.play.work import Work
from pbem.service.umpire.questions import (
    LONGEST,
    NoQuestion,
    all_questions,
    answer_question,
    ask_umpire,
    cannot_ask,
    questions_of,
    withdraw_question,
)
from pbem.service.umpire.rights import NotUmpire, may, page_for, side_words
from pbem.service.umpire.timing import NoTime, pause
from pbem.web.door import my_game, need_me, services_looked, umpired_game, umpired_or_none
from pbem.web.looks import sentence

pages = Blueprint("questions", __name__)


@pages.get("/g/<game>/questions")
def show(game: str) -> str:
    """A player's questions, or for an umpire everybody's."""
    return _page(game)


@pages.post("/g/<game>/questions")
def send(game: str) -> Response | tuple[str, int]:
    """Ask, withdraw (do: withdraw N), answer (do: answer N, all N) or let the deadline wait (do: wait N).

    What was written is given back when refused.
    """
    do, _space, number = request.form.get("do", "ask").partition(" ")
    text, me = request.form.get("text", ""), need_me().id
    try:
        if do in {"answer", "all"}:
            work = umpired_game(game, "questions", one_side=True)
            answer_question(services_looked(), work.game, _number(number), text, me, to_all=do == "all")
            flash(_("Answer sent."), "ok")
        elif do == "wait":
            work = umpired_game(game, "clock")
            pause(services_looked(), work.game, "", f"question {_number(number)} waits for its answer", me)
            flash(_("The game is paused; let it go on from your page once you have answered."), "ok")
        elif do == "withdraw":
            work, seat = my_game(game)
            withdraw_question(services_looked(), work.game, seat, _number(number), me)
            flash(_("Question withdrawn."), "ok")
        else:
            work, seat = my_game(game)
            asked = ask_umpire(services_looked(), work.game, seat, text, me)
            flash(_("Question %(number)s sent: the umpire has it.", number=asked), "ok")
    except (NoQuestion, NoTime, NotUmpire) as fault:
        flash(sentence(str(fault)), "bad")
        return _page(game, text, int(number) if number.isdecimal() else 0), 409
    return redirect(url_for("questions.show", game=game), 303)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        abort(400)
    return int(text)


def _page(game: str, text: str = "", number: int = 0) -> str:
    """text: what was written and refused.  number: of the question it would have answered."""
    work = umpired_or_none(game, "questions", one_side=True)
    return _umpires_page(work, text, number) if work is not None else _players_page(game, text)


def _umpires_page(work: Work, text: str, number: int) -> str:
    me = need_me().id
    return render_template(
        "web/umpire/answering.html", game=work.game, name=name_of(work, None), cards=all_questions(work, me),
        page=page_for(work, me), one_side=side_words(work, one_side_of(work.desk, me)),
        text=text, number=number, longest=LONGEST, zone=need_me().zone, now=work.now,
        rules=may(work, me, "rule"), over=work.state == "over",
        waits=may(work, me, "clock") and not no_pause(work),
    )  # fmt: skip


def _players_page(game: str, text: str) -> str:
    work, seat = my_game(game)
    return render_template(
        "web/umpire/questions.html", game=work.game, name=name_of(work, seat), seat_title=work.chair(seat).title,
        cards=questions_of(work, seat), closed=cannot_ask(work, seat), umpire=work.umpire, text=text, longest=LONGEST,
        zone=zone_of_seat(work, seat), now=work.now,
    )  # fmt: skip
