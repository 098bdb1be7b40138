"""Hidden units as a side sees them (AR-H3, AR-H4): names, and units of which not all is known.

A unit that is not known stands in a view as a unit of declared figures, six files in two rows or a medium gun, without
counters; a body of troops as foot that faces north.  What is worked out from these is no more than about right.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.sightings import Grade, Sighting
from pbem.engine.table.measures import Tenths
from pbem.engine.table.places import Pose, spot
from pbem.engine.table.rects import Anchor, centre, placed, pose_of
from pbem.rulesets.armatys.state.units import Unit, footprint
from pbem.rulesets.armatys.tables import Kind

Arm = Literal["foot", "horse", "guns"]
NOMINAL: Mapping[Arm, tuple[Kind, tuple[str, ...]]] = {
    "foot": ("foot", ("MMMMMM", "MMMMMM")), "horse": ("horse", ("HHHHHH", "HHHHHH")), "guns": ("artillery", ("GGG",)),
}  # fmt: skip
"""The figures of whatever is not known."""
BODY = "body of troops"
FEW, SOME = 8, 18
"""Figures up to which a unit is few, and some."""


def as_known(unit: Unit, sighting: Sighting) -> Unit:
    """A unit as well as it is seen (AR-H3)."""
    if sighting.grade == "known" or unit.seen is not UNSET:
        return replace(unit, id=sighting.name)
    made_out = sighting.grade == "made out"
    arm = arm_of(unit) if made_out else "foot"
    kind, rows = NOMINAL[arm]
    shown = Unit(
        id=sighting.name, name=f"{_how_many(unit)} {arm}" if made_out else BODY, side=unit.side, kind=kind,
        pose=unit.pose, rows=rows, gun="medium" if arm == "guns" else None, scale=unit.scale, morale="unknown",
        state=unit.state if made_out else "steady", counters_known=False, seen=sighting.grade,
    )  # fmt: skip
    return shown if made_out else replace(shown, pose=pose_as_seen(unit, sighting.grade, unit.pose))


def pose_as_seen(unit: Unit, grade: Grade, pose: Pose) -> Pose:
    """Where a unit is seen that stands so: of a body of troops its middle is seen, and no facing."""
    if grade != "body":
        return pose
    middle = Pose(spot(centre(replace(unit, pose=pose).rect)), Tenths(0))
    kind, rows = NOMINAL["foot"]
    body = Unit(id=unit.id, name="", side=unit.side, kind=kind, pose=middle, rows=rows, scale=unit.scale)
    return pose_of(placed(middle, footprint(body), Anchor.CENTRE), Anchor.FRONT)


def arm_of(unit: Unit) -> Arm:
    """What a unit is made out as."""
    return "guns" if unit.gun else "horse" if unit.cavalry else "foot"


def _how_many(unit: Unit) -> str:
    return "few" if unit.figures <= FEW else "some" if unit.figures <= SOME else "many"
