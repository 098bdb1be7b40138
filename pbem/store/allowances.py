"""How often something may be done, counted in the database: an allowance holds over all processes together.

Nothing here knows the time: ``now`` comes in, aware and UTC.  The counts need not survive a power cut, so a session of
``Database.writing(durable=False)`` does.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from sqlalchemy import delete, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlmodel import Session, col, select

from pbem.store.tables import Use

_MS = timedelta(milliseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Allowance(msgspec.Struct, frozen=True):
    """Something that may be done ``most`` times in any stretch of time as long as ``within``."""

    name: str
    most: int
    within: timedelta


def take(session: Session, allowances: Sequence[Allowance], now: datetime, times: int = 1) -> bool:
    """Count something done now under each allowance; False, and nothing is counted, if one of them has no room.

    Name allowances that are taken together always in the same order: each is locked until the transaction ends.
    """
    found = [(one, _locked(session, one, now)) for one in allowances]
    if any(len(moments) + times > one.most for one, moments in found):
        return False
    for one, moments in found:
        kept = msgspec.json.encode([*moments, *[_ms(now)] * times]).decode()
        changed = update(Use).where(col(Use.name) == one.name).values(moments=kept, until=now + one.within)
        session.connection().execute(changed)
    return True


def taken(session: Session, allowance: Allowance, now: datetime) -> list[datetime]:
    """When it was done, as far as it counts still; oldest first."""
    row = session.get(Use, allowance.name)
    return [_EPOCH + one * _MS for one in _counting(row.moments, allowance.within, now)] if row else []


def full(session: Session, prefix: str, most: int, within: timedelta, now: datetime) -> frozenset[str]:
    """What follows the prefix in the names of allowances that have no room now."""
    named = select(Use).where(col(Use.name).startswith(prefix, autoescape=True), col(Use.until) > now)
    rows = session.exec(named).all()
    return frozenset(
        row.name.removeprefix(prefix) for row in rows if len(_counting(row.moments, within, now)) >= most
    )  # fmt: skip


def sweep(session: Session, now: datetime) -> int:
    """Remove the counts that count no more; how many."""
    return session.connection().execute(delete(Use).where(col(Use.until) <= now)).rowcount


def _locked(session: Session, allowance: Allowance, now: datetime) -> list[int]:
    """The moments that count, in milliseconds; no other transaction takes of this allowance until ours has ended."""
    insert = insert_postgresql if session.connection().dialect.name == "postgresql" else insert_sqlite
    row = insert(Use).values(name=allowance.name, moments="[]", until=now + allowance.within)
    row = row.on_conflict_do_update(index_elements=["name"], set_={"until": col(Use.until)})
    (moments,) = session.connection().execute(row.returning(col(Use.moments))).one()
    return _counting(moments, allowance.within, now)


def _counting(moments: str, within: timedelta, now: datetime) -> list[int]:
    """Those of the moments that count.  One from further ahead was noted before the clock was set back."""
    length = within // _MS
    return [one for one in msgspec.json.decode(moments, type=list[int]) if abs(_ms(now) - one) < length]


def _ms(moment: datetime) -> int:
    return (moment - _EPOCH) // _MS
