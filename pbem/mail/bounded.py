"""Reading mails that may be hostile: each is read by a child with little memory and time, which may die of it.

One child a process, started when the first mail is read, kept for the next ones, and ended with the process.  Threads
take turns; a process that forks gets a child of its own.
"""

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock, Timer

import msgspec

from pbem.mail import readchild
from pbem.mail.readchild import ReadingDone, ReadingJob
from pbem.mail.reader import MailReader
from pbem.mail.reading import LARGEST, MailText, about, unreadable

SECONDS = 10
"""A mail may take by the clock; then its reader is killed."""

START_SECONDS = 60
"""A child may take to start: the machine may be busy."""

FAT = 200 * 1024 * 1024
"""Bytes of address space: a child that has taken more is not kept, so that the next mail has room."""

CHILD = (sys.executable, "-m", "pbem.mail.readchild")


def read(raw: bytes, us: MailReader, null_sender: bool = False) -> MailText:
    """Read any mail in bounded time and memory; never raises.  What breaks its bounds comes back unreadable."""
    if len(raw) > LARGEST:
        return about(raw, us, null_sender)
    job = msgspec.msgpack.encode(ReadingJob(raw, us, null_sender))
    with _lock:
        read_or_why = _read(job)
    return unreadable(about(raw, us, null_sender), read_or_why) if isinstance(read_or_why, str) else read_or_why


def close() -> None:
    """End the child; the next mail gets a new one."""
    with _lock:
        _let_go()


# --- the child ----------------------------------------------------------------------------------------------------


class _Child:
    """A running reader, ready for its first mail.  Raises OSError when it cannot be started."""

    def __init__(self) -> None:
        # It inherits no setting of ours: whatever a mail makes of it, it knows no secret.
        env = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        self.process = subprocess.Popen(  # noqa: S603  # our own module; mails go in by standard input
            CHILD, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
        )
        if self._waited_for(START_SECONDS) is None:
            self.end()
            raise OSError(f"the process that reads mails did not start ({self._ended()})")

    def read(self, job: bytes) -> ReadingDone | str:
        """The mail, or why it was not read; then this child is dead."""
        try:
            answer = self._waited_for(SECONDS, job)
        except OSError:  # it ended before it had taken in the mail
            answer = None
        if answer is None:
            return f"reading it took more than {SECONDS} s, or too much memory ({self._ended()})"
        return msgspec.msgpack.decode(answer, type=ReadingDone)

    def end(self) -> None:
        """End it, and wait for its end."""
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what was not sent is of no use to a dead process
                stream.close()  # type: ignore[union-attr]  # both are pipes
        self.process.wait()

    def leave(self) -> None:
        """Forget it, in a process that forked: it is the other one's."""
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                os.close(stream.fileno())  # type: ignore[union-attr]  # both are pipes
        self.process.returncode = 0

    def _waited_for(self, seconds: float, job: bytes | None = None) -> bytes | None:
        """The next frame, after a job has been sent; None if none comes in that time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        watch = Timer(seconds, self.process.kill)
        watch.daemon = True
        watch.start()
        try:
            if job is not None:
                readchild.put(self.process.stdin, job)  # type: ignore[arg-type]  # typeshed's IO[bytes]
            return readchild.get(self.process.stdout)  # type: ignore[arg-type]  # a pipe was asked for
        finally:
            watch.cancel()

    def _ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        return f"it ended with {self.process.returncode}"


_lock = Lock()
_children: list[_Child] = []
"""The child, if there is one."""


def _read(job: bytes) -> MailText | str:
    try:
        if _children and _children[0].process.poll() is not None:
            _let_go()  # killed between two mails: no mail's fault
        if not _children:
            _children.append(_Child())
        done = _children[0].read(job)
    except (OSError, RuntimeError, ValueError, msgspec.MsgspecError) as fault:
        _let_go()
        return f"the reader could not be run: {fault}"
    if isinstance(done, str) or done.size > FAT:
        _let_go()
    return done if isinstance(done, str) else done.mail


def _let_go() -> None:
    while _children:
        _children.pop().end()


def _forked() -> None:
    """In a process that forked: the lock may be held by a thread that is not here."""
    global _lock  # noqa: PLW0603  # there is one a process
    _lock = Lock()
    while _children:
        _children.pop().leave()


atexit.register(close)
os.register_at_fork(after_in_child=_forked)
