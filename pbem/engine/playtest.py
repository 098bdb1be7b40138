"""What a rule set gives to be tried out by: a random player, the score of a battle, its cases, its fuzzing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.casekit.results import Vocabulary
from pbem.engine.chance import Chance
from pbem.engine.facts import Fact
from pbem.engine.fuzzing import Fuzzing
from pbem.engine.ids import Side

B = TypeVar("B")


class Score(msgspec.Struct, frozen=True):
    """How a battle stands."""

    rounds: int = 0
    """Begun so far."""
    lost: Mapping[Side, tuple[int, int]] = {}
    """Of each side, what it has lost of what it can lose before it is beaten, by the number that its tally counts."""
    grade: str = ""
    """Of its victory, '' for none."""
    points: Mapping[Side, int] = {}
    """Of each side, points won; {} where the rules give none."""


def nothing_counted(battle: object) -> Score:
    """These rules count neither rounds nor losses."""
    return Score()


@dataclass(frozen=True, kw_only=True)
class Playtest(Generic[B]):
    """Every part may be missing: then the program that wants it says that these rules have none."""

    random: Callable[[B, Ask[Any], Chance], Any] | None = None
    """View, ask, chance -> any answer that the rules allow, the same for the same chance."""
    wild: Callable[[B, Ask[Any], Chance], Any] | None = None
    """Half of its orders may be refused. None: the engine plays by what is offered (``playkit``), which is slower and
    refused less."""
    score: Callable[[B], Score] = nothing_counted
    """How a battle stands."""
    turn_began: type[Fact[B]] | None = None
    """The fact that begins a turn of a side, or of both where they act together; None: turns are not counted."""
    acts: tuple[type[Fact[B]], ...] = ()
    """The facts that make a turn more than idle: moves, shots, blows."""
    vocabulary: Vocabulary | None = None
    """Plays one case of ``pbem case``; it imports what it needs when it is called, for most runs want none."""
    fuzzing: Callable[[], Fuzzing[B]] | None = None
    """What is checked of random battles, made when it is wanted, for the same reason."""
