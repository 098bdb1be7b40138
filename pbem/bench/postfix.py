"""A Postfix of our own on loopback, for measuring and for tests: it hands mails to LMTP doors, domain by domain."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

HOST = "127.0.0.1"
DIST = Path("/usr/share/postfix/master.cf.dist")
STARTS_WITHIN = 20.0
"""Seconds."""

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
virtual_mailbox_domains = {domains}
virtual_mailbox_maps = inline:{{ {addresses} }}
transport_maps = inline:{{ {transports} }}
lmtp_host_lookup = native
lmtp_destination_concurrency_failed_cohort_limit = 0
message_size_limit = 1048576
smtputf8_enable = yes
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
transport_retry_time = 1s
service_throttle_time = 1s
smtpd_relay_restrictions = reject_unauth_destination
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
alias_maps =
alias_database =
maillog_file = /dev/stdout
"""


def program() -> str | None:
    """Where Postfix is; None where it is not installed."""
    return shutil.which("postfix", path="/usr/sbin:/usr/local/sbin:/usr/bin:/sbin")


def configure(home: Path, port: int, doors: Mapping[str, int], addresses: Sequence[str]) -> list[str]:
    """Write the settings of a Postfix that lives in a folder; the command, to which ``start-fg`` or ``abort`` is added.

    port: where it takes mail.  doors: domains, and the port of the LMTP door that has their mail.  addresses: the
    addresses it takes (``orders@example.test``), or whole domains (``@players.test``).
    """
    for name in ("etc", "queue", "data"):
        (home / name).mkdir()
    shutil.chown(home / "data", "postfix")
    main = MAIN.format(
        home=home,
        domains=" ".join(doors),
        addresses=", ".join(f"{{{one} = ok}}" for one in addresses),
        transports=", ".join(f"{{{domain} = lmtp:inet:{HOST}:{door}}}" for domain, door in doors.items()),
    )
    (home / "etc/main.cf").write_text(main)
    (home / "etc/master.cf").write_text(_master(DIST.read_text(), port))
    return [program() or "postfix", "-c", str(home / "etc")]


@contextmanager
def postfix(home: Path, doors: Mapping[str, int], addresses: Sequence[str]) -> Iterator[int]:
    """Postfix, running; its port.  As for `configure`.  Raises OSError when it does not come up."""
    port = _free_port()
    command = configure(home, port, doors, addresses)
    with (home / "log").open("wb") as log:
        running = subprocess.Popen([*command, "start-fg"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)  # noqa: S603  # Debian's Postfix
    try:
        _wait_for(port, running)
        yield port
    finally:
        subprocess.run([*command, "abort"], capture_output=True, check=False)  # noqa: S603  # Debian's Postfix
        running.wait()


def _wait_for(port: int, running: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < end and running.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise OSError(f"Postfix did not come up on port {port}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _master(packaged: str, port: int) -> str:
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
