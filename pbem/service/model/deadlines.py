"""Wall-clock deadlines, made into UTC once and for good.

An hour that happens twice (autumn) is its first happening.  An hour that does not happen (spring) is as much later as
the clocks went forward: 02:30 becomes 03:30.
"""

from datetime import UTC, date, datetime, time, timedelta

from pbem.service.model.desk import Desk, resting
from pbem.service.options import Options, wall_time, zone_of

CHASE = timedelta(days=1)
"""Between two words to the late."""

MOST_CHASES = 14
"""After the first word: a game that waits for its late orders does not ask for ever."""


def at_wall(day: date, hour: time, zone: str) -> datetime:
    """The moment, in UTC, of an hour of a day somewhere."""
    return datetime.combine(day, hour, tzinfo=zone_of(zone)).replace(fold=0).astimezone(UTC)


def next_due(options: Options, opened: datetime) -> datetime | None:
    """When orders asked for at ``opened`` are due, in UTC; None where there are no deadlines.

    Counted in days: at the agreed hour, that many days on, and never less than half of that time away.  Counted in
    hours: that many hours on.  Then on to the first day that is allowed.
    """
    if not options.every:
        return None
    if options.unit == "hours":
        return _allowed(options, opened.astimezone(UTC) + timedelta(hours=options.every))
    hour = wall_time(options.at)
    day = opened.astimezone(zone_of(options.zone)).date() + timedelta(days=options.every)
    due = at_wall(day, hour, options.zone)
    if due - opened < timedelta(hours=12 * options.every):
        due = at_wall(day + timedelta(days=1), hour, options.zone)
    return _allowed(options, due)


def day_later(options: Options, due: datetime) -> datetime:
    """The same hour a day later (an extension), on a day that is allowed."""
    return _allowed(options, _next_day(options, due))


def after_pause(options: Options, now: datetime, left: timedelta) -> datetime:
    """When orders are due once a clock that waited runs again: all that was left, and at least a day or a whole turn.

    The shorter of the two.  Counted in days: at the agreed hour.  On a day that is allowed.
    """
    turn = timedelta(**{options.unit: options.every})
    due = now.astimezone(UTC) + max(left, min(timedelta(days=1), turn))
    if options.unit == "days":
        agreed = at_wall(due.astimezone(zone_of(options.zone)).date(), wall_time(options.at), options.zone)
        due = agreed if agreed >= due else _next_day(options, agreed)
    return _allowed(options, due)


def grace_end(options: Options, due: datetime) -> datetime:
    """When grace ends."""
    return due + timedelta(hours=options.grace)


def reminder_at(options: Options, due: datetime, opened: datetime) -> datetime | None:
    """When to remind; None for never, or where that would be in the first quarter of the time given."""
    if not options.remind:
        return None
    at = due - timedelta(hours=options.remind)
    return at if at - opened >= (due - opened) / 4 else None


def chase_at(told: datetime, times: int, end: datetime | None) -> datetime | None:
    """When the late are told once more: a day after the last time, before grace ends.  None: not any more.

    times: how often they were told since the first time.  end: of grace, None where the game waits for them.
    """
    again = told + CHASE
    if times >= MOST_CHASES or (end is not None and again >= end):
        return None
    return again


def wall(moment: datetime, zone: str) -> str:
    """A moment as a clock there shows it: ``2026-05-14 21:00``."""
    return moment.astimezone(zone_of(zone)).strftime("%Y-%m-%d %H:%M")


def _allowed(options: Options, due: datetime) -> datetime:
    zone = zone_of(options.zone)
    while due.astimezone(zone).isoweekday() not in options.weekdays:
        due = _next_day(options, due)
    return due


def _next_day(options: Options, due: datetime) -> datetime:
    """The same wall hour a day on; two days where a whole day is left out of the calendar (Samoa, 2011)."""
    local = due.astimezone(zone_of(options.zone))
    later = at_wall(local.date() + timedelta(days=1), local.time(), options.zone)
    return later if later > due else at_wall(local.date() + timedelta(days=2), local.time(), options.zone)


def local_day(options: Options, moment: datetime) -> str:
    """The day it is then in a game's zone, ``2026-08-01``."""
    return moment.astimezone(zone_of(options.zone)).date().isoformat()


def rests(options: Options, desk: Desk, now: datetime) -> bool:
    """Whether a pause that the players agreed holds."""
    return resting(desk, local_day(options, now))


def wakes(options: Options, until: str) -> datetime:
    """When a pause until a day is over: at its first moment in the game's zone, in UTC."""
    return at_wall(date.fromisoformat(until), time(0), options.zone)
