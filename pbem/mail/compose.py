"""A mail that goes out, as bytes: rendered once; every try sends the same ones.

Shape: ``mixed(alternative(text, related(html, picture)), calendar)``, without what is not there.
"""

import hashlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email import message_from_bytes
from email.headerregistry import Address, HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

import msgspec

from pbem.mail.addresses import normal_address
from pbem.reports.letter import picture_cid
from pbem.reports.unseen import visible

LINE = 900
"""Longest header line.  At 78 Python's library writes long ids as encoded words, which breaks them."""

REFERENCES = 10
"""Ids of a thread that are named: its root and the newest."""

MESSAGE_ID = re.compile(r"<[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\-]+@[A-Za-z0-9.\-\[\]:]+>")


class _Headers(HeaderRegistry):
    """As Python's own, which makes a class anew for each header that is set: a fourth of composing a mail."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[str, type] = {}

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401  # as typeshed has it
        """The class of headers of a name."""
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = super().__getitem__(name)
        return made


_SMTP = SMTP.clone(header_factory=_Headers())
_POLICY = _SMTP.clone(max_line_length=LINE)


class Uncomposable(ValueError):
    """Something handed in cannot stand in a mail; the message says what."""


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a mail to be sent."""

    message_id: str

    at: datetime

    sender: str
    """Address of From."""

    sender_name: str
    """Name of From."""

    to: str

    to_name: str

    subject: str

    text: str

    kind: str
    """Value of ``X-PBEM``, by which our own mails are known when they come back."""

    html: str = ""

    pictures: Mapping[str, bytes] = {}
    """PNGs by the names the HTML knows them by (``map`` as ``cid:map@pbem``)."""

    calendar: str = ""
    """Text of an .ics file; '' for none."""

    reply_to: str = ""
    """Address with the turn's token; '' for the sender."""

    list_id: str = ""
    """Value of List-Id, ``harrow-down.example.org``; '' for none."""

    unsubscribe: str = ""
    """Address at which such mail can be stopped; '' for none. A mail program may call it if it is https."""

    thread: tuple[str, ...] = ()
    """Id of the thread's first mail, then later ones; the mail answers the last."""

    answer: bool = False
    """Whether it answers a mail."""


def compose(mail: Outgoing) -> bytes:
    """The bytes of a mail, the same for the same contents.

    Raises Uncomposable for control characters in a header, or if anything but our own headers came out.
    """
    message = EmailMessage(policy=_SMTP)
    wanted = _headers(mail)
    for name, value in wanted.items():
        message[name] = value
    _bodies(message, mail)
    _fix_boundaries(message, mail.message_id)
    beyond_ascii = not (mail.sender + mail.to + mail.reply_to).isascii()
    raw = message.as_bytes(policy=_POLICY.clone(utf8=beyond_ascii))  # such an address can be written in UTF-8 only
    _check(raw, wanted)
    return raw


def thread_of(*ids: str) -> tuple[str, ...]:
    """The ids of a thread that a mail names: those that are ids at all, its root first, at most ten."""
    named = list(dict.fromkeys(one for one in ids if len(one) <= 250 and MESSAGE_ID.fullmatch(one)))
    return tuple(named if len(named) <= REFERENCES else [named[0], *named[1 - REFERENCES :]])


def _headers(mail: Outgoing) -> dict[str, str | Address]:
    for what in (
        mail.subject,
        mail.list_id,
        mail.kind,
        mail.sender,
        mail.to,
        mail.reply_to,
        mail.unsubscribe,
        *mail.thread,
    ):
        if not what.isprintable():
            raise Uncomposable(f"a header of a mail to {mail.to!r} has a control character in it: {what!r}")
    for one in (mail.message_id, *mail.thread):
        if not MESSAGE_ID.fullmatch(one):
            raise Uncomposable(f"{one!r} is no Message-ID")
    headers: dict[str, str | Address] = {
        "From": _address(mail.sender_name, mail.sender),
        "To": _address(mail.to_name, mail.to),
        "Subject": mail.subject,
        "Date": format_datetime(mail.at.astimezone(UTC)),
        "Message-ID": mail.message_id,
    }
    if mail.reply_to:
        headers["Reply-To"] = _address(mail.sender_name, mail.reply_to)
    if mail.thread:
        headers["In-Reply-To"] = mail.thread[-1]
        headers["References"] = " ".join(thread_of(*mail.thread))
    headers["Auto-Submitted"] = "auto-replied" if mail.answer else "auto-generated"
    headers["X-Auto-Response-Suppress"] = "OOF, AutoReply, DR, RN, NRN"
    if mail.list_id:
        headers["List-Id"] = f"<{mail.list_id}>"
    if mail.unsubscribe:
        headers["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
    if mail.unsubscribe.startswith("https://"):
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    headers["X-PBEM"] = mail.kind
    return headers


def _address(name: str, address: str) -> Address:
    """With a person's name as far as it can be printed: a name never keeps a mail from being sent."""
    shown = " ".join("".join(char if char.isprintable() else " " for char in visible(name)).split())[:60]
    local, _, domain = normal_address(address).rpartition("@")
    return Address(shown, local, domain)


def _bodies(message: EmailMessage, mail: Outgoing) -> None:
    _set_text(message, mail.text, "plain")
    if mail.html:
        message.add_alternative("", subtype="html")
        *_, html = message.iter_parts()
        assert isinstance(html, EmailMessage)  # what add_alternative has just made
        _set_text(html, mail.html, "html")
        for name, png in mail.pictures.items():
            cid = f"<{picture_cid(name)}>"
            html.add_related(png, "image", "png", cid=cid, filename=f"{name}.png", disposition="inline")
    if mail.calendar:
        message.add_attachment(
            mail.calendar.encode(), "text", "calendar", filename="deadline.ics",
            params={"method": "PUBLISH", "charset": "utf-8"},
        )  # fmt: skip


def _set_text(part: EmailMessage, text: str, subtype: str) -> None:
    """Text with nothing in it that a screen would act on, in lines that every relay takes as they are."""
    clean = visible(text).encode("utf-8", "replace").decode()
    plain = clean.isascii() and all(len(line) <= LINE for line in clean.split("\n"))
    del part["Content-Type"], part["Content-Transfer-Encoding"], part["MIME-Version"]
    part.set_content(clean, subtype=subtype, charset="utf-8", cte="7bit" if plain else "quoted-printable")


def _fix_boundaries(message: EmailMessage, message_id: str) -> None:
    """Boundaries by the mail's own id, not by chance: rendering a mail again gives the same bytes."""
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"={number}={hashlib.sha256(message_id.encode()).hexdigest()[:32]}=")


def _check(raw: bytes, wanted: dict[str, str | Address]) -> None:
    """Nothing but our own headers, whatever was in the words they were made of."""
    head = message_from_bytes(raw.partition(b"\r\n\r\n")[0])
    names = [name.lower() for name in head.keys()]  # noqa: SIM118 - a name may be there twice
    body = {"mime-version", "content-type", "content-transfer-encoding"}
    ours = [name for name in names if name not in body]
    if ours != [name.lower() for name in wanted] or "content-type" not in names:
        raise Uncomposable(f"the mail came out with the headers {', '.join(names)}; nothing was sent")
