"""The operator's IMAP mailbox, emptied into the store: mails are stored and committed, then moved out of the way."""

import logging
import secrets
import threading
from datetime import timedelta

import msgspec

from pbem.mail.imap import PROCESSED, REJECTED, Mailbox, Trouble
from pbem.mail.reading import LARGEST
from pbem.service.doors import Envelope, Place, seen, store_mail
from pbem.service.post import Post
from pbem.store import leases
from pbem.store.errors import StoreError

log = logging.getLogger(__name__)

POLL = 60.0
"""Seconds of waiting for the server to speak up; then the mailbox is looked at anyway."""

GLANCE = 2.0
"""Seconds after which a waiting thread looks whether it is to stop."""

LEASE = timedelta(minutes=5)
PAUSES = (5.0, 15.0, 60.0, 300.0)
"""Seconds before the mailbox is opened again after trouble."""


class Swept(msgspec.Struct, frozen=True):
    """What was in the mailbox.  stored: mails taken in now.  known: stored before, moved at last."""

    stored: int = 0
    known: int = 0


def sweep(post: Post) -> Swept:
    """Open the mailbox, take in everything, hang up.  Before a turn is played by its deadline, do this last.

    Raises one of `pbem.mail.imap.Trouble`, StoreUnavailable.
    """
    mailbox = Mailbox(post.config.imap_url)
    try:
        return take_in(post, mailbox)
    finally:
        mailbox.close()


def take_in(post: Post, mailbox: Mailbox) -> Swept:
    """Store every mail of the folder that is not stored, then move it; one that lies there from before is moved."""
    known = seen(post, mailbox.account, mailbox.folder, mailbox.uidvalidity)
    there = mailbox.uids()
    old = tuple(uid for uid in there if uid in known)
    mailbox.file(old, PROCESSED)
    stored = 0
    for mail in mailbox.fetch(tuple(uid for uid in there if uid not in known), LARGEST):
        place = Place(mailbox.account, mailbox.folder, mailbox.uidvalidity, mail.uid)
        remark = "" if mail.whole else f"it has {mail.size} bytes; at most {LARGEST} are read"
        store_mail(post, mail.raw, Envelope(), mail.arrived_at, "imap", place=place, remark=remark)
        mailbox.file((mail.uid,), PROCESSED if mail.whole else REJECTED)
        stored += 1
    return Swept(stored, len(old))


def watch(post: Post, stop: threading.Event, news: threading.Event | None = None) -> None:
    """Keep the mailbox empty until told to stop; run it in a thread.  One worker of many has the mailbox at a time.

    news: set whenever mails were stored.  Trouble is logged, and the mailbox opened again after a pause.
    """
    holder, trouble = secrets.token_hex(8), 0
    name = f"mailbox:{post.config.orders_address}"
    while not stop.is_set():
        try:
            if not _have(post, name, holder):
                stop.wait(POLL)
                continue
            _attend(post, stop, news, name, holder)
            trouble = 0
        except (*Trouble, StoreError) as fault:
            pause = PAUSES[min(trouble, len(PAUSES) - 1)]
            log.warning("the mailbox of %s: %s; again in %d s", post.config.orders_address, fault, pause)
            trouble += 1
            stop.wait(pause)
    with post.db.writing() as session:
        leases.release(session, name, holder)


def _attend(post: Post, stop: threading.Event, news: threading.Event | None, name: str, holder: str) -> None:
    """One connection, as long as it lasts and the lease is ours."""
    mailbox = Mailbox(post.config.imap_url)
    try:
        while not stop.is_set() and _have(post, name, holder):
            if take_in(post, mailbox).stored and news is not None:
                news.set()
            _wait(mailbox, stop)
    finally:
        mailbox.close()


def _wait(mailbox: Mailbox, stop: threading.Event) -> None:
    """Until the server speaks up, a minute has passed or we are to stop (looked at every two seconds)."""
    for _ in range(int(POLL / GLANCE)):
        if stop.is_set() or (mailbox.idles and mailbox.wait(GLANCE)):
            return
        if not mailbox.idles:
            stop.wait(GLANCE)


def _have(post: Post, name: str, holder: str) -> bool:
    now = post.clock.now()
    with post.db.writing() as session:
        return leases.take(session, name, holder, now, now + LEASE)
