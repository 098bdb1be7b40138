"""Mails from unknown senders that name no turn: advertisements mostly.  They are held, and dismissed together."""

from datetime import datetime

from sqlmodel import Session, col, select

from pbem.service.incoming import byhand
from pbem.service.people import addresses
from pbem.service.services import Services
from pbem.store.tables import Delivery, InMail, MailId


def strangers(services: Services, until: datetime) -> tuple[MailId, ...]:
    """The held mails of strangers that arrived until then."""
    turns = select(Delivery.mail)
    held = select(InMail.id, InMail.sender).where(
        col(InMail.state) == "held", col(InMail.game).is_(None), col(InMail.arrived_at) <= until,
        col(InMail.id).not_in(turns),
    )  # fmt: skip
    with services.db.reading() as session:
        rows = session.exec(held.order_by(col(InMail.arrived_at), col(InMail.id))).all()
        return tuple(MailId(name) for name, sender in rows if not _is_known(session, sender))


def dismiss_strangers(services: Services, until: datetime, by: str) -> int:
    """Dismiss them, and say how many.  by: as for `byhand.dismiss`."""
    names = strangers(services, until)
    for name in names:
        byhand.dismiss(services, name, by)
    return len(names)


def _is_known(session: Session, sender: str) -> bool:
    return bool(sender) and addresses.owner(session, sender) is not None
