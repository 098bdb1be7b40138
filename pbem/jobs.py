"""What a worker does: the clock, the mail room, the outbox, and the doors that are open where it runs."""

import logging
import os
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta

from pbem.config import Config
from pbem.mail.addresses import is_ours
from pbem.mail.lmtp import Listener, NoRoom
from pbem.mail.relay import Relay
from pbem.reports.maps.shelf import store_in
from pbem.service.campaigns.fighting import tend_battles
from pbem.service.incoming import mailbox
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.incoming.unseen import tell_of_unseen
from pbem.service.lobby.guests import purge
from pbem.service.lobby.mustertime import tend
from pbem.service.lobby.showcase import fight_showcase
from pbem.service.operator.chains import check_some
from pbem.service.operator.clockcheck import check_clock
from pbem.service.outgoing.alarm import raise_alarms
from pbem.service.outgoing.chatsending import send_notices
from pbem.service.outgoing.digest import send_digests
from pbem.service.outgoing.outbox import drain, pace_for, relay_for
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.gamelist import refresh_cards
from pbem.service.services import Services
from pbem.service.umpire.digest import send_umpires_digests
from pbem.store.allowances import sweep
from pbem.store.db import Database
from pbem.store.errors import Full
from pbem.store.mails import forget_bytes
from pbem.worker import RecurringJob, Worker, clock_job

log = logging.getLogger(__name__)

READ_EVERY = timedelta(seconds=1)
SEND_EVERY = timedelta(seconds=1)
NOTICE_EVERY = timedelta(seconds=2)
BATTLES_EVERY = timedelta(seconds=2)
DIGEST_EVERY = timedelta(minutes=1)
COMPARE_EVERY = timedelta(days=1)
LOOK_EVERY = timedelta(minutes=1)
LIST_EVERY = timedelta(seconds=5)
CHECK_EVERY = timedelta(minutes=1)
MUSTER_EVERY = timedelta(minutes=10)
SWEEP_EVERY = timedelta(hours=1)
AGAIN = 60.0
"""Seconds before the mailbox is watched again after an unexpected fault."""
STOP_WITHIN = 10.0
"""Seconds a watcher is given to hang up."""


class CannotRun(Exception):
    """It cannot start here; the message says why and what to do."""


def open_services(config: Config) -> Services:
    """The post office of these settings, its database not brought up to date: see ``pbem migrate``."""
    store_in(config.data_dir / "maps")
    return Services(Database.open(config.database_url), config, compose=compose_mail)


def jobs(services: Services, relay: Relay | None = None) -> list[RecurringJob]:
    """The worker's jobs.  relay: instead of the configured one."""
    out, pace = relay or relay_for(services.config), pace_for(services)
    return [
        clock_job(services),
        RecurringJob("mail room", READ_EVERY, lambda: _read_all(services)),
        RecurringJob("battles", BATTLES_EVERY, lambda: tend_battles(services)),
        RecurringJob("digests", DIGEST_EVERY, lambda: send_digests(services)),
        RecurringJob("umpires' digests", DIGEST_EVERY, lambda: send_umpires_digests(services)),
        RecurringJob("outbox", SEND_EVERY, lambda: drain(services, out, pace=pace)),
        RecurringJob("chat notices", NOTICE_EVERY, lambda: send_notices(services)),
        RecurringJob("alarm", LOOK_EVERY, lambda: raise_alarms(services)),
        RecurringJob("lists", LIST_EVERY, lambda: refresh_cards(services)),
        RecurringJob("late finds", LOOK_EVERY, lambda: tell_of_unseen(services)),
        RecurringJob("musters", MUSTER_EVERY, lambda: tend(services)),
        RecurringJob("clocks", COMPARE_EVERY, lambda: check_clock(services)),
        RecurringJob("journals", CHECK_EVERY, lambda: check_some(services)),
        RecurringJob("old rows", SWEEP_EVERY, lambda: _sweep(services)),
        RecurringJob("showcase", COMPARE_EVERY, lambda: fight_showcase(services)),
    ]


@contextmanager
def worker_of(services: Services) -> Iterator[Worker]:
    """The worker that does all of it; at the end its relay is hung up on."""
    with closing(relay_for(services.config)) as relay:
        yield Worker(jobs(services, relay))


def _read_all(services: Services) -> None:
    while handle_waiting(services):
        pass


def _sweep(services: Services) -> None:
    """Remove what nothing needs any more."""
    purge(services)
    now = services.clock.now()
    with services.db.writing() as session:
        sweep(session, now)
    while services.config.keep_mails:
        with services.db.writing() as session:
            if not forget_bytes(session, now - timedelta(days=services.config.keep_mails)):
                break


def listener(services: Services, listen: str, smtp: bool = False) -> Listener:
    """A door for mail from this machine: LMTP behind a mail server, or SMTP for the mail programs of one person."""

    def take(raw: bytes, sender: str, recipients: tuple[str, ...], arrived: datetime) -> None:
        try:
            store_mail(services, raw, Envelope(sender, recipients), arrived, "lmtp")
        except Full as fault:
            raise NoRoom(str(fault)) from fault

    return Listener(listen, take, lambda address: is_ours(services.config, address), smtp=smtp, clock=services.clock)


@contextmanager
def open_door(door: Listener) -> Iterator[Listener]:
    """The door, open.  Raises CannotRun when another program listens there."""
    try:
        door.start()
    except OSError as fault:
        where = f"{door.host}:{door.port}"
        why = os.strerror(fault.errno) if fault.errno else str(fault)
        raise CannotRun(f"the mail door cannot open at {where}: {why}. Free that port, or choose another") from fault
    try:
        yield door
    finally:
        door.stop()


@contextmanager
def watched_mailbox(services: Services) -> Iterator[None]:
    """The operator's IMAP mailbox is emptied into the store, by IDLE and by looking, as long as this lasts."""
    stop = threading.Event()

    def attend() -> None:
        while not stop.is_set():
            try:
                mailbox.watch(services, stop)
            except Exception:  # the mailbox is opened again; deadlines and mails out must not wait for it
                log.exception("watching the mailbox failed; it is tried again")
                stop.wait(AGAIN)

    watcher = threading.Thread(target=attend, name="mailbox", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        stop.set()
        watcher.join(STOP_WITHIN)
