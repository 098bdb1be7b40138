"""Whether the mail server's clock and ours agree: deadlines are ours, the stamps they are compared with are not."""

import logging
from datetime import datetime, timedelta

from pbem.mail.imap import Trouble
from pbem.mail.inspection import InspectedMailbox
from pbem.service.outgoing.notices import tell_daily
from pbem.service.services import Services

log = logging.getLogger(__name__)

TOLERATED = timedelta(seconds=30)
"""More than that between two clocks is told of."""


def skew(mailbox: InspectedMailbox, services: Services) -> timedelta | None:
    """By how much the mailbox's clock is ahead of ours at least, negative if it is behind; None if it does not tell.

    Measured on a mail that is put among the processed ones and taken away again.  Raises one of
    `pbem.mail.imap.Trouble`.
    """
    before = services.clock.now()
    stamp = mailbox.stamp(b"Subject: what time is it?\r\nX-PBEM: clock\r\n\r\npbem asks its mailbox for the time.\r\n")
    return None if stamp is None else apart(before, services.clock.now(), stamp)


def apart(before: datetime, after: datetime, stamp: datetime) -> timedelta:
    """How far a stamp lies outside the time in which it must have been made; it may leave out parts of a second."""
    earliest = before.replace(microsecond=0)
    return stamp - earliest if stamp < earliest else max(stamp - after, timedelta(0))


def check_clock(services: Services) -> timedelta | None:
    """Compare the mailbox's clock with ours; the operator is told, once a day, when they differ by too much.

    Trouble with the mailbox is its watcher's to tell, and no trouble here.  Raises StoreUnavailable.
    """
    if not services.config.imap_url:
        return None
    try:
        mailbox = InspectedMailbox(services.config.imap_url)
    except Trouble:
        return None
    try:
        ahead = skew(mailbox, services)
    except Trouble:
        return None
    finally:
        mailbox.close()
    if ahead is not None and abs(ahead) > TOLERATED:
        log.warning("the clock of the mailbox's server is %s", told(ahead))
        text = (
            f"the mailbox's clock is {told(ahead)}\ndeadlines are kept by this machine, and orders judged by its stamps"
        )
        tell_daily(services, "clock", "Two clocks differ", f"{text}\nset both by NTP")
    return ahead


def told(ahead: timedelta) -> str:
    """``42 s ahead of ours``."""
    seconds = round(ahead.total_seconds())
    return f"{abs(seconds)} s {'ahead of' if seconds > 0 else 'behind'} ours"
