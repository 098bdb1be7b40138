"""Dice on a tape: each roll of a case as the case foresees it, checked by label, purpose, roller and count."""

from collections.abc import Collection, Sequence

import msgspec

from pbem.engine.casekit.results import CaseStop
from pbem.engine.dice import DiceKey, DiceSource
from pbem.engine.spec import Faults, inside, read


class TapeEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A roll as the case foresees it.  purpose, by: checked where given."""

    label: str
    values: tuple[int, ...]
    purpose: str | None = None
    by: str | None = None


class DiceAsked(msgspec.Struct, frozen=True):
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
        self.asked: list[DiceAsked] = []
        self.blank = False
        """Whether the next rolls are counted only, and show nothing that counts (ones)."""

    def throw(self, key: DiceKey, label: str, by: str, count: int) -> tuple[tuple[int, ...], DiceSource]:
        """The values of the next entry.  Raises CaseStop when there is none, or it is for another roll."""
        name, _, purpose = label.partition(".")
        self.asked.append(DiceAsked(label, purpose or name, by, count))
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

    def next_label(self) -> tuple[str, str | None] | None:
        """Label and roller of the next entry; None at the end of the tape."""
        return (self._left[0].label, self._left[0].by) if self._left else None

    def leftover(self) -> str:
        """What is left on the tape, in words; '' for nothing."""
        return "; ".join(words(entry) for entry in self._left)


def words(entry: TapeEntry) -> str:
    """A tape entry as it stands."""
    label = f"{entry.label}.{entry.purpose}" if entry.purpose else entry.label
    return f"{label} by {entry.by or 'anybody'}: {' '.join(str(value) for value in entry.values)}"


def read_tape(entries: Sequence[object], faults: Faults, owned: Collection[str] = ()) -> list[TapeEntry]:
    """The entries that can be read; faults for the rest.

    owned: the labels there are, each of which names its roller (``by: I1``, or ``shoot:I1`` for short); none: any
    label will do, and the roller may be left out.
    """
    found = [_entry(entry, inside("dice", i), faults, owned) for i, entry in enumerate(entries)]
    return [entry for entry in found if entry is not None]


def _entry(value: object, where: str, faults: Faults, owned: Collection[str]) -> TapeEntry | None:
    entry = read(TapeEntry, value, where, faults)
    if entry is None:
        return None
    if not all(1 <= face <= 6 for face in entry.values):
        faults.add(f"{where}.values", "a die shows 1 to 6")
    if not owned:
        return entry
    label, _, by = entry.label.partition(":")
    if label not in owned:
        *most, last = owned
        faults.add(where, f"no die is labelled {entry.label!r}; there are {', '.join(most)} and {last}, with ':<who>'")
    elif not (entry.by or by):
        faults.add(where, f"whose die it is has to be said: '{label}:<who>'")
    return msgspec.structs.replace(entry, label=label, by=entry.by or by or None)
