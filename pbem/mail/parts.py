"""A mail taken apart: its own parts in order, within limits.  What is not plain structure stays shut."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

from pbem.mail.headers import LONGEST_FIELD

MOST_PARTS = 200
DEEPEST = 20

_BOUNDARY = re.compile(rb"boundary[ \t]*=[ \t]*\"?([^\"\s;]{1,200})", re.IGNORECASE)
_NESTING = re.compile(rb"^content-type[ \t]*:[ \t\r\n]*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(rb"^content-(?:type|disposition)[ \t]*:.*(?:\r?\n[ \t].*)*", re.IGNORECASE | re.MULTILINE)


class TooMuch(Exception):
    """A mail has more parts, or longer words about them, than any letter; the message says how much is read."""


def parts_of(raw: bytes) -> list[Message]:
    """Every part of a raw mail, the outermost first; of a mail within a mail only the outside.

    Raises TooMuch, before the library is let at it where that can be seen.
    """
    if _too_many(raw):
        raise TooMuch(f"it has more than {MOST_PARTS} parts, or parts nested deeper than {DEEPEST}")
    longest = max((len(found[0]) for found in _FIELD.finditer(raw)), default=0)
    if longest > LONGEST_FIELD:
        raise TooMuch(f"it says of a part in {longest} bytes what it is; at most {LONGEST_FIELD} are read")
    return [*_walk(message_from_bytes(raw), 0, [MOST_PARTS])]


def _too_many(raw: bytes) -> bool:
    """Whether the parts can be counted to be too many: every boundary that is named, every line that begins with it."""
    if len(_NESTING.findall(raw)) > MOST_PARTS:
        return True
    names = dict.fromkeys(_BOUNDARY.findall(raw))
    return len(names) > MOST_PARTS or sum(raw.count(b"\n--" + name) for name in names) > 2 * MOST_PARTS


def _walk(part: Message, depth: int, left: list[int]) -> Iterator[Message]:
    """left: how many parts may still come."""
    left[0] -= 1
    if left[0] < 0 or depth > DEEPEST:
        raise TooMuch(f"it has more than {MOST_PARTS} parts, or parts nested deeper than {DEEPEST}")
    yield part
    payload = part.get_payload() if part.is_multipart() else None
    if isinstance(payload, list) and part.get_content_maintype() != "message":
        for inner in payload:
            if isinstance(inner, Message):
                yield from _walk(inner, depth + 1, left)
