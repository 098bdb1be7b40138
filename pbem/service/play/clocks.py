"""When the open turn of a game under work is due: its clock opened, run on, or put off while a player is away."""

from datetime import datetime, timedelta
from typing import Literal

from pbem.clock import from_iso, iso
from pbem.engine.journal import Clocked
from pbem.service.model import deadlines
from pbem.service.model.deadlines import rests, wakes
from pbem.service.model.desk import deputies_in, not_ready
from pbem.service.play.leave import Absence, put_off, spans_of
from pbem.service.play.work import Work


def open_clock(work: Work, act: Literal["opened", "moved"], author: str = "engine", note: str = "") -> None:
    """The open turn is given its whole time, from now or from the end of a pause; in an open one it has no deadline.

    Nor has it one while the umpire holds the report of a seat that is asked.
    """
    if work.desk.open is not None and any(work.desk.held.get(ask.seat) for ask in work.desk.open.batch.asks):
        return
    since = work.now
    if work.desk.rest is not None and rests(work.options, work.desk, work.now):
        if not work.desk.rest.until:
            return
        since = wakes(work.options, work.desk.rest.until)
    due = deadlines.next_due(work.options, since)
    if due is not None:
        run_until(work, due, act, author, note)


def run_until(
    work: Work, due: datetime, act: Literal["opened", "moved"], author: str = "engine", note: str = ""
) -> None:
    """Set the open turn's deadline, later where a player whose orders are wanted is away then."""
    assert work.desk.open is not None
    work.note("clock", author, Clocked(act=act, ask=work.desk.open.seq, due=iso(due), note=note))
    put_off_for_leave(work)


def put_off_for_leave(work: Work) -> bool:
    """Put the deadline off while a player is away, as far as his leave goes; whether it was.

    Players who are ready, or have a deputy in this turn, do not count.  No player is told why.
    """
    desk, absences = work.desk, _absences(work)
    if desk.open is None or not desk.due or not absences:
        return False
    moved = put_off(work.options, from_iso(desk.due), absences)
    for seat, due in moved:
        work.note("clock", seat, Clocked(act="put off", ask=desk.open.seq, due=iso(due)))
    return bool(moved)


def delay_of(work: Work) -> timedelta:
    """How long a turn waits once all have submitted.

    Not at all where only one person plays, or an umpire looks at it first.
    """
    persons = {chair.person.player for chair in work.chairs if chair.person is not None}
    held = work.options.reports == "held" and work.desk.umpire
    return timedelta(minutes=work.options.delay if len(persons) > 1 and not held else 0)


def play_soon(work: Work) -> datetime | None:
    """All have submitted: note when the turn is played, at the deadline at the latest; None for at once."""
    delay, now = delay_of(work), max(work.now, work.services.clock.now())
    if not delay or work.desk.open is None:
        return None
    ends = (from_iso(end) for end in (work.desk.due, work.desk.grace_until) if end)
    due = min([now + delay, *(end for end in ends if end > now)])
    work.note("clock", "engine", Clocked(act="all in", ask=work.desk.open.seq, due=iso(due)))
    return due


def _absences(work: Work) -> list[Absence]:
    desk, options = work.desk, work.options
    people = {
        seat: person
        for seat in not_ready(desk)
        if (person := work.chair(seat).person) is not None and not deputies_in(desk, seat, desk.turns[seat])
    }
    if not options.leave or not people:
        return []
    with work.services.db.reading() as session:
        spans = spans_of(session, {person.player for person in people.values() if person.player})
    return [
        Absence(seat, person.zone, spans[person.player], options.leave - desk.leave.get(seat, 0))
        for seat, person in people.items()
        if person.player in spans
    ]
