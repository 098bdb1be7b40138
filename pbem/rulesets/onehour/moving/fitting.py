"""Footprints: where units stand, and whether another fits beside them (OH-G2, OH-G4, OH-G6, OH-Q6, OH-Q7, OH-Q36)."""

from pbem.engine.table.contact import meets, overlaps
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Anchor, Rect, centre, placed, size
from pbem.rulesets.onehour.battle import Battle, Unit, on_table
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.moving.ground import forbidden, on_road
from pbem.rulesets.onehour.moving.refusing import objection


def footprint(unit: Unit) -> Rect:
    """The rectangle a unit stands on (OH-G2)."""
    return at_pose(unit, unit.pose)


def at_pose(unit: Unit, pose: Pose) -> Rect:
    """The rectangle it would stand on there."""
    return placed(pose, size(unit.width, unit.depth), Anchor.CENTRE)


def others(battle: Battle, unit: Unit) -> list[tuple[Unit, Rect]]:
    """Every other unit on the table, with its footprint."""
    return [(one, footprint(one)) for one in on_table(battle) if one.id != unit.id]


def in_the_way(around: list[tuple[Unit, Rect]], place: Rect) -> list[Objection]:
    """Units that a footprint or a strip overlaps: no unit passes through another (OH-move-6, OH-Q6)."""
    return [
        objection("blocked-by-unit", f"{one.id} is in the way", "OH-move-6", "OH-Q6", by=one.id)
        for one, there in around
        if overlaps(place, there)
    ]


def touched(unit: Unit, around: list[tuple[Unit, Rect]], places: tuple[Rect, ...]) -> list[Objection]:
    """Enemies that an ordinary move touches anywhere on its way or at its end (OH-move-7, OH-Q7)."""
    return [
        objection(
            "contact-needs-charge", f"it would touch {one.id}, which only a charge may", "OH-move-7", "OH-Q7", by=one.id
        )
        for one, there in around
        if one.side != unit.side and any(meets(place, there) for place in places)
    ]


def off_table(battle: Battle, place: Rect) -> list[Objection]:
    """Whether part of a footprint is outside the table (OH-Q36)."""
    if wholly_on(battle.table, place):
        return []
    return [objection("off-table", "part of it would be off the table", "OH-Q36")]


def pivoted_unfit(battle: Battle, unit: Unit, around: list[tuple[Unit, Rect]], place: Rect) -> list[Objection]:
    """Why a unit does not fit where it has pivoted to (OH-G4, OH-Q4).

    Forbidden ground is none to who pivots on a road (OH-G16, OH-Q10).
    """
    terrain = [] if on_road(battle, centre(place)) else forbidden(battle, unit.type, place)
    found = [*in_the_way(around, place), *terrain, *off_table(battle, place)]
    return [*found, *(does_not_fit(one) for one in found)]


def does_not_fit(cause: Objection) -> Objection:
    """The same reason, as it is told of a pivot."""
    return objection("does-not-fit", f"it does not fit there: {cause.why}", "OH-Q4", "OH-G4", by=cause.by)
