"""Army lists: files that name the troops of one side, with what each costs."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from pbem.engine.spec import Faults


class PricedEntry(msgspec.Struct, frozen=True):
    """A line of an army: a unit, a general, works."""

    code: str
    """Its id in the list; '' for what has none."""
    text: str
    """What it is, in words."""
    points: int
    """What it costs."""


class PricedArmy(msgspec.Struct, frozen=True, kw_only=True):
    """An army list, read and priced."""

    title: str
    """What the list calls itself."""
    entries: tuple[PricedEntry, ...]
    """In the order of the list."""
    limit: int = 0
    """Points that were agreed on; 0 for none."""

    @property
    def points(self) -> int:
        """Of the whole army."""
        return sum(one.points for one in self.entries)


ArmyListReader = Callable[[Mapping[str, Any], Faults], PricedArmy | None]
"""A parsed file -> its army, with a fault for everything the rules bar; None when it cannot be read at all."""
