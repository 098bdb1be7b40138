"""The IMAP door: an ordinary mailbox anywhere, read without changing flags, emptied by moving, never expunged.

State is never kept in the mailbox: who fetched what is the store's to know, by UIDVALIDITY and UID.
"""

import logging
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from pbem.mail.headers import LONGEST_HEAD

log = logging.getLogger(__name__)

TIMEOUT = 30
"""Seconds to wait for a server's answer."""

GLANCE = 2.0
"""Seconds after which one who waits for news looks whether he is to stop."""

PROCESSED, REJECTED = "Processed", "Rejected"

Trouble = (OSError, IMAPClientError)
"""What a server or the way to it may do: try again later."""


class LoginRefused(IMAPClientError):  # type: ignore[misc]  # imapclient ships no types
    """The server is there and does not let us in; the message says which part of PBEM_IMAP_URL is at fault."""


class Odd(IMAPClientError):  # type: ignore[misc]  # imapclient ships no types
    """The server said something that cannot be understood."""


class Fetched(msgspec.Struct, frozen=True):
    """A mail in the mailbox."""

    uid: int

    raw: bytes

    arrived_at: datetime
    """When the server took it in, UTC."""

    size: int

    whole: bool
    """Whether raw is all of it; of one that is too large it is the head alone."""


@contextmanager
def _understood() -> Iterator[None]:
    """Whatever an odd answer makes us or the library stumble over is trouble like any other."""
    try:
        yield
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as fault:
        raise Odd(f"the server's answer cannot be understood: {fault!r}") from fault


class Mailbox:
    """One folder of one account, open."""

    @_understood()
    def __init__(self, url: str, timeout: float = TIMEOUT, context: ssl.SSLContext | None = None) -> None:
        """url: ``imaps://user:password@host/INBOX``; ``imap+starttls://``; ``imap://`` sends the password in the clear.

        Raises one of ``Trouble``; TLS that is asked for and not to be had is trouble, never clear text.
        """
        parts = urlsplit(url)
        self.folder = unquote(parts.path.strip("/")) or "INBOX"
        user = unquote(parts.username or "")
        self.account = f"{user} at {parts.hostname}"
        secure = parts.scheme == "imaps"
        wanted = secure or parts.scheme == "imap+starttls"
        tls = context or (ssl.create_default_context() if wanted else None)  # reading whom to trust takes long
        self._client: Any = IMAPClient(
            parts.hostname, parts.port, ssl=secure, ssl_context=tls if secure else None,
            timeout=SocketTimeout(timeout, timeout),
        )  # fmt: skip
        try:
            if parts.scheme == "imap+starttls":
                self._client.starttls(tls)
            self._log_in(user, unquote(parts.password or ""))
            self._client.normalise_times = False
            self._folders = {name: self._own_folder(name) for name in (PROCESSED, REJECTED)}
            self.uidvalidity = self._enter()
        except BaseException:
            self.close()
            raise

    @_understood()
    def uids(self) -> tuple[int, ...]:
        """Every mail in the folder, read or not, oldest first."""
        self._client.noop()
        return tuple(sorted(self._client.search(["UID", "1:*"])))

    def fetch(self, uids: tuple[int, ...], largest: int) -> Iterator[Fetched]:
        """Mails, unchanged and still unread; of one larger than so many bytes the head.

        Left out, for another time: a mail that is gone meanwhile, and one that comes in pieces (it is logged).
        """
        for uid in uids:
            mail = self._mail(uid, largest)
            if mail is not None:
                yield mail

    def file(self, uids: tuple[int, ...], folder: str) -> bool:
        """Move mails that are stored; False when that was refused: then they stay, and are known when met again.

        It is refused where the server cannot move without touching others, or when another sweeper was faster.
        """
        where = self._folders[folder]
        try:
            if not uids:
                return True
            if not where:
                return False
            if self._client.has_capability("MOVE"):
                self._client.move(list(uids), where)
            elif self._client.has_capability("UIDPLUS"):
                self._client.copy(list(uids), where)
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

    @_understood()
    def wait(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> bool:
        """Wait for news, at most so long (RFC 2177: under 29 minutes); whether there may be some.  Needs `idles`.

        enough: asked every two seconds whether to wait no longer.
        """
        self._client.idle()
        try:
            for _ in range(max(1, int(seconds / GLANCE))):  # counted: a dead line answers at once, and has no news
                if self._client.idle_check(timeout=min(seconds, GLANCE)):
                    return True
                if enough():
                    break
            return False
        finally:
            self._client.idle_done()

    def close(self) -> None:
        """Hang up, politely if the server still listens."""
        try:
            self._client.logout()
        except Trouble:
            with suppress(*Trouble):
                self._client.shutdown()

    def _log_in(self, user: str, password: str) -> None:
        if not (user + password).isascii():
            raise LoginRefused(
                "the name and the password in PBEM_IMAP_URL must be ASCII: IMAP's LOGIN takes nothing else"
            )
        try:
            self._client.login(user, password)
        except LoginError as fault:
            said = str(fault).replace(password, "(the password)") if password else str(fault)
            raise LoginRefused(f"the server refuses the name or the password in PBEM_IMAP_URL: {said[:200]}") from None

    def _enter(self) -> int:
        """Select the folder; its UIDVALIDITY."""
        try:
            return int(self._client.select_folder(self.folder)[b"UIDVALIDITY"])
        except IMAPClientAbortError:
            raise
        except IMAPClientError as fault:
            why = f"the folder {self.folder!r}, which PBEM_IMAP_URL names at its end, cannot be opened: {fault}"
            raise LoginRefused(why) from fault

    def _own_folder(self, name: str) -> str:
        """Where mails of a kind are moved to; '' when the server gives us no such folder: then they stay."""
        prefix = ""
        try:
            if self._client.has_capability("NAMESPACE"):
                personal = self._client.namespace().personal
                prefix = personal[0][0] if personal else ""
            if not self._client.folder_exists(prefix + name):
                self._client.create_folder(prefix + name)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as fault:
            log.warning("the mailbox has no folder %r and makes none; mails stay where they are: %s", name, fault)
            return ""
        return prefix + name

    @_understood()
    def _mail(self, uid: int, largest: int) -> Fetched | None:
        about = self._client.fetch([uid], ["RFC822.SIZE", "INTERNALDATE"]).get(uid)
        if about is None:
            return None
        size, arrived = int(about[b"RFC822.SIZE"]), about[b"INTERNALDATE"]
        if size > largest:
            head = self._bytes(uid, f"BODY.PEEK[HEADER]<0.{LONGEST_HEAD}>", b"BODY[HEADER]<0>")
            return None if head is None else Fetched(uid, head, arrived, size, whole=False)
        raw = self._whole(uid, size)
        return None if raw is None else Fetched(uid, raw, arrived, size, whole=True)

    def _whole(self, uid: int, size: int) -> bytes | None:
        """The bytes, fetched once more when they are not as many as they should be.

        The same again: it is the server that cannot count.  Something else: they are left for another time.
        """
        raw = self._bytes(uid, "BODY.PEEK[]", b"BODY[]")
        if raw is None or len(raw) == size:
            return raw
        again = self._bytes(uid, "BODY.PEEK[]", b"BODY[]")
        if again is None or len(again) == size or again == raw:
            return again
        log.warning("mail %d of %s came with %d bytes, then with %d, and has %d; it is left for another time",
                    uid, self.folder, len(raw), len(again), size)  # fmt: skip
        return None

    def _bytes(self, uid: int, what: str, key: bytes) -> bytes | None:
        """A part of a mail; None when the mail is gone."""
        found = self._client.fetch([uid], [what]).get(uid)
        return None if found is None or found.get(key) is None else bytes(found[key])
