"""The worker: an alarm clock and what it wakes.

The database says what is due and who has it in hand; the alarm only rings.  Any number of workers may run, none need
know of another, and one that was down for a week finds everything waiting.
"""

import logging
import signal
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from threading import Event
from types import FrameType

import msgspec
from apscheduler.schedulers.background import BackgroundScheduler

from pbem.service.incoming.closing import close_turns
from pbem.service.play.clockwork import Ticked
from pbem.service.services import Services
from pbem.store.errors import StoreUnavailable

log = logging.getLogger(__name__)

TICK_EVERY = timedelta(seconds=5)


class RecurringJob(msgspec.Struct, frozen=True):
    """Something to be done again and again: it must bear being done too often, and by two at once."""

    name: str
    every: timedelta
    call: Callable[[], object]


class Worker:
    """Rings for each job until it is stopped.  One job's trouble is logged and does not keep the others waiting."""

    def __init__(self, jobs: Sequence[RecurringJob]) -> None:
        """jobs: each runs once at the start, and then at its interval; never twice at the same time."""
        logging.getLogger("apscheduler").setLevel(logging.ERROR)  # a job still at work when its time comes is no news
        self._stopped = Event()
        self._scheduler = BackgroundScheduler(timezone=UTC)
        for job in jobs:
            self._scheduler.add_job(
                _careful,
                "interval",
                args=(job,),
                id=job.name,
                seconds=job.every.total_seconds(),
                next_run_time=datetime.now(UTC),
                coalesce=True,
                max_instances=1,
                misfire_grace_time=None,
            )

    def start(self) -> None:
        """Begin, and return at once."""
        self._scheduler.start()

    def stop(self, *_: int | FrameType | None) -> None:
        """Ask it to end; what is being done is finished.  Also a signal handler."""
        self._stopped.set()

    def close(self) -> None:
        """End it, and wait for what is being done."""
        self.stop()
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)

    def run(self) -> None:
        """Work until SIGINT or SIGTERM, or `stop`."""
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self.stop)
        self.start()
        self._stopped.wait()
        self.close()


def clock_job(services: Services) -> RecurringJob:
    """Deadlines, after the mails that came before them."""
    return RecurringJob("clock", TICK_EVERY, lambda: _told(close_turns(services)))


def _told(did: Ticked) -> None:
    for name in Ticked.__struct_fields__:
        games = getattr(did, name)
        if games:
            log.info("%s: %s", name, ", ".join(games))


def _careful(job: RecurringJob) -> None:
    try:
        job.call()
    except StoreUnavailable as fault:
        log.error("%s: %s", job.name, fault)  # noqa: TRY400  # the message says it all; it will be tried again
    except Exception:  # the job comes round again; the others must not wait for it
        log.exception("%s failed; it is tried again", job.name)
