"""Troops that a side was told of, by an umpire or as the battle begins."""

from typing import Any

from pbem.engine.facts import Fact
from pbem.engine.ids import Side, StandId
from pbem.engine.rulings.language import RulingFault
from pbem.engine.sightings import Sighting
from pbem.engine.table.measures import Tenths
from pbem.engine.table.places import Pose
from pbem.engine.table.references import say_spot
from pbem.engine.table.ruling import spot_ruled
from pbem.rulesets.onehour.battle import Battle, Unit, other_side
from pbem.rulesets.onehour.noticed import SightingReported
from pbem.rulesets.onehour.sights import FOOT, HORSE, NOMINAL_DEPTH, NOMINAL_WIDTH, as_known

MIDDLING = 7
"""Hits of troops that are told of."""


def reported(battle: Battle, side: Side, name: StandId, kind: str, place: str) -> tuple[Fact[Any], str]:
    """Troops that a side is told of, as its map shows them, and their place in canonical form.

    kind: ``foot``, ``horse``, ``guns`` or ``troops``.  place: as written.  Raises RulingFault.
    """
    if kind == "guns":
        raise RulingFault("these rules have no guns", ("rule report to South: foot at 24,18.5",))
    here = spot_ruled(place, "report to South: horse at 24,18.5")
    told = Unit(
        id=name, name="", side=other_side(battle, side), type=HORSE if kind == "horse" else FOOT, width=NOMINAL_WIDTH,
        depth=NOMINAL_DEPTH, pose=Pose(here, Tenths(0)), hits=MIDDLING,
    )  # fmt: skip
    shown = as_known(told, Sighting(name, "body" if kind == "troops" else "made out"))
    return SightingReported(side=side, shown=shown), say_spot(here)
