"""A case played: the phases of the bound through ``Play``, its dice from the tape."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.casekit.results import CaseStop
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.dice import Roll
from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId
from pbem.engine.play import Drift, Play
from pbem.rulesets.armatys.cases.action import ActionSpec, not_built, orders_of, walk
from pbem.rulesets.armatys.cases.checking import judged
from pbem.rulesets.armatys.fighting import melee
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.playing.bound import PHASES, STEPS, Orders, begin
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle

if TYPE_CHECKING:
    from pbem.engine.ruleset import RuleSet

READ_BY_A_PLAY = SimpleNamespace(
    state=SimpleNamespace(view=lambda battle, seat: battle),
    course=SimpleNamespace(notice=lambda before, battle: ()),
)
"""What a play reads of a rule set: its view, what is noticed.  The value itself is not made before it is whole."""


class CaseStory(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a case.  after: the battle at the end of each step.  error: why it was not played to its end."""

    end: Battle
    facts: tuple[Fact[Battle], ...] = ()
    rolls: tuple[Roll, ...] = ()
    after: dict[str, Battle] = {}
    error: str = ""
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
    story = CaseStory(end=battle)
    steps = walk(action, battle.bound)
    for place, (bound, step) in enumerate(steps):
        try:
            story = _step(story, action, bound, step, battle.bound, dice, last=place == len(steps) - 1)
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
            refused.append(f.OrderRefused(number, unit, rules, found.distance, found.by))
        else:
            accepted[number] = {"order": number, **found}
    return CaseStory(end=battle, facts=tuple(refused), accepted=accepted)


def _step(
    story: CaseStory, action: ActionSpec, bound: int, step: str, first: int, dice: TapeDice, *, last: bool
) -> CaseStory:
    """One step: a phase is played whole as its first step comes, and must not be left before its end."""
    missing = not_built(action, bound, first, step)
    if missing:
        raise CaseStop(f"not built: {missing}")
    orders = orders_of(action, bound, first)
    if step == "P4a" and last:
        counted = tuple(melee.counted(story.end, orders.choose))
        return msgspec.structs.replace(story, facts=(*story.facts, *counted))
    if last and step[:2] in PHASES and step != _steps_of(step)[-1]:
        raise CaseStop(f"not built: stopping in the midst of {step[:2]}, at {step}")
    if last and step == "P5b":
        raise CaseStop("not built: stopping between P5b and P5c")
    if step == "P1a" and bound > story.end.bound:
        story = _run(story, Orders(), dice, bound)
    if step in PHASES or (step == _steps_of(step)[0] and step[:2] in PHASES):
        story = _run(story, orders, dice, step)
    return msgspec.structs.replace(story, after={**story.after, f"{bound} {step}": story.end})


def _run(story: CaseStory, orders: Orders, dice: TapeDice, what: str | int) -> CaseStory:
    """A phase, or (a number) the beginning of a bound; what was played is played again from its own lines."""

    def scripted(play: Play[Battle]) -> None:
        if isinstance(what, int):
            begin(play, what)
        else:
            PHASES[what if what in PHASES else what[:2]](play, orders)

    play = _play(story.end, (), dice)
    scripted(play)
    if not play.lines:
        return story
    play.finish()
    again = _play(story.end, play.lines, TapeDice([]))
    scripted(again)
    again.finish()
    bodies = [line.body for line in play.lines]
    facts = [line.body.fact for line in play.lines if line.kind == "fact"]
    return msgspec.structs.replace(
        story, end=play.battle, facts=(*story.facts, *facts),
        rolls=(*story.rolls, *(body for body in bodies if isinstance(body, Roll))),
    )  # fmt: skip


def _play(battle: Battle, lines: Any, dice: TapeDice) -> Play[Battle]:  # noqa: ANN401  # lines of a play, or none
    rules = cast("RuleSet[Battle]", READ_BY_A_PLAY)
    return Play(rules, battle, lines, step=1, branch=0, next_seq=1, dice=dice, decide=_unasked)


def _unasked(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
    raise CaseStop(f"not built: {type(ask).__name__}")


def _steps_of(step: str) -> list[str]:
    return [one for one in STEPS if one[:2] == step[:2]]
