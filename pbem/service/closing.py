"""Deadlines acted on only after every mail that came before them has been read, even if nobody ran when it came."""

import logging
from datetime import datetime, timedelta

from sqlmodel import col, select

from pbem.mail.imap import Trouble
from pbem.service.alarm import before_deadlines
from pbem.service.clockwork import Ticked, tick
from pbem.service.mailbox import sweep
from pbem.service.mailroom import handle_waiting
from pbem.service.post import Post
from pbem.store.tables import Deadline

log = logging.getLogger(__name__)

PATIENCE = timedelta(hours=1)
"""How long a deadline waits for a mailbox that cannot be looked into."""


def close_turns(post: Post, now: datetime | None = None) -> Ticked:
    """Read what has arrived, stop the clocks of turns whose players have not heard of them, then tick.

    now: as for `pbem.service.clockwork.tick`.
    When a deadline is due, the IMAP mailbox (where there is one) is looked into first; while that fails, deadlines wait
    for an hour.  Raises StoreUnavailable.
    """
    at = now or post.clock.now()
    due = _overdue(post, at) if post.config.imap_url else None
    if due is not None:
        try:
            sweep(post)
        except Trouble as fault:
            if at - due < PATIENCE:
                log.warning("deadlines wait for the mailbox, which cannot be looked into: %s", fault)
                return Ticked()
            log.error("the mailbox has been out of sight for an hour; deadlines go on: %s", fault)  # noqa: TRY400  # the message says it all
    while handle_waiting(post):
        pass
    before_deadlines(post, at)
    return tick(post, now)


def _overdue(post: Post, at: datetime) -> datetime | None:
    """The earliest deadline or end of grace that has come; None when none has."""
    open_ones = select(Deadline.due_utc).where(
        col(Deadline.done_at).is_(None), col(Deadline.kind) != "reminder", col(Deadline.due_utc) <= at
    )
    with post.db.reading() as session:
        return session.exec(open_ones.order_by(col(Deadline.due_utc)).limit(1)).first()
