"""Standing orders: what a player settles once for a unit or the whole side (catalogue section 5)."""

import msgspec

from pbem.engine.ids import StandId


class Standing(msgspec.Struct, frozen=True):
    """A standing order."""

    unit: StandId
    """'' for every unit of the side."""
    about: str
    """What is settled."""
    does: str
    """In the words of orders; '' takes the order back."""
