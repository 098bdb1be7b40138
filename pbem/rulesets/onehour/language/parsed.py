"""What a line in inches says, before anything in it is looked up: codes, names and places as written."""

from typing import Literal

import msgspec

from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.words.places import AnyPlace, MarkedPlace

Hand = Literal["right", "left"]

# --- whom and where -----------------------------------------------------------------------------------------------


class Who(msgspec.Struct, frozen=True):
    """Whom a line is for: units by their codes, a sort of unit (``infantry``, ``foot``); neither: all."""

    codes: tuple[str, ...] = ()
    sort: str = ""


# --- steps --------------------------------------------------------------------------------------------------------


class Forward(msgspec.Struct, frozen=True):
    """Straight ahead; None: as far as may be."""

    by: Hundredths | None


class ParsedPivot(msgspec.Struct, frozen=True):
    """About its centre; positive to the right."""

    by: Tenths


class FaceTo(msgspec.Struct, frozen=True):
    """Pivot until it faces so, or faces that."""

    to: Tenths | AnyPlace


class Toward(msgspec.Struct, frozen=True):
    """Pivot to a place and go, at most so far.  into: until the centre is in it."""

    to: AnyPlace
    most: Hundredths | None = None
    into: bool = False


class UpTo(msgspec.Struct, frozen=True):
    """Pivot to a unit and go until it is so near: a range, or one of the measures that have a name."""

    code: str
    reach: Hundredths | Literal["contact", "charge", "range"]


class Along(msgspec.Struct, frozen=True):
    """By a road: so far, or to where it comes nearest to a place; neither: as far as may be."""

    road: MarkedPlace
    by: Hundredths | None = None
    to: AnyPlace | None = None


class ChargeAt(msgspec.Struct, frozen=True):
    """pivot: at its start; None: the least that meets the enemy."""

    code: str
    pivot: Tenths | None = None


class TurnTo(msgspec.Struct, frozen=True):
    """Turn to face an attacker."""

    code: str


class ShootAt(msgspec.Struct, frozen=True):
    """Targets in the order they are wanted.  nearest: then the nearest."""

    codes: tuple[str, ...] = ()
    nearest: bool = False


class HoldStill(msgspec.Struct, frozen=True):
    pass


class ParsedHoldFire(msgspec.Struct, frozen=True):
    pass


class EnterAt(msgspec.Struct, frozen=True):
    """Onto the table; None: by the middle of its entry edge."""

    at: AnyPlace | None


class SetAt(msgspec.Struct, frozen=True):
    """Set up there; facing None: as it stands."""

    at: AnyPlace
    facing: Tenths | AnyPlace | None


class BadPath(msgspec.Struct, frozen=True):
    """A move that no unit makes here: backward, sideways, wheeling."""

    word: Literal["back", "sideways", "wheel", "turn"]
    hand: Hand | None = None
    by: Hundredths | Tenths | None = None


Step = (
    Forward | ParsedPivot | FaceTo | Toward | UpTo | Along | ChargeAt | TurnTo | ShootAt | HoldStill | ParsedHoldFire
    | EnterAt | SetAt | BadPath
)  # fmt: skip

# --- lines --------------------------------------------------------------------------------------------------------


class ForUnits(msgspec.Struct, frozen=True):
    """Orders for units, each by itself."""

    who: Who
    steps: tuple[Step, ...]


class ArmyRow(msgspec.Struct, frozen=True):
    """Which row of the army table; None: roll for it."""

    row: int | None


class AsSample(msgspec.Struct, frozen=True):
    """Set up as the scenario shows it."""


class Standing(msgspec.Struct, frozen=True):
    """A standing order.  decision: its name in the table.  value: its words, or what they name."""

    who: Who
    decision: str
    value: "Wish"


class GoTo(msgspec.Struct, frozen=True):
    place: AnyPlace
    road: MarkedPlace | None = None


class Keep(msgspec.Struct, frozen=True):
    """So far from the nearest enemy."""

    off: Hundredths


class AnyWithin(msgspec.Struct, frozen=True):
    """Any enemy; None: however far."""

    reach: Hundredths | None


class Codes(msgspec.Struct, frozen=True):
    codes: tuple[str, ...]


class Words(msgspec.Struct, frozen=True):
    """Fixed words, in their canonical order."""

    words: tuple[str, ...]


class Limits(msgspec.Struct, frozen=True):
    """Hold fire beyond so far, and against cover."""

    beyond: Hundredths | None = None
    cover: bool = False


class At(msgspec.Struct, frozen=True):
    place: AnyPlace


class Until(msgspec.Struct, frozen=True):
    turn: int


class Passing(msgspec.Struct, frozen=True):
    """Turns that pass unasked."""

    turns: int = 0
    """So many from this one on."""
    through: int = 0
    """Up to that one; neither: no limit."""
    within: Hundredths | None = None
    """How near an enemy ends it."""


Wish = GoTo | Keep | AnyWithin | Codes | Words | Limits | At | Until | HoldStill | Passing

Said = ForUnits | ArmyRow | AsSample | Standing
