"""A raw mail, read: who sent it, what it answers, what its sender typed.  Decides nothing; never raises."""

import re
from collections.abc import Sequence
from email.message import Message
from typing import Literal

import msgspec

from pbem.mail.addresses import addresses, only_address, tags
from pbem.mail.bodytext import decoded_as, from_html, unarmoured, unflowed
from pbem.mail.bounces import Returned, envelope_tags, returned
from pbem.mail.headers import WHERE, headers, split
from pbem.mail.machines import asks_confirmation, looping, machine, reaction, subject_of_its_own, vouched
from pbem.mail.parts import TooMuch, parts_of
from pbem.mail.quoted import own_words
from pbem.mail.reader import MailReader
from pbem.mail.tokens import CONFIRM, TOKEN

CAME_BACK = "a mail of ours, come back"
LARGEST = 2 * 1024 * 1024
LONGEST_TEXT = 256 * 1024
"""Characters of what a sender typed that are looked at."""

LONGEST_SHOWN = 1024 * 1024
"""Characters of a text with all that it quotes."""

ORDERS_FILE = re.compile(r"orders?[\w .()-]{0,20}\.txt", re.IGNORECASE)
"""The name of an attached text that may hold orders: ``orders.txt``."""

NOT_THE_SUBJECT = "Orders are read from the text of a mail, never from its subject."
ALL_QUOTED = "All of your mail reads as quoted. Write your orders above what you quote, or quote nothing."
READ_FROM_ATTACHED = "The orders were read from a text attached to your mail, since the mail itself had none."

_NO_TEXT = {
    "application/ms-tnef": "Your mail program sent only a winmail.dat",
    "multipart/encrypted": "Your mail is encrypted",
    "application/pkcs7-mime": "Your mail is encrypted or signed in a way that cannot be read here",
    "application/x-pkcs7-mime": "Your mail is encrypted or signed in a way that cannot be read here",
}


class MailText(msgspec.Struct, frozen=True, kw_only=True):
    """A mail as read."""

    kind: Literal["person", "machine", "unreadable"]
    """``person``; ``machine``, never to be answered; ``unreadable``."""

    why: str = ""

    sender: str = ""
    """The one address of its one From, normalised; '' when readers could differ about it."""

    vouched: bool = False
    """Whether the operator's own server vouches for the sender."""

    message_id: str = ""
    """Its Message-ID; '' for none."""

    tokens: tuple[str, ...] = ()
    """Tokens of ours in any of its addresses."""

    answers: tuple[str, ...] = ()
    """Ids of the mails it answers, the nearest first."""

    others: tuple[str, ...] = ()
    """Every address in To and Cc."""

    text: str = ""
    """What the sender typed, quoted lines empty."""

    html: str = ""
    """The same from its HTML, where it has both."""

    attached: str = ""
    """Text attached under the name `ORDERS_FILE`, to be read if neither holds any orders."""

    notes: tuple[str, ...] = ()
    """Sentences for its sender."""

    listed: bool = False
    """Whether it came by a mailing list."""

    returned: Returned | None = None
    """What a mail system says of a mail of ours that did not arrive; None for any other mail."""


def read(raw: bytes, us: MailReader, null_sender: bool = False) -> MailText:
    """Read a mail, in this process: for mails that may be hostile use `pbem.mail.bounded.read`."""
    base = about(raw, us, null_sender)
    if base.kind == "unreadable" or len(raw) > LARGEST:
        return base
    try:
        return _body(raw, base, us, null_sender)
    except TooMuch as fault:
        return unreadable(base, str(fault))
    except (Exception, RecursionError) as fault:  # noqa: BLE001 - the library has many; the mail is kept, and told of
        return unreadable(base, f"reading it failed: {type(fault).__name__}: {str(fault)[:200]}")


def body_of(raw: bytes) -> bytes:
    """The body alone with line ends made one: what two copies of a mail have in common."""
    return split(raw)[1].replace(b"\r\n", b"\n").rstrip()


def about(raw: bytes, us: MailReader, null_sender: bool = False) -> MailText:
    """What the headers alone say, in linear time; its text is still to be read if it is a person's."""
    found = headers(raw)
    froms = found.all("from")
    sender = only_address(froms[0]) if len(froms) == 1 else ""
    ids = found.ids("message-id")
    tokens = tags(us.orders_address, " ".join(found.all(*WHERE)))
    base = MailText(
        kind="person",
        sender=sender,
        vouched=bool(sender) and vouched(found, sender, us.authserv_id),
        message_id=ids[0] if ids else "",
        tokens=tuple(tag for tag in tokens if TOKEN.fullmatch(tag) or CONFIRM.fullmatch(tag)),
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
    """A mail whose text cannot be read safely; a machine's is of no interest."""
    if base.kind == "machine":
        return base
    return msgspec.structs.replace(base, kind="unreadable", why=why, text="", html="")


def _body(raw: bytes, base: MailText, us: MailReader, null_sender: bool) -> MailText:
    parts = parts_of(raw)
    texts = _Texts(parts)
    found = headers(raw)
    if base.kind == "machine" or envelope_tags(us, " ".join(found.all(*WHERE))):
        back = returned(found, parts, texts.shown(), us, null_sender)
        if back is not None:
            return msgspec.structs.replace(base, kind="machine", why=base.why or CAME_BACK, returned=back)
    if base.kind == "machine":
        return base
    mail = _with_words(base, texts, us)
    why = texts.machine or reaction(mail.text) or asks_confirmation(found, mail.text)
    if why:
        return msgspec.structs.replace(base, kind="machine", why=why)
    if mail.kind == "person" and not mail.text.strip() and subject_of_its_own(found):
        return msgspec.structs.replace(mail, notes=(*mail.notes, NOT_THE_SUBJECT))
    return mail


def _with_words(base: MailText, texts: "_Texts", us: MailReader) -> MailText:
    notes = list(texts.notes)
    plain = "\n".join(texts.plain)
    attached = texts.named_orders
    if not plain.strip() and not texts.html and (texts.attached or attached):
        plain, attached = attached or texts.attached[0], ""
        notes.append(READ_FROM_ATTACHED)
    elif (texts.attached or texts.skipped) and not attached:
        notes.append("What was attached to your mail was not read.")
    html = ""
    if texts.html:
        try:
            html = own_words(from_html("\n".join(texts.html)), us.orders_address)
        except (ValueError, RecursionError):
            notes.append("The HTML of your mail could not be read; send plain text.")
    if len(plain) > LONGEST_SHOWN:
        return unreadable(base, f"its text has {len(plain)} characters; at most {LONGEST_SHOWN} are read")
    text, attached = own_words(plain, us.orders_address), own_words(attached, us.orders_address)
    longest = max(map(len, (text, html, attached)))
    if longest > LONGEST_TEXT:
        return unreadable(base, f"its text has {longest} characters; at most {LONGEST_TEXT} are read")
    if not text.strip():
        text, html = html, ""
    if not text.strip() and texts.no_text:
        notes.append(f"{texts.no_text}; send plain text.")
    elif not text.strip() and (plain.strip() or texts.html):
        notes.append(ALL_QUOTED)
    return msgspec.structs.replace(base, text=text, html=html, attached=attached, notes=tuple(dict.fromkeys(notes)))


class _Texts:
    """The texts of a mail.  Attachments are never opened; a mail within a mail is never read."""

    def __init__(self, parts: Sequence[Message]) -> None:
        self.plain: list[str] = []
        self.html: list[str] = []
        self.attached: list[str] = []
        self.named_orders = ""
        self.notes: list[str] = []
        self.skipped = False
        self.machine = ""
        self.no_text = ""
        for part in parts:
            self._take(part, part.get_content_type())

    def shown(self) -> str:
        """What a reader of the mail sees, quoted text and all."""
        plain = "\n".join(self.plain)
        if plain.strip() or not self.html:
            return plain
        try:
            return from_html("\n".join(self.html))
        except (ValueError, RecursionError):
            return ""

    def _take(self, part: Message, kind: str) -> None:
        attached = part.get_content_disposition() == "attachment" or bool(_file_name(part))
        self.no_text = self.no_text or _NO_TEXT.get(kind, "")
        if kind == "multipart/signed":
            self.notes.append("Your mail is signed; the signature was not looked at.")
        if kind.startswith("message/"):
            self.skipped = True
        elif part.is_multipart():
            return
        elif kind in {"text/plain", "text/markdown"} or kind.startswith("multipart/"):  # the latter without a boundary
            self._take_plain(part, attached)
        elif kind == "text/html" and not attached:
            self.html.append(self._text(part))
        elif kind == "text/calendar" and str(part.get_param("method", "")).lower() in {"reply", "counter"}:
            self.machine = "an answer of a calendar"
        elif kind.startswith("text/vnd.google.email-reaction"):
            self.machine = "a reaction, not an answer"
        elif kind.startswith("text/") and not attached:
            self.no_text = self.no_text or f"Your mail has only text of a kind that is not read here ({kind[:40]})"
        elif not kind.startswith(("image/", "application/pgp-", "application/pkcs7-signature")):
            self.skipped = True

    def _take_plain(self, part: Message, attached: bool) -> None:
        text = self._text(part)
        if not attached:
            self.plain.append(text)
        elif ORDERS_FILE.fullmatch(_file_name(part)) and not self.named_orders:
            self.named_orders = text
        else:
            self.attached.append(text)

    def _text(self, part: Message) -> str:
        data = _bytes_of(part)
        declared = part.get_param("charset", "")
        name = declared if isinstance(declared, str) else ""
        text, read_as = decoded_as(data if isinstance(data, bytes) else b"", name)
        if read_as:
            self.notes.append(f"The letters of your mail were read as {read_as}, which is not what it says they are.")
        flowed = str(part.get_param("format", "")).lower() == "flowed" and part.get_content_type() == "text/plain"
        if flowed:
            text = unflowed(text, str(part.get_param("delsp", "")).lower() == "yes")
        return unarmoured(text)


def _bytes_of(part: Message) -> object:
    """The bytes of a part; the library itself decodes some by what they say they are, which may be no charset."""
    try:
        return part.get_payload(decode=True)
    except (UnicodeError, LookupError):
        part.set_param("charset", "utf-8")
        return part.get_payload(decode=True)


def _file_name(part: Message) -> str:
    """The name of a part that is a file, '' for none; never raises."""
    try:
        return (part.get_filename() or "").strip()
    except (ValueError, LookupError, TypeError, AttributeError):  # what is written there is anybody's
        return "?"
