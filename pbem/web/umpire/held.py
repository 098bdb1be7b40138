"""A closed turn before it is played: followed event by event, its reports remarked on and published."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from pbem.engine.ids import UMPIRE, Seat
from pbem.reports.maps import chart_alt
from pbem.service.play.naming import name_of
from pbem.service.play.tellings import told_of
from pbem.service.play.work import Work
from pbem.service.replay.downloads import text_of_page
from pbem.service.replay.replay import ReplayMoment, followed
from pbem.service.umpire.held import (
    LONGEST_REASON,
    LONGEST_REMARK,
    DryRun,
    NotHeld,
    dry_run,
    note_dry_run,
    publish,
    remarks_of,
    reports_of,
    trial_of,
    true_mark,
)
from pbem.web.door import need_me, services, umpired_game
from pbem.web.game import pictures
from pbem.web.looks import sentence

pages = Blueprint("held", __name__)


class TurnLook(NamedTuple):
    """The moment of a dry run that is looked at."""

    eyes: Seat
    """Whose view stands beside the true map."""
    title: str
    """What that seat is called."""
    moments: Sequence[ReplayMoment]
    """Of the true course of the turn."""
    event: int
    """Which of them, from 0."""


@pages.get("/g/<game>/umpire/turn")
def show(game: str) -> str | Answer:
    """The turn as it would be played; to the umpire's page while orders are open."""
    work = umpired_game(game, "publish")
    if not work.desk.shut:
        flash(_("Orders are open: a turn can be looked at once they are closed."), "bad")
        return redirect(url_for("umpire.show", game=game), 303)
    note_dry_run(services(), work.game, need_me().id)
    return _page(work, dry_run(work), {})


@pages.get("/g/<game>/umpire/turn/map-<eyes>.svg")
def board(game: str, eyes: str) -> Response:
    """The field of the turn: after an event, as it is (umpire), or at its end, as a side would see it."""
    work = umpired_game(game, "publish")
    try:
        trial = trial_of(work)
    except NotHeld:
        abort(404)
    if eyes == UMPIRE:
        moments = followed(trial, true_mark(work, trial))[1]
        return pictures.answer(pictures.picture(moments[_event(len(moments))].chart, "whole"))
    mark = next((one for one in reports_of(trial) if one.seat == eyes), None)
    if mark is None:
        abort(404)
    return pictures.answer(pictures.picture(told_of(trial, mark)[1], "whole"))


@pages.post("/g/<game>/umpire/turn")
def act(game: str) -> str | Answer | tuple[str, int]:
    """Look at the reports with remarks (do: look), or play the turn and publish them (publish)."""
    work, form = umpired_game(game, "publish"), request.form
    notes = [(one.seat, form.get(f"note-{one.seat}", "")) for one in work.chairs]
    strikes = [(one.seat, said) for one in work.chairs for said in form.getlist(f"strike-{one.seat}")]
    notes = [(seat, text) for seat, text in notes if text.strip()]
    try:
        remarks = remarks_of(work, notes, strikes)
        if form.get("do") != "publish":
            return _page(work, dry_run(work, remarks), form)
        fine = publish(
            services(), work.game, form.get("run", ""), need_me().id, notes=notes, strikes=strikes,
            reason=form.get("reason", ""),
        )  # fmt: skip
    except NotHeld as fault:
        flash(sentence(str(fault)), "bad")
        work = umpired_game(game, "publish")
        if not work.desk.shut:
            return redirect(url_for("umpire.show", game=game), 303)
        return _page(work, dry_run(work), form), 409
    if fine:
        flash(_("The turn is played, and its reports are on their way."), "ok")
    else:
        flash(_("The turn could not be played: the game is stopped."), "bad")
    return redirect(url_for("umpire.show", game=game), 303)


def _page(work: Work, seen: DryRun, typed: Mapping[str, str]) -> str:
    look = _look(work) if not seen.broken else None
    struck = {one.seat: set(request.form.getlist(f"strike-{one.seat}")) for one in work.chairs}
    return render_template(
        "web/umpire/turn.html", game=work.game, name=name_of(work, None), seen=seen, look=look, typed=typed,
        struck=struck, mails={one.seat: text_of_page(work, one.page) for one in seen.reports},
        alt=chart_alt(look.moments[look.event].chart) if look else "", longest=LONGEST_REMARK,
        longest_reason=LONGEST_REASON,
    )  # fmt: skip


def _look(work: Work) -> TurnLook:
    trial = trial_of(work)
    moments = followed(trial, true_mark(work, trial))[1]
    seats = [one.seat for one in reports_of(trial)] or [work.chairs[0].seat]
    wanted = request.args.get("eyes", "")
    eyes = next((one for one in seats if one == wanted), seats[0])
    return TurnLook(eyes, work.chair(eyes).title, moments, _event(len(moments)))


def _event(many: int) -> int:
    """The event of the address, the last where it names none or too many."""
    given = request.args.get("event", "")
    return min(int(given), many - 1) if given.isdecimal() and len(given) < 6 else many - 1
