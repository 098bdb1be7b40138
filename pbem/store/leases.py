"""Who works on what: leases on things only one worker may touch, claims on deadlines and on the outbox.

Nothing here knows the time: ``now`` comes in, aware and UTC.  All of it needs a writing session, kept short: claim,
commit, work, then settle in another transaction.  A worker that dies holding something loses it when its time is up.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import and_, or_
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlmodel import Session, col, delete, select, update

from pbem.engine.ids import GameId
from pbem.store.tables import WAITING, WORDS_ONLY, Deadline, Game, Lease, MailKey, OutMail, OutState

DEADLINE_HOLD = timedelta(minutes=2)
MAIL_HOLD = timedelta(minutes=5)


def take(session: Session, name: str, holder: str, now: datetime, until: datetime) -> bool:
    """Take a lease that is free, has run out or is the holder's own already; whether it is now the holder's."""
    insert = insert_postgresql if session.connection().dialect.name == "postgresql" else insert_sqlite
    free = or_(col(Lease.until) <= now, col(Lease.holder) == holder)
    taking = insert(Lease).values(name=name, holder=holder, until=until)
    taking = taking.on_conflict_do_update(index_elements=["name"], set_={"holder": holder, "until": until}, where=free)
    return session.connection().execute(taking.returning(col(Lease.name))).first() is not None


def renew(session: Session, name: str, holder: str, now: datetime, until: datetime) -> bool:
    """Keep a lease for longer; False when it ran out or is another worker's: stop that work."""
    mine = and_(col(Lease.name) == name, col(Lease.holder) == holder, col(Lease.until) > now)
    renewed = session.connection().execute(update(Lease).where(mine).values(until=until))
    return renewed.rowcount == 1


def release(session: Session, name: str, holder: str) -> None:
    """Give a lease back; nothing happens when it is not the holder's any more."""
    session.connection().execute(delete(Lease).where(col(Lease.name) == name, col(Lease.holder) == holder))


def waits_until(session: Session, name: str, until: datetime) -> datetime:
    """When a wait ends: as was said when it began; it begins now if it had not.  `release` ends it, by its own name."""
    insert = insert_postgresql if session.connection().dialect.name == "postgresql" else insert_sqlite
    begun = insert(Lease).values(name=name, holder=name, until=until).on_conflict_do_nothing()
    session.connection().execute(begun)
    return session.exec(select(Lease.until).where(Lease.name == name)).one()


def claim_deadlines(
    session: Session, now: datetime, limit: int = 20, hold: timedelta = DEADLINE_HOLD, closing: datetime | None = None
) -> Sequence[Deadline]:
    """Deadlines due that no other worker has, earliest first; they are the caller's for as long as ``hold``.

    closing: reminders and chases are claimed when they are due, all else only if it was due by then (default: by now).
    Each is done with `finish_deadline` in the transaction that acts on it.
    """
    overdue = or_(col(Deadline.kind).in_(WORDS_ONLY), col(Deadline.due_utc) <= (closing or now))
    due = (
        select(Deadline)
        .where(col(Deadline.done_at).is_(None), col(Deadline.due_utc) <= now, overdue)
        .where(or_(col(Deadline.next_at).is_(None), col(Deadline.next_at) <= now))
        .order_by(col(Deadline.due_utc), col(Deadline.game), col(Deadline.id))
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    claimed = session.exec(due).all()
    for deadline in claimed:
        deadline.next_at = now + hold
        deadline.attempts += 1
    session.flush()
    return claimed


def finish_deadline(session: Session, game: GameId, deadline: str, now: datetime) -> bool:
    """Mark a deadline done; False when another worker has done it: then this transaction must do nothing."""
    open_still = and_(col(Deadline.game) == game, col(Deadline.id) == deadline, col(Deadline.done_at).is_(None))
    return session.connection().execute(update(Deadline).where(open_still).values(done_at=now)).rowcount == 1


def claim_outbox(
    session: Session,
    now: datetime,
    holder: str,
    limit: int = 20,
    hold: timedelta = MAIL_HOLD,
    without: Iterable[str] = (),
    undrawn: bool = False,
) -> Sequence[OutMail]:
    """Mails to be tried now, most urgent first; they are ``holder``'s for as long as ``hold``.

    without: domains whose mails are left alone now, in lower case; so are those of games whose mail is held.  undrawn:
    mails whose maps are to be drawn, instead of those that can go.  Each is settled with `settle_mail`.  A mail whose
    holder died is claimed again: sent at least once, always with the same Message-ID.
    """
    held = select(Game.id).where(col(Game.mail_held))
    waiting = (
        select(OutMail)
        .where(WAITING, col(OutMail.next_at) <= now, col(OutMail.undrawn) == undrawn)
        .where(col(OutMail.game).not_in(held))
        .where(*(~col(OutMail.recipient).iendswith(f"@{domain}", autoescape=True) for domain in without))
        .order_by(col(OutMail.priority), col(OutMail.next_at))  # as the index has them: no sorting, whatever waits
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    claimed = session.exec(waiting).all()
    for mail in claimed:
        mail.state = "leased"
        mail.holder = holder
        mail.next_at = now + hold
        mail.attempts += 1
    session.flush()
    return claimed


def settle_mail(
    session: Session,
    mail: tuple[GameId, MailKey],
    holder: str,
    now: datetime,
    state: OutState,
    reply: str,
    next_at: datetime | None = None,
) -> bool:
    """Say what became of a claimed mail; False when it is not the holder's any more.

    state: sent, deferred (give next_at), failed, suppressed, or queued: it was not tried after all.  reply: what the
    relay said.
    """
    if state == "deferred" and next_at is None:
        raise ValueError("a deferred mail needs next_at: when to try again")
    mine = and_(col(OutMail.game) == mail[0], col(OutMail.key) == mail[1], col(OutMail.holder) == holder)
    values: dict[str, object] = {"state": state, "holder": "", "next_at": next_at or now}
    if state == "queued":
        values["attempts"] = col(OutMail.attempts) - 1
    else:
        values["last_reply"] = reply
    if state == "sent":
        values["sent_at"] = now
    return session.connection().execute(update(OutMail).where(mine).values(values)).rowcount == 1
