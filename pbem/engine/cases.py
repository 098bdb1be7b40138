"""Rules tests as data: what all cases share.  A case is played through ``Play``, with its dice on a tape."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.dice import DiceKey, DiceSource
from pbem.engine.spec import Faults


class Difference(msgspec.Struct, frozen=True):
    """A key of ``expect`` that differs.  expected, found: both sides in words."""

    key: str
    expected: str
    found: str


class CaseResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a case came out.  error: why it could not be played to its end.  asked: the dice that were asked for.

    refused: what the rules refused on the way, in words: often the reason of a difference.
    """

    id: str
    title: str
    error: str = ""
    differences: tuple[Difference, ...] = ()
    asked: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Played to its end, and nothing differs."""
        return not self.error and not self.differences


Vocabulary = Callable[[Mapping[str, Any], Mapping[str, Any]], CaseResult]
"""Plays one case: the file's head (its ``types``), the case."""


class CaseStop(BaseException):
    """The case cannot go on; no rules code may catch it.  The message says why."""


class Enough(CaseStop):
    """The case has come to where it is to stop (``until``)."""


class TapeEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A roll as the case foresees it.  purpose, by: checked where given."""

    label: str
    values: tuple[int, ...]
    purpose: str | None = None
    by: str | None = None


class Asked(msgspec.Struct, frozen=True):
    """Dice that were asked for.  purpose: what stands after the dot of the label, else the label."""

    label: str
    purpose: str
    by: str
    count: int

    def __str__(self) -> str:
        return f"{self.label} by {self.by}: {self.count} {'die' if self.count == 1 else 'dice'}"


class TapeDice:
    """Dice from a list: each roll must be the next entry's, by label, purpose, roller and number of values."""

    def __init__(self, entries: Sequence[TapeEntry]) -> None:
        """entries: in the order they are to be thrown."""
        self._left = list(entries)
        self.asked: list[Asked] = []
        self.blank = False
        """Whether the next rolls are counted only, and show nothing that counts (ones)."""

    def throw(self, key: DiceKey, label: str, by: str, count: int) -> tuple[tuple[int, ...], DiceSource]:
        """The values of the next entry.  Raises CaseStop when there is none, or it is for another roll."""
        name, _, purpose = label.partition(".")
        self.asked.append(Asked(label, purpose or name, by, count))
        if self.blank:
            return (1,) * count, "tape"
        if not self._left:
            raise CaseStop(f"the dice are at their end, but the rules ask for {self.asked[-1]}")
        entry = self._left[0]
        wrong = (
            entry.label != name
            or entry.purpose not in (None, purpose or name)
            or entry.by not in (None, by)
            or len(entry.values) != count
        )
        if wrong:
            raise CaseStop(f"the rules ask for {self.asked[-1]}; the next dice are {words(entry)}")
        del self._left[0]
        return entry.values, "tape"

    def leftover(self) -> str:
        """What is left on the tape, in words; '' for nothing."""
        return "; ".join(words(entry) for entry in self._left)


def words(entry: TapeEntry) -> str:
    """A tape entry as it stands."""
    label = f"{entry.label}.{entry.purpose}" if entry.purpose else entry.label
    return f"{label} by {entry.by or 'anybody'}: {' '.join(str(value) for value in entry.values)}"


def fault_text(faults: Faults) -> str:
    """Faults in one line."""
    return "; ".join(f"{fault.where}: {fault.what}" if fault.where else fault.what for fault in faults.found)
