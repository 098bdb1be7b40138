"""What a player may order and choose in a bound (catalogue section 5): the values that phases are handed.

Numbers of orders count from 1, over both sides, for refusals.  Inches are hundredths, angles tenths of a degree.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Spot
from pbem.rulesets.armatys.state.battle import Battle


class ChargeOrder(msgspec.Struct, frozen=True):
    """AR-D2: a charge declared."""

    order: int
    unit: StandId
    target: StandId
    wheel: Tenths | None = None
    """Clockwise positive; None: AR-G15 finds it."""


class Forward(msgspec.Struct, frozen=True, tag="ahead"):
    """Straight on."""

    inches: Hundredths


class Back(msgspec.Struct, frozen=True, tag="back"):
    """Backward, facing kept (AR-G12)."""

    inches: Hundredths


class Sideways(msgspec.Struct, frozen=True, tag="sideways"):
    """To the right, or with negative inches to the left, facing kept (AR-G12)."""

    inches: Hundredths


class WheelBy(msgspec.Struct, frozen=True, tag="wheel"):
    """Clockwise about the right front corner, or with a negative angle about the left one (AR-G11)."""

    angle: Tenths


class TurnTo(msgspec.Struct, frozen=True, tag="turn"):
    """On the spot to a facing (AR-G12)."""

    facing: Tenths


class Form(msgspec.Struct, frozen=True, tag="form"):
    """A change of formation: the same figures in other rows, the front row first (AR-move-3)."""

    rows: tuple[str, ...]


class March(msgspec.Struct, frozen=True, tag="march column"):
    """Into march column, one file wide."""


class Cross(msgspec.Struct, frozen=True, tag="cross"):
    """Over a bridge with all the time that is left (AR-G25)."""

    bridge: str


class FaceEnemy(msgspec.Struct, frozen=True, tag="face"):
    """A unit in contact only on flank or rear turns to an enemy (AR-Q53)."""

    enemy: StandId


class Mount(msgspec.Struct, frozen=True, tag="mount"):
    """Dragoons mount, or a general (AR-move-3)."""


class Dismount(msgspec.Struct, frozen=True, tag="dismount"):
    """Dragoons dismount (AR-move-3)."""


class Limber(msgspec.Struct, frozen=True, tag="limber"):
    """A gun is limbered (AR-art-3)."""


class Unlimber(msgspec.Struct, frozen=True, tag="unlimber"):
    """One move of unlimbering (AR-art-4, AR-Q42)."""


class ByHand(msgspec.Struct, frozen=True, tag="by hand"):
    """A prepared gun straight on by its crew (AR-art-2)."""

    inches: Hundredths


class Bayonets(msgspec.Struct, frozen=True, tag="bayonets"):
    """Plug bayonets fixed, or taken off (AR-Q56)."""

    fix: bool


class Detach(msgspec.Struct, frozen=True, tag="detach"):
    """A sub-unit leaves its parent (AR-form-4, AR-G26)."""

    id: StandId
    rows: tuple[str, ...]
    at: Spot
    """The middle of its front edge."""
    leaves: tuple[str, ...]
    """The parent's rows afterwards."""
    hand: Literal["left", "right"] = "left"
    """The flank whose files go, as the order has it."""


class Rejoin(msgspec.Struct, frozen=True, tag="rejoin"):
    """A sub-unit rejoins its parent (AR-form-8, AR-Q68)."""

    parent: StandId


class Man(msgspec.Struct, frozen=True, tag="man"):
    """A crew that ran goes back to its gun (AR-Q25)."""


class GoTo(msgspec.Struct, frozen=True, tag="to"):
    """A general goes to a place (AR-G24): the centre of his base."""

    to: Spot


Leg = (
    Forward | Back | Sideways | WheelBy | TurnTo | Form | March | Cross | FaceEnemy | Mount | Dismount | Limber
    | Unlimber | ByHand | Bayonets | Detach | Rejoin | Man | GoTo
)  # fmt: skip
"""A part of an ordinary move."""


USUAL_DISTANCE = Hundredths(100)
"""AR-Q65: from every enemy, for those who do not charge."""


class MoveOrder(msgspec.Struct, frozen=True):
    """AR-D13, AR-D14: an ordinary move of a unit or general in P5d, its parts done in turn."""

    order: int
    unit: StandId
    legs: tuple[Leg, ...]
    unless: Hundredths | None = None
    """It is left out if an enemy is within so much as P5d begins."""
    keep: Hundredths = USUAL_DISTANCE
    """It stops so far from every enemy (AR-Q65)."""


class Shot(msgspec.Struct, frozen=True):
    """AR-D8, AR-D9, AR-D15: an order to fire, in P3 or P6."""

    order: int
    unit: StandId
    target: StandId


class RestOrder(msgspec.Struct, frozen=True):
    """AR-D16: an order for P7."""

    order: int
    unit: StandId
    does: Literal["recover", "reload"]


class Speech(msgspec.Struct, frozen=True):
    """AR-D17: an order to speak in P8."""

    order: int
    general: StandId
    unit: StandId


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What the owner of a unit or general chooses; the defaults are those of catalogue section 5."""

    modifier: Literal[-1, 0, 1] = -1
    """AR-D3: the use of a general in every test."""
    answer: Literal["stand", "counter", "break"] = "stand"
    """AR-D4."""
    by_default: bool = False
    """Of the answer: nothing was said."""
    counters: StandId | None = None
    """AR-D4: the charger counter-charged; None: the first of those that may be."""
    if_counter_fails: Literal["stand", "break"] = "stand"
    """AR-D5."""
    if_charged_while_charging: Literal["redirect", "press_on"] = "redirect"
    """AR-D6."""
    goes: bool | None = None
    """AR-D7, of a general: None: with chargers, not with breakers and pursuers."""
    bayonets: Literal["fix", "keep"] | None = None
    """AR-D8: None: fixed against cavalry, kept off against foot."""
    melee_weapon: Literal["swords", "pistols"] = "swords"
    """AR-D10."""
    melee_prefer: tuple[StandId, ...] = ()
    """AR-D11."""
    pursuit: Literal["pursue", "test"] = "test"
    """AR-D12."""
    pursue_shot: bool = False
    """AR-D19."""
    give_horse: bool = False
    """AR-D18."""
    friends_in_way: Literal["stop", "through"] = "stop"
    """AR-D20."""
    loss_end: Literal["left", "right"] | None = None
    """AR-D21."""


Chooser = Callable[[Battle, StandId], Choices]
"""The battle as it stands, a unit or general -> what its owner chooses."""


def unchosen(battle: Battle, who: StandId) -> Choices:  # a Chooser
    """The defaults."""
    return Choices()
