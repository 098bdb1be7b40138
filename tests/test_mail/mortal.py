"""What a worker does with mails, in a process that may be killed between any two steps of it."""

import os
import signal
import traceback
import warnings
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from pbem.clock import FixedClock
from pbem.mail.imap import Mailbox
from pbem.mail.relay import RelayAnswer
from pbem.service.incoming import filing, mailbox, mailroom
from pbem.service.incoming.mailbox import sweep
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.outgoing import drawing, outbox, replying
from pbem.service.outgoing.outbox import drain
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.work import Work
from pbem.service.services import Services
from pbem.store import leases, mails
from pbem.store.db import Database
from tests.test_mail.conftest import START, config_for


class Book:
    """A relay that takes every mail, and writes each Message-ID down before it says so."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def close(self) -> None:
        """Nothing is open."""

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Taken."""
        told = next(line for line in raw.decode().split("\r\n") if line.lower().startswith("message-id:"))
        with self.path.open("a") as book:
            book.write(told.partition(":")[2].strip() + "\n")
        return RelayAnswer("sent", "250 taken")


STEPS: dict[str, tuple[Any, str, bool]] = {
    "fetched": (Mailbox, "_mail", True),
    "stored, not committed": (mails, "keep_key", True),
    "stored, not moved": (mailbox, "store_mail", True),
    "moved": (Mailbox, "file", True),
    "read": (mailroom, "read_mail", True),
    "judged": (mailroom, "judge", True),
    "worked out, not written": (filing, "settling", True),
    "game written, not committed": (Work, "_write_rows", True),
    "answer written, not committed": (replying, "put_out", True),
    "committed": (Work, "write", True),
    "claimed, not committed": (leases, "claim_outbox", True),
    "to be drawn": (drawing, "_drawn", False),
    "drawn, not stored": (drawing, "_drawn", True),
    "map stored, not committed": (drawing, "_store", True),
    "map stored": (outbox, "draw_some", True),
    "leased, not sent": (Book, "send", False),
    "sent, not noted": (Book, "send", True),
    "noted, not committed": (leases, "settle_mail", True),
    "noted": (outbox, "_settle", True),
}
"""Where to die: the function, and whether after it or before it."""


def work(url: str, folder: Path, imap_url: str, orders: str, minutes: int) -> None:
    """Take in, read, answer and send what there is.  minutes: how late the clock is."""
    clock = FixedClock(START + timedelta(minutes=30 + minutes))
    services = Services(
        Database.open(url),
        config_for(url, folder, imap_url=imap_url, orders_address=orders),
        clock,
        compose=compose_mail,
    )
    sweep(services)
    while handle_waiting(services):
        pass
    drain(services, Book(folder / "sent.txt"))
    services.db.close()


def in_a_process(call: Callable[[], None], step: str = "", number: int = 0) -> int:
    """Do it in a process of its own, which dies at the NUMBERth STEP; its exit code, -9 when it was killed.

    It is a copy of this one, that need not import and load everything again.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of threads; none work here
        child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        if step:
            _die_at(step, number)
        call()
        os._exit(0)
    except BaseException:  # noqa: BLE001  # it must not go on as a second pytest
        traceback.print_exc()
        os._exit(1)


def _die_at(step: str, number: int) -> None:
    owner, name, after = STEPS[step]
    real: Callable[..., Any] = getattr(owner, name)
    left = number

    def instead(*args: Any, **named: Any) -> Any:
        nonlocal left
        result = real(*args, **named) if after else None
        if name != "file" or args[1]:  # nothing to move is no step
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return result if after else real(*args, **named)

    setattr(owner, name, instead)
