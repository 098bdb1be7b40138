"""What a worker does: the clock, the mail room, the outbox, and the doors that are open where it runs."""

from datetime import timedelta

from pbem.config import Config
from pbem.mail.lmtp import Listener
from pbem.mail.relay import Relay
from pbem.service.doors import Envelope, store_mail
from pbem.service.mailroom import handle_waiting
from pbem.service.outbox import drain, relay_for
from pbem.service.post import Post
from pbem.store.db import Database
from pbem.worker import Job, clock_job

READ_EVERY = timedelta(seconds=1)
SEND_EVERY = timedelta(seconds=1)


def open_post(config: Config) -> Post:
    """The post office of these settings, its database brought up to date by nobody: see ``pbem migrate``."""
    return Post(Database.open(config.database_url), config)


def jobs(post: Post, relay: Relay | None = None) -> list[Job]:
    """The worker's jobs.  relay: instead of the configured one."""
    out = relay or relay_for(post.config)
    return [
        clock_job(post),
        Job("mail room", READ_EVERY, lambda: handle_waiting(post)),
        Job("outbox", SEND_EVERY, lambda: drain(post, out)),
    ]


def listener(post: Post, listen: str, smtp: bool = False) -> Listener:
    """A door for mail from this machine: LMTP behind a mail server, or SMTP for the mail programs of one person."""
    from aiosmtpd.lmtp import LMTP
    from aiosmtpd.smtp import SMTP

    def take(raw: bytes, sender: str, recipients: tuple[str, ...]) -> None:
        store_mail(post, raw, Envelope(sender, recipients), post.clock.now(), "lmtp")

    return Listener(listen, take, lambda address: is_ours(post.config, address), protocol=SMTP if smtp else LMTP)


def is_ours(config: Config, address: str) -> bool:
    """Whether an address is the order address, with or without a reply token."""
    local, _, domain = address.strip("<>").lower().rpartition("@")
    own, _, own_domain = config.orders_address.lower().rpartition("@")
    return domain == own_domain and local.partition("+")[0] == own
