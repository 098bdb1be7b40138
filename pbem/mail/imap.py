"""The IMAP door: an ordinary mailbox anywhere, read without changing flags, emptied by moving, never expunged.

State is never kept in the mailbox: who fetched what is the store's to know, by UIDVALIDITY and UID.
"""

import ssl
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

TIMEOUT = 30
"""Seconds to wait for a server's answer."""

PROCESSED, REJECTED = "Processed", "Rejected"

Trouble = (OSError, IMAPClientError)
"""What a server or the way to it may do: try again later."""


class Fetched(msgspec.Struct, frozen=True):
    """A mail in the mailbox.

    arrived_at: when the server took it in.  whole: else it was too large, and raw is its head.
    """

    uid: int
    raw: bytes
    arrived_at: datetime
    size: int
    whole: bool


class Mailbox:
    """One folder of one account, open."""

    def __init__(self, url: str, timeout: float = TIMEOUT, context: ssl.SSLContext | None = None) -> None:
        """url: ``imaps://user:password@host/INBOX``; ``imap+starttls://``; ``imap://`` sends the password in the clear.

        Raises one of ``Trouble``; TLS that is asked for and not to be had is trouble, never clear text.
        """
        parts = urlsplit(url)
        self.folder = unquote(parts.path.strip("/")) or "INBOX"
        self.account = unquote(parts.username or "")
        tls = context or ssl.create_default_context()
        secure = parts.scheme == "imaps"
        self._client: Any = IMAPClient(
            parts.hostname, parts.port, ssl=secure, ssl_context=tls if secure else None,
            timeout=SocketTimeout(timeout, timeout),
        )  # fmt: skip
        try:
            if parts.scheme == "imap+starttls":
                self._client.starttls(tls)
            self._client.login(self.account, unquote(parts.password or ""))
            self._client.normalise_times = False
            for name in (PROCESSED, REJECTED):
                if not self._client.folder_exists(name):
                    self._client.create_folder(name)
            self.uidvalidity = int(self._client.select_folder(self.folder)[b"UIDVALIDITY"])
        except BaseException:
            self.close()
            raise

    def uids(self) -> tuple[int, ...]:
        """Every mail in the folder, read or not, oldest first."""
        self._client.noop()
        return tuple(sorted(self._client.search(["UID", "1:*"])))

    def fetch(self, uids: tuple[int, ...], largest: int) -> Iterator[Fetched]:
        """Mails, unchanged and still unread.  A mail that is gone meanwhile is left out."""
        for uid in uids:
            about = self._client.fetch([uid], ["RFC822.SIZE", "INTERNALDATE"]).get(uid)
            if about is None:
                continue
            size, whole = int(about[b"RFC822.SIZE"]), int(about[b"RFC822.SIZE"]) <= largest
            raw = self._body(uid, size, whole)
            if raw:
                yield Fetched(uid, raw, about[b"INTERNALDATE"], size, whole)

    def file(self, uids: tuple[int, ...], folder: str) -> bool:
        """Move mails that are stored; False when that was refused: then they stay, and are known when met again.

        It is refused where the server cannot move without touching others, or when another sweeper was faster.
        """
        try:
            if not uids:
                return True
            if self._client.has_capability("MOVE"):
                self._client.move(list(uids), folder)
            elif self._client.has_capability("UIDPLUS"):
                self._client.copy(list(uids), folder)
                self._client.delete_messages(list(uids))
                self._client.uid_expunge(list(uids))
            else:
                return False
        except IMAPClientAbortError:  # the connection is gone
            raise
        except IMAPClientError:
            return False
        return True

    @property
    def idles(self) -> bool:
        """Whether the server says of itself when there is news (IDLE)."""
        return bool(self._client.has_capability("IDLE"))

    def wait(self, seconds: float) -> bool:
        """Wait for news, at most so long (RFC 2177: under 29 minutes); whether there may be some.  Needs `idles`."""
        self._client.idle()
        try:
            return bool(self._client.idle_check(timeout=seconds))
        finally:
            self._client.idle_done()

    def close(self) -> None:
        """Hang up, politely if the server still listens."""
        try:
            self._client.logout()
        except Trouble:
            self._client.shutdown()

    def _body(self, uid: int, size: int, whole: bool) -> bytes:
        """The bytes; fetched once more when they are not as long as they should be (a fetch that was cut)."""
        what = "BODY.PEEK[]" if whole else "BODY.PEEK[HEADER]"
        key = what.replace(".PEEK", "").encode()
        raw = bytes(self._client.fetch([uid], [what]).get(uid, {}).get(key) or b"")
        if whole and raw and len(raw) != size:
            raw = bytes(self._client.fetch([uid], [what]).get(uid, {}).get(key) or b"")
        return raw
