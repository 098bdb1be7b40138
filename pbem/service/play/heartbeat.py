"""When the worker last looked at the deadlines: by it outages of the service and jumps of its clock are known."""

from contextlib import suppress
from datetime import datetime, timedelta

import msgspec
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from pbem.clock import iso
from pbem.engine.ids import GameId
from pbem.service.services import Services
from pbem.store.tables import Deadline, EntryRow, Heartbeat

CLOCK = "clock"
"""The name of the worker's heartbeat."""

BEAT_EVERY = timedelta(seconds=30)
OUTAGE = timedelta(minutes=10)
"""The worker looks every few seconds; after so long without a look the service was away."""

BACKWARDS = timedelta(minutes=2)
"""A clock that has gone back by more than that is told of."""

SETTLED = timedelta(hours=2)
"""Outages that follow each other sooner count as one: nothing was made good in between."""


class Outage(msgspec.Struct, frozen=True):
    """A stretch of time in which no deadline was looked at: an outage, or a jump of the clock.  UTC."""

    start: datetime
    end: datetime

    def held(self, moment: datetime) -> bool:
        """Whether something was due in it."""
        return self.start < moment <= self.end


class Beat(msgspec.Struct, frozen=True):
    """What a look at the clock found."""

    away: Outage | None = None
    """The outage that ends now; None for none."""

    back: timedelta | None = None
    """How far the clock has gone back; None for not."""


def beat(services: Services, now: datetime) -> Beat:
    """Note that the deadlines are looked at now; what is found out by it.  Raises StoreUnavailable."""
    with services.db.reading() as session:
        row = session.get(Heartbeat, CLOCK)
    if row is None:
        _first_beat(services, now)
        return Beat()
    if timedelta(0) <= now - row.at < BEAT_EVERY:
        return Beat()
    with services.db.writing() as session:
        row = session.get_one(Heartbeat, CLOCK)
        last, row.at = row.at, now
        if last - now > BACKWARDS:
            return Beat(back=last - now)
        if now - last < OUTAGE:
            return Beat()
        joined = row.away_from is not None and row.away_to is not None and last - row.away_to < SETTLED
        row.away_from, row.away_to = (row.away_from if joined else last), now
        assert row.away_from is not None
        return Beat(away=Outage(row.away_from, now))


def _first_beat(services: Services, now: datetime) -> None:
    """The first of a new database, unless another worker that started with this one has noted it."""
    with suppress(IntegrityError), services.db.writing() as session:
        session.add(Heartbeat(name=CLOCK, at=now))


def last_away(services: Services) -> Outage | None:
    """The last outage there was; deadlines in it are acted on accordingly, however much later that is."""
    with services.db.reading() as session:
        row = session.get(Heartbeat, CLOCK)
    if row is None or row.away_from is None or row.away_to is None:
        return None
    return Outage(row.away_from, row.away_to)


def was_away(services: Services, moment: datetime) -> bool:
    """Whether the service was away when something was due, or is still."""
    away = last_away(services)
    if away is not None and away.held(moment):
        return True
    with services.db.reading() as session:
        row = session.get(Heartbeat, CLOCK)
    return row is not None and row.at < moment and services.clock.now() - row.at >= OUTAGE


def overdue(session: Session, away: Outage) -> tuple[GameId, ...]:
    """The games whose deadlines, or ends of grace, fell into an outage and are still to be acted on."""
    rows = select(Deadline.game).where(
        col(Deadline.done_at).is_(None), col(Deadline.kind).in_(("deadline", "grace")),
        col(Deadline.due_utc) > away.start, col(Deadline.due_utc) <= away.end,
    ).distinct()  # fmt: skip
    return tuple(sorted(GameId(game) for game in session.exec(rows).all()))


def from_the_future(session: Session, now: datetime) -> tuple[GameId, ...]:
    """The games with journal entries that are dated later than now."""
    rows = select(EntryRow.game).where(col(EntryRow.at) > iso(now + BACKWARDS)).distinct()
    return tuple(sorted(GameId(game) for game in session.exec(rows).all()))
