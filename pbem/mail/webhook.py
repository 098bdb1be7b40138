"""Mails handed over by HTTP: who signed them, when.  Knows no web server; only raw mails are taken, never parsed ones.

Two ways of signing, both HMAC-SHA256 in hexadecimal.  Ours covers everything: time, nonce, sender, recipients and the
mail's bytes.  Mailgun's covers its time and token only, so its requests must come by https.
"""

import hashlib
import hmac
import re
from datetime import UTC, datetime

import msgspec

FRESH = 120
"""Seconds that a request's time may be off our clock, either way."""

_TIME = re.compile(r"[0-9]{9,11}")
_NONCE = re.compile(r"[A-Za-z0-9_-]{16,128}")
_BETWEEN = re.compile(r"[\s,]+")


class NotSigned(Exception):
    """The request is not signed with the key, or not for now.  The caller is not told what exactly is wrong."""


class Handed(msgspec.Struct, frozen=True):
    """A raw mail that a provider handed over."""

    raw: bytes

    sender: str | None
    """Envelope sender; None when not told, '' for the null sender."""

    recipients: tuple[str, ...]

    nonce: str
    """Value that is good for one request."""

    at: datetime
    """When the request was signed, UTC."""


class Stamp(msgspec.Struct, frozen=True):
    """What signs a request."""

    time: str
    """Seconds since 1970."""

    nonce: str

    signature: str
    """The signature in hexadecimal."""


def sign(key: str, time: str, nonce: str, sender: str, recipients: str, raw: bytes) -> str:
    """The signature of a request in our own form: five lines, the last the SHA-256 of the mail.

    sender: as in its header, ``<>`` for the null sender, '' when it is not told; so recipients.
    """
    return _mac(key, "\n".join((time, nonce, sender, recipients, hashlib.sha256(raw).hexdigest())))


def handed(key: str, stamp: Stamp, sender: str, recipients: str, raw: bytes, now: datetime) -> Handed:
    """A mail handed over in our own form.  Raises NotSigned."""
    right = sign(key, stamp.time, stamp.nonce, sender, recipients, raw)
    return _handed(stamp, right, sender, recipients, raw, now)


def mailgun(key: str, stamp: Stamp, sender: str, recipients: str, raw: bytes, now: datetime) -> Handed:
    """A mail handed over in Mailgun's form (``body-mime``); its token is the nonce.  Raises NotSigned."""
    return _handed(stamp, _mac(key, stamp.time + stamp.nonce), sender, recipients, raw, now)


def _handed(stamp: Stamp, right: str, sender: str, recipients: str, raw: bytes, now: datetime) -> Handed:
    """Every check is made whatever the others said, so that time tells nothing."""
    signed = hmac.compare_digest(stamp.signature.lower().encode(), right.encode())
    formed = bool(_TIME.fullmatch(stamp.time)) and bool(_NONCE.fullmatch(stamp.nonce))
    at = datetime.fromtimestamp(int(stamp.time), UTC) if formed else datetime.min.replace(tzinfo=UTC)
    if not (signed and formed and abs((now - at).total_seconds()) <= FRESH):
        raise NotSigned
    to = tuple(address for address in _BETWEEN.split(recipients) if address)
    return Handed(raw, None if not sender else sender.strip("<> "), to, stamp.nonce, at)


def _mac(key: str, text: str) -> str:
    return hmac.new(key.encode(), text.encode("utf-8", "surrogateescape"), hashlib.sha256).hexdigest()
