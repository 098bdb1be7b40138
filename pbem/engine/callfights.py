"""A called battle fought in memory by two aides-de-camp under the rule set that takes it, and what comes of it."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.engine.called import BattleResult, BattleSpec
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId
from pbem.engine.play import advance
from pbem.engine.players import begun, by_aide
from pbem.engine.ruleset import RuleSet


class NotTaken(Exception):
    """A rule set cannot fight a called battle."""


def fought(rules: RuleSet[Any], spec: BattleSpec, ground: Callable[[], Mapping[str, Any]], seed: bytes) -> BattleResult:
    """A called battle fought to its end by aides.  ground: reads the file of its ground.

    Raises NotTaken, with every fault of the scenario that came out."""
    takes = rules.from_campaign
    if takes is None:
        raise NotTaken(f"{rules.title} takes no battles of campaigns")
    read = rules.course.scenario(takes.scenario(spec, ground()), {})
    if read.battle is None:
        raise NotTaken("; ".join(f"{fault.where}: {fault.what}" for fault in read.faults))

    def decide(view: Any, ask: Ask[Any]) -> Given[Any]:  # noqa: ANN401  # of the rule set's
        return rules.deciding.decide(view, ask) or by_aide(rules, view, ask)[0]

    dice = SeededDice(seed, GameId(f"battle-{spec.number}"), ())
    run = advance(rules, begun(rules, read.battle, read.title, read.seats), next_seq=2, dice=dice, decide=decide)
    if run.stop is not None:
        raise NotTaken(f"the battle is stuck: {run.stop!r}")
    return takes.result(spec, run.battle)
