"""Where mails go out: an SMTP relay, or files for those who have none."""

import smtplib
import ssl
from pathlib import Path
from typing import Literal, Protocol
from urllib.parse import unquote, urlsplit

import msgspec

from pbem.mail.addresses import untagged

TIMEOUT = 30
"""Seconds to wait for a relay."""


class RelayAnswer(msgspec.Struct, frozen=True):
    """What a relay said.

    sent: it took the mail; later: try again; away: so, and no other mail would fare better; never: it will never take
    it.
    """

    state: Literal["sent", "later", "away", "never"]
    reply: str


class Relay(Protocol):
    """Sends mails; never raises for what a relay or the network does."""

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Send one mail to one recipient.  name: of the mail, for relays that keep files."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class FileRelay:
    """Writes every mail as a file: ``outbox/<name>.eml``.  For the built-in mailbox, and for a dry run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Write it whole or not at all."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / f"{_file_name(name)}.eml"
            part = path.with_suffix(".part")
            part.write_bytes(raw)
            part.replace(path)
        except OSError as fault:
            return RelayAnswer("later", f"cannot be written: {fault}")
        return RelayAnswer("sent", f"written to {path}")

    def close(self) -> None:
        """Nothing is open."""


def _file_name(name: str) -> str:
    return "".join(char if char.isalnum() or char in "-_.@" else "_" for char in name).strip(".")[:150]


class SmtpRelay:
    """A relay by its URL: ``smtp+starttls://user:password@host:587``, ``smtps://…:465``, ``smtp://…:25``.

    One connection serves many mails; a broken one is opened again.  STARTTLS that is not to be had is trouble, never
    clear text.  A relay that takes no sender with a tag is given the plain address while the connection lasts.
    """

    def __init__(self, url: str, timeout: float = TIMEOUT, context: ssl.SSLContext | None = None) -> None:
        self._url = url
        self._timeout = timeout
        self._context = context
        self._open: smtplib.SMTP | None = None
        self._without_tags = False

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Send it."""
        if any(char in address for address in (sender, recipient) for char in "\r\n<> ") or not recipient:
            return RelayAnswer("never", f"{recipient!r} is no address mail could be sent to")
        try:
            smtp = self._connection()
        except (OSError, smtplib.SMTPException) as fault:
            self._drop()
            return RelayAnswer("away", f"no connection: {_said(fault)}")
        try:
            beyond_ascii = not (sender + recipient).isascii()
            if beyond_ascii and not smtp.has_extn("smtputf8"):
                return RelayAnswer("never", "the relay does not take addresses beyond ASCII (no SMTPUTF8)")
            self._hand_over(smtp, raw, sender, recipient, ["SMTPUTF8"] if beyond_ascii else [])
        except smtplib.SMTPRecipientsRefused as fault:
            code, said = next(iter(fault.recipients.values()))
            return _answered(code, said)
        except smtplib.SMTPResponseException as fault:
            if fault.smtp_code == 421 or isinstance(fault, smtplib.SMTPSenderRefused | smtplib.SMTPDataError) is False:
                self._drop()
            return _answered(fault.smtp_code, fault.smtp_error)
        except (OSError, smtplib.SMTPException) as fault:
            self._drop()  # cut after the data with no answer: it may have arrived; it goes again with the same id
            return RelayAnswer("later", f"the connection broke: {_said(fault)}")
        return RelayAnswer("sent", "taken by the relay")

    def _hand_over(self, smtp: smtplib.SMTP, raw: bytes, sender: str, recipient: str, options: list[str]) -> None:
        """Send it; a sender that is refused for good is tried without its tag."""
        plain = untagged(sender)
        try:
            smtp.sendmail(plain if self._without_tags else sender, [recipient], raw, options)
        except (smtplib.SMTPSenderRefused, smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as fault:
            if plain == sender or self._without_tags or not _of_the_sender(fault):
                raise
            smtp.sendmail(plain, [recipient], raw, options)
            self._without_tags = True

    def close(self) -> None:
        """Hang up politely."""
        if self._open is not None:
            try:
                self._open.quit()
            except (OSError, smtplib.SMTPException):
                self._open.close()
            self._open = None

    def _connection(self) -> smtplib.SMTP:
        if self._open is None:
            self._open, self._without_tags = connect(self._url, self._timeout, self._context), False
        return self._open

    def _drop(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None


def connect(url: str, timeout: float = TIMEOUT, context: ssl.SSLContext | None = None) -> smtplib.SMTP:
    """A relay by its URL, greeted and logged in to.  context: for TLS, instead of what this machine trusts.

    Raises OSError or smtplib.SMTPException for what the relay or the way to it does.
    """
    parts = urlsplit(url)
    host, scheme = parts.hostname or "", parts.scheme
    if context is None and scheme != "smtp":
        context = ssl.create_default_context()  # reading whom to trust takes long
    smtp: smtplib.SMTP
    if scheme == "smtps":
        smtp = smtplib.SMTP_SSL(host, parts.port or 465, timeout=timeout, context=context)
    else:
        smtp = smtplib.SMTP(host, parts.port or (587 if scheme == "smtp+starttls" else 25), timeout=timeout)
    try:
        if scheme == "smtp+starttls":
            smtp.starttls(context=context)
        smtp.ehlo_or_helo_if_needed()
        if parts.username:
            smtp.login(unquote(parts.username), unquote(parts.password or ""))
    except BaseException:
        smtp.close()
        raise
    return smtp


def _of_the_sender(fault: smtplib.SMTPException) -> bool:
    """Whether a relay will never take a mail because of its sender; many say so only of the recipient or the data."""
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(fault.recipients.values()))
        return code >= 500 and b"sender" in said.lower()
    if isinstance(fault, smtplib.SMTPSenderRefused):
        return fault.smtp_code >= 500
    return isinstance(fault, smtplib.SMTPDataError) and fault.smtp_code >= 500 and "sender" in str(fault).lower()


def _answered(code: int, said: bytes | str) -> RelayAnswer:
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return RelayAnswer("never" if 500 <= code < 600 else "later", f"{code} {words}"[:500])


def _said(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}"[:300]
