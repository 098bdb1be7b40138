"""Days away: which deadlines are put off because a player is not there, and until when.  Pure but for one query."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import Seat
from pbem.service.model.deadlines import day_later
from pbem.service.options import Options, zone_of
from pbem.store.tables import PlayerId, Vacation

DAY = timedelta(days=1)

Span = tuple[date, date]
"""The first and the last day away."""


class Absence(msgspec.Struct, frozen=True):
    """A seat whose player is away on some days of their own zone."""

    seat: Seat

    zone: str

    spans: Sequence[Span]

    left: int
    """Days by which its deadlines may still be put off."""

    def covers(self, moment: datetime) -> bool:
        """Whether he is away then."""
        day = moment.astimezone(zone_of(self.zone)).date()
        return any(first <= day <= last for first, last in self.spans)


def put_off(options: Options, due: datetime, absences: Iterable[Absence]) -> tuple[tuple[Seat, datetime], ...]:
    """By whom a deadline is put off, one after another, and until when (UTC); () when it stays.

    A day at a time, on days that are allowed, as long as a player is away who has days left.
    """
    away = list(absences)
    moved: list[tuple[Seat, datetime]] = []
    while away:
        who = next((one for one in away if one.covers(due)), None)
        if who is None:
            break
        later = day_later(options, due)
        left = who.left - round((later - due) / DAY)
        away.remove(who)
        if left < 0:
            continue
        away.insert(0, msgspec.structs.replace(who, left=left))
        if moved and moved[-1][0] == who.seat:
            moved.pop()
        moved.append((who.seat, later))
        due = later
    return tuple(moved)


def spans_of(session: Session, players: Iterable[PlayerId]) -> dict[PlayerId, list[Span]]:
    """The days away of these players, the earliest first."""
    found: dict[PlayerId, list[Span]] = {}
    rows = select(Vacation).where(col(Vacation.player).in_(list(players))).order_by(col(Vacation.first))
    for row in session.exec(rows).all():
        found.setdefault(row.player, []).append((date.fromisoformat(row.first), date.fromisoformat(row.last)))
    return found
