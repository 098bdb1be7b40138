"""A deadline as a calendar entry: PUBLISH, UTC, nobody invited, so that no calendar sends answers."""

from datetime import UTC, datetime

OCTETS = 75
"""Longest line, without its end (RFC 5545)."""


def calendar(uid: str, due: datetime, stamp: datetime, summary: str, url: str, sequence: int = 0) -> str:
    """The text of an .ics file with one entry.

    uid: the same for every version of the entry.  sequence: larger for each newer version.  stamp: when it was made.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//pbem//deadlines//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{_text(uid)}",
        f"SEQUENCE:{sequence}",
        f"DTSTAMP:{_utc(stamp)}",
        f"DTSTART:{_utc(due)}",
        f"DTEND:{_utc(due)}",
        f"SUMMARY:{_text(summary)}",
        f"URL:{url}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


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
