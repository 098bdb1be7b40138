"""A game under work moved on: the rule set's script played until players are waited for, a fault of it caught."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from pbem.clock import iso
from pbem.engine.asks import Ask, Batch, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import Seat, Seq
from pbem.engine.journal import Answered, Asked, Clocked, Reported, Submitted, Unasked
from pbem.engine.play import Drift, Misuse, NeedsDice, Run, Waiting, advance
from pbem.engine.wording import plural
from pbem.reports.letter import Para, Quote
from pbem.service.model.desk import not_ready, one_side_of
from pbem.service.model.mails import KEPT_MEANWHILE, MailMatter, operator_of
from pbem.service.play.called import decider
from pbem.service.play.clocks import open_clock
from pbem.service.play.letters import deliver_due
from pbem.service.play.mailing import compose_mails, tell_ahead
from pbem.service.play.misses import MISSED_TURN
from pbem.service.play.newsbook import print_news
from pbem.service.play.playermail import mail_umpires, umpires_who
from pbem.service.play.releasing import lay_open, release_reports
from pbem.service.play.void import told_before
from pbem.service.play.work import Answer, Mark, Work

log = logging.getLogger(__name__)


class PlayHalted(Exception):
    """The play cannot go on: why."""


def guarded(work: Work, action: Callable[[], None]) -> bool:
    """Do something that rules code takes part in, and make its mails.  False when that failed.

    Then all it noted is dropped, and the game is stopped with the reason; what was noted before stays.
    """
    before = replace(work)
    try:
        action()
        compose_mails(work)
    except (Exception, Misuse) as fault:  # noqa: BLE001  # whatever rules code does wrong stops its own game only
        for name in ("desk", "table", "battle", "drafts", "new_marks", "matters", "composed", "state"):
            setattr(work, name, getattr(before, name))
        stop_game(work, fault)
        return False
    return True


def stop_game(work: Work, fault: BaseException) -> None:
    """Stop the game: the reason is journaled, logged, and mailed to the operator and to its umpires."""
    reason = str(fault) if isinstance(fault, PlayHalted) else f"{type(fault).__name__}: {fault}"
    log.error("%s (%s) is stopped after entry %s: %s", work.title, work.game, work.last_seq, reason, exc_info=fault)
    work.stop_reason = f"after entry {work.last_seq}: {reason}"
    work.note("clock", "engine", Clocked(act="stopped", note=work.stop_reason))
    work.state = "stopped"
    operator = operator_of(work.services.config)
    if operator is not None:
        matter = MailMatter(
            kind="stopped", to=operator, at=work.now, game=work.game, revision=str(work.last_seq),
            text=work.stop_reason,
        )  # fmt: skip
        work.matters = (*work.matters, matter)
    lead = f"{work.title} has been stopped: the program could not play it on. Your other games go on."
    told = (Quote(work.stop_reason), Para("The operator has been told what to do about it."), Para(KEPT_MEANWHILE))
    for one in work.umpires:
        sided = one.player is not None and one_side_of(work.desk, one.player)  # why may tell of the other side
        more, page = (told[1:], "") if sided else (told, "umpire")
        mail_umpires(work, [one], "the game is stopped", lead, more, page=page)
    compose_mails(work)


def advanced(work: Work) -> Run:
    """How the battle goes on from here; nothing of it is noted."""
    dice = SeededDice(bytes.fromhex(work.seed), work.game, work.desk.words)
    decide = decider(work.rules, _fought_here(work))
    return advance(work.rules, work.late_story, next_seq=work.last_seq + 1, dice=dice, decide=decide)


def still_asked(work: Work) -> bool:
    """Whether the battle still waits for the very questions that are open: then submissions and deadline stay."""
    run, asked = advanced(work), work.desk.open
    return isinstance(run.stop, Waiting) and not run.drafts and asked is not None and run.stop.batch == asked.batch


def _fought_here(work: Work) -> bytes:
    """What battles of aides are fought by as the turn is played: only in a game whose umpire looks at it before."""
    return bytes.fromhex(work.seed) if holds(work) else b""


def nothing_between(work: Work) -> bool:
    """No ruling comes between what is played."""
    return False


def play_on(work: Work, between: Callable[[Work], bool] = nothing_between) -> None:
    """Play on until persons are waited for, or the battle is over; aides answer as they are asked.

    The open ask is made equal to what the script now waits for.  between: notes the ruling that comes next, if one
    comes here, and says whether it has; what the rules make of it is played anew from there.
    """
    while True:
        run = advanced(work)
        if isinstance(run.stop, Drift):
            raise PlayHalted(str(run.stop))
        if isinstance(run.stop, NeedsDice):
            raise PlayHalted(f"dice by hand are wanted for {run.stop.key}, and nobody can throw them here yet")
        if _noted_until(work, run, between):
            continue
        if run.stop is None:
            return _end(work)
        if _for_battles(work, run.stop):
            return None
        anew = _ask(work, run.stop)
        _let_aides_write(work)
        if not_ready(work.desk):
            return tell_ahead(work) if anew else None
        if _is_held(work):
            return shut(work)
        if umpire_plays(work):
            return tell_ahead(work) if anew else None
        close_batch(work)


def _for_battles(work: Work, stop: Waiting) -> bool:
    """Whether a battle's result is waited for: no seat is asked then, and the worker sees to the battle."""
    calls = work.rules.calls
    if calls is None or not all(calls.of_ask(one) is not None for one in stop.batch.asks):
        return False
    if work.desk.open is not None:
        work.note("unask", "engine", Unasked(work.desk.open.seq))
    return True


def _noted_until(work: Work, run: Run, between: Callable[[Work], bool]) -> bool:
    """Note what a run came to; whether a ruling came between, and the rest of the run was not noted."""
    for draft in run.drafts:
        if between(work):
            return True
        work.note(draft.kind, draft.author, draft.body)
    return between(work)


def umpire_plays(work: Work) -> bool:
    """Whether each turn waits for the umpire: aides alone play, and without a pause their battle is over at once."""
    return bool(work.desk.umpire) and all(one.aide for one in work.chairs)


def waits_for_word(work: Work) -> bool:
    """Whether all orders of such a game are in, and its umpire's word alone is missing."""
    return work.state == "running" and umpire_plays(work) and not not_ready(work.desk)


def turn_over(work: Work) -> None:
    """No more orders are awaited: the turn is played, or closed for its umpire to play."""
    if _is_held(work):
        return shut(work)
    close_batch(work)
    return play_on(work)


def holds(work: Work) -> bool:
    """Whether the turns of a game wait for its umpire."""
    return work.options.reports == "held" and bool(work.desk.umpire)


def _is_held(work: Work) -> bool:
    """Whether the open turn waits for the umpire: one that only aides were asked for does not."""
    asks = work.desk.open.batch.asks if work.desk.open is not None else ()
    return holds(work) and (umpire_plays(work) or any(not work.chair(one.seat).aide for one in asks))


def shut(work: Work) -> None:
    """Close the open orders; from then on they wait for the umpire, who is mailed."""
    if work.desk.open is None or work.desk.shut:
        return
    work.note("clock", "engine", Clocked(act="shut", ask=work.desk.open.seq))
    told = (
        Para("Look at the turn as it would be played, add a note to a report or strike a sentence, then publish."),
        *absent_words(work),
    )
    mail_umpires(
        work, umpires_who(work, "publish"), "orders are closed", "All orders are in, or their time is over.", told,
        page="umpire/turn",
    )  # fmt: skip


def absent_words(work: Work) -> tuple[Para, ...]:
    """Until when the turn waits for the umpire, for the umpire."""
    days = work.options.absent
    return (Para(f"Without you the turn is played after {plural(days, 'day', 'days')}."),) if days else ()


def set_going(work: Work, author: str, reason: str) -> bool:
    """Let a stopped game run, with a note of why; whether it was stopped.  Once its dice are published it is over."""
    if work.state != "stopped":
        return False
    work.state, work.stop_reason = "over" if work.desk.seed else "running", ""
    work.note("clock", author, Clocked(act="resumed", note=reason))
    return True


def go_on(work: Work) -> None:
    """Play on after a stop: a batch that every seat was ready for is closed first."""
    if work.desk.shut:
        return None
    if work.desk.open is not None and not umpire_plays(work):
        if not not_ready(work.desk):
            return turn_over(work)
        open_clock(work, "moved")
    return play_on(work)


def go_on_with_aides(work: Work) -> None:
    """After an aide has taken a seat: it writes at once, and the turn is played if that was all it waited for."""
    release_reports(work, [one.seat for one in work.chairs if one.aide and one.seat in work.desk.held])
    if work.desk.open is None:
        return
    _let_aides_write(work)
    if not not_ready(work.desk) and (holds(work) or not umpire_plays(work)):
        turn_over(work)


def _ask(work: Work, stop: Waiting) -> bool:
    """Make the open ask equal to what is waited for; whether it had to be changed."""
    open_ask = work.desk.open
    if open_ask is not None and open_ask.batch == stop.batch:
        return False
    turns = work.desk.turns
    for seat in (one.seat for one in stop.batch.asks):
        deliver_due(work, seat, turns.get(seat, 0) + 1)
    print_news(work)
    told_up_to = work.last_seq
    if open_ask is not None:
        work.note("unask", "engine", Unasked(open_ask.seq))
    work.note("ask", "engine", Asked(stop.batch))
    for seat in (one.seat for one in stop.batch.asks):
        if work.desk.turns.get(seat, 0) != turns.get(seat, 0):
            _mark(work, seat, work.desk.turns[seat] - 1, told_up_to)
    if any(not work.chair(one.seat).aide for one in stop.batch.asks):
        open_clock(work, "opened")
    return True


def _mark(work: Work, seat: Seat, number: int, to_seq: Seq) -> None:
    mark = Mark(
        seat,
        number,
        told_before(work, seat),
        to_seq,
        work.rules.course.turn_name(work.view(seat)),
        iso(work.now),
    )
    work.new_marks = (*work.new_marks, mark)


def _let_aides_write(work: Work) -> None:
    """Orders for every seat an aide has.  What a player filed before he left stands, and is made final.

    Of a turn that is closed they write nothing more.
    """
    open_ask = work.desk.open
    assert open_ask is not None
    if work.desk.shut:
        return
    for ask in open_ask.batch.asks:
        had = open_ask.submissions.get(ask.seat)
        if not work.chair(ask.seat).aide or (had is not None and had.final):
            continue
        if had is not None and had.answer is not None:
            answer, text, sent = had.answer, had.text, ""
        else:
            answer, text, sent = aide_orders(work, ask)
        number = work.desk.filed[ask.seat].number + 1 if ask.seat in work.desk.filed else 1
        body = Submitted(
            ask=open_ask.seq, seat=ask.seat, number=number, door="aide", text=text, answer=answer, final=True,
            by="aide-de-camp", sent=sent,
        )  # fmt: skip
        work.note("orders", ask.seat, body)


def aide_orders(work: Work, ask: Ask[Any]) -> tuple[Answer, str, str]:
    """The aide's answer to an ask, its canonical text, and what he wrote.

    It is read as a player's is.  Text that cannot be read is replaced by silence, and logged.  An empty text is
    silence: there is nothing to order, all units fight.
    """
    view = work.view(ask.seat)
    sent = work.rules.aide.orders(view, ask, work.options.aides.get(ask.seat, ""))
    if not sent.strip():
        silent = work.rules.deciding.silent(view, ask).answer
        return silent, work.rules.language.write(view, silent), ""
    reading = work.rules.language.read(view, ask, sent)
    if reading.problems:
        log.warning("%s: the aide of %s wrote lines that were refused: %s", work.game, ask.seat, reading.problems)
    if reading.answer is None or ask.refusal(reading.answer):
        log.warning("%s: nothing the aide of %s wrote can be taken: %r", work.game, ask.seat, sent)
        silent = work.rules.deciding.silent(view, ask).answer
        return silent, work.rules.language.write(view, silent), sent
    answer = work.rules.language.overlay(view, None, reading.answer)  # what outlasts a turn stays
    return answer, work.rules.language.write(view, answer), sent


def close_batch(work: Work) -> None:
    """Close the open batch with what stands; where nothing stands, by the game's policy for missed turns."""
    open_ask = work.desk.open
    assert open_ask is not None
    given = tuple(_given(work, ask) for ask in open_ask.batch.asks)
    batch: Batch[Any] = open_ask.batch
    work.note("answer", "engine", Answered(batch, given, open_ask.seq))


def _given(work: Work, ask: Ask[Any]) -> Given[Any]:
    open_ask = work.desk.open
    submission = open_ask.submissions.get(ask.seat) if open_ask else None
    if submission is not None and submission.answer is not None:
        return Given(submission.answer, "aide" if submission.door == "aide" else "player")
    if work.options.missed == "aide":
        answer, _, _ = aide_orders(work, ask)
        return Given(answer, "aide", MISSED_TURN)
    return msgspec.structs.replace(work.rules.deciding.silent(work.view(ask.seat), ask), by="deadline")


def _end(work: Work) -> None:
    """The battle is over: every seat is told, and the seed is published, at once or with the last report held."""
    if work.desk.ended:
        return
    print_news(work, over=True)
    if work.desk.open is not None:  # a turn that is not played any more has no report to hold
        release_reports(work, [seat for seat, told in work.desk.held.items() if not told])
    told_up_to = work.last_seq
    if work.desk.open is not None:
        work.note("unask", "engine", Unasked(work.desk.open.seq))
    for chair in work.chairs:
        _mark(work, chair.seat, work.desk.turns.get(chair.seat, 0), told_up_to)
    if work.desk.held:
        work.note("report", "engine", Reported(act="ended"))
    else:
        lay_open(work)
