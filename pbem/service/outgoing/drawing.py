"""The maps of mails, drawn after the mail was written down and before it is sent: no player waits for them.

A mail that is to show maps stands in the outbox without them, beside what they are to show.  The worker that draws it
has it leased, as the one that sends it has; if that worker dies, another draws the very same when the lease is up,
and after some such deaths the mail goes without its maps.
"""

import logging
import secrets

import msgspec
from sqlmodel import Session

from pbem.mail.bodytext import quotable
from pbem.service.model.mails import Undrawn
from pbem.service.outgoing import wording
from pbem.service.services import Services
from pbem.store import leases, mails
from pbem.store.tables import OutMail, put_maps

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Mails taken to be drawn together: mails that are ready leave before the next are."""


TRIES = 3
"""A mail over whose maps so many workers have died goes without them: they would take every worker with them."""


class _Drawn(msgspec.Struct, frozen=True):
    """What was made of a mail that was to be drawn."""

    raw: bytes | None
    """It with its maps; None where it has to go without."""

    lines: tuple[str, ...]
    """Its lines, by which they are known when they come back quoted."""


def draw_some(services: Services, limit: int = AT_ONCE) -> int:
    """Draw the maps of mails that are due, so many at most; how many were taken.  Raises StoreUnavailable.

    No transaction is open while a map is drawn.  A mail whose map cannot be drawn goes without it: it says where the
    map is.
    """
    holder = secrets.token_hex(8)
    with services.db.writing() as session:
        taken = [*leases.claim_outbox(session, services.clock.now(), holder, limit, undrawn=True)]
    for mail in taken:
        drawn = _drawn(mail)
        with services.db.writing() as session:
            if leases.settle_mail(session, (mail.game, mail.key), holder, services.clock.now(), "queued", ""):
                _store(session, mail, drawn)
    return len(taken)


def _store(session: Session, mail: OutMail, drawn: _Drawn) -> None:
    """Give a mail its maps."""
    put_maps(session.get_one(OutMail, (mail.game, mail.key)), drawn.raw)
    if mail.player is not None:
        mails.remember_lines(session, mail.game, mail.player, drawn.lines)


def _drawn(mail: OutMail) -> _Drawn:
    drawing = mail.content.drawing if mail.content else None
    if drawing is None:
        return _Drawn(None, ())
    if mail.attempts > TRIES:
        log.error("mail %s/%s goes without its map: %d workers died as they drew it", mail.game, mail.key, TRIES)
        return _Drawn(None, ())
    lines: tuple[str, ...] = ()
    try:
        undrawn = msgspec.msgpack.decode(drawing, type=Undrawn)
        lines = quotable(undrawn.mail.text, undrawn.mail.html)
        return _Drawn(wording.with_maps(undrawn.mail, undrawn.charts), lines)
    except Exception:  # whatever keeps a map from being drawn keeps no report from its reader
        log.exception("mail %s/%s goes without its map, which could not be drawn", mail.game, mail.key)
        return _Drawn(None, lines)
