"""What an umpire forbids or allows a unit: a word in the battle that the rule set's own tests of legality read."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from pbem.engine.facts import Fact
from pbem.engine.ids import StandId
from pbem.engine.rulings.language import RulingFault, RulingRow, row

MOST = 999
"""The last turn that can be named."""
SAME = {"fire": "shoot", "shoot": "fire"}
"""Two words for one act: a rule set has one of them, and reads the other."""


class UmpiresWord(msgspec.Struct, frozen=True, kw_only=True):
    """An act that a unit may not do, or may do although the rules bar it."""

    unit: StandId
    act: str
    """``charge``, ``move``, ``shoot``, ``rally``: as the rule set has it."""
    against: StandId | None = None
    """Only against that unit; None: against any."""
    says: Literal["forbidden", "allowed"]
    until: int
    """The last round or turn in which it counts."""


Words = tuple[UmpiresWord, ...]
Ruled = tuple[tuple[Fact[Any], ...], str]


def word_on(words: Sequence[UmpiresWord], now: int, unit: StandId, act: str, against: StandId | None = None) -> str:
    """``forbidden``, ``allowed``, or '' where the umpire has said nothing of it; the latest word counts."""
    for word in reversed(words):
        if (word.unit, word.act) == (unit, act) and word.until >= now and word.against in {None, against}:
            return word.says
    return ""


def with_word(words: Words, word: UmpiresWord) -> Words:
    """With another word, the latest; one that says the opposite of the same act replaces it."""
    about = (word.unit, word.act, word.against)
    return (*(one for one in words if (one.unit, one.act, one.against) != about), word)


def without_words(words: Words, unit: StandId, act: str) -> Words:
    """Without what was said of that act of a unit."""
    return tuple(one for one in words if (one.unit, one.act) != (unit, act))


@dataclass(frozen=True, kw_only=True)
class WordRows:
    """The rows ``forbid``, ``allow`` and ``free`` of a rule set."""

    acts: Sequence[str]
    """What can be forbidden."""
    allowed: Sequence[str]
    """What can be allowed."""
    turn: str
    """``round`` or ``turn``."""
    now: Callable[[Any], int]
    """The turn of a battle."""
    units: Callable[[Any], Any]
    """The codes of a battle's units."""
    words: Callable[[Any], Words]
    """What has been said in a battle."""
    lifts: str
    """What allowing lifts, for the help."""
    given: Callable[[UmpiresWord], Fact[Any]]
    """The fact that adds a word."""
    freed: Callable[[StandId, str], Fact[Any]]
    """The fact that takes those of an act back."""

    def rows(self) -> tuple[RulingRow, ...]:
        """The rows."""
        pattern = (
            rf"(?P<verb>%s)\s+(?P<unit>\S+)\s+(?:to\s+)?(?P<act>[a-z]+)(?:\s+(?P<against>[a-z]\w*\d))?"
            rf"(?:\s*,?\s*until\s+(?:{self.turn}\s+)?(?P<until>\d{{1,3}}))?"
        )
        return (
            row(
                f"forbid <unit> <act> until {self.turn} <number>", pattern % "forbid", self._say,
                f"It may not, up to and including that {self.turn}, or the one that is played where none is named. The "
                f"act is {_or(self.acts)}; behind it can stand the one enemy that is meant.",
                f"forbid S04 charge N05 until {self.turn} 3",
            ),
            row(
                f"allow <unit> {_or(self.allowed)} <enemy>", pattern % "allow", self._say, self.lifts,
                f"allow S04 {self.allowed[0]} N05",
            ),
            row(
                "free <unit> <act>", r"free\s+(?P<unit>\S+)\s+(?:to\s+)?(?P<act>[a-z]+)", self._free,
                "What was forbidden or allowed is taken back: the rules alone say again.", "free S04 charge",
            ),
        )  # fmt: skip

    def _say(self, battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        verb, act = found["verb"].casefold(), self._as_written(found["act"])
        able = self.allowed if verb == "allow" else self.acts
        if act not in able:
            said = "allowed" if verb == "allow" else "forbidden"
            raise RulingFault(f"what can be {said} is: {', '.join(able)}")
        against = self._unit(battle, found["against"]) if found["against"] else None
        if act == "charge" and verb == "allow" and against is None:
            raise RulingFault("say whom it may charge", (f"rule {found[0]} N05",))
        until = min(int(found["until"] or 0), MOST) or self.now(battle)
        if until < self.now(battle):
            raise RulingFault(f"{self.turn} {until} is over; it is {self.turn} {self.now(battle)} now")
        word = UmpiresWord(
            unit=self._unit(battle, found["unit"]), act=act, against=against, until=until,
            says="allowed" if verb == "allow" else "forbidden",
        )  # fmt: skip
        said = " ".join(filter(None, (verb, word.unit, act, against, f"until {self.turn} {until}")))
        return (self.given(word),), said

    def _free(self, battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        unit, act = self._unit(battle, found["unit"]), self._as_written(found["act"])
        if not any((one.unit, one.act) == (unit, act) for one in self.words(battle)):
            raise RulingFault(f"nothing is forbidden or allowed to take back: {act} of {unit}")
        return (self.freed(unit, act),), f"free {unit} {act}"

    def _unit(self, battle: Any, code: str) -> StandId:  # noqa: ANN401  # of any rule set
        found = next((one for one in self.units(battle) if one.casefold() == code.casefold()), None)
        if found is None:
            raise RulingFault(f"there is no unit {code}")
        return StandId(found)

    def _as_written(self, word: str) -> str:
        act = word.casefold()
        return act if act in {*self.acts, *self.allowed} else SAME.get(act, act)


def _or(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + (" or " if len(words) > 1 else "") + words[-1]
