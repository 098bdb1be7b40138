"""Hidden units as a side sees them (OH-H3, OH-H4): names, and units of which not all is known.

A unit that is not known stands in a view as a unit with declared values: 4 by 2 inches, no hits; a body of troops as
Infantry without a facing.  What is worked out from these is no more than about right.
"""

from msgspec import UNSET

from pbem.engine.sightings import Sighting
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose
from pbem.rulesets.onehour.battle import Unit, UnitType
from pbem.rulesets.onehour.tables import ELIMINATED_AT, ROWS

NOMINAL_WIDTH, NOMINAL_DEPTH = Hundredths(400), Hundredths(200)
"""The base of whatever is not known."""
NO_FACING = Tenths(0)
FOOT: UnitType = "Infantry"
HORSE: UnitType = "Cavalry"


def as_known(unit: Unit, sighting: Sighting) -> Unit:
    """A unit as well as it is seen (OH-H3)."""
    if sighting.grade == "known":
        return unit
    horse = ROWS[unit.type].horse
    made_out = sighting.grade == "made out"
    return Unit(
        id=sighting.name,
        name=f"{_how_many(unit)} {'horse' if horse else 'foot'}" if made_out else "body of troops",
        side=unit.side,
        type=HORSE if made_out and horse else FOOT,
        width=NOMINAL_WIDTH,
        depth=NOMINAL_DEPTH,
        pose=unit.pose if made_out else Pose(unit.pose.at, NO_FACING),
        state=unit.state,
        seen=sighting.grade,
    )  # fmt: skip


def _how_many(unit: Unit) -> str:
    """``few``, ``some``, ``many``, by the hits that it can still take."""
    if unit.seen is not UNSET:
        return unit.name.partition(" ")[0]
    left = max(ELIMINATED_AT - unit.hits, 0)
    return "few" if 3 * left <= ELIMINATED_AT else "some" if 3 * left <= 2 * ELIMINATED_AT else "many"
