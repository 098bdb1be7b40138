"""A raw mail, read: who sent it, what it answers, what its sender typed.  Decides nothing; never raises."""

from email import message_from_bytes
from email.message import Message
from typing import Literal

import msgspec

from pbem.mail.addresses import addresses, only_address, tags
from pbem.mail.headers import headers, split
from pbem.mail.machines import looping, machine, vouched
from pbem.mail.tokens import TOKEN
from pbem.mail.words import decoded, from_html, own_words, unarmoured, unflowed

LARGEST = 2 * 1024 * 1024
MOST_PARTS = 200
DEEPEST = 20
LONGEST_TEXT = 256 * 1024
"""Characters of text that are looked at."""

_WHERE = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-gm-original-to", "x-envelope-to")
_NO_TEXT = {
    "application/ms-tnef": "Your mail program sent only a winmail.dat",
    "multipart/encrypted": "Your mail is encrypted",
    "application/pkcs7-mime": "Your mail is encrypted or signed in a way that cannot be read here",
    "application/x-pkcs7-mime": "Your mail is encrypted or signed in a way that cannot be read here",
}


class MailText(msgspec.Struct, frozen=True, kw_only=True):
    """A mail as read.

    kind: person; machine (``why``: of which sort, never to be answered); unreadable (``why``).
    sender: the one address of its one From, normalised, '' when readers could differ about it.  vouched: the operator's
    own server vouches for it.  message_id: as it says, '' for none.  tokens: what looks like our reply tokens, in any
    address.  answers: ids it answers, the nearest first.  others: every address in To and Cc.  text: what the sender
    typed, quoted lines empty.  html: the same from the HTML part, where there are both.  notes: what the sender should
    know, in sentences.  listed: it came by a mailing list.
    """

    kind: Literal["person", "machine", "unreadable"]
    why: str = ""
    sender: str = ""
    vouched: bool = False
    message_id: str = ""
    tokens: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    text: str = ""
    html: str = ""
    notes: tuple[str, ...] = ()
    listed: bool = False


class Reader(msgspec.Struct, frozen=True):
    """What has to be known of us to read a mail.  authserv_id: whose word about senders counts."""

    orders_address: str
    authserv_id: str = ""


def read(raw: bytes, us: Reader, null_sender: bool = False) -> MailText:
    """Read a mail, in this process: for mails that may be hostile use `pbem.mail.bounded.read`."""
    base = about(raw, us, null_sender)
    if base.kind != "person":
        return base
    try:
        return _body(raw, base, us)
    except (Exception, RecursionError) as fault:  # noqa: BLE001 - the library has many; the mail is kept, and told of
        return unreadable(base, f"reading it failed: {type(fault).__name__}: {str(fault)[:200]}")


def body_of(raw: bytes) -> bytes:
    """The body alone with line ends made one: what two copies of a mail have in common."""
    return split(raw)[1].replace(b"\r\n", b"\n").rstrip()


def about(raw: bytes, us: Reader, null_sender: bool = False) -> MailText:
    """What the headers alone say, in linear time; its text is still to be read if it is a person's."""
    found = headers(raw)
    froms = found.all("from")
    sender = only_address(froms[0]) if len(froms) == 1 else ""
    ids = found.ids("message-id")
    tokens = tags(us.orders_address, " ".join(found.all(*_WHERE)))
    base = MailText(
        kind="person",
        sender=sender,
        vouched=bool(sender) and vouched(found, sender, us.authserv_id),
        message_id=ids[0] if ids else "",
        tokens=tuple(tag for tag in tokens if TOKEN.fullmatch(tag)),
        answers=tuple(dict.fromkeys((*found.ids("in-reply-to"), *reversed(found.ids("references"))))),
        others=addresses(" ".join(found.all("to", "cc"))),
        listed=bool(found.all("list-id")) or found.first("precedence").lower() == "list",
    )
    why = machine(found, sender, null_sender, us.orders_address)
    if why:
        return msgspec.structs.replace(base, kind="machine", why=why)
    if len(raw) > LARGEST:
        return unreadable(base, f"it has {len(raw)} bytes; at most {LARGEST} are read")
    if looping(found):
        return unreadable(base, "it has been round too many mail servers: a loop")
    return base


def unreadable(base: MailText, why: str) -> MailText:
    """A mail whose text cannot be read safely."""
    return msgspec.structs.replace(base, kind="unreadable", why=why, text="", html="")


def _body(raw: bytes, base: MailText, us: Reader) -> MailText:
    parts = _Parts()
    parts.walk(message_from_bytes(raw), 0)
    if parts.too_much:
        return unreadable(base, parts.too_much)
    if parts.calendar:
        return msgspec.structs.replace(base, kind="machine", why="an answer of a calendar")
    return _with_words(base, parts, us)


def _with_words(base: MailText, parts: "_Parts", us: Reader) -> MailText:
    notes = list(parts.notes)
    plain = "\n".join(parts.plain)
    if not plain.strip() and not parts.html and parts.attached:
        plain = parts.attached[0]
        notes.append("The orders were read from a text attached to your mail, since the mail itself had none.")
    elif parts.attached or parts.skipped:
        notes.append("What was attached to your mail was not read.")
    html = ""
    if parts.html:
        try:
            html = own_words(from_html("\n".join(parts.html)), us.orders_address)
        except (ValueError, RecursionError):
            notes.append("The HTML of your mail could not be read; send plain text.")
    text = own_words(plain, us.orders_address)
    if len(text) > LONGEST_TEXT or len(html) > LONGEST_TEXT:
        return unreadable(base, f"its text has {max(len(text), len(html))} characters; at most {LONGEST_TEXT} are read")
    if not text.strip():
        text, html = html, ""
    if not text.strip() and parts.no_text:
        notes.append(f"{parts.no_text}; send plain text.")
    return msgspec.structs.replace(base, text=text, html=html, notes=tuple(notes))


class _Parts:
    """The texts of a mail.  Attachments are never opened; a mail within a mail is never read."""

    def __init__(self) -> None:
        self.plain: list[str] = []
        self.html: list[str] = []
        self.attached: list[str] = []
        self.notes: list[str] = []
        self.skipped = False
        self.calendar = False
        self.no_text = ""
        self.too_much = ""
        self.count = 0

    def walk(self, part: Message, depth: int) -> None:
        """Take in a part and those within it."""
        self.count += 1
        if self.count > MOST_PARTS or depth > DEEPEST:
            self.too_much = f"it has more than {MOST_PARTS} parts, or parts nested deeper than {DEEPEST}"
            return
        kind = part.get_content_type()
        self.no_text = self.no_text or _NO_TEXT.get(kind, "")
        payload = part.get_payload()
        if kind.startswith("message/"):
            self.skipped = True
        elif isinstance(payload, list):
            for inner in payload:
                if isinstance(inner, Message):
                    self.walk(inner, depth + 1)
        else:
            self._leaf(part, kind)

    def _leaf(self, part: Message, kind: str) -> None:
        attached = part.get_content_disposition() == "attachment"
        if kind in {"text/plain", "text/markdown"} or kind.startswith("multipart/"):  # the latter without a boundary
            (self.attached if attached else self.plain).append(self._text(part))
        elif kind == "text/html" and not attached:
            self.html.append(self._text(part))
        elif kind == "text/calendar" and str(part.get_param("method", "")).lower() in {"reply", "counter"}:
            self.calendar = True
        elif not kind.startswith(("image/", "application/pgp-signature", "application/pkcs7-signature")):
            self.skipped = True

    def _text(self, part: Message) -> str:
        data = part.get_payload(decode=True)
        declared = part.get_param("charset", "")
        text = decoded(data if isinstance(data, bytes) else b"", declared if isinstance(declared, str) else "")
        flowed = str(part.get_param("format", "")).lower() == "flowed" and part.get_content_type() == "text/plain"
        if flowed:
            text = unflowed(text, str(part.get_param("delsp", "")).lower() == "yes")
        return unarmoured(text)
