"""Deadlines acted on only after every mail that came before them has been read, even if no worker ran when it came.

The order (threat 37): the deadline passes; where mails come from an IMAP mailbox, a while is waited (PBEM_SETTLE),
for its server may have stamped a mail that it does not show yet; the mailbox is looked into until nothing new is there;
all that has arrived is read, and what was kept for turns that are open by now is filed; clocks stop where a player has
not heard of his turn; then each turn is played in one transaction.
"""

import logging
from datetime import UTC, datetime, timedelta

from sqlmodel import col, select

from pbem.clock import iso
from pbem.mail.imap import Trouble
from pbem.reports.times import local, span
from pbem.service.incoming.mailbox import sweep, tell_out_of_sight
from pbem.service.incoming.mailroom import handle, handle_waiting
from pbem.service.incoming.pending import file_pending
from pbem.service.incoming.queue import arrived_by
from pbem.service.outgoing.alarm import before_deadlines
from pbem.service.outgoing.notices import tell_operator
from pbem.service.play.clockwork import Ticked, tick
from pbem.service.play.heartbeat import beat, from_the_future, overdue
from pbem.service.services import Services
from pbem.store import leases
from pbem.store.tables import WORDS_ONLY, Deadline

log = logging.getLogger(__name__)

PATIENCE = timedelta(hours=1)
"""How long deadlines wait for a mailbox that cannot be looked into."""

OUT_OF_SIGHT = "mailbox-out-of-sight"
"""The name of that wait."""

NONE_YET = datetime.min.replace(tzinfo=UTC)


def close_turns(services: Services, now: datetime | None = None) -> Ticked:
    """Read what has arrived, then tick.  now: as for `pbem.service.play.clockwork.tick`.

    While the IMAP mailbox (where there is one) cannot be emptied, deadlines wait, for an hour at most; the operator is
    told.  Raises StoreUnavailable.
    """
    at = now or services.clock.now()
    take_pulse(services, at)
    closing = at - timedelta(seconds=services.config.settle) if services.config.imap_url else at
    if not _something_due(services, closing):
        while handle_waiting(services):
            pass
    elif not _all_read(services, at):
        closing = NONE_YET
    file_pending(services)
    before_deadlines(services, at)
    return tick(services, now, closing)


def take_pulse(services: Services, at: datetime) -> None:
    """Note that the deadlines are looked at now; the operator is told of an outage and of a clock that jumps."""
    found = beat(services, at)
    if found.away is not None:
        with services.db.reading() as session:
            games = overdue(session, found.away)
        start, end = local(found.away.start, "UTC"), local(found.away.end, "UTC")
        log.warning("the deadlines were not looked at from %s until %s", start, end)
        text = (
            f"No deadline was looked at from {start} until {end}: the service was down, or this machine's clock was "
            f"set forward.\nDeadlines in that time: {', '.join(games) or 'none'}. Players who are late get their full "
            "grace from now, and a notice.\nIf the clock is wrong, set it right by NTP."
        )
        tell_operator(services, f"away.{iso(found.away.end)}", "The service was away", text)
    elif found.back is not None:
        with services.db.reading() as session:
            games = from_the_future(session, at)
        log.error("this machine's clock has gone back by %s", span(found.back))
        text = (
            f"This machine's clock has gone back by {span(found.back)}.\nGames with journal entries dated in the "
            f"future: {', '.join(games) or 'none'}. Their deadlines stay as they were set.\nSet the clock by NTP."
        )
        tell_operator(services, f"clock-back.{iso(at)}", "The clock has gone back", text)


def _something_due(services: Services, by: datetime) -> bool:
    """Whether a deadline or an end of grace has come."""
    open_ones = select(Deadline.due_utc).where(
        col(Deadline.done_at).is_(None), col(Deadline.kind).not_in(WORDS_ONLY), col(Deadline.due_utc) <= by
    )
    with services.db.reading() as session:
        return session.exec(open_ones.limit(1)).first() is not None


def _all_read(services: Services, at: datetime) -> bool:
    """Read every mail that came, also those of senders who flood us.  False: the mailbox may hold more."""
    why = _empty_the_mailbox(services, at) if services.config.imap_url else ""
    _read_what_is_stored(services, at)
    if not why:
        return True
    tell_out_of_sight(services)
    with services.db.writing() as session:
        until = leases.waits_until(session, OUT_OF_SIGHT, at + PATIENCE)
    if at < until:
        log.warning("deadlines wait for the mailbox: %s", why)
        return False
    log.error("the mailbox could not be emptied for an hour; deadlines go on: %s", why)
    return True


def _empty_the_mailbox(services: Services, at: datetime) -> str:
    """Take in all there is; why that was not to be done, '' when it was."""
    try:
        while True:
            _read_what_is_stored(services, at)  # which makes room
            swept = sweep(services)
            if not (swept.left and swept.stored):
                break
    except Trouble as fault:
        return str(fault)
    if swept.left:
        return f"{swept.left} mails in it are not to be had"
    with services.db.writing() as session:
        leases.release(session, OUT_OF_SIGHT, OUT_OF_SIGHT)
    return ""


def _read_what_is_stored(services: Services, at: datetime) -> None:
    done = set()
    while waiting := [name for name in arrived_by(services, at) if name not in done]:
        for name in waiting:
            handle(services, name)
        done.update(waiting)
