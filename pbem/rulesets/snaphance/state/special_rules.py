"""What the special rules of a scenario are made of: a small struct a kind, its fields the keys of the scenario file.

Hexes are written as labels, stands as codes or as a whole group (``royal.Van``), hexsides as clock hours.  This file
knows nothing of battles: a battle holds such structs.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem.engine.hexes import Hex
from pbem.engine.ids import CommanderId, Side, StandId

Stands = tuple[StandId, ...]
Hexes = tuple[Hex, ...]
BoardEdge = Literal["top", "bottom", "left", "right"]


class Kind(msgspec.Struct, frozen=True, kw_only=True, tag_field="rule"):
    """A special rule."""


class Held(Kind, frozen=True, kw_only=True, tag="held"):
    """Stands that may not move before a round, unless an enemy comes within so many hexes or a general is lost."""

    stands: Stands
    before_round: int
    enemy_within: int | None = None
    unless_lost: CommanderId | None = None


class Capture(Kind, frozen=True, kw_only=True, tag="capture"):
    """A general whose stand is destroyed hand to hand is taken on a die of 1 to ``upto``, and costs break points."""

    upto: int
    points: int
    generals: tuple[CommanderId, ...] = ()
    """() for all of both sides."""


class MustPursue(Kind, frozen=True, kw_only=True, tag="must-pursue"):
    """Stands that must try to pursue whatever their row says."""

    stands: Stands


class Morale(Kind, frozen=True, kw_only=True, tag="morale"):
    """Stands with a bonus in morale tests while all of them are on the field."""

    stands: Stands
    bonus: int = 1


class RallyOffMap(Kind, frozen=True, kw_only=True, tag="rally-off-map"):
    """Once, a general may bring back a mounted stand of his side that has left the board, with so many SP."""

    general: CommanderId
    sp: int


class ThinLine(Kind, frozen=True, kw_only=True, tag="thin-line"):
    """Stands that come ragged from too far: after a charge of so many hexes, unless they pass an order test."""

    stands: Stands
    hexes: int = 4
    dice: int = 1


class ShotPlatoon(Kind, frozen=True, kw_only=True, tag="shot-platoon"):
    """Skirmishers beside a stand that is charged: they fire in full, and live if it wins."""

    platoons: Stands
    beside: Stands


class DeadGround(Kind, frozen=True, kw_only=True, tag="dead-ground"):
    """Guns that from some hexes cannot see others; to move out of there takes them so many rounds."""

    stands: Stands
    ground: Hexes
    hidden: Hexes
    rounds: int


class Edge(Kind, frozen=True, kw_only=True, tag="edge"):
    """A side's stands that are driven over one edge of the board cost their break points so many times."""

    side: Side
    edge: BoardEdge
    times: int = 2


class Sight(Kind, frozen=True, kw_only=True, tag="sight"):
    """Rounds in which no stand sees farther than so many hexes."""

    rounds: tuple[int, ...]
    hexes: int


class Smoke(Kind, frozen=True, kw_only=True, tag="smoke"):
    """Hexes that no unit sees through."""

    hexes: Hexes


class StopLine(Kind, frozen=True, kw_only=True, tag="stop-line"):
    """Hexes that are defences for the foot in them, on those sides, and in which horse must halt."""

    hexes: Hexes
    sides: tuple[int, ...] = (1, 3, 5, 7, 9, 11)
    name: str = "the ditch"


class King(Kind, frozen=True, kw_only=True, tag="king"):
    """A general who helps his whole side in dice-offs, and whose death is felt by those near him."""

    general: CommanderId
    initiative: int = 1
    within: int = 6
    dice: int = 1


class RegimentalGuns(Kind, frozen=True, kw_only=True, tag="regimental-guns"):
    """Stands with dice more in fire at one distance."""

    stands: Stands
    distance: int = 2
    dice: int = 1


class Loot(Kind, frozen=True, kw_only=True, tag="loot"):
    """Stands that ride off to the enemy's baggage from some hexes of the edge, for break points of the enemy."""

    stands: Stands
    exits: Hexes
    points: int


class MustCharge(Kind, frozen=True, kw_only=True, tag="must-charge"):
    """A general whose stand must charge the first heavy horse that it can reach."""

    general: CommanderId


Special = (
    Held | Capture | MustPursue | Morale | RallyOffMap | ThinLine | ShotPlatoon | DeadGround | Edge | Sight | Smoke
    | StopLine | King | RegimentalGuns | Loot | MustCharge
)  # fmt: skip

KINDS: Mapping[str, type[Kind]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Held, Capture, MustPursue, Morale, RallyOffMap, ThinLine, ShotPlatoon, DeadGround, Edge, Sight, Smoke,
        StopLine, King, RegimentalGuns, Loot, MustCharge,
    )
}  # fmt: skip
"""The kinds by the name that a scenario file gives them."""


class SpecialRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What has come of a battle's special rules so far."""

    freed: tuple[int, ...] = ()
    """Places in ``Battle.special`` of held stands that are free for good."""
    spent: tuple[int, ...] = ()
    """Places of rules that served once."""
    hauled: Mapping[StandId, int] = {}
    """Rounds that guns have spent on moving out."""
    avenging: Stands = ()
    """Stands with dice more in their next melee."""
    counted: Stands = ()
    """Stands that left the board with their break points."""


NOTHING = SpecialRecord()
