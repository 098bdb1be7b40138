"""A battle that one game calls and another rule set fights: what it is made from, and what comes back of it.

The game that calls it knows nothing of how it is fought; the rule set that fights it knows nothing of why.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import msgspec

from pbem.engine.ids import Side, StandId

B = TypeVar("B")


class CalledUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that is to fight."""

    code: StandId
    name: str
    type: str
    """Of the common army list: ``PSL``."""
    rating: Literal["A", "B", "C"]
    men: int
    """Of guns: pieces."""
    fed: bool = True
    """Whether it has had bread; one that has not fights one class lower."""
    arrives: int = 0
    """After how many rounds it comes, 0 for a unit that is there."""


class CalledSide(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two."""

    side: Side
    name: str
    forces: tuple[StandId, ...]
    leaders: tuple[str, ...]
    """Commanders present, the senior first."""
    units: tuple[CalledUnit, ...]


class BattleSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as it is called."""

    number: int
    """Of the campaign's battles, from 1."""
    title: str
    place: str
    """The id of the town."""
    ground: str
    """What it is fought on, in words."""
    field: str = "open"
    """The file of that ground, by its name among a rule set's ``grounds``."""
    date: str
    """``29 June 1644``."""
    hour: str
    """``morning`` or ``afternoon``."""
    sides: tuple[CalledSide, CalledSide]
    holder: Side | None
    """The side that was there first and chooses its edge; None where neither was."""
    storm: bool = False
    """Whether the holder fights in works."""
    works: int = 0
    """Their level."""
    visibility: Literal["clear", "rain", "dusk"] = "clear"


class BattleCall(msgspec.Struct, frozen=True):
    """A battle that waits to be fought by aides.  rules: the name of the rule set that takes it."""

    spec: BattleSpec
    rules: str


class UnitLoss(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit lost: men for good, men taken, men who come back in three days; of guns, pieces taken."""

    unit: StandId
    lost: int = 0
    taken: int = 0
    back: int = 0

    @property
    def all(self) -> int:
        """Men who are no longer with it."""
        return self.lost + self.taken + self.back


class BattleResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="battle result"):
    """What came of a battle."""

    winner: Side | None
    """None for a draw."""
    holder: Side | None
    """Who holds the field."""
    losses: tuple[UnitLoss, ...] = ()
    leaders_lost: tuple[str, ...] = ()
    """Commanders who fell or were taken."""
    text: str = ""
    """How it went, in a sentence or two."""
    how: Literal["aides", "post", "table", "ruled", "reckoned"] = "ruled"
    entry: str = ""
    """The hash of the last entry of the battle's own journal; '' for a battle without one."""


@dataclass(frozen=True)
class TakesBattles(Generic[B]):
    """How a rule set takes battles that a campaign calls."""

    scenario: Callable[[BattleSpec, Mapping[str, Any]], Mapping[str, Any]]
    """The battle as called and its ground (a file of the folder ``grounds``, its army list read) -> a scenario file."""
    result: Callable[[BattleSpec, B], BattleResult]
    """The battle as called, the battle as it ended -> losses as men, guns, commanders, who holds the field."""
