"""Mail addresses, as they are compared."""

import re
import unicodedata

from pbem.config import Config

LONGEST = 254
"""Octets of an address (RFC 5321)."""

_PLAIN = re.compile(r'[^\s<>@"(),;:\\\x00-\x20\x7f]+@[^\s<>@"(),;:\\\x00-\x20\x7f]+')
_NAMED = re.compile(r'\s*(?:"(?:[^"\\]|\\.)*"|[^<>"@,;:]*)\s*<\s*([^<>]*?)\s*>\s*')
_BARE = re.compile(r"\s*([^\s<>()]+)\s*(?:\([^()@]*\))?\s*")
_BETWEEN = re.compile(r'[\s<>"(),;:\\]+')


_GUESTS = "guest.invalid"
"""The domain of guests' addresses, which no mail can reach (RFC 2606)."""


class BadAddress(ValueError):
    """An address that mail cannot be sent to."""


def normal_address(address: str) -> str:
    """An address as it is compared: local part without case, domain in IDNA.  No dot or plus magic.

    Raises BadAddress.
    """
    text = unicodedata.normalize("NFC", address.strip())
    if not _PLAIN.fullmatch(text) or not text.isprintable():
        raise BadAddress(f"{address!r} is not a mail address; write it as name@example.org")
    local, _, domain = text.rpartition("@")
    try:
        ascii_domain = domain.encode("idna").decode("ascii") if not domain.isascii() else domain
    except UnicodeError as fault:
        raise BadAddress(f"{domain!r} is no mail domain") from fault
    whole = f"{local.casefold()}@{ascii_domain.lower().rstrip('.')}"
    if is_guest(whole):
        raise BadAddress(f"{address!r} is no address that mail can be sent to")
    if len(whole.encode()) > LONGEST or not domain.strip("."):
        raise BadAddress(f"{address[:80]!r} is not a mail address: too long, or its domain is empty")
    return whole


def guest_address(name: str) -> str:
    """The address of a guest: it tells players apart, and no mail is sent to it."""
    return f"{name}@{_GUESTS}"


def is_guest(address: str) -> bool:
    """Whether a normalised address is that of a guest."""
    return address.endswith(f"@{_GUESTS}")


def only_address(header: str) -> str:
    """The one address of a ``From`` line, normalised; '' when readers could differ about which it is.

    ``Name <a@b>``, ``"Name" <a@b>``, ``a@b`` and ``a@b (Name)`` are understood, and nothing cleverer.
    """
    if len(header) > 1000:
        return ""
    found = _NAMED.fullmatch(header) or _BARE.fullmatch(header)
    if found is None:
        return ""
    try:
        return normal_address(found[1])
    except BadAddress:
        return ""


def addresses(text: str) -> tuple[str, ...]:
    """Whatever looks like an address in a header of any kind, in lower case."""
    words = (word for word in _BETWEEN.split(text.lower()) if "@" in word)
    return tuple(dict.fromkeys(words))


def tags(address: str, text: str) -> tuple[str, ...]:
    """What stands behind the plus in every ``local+TAG@domain`` of a text whose rest is that address; lower case."""
    local, _, domain = address.lower().rpartition("@")
    begin, end = f"{local}+", f"@{domain}"
    found = (word for word in addresses(text) if word.startswith(begin) and word.endswith(end))
    return tuple(dict.fromkeys(word[len(begin) : -len(end)] for word in found))


def tagged(address: str, tag: str) -> str:
    """``orders@example.org`` with a tag: ``orders+tag@example.org``."""
    local, _, domain = address.rpartition("@")
    return f"{local}+{tag}@{domain}"


def untagged(address: str) -> str:
    """An address without what stands behind its plus."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def is_ours(config: Config, address: str) -> bool:
    """Whether an address is the order address or the one mails come back to, with or without what follows a plus."""
    local, _, domain = address.strip("<>").lower().rpartition("@")
    plain = f"{local.partition('+')[0]}@{domain}"
    return plain in {config.orders_address.lower(), config.bounce_address.lower()}
