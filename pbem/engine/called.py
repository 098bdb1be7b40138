"""A battle that one game calls and another rule set fights: what it is made from, and what comes back of it.

The game that calls it knows nothing of how it is fought; the rule set that fights it knows nothing of why.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.facts import Fact
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.orders import Reading

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
    seat: Seat = Seat("")
    """The commander who orders it."""


class CalledCommand(msgspec.Struct, frozen=True, kw_only=True):
    """One of the commanders of a side whose units fight."""

    seat: Seat
    """In the game that calls the battle."""
    name: str
    leaders: tuple[str, ...] = ()
    """Of those present, the ones with the units of that commander, the senior first."""


class CalledSide(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two."""

    side: Side
    name: str
    forces: tuple[StandId, ...]
    leaders: tuple[str, ...]
    """Commanders present, the senior first."""
    units: tuple[CalledUnit, ...]
    commands: tuple[CalledCommand, ...] = ()
    """The seats whose units these are, in the order of their units."""


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
    """A battle whose result is waited for.  rules: the name of the rule set that takes it, '' for none."""

    spec: BattleSpec
    rules: str
    how: str = "aides"
    """How it is fought."""


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


class CalledBattle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that has been called and is not over, as the desk of the game that called it sees it."""

    spec: BattleSpec
    how: str
    """``aides``, ``post``, ``table``, ``ruled``, ``reckoned``."""
    rules: str
    """The rule set that fights it, '' for none."""
    waits: bool
    """Whether the game waits for its result: nothing can be played without it."""
    result: BattleResult | None = None
    """What has come of it and is not yet played on."""
    known: tuple[Seat, ...] = ()
    """The seats of the game that know of it."""


@dataclass(frozen=True)
class CallsBattles(Generic[B]):
    """How a rule set calls battles."""

    fact: type[Any]
    """The fact that calls one; it has the ``spec``."""
    of_ask: Callable[[Ask[Any]], BattleCall | None]
    """An ask -> the battle whose result it waits for; None for an ask that is put to a person."""
    waiting: Callable[[B], Sequence[CalledBattle]]
    """The battles that have been called and are not over, in the order in which they were called."""
    came: Callable[[int, BattleResult], Fact[B]]
    """A battle's number, its result -> the fact that the result has come."""
    refusal: Callable[[BattleSpec, BattleResult], str]
    """Why a result cannot be one of that battle; '' when it can."""
    default: Callable[[B, int], BattleResult]
    """The game, a battle's number -> what the game itself makes of it where it cannot be fought."""
    won: Callable[[B, int], Side | None]
    """The game, a battle's number -> who has won it, as far as that is known; None for a draw."""
    read: Callable[[BattleSpec, str], Reading]
    """The result of a battle on a real table, as lines -> the result as understood, with every problem."""


@dataclass(frozen=True)
class TakesBattles(Generic[B]):
    """How a rule set takes battles that a campaign calls."""

    scenario: Callable[[BattleSpec, Mapping[str, Any]], Mapping[str, Any]]
    """The battle as called and its ground (a file of the folder ``grounds``, its army list read) -> a scenario file."""
    result: Callable[[BattleSpec, B], BattleResult]
    """The battle as called, the battle as it ended -> losses as men, guns, commanders, who holds the field."""
