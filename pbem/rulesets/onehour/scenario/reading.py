"""One reading of one scenario file: what has been gathered so far, and what was wrong."""

from dataclasses import dataclass, field

from pbem.engine.ids import StandId
from pbem.engine.table.scenario.measured import Measured
from pbem.rulesets.onehour.battle import Army, Arrival, Feature, Switches, Unit

SET_UP, BY_DICE = "set-up", "armies"
"""Paces that change how a file is read: players set up themselves; armies are drawn."""


@dataclass
class ScenarioParts(Measured):
    """What the parts of a file have given; each part adds its own, in the order of ``reader._battle``.

    unsound: ids of features with a fault, so that what names them is no fault as well.
    places: where each unit was written, for faults that are found when all are read.
    """

    pace: str = ""
    switches: Switches = field(default_factory=Switches)
    features: dict[str, Feature] = field(default_factory=dict)
    unsound: tuple[str, ...] = ()
    armies: list[Army] = field(default_factory=list)
    units: dict[StandId, Unit] = field(default_factory=dict)
    places: dict[StandId, str] = field(default_factory=dict)
    arrivals: list[Arrival] = field(default_factory=list)
