"""What an operator sets, by environment variables; read once at the start and handed on as a value."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Self, cast, get_args
from urllib.parse import urlsplit

SHORTEST_SECRET = 32

Reaching = Literal["off", "public", "anywhere"]


class ConfigError(Exception):
    """A setting is missing or cannot be right; the message names its variable."""


@dataclass(frozen=True)
class Config:
    """The settings.  What may hold a password is kept out of ``repr``."""

    database_url: str = field(repr=False)

    secret: str = field(repr=False)
    """Signs links, tokens and Message-IDs; 32 characters or more."""

    data_dir: Path = Path("var")

    base_url: str = "http://127.0.0.1:8000"
    """Address of the pages, without a slash at its end."""

    mail_domain: str = "pbem.localhost"

    orders_address: str = "orders@pbem.localhost"
    """Where order mails go; reply tokens are added to its local part."""

    smtp_url: str = field(default="", repr=False)
    """The relay (``smtp+starttls://user:password@host:587``, ``smtp://``, ``smtps://``); '' writes mails as files under
    data_dir."""

    imap_url: str = field(default="", repr=False)
    """The mailbox to read (``imaps://user:password@host/INBOX``); '' for none."""

    lmtp_listen: str = ""
    """Where the LMTP door listens, ``host:port``; '' for none."""

    authserv_id: str = ""
    """The server whose Authentication-Results are believed; '' for none."""

    builtin_mailbox: bool = False
    """Whether every mail sent is shown at ``/outbox`` and senders need no proof, as under ``pbem run``."""

    operator_address: str = ""
    """Where mails to the operator go, such as that a game has stopped; '' for none."""

    old_secrets: tuple[str, ...] = field(default=(), repr=False)
    """Secrets used before; tokens made with them hold until their turns close."""

    webhook_key: str = field(default="", repr=False)
    """What a mail provider signs its requests with, '' for no such door."""

    bounce_address: str = ""
    """Where returned mails go, told apart by what stands behind a plus; '' for the orders address."""

    settle: int = 120
    """Seconds to wait after a deadline for mails that the mailbox has taken in and not yet shown."""

    mail_quota: int = 1024 * 1024 * 1024
    """Bytes of unread mail that are kept; beyond it senders are told to try again."""

    relay_rate: int = 30
    """Most mails a minute to the relay; 0 for no limit."""

    domain_rate: int = 0
    """Most mails a minute to one domain; 0 for no limit."""

    keep_mails: int = 90
    """Days for which the text of a mail is kept once it was sent; 0 for ever."""

    hold_mail: bool = False
    """Whether all mail is held in the outbox."""

    join: str = "invited"
    """Who becomes a player by asking for a sign-in link: ``open``, any visitor; ``invited``, invited ones alone."""

    notices: Reaching = "public"
    """Which chat targets are allowed: ``off`` none, ``public`` on the public internet, ``anywhere`` in this network
    too."""

    def __post_init__(self) -> None:
        """Raises ConfigError for what cannot be right."""
        _check_secret("PBEM_SECRET", self.secret)
        for old in self.old_secrets:
            _check_secret("PBEM_OLD_SECRETS", old)
        if self.webhook_key:
            _check_secret("PBEM_WEBHOOK_KEY", self.webhook_key)
        _check_url("PBEM_DATABASE_URL", self.database_url, ("sqlite", "postgresql", "postgresql+psycopg"))
        _check_url("PBEM_BASE_URL", self.base_url, ("http", "https"))
        _check_url("PBEM_SMTP_URL", self.smtp_url, ("smtp", "smtps", "smtp+starttls", ""))
        _check_url("PBEM_IMAP_URL", self.imap_url, ("imap", "imaps", "imap+starttls", ""))
        _check_address("PBEM_ORDERS_ADDRESS", self.orders_address)
        if self.operator_address:
            _check_address("PBEM_OPERATOR_ADDRESS", self.operator_address)
        if self.bounce_address:
            _check_address("PBEM_BOUNCE_ADDRESS", self.bounce_address)
        if self.lmtp_listen:
            _check_listen("PBEM_LMTP_LISTEN", self.lmtp_listen)
        if self.join not in {"open", "invited"}:
            raise ConfigError(
                f"PBEM_JOIN is {self.join!r}; write open, for anybody to become a player, or invited, for nobody who "
                "was not invited"
            )

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
            old_secrets=tuple(env.get("PBEM_OLD_SECRETS", "").replace(",", " ").split()),
            webhook_key=env.get("PBEM_WEBHOOK_KEY", ""),
            bounce_address=env.get("PBEM_BOUNCE_ADDRESS", ""),
            settle=_number("PBEM_SETTLE", env.get("PBEM_SETTLE", ""), 120),
            mail_quota=_number("PBEM_MAIL_QUOTA", env.get("PBEM_MAIL_QUOTA", ""), 1024) * 1024 * 1024,
            relay_rate=_number("PBEM_RELAY_RATE", env.get("PBEM_RELAY_RATE", ""), 30),
            domain_rate=_number("PBEM_DOMAIN_RATE", env.get("PBEM_DOMAIN_RATE", ""), 0),
            keep_mails=_number("PBEM_KEEP_MAILS", env.get("PBEM_KEEP_MAILS", ""), 90),
            hold_mail=_yes_no("PBEM_HOLD_MAIL", env.get("PBEM_HOLD_MAIL", "")),
            join=env.get("PBEM_JOIN") or "invited",
            notices=_reaching("PBEM_NOTICES", env.get("PBEM_NOTICES", "")),
        )


def _check_secret(name: str, secret: str) -> None:
    if not secret:
        raise ConfigError(
            f"{name} is not set; it signs links and reply addresses. Make one with: "
            "python3 -c 'import secrets; print(secrets.token_hex(32))'"
        )
    if len(secret) < SHORTEST_SECRET:
        raise ConfigError(
            f"{name} has {len(secret)} characters; it is what others must not guess, and needs at least "
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
        raise ConfigError(f"{name} is {address!r}, which is not a mail address; write it as orders@example.org")


def _check_listen(name: str, listen: str) -> None:
    host, colon, port = listen.rpartition(":")
    if not colon or not host or not port.isdigit() or not 0 <= int(port) <= 65535:
        raise ConfigError(f"{name} is {listen!r}; write it as host:port, for example 127.0.0.1:8024")


def _reaching(name: str, text: str) -> Reaching:
    for one in get_args(Reaching):
        if text.lower() == one:
            return cast(Reaching, one)
    if text:
        raise ConfigError(f"{name} is {text!r}; write one of {', '.join(get_args(Reaching))}")
    return "public"


def _yes_no(name: str, text: str) -> bool:
    if text.lower() in {"", "0", "no", "false", "off"}:
        return False
    if text.lower() in {"1", "yes", "true", "on"}:
        return True
    raise ConfigError(f"{name} is {text!r}; write 1 or 0")


def _number(name: str, text: str, default: int) -> int:
    if not text:
        return default
    if not text.isdecimal() or len(text) > 9:
        raise ConfigError(f"{name} is {text!r}; write a whole number, 0 or more")
    return int(text)
