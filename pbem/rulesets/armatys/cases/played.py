"""A case played: the phases of the bound through ``Play``, its dice from the tape."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pbem.engine.casekit.results import CaseStop
from pbem.engine.casekit.stretches import again, reading, stretch
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.dice import Roll
from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId
from pbem.engine.journal import Line
from pbem.engine.play import Drift, Play
from pbem.rulesets.armatys.cases.action import ActionSpec, orders_of, walk
from pbem.rulesets.armatys.cases.checking import judged
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.fighting.striking import counted
from pbem.rulesets.armatys.playing.bound import PHASES, STEPS, Orders, begin
from pbem.rulesets.armatys.seeing.noticing import notice
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.view import view

READS = reading(view, notice)


class CaseStory(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a case.  after: the battle at the end of each step.  error: why it was not played to its end."""

    end: Battle
    facts: tuple[Fact[Battle], ...] = ()
    rolls: tuple[Roll, ...] = ()
    after: dict[str, Battle] = {}
    error: str = ""
    ordered: frozenset[int] = frozenset()
    """The numbers of the orders given for what was played."""
    accepted: dict[int, dict[str, Any]] = {}
    """Of a check, by the number of the order: its time or range."""

    @property
    def refused(self) -> tuple[f.OrderRefused, ...]:
        """Every order refused."""
        return tuple(one for one in self.facts if isinstance(one, f.OrderRefused))

    def refusals(self) -> tuple[str, ...]:
        """The same in words."""
        return tuple(f"order {one.order}: {', '.join(one.why)}" for one in self.refused)


def played(battle: Battle, action: ActionSpec, dice: TapeDice) -> CaseStory:
    """Play a case."""
    if action.kind == "derive":
        return CaseStory(end=battle)
    if action.kind == "check":
        return checked(battle, action)
    story = CaseStory(end=battle, ordered=frozenset(range(1, len(action.orders) + 1)))
    steps = walk(action, battle.bound)
    for bound, step in steps:
        try:
            story = _step(story, action, bound, step, battle.bound, dice, until=steps[-1])
        except (CaseStop, Drift) as stop:
            return msgspec.structs.replace(story, error=str(stop))
    return story


def checked(battle: Battle, action: ActionSpec) -> CaseStory:
    """Each order judged by itself, before the step that would carry it out."""
    refused: list[f.OrderRefused] = []
    accepted: dict[int, dict[str, Any]] = {}
    for number, (unit, found) in enumerate(judged(battle, action), 1):
        if isinstance(found, Objection):
            rules = tuple(map(RuleId, found.rules))
            refused.append(f.OrderRefused(number, unit, rules, found.distance, found.by, found.inside))
        else:
            accepted[number] = {"order": number, **found}
    return CaseStory(end=battle, facts=tuple(refused), accepted=accepted)


def _step(
    story: CaseStory, action: ActionSpec, bound: int, step: str, first: int, dice: TapeDice, *, until: tuple[int, str]
) -> CaseStory:
    """One step.  P3, P4 and P6 are played as their first step comes, as far as the play goes."""
    orders = orders_of(action, bound, first)
    if step == "P1a" and bound > story.end.bound:
        story, _ = _run(story, dice, lambda play: begin(play, bound))
    if not story.after and step not in PHASES:  # the play begins in the midst of a phase
        orders = msgspec.structs.replace(orders, since=step)
        phase = next(one for one in PHASES if one[:2] == step[:2])
        within = [one for one in _within(phase) if one >= step]
    else:
        phase, within = step, _within(step)
    if phase in PHASES:
        left = until[1] if until[0] == bound and until[1] in within[:-1] else ""
        before = story.end
        story, lines = _run(story, dice, _phase(phase, orders, left))
        for part in within[: within.index(left) if left else -1]:
            story = _after(story, bound, part, again(before, lines, _phase(phase, orders, part), READS).battle)
        if left == "P4a":
            groups = tuple(counted(story.end, orders.choose))
            return msgspec.structs.replace(story, facts=(*story.facts, *groups))
    name = f"{bound} {step}"
    return story if name in story.after else _after(story, bound, step, story.end)


def _after(story: CaseStory, bound: int, step: str, battle: Battle) -> CaseStory:
    return msgspec.structs.replace(story, after={**story.after, f"{bound} {step}": battle})


def _within(step: str) -> list[str]:
    """The steps that are played with a step: all of P3, P4 and P6 with their first."""
    phase = [one for one in STEPS if one[:2] == step[:2]]
    return phase if step == phase[0] and not any(one in PHASES for one in phase[1:]) else [step]


def _phase(step: str, orders: Orders, until: str) -> Callable[[Play[Battle]], None]:
    return lambda play: PHASES[step](play, msgspec.structs.replace(orders, until=until))


def _run(
    story: CaseStory, dice: TapeDice, scripted: Callable[[Play[Battle]], None]
) -> tuple[CaseStory, Sequence[Line]]:
    """A part of a bound, and its lines; what was played is played again from them."""
    made = stretch(story.end, dice, scripted, READS)
    played_on = msgspec.structs.replace(
        story, end=made.battle, facts=(*story.facts, *made.facts), rolls=(*story.rolls, *made.rolls),
    )  # fmt: skip
    return played_on, made.lines
