"""What every use case is handed: the database, the settings, the clock, and how to find rules, scenarios and words."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import RLock
from time import monotonic, sleep
from typing import Any, TypeVar

from pbem.clock import Clock, SystemClock
from pbem.config import Config
from pbem.engine.ruleset import RuleSet
from pbem.rulesets import rule_set
from pbem.scenarios import Loaded, load_scenario
from pbem.service.outgoing.letters import Composer, compose_mail
from pbem.store.db import Database
from pbem.store.errors import Conflict

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
    """One post office.  rules, scenarios, compose: replaced in tests only."""

    db: Database
    config: Config
    clock: Clock = field(default_factory=SystemClock)
    rules: Callable[[str], RuleSet[Any]] = rule_set
    scenarios: ScenarioLoader = load_scenario
    compose: Composer = compose_mail


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
