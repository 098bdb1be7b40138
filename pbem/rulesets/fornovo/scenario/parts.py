"""What the parts of a scenario file have given."""

from dataclasses import dataclass, field

from pbem.engine.ids import StandId
from pbem.engine.table.scenario.special import TableParts
from pbem.rulesets.fornovo.state.battle import Army, General
from pbem.rulesets.fornovo.state.scene import Arrival
from pbem.rulesets.fornovo.state.units import Unit


@dataclass
class BattleParts(TableParts):
    """What the parts of a file have given."""

    armies: list[Army] = field(default_factory=list)
    units: dict[StandId, Unit] = field(default_factory=dict)
    to_come: dict[StandId, Unit] = field(default_factory=dict)
    generals: dict[StandId, General] = field(default_factory=dict)
    arrivals: dict[str, Arrival] = field(default_factory=dict)
    """By what comes by one die."""
