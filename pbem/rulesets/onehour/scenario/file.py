"""The shape of a scenario file: its keys and what each may hold (catalogue section 9).

Lengths are in inches, facings in degrees, both as people write them: ``12``, ``12.5``.
"""

from typing import Any, Literal

import msgspec

from pbem.engine.scenariofile.reader import FileHead
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.scenario.ground import GroundSpec
from pbem.engine.table.scenario.measured import Number, Pair
from pbem.rulesets.onehour.battle import FeatureKind, UnitType, Woods


class SwitchSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What a battle may play otherwise (catalogue section 2).  pikes: YAML reads on and off as true and false."""

    woods: Woods = "swordsmen"
    pikes: bool = True
    road_bonus: Number = 3
    frontage: Number = 4
    depth: Number = 2
    shoot_into_melee: bool = True


class FeatureSpec(GroundSpec, frozen=True, kw_only=True):
    """A piece of terrain (OH-G8).  drawn: its look, if not its kind's."""

    kind: FeatureKind
    drawn: Literal["", "field"] = ""


class UnitSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A unit.  at: its centre, unless it enters.  facing: left out, away from the home edge."""

    id: str
    name: str
    type: UnitType
    at: Pair | None = None
    facing: Number | None = None
    width: Number | None = None
    depth: Number | None = None
    hits: int = 0
    out_of_ammo: bool = False
    enters: dict[str, Any] | None = None


class ArmySpec(msgspec.Struct, frozen=True, kw_only=True):
    """An army drawn by the table (OH-D2)."""

    places: tuple[Pair, ...]
    """Centres of its units, in the printed order of types; as many units."""
    choice: Literal["roll", "row"] = "roll"
    """``row``: its player may take a row instead of rolling."""
    codes: dict[UnitType, str] = {}
    """What the codes of each type begin with."""


class SideSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One side.  zone: where it sets up.  break_at: units lost at which it has lost the battle; left out: none."""

    id: str
    name: str
    letter: str
    home: TableEdge
    units: list[Any] = []
    army: dict[str, Any] | None = None
    zone: tuple[Pair, ...] = ()
    break_at: int | None = None
    text: str = ""


class SeenFromSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How far is seen from a turn on, in inches."""

    turn: int
    inches: Number


class VictorySpec(msgspec.Struct, frozen=True, kw_only=True):
    """How the last turn is judged, as in ``battle.Victory``."""

    by: Literal["objective", "points", "units"] | None = None
    otherwise: str | None = None
    unit: int = 0
    lead: int = 1


class File(FileHead, frozen=True, kw_only=True):
    """The whole file.  sight: open or hidden, where the game does not say.  visibility: in inches, or a list
    of how far is seen from some turns on (OH-H1)."""

    turns: int | None = None
    table: dict[str, Any] = {}
    first: str | None = None
    information: str = "open"
    sight: str = "open"
    visibility: Number | list[Any] = 36
    blinds: int = 0
    """How many blinds each side fields where units are hidden (OH-H10)."""
    switches: dict[str, Any] = {}
    terrain: list[Any] = []
    objectives: list[Any] = []
    victory: dict[str, Any] = {}
    exits: list[Any] = []
    near: list[Any] = []
