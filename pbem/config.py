"""What an operator sets, by environment variables; read once at the start and handed on as a value."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

SHORTEST_SECRET = 32


class ConfigError(Exception):
    """A setting is missing or cannot be right; the message names its variable."""


@dataclass(frozen=True)
class Config:
    """The settings.  What may hold a password is kept out of ``repr``.

    secret: signs links, tokens and Message-IDs; 32 characters or more.  base_url: without a slash at its end.
    orders_address: where order mails go; reply tokens are added to its local part.  smtp_url: the relay
    (``smtp+starttls://user:password@host:587``, ``smtp://``, ``smtps://``); '' writes mails as files under data_dir.
    imap_url: the mailbox to read (``imaps://user:password@host/INBOX``), '' for none.  lmtp_listen: ``host:port``, ''
    for none.  authserv_id: whose Authentication-Results are believed, '' for nobody's.  builtin_mailbox: the embedded
    mode of ``pbem run``: every mail sent is shown at ``/outbox`` and senders are not asked for proof.
    operator_address: who is told when a game stops.
    """

    database_url: str = field(repr=False)
    secret: str = field(repr=False)
    data_dir: Path = Path("var")
    base_url: str = "http://127.0.0.1:8000"
    mail_domain: str = "pbem.localhost"
    orders_address: str = "orders@pbem.localhost"
    smtp_url: str = field(default="", repr=False)
    imap_url: str = field(default="", repr=False)
    lmtp_listen: str = ""
    authserv_id: str = ""
    builtin_mailbox: bool = False
    operator_address: str = ""

    def __post_init__(self) -> None:
        """Raises ConfigError for what cannot be right."""
        _check_secret(self.secret)
        _check_url("PBEM_DATABASE_URL", self.database_url, ("sqlite", "postgresql", "postgresql+psycopg"))
        _check_url("PBEM_BASE_URL", self.base_url, ("http", "https"))
        _check_url("PBEM_SMTP_URL", self.smtp_url, ("smtp", "smtps", "smtp+starttls", ""))
        _check_url("PBEM_IMAP_URL", self.imap_url, ("imap", "imaps", "imap+starttls", ""))
        _check_address("PBEM_ORDERS_ADDRESS", self.orders_address)
        if self.operator_address:
            _check_address("PBEM_OPERATOR_ADDRESS", self.operator_address)
        if self.lmtp_listen:
            _check_listen("PBEM_LMTP_LISTEN", self.lmtp_listen)

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> Self:
        """The settings an environment holds.  Raises ConfigError, naming the variable and what to write there.

        Only ``PBEM_SECRET`` has no default.
        """
        data_dir = Path(env.get("PBEM_DATA_DIR") or "var")
        domain = env.get("PBEM_MAIL_DOMAIN") or "pbem.localhost"
        return cls(
            database_url=env.get("PBEM_DATABASE_URL") or f"sqlite:///{data_dir / 'pbem.sqlite3'}",
            secret=env.get("PBEM_SECRET", ""),
            data_dir=data_dir,
            base_url=(env.get("PBEM_BASE_URL") or "http://127.0.0.1:8000").rstrip("/"),
            mail_domain=domain,
            orders_address=env.get("PBEM_ORDERS_ADDRESS") or f"orders@{domain}",
            smtp_url=env.get("PBEM_SMTP_URL", ""),
            imap_url=env.get("PBEM_IMAP_URL", ""),
            lmtp_listen=env.get("PBEM_LMTP_LISTEN", ""),
            authserv_id=env.get("PBEM_AUTHSERV_ID", ""),
            builtin_mailbox=_yes_no("PBEM_BUILTIN_MAILBOX", env.get("PBEM_BUILTIN_MAILBOX", "")),
            operator_address=env.get("PBEM_OPERATOR_ADDRESS", ""),
        )


def _check_secret(secret: str) -> None:
    if len(secret) < SHORTEST_SECRET:
        raise ConfigError(
            f"PBEM_SECRET has {len(secret)} characters; it signs links and reply addresses and needs at least "
            f"{SHORTEST_SECRET}. Make one with: python3 -c 'import secrets; print(secrets.token_hex(32))'"
        )


def _check_url(name: str, url: str, schemes: tuple[str, ...]) -> None:
    """The message shows the scheme only: the rest may hold a password."""
    try:
        scheme = urlsplit(url).scheme
    except ValueError as fault:
        raise ConfigError(f"{name} cannot be read as an address: {fault}") from fault
    if scheme not in schemes:
        known = ", ".join(f"{one}://" for one in schemes if one)
        raise ConfigError(
            f"{name} begins with {scheme + '://' if scheme else 'no scheme'}; it must begin with one of {known}"
        )


def _check_address(name: str, address: str) -> None:
    local, at, domain = address.rpartition("@")
    if not at or not local or not domain or not address.isprintable() or any(c in address for c in ' ,;<>"'):
        raise ConfigError(f"{name} is {address!r}, which is no mail address; write it as orders@example.org")


def _check_listen(name: str, listen: str) -> None:
    host, colon, port = listen.rpartition(":")
    if not colon or not host or not port.isdigit() or not 0 <= int(port) <= 65535:
        raise ConfigError(f"{name} is {listen!r}; write it as host:port, for example 127.0.0.1:8024")


def _yes_no(name: str, text: str) -> bool:
    if text.lower() in {"", "0", "no", "false", "off"}:
        return False
    if text.lower() in {"1", "yes", "true", "on"}:
        return True
    raise ConfigError(f"{name} is {text!r}; write 1 or 0")
