"""Which of the mails that wait are read next: in the order of arrival, and no sender keeps the others waiting."""

import logging
from collections import Counter
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, or_, select, update

from pbem.service.services import Services
from pbem.store.tables import InMail, MailId

log = logging.getLogger(__name__)

AN_HOUR = 60
"""Mails of one sender that are read within an hour; the rest wait, and none is lost."""

PAUSE = timedelta(minutes=10)
"""After which a sender's mails that had to wait are looked at again."""


def next_mails(services: Services, limit: int) -> tuple[MailId, ...]:
    """At most so many mails to be read now.  Those of a sender who floods us are put off."""
    now = services.clock.now()
    while True:
        with services.db.reading() as session:
            waiting = _waiting(session, now, limit)
            read = _read_since(session, {sender for _, sender in waiting}, now - timedelta(hours=1))
        take: list[MailId] = []
        for name, sender in waiting:
            read[sender] += 1
            if read[sender] <= AN_HOUR:
                take.append(name)
        floods = sorted(sender for sender, mails in read.items() if mails > AN_HOUR)
        if floods:
            _put_off(services, floods, take, now + PAUSE)
        if take or not floods:
            return tuple(take)


def arrived_by(services: Services, moment: datetime) -> tuple[MailId, ...]:
    """Every mail that waits and had arrived by then, whether its sender floods us or not."""
    waiting = select(InMail.id).where(InMail.state == "stored", col(InMail.arrived_at) <= moment)
    with services.db.reading() as session:
        names = session.exec(waiting.order_by(col(InMail.arrived_at), col(InMail.id))).all()
    return tuple(MailId(name) for name in names)


def _waiting(session: Session, now: datetime, limit: int) -> list[tuple[MailId, str]]:
    """The oldest mails that are not put off, and their senders."""
    due = or_(col(InMail.wait_until).is_(None), col(InMail.wait_until) <= now)
    waiting = select(InMail.id, InMail.sender).where(InMail.state == "stored", due)
    oldest = waiting.order_by(col(InMail.arrived_at), col(InMail.id)).limit(limit)
    return [(MailId(name), sender) for name, sender in session.exec(oldest).all()]


def _read_since(session: Session, senders: set[str], since: datetime) -> Counter[str]:
    """How many mails of each have been read of late."""
    read = select(InMail.sender, func.count()).where(col(InMail.sender).in_(senders), col(InMail.handled_at) > since)
    return Counter(dict(session.exec(read.group_by(InMail.sender)).all()))


def _put_off(services: Services, senders: list[str], but: list[MailId], until: datetime) -> None:
    log.warning("more than %d mails an hour of %r: the rest waits until %s", AN_HOUR, senders, until)
    rest = update(InMail).where(
        col(InMail.state) == "stored", col(InMail.sender).in_(senders), col(InMail.id).not_in(but)
    )
    with services.db.writing() as session:
        session.connection().execute(rest.values(wait_until=until))
