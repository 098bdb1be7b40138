"""A Postfix of our own: mail for the orders address goes to our LMTP door, mail for players to Dovecot."""

import contextlib
import re
import smtplib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.bench.postfix import configure
from tests.servers import HOST, free_port, need, need_root, own_directory, running
from tests.servers.dovecot import Dovecot

WHY = "the LMTP door and outgoing mail are tested against it"


@dataclass(frozen=True)
class Postfix:
    """The running server.

    port: where it takes mail (SMTP; no TLS, no password: a relay on loopback).
    lmtp_port: where it delivers what is for ``orders@example.test`` and ``orders+anything@example.test``: start your
    own listener there; while there is none, or it answers 4xx, mail waits and is tried again every second or two.
    log: its log file.

     Mail for ``anybody@players.test`` goes to
    Dovecot's LMTP: ``dovecot.mailbox("players.test")`` is an account to read it by.  Any other address is refused.
    """

    host: str
    port: int
    lmtp_port: int
    log: Path

    def send(self, message: EmailMessage | bytes, sender: str, *recipients: str) -> None:
        """Hand over one mail by SMTP.  Raises smtplib.SMTPRecipientsRefused for an address it does not know."""
        raw = message if isinstance(message, bytes) else message.as_bytes()
        with smtplib.SMTP(self.host, self.port, timeout=10) as smtp:
            smtp.sendmail(sender, recipients, raw)

    def logged(self, pattern: str) -> bool:
        """Whether a line of its log matches: ``logged(r"to=<orders@.*status=deferred")``."""
        return re.search(pattern, self.log.read_text(errors="replace")) is not None

    def until(self, holds: Callable[[], bool], what: str, seconds: float = 20) -> None:
        """Wait until something holds; fails the test after so many seconds, with the end of the log."""
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                told = self.log.read_text(errors="replace")[-4000:]
                pytest.fail(f"waited {seconds} s for {what}; Postfix on port {self.lmtp_port} said:\n{told}")
            time.sleep(0.02)


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """The server, one for the session."""
    with run_postfix(dovecot) as server:
        yield server


@contextlib.contextmanager
def run_postfix(dovecot: Dovecot, more: str = "", **tables: str) -> Iterator[Postfix]:
    """Another server.  more: lines of main.cf; ``{etc}`` is the folder of its tables, each written from an argument."""
    need("postfix", WHY)
    need_root("postfix", WHY)
    with own_directory("postfix") as home:
        server = Postfix(HOST, free_port(), free_port(), home / "postfix.log")
        doors = {"example.test": server.lmtp_port, "players.test": dovecot.lmtp_port}
        command = configure(home, server.port, doors, ["orders@example.test", "@players.test"])
        main = home / "etc/main.cf"
        main.write_text(overridden(main.read_text(), more.format(etc=home / "etc")))
        for name, table in tables.items():
            (home / "etc" / name).write_text(table)
        with running([*command, "start-fg"], server.log, server.port, end_by=[*command, "abort"]):
            yield server


def overridden(main: str, more: str) -> str:
    """The lines of ``main`` but for settings that ``more`` has too: Postfix warns of each that is there twice.

    It does so in a log that nobody reads yet, and many warnings make it wait for ever.
    """
    names = set(re.findall(r"^(\w+) *=", more, re.MULTILINE))
    settings = re.split(r"^(?=\w)", main, flags=re.MULTILINE)
    return "".join(one for one in settings if one.partition("=")[0].strip() not in names) + more
