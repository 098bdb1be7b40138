"""The operator's IMAP mailbox, emptied into the store: mails are stored and committed, then moved out of the way."""

import logging
import secrets
import threading
from datetime import datetime, timedelta

import msgspec

from pbem.clock import iso
from pbem.mail.imap import PROCESSED, REJECTED, Fetched, Mailbox, Trouble
from pbem.mail.reading import LARGEST
from pbem.service.incoming.doors import Envelope, MailboxPlace, renumbered, seen, store_mail
from pbem.service.outgoing.notices import tell_daily, tell_operator
from pbem.service.services import Services
from pbem.store import leases
from pbem.store.errors import Full, StoreError

log = logging.getLogger(__name__)

POLL = 60.0
"""Seconds of waiting for the server to speak up; then the mailbox is looked at anyway."""

SOON = 5.0
"""The same, in seconds, just after a look that found mail or was the first of its connection.

A server need not speak of a mail that came in between the look and the IDLE (Dovecot does so half a minute later).
"""

LEASE = timedelta(minutes=5)
PAUSES = (5.0, 15.0, 60.0, 300.0)
"""Seconds before the mailbox is opened again after trouble."""

TOLD_AT = 4
"""The operator is told when the mailbox could not be looked into so often on end."""

AHEAD = timedelta(minutes=10)
"""The operator is told when the mail server's clock is more than that ahead of ours."""


class Swept(msgspec.Struct, frozen=True):
    """What was in the mailbox."""

    stored: int = 0
    """Mails stored by this sweep."""

    known: int = 0
    """Mails stored before, and moved now."""

    left: int = 0
    """Mails left where they are: unreadable just now, or no room for them."""


def sweep(services: Services) -> Swept:
    """Open the mailbox, take in everything, hang up.  Before a turn is played by its deadline, do this last.

    Raises one of `pbem.mail.imap.Trouble`, StoreUnavailable.
    """
    mailbox = Mailbox(services.config.imap_url)
    try:
        return take_in(services, mailbox)
    finally:
        mailbox.close()


def take_in(services: Services, mailbox: Mailbox) -> Swept:
    """Store every mail of the folder that is not stored, then move it, until nothing new is there (after a NOOP).

    One that lies there stored from before is moved.
    """
    _look_at_its_number(services, mailbox)
    stored, old = 0, 0
    while True:
        there, known = mailbox.uids(), seen(services, mailbox.account, mailbox.folder, mailbox.uidvalidity)
        again = tuple(uid for uid in there if uid in known)
        mailbox.file(again, PROCESSED)
        old = old if stored else len(again)
        new = tuple(uid for uid in there if uid not in known)
        taken = _take(services, mailbox, new)
        stored += taken
        if not taken:
            return Swept(stored, old, len(new))


def _take(services: Services, mailbox: Mailbox, uids: tuple[int, ...]) -> int:
    """Store and move what can be had of these; how many."""
    taken = 0
    for mail in mailbox.fetch(uids, LARGEST):
        place = MailboxPlace(mailbox.account, mailbox.folder, mailbox.uidvalidity, mail.uid)
        remark = "" if mail.whole else f"it has {mail.size} bytes; at most {LARGEST} are read"
        arrived = _arrival(services, mail)
        try:
            store_mail(services, mail.raw, Envelope(), arrived, "imap", place=place, size=mail.size, remark=remark)
        except Full as fault:
            log.warning("mails are left in the mailbox of %s: %s", services.config.orders_address, fault)
            tell_daily(
                services, "mailbox-full", "Mails wait in the mailbox", f"{fault}\nthey stay there until there is room"
            )
            return taken
        mailbox.file((mail.uid,), PROCESSED if mail.whole else REJECTED)
        taken += 1
    return taken


def _arrival(services: Services, mail: Fetched) -> datetime:
    """When the mail server took it in: by its own stamp, but never later than now."""
    now = services.clock.now()
    if mail.arrived_at - now > AHEAD:
        said = f"it stamped a mail {iso(mail.arrived_at)}; here it is {iso(now)}, and the mail counts as of now"
        log.warning("the clock of the mailbox's server is wrong: %s", said)
        tell_daily(services, "mailbox-clock", "The mail server's clock is wrong", f"{said}\ndeadlines go by its stamps")
    return min(mail.arrived_at, now)


def _look_at_its_number(services: Services, mailbox: Mailbox) -> None:
    """The operator is told when the mailbox numbers its mails anew (UIDVALIDITY): it was moved, mended or replaced."""
    if renumbered(services, mailbox.account, mailbox.folder, mailbox.uidvalidity):
        said = f"{mailbox.folder} of {mailbox.account} has a new UIDVALIDITY, {mailbox.uidvalidity}"
        log.warning("the mailbox numbers its mails anew: %s", said)
        more = "everything in it is looked at again; what is stored already is not taken twice"
        tell_operator(
            services, f"mailbox-renumbered.{mailbox.uidvalidity}", "The mailbox is another one", f"{said}\n{more}"
        )


def watch(services: Services, stop: threading.Event, news: threading.Event | None = None) -> None:
    """Keep the mailbox empty until told to stop; run it in a thread.  One worker of many has the mailbox at a time.

    news: set whenever mails were stored.  Trouble is logged, and the mailbox opened again after a pause; the operator
    is told when it lasts.
    """
    holder, trouble = secrets.token_hex(8), 0
    name = f"mailbox:{services.config.orders_address}"
    while not stop.is_set():
        try:
            if trouble == TOLD_AT:
                tell_out_of_sight(services)
            if not _have(services, name, holder):
                stop.wait(POLL)
                continue
            _attend(services, stop, news, name, holder)
            trouble = 0
        except (*Trouble, StoreError) as fault:
            pause = PAUSES[min(trouble, len(PAUSES) - 1)]
            log.warning("the mailbox of %s: %s; again in %d s", services.config.orders_address, fault, pause)
            trouble += 1
            stop.wait(pause)
    with services.db.writing() as session:
        leases.release(session, name, holder)


def tell_out_of_sight(services: Services) -> None:
    """Tell the operator, once a day, that the mailbox cannot be looked into; the reason is in the log."""
    text = "it was tried again and again; the log says why\nmails wait in it; see PBEM_IMAP_URL, or run: pbem doctor"
    tell_daily(services, "mailbox-out-of-sight", "The mailbox cannot be looked into", text)


def _attend(services: Services, stop: threading.Event, news: threading.Event | None, name: str, holder: str) -> None:
    """One connection, as long as it lasts and the lease is ours."""
    mailbox = Mailbox(services.config.imap_url)
    pause = SOON
    try:
        while not stop.is_set() and _have(services, name, holder):
            stored = take_in(services, mailbox).stored
            if stored and news is not None:
                news.set()
            if not mailbox.idles:
                stop.wait(POLL)
                continue
            spoke = mailbox.wait(SOON if stored else pause, stop.is_set)
            pause = SOON if spoke else POLL
    finally:
        mailbox.close()


def _have(services: Services, name: str, holder: str) -> bool:
    now = services.clock.now()
    with services.db.writing() as session:
        return leases.take(session, name, holder, now, now + LEASE)
