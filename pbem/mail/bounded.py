"""Reading mails that may be hostile: whatever is not plainly small is read by a child with little memory and time."""

import resource
import subprocess
import sys

import msgspec

from pbem.mail.reading import MailText, Reader, about, unreadable
from pbem.mail.reading import read as read_here

PLAINLY_SMALL = 24 * 1024
"""Bytes of a mail that no trick in it can make slow."""

SECONDS = 10
MEMORY = 768 * 1024 * 1024

CHILD = (sys.executable, "-m", "pbem.mail.bounded")


class _Job(msgspec.Struct, frozen=True):
    raw: bytes
    us: Reader
    null_sender: bool


def read(raw: bytes, us: Reader, null_sender: bool = False) -> MailText:
    """Read any mail in bounded time and memory; never raises.  What breaks its bounds comes back unreadable."""
    if len(raw) <= PLAINLY_SMALL:
        return read_here(raw, us, null_sender)
    base = about(raw, us, null_sender)
    if base.kind == "unreadable":
        return base
    job = msgspec.msgpack.encode(_Job(raw, us, null_sender))
    try:
        done = subprocess.run(  # noqa: S603  # our own module; the mail goes in by standard input
            CHILD, input=job, capture_output=True, timeout=SECONDS + 2, check=True
        )
        return msgspec.msgpack.decode(done.stdout, type=MailText)
    except subprocess.TimeoutExpired:
        return unreadable(base, f"reading it took more than {SECONDS} s")
    except subprocess.CalledProcessError as fault:
        return unreadable(base, f"reading it ended with {fault.returncode} ({_last_line(fault.stderr)})")
    except (OSError, msgspec.DecodeError) as fault:
        return unreadable(base, f"the reader could not be run: {fault}")


def _last_line(output: bytes) -> str:
    return repr((output.decode("utf-8", "replace").strip().splitlines() or [""])[-1][:200])


def _child() -> None:
    """Read one job from standard input, answer on standard output."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=_Job)
    sys.stdout.buffer.write(msgspec.msgpack.encode(read_here(job.raw, job.us, job.null_sender)))


if __name__ == "__main__":
    _child()
