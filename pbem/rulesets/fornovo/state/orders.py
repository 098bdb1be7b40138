"""What may be ordered of units and generals (catalogue section 5), part by part."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Spot
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.battle import Battle


class Go(msgspec.Struct, frozen=True, tag="go"):
    """A straight move, facing kept (G-13)."""

    inches: Hundredths
    """How far."""
    off: Tenths = Tenths(0)
    """From the facing, positive to the right; 1800 is back."""
    by_hand: bool = False
    """Of guns without limbers (FS-7a)."""


class WheelBy(msgspec.Struct, frozen=True, tag="wheel"):
    """G-12."""

    angle: Tenths
    """Clockwise."""


class FaceTo(msgspec.Struct, frozen=True, tag="face"):
    """G-14."""

    facing: Tenths
    """The new one."""


class Frontage(msgspec.Struct, frozen=True, tag="files"):
    """G-15."""

    files: int
    """The new frontage."""


class Square(msgspec.Struct, frozen=True, tag="square"):
    """FS-7.17f."""

    form: bool
    """Or leave it."""


class GoTo(msgspec.Struct, frozen=True, tag="to"):
    """Of skirmishers and generals (FS-7.11, FS-7a)."""

    place: Spot
    """Where."""


class Enter(msgspec.Struct, frozen=True, tag="enter"):
    """FS-11.8b."""

    piece: str
    """The block or works."""


class Emerge(msgspec.Struct, frozen=True, tag="emerge"):
    """FS-11.8b."""

    side: Literal["north", "east", "south", "west"]
    """Of the block."""


class Unlimber(msgspec.Struct, frozen=True, tag="unlimber"):
    """FS-7.13a."""


class Limber(msgspec.Struct, frozen=True, tag="limber"):
    """By a special rule alone (FS-7.13b)."""


class Horses(msgspec.Struct, frozen=True, tag="horses"):
    """FS-7.14a."""

    mount: bool
    """Or dismount."""


class Stakes(msgspec.Struct, frozen=True, tag="stakes"):
    """FS-2.11a, FS-2.11c."""

    plant: bool
    """Or lift them."""


class Bayonets(msgspec.Struct, frozen=True, tag="bayonets"):
    """FS-2.12c, FS-2.12d."""

    fix: bool
    """Or unfix them."""
    front: bool | UnsetType = UNSET
    """In the front rank alone; unset: in all."""


class Exchange(msgspec.Struct, frozen=True, tag="exchange"):
    """FS-10.8."""

    out: t.Melee
    """Of the ranks that strike now."""
    into: t.Melee
    """Of those that take their place."""


class Switch(msgspec.Struct, frozen=True, tag="switch"):
    """FS-10.9."""

    weapon: t.Melee
    """That is taken in hand."""


class Hitch(msgspec.Struct, frozen=True, tag="hitch"):
    """FS-2.10b."""

    hitch: bool
    """Or unhitch and set up."""


class Hew(msgspec.Struct, frozen=True, tag="hew"):
    """FS-11.6c, FS-Q77: work at the hedgerow before its front."""

    loophole: bool
    """Or break it down."""


class Attach(msgspec.Struct, frozen=True, tag="attach"):
    """FS-3.1.2b."""

    unit: StandId
    """With whom."""


class Detach(msgspec.Struct, frozen=True, tag="detach"):
    """FS-3.1.2b."""


Leg: TypeAlias = (
    Go | WheelBy | FaceTo | Frontage | Square | GoTo | Enter | Emerge | Unlimber | Horses | Stakes | Bayonets | Exchange
    | Switch | Hitch | Hew | Limber | Attach | Detach
)  # fmt: skip


class MoveOrder(msgspec.Struct, frozen=True, tag="move"):
    """D-13, D-14, D-15: a normal move."""

    number: int
    """Of the order, from 1."""
    who: StandId
    """A unit or a general."""
    legs: tuple[Leg, ...]
    """Done in turn."""
    unless: Hundredths | None = None
    """It is left out if an enemy is so near as its turn to move comes."""

    @property
    def unit(self) -> StandId:
        """The unit or general, as other orders call it."""
        return self.who


class ChargeOrder(msgspec.Struct, frozen=True, tag="charge"):
    """D-8, D-20."""

    number: int
    """Of the order, from 1."""
    unit: StandId
    """Who charges."""
    target: StandId
    """Whom."""
    legs: tuple[Leg, ...] = ()
    """The way; none: straight ahead."""
    shoots: bool = False
    """While charging (FS-7.6.3)."""


class AnswerOrder(msgspec.Struct, frozen=True, tag="answer"):
    """D-9, D-10: the answer to a charge."""

    number: int
    """Of the order, from 1; 0: a choice."""
    unit: StandId
    """The target of the charge."""
    do: Literal["stand", "countercharge", "evade", "square"]
    """What it does."""
    target: StandId | None = None
    """Of a countercharge."""
    bearing: Tenths | None = None
    """Of an evasion; None: straight away."""
    inches: Hundredths | None = None
    """Of an evasion; None: the whole evade move."""


class FireOrder(msgspec.Struct, frozen=True, tag="fire"):
    """D-16, D-23."""

    number: int
    """Of the order, from 1."""
    unit: StandId
    """Who fires."""
    target: StandId | None = None
    """At whom; None: from a block, by its sides."""
    shot: t.Shot | None = None
    """Of guns."""
    salvee: bool = False
    """FS-9.17."""
    sides: Mapping[str, tuple[StandId, int]] = {}
    """From a block: target and dice of each side."""
    rank: Literal[1, 2] | UnsetType = UNSET
    """Of a salvee by a single rank: the front rank, the second; unset: by all that shoot."""


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What is chosen for a unit or side; the defaults are those of the catalogue's section 5."""

    initiative: Literal["A", "B"] = "A"
    """D-2."""
    friend_rout_order: tuple[StandId, ...] = ()
    """D-21."""
    follow_up: bool = False
    """D-3."""
    comes_back: bool = True
    """D-7."""
    false_rout: bool | None = None
    """D-11; None: if the chaser is disordered."""
    charge_fire: bool = False
    """D-20."""
    pursuit: Literal["halt", "allow"] = "halt"
    """D-4."""
    pursue: StandId | None = None
    """D-5."""
    after_halt: Literal["face_enemy", "keep"] | Tenths = "face_enemy"
    """D-6."""
    if_charged: Literal["stand", "countercharge", "evade", "square"] = "stand"
    """D-9."""
    evade: tuple[Tenths, Hundredths] | None = None
    """D-10: bearing and inches."""
    if_target_gone: Literal["halt", "next_target", "continue"] = "halt"
    """D-12."""
    remainder_hits: tuple[str, ...] = ()
    """D-17: weapons."""
    loss_order: Literal["rear", "front", "flank"] = "rear"
    """D-18."""
    remainder_dice: tuple[StandId, ...] = ()
    """D-19."""
    swerve: Literal["left", "right"] = "left"
    """D-22."""


Chooser = Callable[[Battle, str], Choices]
"""What is chosen for a unit or a side, as the battle then stands."""
UNCHOSEN = Choices()
"""All by default."""


def unchosen(battle: Battle, who: str) -> Choices:
    """The defaults."""
    return UNCHOSEN


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """What was ordered and chosen for a turn by both sides; a step takes what is for it."""

    charges: tuple[ChargeOrder, ...] = ()
    """M1 and M2."""
    answers: tuple[AnswerOrder, ...] = ()
    """M1 and M2."""
    moves: tuple[MoveOrder, ...] = ()
    """M3a and M3b."""
    shots: tuple[FireOrder, ...] = ()
    """S1."""
    choose: Chooser = unchosen
    """Every other decision."""
    until: str = ""
    """``melee_dice``: C1 stops when the numbers of dice are fixed."""
