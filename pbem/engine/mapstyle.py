"""What maps of every kind have in common: the looks of the two sides, kinds of arrows, a side's line in the head."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from pbem.engine.ids import Side

SideLook = Literal[1, 2]
"""Which of the two counter styles: the first-named side's plate, or the second's frame."""
ChartGrade = Literal["made out", "body", "blind"]
"""Its kind and front; that some troops are there; or that, where they may be a blind."""

ArrowKind = Literal["moved", "charged", "shot", "fell-back"]


def look_of(sides: Iterable[Side], side: Side) -> SideLook:
    """The first-named side's style or the second's."""
    return 1 if next(iter(sides), None) == side else 2


class SideKey(msgspec.Struct, frozen=True):
    """A side's line in the head of the map: how much is lost, and at how much it breaks (0: at no number).

    counted: what is counted (``break points``, ``units``).
    """

    letter: str
    name: str
    look: SideLook
    lost: int
    break_at: int
    counted: str = "break points"
    at_least: bool = False
    """Whether more may be lost than was seen."""
