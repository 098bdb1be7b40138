"""What the umpire does about time: reminds the late, moves a deadline, pauses the game, has a turn played now.

Each act but a reminder has a reason, which the journal keeps; players are told what changed, and not why.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from pbem.clock import from_iso, iso
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Clocked
from pbem.engine.wording import listed
from pbem.reports.times import both
from pbem.service.agreements.pacts import bad_day, begin_pause, end_rest, no_pause, rest_words
from pbem.service.model import deadlines
from pbem.service.model.deadlines import rests
from pbem.service.model.desk import not_ready
from pbem.service.plainwords import plain_words
from pbem.service.play.mailing import compose_mails, tell_seats
from pbem.service.play.playermail import tell_players
from pbem.service.play.running import guarded, turn_over
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import need_right
from pbem.store.tables import PlayerId

LONGEST_REASON = 300
"""Characters of a reason."""

FARTHEST = timedelta(days=366)
"""How far away an umpire may set a deadline."""

BETWEEN_NUDGES = timedelta(hours=6)
"""A seat is reminded by its umpire no more often than that."""


class NoTime(Exception):
    """Time cannot be changed like this; the message says why and what to do."""


# --- the use cases ------------------------------------------------------------------------------------------------


def nudge(services: Services, game: GameId, seat: Seat, by: PlayerId) -> None:
    """Remind a seat whose orders are missing, now.  Raises NotUmpire, NoTime, UnknownGame."""

    def act(work: Work) -> None:
        why = cannot_nudge(work, seat)
        if why:
            raise NoTime(why)
        assert work.desk.open is not None  # else it was refused
        work.note("clock", UMPIRE, Clocked(act="nudged", ask=work.desk.open.seq, note=seat, by=by))
        tell_seats(work, "reminder", [seat], str(work.last_seq))

    _done(services, game, by, act)


def move_deadline(services: Services, game: GameId, due: datetime, reason: str, by: PlayerId) -> None:
    """Set the open turn's deadline to a moment (aware); all that are asked are mailed.

    Raises NotUmpire, NoTime, UnknownGame.
    """
    why = reason_of(reason)

    def act(work: Work) -> None:
        desk = work.desk
        if desk.open is None or work.state != "running":
            raise NoTime("no orders are awaited now")
        if rests(work.options, desk, work.now):
            raise NoTime("the game is paused; end the pause first")
        if not timedelta(0) < due - work.now <= FARTHEST:
            raise NoTime(f"a deadline lies ahead, within {FARTHEST.days} days")
        asked = [one.seat for one in desk.open.batch.asks]
        work.note("clock", UMPIRE, Clocked(act="moved", ask=desk.open.seq, due=iso(due), note=why, by=by))
        tell_seats(work, "extended", asked, str(work.last_seq))

    _done(services, game, by, act)


def extend_by_days(services: Services, game: GameId, days: int, reason: str, by: PlayerId) -> None:
    """Put the open deadline off by some days, 1 to 30, at the same hour; where orders are closed, from now, which opens
    them again.  Raises as `move_deadline` does."""
    if not 1 <= days <= 30:
        raise NoTime("a deadline is put off by 1 to 30 days")
    work = open_game(services, game)
    need_right(work, by, "clock")
    if not (work.desk.due or work.desk.shut):
        raise NoTime("there is no deadline to put off; set one")
    due = max(from_iso(work.desk.due), work.now) if work.desk.due else work.now
    for _ in range(days):
        due = deadlines.day_later(work.options, due)
    move_deadline(services, game, due, reason, by)


def pause(services: Services, game: GameId, until: str, reason: str, by: PlayerId) -> None:
    """No deadline falls before a day (``2026-08-20``, in the game's zone; '' for until the umpire ends it).

    All players are told.  Raises NotUmpire, NoTime, UnknownGame.
    """
    why = reason_of(reason)

    def act(work: Work) -> None:
        bad = no_pause(work) or bad_day(work, until)
        if bad:
            raise NoTime(bad)
        begin_pause(work, UMPIRE, until, why)
        assert work.desk.rest is not None  # it has just begun
        still = "You can give orders all the same; the turn is played once all have submitted."
        told = f"The umpire has paused the game {rest_words(work, work.desk.rest)}."
        tell_players(work, "pact", work.chairs, "The game is paused", told, still, moved=True)

    _done(services, game, by, act)


def go_on(services: Services, game: GameId, reason: str, by: PlayerId) -> None:
    """End a pause, also one that the players agreed; all players are told.  Raises NotUmpire, NoTime, UnknownGame."""
    why = reason_of(reason)

    def act(work: Work) -> None:
        if work.desk.rest is None or not rests(work.options, work.desk, work.now):
            raise NoTime("the game is not paused")
        end_rest(work, UMPIRE, why)
        told = "The umpire says that the game goes on."
        tell_players(work, "pact", work.chairs, "The pause is over", told, moved=True)

    _done(services, game, by, act)


def run_now(services: Services, game: GameId, reason: str, by: PlayerId) -> bool:
    """Play the open turn with what stands; for the rest the game's policy for missed turns.  False when it stops.

    reason: '' will do where all have submitted.  Raises NotUmpire, NoTime, UnknownGame.
    """
    fine = []

    def act(work: Work) -> None:
        desk = work.desk
        if desk.open is None or work.state != "running" or desk.shut:
            raise NoTime("no orders are awaited now")
        kept = [work.chair(ask.seat).title for ask in desk.open.batch.asks if desk.held.get(ask.seat)]
        if kept:
            raise NoTime(f"you hold the report of {listed(kept)}, who cannot order yet; release it first")
        why = reason_of(reason if reason or not_ready(desk) else "All had submitted.")

        def turn() -> None:
            if desk.passed is None and desk.open is not None:
                work.note("clock", UMPIRE, Clocked(act="passed", ask=desk.open.seq, note=why, by=by))
            turn_over(work)

        fine.append(guarded(work, turn))

    _done(services, game, by, act)
    return fine[-1]


# --- what may be done ---------------------------------------------------------------------------------------------


def cannot_nudge(work: Work, seat: Seat) -> str:
    """Why a seat is not reminded now; '' when it can be."""
    chair = work.chair(seat)
    waits = work.state == "running" and not work.desk.shut and not work.desk.held.get(seat)
    if not waits or seat not in not_ready(work.desk):
        return f"no orders of {chair.title} are awaited now"
    if chair.person is None:
        return f"{chair.title} has no player who could be reminded"
    last = work.desk.nudged.get(seat, "")
    if last and work.now - from_iso(last) < BETWEEN_NUDGES:
        return f"you reminded {chair.title} {both(from_iso(last), work.options.zone)}; wait six hours between reminders"
    return ""


# --- how it is done -----------------------------------------------------------------------------------------------


def _done(services: Services, game: GameId, by: PlayerId, act: Callable[[Work], None]) -> None:
    """Do something to a game's clock, by one who may, in one transaction with its mails."""

    def attempt() -> None:
        work = open_game(services, game)
        need_right(work, by, "clock")
        need_unchanged(work, by)
        act(work)
        compose_mails(work)
        work.write()

    retried(attempt)


def reason_of(text: str) -> str:
    """An umpire's reason, in plain words.  Raises NoTime for none, or too many."""
    words = " ".join(plain_words(text).split())
    if not words:
        raise NoTime("write your reason; it is kept with the game and shown when it is over")
    if len(words) > LONGEST_REASON:
        raise NoTime(f"your reason has {len(words)} characters; at most {LONGEST_REASON} are kept")
    return words
