"""What maps of every kind have in common: the looks of the two sides, kinds of arrows, a side's line in the head."""

from typing import Literal

import msgspec

SideLook = Literal[1, 2]
"""Which of the two counter styles: the first-named side's plate, or the second's frame."""
ArrowKind = Literal["moved", "charged", "shot", "fell-back"]


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
