"""What a seat can write: acts of its forces, if-lines, letters, a town to spy on, standing orders (CA-4, CA-19)."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from pbem.engine.ids import Seat, StandId
from pbem.rulesets.campaign.state.country import TownId

Stance = Literal["march", "hold", "screen", "avoid", "seek", "besiege"]
Pace = Literal["normal", "forced", "night"]
Deed = Literal[
    "march", "hold", "avoid", "screen", "seek", "besiege", "storm", "break", "mend", "join", "detach", "scout",
    "convoy", "spy",
]  # fmt: skip
Rest = Literal["", "avoid", "hold", "screen"]
Dispatching = Literal["", "no"]

LASTING = ("march", "hold", "avoid", "screen", "seek", "besiege", "storm", "break", "mend", "join")
"""Acts that are the order of a force until another takes their place; all others are done at once."""
STANCE_OF: dict[str, Stance] = {
    "march": "march", "hold": "hold", "avoid": "avoid", "screen": "screen", "seek": "seek", "besiege": "besiege",
    "storm": "besiege", "break": "hold", "mend": "hold", "join": "avoid",
}  # fmt: skip
"""How a force meets the enemy, by its order, where the order does not say it."""


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something a force is ordered."""

    force: StandId
    does: Deed
    route: tuple[TownId, ...] = ()
    """Of a march, town by town; the towns of a scout."""
    pace: Pace = "normal"
    stance: Literal["", "avoid", "seek", "screen", "hold"] = ""
    """How it meets the enemy on the way, where another than the order's own is wanted."""
    at: TownId = TownId("")
    """The town of a siege, a screen, a bridge, a spy; where a convoy begins."""
    bridge: str = ""
    """The bridge to break or to mend."""
    whom: str = ""
    """The enemy to seek (a seat), the force to join, the officer who takes a detachment."""
    number: int = 0
    """Units of a detachment, wagons of a convoy."""
    arm: Literal["", "horse", "foot", "dragoons"] = ""


class Condition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When an if-line is true (CA-Q1)."""

    kind: Literal["enemy", "broken", "attacked", "held", "day", "letter"]
    at: TownId = TownId("")
    over: int = 0
    """Men that the enemy must have at least, or the day from which it is true."""
    bridge: str = ""
    whom: Seat = Seat("")
    """Who has written."""


class Missive(msgspec.Struct, frozen=True):
    """A letter to be sent.  at: where the writer believes the addressee to be, '' for where reports put them."""

    to: Seat
    text: str
    at: TownId = TownId("")


class IfLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """``if enemy over 3000 at Stow then halt Burford and write Essex``."""

    when: Condition
    then: Act
    write: Missive | None = None
    """The letter that leaves when it has come true."""


class Resting(msgspec.Struct, frozen=True):
    """A standing order: what a force does when its orders are carried out.  value: '' takes it back."""

    force: StandId
    value: Rest


class Reports(msgspec.Struct, frozen=True):
    """A standing order: whether a force sends dispatches by night.  value: '' for yes."""

    force: StandId
    value: Dispatching


class Sheet(msgspec.Struct, frozen=True, tag="sheet"):
    """The orders of a seat for a turn."""

    acts: tuple[Act, ...] = ()
    ifs: tuple[IfLine, ...] = ()
    letters: tuple[Missive, ...] = ()
    standing: tuple[Resting, ...] = ()
    reports: tuple[Reports, ...] | UnsetType = UNSET
