"""Where mails come in: a raw mail is stored and committed before it is read.  Every door calls `store_mail`."""

import shutil
from collections.abc import Callable
from datetime import datetime

import msgspec
from sqlmodel import Session, col, select

from pbem.mail.heading import heading
from pbem.service.services import Services
from pbem.store import mails
from pbem.store.errors import Full
from pbem.store.tables import Door, ImapKey, InMail, MailId

SPARE = 64 * 1024 * 1024
"""Bytes of the disk that mails leave to the games."""

LARGEST_SIZE = 2**31 - 1
"""What the column of sizes holds."""


class Envelope(msgspec.Struct, frozen=True):
    """Who handed a mail over for whom."""

    sender: str | None = None
    """The sender's address; '' for the null sender, None when the door does not know."""

    recipients: tuple[str, ...] = ()


class MailboxPlace(msgspec.Struct, frozen=True):
    """Where in a mailbox a mail lies."""

    account: str
    folder: str
    uidvalidity: int
    uid: int


UNKNOWN_SENDER = "-"
"""The envelope sender of a mail whose door does not know it; '' is the null sender."""


def store_mail(
    services: Services,
    raw: bytes,
    envelope: Envelope,
    arrived_at: datetime,
    door: Door,
    *,
    place: MailboxPlace | None = None,
    size: int | None = None,
    remark: str = "",
    also: Callable[[Session], None] | None = None,
) -> MailId:
    """Store one raw mail, durably, and give its id; the very same bytes are stored once.

    arrived_at: by our own server's clock.  size: bytes as it arrived, when raw is not all of it.  remark: why it cannot
    be read (it was too large, and only its head was kept).  also: writes something more in the same transaction; what
    it raises undoes all of it.

    Raises ValueError for an empty mail (unless it lies in a mailbox), Full when unread mails fill their quota or the
    disk is nearly full, StoreUnavailable: then nothing is stored, and the door must not say that it is.
    """
    if not raw.strip() and place is None:
        raise ValueError("the mail is empty; there is nothing to store")
    name = mails.mail_id(raw)
    sender = UNKNOWN_SENDER if envelope.sender is None else envelope.sender
    shown = heading(raw)
    row = InMail(
        id=name, raw=raw, door=door, envelope_from=sender, envelope_to=" ".join(envelope.recipients),
        arrived_at=arrived_at, note=remark, message_id=shown.message_id, sender=shown.sender, subject=shown.subject,
        size=min(len(raw) if size is None else size, LARGEST_SIZE),
    )  # fmt: skip
    with services.db.writing() as session:
        if mails.keep(session, row):
            _look_for_room(services, session)
        if place is not None:
            key = ImapKey(
                account=place.account, folder=place.folder, uidvalidity=place.uidvalidity, uid=place.uid, mail=name
            )
            mails.keep_key(session, key)
        if also is not None:
            also(session)
    return name


def _look_for_room(services: Services, session: Session) -> None:
    """Raises Full, which takes the mail just kept back, when it is one too many."""
    unread = mails.unread_bytes(session)
    if unread > services.config.mail_quota:
        raise Full(
            f"unread mails would fill {unread} bytes; PBEM_MAIL_QUOTA allows {services.config.mail_quota}. "
            "Is the worker running? It makes room by reading them"
        )
    if services.db.file is not None:
        free = shutil.disk_usage(services.db.file.parent).free
        if free < SPARE:
            raise Full(f"the disk of {services.db.file} is nearly full ({free} bytes are free); make room there")


def seen(services: Services, account: str, folder: str, uidvalidity: int) -> frozenset[int]:
    """The UIDs of a mailbox's mails that are stored already."""
    here = select(ImapKey.uid).where(
        col(ImapKey.account) == account, col(ImapKey.folder) == folder, col(ImapKey.uidvalidity) == uidvalidity
    )
    with services.db.reading() as session:
        return frozenset(session.exec(here).all())


def renumbered(services: Services, account: str, folder: str, uidvalidity: int) -> bool:
    """Whether mails of this mailbox are known by other numbers only: those of another UIDVALIDITY."""
    numbers = select(ImapKey.uidvalidity).where(col(ImapKey.account) == account, col(ImapKey.folder) == folder)
    with services.db.reading() as session:
        known = set(session.exec(numbers.distinct()).all())
    return bool(known) and uidvalidity not in known


def ingest(services: Services, raw: bytes, recipients: tuple[str, ...] = ()) -> MailId:
    """Store one raw mail handed over by a person or a pipe, as arrived now.  Raises as `store_mail`."""
    return store_mail(services, raw, Envelope(None, recipients), services.clock.now(), "ingest")
