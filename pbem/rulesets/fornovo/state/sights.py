"""Hidden units as a side sees them (FS-H3, FS-H4): names, and units of which not all is known.

A unit that is not known stands in a view as one of declared figures: 24 pikemen in three ranks, 12 horse in two, two
medium guns, a wagon; a body of troops as foot that faces north.  What is worked out from these is no more than about
right.
"""

from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.sightings import Grade, SideSights, Sighting, by_name, is_token, names_of
from pbem.engine.table.measures import Tenths
from pbem.engine.table.places import Pose
from pbem.rulesets.fornovo.state.units import Battery, Block, ShotAt, Unit

Arm = Literal["foot", "horse", "guns", "wagons"]
FOOT, HORSE = Block(rows=(8, 8, 8), armour="M", melee="pike"), Block(rows=(6, 6), armour="M")
GUNS, GUNNERS = Battery(kind="medium", n=2), 6
BODY = "body of troops"
FEW, SOME = 12, 24
"""Figures, or gunners, up to which a unit is few, and some."""
NOBODY = StandId("")
"""In place of the code of an enemy whom a side has no name for."""


def as_known(unit: Unit, sighting: Sighting) -> Unit:
    """A unit as well as it is seen (FS-H3)."""
    if sighting.grade == "known" or unit.seen is not UNSET:
        return replace(unit, id=sighting.name)
    made_out = sighting.grade == "made out"
    arm = arm_of(unit) if made_out else "foot"
    shown = nominal(arm, Unit(id=sighting.name, side=unit.side, pose=unit.pose, inside=unit.inside))
    return replace(
        shown, name=f"{_how_many(unit)} {arm}" if made_out else BODY, seen=sighting.grade,
        morale="routed" if made_out and unit.morale == "routed" else "good",
        pose=pose_as_seen(sighting.grade, unit.pose) if unit.pose is not None else None,
    )  # fmt: skip


def nominal(arm: Arm, unit: Unit) -> Unit:
    """A unit with the figures of whatever is not known."""
    match arm:
        case "guns":
            return replace(unit, kind="artillery", guns=GUNS, gunners=GUNNERS, start=GUNNERS)
        case "wagons":
            return replace(unit, kind="wagons")
        case "horse":
            return replace(unit, kind="cavalry", blocks=(HORSE,), start=HORSE.figures)
        case "foot":
            return replace(unit, blocks=(FOOT,), start=FOOT.figures)


def pose_as_seen(grade: Grade, pose: Pose) -> Pose:
    """Where a unit is seen that stands so: of a body of troops the middle of its front is seen, and no facing."""
    return replace(pose, facing=Tenths(0)) if grade == "body" else pose


def arm_of(unit: Unit) -> Arm:
    """What a unit is made out as."""
    return "guns" if unit.guns else "wagons" if unit.kind == "wagons" else "horse" if unit.mounted else "foot"


def _how_many(unit: Unit) -> str:
    return "few" if unit.figures <= FEW else "some" if unit.figures <= SOME else "many"


def called(sights: SideSights[Unit]) -> dict[StandId, StandId]:
    """What a side calls each enemy that it sees or has seen, by true code: the latest of its names."""
    tokens = {code: token for token, code in sorted(sights.tokens.items(), key=lambda one: by_name(one[0]))}
    known = {code: code for code in (*sights.ghosts, *sights.fallen) if not is_token(code)}
    return {**tokens, **known, **names_of(sights)}


def shot_as_known(unit: Unit, names: dict[StandId, StandId], known: set[StandId]) -> Unit:
    """A unit of the side's own: of its shooters and enemies what it knows of them."""
    if not (unit.shot.by or unit.shelled_by or unit.routed_from):
        return unit
    shot = {names.get(code, code): count if code in known else 0 for code, count in unit.shot.by.items()}
    return replace(
        unit, shot=replace(unit.shot, by=shot) if shot else ShotAt() if unit.shot == ShotAt() else unit.shot,
        shelled_by=tuple(sorted(names.get(code, code) for code in unit.shelled_by)),
        routed_from=names.get(unit.routed_from, unit.routed_from) if unit.routed_from else None,
    )  # fmt: skip
