"""A deadline as a calendar entry: PUBLISH, UTC, without attendees, so that no calendar sends answers."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import msgspec

OCTETS = 75
"""Longest line, without its end (RFC 5545)."""


class CalendarEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A deadline as an entry of a calendar."""

    uid: str
    """Stays the same for every version of the entry."""

    due: datetime
    """When orders are due, aware."""

    summary: str

    url: str

    sequence: int = 0
    """Grows with each version of the entry."""


def calendar(entries: Iterable[CalendarEntry], stamp: datetime) -> str:
    """The text of an .ics file; '' without entries.  stamp: when it was made."""
    events = [line for entry in entries for line in _event(entry, stamp)]
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//deadlines//EN", "METHOD:PUBLISH")
    return "".join(f"{_folded(line)}\r\n" for line in (*head, *events, "END:VCALENDAR")) if events else ""


def _event(entry: CalendarEntry, stamp: datetime) -> Iterator[str]:
    yield from ("BEGIN:VEVENT", f"UID:{_text(entry.uid)}", f"SEQUENCE:{entry.sequence}", f"DTSTAMP:{_utc(stamp)}")
    yield from (f"DTSTART:{_utc(entry.due)}", f"DTEND:{_utc(entry.due)}")
    yield from (f"SUMMARY:{_text(entry.summary)}", f"URL:{entry.url}", "TRANSP:TRANSPARENT", "END:VEVENT")


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    """Escaped; what is no printable text is left out."""
    printable = "".join(char if char.isprintable() else " " for char in words)
    return printable.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    """Cut after at most 75 octets, never inside a character; further lines begin with a space."""
    out, room = "", OCTETS
    for char in line:
        size = len(char.encode())
        if size > room:
            out, room = f"{out}\r\n ", OCTETS - 1
        out, room = out + char, room - size
    return out
