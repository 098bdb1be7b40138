"""One look at the board: what an aide takes in before he writes a line, and does not work out twice."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from pbem.engine.hexes import FACINGS, Facing, Hex, HexKey, depth, distance, front_hexes, local, turned
from pbem.engine.ids import GroupId, Side, StandId
from pbem.rulesets.snaphance.aides.temperaments import Temperament
from pbem.rulesets.snaphance.fighting.sight import sees
from pbem.rulesets.snaphance.moving.ground import HexEntry, entry
from pbem.rulesets.snaphance.state.battle import Battle, Category, Stand, StandType, Terrain, on_board
from pbem.rulesets.snaphance.state.tables import RANGE_COLUMN

SILENT: frozenset[Category] = frozenset({"Hs", "FH", "Ln", "Pk"})
"""Those who never shoot at a distance (SN-2.1)."""


class Piece(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A stand as an aide sees it."""

    stand: Stand
    kind: StandType
    id: StandId
    group: GroupId
    hex: Hex
    facing: Facing
    sp: int
    """Of its front rank."""
    left: int
    """Of all."""
    morale: int
    """What it tests against before hits, with its general."""
    disordered: bool
    worth: float
    """Of one of its SP, in break points."""
    order: float
    """Worth of its being in order, in break points."""
    fought: bool
    """It is in a melee."""
    ranges: Mapping[int, int]
    """Dice by range in hexes."""
    front: tuple[Hex, Hex]
    """Its front 2H."""
    zone: bool
    """Whether they are its zone of control."""

    @property
    def reach(self) -> int:
        """Hexes of its first move."""
        return self.kind.mp_first


class Look(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The board as a side sees it when it writes its orders."""

    view: Battle
    side: Side
    temper: Temperament
    mine: tuple[Piece, ...]
    foes: tuple[Piece, ...]
    at: dict[Hex, Piece]
    """Who stands where, friends where they are to be once those ordered before have moved."""
    zones: Mapping[Hex, tuple[Piece, ...]]
    """Enemies whose zone of control covers a hex."""
    kept: dict[Any, Any]
    """What was worked out already."""
    ahead: Facing
    """The facing towards the enemy."""
    land: Mapping[Hex, Terrain]
    """What is not open."""
    full: frozenset[Hex]
    """Where a stand is before any has moved."""

    def seen_from_home(self, here: Hex) -> tuple[int, int]:
        """A hex by its place as the side sees the field, so that of equal hexes neither side has the better of it."""
        return local(Hex(0, 0), self.ahead, here)

    def facings(self) -> tuple[Facing, ...]:
        """All facings, the one to the enemy first."""
        return tuple(turned(self.ahead, by) for by in (0, 1, -1, 2, -2, 3))

    def ground(self, piece: Piece, here: Hex) -> HexEntry:
        """What entering a hex does to a stand."""
        known = piece.kind.category, self.terrain(here), on_board(self.view, here)
        if known not in self.kept:
            self.kept[known] = entry(self.view, piece.id, here)
        found: HexEntry = self.kept[known]
        return found

    def terrain(self, here: Hex) -> Terrain:
        """What lies in a hex."""
        return self.land.get(here, "open")

    def near(self, here: Hex) -> tuple[tuple[int, Piece], ...]:
        """The enemies and how far they are from a hex, the nearest first."""
        known = "near", here
        if known not in self.kept:
            found = [(distance(here, foe.hex), foe) for foe in self.foes]
            found.sort(key=lambda one: one[0])
            self.kept[known] = tuple(found)
        told: tuple[tuple[int, Piece], ...] = self.kept[known]
        return told

    def nearest(self, here: Hex) -> int:
        """Hexes to the nearest enemy; many when there is none."""
        found = self.near(here)
        return found[0][0] if found else 99

    def seen(self, here: Hex, there: Hex) -> bool:
        """Whether there is a clear line between two hexes."""
        known = "seen", here, there
        if known not in self.kept:
            self.kept[known] = distance(here, there) == 1 or sees(self.view, here, there)
        found: bool = self.kept[known]
        return found


def look(view: Battle, side: Side, temper: Temperament) -> Look:
    """A look at the board."""
    fought = {s for one in view.melees.values() for s in one.stands.values()}
    fought |= {s for one in view.melees.values() for some in one.supports.values() for s in some}
    generals = {one.attached_to for one in view.commanders.values() if one.alive and one.gives_morale}
    pieces = [
        piece_of(view, one, one.id in fought, one.id in generals)
        for _, one in sorted(view.stands.items())
        if one.on_board
    ]
    foes = tuple(one for one in pieces if one.stand.side != side)
    zones: dict[Hex, tuple[Piece, ...]] = {}
    for foe in foes:
        if foe.zone:
            for here in foe.front:
                zones[here] = (*zones.get(here, ()), foe)
    mine = tuple(one for one in pieces if one.stand.side == side)
    return Look(
        view=view, side=side, temper=temper, mine=mine, foes=foes, at={one.hex: one for one in pieces}, zones=zones,
        kept={}, ahead=_ahead(mine, foes), land={_hex(where): what for where, what in view.ground.items()},
        full=frozenset(one.hex for one in pieces),
    )  # fmt: skip


@cache
def _hex(where: HexKey) -> Hex:
    q, _, r = where.partition(",")
    return Hex(int(q), int(r))


def _ahead(mine: tuple[Piece, ...], foes: tuple[Piece, ...]) -> Facing:
    """The facing in which most of the enemies are; of equal ones that of most friends."""
    looking = [one.facing for one in mine]

    def lies(facing: Facing) -> tuple[int, int]:
        there = sum(depth(Hex(0, 0), facing, foe.hex) for foe in foes) * len(mine)
        return there - sum(depth(Hex(0, 0), facing, one.hex) for one in mine) * len(foes), looking.count(facing)

    return max(FACINGS, key=lies)


def piece_of(view: Battle, one: Stand, fought: bool, with_general: bool) -> Piece:
    """A stand as an aide sees it."""
    kind = view.types[one.type]
    front = one.sp[0]
    bp = kind.bp * (1.0 if len(one.sp) == 1 else 0.8)
    ranges: dict[int, int] = {}
    if kind.fire and kind.category not in SILENT:
        for far, column in RANGE_COLUMN.items():
            dice = front + kind.fire[column] - one.disordered if column in kind.fire else 0
            if dice > 0:
                ranges[far] = dice
    return Piece(
        stand=one, kind=kind, id=one.id, group=one.group, hex=one.hex, facing=one.facing, sp=front, left=sum(one.sp),
        morale=front + with_general, disordered=one.disordered, worth=bp * (0.2 + 1 / front), order=0.25 * bp,
        fought=fought, ranges=ranges, front=front_hexes(one.hex, one.facing), zone=kind.is_cs or kind.category == "Sh",
    )  # fmt: skip
