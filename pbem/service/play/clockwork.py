"""What the clock does: it reminds, gives grace, and plays a turn whose deadline has passed.

`tick` is all there is; its caller (the worker every few seconds, an operator by hand) may call it as often and
from as many processes as he likes: each due row is acted on once, in the transaction that marks it done.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

import msgspec
from sqlmodel import Session, col, select

from pbem.clock import from_iso, iso
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Clocked, Reported
from pbem.engine.wording import listed
from pbem.reports.letter import Para
from pbem.service.model import deadlines
from pbem.service.model.desk import without_answer
from pbem.service.play.clocks import put_off_for_leave
from pbem.service.play.heartbeat import Outage, last_away
from pbem.service.play.lateness import excuse, may_be_excused, tell_of_late
from pbem.service.play.mailing import tell_seats
from pbem.service.play.pages import due_of
from pbem.service.play.playermail import mail_umpires, umpires_who
from pbem.service.play.releasing import release_reports
from pbem.service.play.running import close_batch, guarded, play_on, turn_over
from pbem.service.play.work import NO_ASK, Also, Work, absent_until, held_until, open_game
from pbem.service.services import Services, apart, retried
from pbem.store import leases
from pbem.store.tables import Deadline, DeadlineKind

log = logging.getLogger(__name__)


LOST_AT_MOST = timedelta(days=1)
"""Of the time lost by an outage, where a game has no grace, that much is given back at most."""


class Ticked(msgspec.Struct, frozen=True):
    """What a tick did, by game."""

    reminded: tuple[GameId, ...] = ()

    grace: tuple[GameId, ...] = ()

    played: tuple[GameId, ...] = ()

    released: tuple[GameId, ...] = ()
    """Games in which reports went out that an absent umpire held."""

    waiting: tuple[GameId, ...] = ()

    stopped: tuple[GameId, ...] = ()

    put_off: tuple[GameId, ...] = ()
    """Deadlines put off for a player who is away, or late and excused."""

    failed: tuple[GameId, ...] = ()
    """Games left for the next tick; the log says why."""


class _Due(msgspec.Struct, frozen=True):
    game: GameId
    id: str
    kind: DeadlineKind
    ask: Seq


def tick(services: Services, now: datetime | None = None, closing: datetime | None = None) -> Ticked:
    """Act on everything that is due.  now: instead of the clock's time (tests, operators).

    closing: deadlines and ends of grace are acted on up to then only (default: up to now), for mails that came in time
    may not be here yet; reminders are not kept waiting.  One game's trouble is logged and leaves the others alone.
    Raises StoreUnavailable when the database is.
    """
    now = now or services.clock.now()
    away = last_away(services)
    did: dict[str, list[GameId]] = {name: [] for name in Ticked.__struct_fields__}
    while True:
        with services.db.writing() as session:
            rows = leases.claim_deadlines(session, now, closing=closing)
            claimed = [_Due(row.game, row.id, row.kind, row.ask_seq) for row in rows]
        if not claimed:
            return Ticked(**{name: tuple(games) for name, games in did.items()})
        for due in claimed:
            what = "failed"
            with apart(log, "the %s of %s could not be acted on", due.kind, due.game):
                what = retried(partial(_act, services, due, now, away))
            if what:
                did[what].append(due.game)


def _act(services: Services, due: _Due, now: datetime, away: Outage | None) -> str:
    """Act on one due row, in one transaction; what was done, '' for nothing."""
    work = open_game(services, due.game, now)
    what = _decide(work, due, away)
    if work.drafts:
        work.write(_done(due, now))
    else:
        with services.db.writing() as session:
            leases.finish_deadline(session, due.game, due.id, now)
    return what


def _done(due: _Due, now: datetime) -> Also:
    """Marks the row done within the transaction that acted on it (that may have marked it already, as overtaken)."""

    def mark(session: Session) -> None:
        leases.finish_deadline(session, due.game, due.id, now)

    return mark


def _decide(work: Work, due: _Due, away: Outage | None) -> str:
    """What is to be done now, noted.  A row that the desk has overtaken needs nothing.  away: the last outage."""
    desk = work.desk
    if work.state != "running":
        return ""
    if due.ask == NO_ASK:
        return _released(work)
    if desk.open is None or desk.open.seq != due.ask:
        return ""
    if desk.shut:
        waits_until = absent_until(work)
        return _unumpired(work) if waits_until is not None and work.now >= waits_until else ""
    if due.kind == "play":
        return _play(work) if desk.plays_at and work.now >= from_iso(desk.plays_at) else ""
    if not desk.due:
        return ""
    if due.kind == "reminder":
        return _remind(work)
    if due.kind == "chase":
        return _chase(work)
    if due.kind == "deadline" and desk.passed is None and work.now >= from_iso(desk.due):
        return _deadline(work, away)
    if due.kind == "grace" and desk.grace_until and work.now >= from_iso(desk.grace_until):
        return _grace_over(work, away)
    return ""


def _remind(work: Work) -> str:
    """A mail to those seats alone of which nothing stands."""
    open_ask, late = work.desk.open, without_answer(work.desk)
    if open_ask is None or work.desk.reminded or work.now >= from_iso(work.desk.due):
        return ""

    def remind() -> None:
        work.note("clock", "engine", Clocked(act="reminded", ask=open_ask.seq))
        tell_seats(work, "reminder", late, str(work.last_seq))

    return "reminded" if guarded(work, remind) else "stopped"


def _chase(work: Work) -> str:
    """A day after they were told last, the late are told again that their orders still count."""
    open_ask, late = work.desk.open, without_answer(work.desk)
    over = work.desk.grace_until and work.now >= from_iso(work.desk.grace_until)
    if open_ask is None or work.desk.passed is None or not late or over:
        return ""

    def chase() -> None:
        work.note("clock", "engine", Clocked(act="chased", ask=open_ask.seq))
        tell_seats(work, "late", late, str(work.last_seq))

    return "reminded" if guarded(work, chase) else "stopped"


def _deadline(work: Work, away: Outage | None) -> str:
    """The deadline: what stands counts; where something is missing the late are excused, if they may be; else there is
    grace, and then the game's policy.

    Where the service was away when it passed, grace is counted from now; without grace the time lost is given back.
    """
    open_ask, late = work.desk.open, without_answer(work.desk)
    assert open_ask is not None
    if put_off_and_tell(work):  # a player has noted days away since it was set
        return "put_off"
    if late and work.options.missed == "wait":
        return _pass(work, "", "the game waits for its late orders")
    due = from_iso(work.desk.due)
    if late and (away is None or not away.held(due)) and may_be_excused(work, late):
        return "put_off" if guarded(work, partial(excuse, work, late)) else "stopped"
    if late and away is not None and away.held(due):
        grace = timedelta(hours=work.options.grace) or min(due - away.start, LOST_AT_MOST)
        return _pass(work, iso(work.now + grace), _why(away))
    if late and work.options.grace:
        end = deadlines.grace_end(work.options, from_iso(work.desk.due))
        if work.now < end:
            return _pass(work, iso(end), "grace")
    return _adjudicate(work)


def _grace_over(work: Work, away: Outage | None) -> str:
    """The end of grace; what of it was lost while the service was away is given back."""
    open_ask, late, end = work.desk.open, without_answer(work.desk), from_iso(work.desk.grace_until)
    if not late or open_ask is None or away is None or not away.held(end):
        return _adjudicate(work)
    begun = from_iso(work.desk.chased_at) if work.desk.chased_at else away.start
    until = iso(work.now + (end - max(away.start, begun)))  # two outages that count as one may be longer than the grace

    def give_back() -> None:
        work.note("clock", "engine", Clocked(act="given back", ask=open_ask.seq, due=until, note=_why(away)))
        tell_seats(work, "late", late, str(work.last_seq))

    return "grace" if guarded(work, give_back) else "stopped"


def _why(away: Outage) -> str:
    return f"the service was away from {iso(away.start)} until {iso(away.end)}"


def _pass(work: Work, until: str, note: str) -> str:
    open_ask, late = work.desk.open, without_answer(work.desk)
    assert open_ask is not None

    def mark() -> None:
        work.note("clock", "engine", Clocked(act="passed", ask=open_ask.seq, due=until, note=note))
        tell_seats(work, "late", late, str(work.last_seq))
        tell_of_late(work, late, until)
        _tell_umpires(work, late)

    if not guarded(work, mark):
        return "stopped"
    return "grace" if until else "waiting"


def _tell_umpires(work: Work, late: Iterable[Seat]) -> None:
    """The deadline has passed, and orders are missing: whose, and what comes of it."""
    for one in umpires_who(work, "clock"):
        due = due_of(work, one.zone)
        instead = f"Grace runs until {due.grace_told}." if due and due.grace_told else "The game waits for them."
        can = Para(f"{instead} You can remind them, move the deadline, or have the turn played now.")
        who = listed([work.chair(seat).title for seat in late])
        mail_umpires(work, [one], f"orders missing from {who}", f"The deadline has passed without {who}.", (can,))


def _play(work: Work) -> str:
    """All have submitted, and the delay is over."""

    return "played" if guarded(work, lambda: turn_over(work)) else "stopped"


def _unumpired(work: Work) -> str:
    """Its umpire has let a closed turn wait for longer than was agreed."""

    def turn() -> None:
        release_reports(work, list(work.desk.held))
        work.note("report", "engine", Reported(act="published"))
        close_batch(work)
        play_on(work)

    return "played" if guarded(work, turn) else "stopped"


def _released(work: Work) -> str:
    """Its umpire has held a report for longer than was agreed."""
    seats = [seat for seat, until in held_until(work).items() if work.now >= until]
    if not seats:
        return ""
    return "released" if guarded(work, lambda: release_reports(work, seats)) else "stopped"


def _adjudicate(work: Work) -> str:
    """The turn is played with what stands."""
    open_ask = work.desk.open
    assert open_ask is not None

    def turn() -> None:
        if work.desk.passed is None:
            work.note("clock", "engine", Clocked(act="passed", ask=open_ask.seq))
        turn_over(work)

    return "played" if guarded(work, turn) else "stopped"


def next_due(services: Services) -> datetime | None:
    """When the earliest open deadline is; None when none is open."""
    with services.db.reading() as session:
        return session.exec(
            select(Deadline.due_utc).where(col(Deadline.done_at).is_(None)).order_by(col(Deadline.due_utc)).limit(1)
        ).first()


def put_off_and_tell(work: Work) -> bool:
    """Put the deadline off for players who are away, and tell every seat asked the new one; whether there is one."""
    moved: list[bool] = []

    def move() -> None:
        if put_off_for_leave(work) and work.desk.open is not None:
            tell_seats(work, "extended", [ask.seat for ask in work.desk.open.batch.asks], str(work.last_seq))
            moved.append(True)

    return guarded(work, move) and bool(moved)
