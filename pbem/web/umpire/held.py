"""A closed turn before it is played: followed event by event, ruled in, its reports remarked on and published."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, get_args

import msgspec
from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from pbem.engine.ids import UMPIRE, Seat, Seq
from pbem.engine.journal import Told
from pbem.engine.rulings.reading import forms
from pbem.reports.maps import chart_alt
from pbem.service.play.naming import name_of
from pbem.service.play.work import Work
from pbem.service.replay.downloads import text_of_page
from pbem.service.replay.replay import ReplayMoment
from pbem.service.umpire.held import (
    LONGEST_REASON,
    LONGEST_REMARK,
    DryRun,
    NotHeld,
    chart_after,
    course_of,
    dice_after,
    dry_run,
    hold_report,
    lay_down,
    moments_to_rule,
    note_dry_run,
    publish,
    release_report,
    remarks_of,
    report_chart,
    reports_of,
    take_away,
    trial_of,
)
from pbem.service.umpire.rights import NotUmpire, may
from pbem.service.umpire.turndraft import TurnDraft, keep_turn_draft, turn_draft
from pbem.web.door import need_me, services, services_looked, umpired_game
from pbem.web.game import pictures
from pbem.web.looks import sentence
from pbem.web.umpire.hearing import heard_on_form

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
    dice: Sequence[str]
    """The lines that lay its dice down."""


@pages.get("/g/<game>/umpire/turn")
def show(game: str) -> str | Answer:
    """The turn as it would be played; to the umpire's page while orders are open."""
    work = umpired_game(game, "publish")
    if not work.desk.shut:
        flash(_("Orders are open: a turn can be looked at once they are closed."), "bad")
        return redirect(url_for("umpire.show", game=game), 303)
    if note_dry_run(services(), work.game, need_me().id):
        work = umpired_game(game, "publish")
    return _page(work, {})


@pages.get("/g/<game>/umpire/turn/map-<eyes>.svg")
def board(game: str, eyes: str) -> Response:
    """The field after an event of the turn: as it is (umpire), or as a side would see it then; or its report's map."""
    work = umpired_game(game, "publish")
    if eyes != UMPIRE and all(one.seat != eyes for one in work.chairs):
        abort(404)
    try:
        if "report" in request.args and eyes != UMPIRE:
            chart = report_chart(work, Seat(eyes))
        else:
            chart = chart_after(work, _event(len(course_of(work).moments)), Seat(eyes))
    except NotHeld:
        abort(404)
    return pictures.answer(pictures.picture(chart, "whole"))


@pages.post("/g/<game>/umpire/turn")
def act(game: str) -> str | Answer | tuple[str, int]:
    """Look at the turn with what was written (do: look), play it and publish (publish).

    A ruling is laid down for the event that is looked at (plan), or taken away again (drop N, or drop for all); the
    dice of that event are written into one before it (dice N).  A
    seat's report is held, or goes out with the others after all (hold, release).  What is written under the reports
    is kept with any press, and by the page as it is left (keep).
    """
    work, form = umpired_game(game, "publish"), request.form
    written = _written(work)
    keep_turn_draft(services(), work.game, written, need_me().id)
    do, _space, number = form.get("do", "").partition(" ")
    if do == "keep":
        return "", 204
    try:
        if do in {"plan", "drop", "hold", "release"}:
            _noted(work, do, number)
            return _page(umpired_game(game, "publish"), form, planned=do == "plan")
        if do == "dice":
            return _page(work, *_with_dice(work, number))
        remarks_of(work, written.noted, written.struck)
        if do != "publish":
            return _page(work, form)
        fine = publish(
            services(), work.game, form.get("run", ""), need_me().id, notes=written.noted, strikes=written.struck,
            reason=written.reason,
        )  # fmt: skip
    except (NotHeld, NotUmpire) as fault:
        flash(sentence(str(fault)), "bad")
        work = umpired_game(game, "publish")
        if not work.desk.shut:
            return redirect(url_for("umpire.show", game=game), 303)
        return _page(work, form), 409
    if fine:
        flash(_("The turn is played, and its reports are on their way."), "ok")
    else:
        flash(_("The turn could not be played: the game is stopped."), "bad")
    return redirect(url_for("umpire.show", game=game), 303)


def _written(work: Work) -> TurnDraft:
    """What the form holds under the reports."""
    form = request.form
    return TurnDraft(
        notes={one.seat: form.get(f"note-{one.seat}", "") for one in work.chairs},
        strikes={one.seat: tuple(form.getlist(f"strike-{one.seat}")) for one in work.chairs},
        reason=form.get("reason", ""),
    )


def _noted(work: Work, do: str, what: str) -> None:
    """What is kept with the game before the turn is played.  Raises NotHeld, NotUmpire."""
    match do:
        case "plan":
            _lay_down(work)
        case "drop":
            _take_away(work, what)
        case "hold":
            seat, why = work.chair(Seat(what)).seat, request.form.get(f"hold-{what}", "")
            told = heard_on_form(f"told-{what}")
            hold_report(services_looked(), work.game, seat, why, need_me().id, told=told)
        case _:
            release_report(services_looked(), work.game, work.chair(Seat(what)).seat, need_me().id)


# --- rulings laid down --------------------------------------------------------------------------------------------


def _lay_down(work: Work) -> None:
    """The ruling that was written is laid down at the event looked at.  Raises NotHeld."""
    form = request.form
    text, reason, told = (form.get(f"plan-{one}", "").strip() for one in ("text", "reason", "told"))
    if told not in get_args(Told):
        raise NotHeld(_("say who hears of it"))
    moments = moments_to_rule(work)
    plan = msgspec.structs.replace(
        moments[_event(len(moments))], text=text, reason=reason, told=told, all_the_same=bool(form.get("plan-same"))
    )
    lay_down(services(), work.game, plan, need_me().id)


def _with_dice(work: Work, number: str) -> tuple[dict[str, str], int]:
    """What was typed, with the line that lays a roll down, and the event before it.  Raises NotHeld."""
    event = _event(len(course_of(work).moments))
    lines = dice_after(work, event)
    if not (number.isdecimal() and int(number) < len(lines)):
        raise NotHeld(_("the turn has changed since you looked: choose the dice again"))
    typed = request.form.to_dict()
    text = "\n".join(filter(None, (typed.get("plan-text", "").strip(), lines[int(number)])))
    return typed | {"plan-text": text}, event - 1


def _take_away(work: Work, number: str) -> None:
    """One that was laid down, or all (number empty).  Raises NotHeld."""
    for seq in [Seq(int(number))] if number.isdecimal() else list(work.desk.plans):
        take_away(services(), work.game, seq, need_me().id)


# --- the page -----------------------------------------------------------------------------------------------------


def _page(work: Work, typed: Mapping[str, str], event: int | None = None, *, planned: bool = False) -> str:
    """event: the one looked at; None for the one that is asked for.  planned: the ruling that was written has been laid
    down, and its fields are empty again."""
    draft = _written(work) if request.method == "POST" else turn_draft(work)
    seen = _seen(work, draft)
    look = _look(work, event) if not seen.broken else None
    return render_template(
        "web/umpire/turn.html", game=work.game, name=name_of(work, None), seen=seen, look=look, typed=typed,
        held=work.desk.held, draft=draft, planned=planned,
        mails={one.seat: text_of_page(work, one.page) for one in seen.reports},
        alt=chart_alt(look.moments[look.event].chart) if look else "", longest=LONGEST_REMARK,
        longest_reason=LONGEST_REASON, rules=may(work, need_me().id, "rule"),
        forms=forms(work.rules.rulings) if work.rules.rulings else (),
    )  # fmt: skip


def _seen(work: Work, draft: TurnDraft) -> DryRun:
    """The dry run with what is written under its reports, as far as it fits them."""
    try:
        return dry_run(work, remarks_of(work, draft.noted, draft.struck))
    except NotHeld:
        return dry_run(work)


def _look(work: Work, event: int | None) -> TurnLook:
    moments = course_of(work).moments
    event = _event(len(moments)) if event is None else event
    seats = [one.seat for one in reports_of(trial_of(work))] or [work.chairs[0].seat]
    wanted = request.values.get("eyes") or request.values.get("seen", "")
    eyes = next((one for one in seats if one == wanted), seats[0])
    return TurnLook(eyes, work.chair(eyes).title, moments, event, dice_after(work, event))


def _event(many: int) -> int:
    """The event that is asked for, the last where none or too many is."""
    given = request.values.get("event") or request.values.get("at", "")
    return min(int(given), many - 1) if given.isdecimal() and len(given) < 6 else many - 1
