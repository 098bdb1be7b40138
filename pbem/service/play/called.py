"""What answers at once for a game: standing orders and paces, and aides who fight the battles that a campaign calls."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.engine.called import BattleCall
from pbem.engine.callfights import NotTaken, fought
from pbem.engine.ruleset import RuleSet
from pbem.rulesets import UnknownRules, rule_set
from pbem.scenarios import BadScenario, ground_of

log = logging.getLogger(__name__)

Decides = Callable[[Any, Ask[Any]], Given[Any] | None]


def decider(rules: RuleSet[Any], seed: bytes) -> Decides:
    """The rule set's own answers, with called battles fought by aides where the game leaves them to aides.

    seed: of the game; b"" where the battles are fought at the desk (`fighting`).
    """

    def decide(view: Any, ask: Ask[Any]) -> Given[Any] | None:  # noqa: ANN401  # of the rule set's
        settled = rules.deciding.decide(view, ask)
        if settled is not None or not seed or rules.calls is None:
            return settled
        call = rules.calls.of_ask(ask)
        return by_aides(call, ask, seed) if call is not None and call.how == "aides" else None

    return decide


def by_aides(call: BattleCall, ask: Ask[Any], seed: bytes) -> Given[Any]:
    """A called battle fought by two aides; where it cannot be, the ask's default, and why."""
    try:
        fights = rule_set(call.rules)
        result = fought(fights, call.spec, partial(ground_of, call.rules, call.spec.field), seed)
    except (NotTaken, UnknownRules, BadScenario) as fault:
        log.warning("battle %s of a campaign was not fought: %s", call.spec.number, fault)
        return Given(ask.default, "default", f"it could not be fought: {fault}")
    return Given(result, "aide")
