"""Probes: mails that we send to ourselves, and what an arrived one shows of the way it came."""

import re
from datetime import datetime
from typing import Literal

import msgspec

from pbem.config import Config
from pbem.mail.addresses import addresses, tagged
from pbem.mail.compose import Outgoing, compose
from pbem.mail.envelope import envelope_sender
from pbem.mail.headers import WHERE, headers
from pbem.mail.machines import PROBE
from pbem.mail.tokens import Tokens

ProbeKind = Literal["plain", "plus", "returns"]
"""To the orders address; to it with a tag, as answers come; to where mails come back."""

TEXT = "A mail that pbem sent to itself, to see what becomes of one on its way. It needs no answer.\n"

_COMMENT = re.compile(r"\([^()]*\)")
_TAG = re.compile(r"(?:^|;)\s*([ds])=([^;\s]+)")


class Probe(msgspec.Struct, frozen=True):
    """A test mail of this service to itself."""

    kind: ProbeKind

    word: str
    """Names the round of test mails it is of."""

    subject: str

    message_id: str

    sender: str
    """Envelope sender."""

    recipient: str

    raw: bytes


class Shown(msgspec.Struct, frozen=True):
    """What a test mail shows that has arrived."""

    id_kept: bool
    """Whether it still has its own Message-ID."""

    seen_in: tuple[str, ...]
    """Headers that name the address it was sent to."""

    forged: bool
    """Whether it still has the Authentication-Results that it forged."""

    servers: tuple[str, ...]
    """Other servers that wrote Authentication-Results."""

    signers: tuple[tuple[str, str], ...]
    """Domain and selector of each DKIM signature."""


def probe(config: Config, kind: ProbeKind, word: str, at: datetime) -> Probe:
    """A probe, rendered.  It claims to be vouched for, as a forger would, where some server's word is believed.

    Raises ValueError for settings that no mail of ours could be sent with.
    """
    message_id = Tokens(config.secret).message_id(f"probe.{word}.{kind}", config.mail_domain)
    returns_to = envelope_sender(config, message_id)
    to: dict[ProbeKind, str] = {
        "plain": config.orders_address, "plus": tagged(config.orders_address, f"probe-{word}"), "returns": returns_to,
    }  # fmt: skip
    subject = f"pbem probe {word} {kind}"
    raw = compose(
        Outgoing(
            message_id=message_id, at=at, sender=config.orders_address, sender_name="pbem", to=to[kind], to_name="",
            subject=subject, text=TEXT, kind=PROBE,
        )
    )  # fmt: skip
    if config.authserv_id:
        raw = f"Authentication-Results: {config.authserv_id}; {_claim(word)}\r\n".encode() + raw
    return Probe(kind, word, subject, message_id, returns_to, to[kind], raw)


def shown(sent: Probe, arrived: bytes) -> Shown:
    """What an arrived probe shows; never raises."""
    found = headers(arrived)
    results = found.all("authentication-results")
    signatures = [dict(_TAG.findall(value)) for value in found.all("dkim-signature")]
    return Shown(
        id_kept=sent.message_id in found.ids("message-id"),
        seen_in=tuple(
            dict.fromkeys(name for name in WHERE for one in found.all(name) if sent.recipient.lower() in addresses(one))
        ),
        forged=any(_claim(sent.word) in value.lower() for value in results),
        servers=tuple(dict.fromkeys(_server(value) for value in results if _claim(sent.word) not in value.lower())),
        signers=tuple((tags.get("d", "").lower(), tags.get("s", "").lower()) for tags in signatures),
    )


def _claim(word: str) -> str:
    return f"dmarc=pass header.from=probe-{word}.invalid"


def _server(value: str) -> str:
    """The name a server gives itself at the head of its results."""
    return (_COMMENT.sub(" ", value).partition(";")[0].split() or [""])[0].lower()
