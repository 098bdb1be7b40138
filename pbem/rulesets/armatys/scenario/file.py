"""The shape of a scenario file: its keys and what each may hold (catalogue section 9).

Lengths are in inches, facings in degrees, both as people write them: ``12``, ``12.5``.
"""

from typing import Any, Literal

import msgspec

from pbem.engine.scenariofile.reader import FileHead
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.scenario.ground import GroundSpec
from pbem.engine.table.scenario.measured import Number, Pair
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.state.battle import PieceKind


class GroundPieceSpec(GroundSpec, frozen=True, kw_only=True):
    """A piece of terrain (AR-ter, AR-ter-16)."""

    kind: PieceKind
    crossable: bool = True


class EntrySpec(msgspec.Struct, frozen=True, kw_only=True):
    """When and where a unit comes, its rear to the edge."""

    bound: int
    edge: TableEdge
    at: Number
    needs: int | str | None = None
    """The least die that brings it, each bound again (``3+``); left out: it comes for certain."""


class TroopSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A unit.  at: the middle of its front edge.  facing: left out, away from the home edge."""

    id: str
    name: str
    kind: t.Kind
    rows: list[str] = []
    ability: t.Ability = "trained"
    morale: t.Morale = "average"
    armour: dict[str, t.Armour] = {}
    pistols: bool = False
    lance: bool = False
    bow: bool = False
    bayonet: Literal["none", "plug", "ring"] = "none"
    grenadiers: bool = False
    mounted: bool = True
    charge_modifier: int = 0
    gun: t.GunClass | None = None
    crew: int | None = None
    galloper: bool = False
    limbered: bool = False
    battery: str = ""
    points: int = 0
    counters: int = 0
    at: Pair | None = None
    facing: Number | None = None
    enters: dict[str, Any] | None = None


class LeaderSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A general.  at: the centre of his base."""

    id: str
    name: str
    at: Pair | None = None
    comes_with: str | None = None
    """The unit that he enters with, in place of ``at``."""
    facing: Number | None = None
    mounted: bool = True
    points: int = 0
    """What his death, wound or capture gives the enemy."""


class ArmySpec(msgspec.Struct, frozen=True, kw_only=True):
    """One side.  batteries: the points of each."""

    id: str
    name: str
    letter: str
    home: TableEdge
    units: list[Any]
    generals: list[Any] = []
    batteries: dict[str, int] = {}
    break_at: int = 0
    text: str = ""


class SightSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How far troops see from a bound on; inches left out: no limit."""

    bound: int
    inches: Number | None = None


class BattleFile(FileHead, frozen=True, kw_only=True):
    """The whole file.  men: a figure stands for so many."""

    bounds: int
    men: int = 25
    scale: Literal[15, 25] = 15
    table: dict[str, Any] = {}
    visibility: Number | list[Any] = []
    terrain: list[Any] = []
    objectives: list[Any] = []
    victory: dict[str, Any] = {}
    special: list[Any] = []
    sight: str = "open"
    counters: Literal["open", "owner_only", "umpire_only"] = "open"
    """Who sees the counters of units (AR-gen-4)."""
    switches: dict[str, Any] = {}
    """Rulings to be played in their other reading (``flank: hits``)."""
    classes: list[Literal["good", "average", "poor", "nervous"]] = []
    """What a die of 1 to 6 makes of a class that is rolled for (AR-cls-4); left out, the printed table."""
