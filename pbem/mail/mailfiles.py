"""Mails kept as files: an mbox, a Maildir, a folder of ``.eml``, one mail by itself.  Read one by one, however many.

Nothing here raises for what is in a file: what is no mail comes back as a problem with its place.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from pbem.mail.headers import headers

LINE = 1024 * 1024
"""Bytes of a line that are read at once."""

_BEGIN = re.compile(rb"From (?:.*\d\d:\d\d.*)?\r?\n?")
"""What parts the mails of an mbox; some programs leave its date out.  A sentence that begins with *From* is none."""
_QUOTED = re.compile(rb">+From ")
_FIELD = re.compile(rb"(?:From |[!-9;-~]+[ \t]*:)")


class ArchivedMail(msgspec.Struct, frozen=True):
    """A mail of an archive, or why a file there holds none."""

    place: str
    """The file, and in an mbox the line."""

    raw: bytes = b""
    """Its bytes, up to the size asked for."""

    size: int = 0
    """Bytes of the whole mail."""

    problem: str = ""
    """Why it is none; '' for a mail."""


def mails_in(path: Path, largest: int) -> Iterator[ArchivedMail]:
    """Every mail of a file or folder.  largest: bytes of a mail that are kept in memory, and given."""
    if path.is_dir():
        files = _files(path)
        if not files:
            yield ArchivedMail(
                str(path), problem="no mails here: a Maildir has folders cur and new, others need *.eml files"
            )
        for file in files:
            yield from _read(file, largest)
    else:
        yield from _read(path, largest)


def received_at(raw: bytes) -> datetime | None:
    """When the last server on its way took a mail in, by its topmost Received line; None when that cannot be read."""
    stamp = headers(raw).first("received").rpartition(";")[2].strip()
    try:
        at = parsedate_to_datetime(stamp)
        return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _files(folder: Path) -> list[Path]:
    """Those of a Maildir by their names, which begin with the time they came; else ``*.eml``."""
    maildir = [folder / name for name in ("cur", "new") if (folder / name).is_dir()]
    found = [file for part in maildir for file in part.iterdir()] if maildir else folder.iterdir()
    wanted = [file for file in found if file.is_file() and (maildir or file.suffix.lower() == ".eml")]
    return sorted(wanted, key=lambda file: file.name)


def _read(file: Path, largest: int) -> Iterator[ArchivedMail]:
    """The mails of a file; what the disk says against it is a problem too."""
    try:
        with file.open("rb") as stream:
            first = stream.readline(LINE)
            stream.seek(0)
            if file.suffix.lower() != ".eml" and _BEGIN.fullmatch(first):
                yield from _mbox(file, stream, largest)
            else:
                raw = stream.read(largest)
                yield _kept(str(file), raw, len(raw) + _rest(stream))
    except OSError as fault:
        yield ArchivedMail(str(file), problem=f"cannot be read: {fault.strerror or fault}")


def _rest(stream: BinaryIO) -> int:
    """How many bytes are left."""
    at = stream.tell()
    return stream.seek(0, 2) - at


def _mbox(file: Path, stream: BinaryIO, largest: int) -> Iterator[ArchivedMail]:
    """Mails between lines that begin with *From* and stand after an empty line; ``>From`` is given back as it was."""
    mail = _Growing(f"{file}:1", largest)
    number, whole, blank = 0, True, True
    while line := stream.readline(LINE):
        number += whole
        if whole and blank and _BEGIN.fullmatch(line):
            if number > 1:
                yield mail.done()
            mail = _Growing(f"{file}:{number}", largest)
        else:
            mail.add(line[1:] if whole and _QUOTED.match(line) else line)
        blank = whole and not line.strip(b"\r\n")
        whole = line.endswith(b"\n")
    yield mail.done()


class _Growing:
    """A mail of an mbox as it is read.  The empty line before the next one is not its own."""

    def __init__(self, place: str, largest: int) -> None:
        self.place, self.largest = place, largest
        self.raw, self.size, self.last = bytearray(), 0, b""

    def add(self, line: bytes) -> None:
        """Take a line, or a piece of a long one; beyond what is wanted it is counted only."""
        self.size += len(line)
        self.raw += line[: max(0, self.largest - len(self.raw))]
        self.last = line

    def done(self) -> ArchivedMail:
        if self.last in {b"\n", b"\r\n"}:
            self.size -= len(self.last)
            del self.raw[self.size :]
        return _kept(self.place, bytes(self.raw), self.size)


def _kept(place: str, raw: bytes, size: int) -> ArchivedMail:
    if not raw.strip():
        return ArchivedMail(place, problem="this mail is empty")
    if not _FIELD.match(raw):
        return ArchivedMail(
            place, problem="this is no mail: it does not begin with a header such as `From: ann@example.org`"
        )
    return ArchivedMail(place, raw, size)
