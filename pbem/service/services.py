"""What every use case is handed: the database, the settings, the clock, and how to find rules, scenarios and words."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from logging import Logger
from threading import RLock
from time import monotonic, sleep
from typing import Any, TypeVar

from pbem.clock import Clock, SystemClock
from pbem.config import Config
from pbem.engine.ids import Seq
from pbem.engine.ruleset import RuleSet
from pbem.rulesets import rule_set
from pbem.scenarios import Loaded, load_scenario
from pbem.service.model.mails import Composer
from pbem.store.db import Database
from pbem.store.errors import Conflict, StoreUnavailable

T = TypeVar("T")
PATIENCE = 60.0
"""Seconds for which a use case is worked out again each time another writer was first."""

SHORTEST, LONGEST = 0.005, 0.25
"""Seconds between two tries: up to the shortest after the first, then doubling, up to the longest; at random, so that
processes in each other's way do not meet again."""

_one_by_one = RLock()
"""Those of this process who must try again do so one after another: together they would be in each other's way."""

ScenarioLoader = Callable[[str, Mapping[str, str]], Loaded]
"""A scenario's name (``rules/battle``) or path, and its options, to what they make."""


@dataclass(frozen=True)
class Services:
    """What a use case works with.  Set once where a process opens them (`pbem.jobs.open_services`)."""

    db: Database
    """The database, opened."""

    config: Config
    """The settings."""

    clock: Clock = field(default_factory=SystemClock)
    """The time, aware, in UTC."""

    rules: Callable[[str], RuleSet[Any]] = rule_set
    """A rule set by its name; raises UnknownRules.  Another one in tests only."""

    scenarios: ScenarioLoader = load_scenario
    """A scenario by its name or path; raises BadScenario.  Another one in tests only."""

    looked_at: Seq | None = None
    """The last entry that the umpire saw who acts; None where an act names none."""

    compose: Composer = field(kw_only=True)
    """Renders a mail: `pbem.service.outgoing.wording.compose_mail`, a short form in tests."""


def retried(attempt: Callable[[], T]) -> T:
    """A use case, worked out again on fresh state each time another writer was first.

    Raises Conflict when it still is after ``PATIENCE``.
    """
    try:
        return attempt()
    except Conflict:
        until = monotonic() + PATIENCE
    mine = _one_by_one.acquire(timeout=PATIENCE)
    try:
        return _again(attempt, until)
    finally:
        if mine:
            _one_by_one.release()


@contextmanager
def apart(log: Logger, words: str, *names: object) -> Iterator[None]:
    """Log any fault of one game or player, so that those behind it do not wait for it.  Raises StoreUnavailable.

    words, names: what could not be done, as for ``log.exception``.
    """
    try:
        yield
    except StoreUnavailable:
        raise
    except Exception:
        log.exception(words, *names)


def _again(attempt: Callable[[], T], until: float) -> T:
    pause = SHORTEST
    while True:
        try:
            return attempt()
        except Conflict:
            if monotonic() > until:
                raise
        sleep(random.uniform(0, pause))  # noqa: S311  # no secret: it only parts those who meet
        pause = min(2 * pause, LONGEST)
