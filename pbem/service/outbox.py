"""The outbox drained: mails that wait are handed to a relay, most urgent first, until it has taken them.

At least once, never exactly once: every try sends the same bytes with the same Message-ID.
"""

import hashlib
import logging
import secrets
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from pbem.config import Config
from pbem.mail.relay import FileRelay, Relay, SmtpRelay
from pbem.service.post import Post
from pbem.store import leases
from pbem.store.tables import OutMail, OutState

log = logging.getLogger(__name__)

WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(hours=1))
"""Before the second try, the third...; then the last again and again."""

GIVE_UP = timedelta(days=5)
AT_ONCE = 20


class Drained(msgspec.Struct, frozen=True):
    """How many mails were sent, put off, and given up."""

    sent: int = 0
    deferred: int = 0
    failed: int = 0


def relay_for(config: Config) -> Relay:
    """The operator's relay; files in the data folder where there is none."""
    return SmtpRelay(config.smtp_url) if config.smtp_url else FileRelay(config.data_dir / "outbox")


def drain(post: Post, relay: Relay, limit: int = AT_ONCE) -> Drained:
    """Try every mail that is due, once.  Several workers may drain at once.  Raises StoreUnavailable."""
    holder = secrets.token_hex(8)
    count = {"sent": 0, "deferred": 0, "failed": 0}
    while True:
        with post.db.writing() as session:
            claimed = list(leases.claim_outbox(session, post.clock.now(), holder, limit))
        for mail in claimed:
            state = _try(post, relay, mail, holder)
            if state is not None:
                count[state] += 1
        if len(claimed) < limit:
            return Drained(**count)


def _try(post: Post, relay: Relay, mail: OutMail, holder: str) -> Literal["sent", "deferred", "failed"] | None:
    """Send one claimed mail and note what became of it; None when it is not ours any more."""
    now = post.clock.now()
    if mail.expires_at is not None and mail.expires_at <= now:
        _settle(post, mail, holder, "suppressed", "not worth sending any more")
        return "failed"
    name = f"{mail.created_at:%Y%m%dT%H%M%S}.{mail.game}.{mail.key}"
    sent = relay.send(mail.raw, mail.sender, mail.recipient, name)
    if sent.state == "sent":
        return "sent" if _settle(post, mail, holder, "sent", sent.reply) else None
    if sent.state == "never" or now - mail.created_at >= GIVE_UP:
        log.warning("mail %s/%s to %r will not be sent: %r", mail.game, mail.key, mail.recipient, sent.reply)
        return "failed" if _settle(post, mail, holder, "failed", sent.reply) else None
    again = post.clock.now() + pause(mail.message_id, mail.attempts)
    return "deferred" if _settle(post, mail, holder, "deferred", sent.reply, again) else None


def _settle(
    post: Post, mail: OutMail, holder: str, state: OutState, reply: str, next_at: datetime | None = None
) -> bool:
    now = post.clock.now()
    with post.db.writing() as session:
        return leases.settle_mail(session, (mail.game, mail.key), holder, now, state, reply, next_at)


def pause(message_id: str, attempts: int) -> timedelta:
    """How long to wait after so many tries: 1, 5, 15 minutes, then hourly, and up to a fifth more by the mail's id.

    The fifth keeps mails that failed together from coming back together.
    """
    wait = WAITS[min(attempts, len(WAITS)) - 1]
    spread = int.from_bytes(hashlib.sha256(message_id.encode()).digest()[:2]) / 65536
    return wait * (1 + spread / 5)
