"""What an umpire forbids or allows a unit: a word in the battle that the rule set's own tests of legality read."""

import re
from collections.abc import Callable, Sequence
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


def word_rows(
    acts: Sequence[str],
    *,
    allowed: Sequence[str],
    turn: str,
    now: Callable[[Any], int],
    units: Callable[[Any], Any],
    words: Callable[[Any], Words],
    lifts: str,
    given: Callable[[UmpiresWord], Fact[Any]],
    freed: Callable[[StandId, str], Fact[Any]],
) -> tuple[RulingRow, ...]:
    """The rows ``forbid``, ``allow`` and ``free``.

    acts: what can be forbidden; allowed: what can be allowed.  turn: ``round`` or ``turn``.  words: of a battle.
    given, freed: the facts that add one, and take those of an act back.  lifts: what allowing lifts, for the help.
    """

    def unit_of(battle: Any, code: str) -> StandId:  # noqa: ANN401  # of any rule set
        found = next((one for one in units(battle) if one.casefold() == code.casefold()), None)
        if found is None:
            raise RulingFault(f"there is no unit {code}")
        return StandId(found)

    def say(battle: Any, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:  # noqa: ANN401  # of any rule set
        verb, act = found["verb"].casefold(), as_written(found["act"])
        able = allowed if verb == "allow" else acts
        if act not in able:
            said = "allowed" if verb == "allow" else "forbidden"
            raise RulingFault(f"what can be {said} is: {', '.join(able)}")
        against = unit_of(battle, found["against"]) if found["against"] else None
        if act == "charge" and verb == "allow" and against is None:
            raise RulingFault("say whom it may charge", (f"rule {found[0]} N05",))
        until = min(int(found["until"] or 0), MOST) or now(battle)
        if until < now(battle):
            raise RulingFault(f"{turn} {until} is over; it is {turn} {now(battle)} now")
        word = UmpiresWord(
            unit=unit_of(battle, found["unit"]), act=act, against=against, until=until,
            says="allowed" if verb == "allow" else "forbidden",
        )  # fmt: skip
        said = " ".join(filter(None, (verb, word.unit, act, against, f"until {turn} {until}")))
        return (given(word),), said

    def free(battle: Any, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:  # noqa: ANN401  # of any rule set
        unit, act = unit_of(battle, found["unit"]), as_written(found["act"])
        if not any((one.unit, one.act) == (unit, act) for one in words(battle)):
            raise RulingFault(f"nothing is forbidden or allowed to take back: {act} of {unit}")
        return (freed(unit, act),), f"free {unit} {act}"

    def as_written(word: str) -> str:
        act = word.casefold()
        return act if act in {*acts, *allowed} else SAME.get(act, act)

    pattern = (
        rf"(?P<verb>%s)\s+(?P<unit>\S+)\s+(?:to\s+)?(?P<act>[a-z]+)(?:\s+(?P<against>[a-z]\w*\d))?"
        rf"(?:\s*,?\s*until\s+(?:{turn}\s+)?(?P<until>\d{{1,3}}))?"
    )
    return (
        row(
            f"forbid <unit> <act> until {turn} <number>", pattern % "forbid", say,
            f"It may not, up to and including that {turn}, or the one that is played where none is named. The act is "
            f"{_or(acts)}; behind it can stand the one enemy that is meant.",
            f"forbid S04 charge N05 until {turn} 3",
        ),
        row(
            f"allow <unit> {_or(allowed)} <enemy>", pattern % "allow", say, lifts,
            f"allow S04 {allowed[0]} N05",
        ),
        row(
            "free <unit> <act>", r"free\s+(?P<unit>\S+)\s+(?:to\s+)?(?P<act>[a-z]+)", free,
            "What was forbidden or allowed is taken back: the rules alone say again.", "free S04 charge",
        ),
    )  # fmt: skip


def _or(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + (" or " if len(words) > 1 else "") + words[-1]
