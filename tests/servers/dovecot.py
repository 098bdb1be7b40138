"""A Dovecot of our own: IMAP mailboxes that mail is delivered to by LMTP."""

import smtplib
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from imapclient import IMAPClient

from tests.servers import HOST, free_port, missing, need, need_root, own_directory, running
from tests.servers.certificate import make_certificate

WHY = "the IMAP door is tested against it"

PASSWORD = "s3cret"
ACCOUNTS = {
    "example.test": [f"orders{number}@example.test" for number in range(1, 1000)],
    "players.test": [f"player{number}@players.test" for number in range(1, 1000)],
}
"""All made before the start: Dovecot looks at its list of users once a second only; no test should wait for that."""

CONFIG = """\
base_dir = {home}/run
state_dir = {home}/state
instance_name = pbemtest
log_path = {home}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
{tls}
default_internal_user = root
default_internal_group = root
default_login_user = nobody
first_valid_uid = 1
mail_uid = mail
mail_gid = mail
mail_location = maildir:{home}/mail/%u
recipient_delimiter = +
auth_username_chars = abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567890.-_@+
namespace inbox {{
  inbox = yes
  prefix = {prefix}
  separator = {separator}
  mailbox Processed {{
    auto = create
  }}
  mailbox Rejected {{
    auto = create
  }}
}}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {home}/users
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={home}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {imap_port}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {imaps_port}
    ssl = yes
  }}
}}
auth_failure_delay = 0
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp_port}
  }}
}}
protocol lmtp {{
  lmtp_save_to_detail_mailbox = no
  postmaster_address = postmaster@example.test
}}
"""


@dataclass(frozen=True)
class Mailbox:
    """One account: INBOX, Processed, Rejected.  ``user`` is its address too, plus-addresses reach it as well."""

    host: str
    imap_port: int
    lmtp_port: int
    user: str
    password: str

    def deliver(self, raw: bytes, to: str = "", sender: str = "player@elsewhere.test") -> None:
        """Deliver one raw mail by LMTP, by default to the account's own address.

        Raises smtplib.SMTPRecipientsRefused for an address that has no mailbox (a plus-address has).
        """
        with smtplib.LMTP(self.host, self.lmtp_port, timeout=10) as lmtp:
            lmtp.sendmail(sender, [to or self.user], raw)

    def uidvalidity(self) -> int:
        """By which number its mails are counted now."""
        with IMAPClient(self.host, self.imap_port, ssl=False, timeout=10) as client:
            client.login(self.user, self.password)
            return int(client.folder_status("INBOX", ["UIDVALIDITY"])[b"UIDVALIDITY"])


class Dovecot:
    """The running server.  Each ``mailbox()`` is another account: tests share the server but no mail.

    imaps_port: TLS from the start; 0 for the server without TLS.
    """

    def __init__(self, home: Path, imaps_port: int = 0) -> None:
        self.home = home
        self.host = HOST
        self.imap_port = free_port()
        self.imaps_port = imaps_port
        self.lmtp_port = free_port()
        self.unused = {domain: iter(names) for domain, names in ACCOUNTS.items()}

    def mailbox(self, domain: str = "example.test") -> Mailbox:
        """An account nobody has had yet: empty.  Domains: ``example.test`` (ours), ``players.test`` (theirs)."""
        return Mailbox(self.host, self.imap_port, self.lmtp_port, next(self.unused[domain]), PASSWORD)

    def maildir(self, mailbox: Mailbox) -> Path:
        """Where its mails lie: ``cur``, ``new``, and Dovecot's index files, whose loss changes UIDVALIDITY."""
        return self.home / "mail" / mailbox.user

    def renumber(self, mailbox: Mailbox) -> None:
        """Lose the index files, until the mailbox has another UIDVALIDITY.

        Dovecot takes the second for it, and a process that is just ending may put the old files back.
        """
        before = mailbox.uidvalidity()
        for _ in range(20):
            while time.time() <= before + 1:
                time.sleep(0.1)
            for index in self.maildir(mailbox).glob("dovecot*"):
                index.unlink(missing_ok=True)
            if mailbox.uidvalidity() != before:
                return
            time.sleep(0.2)
        raise AssertionError(f"Dovecot keeps the UIDVALIDITY {before} of {mailbox.user}")


PLAIN = "ssl = no\ndisable_plaintext_auth = no"
TLS = "ssl = required\nssl_cert = <{home}/cert.pem\nssl_key = <{home}/key.pem"


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """The server, one for the session."""
    with own_directory("dovecot") as home, _serving(Dovecot(home), PLAIN, "", "/") as server:
        yield server


@pytest.fixture(scope="session")
def tls_dovecot() -> Iterator[Dovecot]:
    """Another one that takes passwords over TLS only, and keeps all folders below ``INBOX.``, as Courier does.

    Its certificate, ``home/cert.pem``, vouches for itself and for ``localhost`` (not for 127.0.0.1).
    """
    with own_directory("dovecot-tls") as home:
        make_certificate(home, "DNS:localhost")
        with _serving(Dovecot(home, free_port()), TLS.format(home=home), "INBOX.", ".") as server:
            yield server


@contextmanager
def _serving(server: Dovecot, tls: str, prefix: str, separator: str) -> Iterator[Dovecot]:
    program = need("dovecot", WHY)
    need_root("dovecot", WHY)
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    if not version.startswith("2.3."):
        missing("dovecot 2.3", f"this is {version.split()[0]}, whose configuration is another language; {WHY}")
    home = server.home
    for name in ("run", "state", "mail"):
        (home / name).mkdir()
    subprocess.run(["chown", "mail:mail", str(home / "mail")], check=True)
    users = [f"{user}:{{PLAIN}}{PASSWORD}\n" for names in ACCOUNTS.values() for user in names]
    (home / "users").write_text("".join(users))
    config = home / "dovecot.conf"
    config.write_text(
        CONFIG.format(
            home=home, imap_port=server.imap_port, imaps_port=server.imaps_port, lmtp_port=server.lmtp_port, tls=tls,
            prefix=prefix, separator=separator,
        )
    )  # fmt: skip
    with running([program, "-F", "-c", str(config)], home / "dovecot.log", server.imap_port):
        yield server


@pytest.fixture
def mailbox(dovecot: Dovecot) -> Mailbox:
    """A fresh account of one's own on the server."""
    return dovecot.mailbox()
