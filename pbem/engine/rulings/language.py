"""What a rule set brings to the language of rulings: clauses about its units, rows of its own, its battles' bounds."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from pbem.engine.facts import Fact
from pbem.engine.ids import Side, StandId

K = TypeVar("K", bound=str)
B = TypeVar("B")
U = TypeVar("U")


class RulingFault(Exception):
    """A line of a ruling cannot be carried out.  suggestions: lines that would be read."""

    def __init__(self, reason: str, suggestions: tuple[str, ...] = ()) -> None:
        """reason: in words, for the umpire."""
        super().__init__(reason)
        self.suggestions = suggestions


class UnitRuled(NamedTuple):
    """What a clause makes of a unit, and how it is written."""

    unit: Any
    """The unit as it is to be; of the rule set's own type."""
    text: str
    """The clause in canonical form."""


class Clause(NamedTuple):
    """Something that can be ruled about a unit, behind its code; several can stand in one line."""

    form: str
    """How it looks in help: ``at <hex>``."""
    pattern: "re.Pattern[str]"
    """Read from the beginning of what is left of the line."""
    make: Callable[[Any, Any, "re.Match[str]"], UnitRuled]
    """Battle, unit, what was read -> the unit as it is to be.  Raises RulingFault."""
    told: str
    """What it does, in a sentence."""
    example: str
    """A whole line, without ``rule``."""


class RulingRow(NamedTuple):
    """A line of a ruling that is about something else than one unit."""

    form: str
    """How it looks in help: ``general <name> dead``."""
    pattern: "re.Pattern[str]"
    """Read from the whole line."""
    make: Callable[[Any, "re.Match[str]"], tuple[tuple[Fact[Any], ...], str]]
    """Battle, what was read -> facts, canonical line.  Raises RulingFault."""
    told: str
    """What it does, in a sentence."""
    example: str
    """A whole line, without ``rule``."""
    ends: bool = False
    """Whether what is being played ends with it."""


class Press(NamedTuple):
    """A button of a unit's card."""

    label: str
    """What is written on it: ``Turn left``."""
    says: str
    """The clause that it writes: ``facing 10``."""


def clause(
    form: str, pattern: str, make: Callable[[Any, Any, "re.Match[str]"], UnitRuled], told: str, example: str
) -> Clause:
    """A clause; its pattern is read in any case of letters."""
    return Clause(form, re.compile(rf"(?:{pattern})(?=$|[\s,;.])", re.IGNORECASE), make, told, example)


def row(
    form: str,
    pattern: str,
    make: Callable[[Any, "re.Match[str]"], tuple[tuple[Fact[Any], ...], str]],
    told: str,
    example: str,
) -> RulingRow:
    """A row; the same."""
    return RulingRow(form, re.compile(pattern, re.IGNORECASE), make, told, example)


def adds_none(battle: object, code: str, what: str) -> Any:  # noqa: ANN401  # a unit of any rule set
    """No unit can be added."""
    raise RulingFault("these rules can add no unit")


def model_of(units: Mapping[StandId, U], code: str, what: str) -> U:
    """The unit that an added one is like (``like S04``).  Raises RulingFault for none, or one of the other side."""
    like, _space, other = what.partition(" ")
    name = StandId(other.strip().upper())
    if like.casefold() != "like" or name not in units:
        own = [one for one in units if one[0] == code[0]] or [*units]
        raise RulingFault("name the unit that it is like", (f"rule add {code} like {min(own)} at 24,18",))
    if code[0] != name[0]:
        raise RulingFault(f"{code} would be of the other side than {name}")
    return units[name]


Goes = Mapping[K, tuple[str, ...]]
"""What each general goes by, his name first."""


def called(names: Goes[K], wanted: str) -> list[K]:
    """Those of that name; if there are none, those with it as a word of a name (``Coligny``)."""
    word = wanted.strip().casefold()
    whole = [key for key, own in names.items() if word in {one.casefold() for one in own}]
    return whole or [key for key, own in names.items() if word in {w for one in own for w in one.casefold().split()}]


def the_one_called(names: Goes[K], wanted: str) -> K:
    """The general of that name.  Raises RulingFault for none, and for a name that several have."""
    found = called(names, wanted)
    if len(found) == 1:
        return found[0]
    if found:
        raise RulingFault(f"several generals are called {wanted.strip()!r}: say {' or '.join(found)}")
    there = ", ".join(general_said(names, key) for key in names)
    raise RulingFault(f"there is no general {wanted.strip()!r}; there are {there or 'none'}")


def general_said(names: Goes[K], key: K) -> str:
    """How a line names a general: by his name, by his code where another has the name too."""
    name = names[key][0]
    return str(key) if sum(own[0] == name for own in names.values()) > 1 else name


def general_named(generals: Mapping[StandId, U], name: str) -> tuple[U, str]:
    """A general by code or name, and how a line names him.  Raises RulingFault for none and for several."""
    names = {code: (str(getattr(one, "name", "") or code), str(code)) for code, one in generals.items()}
    found = the_one_called(names, name)
    return generals[found], general_said(names, found)


def side_named(sides: Mapping[Side, str], name: str) -> Side:
    """The side of a name.  Raises RulingFault."""
    wanted = name.strip().casefold()
    for side, title in sides.items():
        if wanted in {side.casefold(), title.casefold()}:
            return side
    raise RulingFault(f"there is no side {name.strip()!r}; the sides are {', '.join(sides.values())}")


def turned_back_only(before: object, after: object, now: object, fact: object) -> tuple[Fact[Any], ...]:
    """Nothing but units can be made what it was.  Raises RulingFault."""
    raise RulingFault("what that ruling did is only taken back by turning the game back to before it")


def no_presses(battle: object, code: str) -> tuple[Press, ...]:
    """Nothing can be pressed of a unit but where it stands."""
    return ()


def no_faults(battle: object) -> tuple[str, ...]:
    """A battle that the rules can hold, whatever was ruled."""
    return ()


@dataclass(frozen=True)
class RulingLanguage(Generic[B]):
    """What one rule set brings."""

    units: Callable[[B], Mapping[Any, Any]]
    """Every unit by its code, in the battle or not."""
    put: Callable[[Any], Fact[B]]
    """The fact by which a unit is as ruled."""
    describe: Callable[[B, str], str]
    """A unit's state in a line, for *before* and *after*; '' for one that is not there."""
    clauses: tuple[Clause, ...]
    """What can be ruled about a unit."""
    end: Callable[[B, Side | None], tuple[Fact[B], ...]]
    """The facts that end the battle; the winner, None for a draw."""
    sides: Callable[[B], Mapping[Side, str]]
    """The names of the sides."""
    rows: tuple[RulingRow, ...] = ()
    """What else can be ruled."""
    add: Callable[[B, str, str], Any] = field(default=adds_none)
    """A new unit of that code, like another one (``like S04``) or of a kind, not yet in the battle; or RulingFault."""
    rolls: tuple[str, ...] = ()
    """Labels of every roll that the rules throw, without the units in them; () where any name is taken."""
    adding: str = ""
    """An example of a line that adds one; '' where none can be added."""
    adds_kinds: bool = False
    """Whether a kind alone says what is added (``add S99 horse``), by a type that has all its values."""
    presses: Callable[[B, str], tuple[Press, ...]] = field(default=no_presses)
    """What a unit's card offers, as the unit stands: turns, strength one more or less, states."""
    undo: Callable[[B, B, B, Any], tuple[Fact[B], ...]] = field(default=turned_back_only)
    """The battle before a ruling, after it and now, a fact of it about something else than a unit -> the facts that
    take it back; or RulingFault."""
    unannounced: tuple[type[Any], ...] = ()
    """Facts that come to a seat as the game's own do, true or false: who gets one is not told that it was ruled, unless
    the umpire says so."""
    faults: Callable[[B], tuple[str, ...]] = field(default=no_faults)
    """Why the rules cannot hold a battle: two units in one place, a count below zero."""
