"""A look at the servers themselves: how the way to them is secured, what they can do, what time it is there."""

import re
import smtplib
import ssl
from datetime import UTC, datetime

import msgspec

from pbem.mail.imap import PROCESSED, REJECTED, Mailbox

_APPENDED = re.compile(rb"APPENDUID (\d+) (\d+)")


class Secured(msgspec.Struct, frozen=True):
    """How a connection is secured."""

    version: str = ""
    """Version of TLS; '' for clear text."""

    until: datetime | None = None
    """When the certificate expires; None if unknown."""


class RelaySays(msgspec.Struct, frozen=True):
    """What a relay says of itself."""

    secured: Secured

    largest: int
    """Most bytes of a mail that it takes, 0 when it does not say."""

    starttls: bool
    """Whether STARTTLS is offered and not used."""

    smtputf8: bool

    refuses: str
    """Why it refuses an envelope sender with a tag; '' when it takes it."""


class MailboxSays(msgspec.Struct, frozen=True):
    """What a mailbox says of itself."""

    secured: Secured

    uidvalidity: int

    can: frozenset[str]
    """Its capabilities, after logging in."""

    folders: tuple[str, ...]
    """Folders that mails are moved to; '' for one that is missing and cannot be made."""


def secured(socket: object) -> Secured:
    """How a socket is secured."""
    if not isinstance(socket, ssl.SSLSocket):
        return Secured()
    until = str((socket.getpeercert() or {}).get("notAfter", ""))
    return Secured(
        socket.version() or "TLS", datetime.fromtimestamp(ssl.cert_time_to_seconds(until), UTC) if until else None
    )


def relay_says(smtp: smtplib.SMTP, sender: str, recipient: str) -> RelaySays:
    """What an open relay says.  sender: an envelope sender, to hear whether it would take it; nothing is sent.

    Raises OSError or smtplib.SMTPException.
    """
    smtp.ehlo_or_helo_if_needed()
    size = smtp.esmtp_features.get("size", "").split()
    code, said = smtp.mail(sender)
    if code == 250:  # many say only then what they think of the sender
        code, said = smtp.rcpt(recipient)
    smtp.rset()
    return RelaySays(
        secured=secured(smtp.sock),
        largest=int(size[0]) if size and size[0].isdecimal() else 0,
        starttls=smtp.has_extn("starttls"),
        smtputf8=smtp.has_extn("smtputf8"),
        refuses="" if code < 500 else f"{code} {said.decode('utf-8', 'replace')}"[:200],
    )


class InspectedMailbox(Mailbox):
    """A mailbox that is asked about itself."""

    def says(self) -> MailboxSays:
        """What it says of itself."""
        can = frozenset(word.decode("ascii", "replace").upper() for word in self._client.capabilities())
        folders = tuple(self._folders[name] for name in (PROCESSED, REJECTED))
        return MailboxSays(secured(self._client.socket()), self.uidvalidity, can, folders)

    def stamp(self, raw: bytes) -> datetime | None:
        """When the server says it took in a mail put among the processed ones just now; it is taken away again.

        None when it cannot be told: no such folder, or a server that does not say where it put the mail (UIDPLUS).
        """
        folder = self._folders[PROCESSED]
        if not folder or not self._client.has_capability("UIDPLUS"):
            return None
        put = _APPENDED.search(self._client.append(folder, raw))
        if put is None:
            return None
        self._client.select_folder(folder)
        try:
            uid = int(put[2])
            found = self._client.fetch([uid], ["INTERNALDATE"]).get(uid)
            self._client.delete_messages([uid])
            self._client.uid_expunge([uid])
        finally:
            self._client.select_folder(self.folder)
        return found[b"INTERNALDATE"].astimezone(UTC) if found else None
