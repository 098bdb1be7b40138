"""One reading of one scenario file: its options, its faults and warnings, and the checks that every file needs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import msgspec

from pbem.engine.blinds import MOST
from pbem.engine.ids import Seat, Side
from pbem.engine.spec import Faults, inside, read, unknown

S = TypeVar("S", bound=msgspec.Struct)


class ArmyRead(Protocol):
    """What the engine asks of an army that has been read."""

    @property
    def id(self) -> Side:
        """``south``."""

    @property
    def name(self) -> str:
        """``South``."""

    @property
    def letter(self) -> str:
        """The first of its units' codes."""

    @property
    def seat(self) -> Seat:
        """Who commands it."""


@dataclass
class Gathered:
    """What the parts of a file have given so far.  A rule set derives its own, with what its parts pass on."""

    options: Mapping[str, str]
    """Of the game, not of the file: ``{"pace": "turn"}``."""
    faults: Faults = field(default_factory=Faults)
    warnings: Faults = field(default_factory=Faults)

    def fault(self, where: str, what: str, key: str | int | None = None) -> None:
        """Something wrong at a place, or at a key of it."""
        self.faults.add(where if key is None else inside(where, key), what)

    def warn(self, where: str, what: str) -> None:
        """Something odd that can be played."""
        self.warnings.add(where, what)

    # --- structs --------------------------------------------------------------------------------------------------

    def items(self, kind: type[S], values: Iterable[object], where: str) -> Iterator[tuple[S, str]]:
        """The items of a list as structs, each with its place (``sides[0]``); those with a fault are left out."""
        for i, value in enumerate(values):
            spec = read(kind, value, f"{where}[{i}]", self.faults)
            if spec is not None:
                yield spec, f"{where}[{i}]"

    # --- numbers and names ----------------------------------------------------------------------------------------

    def between(self, value: int, most: int, where: str, told: str) -> bool:
        """Whether a number is from 1 to ``most``; a fault where it is not.  told: ``its 3 areas``."""
        good = 1 <= value <= most
        if not good:
            self.fault(where, f"{value} is not between 1 and {told}")
        return good

    def once(self, name: str, known: Iterable[str], where: str, what: str) -> bool:
        """Whether a name is new.  what: ``an objective``."""
        if name in known:
            self.fault(where, f"there is {what} {name!r} already")
            return False
        return True

    def one_of(self, name: object, known: Iterable[str], where: str, what: str, more: str = "") -> bool:
        """Whether a name is one of those known; a fault that lists them where it is not.  what: ``side``."""
        names = list(known)
        if name not in names:
            self.fault(where, f"there is no {what} {name!r}; there are: {', '.join(names)}{more}")
        return name in names

    # --- options --------------------------------------------------------------------------------------------------

    def read_pace(self, paces: Iterable[str], more: tuple[str, ...] = ()) -> str:
        """The game's pace, the first where none is given or it is none.  more: other options there are."""
        known = list(paces)
        unknown(self.options, ("pace", "sight", "blinds", "commanders", *more), "options", self.faults)
        pace = self.options.get("pace") or known[0]
        if pace not in known:
            self.fault("options.pace", f"{pace!r} is no pace; there are: {', '.join(known)}")
            return known[0]
        return pace

    def read_sight(self, said: str) -> bool:
        """Whether units are hidden: as the game's options say, else as the file does.  said: the file's word."""
        sight = self.options.get("sight") or said
        known = ("open", "hidden")
        if sight not in known:
            where = "options.sight" if self.options.get("sight") else "sight"
            self.fault(where, f"{sight!r} is not how units are seen; write one of: {', '.join(known)}")
        return sight == "hidden"

    def read_blinds(self, said: int, *, hidden: bool) -> int:
        """How many blinds each side fields: as the game's options say, else as the file does.  said: the file's."""
        given = self.options.get("blinds", "")
        where = "options.blinds" if given else "blinds"
        if given and not given.isdecimal():
            self.fault(where, f"{given!r} is no number of blinds; write 0 to {MOST}")
            return 0
        count = int(given) if given else said
        if not 0 <= count <= MOST:
            self.fault(where, f"a side fields 0 to {MOST} blinds, not {count}")
            return 0
        if given and count and not hidden:
            self.fault(where, "blinds are for hidden units: write sight hidden, or no blinds")
            return 0
        return count if hidden else 0

    def check_rules(self, said: str, rules: str) -> None:
        """Whether the file is for these rules."""
        if said != rules:
            self.fault("rules", f"this file is for the rules {said!r}, not for {rules}")

    # --- sides ----------------------------------------------------------------------------------------------------

    def two_sides(self, sides: Sequence[object], more: str = "") -> None:
        """A battle has two.  more: what the order of them means."""
        if len(sides) != 2:
            self.fault("sides", f"a battle has two sides{more}; here are {len(sides)}")

    def check_side(self, name: str, letter: str, others: Iterable[ArmyRead], where: str, unit: str = "unit") -> None:
        """A side's id and the letter of its codes.  unit: what the rules call one."""
        if not re.fullmatch(r"[a-z][a-z-]*", name):
            self.fault(where, "a lower-case word: south", "id")
        if not re.fullmatch(r"[A-Z]", letter):
            self.fault(where, f"one capital letter: the first of its {unit}s' codes", "letter")
        for other in others:
            if other.id == name or other.letter == letter:
                self.fault(where, f"the sides' ids and letters must differ: both are {name} or {letter}")

    def check_code(self, code: str, letter: str, where: str, form: str = r"[A-Z]{1,3}[0-9]{1,3}") -> bool:
        """A unit's code on the map: its side's letter first.  form: a pattern of codes."""
        good = bool(re.fullmatch(form, code)) and code[0] == letter
        if not good:
            self.fault(where, f"{code!r} is no code for this side's map: {letter}01 to {letter}99")
        return good

    def sides_named(self, names: Iterable[object], armies: Iterable[ArmyRead], where: str) -> tuple[Side, ...]:
        """Sides by their ids; a fault for each that is none."""
        known = [one.id for one in armies]
        said = list(names)
        for name in said:
            self.one_of(name, known, where, "side")
        return tuple(Side(str(name)) for name in said)
