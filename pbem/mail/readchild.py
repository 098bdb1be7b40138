"""The process that reads mails for another one, mail after mail, in little memory and time (`pbem.mail.bounded`).

On its pipes stand frames: four bytes of length, then MessagePack.  The first frame out says that it is ready.  It ends
when its standard input ends, as it does when the process that started it dies.
"""

import resource
import sys
from pathlib import Path
from typing import BinaryIO

import msgspec

from pbem.mail.bodytext import from_html
from pbem.mail.reader import MailReader
from pbem.mail.reading import MailText, read

SECONDS = 10
"""Of processor time a mail may take."""

MEMORY = 512 * 1024 * 1024
"""Bytes of address space: the interpreter with its libraries takes some 40 MB of it."""


class ReadingJob(msgspec.Struct, frozen=True):
    """A mail to be read, as `pbem.mail.reading.read` takes it."""

    raw: bytes
    us: MailReader
    null_sender: bool


class ReadingDone(msgspec.Struct, frozen=True):
    """A mail as read."""

    mail: MailText

    size: int
    """Bytes of address space the process has taken so far; 0 where the system does not say."""


def put(stream: BinaryIO, message: bytes) -> None:
    """Write a frame."""
    stream.write(len(message).to_bytes(4) + message)
    stream.flush()


def get(stream: BinaryIO) -> bytes | None:
    """Read a frame; None when the stream ends first."""
    length = stream.read(4)
    message = stream.read(int.from_bytes(length)) if len(length) == 4 else b""
    return message if len(length) == 4 and len(message) == int.from_bytes(length) else None


def main() -> None:
    """Read mails until there are no more."""
    from_html("<p>all libraries are loaded while there is room</p>")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    put(sys.stdout.buffer, b"")
    while (frame := get(sys.stdin.buffer)) is not None:
        _allow_seconds()
        job = msgspec.msgpack.decode(frame, type=ReadingJob)
        mail = read(job.raw, job.us, job.null_sender)
        put(sys.stdout.buffer, msgspec.msgpack.encode(ReadingDone(mail, _size())))


def _allow_seconds() -> None:
    """The system ends this process when it takes longer over the next mail."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + SECONDS + 1, hard))


def _size() -> int:
    """What the limit counts; the peak of `resource` begins with that of the process that started this one."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:  # no Linux
        return 0
    return int(pages) * resource.getpagesize()


if __name__ == "__main__":
    main()
