"""How the mail stands: what waits, since when, how full the store of unread mails is, who reads the mailbox."""

from datetime import datetime

import msgspec
from sqlmodel import Session, col, func, select

from pbem.service.incoming import mailbox
from pbem.service.play.seatnames import GameSeat
from pbem.service.services import Services
from pbem.store.mails import unread_bytes
from pbem.store.tables import Game, InMail, Lease, OutMail


class Queue(msgspec.Struct, frozen=True):
    """How many mails wait, and since when the oldest does."""

    waiting: int = 0
    oldest: datetime | None = None


class MailState(msgspec.Struct, frozen=True, kw_only=True):
    """How mail stands, in and out."""

    unread: Queue
    """Number of mails that came in and are not read."""

    sending: Queue
    """Number of mails on their way to the relay."""

    unread_bytes: int
    """Bytes of unread mails."""

    quota: int
    """Most bytes of unread mails."""

    doors: tuple[str, ...]
    """The doors that are set up."""

    mailbox_seen: datetime | None
    """When a worker last had the mailbox, UTC; None where none has it now."""

    all_held: bool
    """Whether nothing leaves the outbox."""

    held: tuple[GameSeat, ...]
    """Games under way whose mails are held."""

    free: tuple[GameSeat, ...]
    """Games under way whose mails leave."""


def mail_state(services: Services) -> MailState:
    """How it stands now."""
    config = services.config
    doors = {"IMAP mailbox": config.imap_url, "LMTP": config.lmtp_listen, "Webhook": config.webhook_key}
    waiting = col(OutMail.state).in_(("queued", "leased", "deferred"))
    with services.db.reading() as session:
        unread = session.exec(
            select(func.count(), func.min(InMail.arrived_at)).where(col(InMail.state) == "stored")
        ).one()
        sending = session.exec(select(func.count(), func.min(OutMail.created_at)).where(waiting)).one()
        games = session.exec(select(Game).where(col(Game.state) != "over").order_by(col(Game.title))).all()
        places = {held: tuple(GameSeat(one.id, one.title) for one in games if one.mail_held == held) for held in (0, 1)}
        return MailState(
            unread=Queue(*unread), sending=Queue(*sending), unread_bytes=unread_bytes(session), quota=config.mail_quota,
            doors=tuple(name for name, there in doors.items() if there), mailbox_seen=_mailbox_seen(services, session),
            all_held=config.hold_mail, held=places[1], free=places[0],
        )  # fmt: skip


def _mailbox_seen(services: Services, session: Session) -> datetime | None:
    lease = session.get(Lease, f"mailbox:{services.config.orders_address}")
    return lease.until - mailbox.LEASE if lease is not None and lease.until > services.clock.now() else None
