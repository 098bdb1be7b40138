"""Mails that were sent, to be looked at where the built-in mailbox is all there is (``pbem run``)."""

from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import msgspec
from sqlmodel import col, select

from pbem.service.services import Services
from pbem.store.tables import OutMail, OutState

MOST = 200


class NoMail(Exception):
    """There is no such mail."""


class SentCard(msgspec.Struct, frozen=True, kw_only=True):
    """A mail in the list."""

    id: str
    """Local part of its Message-ID."""

    kind: str

    turn: int
    """Number of the turn it is about, 0 for none."""

    to: str

    subject: str

    at: datetime

    state: OutState


class MailPart(msgspec.Struct, frozen=True):
    """A part of a mail beside its text."""

    name: str

    type: str

    data: bytes

    cid: str = ""
    """Its Content-ID, by which the HTML names it; '' for none."""


class SentMail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail, taken apart."""

    card: SentCard

    headers: tuple[tuple[str, str], ...]
    """The header lines that a mail program shows."""

    text: str

    html: str

    parts: tuple[MailPart, ...]

    raw: bytes

    reply: str


def sent_mails(services: Services) -> tuple[SentCard, ...]:
    """The newest first."""
    with services.db.reading() as session:
        newest = select(OutMail).order_by(col(OutMail.created_at).desc(), col(OutMail.key).desc()).limit(MOST)
        return tuple(_card(row, _message(row.raw)) for row in session.exec(newest))


def sent_mail(services: Services, mail: str) -> SentMail:
    """One.  Raises NoMail."""
    with services.db.reading() as session:
        found = session.exec(select(OutMail).where(col(OutMail.message_id).startswith(f"<{mail}@", autoescape=True)))
        row = found.first()
        if row is None:
            raise NoMail(f"no mail {mail!r} was sent")
        message = _message(row.raw)
        return SentMail(
            card=_card(row, message), raw=row.raw, reply=row.last_reply,
            headers=tuple((name, str(message[name])) for name in ("From", "To", "Reply-To", "Subject", "Date")
                          if message[name]),
            text=_body(message, "plain"), html=_body(message, "html"), parts=tuple(_parts(message)),
        )  # fmt: skip


def _message(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)  # so the policy makes them
    return message


def _card(row: OutMail, message: EmailMessage) -> SentCard:
    local = row.message_id.strip("<>").partition("@")[0]
    return SentCard(
        id=local,
        kind=row.kind,
        turn=row.turn,
        to=row.recipient,
        subject=str(message["Subject"]),
        at=row.created_at,
        state=row.state,
    )


def _body(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    return str(body.get_content()) if body is not None else ""


def _parts(message: EmailMessage) -> list[MailPart]:
    found: list[MailPart] = []
    for part in message.walk():
        name = part.get_filename()
        if name and not part.is_multipart():
            data = part.get_payload(decode=True)
            cid = str(part["Content-ID"] or "").strip("<> ")
            found.append(MailPart(name, part.get_content_type(), data if isinstance(data, bytes) else b"", cid))
    return found
