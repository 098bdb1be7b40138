"""Troops that a side was told of, by an umpire or as the battle begins."""

from typing import Any

from pbem.engine.facts import Fact
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Sighting
from pbem.engine.table.measures import Tenths
from pbem.engine.table.places import Pose
from pbem.engine.table.references import say_spot
from pbem.engine.table.ruling import spot_ruled
from pbem.rulesets.fornovo.state.battle import Battle, other_side
from pbem.rulesets.fornovo.state.noticed import SightingReported
from pbem.rulesets.fornovo.state.sights import Arm, as_known, nominal
from pbem.rulesets.fornovo.state.units import Unit


def reported(battle: Battle, side: Side, name: StandId, kind: str, place: str) -> tuple[Fact[Any], str]:
    """Troops that a side is told of, as its map shows them, and their place in canonical form.

    kind: ``foot``, ``horse``, ``guns`` or ``troops``.  place: as written.  Raises RulingFault.
    """
    here = spot_ruled(place, "report to South: horse at 24,18.5")
    arm: Arm = "horse" if kind == "horse" else "guns" if kind == "guns" else "foot"
    told = nominal(arm, Unit(id=name, side=other_side(battle, side), pose=Pose(here, Tenths(0))))
    shown = as_known(told, Sighting(name, "body" if kind == "troops" else "made out"))
    return SightingReported(side=side, shown=shown), say_spot(here)
