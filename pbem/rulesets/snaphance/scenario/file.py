"""The shape of a scenario file: its keys and what each may hold (catalogue section 8)."""

from typing import Any, Literal

import msgspec

from pbem.engine.scenariofile.reader import FileHead

Label = str | int
"""A hex as written: YAML reads 0705 as text and 1001 as a number."""


class Board(msgspec.Struct, frozen=True):
    """Size in hexes; scale: metres a hex."""

    columns: int
    rows: int
    scale: int = 100


class Place(msgspec.Struct, frozen=True):
    name: str
    hexes: tuple[Label, ...]
    road: bool = False


class General(msgspec.Struct, frozen=True, kw_only=True):
    """with: the stand he starts with, attached.  range: command range in hexes, else by the army's training (SN-Q1)."""

    id: str
    name: str
    with_: str = msgspec.field(name="with")
    bonus: int = 0
    range: int | None = None


class StandEnters(msgspec.Struct, frozen=True, kw_only=True):
    """When and where stands come; a stand's lies over its group's.  hex: one, or a list.  roll: ``4+``."""

    round: int | None = None
    hex: Label | tuple[Label, ...] | None = None
    roll: Label | None = None
    secret: bool | None = None


class StandSpec(msgspec.Struct, frozen=True, kw_only=True):
    """hex: where it starts, unless it enters.  sp: strength now, per rank, where it starts with losses."""

    id: str
    name: str
    type: str
    facing: int
    hex: Label | None = None
    enters: Any = None
    sp: tuple[int, ...] | None = None
    disordered: bool = False


class GroupSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    general: dict[str, Any]
    stands: list[Any]
    enters: Any = None


class SideSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    letter: str
    break_at: int
    groups: list[Any]
    training: Any = "poor"
    zone: list[Any] = []
    """The hexes in which its player may set up; none: those near where its stands start (SN-H8)."""


class HexesObjective(msgspec.Struct, frozen=True, kw_only=True):
    """need: all of its hexes, if nothing is said.  held_by: the side that has it in hand from the start."""

    name: str
    hexes: tuple[Label, ...]
    need: int | None = None
    at_round: int | None = None
    from_round: int | None = None
    percent: int | None = None
    points: int | None = None
    held_by: str | None = None


class CrossingSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A bridge: a hex that so many stands may step into in a round."""

    hex: Label
    stands_a_round: int = 1


class DefenceSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Defended sides of a hex: clock hours, or ``all``."""

    hex: Label
    sides: Literal["all"] | tuple[int, ...]
    prepared: bool = False


class File(FileHead, frozen=True, kw_only=True):
    """The whole file.  army_list: rows shared by many battles, already read; types: rows of this battle alone."""

    year: int
    board: dict[str, Any]
    terrain: dict[str, Any] = {}
    cover: list[Any] = []
    crossings: list[Any] = []
    places: list[Any] = []
    no_entry: dict[str, Any] = {}
    army_list: Any = {}
    types: dict[str, Any] = {}
    objectives: list[Any] = []
    victory: dict[str, Any] = {}
    limit: int | None = None
    bans: list[Any] = []
    rulings: dict[str, Any] = {}
    defences: list[Any] = []
    special: Any = ()
    sight: str = "open"
    """Open or hidden, where the game does not say."""
    visibility: int = 12
    """In hexes (SN-H1)."""
    blinds: int = 0
    """How many blinds each side fields where units are hidden (SN-H10)."""
