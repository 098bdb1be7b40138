"""The shape of a scenario file: its keys and what each may hold (catalogue section 10).

Lengths are in inches, facings in degrees, both as people write them: ``12``, ``12.5``.
"""

from typing import Any, Literal

import msgspec

from pbem.engine.scenariofile.reader import FileHead
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.scenario.ground import GroundSpec
from pbem.engine.table.scenario.measured import Number, Pair
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.battle import PieceKind
from pbem.rulesets.fornovo.state.spec import BlockSpec, GunsSpec


class TerrainSpec(GroundSpec, frozen=True, kw_only=True):
    """A piece of terrain (FS-11).  clear_for: sides that know it to hold no enemies (FS-7.15a)."""

    kind: PieceKind
    max_garrison: int = 48
    clear_for: list[str] = []


class EntrySpec(msgspec.Struct, frozen=True, kw_only=True):
    """When and where a unit or general comes, its rear to the edge.  with_: units and generals of one word come by one
    die."""

    turn: int
    edge: TableEdge
    at: Number
    needs: int | str | None = None
    with_: str = msgspec.field(name="with", default="")


class TroopSpec(BlockSpec, frozen=True, kw_only=True, rename={"kind": "class", "inside": "in"}):
    """A unit; the keys of ``BlockSpec`` are for one of one block.  ``scenarios/fornovo/README.md`` has the rest."""

    id: str
    kind: t.TroopClass = "foot"
    type: t.TroopType = "R"
    grade: t.Grade = "C"
    order: Literal["close", "skirmish"] = "close"
    charge: Literal["trot", "gallop"] = "gallop"
    nobles: bool = False
    barded: bool = False
    unpaid: bool = False
    unsupplied: bool = False
    training: list[t.Training] = []
    blocks: list[BlockSpec] = []
    guns: GunsSpec | None = None
    gunners: int = 0
    limbers: int = 0
    limbered: bool = False
    at: Pair | None = None
    facing: Number | None = None
    inside: str | None = None
    group: str = ""
    home: TableEdge | None = None
    extra: bool = False
    enters: dict[str, Any] | None = None


class LeaderSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A general: ``at`` a place, ``with`` a unit, or one who ``enters``.  points: what his loss gives the enemy."""

    id: str
    name: str
    kind: Literal["cc", "sg"]
    at: Pair | None = None
    with_: str | None = msgspec.field(name="with", default=None)
    assigned: list[str] = []
    contingent: str = ""
    points: int = 0
    enters: dict[str, Any] | None = None


class ArmySpec(msgspec.Struct, frozen=True, kw_only=True):
    """One side.  break_share: per cent of its units' points, lost, at which it is broken; 0: never."""

    id: str
    name: str
    letter: str
    home: TableEdge
    nation: str = ""
    units: list[Any]
    generals: list[Any] = []
    break_share: int = 0
    text: str = ""


class VisibilitySpec(msgspec.Struct, frozen=True, kw_only=True):
    """How far troops see from a turn on."""

    turn: int
    inches: Number


class BattleFile(FileHead, frozen=True, kw_only=True):
    """The whole file."""

    turns: int
    men: int = t.MEN
    """A figure stands for so many (FS-1.1b)."""
    scale: t.FigureScale = 15
    year: int
    period: t.Period | None = None
    first: str = ""
    """The side that is Side A in turn 1 without a roll."""
    table: dict[str, Any] = {}
    visibility: list[Any] = []
    terrain: list[Any] = []
    objectives: list[Any] = []
    victory: dict[str, Any] = {}
    special: list[Any] = []
    rulings: dict[str, Any] = {}
    shallow_price: int | None = None
    sight: str = "open"
    army_points: int = 0
    """Of the lists that both sides write first; 0: the armies of the file."""
