"""A battle from its file."""

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from pbem.engine.ids import Side, StandId
from pbem.engine.scenariofile.reader import FileHead, ScenarioReader
from pbem.engine.table.places import Pose
from pbem.engine.table.scenario.measured import Measured, Number, Pair
from tests.skirmish.battle import Army, Field, Troop, view
from tests.skirmish.reporting import rows

PACES = {"bound": "one exchange of orders a bound"}


class SkirmishFile(FileHead, frozen=True, kw_only=True):
    table: dict[str, Any]
    hill: dict[str, Any]
    bounds: int = 6


class SideSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    letter: str
    units: list[Any]


class TroopSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: Literal["foot", "horse"]
    at: Pair
    facing: Number = 0
    ambush: bool = False


@dataclass
class Reading(Measured):
    """What has been read."""

    armies: list[Army] = field(default_factory=list)
    units: dict[StandId, Troop] = field(default_factory=dict)


def build(got: Reading, file: SkirmishFile) -> Field | None:
    """The battle of a file."""
    got.read_pace(PACES)
    got.read_table(file.table)
    hill = got.held(file.hill, "hill")
    got.two_sides(file.sides)
    for side, where in got.items(SideSpec, file.sides, "sides"):
        got.check_side(side.id, side.letter, got.armies, where)
        got.armies.append(Army(Side(side.id), side.name, side.letter))
        for unit, there in got.items(TroopSpec, side.units, f"{where}.units"):
            if got.check_code(unit.id, side.letter, f"{there}.id", r"[A-Z][0-9]{1,2}"):
                pose = Pose(got.spot(unit.at, f"{there}.at"), got.bearing(unit.facing, f"{there}.facing"))
                code, kind = StandId(unit.id), unit.kind
                got.units[code] = Troop(
                    id=code, name=unit.name, side=Side(side.id), kind=kind, pose=pose, ambush=unit.ambush
                )
    if hill is None:
        return None
    return Field(
        title=file.title, table=got.table, hill=hill, armies=tuple(got.armies), units=got.units, bounds=file.bounds
    )


READ = ScenarioReader[SkirmishFile, Reading, Field](
    rules="skirmish", file=SkirmishFile, gathered=Reading, build=build, armies=lambda got: got.armies,
    rounds=lambda file: file.bounds, summary=lambda battle: (f"{len(battle.units)} units",), view=view, rows=rows,
)  # fmt: skip

MOOR: dict[str, Any] = {
    "rules": "skirmish", "name": "moor", "title": "The moor", "blurb": "A hill between two lines.",
    "table": {"width": 24, "depth": 24}, "hill": {"name": "the hill", "at": [12, 12], "within": 3},
    "sides": [
        {"id": "south", "name": "South", "letter": "S", "units": [
            {"id": "S1", "name": "Red foot", "kind": "foot", "at": [8, 4]},
            {"id": "S2", "name": "Blue foot", "kind": "foot", "at": [14, 4]},
            {"id": "S3", "name": "Horse", "kind": "horse", "at": [19, 4], "ambush": True}]},
        {"id": "north", "name": "North", "letter": "N", "units": [
            {"id": "N1", "name": "White foot", "kind": "foot", "at": [10, 20], "facing": 180},
            {"id": "N2", "name": "Grey foot", "kind": "foot", "at": [16, 20], "facing": 180},
            {"id": "N3", "name": "Riders", "kind": "horse", "at": [5, 20], "facing": 180}]},
    ],
}  # fmt: skip
