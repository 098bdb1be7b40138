"""A process that takes the result of a campaign's battle, and kills itself at a point of it."""

import os
import signal
from pathlib import Path
from typing import Any

from pbem.clock import FixedClock
from pbem.config import Config
from pbem.service.campaigns.fighting import tend_battles
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.work import Work
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.db import Database
from tests.web_offices import START


def main(url: str, folder: Path, point: str) -> None:
    """point: ``worked out``, before anything is written; ``written``, within the transaction; ``committed``, after."""
    services = Services(
        Database.open(url), Config(database_url=url, secret="w" * 40, data_dir=folder), FixedClock(START),
        compose=compose_mail,
    )  # fmt: skip
    whole, append = Work.write, journal.append

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def write(self: Work, *also: Any, **more: Any) -> None:
        if point == "worked out":
            die()
        whole(self, *also, **more)
        die()

    def written(*given: Any) -> None:
        append(*given)
        if point == "written":
            die()

    Work.write = write  # type: ignore[method-assign]  # the death of this process
    journal.append = written
    tend_battles(services)
