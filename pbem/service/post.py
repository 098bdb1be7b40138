"""What every use case is handed: the database, the settings, the clock, and how to find rules, scenarios and words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
TRIES = 8
"""How often a use case is worked out again when another writer was first."""

ScenarioLoader = Callable[[str, Mapping[str, str]], Loaded]
"""A scenario's name (``rules/battle``) or path, and its options, to what they make."""


@dataclass(frozen=True)
class Post:
    """One post office.  rules, scenarios, compose: replaced in tests only."""

    db: Database
    config: Config
    clock: Clock = field(default_factory=SystemClock)
    rules: Callable[[str], RuleSet[Any]] = rule_set
    scenarios: ScenarioLoader = load_scenario
    compose: Composer = compose_mail


def retried(attempt: Callable[[], T]) -> T:
    """A use case, worked out again on fresh state each time another writer was first.

    Raises Conflict when it always is.
    """
    for _ in range(TRIES - 1):
        try:
            return attempt()
        except Conflict:
            continue
    return attempt()
