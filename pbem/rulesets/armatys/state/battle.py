"""A battle: units, generals, contacts, ground.  It changes only by facts."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import Side, StandId
from pbem.engine.table.contact import meets
from pbem.engine.table.edges import Table
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Anchor, Face, Rect, placed, size_in_millimetres
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.tables import BASES

PieceKind = Literal[
    "gentle_hill", "steep_hill", "cliff", "stream", "river", "ford", "wood", "town",
    "bridge", "road", "hedge", "wall", "gate",
]  # fmt: skip
LINES = ("bridge", "road", "hedge", "wall", "gate")
"""Kinds that are lines; the others are polygons."""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of terrain."""

    id: str
    kind: PieceKind
    shape: tuple[Spot, ...]
    crossable: bool = True


class General(msgspec.Struct, frozen=True, kw_only=True):
    """A general.  pose: the centre of his base.  back_in: the bound in which he is fit again."""

    id: StandId
    side: Side
    pose: Pose
    mounted: bool = True
    status: Literal["fit", "wounded", "retired", "dead"] = "fit"
    back_in: int | None = None
    rolled: bool = False
    scale: int = 1

    @property
    def removed(self) -> bool:
        """AR-gnl-5, AR-Q70."""
        return self.status in {"retired", "dead"}

    @property
    def rect(self) -> Rect:
        """His base."""
        wide, deep = BASES["general"]
        return placed(self.pose, size_in_millimetres(wide * self.scale, deep * self.scale), Anchor.CENTRE)


class Contact(msgspec.Struct, frozen=True):
    """The front of ``one`` touches a face of ``other``.  rounds: of melee fought before this bound.

    by: those of the two that passed a test to charge or counter-charge in this bound and made this contact by it.
    """

    one: StandId
    other: StandId
    face: Face = Face.FRONT
    rounds: int = 0
    by: tuple[StandId, ...] = ()


class Melee(msgspec.Struct, frozen=True):
    """AR-mel-13: a melee decided.  loser: a side or ``both``.  line: which of the list decided it."""

    units: tuple[StandId, ...]
    loser: str
    line: int


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """Units and generals in play, the ground; a value."""

    table: Table
    sides: tuple[Side, Side]
    """In the scenario's order: that of dice."""
    units: Mapping[StandId, Unit]
    generals: Mapping[StandId, General] = {}
    contacts: tuple[Contact, ...] = ()
    terrain: tuple[Piece, ...] = ()
    bound: int = 1
    removed: Mapping[StandId, Unit] = {}
    """Units that have gone, as they last were."""


def with_unit(battle: Battle, unit: Unit) -> Battle:
    """The battle with a unit changed."""
    return replace(battle, units={**battle.units, unit.id: unit})


def in_order(battle: Battle) -> list[Unit]:
    """All units as dice are thrown: by side, then by id (catalogue section 4)."""
    return sorted(battle.units.values(), key=lambda one: (battle.sides.index(one.side), one.id))


def unit_of(battle: Battle, general: General) -> Unit | None:
    """AR-gnl-1: the unit of his side that a general's base touches, the first of several."""
    if general.removed:
        return None
    return next((u for u in in_order(battle) if u.side == general.side and meets(u.rect, general.rect)), None)


def touching(battle: Battle, unit: StandId) -> list[StandId]:
    """The enemies that a unit is in contact with, by id."""
    pairs = [(one.one, one.other) for one in battle.contacts if unit in (one.one, one.other)]
    return sorted({other if one == unit else one for one, other in pairs})
