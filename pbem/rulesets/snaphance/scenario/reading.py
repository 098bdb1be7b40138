"""One reading of one scenario file: what has been gathered so far, and what was wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.hexes import Hex, HexKey
from pbem.engine.ids import CommanderId, GroupId, StandId
from pbem.engine.scenariofile.gathered import Gathered
from pbem.rulesets.snaphance.scenario.armylist import ArmyListRow
from pbem.rulesets.snaphance.scenario.file import Board
from pbem.rulesets.snaphance.state.battle import Army, Category, Commander, Group, Stand, StandType, Terrain


@dataclass
class ScenarioParts(Gathered):
    """What the parts of a file have given; each part adds its own, in the order of ``reader._battle``."""

    rulings: Mapping[str, str] = field(default_factory=dict)
    """Those that the battle reads otherwise than is usual."""
    board: Board = field(default_factory=lambda: Board(0, 0))
    ground: dict[HexKey, Terrain] = field(default_factory=dict)
    water: list[Hex] = field(default_factory=list)
    no_entry: dict[Terrain, tuple[Category, ...]] = field(default_factory=dict)
    rows: dict[str, tuple[ArmyListRow, str]] = field(default_factory=dict)
    """Army-list rows with where each was written."""
    faulty_rows: dict[str, str] = field(default_factory=dict)
    """Rows with a fault, by where, so that a stand which names one is not a fault as well."""
    types: dict[str, StandType] = field(default_factory=dict)
    """Rows in an order class, as stands have named them."""
    armies: list[Army] = field(default_factory=list)
    groups: dict[GroupId, Group] = field(default_factory=dict)
    stands: dict[StandId, Stand] = field(default_factory=dict)
    commanders: dict[CommanderId, Commander] = field(default_factory=dict)
    at: dict[HexKey, StandId] = field(default_factory=dict)
    arrivals: dict[tuple[str, int, int | None, bool, str], list[StandId]] = field(default_factory=dict)
