"""What is to be told by chat, handed to its services by a process of its own; at least once, and not for ever."""

import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec
from sqlmodel import col, delete, select

from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.service.outgoing.chatchild import ChatBatch, ChatJob, Said
from pbem.service.queues.chat import FAILURES
from pbem.service.services import Services, retried
from pbem.store.tables import Notice, NoticeTarget

WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(hours=1))
"""Before the second try, the third...; after the last one a notice is given up."""

SECONDS = 15
"""What a batch may take, the start of its process included; then it is killed."""

TOGETHER = 8
"""Notices in a batch: they are sent at the same time."""

HOLD = timedelta(minutes=2)
"""A notice is its worker's for so long."""

KEPT = timedelta(days=7)
"""How long a notice is kept once it is done with."""

CHILD = (sys.executable, "-m", "pbem.service.outgoing.chatchild")

Name = tuple[str, GameId, str]
"""A notice's key: target, game, key."""


def send_notices(services: Services) -> int:
    """Try every notice that is due; gives how many were sent.  Several workers may send.  Raises StoreUnavailable."""
    sent = 0
    while services.config.notices != "off" and _any_due(services):
        batch = retried(lambda: _claimed(services))
        said = _try_all(services.config, tuple(batch.values()))
        for name, job in batch.items():
            _settle(services, name, said.get(job.id, Said(job.id, f"it took more than {SECONDS} seconds")).why)
        sent += sum(not one.why for one in said.values())
    return sent


def _any_due(services: Services) -> bool:
    with services.db.reading() as session:
        due = select(Notice.key).where(col(Notice.state) == "queued", col(Notice.next_at) <= services.clock.now())
        return session.exec(due.limit(1)).first() is not None


def _claimed(services: Services) -> Mapping[Name, ChatJob]:
    """Notices that are due: this worker's for a while."""
    jobs: dict[Name, ChatJob] = {}
    now = services.clock.now()
    due = (
        select(Notice)
        .where(col(Notice.state) == "queued", col(Notice.next_at) <= now)
        .order_by(col(Notice.next_at))
        .limit(TOGETHER)
        .with_for_update(skip_locked=True)
    )
    with services.db.writing() as session:
        old = delete(Notice).where(col(Notice.state) != "queued", col(Notice.created_at) < now - KEPT)
        session.connection().execute(old)
        for one in session.exec(due).all():
            one.next_at, one.attempts = now + HOLD, one.attempts + 1
            url = session.get_one(NoticeTarget, one.target).url
            text = f"{one.text}\n{services.config.base_url}{one.link}"
            jobs[one.target, one.game, one.key] = ChatJob(f"{len(jobs)}", url, one.title, text)
    return jobs


def _try_all(config: Config, jobs: tuple[ChatJob, ...]) -> Mapping[str, Said]:
    """Tell them all at the same time.  Those of which nothing is said took too long."""
    # It inherits no setting of ours, and no proxy: behind one the address of a name could not be checked.
    env = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    env = {name: value for name, value in env.items() if not name.lower().endswith("_proxy")}
    batch = msgspec.json.encode(ChatBatch(jobs, config.notices == "anywhere"))
    with subprocess.Popen(CHILD, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env) as child:  # noqa: S603  # our own module, no shell
        try:
            out, _ = child.communicate(batch, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            out, _ = child.communicate()
    said = [msgspec.json.decode(line, type=Said) for line in out.splitlines(keepends=True) if line.endswith(b"\n")]
    return {one.id: one for one in said}


def _settle(services: Services, name: Name, why: str) -> None:
    """Note what became of a notice, and how its target does."""

    def attempt() -> None:
        with services.db.writing() as session:
            notice, target = session.get(Notice, name), session.get(NoticeTarget, name[0])
            if notice is None or target is None:
                return  # its player has taken the target away meanwhile
            target.failures, target.note = (target.failures + 1, why) if why else (0, "")
            if not why:
                notice.state = "sent"
            elif notice.attempts > len(WAITS) or target.failures >= FAILURES:
                notice.state = "failed"
            else:
                notice.next_at = _again(notice, services.clock.now())

    retried(attempt)


def _again(notice: Notice, now: datetime) -> datetime:
    return now + WAITS[notice.attempts - 1]
