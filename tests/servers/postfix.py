"""A Postfix of our own: mail for the orders address goes to our LMTP door, mail for players to Dovecot."""

import contextlib
import re
import shutil
import smtplib
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.servers import HOST, free_port, need, need_root, own_directory, running
from tests.servers.dovecot import Dovecot

WHY = "the LMTP door and outgoing mail are tested against it"
DIST = Path("/usr/share/postfix/master.cf.dist")

MAIN = """\
compatibility_level = 3.6
queue_directory = {home}/queue
data_directory = {home}/data
myhostname = mx.example.test
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
recipient_delimiter = +
virtual_mailbox_domains = example.test players.test
virtual_mailbox_maps = inline:{{ {{orders@example.test = ok}}, {{@players.test = ok}} }}
transport_maps = inline:{{
  {{example.test = lmtp:inet:127.0.0.1:{orders}}}, {{players.test = lmtp:inet:127.0.0.1:{players}}} }}
lmtp_host_lookup = native
lmtp_destination_concurrency_failed_cohort_limit = 0
message_size_limit = 1048576
smtputf8_enable = yes
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
smtpd_relay_restrictions = reject_unauth_destination
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
alias_maps =
alias_database =
maillog_file = /dev/stdout
"""


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


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """The server, one for the session."""
    with run_postfix(dovecot) as server:
        yield server


@contextlib.contextmanager
def run_postfix(dovecot: Dovecot, more: str = "", **tables: str) -> Iterator[Postfix]:
    """Another server.  more: lines of main.cf; ``{etc}`` is the folder of its tables, each written from an argument."""
    program = need("postfix", WHY)
    need_root("postfix", WHY)
    with own_directory("postfix") as home:
        server = Postfix(HOST, free_port(), free_port(), home / "postfix.log")
        (home / "etc").mkdir()
        (home / "queue").mkdir()
        (home / "data").mkdir()
        shutil.chown(home / "data", "postfix")
        main = MAIN.format(home=home, orders=server.lmtp_port, players=dovecot.lmtp_port)
        (home / "etc/main.cf").write_text(main + more.format(etc=home / "etc"))
        for name, table in tables.items():
            (home / "etc" / name).write_text(table)
        (home / "etc/master.cf").write_text(master(DIST.read_text(), server.port))
        command = [program, "-c", str(home / "etc")]
        with running([*command, "start-fg"], server.log, server.port, end_by=[*command, "abort"]):
            yield server


def master(packaged: str, port: int) -> str:
    """Debian's master.cf with nothing in a chroot, and smtpd on our port only."""
    lines = []
    for line in packaged.splitlines():
        columns = line.split()
        is_service = line[:1].isalpha() and len(columns) >= 8
        if is_service:
            columns[4] = "n"
        if columns[:2] == ["smtp", "inet"]:
            columns[0] = f"{HOST}:{port}"
        lines.append(" ".join(columns) if is_service else line)
    return "\n".join(lines) + "\n"
