"""Clocks that wait, because a player could not be told of their turn; and the operator told in time (promise 10).

`raise_alarms` is all there is; its caller (the worker every minute, and before a deadline is acted on) may call
it as often as he likes.  A clock that waits has no deadline at all: nothing that goes by deadlines can act on one.  It
runs again when the player files anything by any door, when his report has gone out after all and has not come back,
or when the operator lets it.
"""

import logging
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import msgspec
from sqlalchemy import or_
from sqlmodel import col, select

from pbem.clock import from_iso, iso
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Clocked
from pbem.reports.times import local
from pbem.service.model import deadlines
from pbem.service.outgoing.alarmmail import about_seats, tell_of_lost, tell_of_waiting
from pbem.service.outgoing.returns import send_on
from pbem.service.outgoing.unheard import Trouble, Unheard, clock_runs, not_gone_well, time_to_tell, unheard
from pbem.service.play.mailing import tell_seats
from pbem.service.play.running import guarded
from pbem.service.play.work import Work, open_game
from pbem.service.queues import deliverability
from pbem.service.services import Services, apart, retried
from pbem.store.errors import BrokenGame
from pbem.store.tables import WORDS_ONLY, Deadline, Game, OutMail, PlayerId

log = logging.getLogger(__name__)

PAUSED = "a player could not be told of this turn"


class Raised(msgspec.Struct, frozen=True):
    """What a look at players who were not told has changed."""

    paused: tuple[GameId, ...] = ()
    """Games whose clock it stopped."""

    waiting: tuple[GameId, ...] = ()
    """Games whose clock was stopped before and waits still."""

    running: tuple[GameId, ...] = ()
    """Games whose clock runs again."""

    failed: tuple[GameId, ...] = ()
    """Games left for the next look; the log says why."""


class Alarm(msgspec.Struct, frozen=True, kw_only=True):
    """A player whom mail has not told of a turn, for the operator's pages."""

    game: GameId

    title: str

    seat: Seat

    seat_title: str

    turn: int
    """Number of the turn, as the seat counts."""

    name: str

    address: str
    """Where the report was sent."""

    trouble: Trouble

    said: str

    waits: bool
    """Whether the game's clock is stopped for it."""

    since: datetime | None

    due: datetime | None
    """The deadline that there was; None for none."""


class ClockRuns(Exception):
    """The clock of a game does not wait; the message says so."""


# --- what is called -----------------------------------------------------------------------------------------------


def raise_alarms(services: Services, now: datetime | None = None, games: Collection[GameId] | None = None) -> Raised:
    """Stop the clocks of turns whose players have not heard of them, and let those run whose trouble is over.

    The operator is told of each.  games: these alone (default: all that are in doubt).  Where mails do not go out by a
    relay (``pbem run``, a dry run) there is no telling who has heard, and nothing is done.  One game's trouble is
    logged and leaves the others alone.  Raises StoreUnavailable.
    """
    if services.config.builtin_mailbox or not services.config.smtp_url:
        return Raised()
    now = now or services.clock.now()
    did: dict[str, list[GameId]] = {name: [] for name in Raised.__struct_fields__}
    for game in _in_doubt(services) if games is None else games:
        what = "failed"
        with apart(log, "whether the players of %s have heard of their turns could not be told", game):
            what = retried(partial(_look, services, game, now))
        if what:
            did[what].append(game)
    if games is None:
        tell_of_waiting(services, now, (*did["paused"], *did["waiting"]))
        tell_of_lost(services, now)
    return Raised(**{name: tuple(some) for name, some in did.items()})


def before_deadlines(services: Services, now: datetime) -> Raised:
    """`raise_alarms` for the games whose deadline (or grace) has come: to be called before anything acts on them."""
    come = select(Deadline.game).where(
        col(Deadline.done_at).is_(None), col(Deadline.kind).not_in(WORDS_ONLY), col(Deadline.due_utc) <= now
    )
    with services.db.reading() as session:
        games = sorted({GameId(game) for game in session.exec(come).all()})
    return raise_alarms(services, now, games) if games else Raised()


def let_run(services: Services, game: GameId, note: str = "") -> datetime:
    """The operator lets a clock run that waits: the new deadline.  For this turn it does not wait again.

    note: why; the journal keeps it.  Raises ClockRuns when the clock does not wait, UnknownGame.
    """

    def attempt() -> datetime:
        work = open_game(services, game)
        if work.desk.paused is None or work.state != "running":
            raise ClockRuns(f"the deadline of {work.title} ({game}) is not on hold for a player")
        due = _run_on(work, "umpire", note)
        work.write()
        return due

    return retried(attempt)


def open_alarms(services: Services, game: GameId | None = None) -> tuple[Alarm, ...]:
    """Every player who has not heard of his turn, where the operator was told or a clock waits for it.

    game: in this one only.  Raises UnknownGame.
    """
    works = _opened(services) if game is None else [open_game(services, game)]
    with services.db.reading() as session:
        return tuple(
            _alarm(work, one) for work in works for one in unheard(session, work) if _to_tell(work, one, work.now)
        )


def waits_for(services: Services, game: GameId, player: PlayerId) -> Unheard | None:
    """Why a clock waits for a player, if it does.  Raises UnknownGame."""
    work = open_game(services, game)
    if work.desk.paused is None:
        return None
    with services.db.reading() as session:
        return next((one for one in unheard(session, work) if one.to.player == player), None)


# --- one game -----------------------------------------------------------------------------------------------------


def _in_doubt(services: Services) -> tuple[GameId, ...]:
    """The games whose clock waits, or a report of whose turns has not gone out well: no others need be opened."""
    with services.db.reading() as session:
        running = select(Game.id).where(col(Game.state) == "running", or_(col(Game.clock_paused), not_gone_well()))
        return tuple(GameId(game) for game in session.exec(running.order_by(col(Game.id))).all())


def _opened(services: Services) -> list[Work]:
    works = []
    for game in _in_doubt(services):
        with suppress(BrokenGame):  # stopped as it is opened
            works.append(open_game(services, game))
    return works


def _look(services: Services, game: GameId, now: datetime) -> str:
    """Stop a game's clock, let it run, or tell of another seat; a word of `Raised`, '' for nothing."""
    work = open_game(services, game, now)
    if work.state != "running" or work.desk.open is None or work.desk.waived:
        return ""
    with services.db.reading() as session:
        found = unheard(session, work)
    if work.desk.paused is not None and not found:
        _run_on(work, "engine", "whoever was waited for has been told of the turn, or has ordered")
        work.write()
        return "running"
    due, found = (
        _due(work),
        tuple(one for one in found if _to_tell(work, one, now) and not _sent_on(services, one, now)),
    )
    stops = bool(found) and clock_runs(work.desk)
    if stops:
        log.warning("the clock of %s waits: %s", game, ", ".join(f"{one.seat}: {one.trouble}" for one in found))
        work.note("clock", "engine", Clocked(act="paused", ask=work.desk.open.seq, note=PAUSED))
    told = about_seats(services, work, [one for one in found if one.trouble in {"lost", "doubtful"}], due)
    if work.drafts or told:
        work.write(*told)
    if stops:
        return "paused"
    return "waiting" if work.desk.paused is not None else ""


def _sent_on(services: Services, one: Unheard, now: datetime) -> bool:
    """Whether what is lost has just been sent to another address: one that he has confirmed since."""
    if one.trouble != "lost":
        return False
    with services.db.writing() as session:
        return bool(send_on(session, session.get_one(OutMail, one.mail, options=[deliverability.unread()]), now))


def _to_tell(work: Work, one: Unheard, now: datetime) -> bool:
    """Whether the operator has to hear of it now: at once of what is lost, else before a deadline that runs."""
    if one.trouble == "lost" or work.desk.paused is not None:
        return True
    return clock_runs(work.desk) and time_to_tell(work.desk, now)


def _due(work: Work) -> str:
    """The deadline that runs, or ran until the clock was stopped, in the game's own zone."""
    due = work.desk.due if work.desk.paused is None else work.desk.paused.due
    return local(from_iso(due), work.options.zone) if due else ""


def _run_on(work: Work, author: str, note: str) -> datetime:
    """Let the clock run again, and tell every seat asked the new deadline."""
    open_ask, paused = work.desk.open, work.desk.paused
    assert open_ask is not None
    assert paused is not None
    left = max(from_iso(paused.due) - from_iso(paused.at), timedelta(0))
    due = deadlines.after_pause(work.options, work.now, left)

    def run_on() -> None:
        work.note("clock", author, Clocked(act="moved", ask=open_ask.seq, due=iso(due), note=note))
        tell_seats(work, "extended", [ask.seat for ask in open_ask.batch.asks], str(work.last_seq))

    guarded(work, run_on)
    return due


def _alarm(work: Work, one: Unheard) -> Alarm:
    paused = work.desk.paused
    due = paused.due if paused else work.desk.due
    return Alarm(
        game=work.game, title=work.title, seat=one.seat, seat_title=work.chair(one.seat).title, turn=one.turn,
        name=one.to.name, address=one.to.address, trouble=one.trouble, said=one.said, waits=paused is not None,
        since=from_iso(paused.at) if paused else None, due=from_iso(due) if due else None,
    )  # fmt: skip
