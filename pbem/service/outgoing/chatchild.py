"""The process that tells chat services something for another one, and reaches no private address unless it may.

On its standard input stands a `Batch`; for every job done it writes a line, a `Said`.  The guard is at the socket: to
it come names that lead home, services that send one elsewhere, and addresses written in odd ways.
"""

import ipaddress
import logging
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import msgspec

from pbem.service.queues.chatkinds import is_public_address, plugin

LONGEST = 200
"""Characters of a reason."""

PRIVATE = "it leads to an address that is not on the public internet"


class ChatJob(msgspec.Struct, frozen=True):
    """A message to be sent by chat."""

    id: str
    """Tells it from the others of its batch."""

    url: str
    """The target as apprise writes it."""

    title: str

    text: str


class ChatBatch(msgspec.Struct, frozen=True):
    """Messages to be sent together."""

    jobs: tuple[ChatJob, ...]

    anywhere: bool
    """Whether targets may have private addresses too."""


class Said(msgspec.Struct, frozen=True):
    """The result of one message."""

    id: str

    why: str = ""
    """Why it failed; '' if it was sent."""


class _Reasons(logging.Handler):
    """What apprise says of each failure, by the thread it says it in."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.of: dict[int, str] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.of.setdefault(threading.get_ident(), record.getMessage())


def main() -> None:
    """Do the jobs, and say of each what became of it."""
    batch = msgspec.json.decode(sys.stdin.buffer.read(), type=ChatBatch)
    reasons = _Reasons()
    logger = logging.getLogger("apprise")
    logger.propagate = False
    logger.addHandler(reasons)
    if not batch.anywhere:
        _guard(reasons)
    with ThreadPoolExecutor(max_workers=max(len(batch.jobs), 1)) as threads:
        for done in as_completed([threads.submit(_tell, job, reasons) for job in batch.jobs]):
            sys.stdout.buffer.write(msgspec.json.encode(done.result()) + b"\n")
            sys.stdout.buffer.flush()


def _tell(job: ChatJob, reasons: _Reasons) -> Said:
    reasons.of.pop(threading.get_ident(), None)
    try:
        service = plugin(job.url)
        if service is not None and service.notify(body=job.text, title=job.title):
            return Said(job.id)
        why = reasons.of.get(threading.get_ident(), "" if service else "the address cannot be read any more")
    except Exception as fault:  # noqa: BLE001  # 150 services, each with code of its own
        why = type(fault).__name__
    return Said(job.id, " ".join((why or "the service did not take it").split())[:LONGEST])


def _guard(reasons: _Reasons) -> None:
    """From now on no socket of this process connects to an address that is not on the public internet."""

    def guarded(connect: Callable[..., Any]) -> Callable[..., Any]:
        def attempt(self: socket.socket, address: Any) -> Any:  # noqa: ANN401  # as the socket takes and gives it
            inet = self.family in {socket.AF_INET, socket.AF_INET6}
            if not inet or not is_public_address(ipaddress.ip_address(str(address[0]).partition("%")[0])):
                reasons.of[threading.get_ident()] = PRIVATE
                raise OSError(PRIVATE)
            return connect(self, address)

        return attempt

    for name in ("connect", "connect_ex"):
        setattr(socket.socket, name, guarded(getattr(socket.socket, name)))


if __name__ == "__main__":
    main()
