"""The map of a board of hexes as data."""

from typing import Literal

import msgspec

from pbem.engine.hexes import Facing, Hex
from pbem.engine.mapstyle import ArrowKind, ChartGrade, SideKey, SideLook

Ground = Literal["open", "wood", "hill", "hill-top", "stream", "field", "swamp", "town", "water", "impassable"]


class GroundHex(msgspec.Struct, frozen=True):
    """One hex of the board."""

    hex: Hex
    ground: Ground


class PlaceName(msgspec.Struct, frozen=True):
    """A name printed beside a set of hexes: a wood, a hill, a village."""

    text: str
    kind: Ground
    hexes: tuple[Hex, ...]


class Wall(msgspec.Struct, frozen=True):
    """Defended sides of a hex, by direction (0 to 5): hedge, bank, wagons.  prepared: works made for it.

    ditch: along which troops stop, and which defends no troops.
    """

    hex: Hex
    sides: tuple[int, ...]
    prepared: bool = False
    ditch: bool = False


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A stand as drawn."""

    code: str
    name: str
    look: SideLook
    symbol: str
    """Of a kind: ``pike-and-shot``, ``horse``, ``dragoons``..."""
    hex: Hex
    facing: Facing
    ranks: tuple[int, ...]
    """Strength, front rank first."""
    disordered: bool = False
    ready: bool = False
    general: bool = False
    unseen: bool = False
    """None of the enemies that the reader sees has it in sight."""
    lost: int = 0
    """Points lost this turn."""
    ghost: int | None = None
    """Last seen in that round; then facing, ranks and marks are not drawn."""
    age: int = 1
    """Of a ghost, in rounds."""
    source: str = ""
    """Of a ghost that was told and not seen: by whom, in a word (``spy``); where it is drawn as suspected."""
    seen: ChartGrade | None = None
    """How well a hidden unit is seen that is not known."""
    zone: tuple[Hex, ...] = ()
    """Hexes of its zone of control."""
    fellow: bool = False
    """Whether another commander of the reader's side has it: it is drawn quieter."""


class LoneGeneral(msgspec.Struct, frozen=True):
    """A general who is with no stand."""

    letter: str
    look: SideLook
    hex: Hex


class Arrow(msgspec.Struct, frozen=True):
    """A move, charge, shot or retreat of the turn, from the first hex to the last.

    facing: how a stand will stand at its end, of what is ordered; then a path of one hex is a turn on the spot.
    """

    kind: ArrowKind
    look: SideLook
    code: str
    path: tuple[Hex, ...]
    facing: Facing | None = None


class MeleeMark(msgspec.Struct, frozen=True):
    """An ongoing melee: drawn on the side the two hexes share."""

    one: Hex
    other: Hex


class Wreck(msgspec.Struct, frozen=True):
    """Where a stand was destroyed this turn."""

    code: str
    look: SideLook
    hex: Hex


class HexChart(msgspec.Struct, frozen=True, kw_only=True, tag="hexes"):
    """One seat's map.  ``yards`` or metres a hex: ``scale`` with ``scale_unit``.  coming: who is to come, and when.

    roads: each through the middles of its hexes, in their order.
    """

    title: str
    subtitle: str
    columns: int
    rows: int
    ground: tuple[GroundHex, ...]
    names: tuple[PlaceName, ...]
    objective: tuple[Hex, ...]
    objective_text: str
    sides: tuple[SideKey, ...]
    counters: tuple[Counter, ...]
    generals: tuple[LoneGeneral, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    melees: tuple[MeleeMark, ...] = ()
    wrecks: tuple[Wreck, ...] = ()
    walls: tuple[Wall, ...] = ()
    roads: tuple[tuple[Hex, ...], ...] = ()
    blinds: bool = False
    """Whether the sides field blinds: the legend says so from the first turn on."""
    coming: str = ""
    scale: int = 100
    scale_unit: str = "m"
