"""A part of a turn played for a case through ``Play``, its dice from the tape, and played again from its own lines."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.casekit.results import CaseStop
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.dice import Roll
from pbem.engine.facts import Fact
from pbem.engine.journal import Line
from pbem.engine.play import Play

if TYPE_CHECKING:
    from pbem.engine.ruleset import RuleSet

B = TypeVar("B")

READ_BY_A_PLAY = SimpleNamespace(
    state=SimpleNamespace(view=lambda battle, seat: battle),
    course=SimpleNamespace(notice=lambda before, battle: ()),
)
"""What a play reads of a rule set: its view, what is noticed.  The value itself is not made before it is whole."""


def reading(view: Callable[[B, Any], B], notice: Callable[[B, B], Sequence[Fact[B]]]) -> SimpleNamespace:
    """What a play reads of a rule set that can hide units."""
    return SimpleNamespace(state=SimpleNamespace(view=view), course=SimpleNamespace(notice=notice))


class CaseStretch(msgspec.Struct, Generic[B], frozen=True):
    """What came of a part of a turn."""

    battle: B
    """As it then stands."""
    lines: tuple[Line, ...] = ()

    @property
    def facts(self) -> tuple[Fact[B], ...]:
        """In the order they happened."""
        return tuple(line.body.fact for line in self.lines if line.kind == "fact")

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """In the order they were thrown."""
        return tuple(line.body for line in self.lines if isinstance(line.body, Roll))


def stretch(
    battle: B, dice: TapeDice, scripted: Callable[[Play[B]], None], reads: SimpleNamespace = READ_BY_A_PLAY
) -> CaseStretch[B]:
    """A part of a turn; what was played is played again from its lines.  Raises CaseStop, Drift."""
    play = _play(battle, (), dice, reads)
    scripted(play)
    if not play.lines:
        return CaseStretch(battle)
    play.finish()
    again(battle, play.lines, scripted, reads).finish()
    return CaseStretch(play.battle, tuple(play.lines))


def again(
    battle: B, lines: Sequence[Line], scripted: Callable[[Play[B]], None], reads: SimpleNamespace = READ_BY_A_PLAY
) -> Play[B]:
    """The same from its lines, or the beginning of it."""
    play = _play(battle, lines, TapeDice([]), reads)
    scripted(play)
    return play


def _play(battle: B, lines: Sequence[Line], dice: TapeDice, reads: SimpleNamespace) -> Play[B]:
    rules = cast("RuleSet[B]", reads)
    return Play(rules, battle, lines, step=1, branch=0, next_seq=1, dice=dice, decide=_unasked)


def _unasked(view: object, ask: Ask[Any]) -> Given[Any] | None:
    raise CaseStop(f"not built: {type(ask).__name__}")
