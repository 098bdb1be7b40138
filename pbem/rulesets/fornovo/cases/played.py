"""A case played: steps of the turn through ``Play``, its dice from the tape."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.casekit.results import CaseStop
from pbem.engine.casekit.stretches import reading, stretch
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.dice import Roll
from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId, Side
from pbem.engine.play import Drift, Play
from pbem.rulesets.fornovo.cases.action import ActionSpec
from pbem.rulesets.fornovo.cases.checking import judged, orders_for, orders_of
from pbem.rulesets.fornovo.muster.legality import breaches, surplus
from pbem.rulesets.fornovo.playing.ending import conclude
from pbem.rulesets.fornovo.playing.sequence import play_step
from pbem.rulesets.fornovo.playing.turns import begin
from pbem.rulesets.fornovo.seeing.noticing import notice
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.facts import OrderRefused
from pbem.rulesets.fornovo.view import view

READS = reading(view, notice)


class CaseStory(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a case."""

    start: Battle
    """The position."""
    end: Battle
    """The battle as the case leaves it."""
    facts: tuple[Fact[Battle], ...] = ()
    """What happened, in order."""
    rolls: tuple[Roll, ...] = ()
    """What was thrown, in order."""
    error: str = ""
    """Why it was not played to its end."""
    accepted: dict[int | str, dict[str, Any]] = {}
    """By the number of an order, or a unit: what it takes."""
    refused: dict[int | str, tuple[RuleId, ...]] = {}
    """By the number of an order, or a unit: the rules against it."""

    def refusals(self) -> tuple[str, ...]:
        """What the rules refused, in words."""
        return tuple(f"{one}: {', '.join(rules)}" for one, rules in self.refused.items())


def played(battle: Battle, action: ActionSpec, dice: TapeDice) -> CaseStory:
    """Play a case."""
    if action.kind == "muster":
        return _mustered(battle)
    if action.kind in {"price", "derive"}:
        return CaseStory(start=battle, end=battle)
    try:
        if action.kind == "check":
            return _checked(battle, action)
        return _turned(battle, action, dice)
    except (CaseStop, Drift) as stop:
        return CaseStory(start=battle, end=battle, error=str(stop))


def _turned(battle: Battle, action: ActionSpec, dice: TapeDice) -> CaseStory:
    """The steps of a case, in turn."""
    orders = orders_for(action)
    story = CaseStory(start=battle, end=battle)
    plays_of: list[Callable[[Play[Battle]], None]] = [
        begin if step == "T" else partial(play_step, step=step, orders=orders) for step in action.steps
    ]
    if action.concede:
        plays_of.append(partial(_concedes, Side(action.concede)))
    for plays in plays_of:
        made = stretch(story.end, dice, plays, READS)
        refused = {one.order: one.why for one in made.facts if isinstance(one, OrderRefused)}
        story = replace(
            story, end=made.battle, facts=(*story.facts, *made.facts), rolls=(*story.rolls, *made.rolls),
            refused={**story.refused, **refused},
        )  # fmt: skip
    return story


def _concedes(side: Side, play: Play[Battle]) -> None:
    for fact in conclude(play.battle, side):
        play.record(fact)


def _checked(battle: Battle, action: ActionSpec) -> CaseStory:
    """Each order judged by itself."""
    accepted: dict[int | str, dict[str, Any]] = {}
    refused: dict[int | str, tuple[RuleId, ...]] = {}
    for order in orders_of(action):
        found = judged(battle, order)
        if isinstance(found, dict):
            accepted[order.number] = found
        else:
            refused[order.number] = found
    return CaseStory(start=battle, end=battle, accepted=accepted, refused=refused)


def _mustered(battle: Battle) -> CaseStory:
    """Each unit of an army list, legal or not."""
    found = {unit: breaches(battle, one) for unit, one in battle.units.items()}
    for who, some in surplus(battle).items():
        found[who] = [*found.get(who, ()), *some]
    refused: dict[int | str, tuple[RuleId, ...]] = {
        str(unit): tuple(rule for rules, _ in some for rule in rules) for unit, some in found.items() if some
    }
    accepted: dict[int | str, dict[str, Any]] = {str(unit): {} for unit, some in found.items() if not some}
    return CaseStory(start=battle, end=battle, accepted=accepted, refused=refused)
