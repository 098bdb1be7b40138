"""Charges.

Rules: OH-move-7, OH-move-8, OH-R-charge-1, OH-R-charge-2, OH-R-charge-3, OH-R-charge-4, OH-Q12, OH-Q13, OH-Q14, OH-Q15,
OH-Q16, OH-Q17, OH-Q18, OH-Q44, OH-G12, OH-G13.
"""

from pbem.engine.ids import StandId
from pbem.engine.table.advance import advanced, first_touch
from pbem.engine.table.angles import relative
from pbem.engine.table.distances import point_rect, points
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.lining import lined_up, slide_of, slides
from pbem.engine.table.measures import (
    TOLERANCE,
    Inches,
    hundredths,
    inches,
    say_degrees,
    say_inches,
    shorter,
    within,
)
from pbem.engine.table.places import Pose, point
from pbem.engine.table.rects import Anchor, Face, Rect, centre, pose_of
from pbem.engine.table.turning import pivoted
from pbem.engine.table.zones import face_by_bearing
from pbem.rulesets.onehour.battle import Battle, Unit, attacker_on, umpires_word
from pbem.rulesets.onehour.commands import NO_PIVOT, Charge
from pbem.rulesets.onehour.facts import Charged, Objection
from pbem.rulesets.onehour.moving.fitting import at_pose, footprint, in_the_way, off_table, others, pivoted_unfit
from pbem.rulesets.onehour.moving.ground import forbidden, forbidden_on_the_way, town_end
from pbem.rulesets.onehour.moving.moves import absent, forbidden_act, may_act, may_move, tied
from pbem.rulesets.onehour.moving.refusing import No, objection, once
from pbem.rulesets.onehour.tables import ARC, ROWS, SQUARING_STEP, rules


def charge(battle: Battle, order: Charge, *, every_reason: bool = True) -> Charged | No:
    """A charge, in the order of OH-G13: who may; the pivot; the run to the first touch; squaring up.

    every_reason: False where the first thing that stands against it is enough: when many pivots are tried.
    """
    barred = [*absent(battle, order.unit), *no_enemy(battle, order.unit, order.target)]
    if barred:
        return No(once(barred))
    unit, target = battle.units[order.unit], battle.units[order.target]
    face = face_by_bearing(footprint(target), point(unit.pose.at))
    found = [*may_move(battle, unit), *may_charge(battle, unit, target.id)]
    found += [*face_taken(battle, target.id, face), *_pivots(order)]
    around = others(battle, unit)
    start = pivoted(footprint(unit), order.pivot_start)
    if order.pivot_start:
        found += pivoted_unfit(battle, unit, around, start)
    if found and not every_reason:
        return No(once(found))
    run = first_touch(start, footprint(target))
    if run is None:
        missed = objection("no-contact", f"straight on it does not meet {target.id}", "OH-Q12")
        return No(once([*found, missed, *_met_instead(unit, around, start)]))
    run = max(run, Inches(0))
    touch = advanced(start, run)
    found += _run(battle, unit, target, around, start, run)
    if found and not every_reason:
        return No(once(found))
    end = _squared_up(battle, unit, footprint(target), face, touch, around)
    if isinstance(end, No):
        return No(once([*found, *end.objections]))
    found += tied(battle, unit.id, end.at)
    if found:
        return No(once(found))
    return Charged(
        unit=unit.id, target=target.id, face=face, start=_pose(start), touch=_pose(touch), end=end,
        distance=hundredths(run), rules=rules("OH-move-7", "OH-G13", "OH-Q14", "OH-Q15"),
    )  # fmt: skip


def hopeless(battle: Battle, unit: StandId, target: StandId) -> bool:
    """Whether no pivot at all would make a charge on that target lawful: asked before many pivots are tried."""
    if may_act(battle, unit) or no_enemy(battle, unit, target):
        return True
    one, other = battle.units[unit], battle.units[target]
    if may_move(battle, one) or may_charge(battle, one, target) or _out_of_reach(one, footprint(other)):
        return True
    return bool(face_taken(battle, target, face_by_bearing(footprint(other), point(one.pose.at))))


def _out_of_reach(unit: Unit, target: Rect) -> bool:
    """Whether every point of the target is farther off than any run within the allowance brings the front edge."""
    mine = footprint(unit)
    ahead_of_centre = inches(ROWS[unit.type].move) + TOLERANCE + mine.half_depth
    off = point_rect(centre(mine), target)
    return off * off > ahead_of_centre * ahead_of_centre + mine.half_width * mine.half_width


def no_enemy(battle: Battle, unit: StandId, target: StandId) -> list[Objection]:
    """Whether the named target is no enemy on the table."""
    one, other = battle.units.get(unit), battle.units.get(target)
    if other is None or not other.on_table:
        return [objection("wrong-target", f"{target} is not on the table", "OH-Q12", by=target)]
    if one is not None and one.side == other.side:
        return [objection("wrong-target", f"{target} is a friend", "OH-Q12", by=target)]
    return []


def may_charge(battle: Battle, unit: Unit, target: StandId) -> list[Objection]:
    """Those who shoot may charge only once they are out of ammunition (OH-R-charge-1); the umpire may say otherwise."""
    if barred := forbidden_act(battle, unit.id, "charge", target):
        return barred
    if unit.blind:
        return [objection("blind", "it is a blind", "OH-H10")]
    allowed = umpires_word(battle, unit.id, "charge", target) == "allowed"
    if ROWS[unit.type].shoots and not unit.out_of_ammo and not allowed:
        return [
            objection("has-ammunition", f"{unit.type} with ammunition left may not charge", "OH-R-charge-1", "OH-Q35")
        ]
    return []


def face_taken(battle: Battle, target: StandId, face: Face) -> list[Objection]:
    """One attacker to a face; an attacker's own front is taken (OH-R-charge-3, OH-Q18)."""
    there = attacker_on(battle, target, face)
    if there is None:
        return []
    return [objection("face-taken", f"{there} is fighting the {face} of {target}", "OH-R-charge-3", "OH-Q18", by=there)]


def _pivots(order: Charge) -> list[Objection]:
    """A charger pivots once, at the start, by at most 45 degrees (OH-R-charge-2)."""
    found: list[Objection] = []
    if abs(relative(order.pivot_start, NO_PIVOT)) > ARC:
        found.append(objection("charge-pivot", f"a charger may pivot by at most {say_degrees(ARC)}", "OH-R-charge-2"))
    if order.pivot_end:
        found.append(objection("charge-pivot", "a charger may not pivot at the end", "OH-R-charge-2"))
    return found


def _run(
    battle: Battle, unit: Unit, target: Unit, around: list[tuple[Unit, Rect]], start: Rect, run: Inches
) -> list[Objection]:
    """The straight run to the first touch: within the allowance, no unit and no forbidden ground met (OH-G13, 3)."""
    allowance = ROWS[unit.type].move
    found: list[Objection] = []
    if not within(run, allowance):
        found.append(
            objection(
                "too-far", f"it would have to run {say_inches(hundredths(run))} inches of its {say_inches(allowance)}",
                "OH-R-charge-4", "OH-move-1",
            )
        )  # fmt: skip
    for one, there in around:
        touch = first_touch(start, there) if one.id != target.id else None
        if touch is None or not shorter(touch, run):
            continue
        if one.side == unit.side:
            found.append(objection("blocked-by-unit", f"{one.id} is in the way", "OH-move-6", by=one.id))
        else:
            found.append(_met_first(one.id))
    found += forbidden_on_the_way(battle, unit.type, start, run)
    return [*found, *off_table(battle, advanced(start, run))]


def _met_instead(unit: Unit, around: list[tuple[Unit, Rect]], start: Rect) -> list[Objection]:
    """The enemy that a charge would meet within its allowance where it does not meet its target at all (OH-Q12)."""
    meetings = [
        (touch, one.id)
        for one, there in around
        if one.side != unit.side and (touch := first_touch(start, there)) is not None
        if within(touch, ROWS[unit.type].move)
    ]
    return [_met_first(min(meetings)[1])] if meetings else []


def _met_first(enemy: StandId) -> Objection:
    return objection("wrong-target", f"it would meet {enemy} first", "OH-Q12", by=enemy)


def _squared_up(
    battle: Battle, unit: Unit, target: Rect, face: Face, touch: Rect, around: list[tuple[Unit, Rect]]
) -> Pose | No:
    """The place flush with the face, as near as is free to where it was touched (OH-G13, 4; OH-Q14, OH-Q44)."""
    first: list[Objection] = []
    near = [
        (one, there) for one, there in around if points(centre(there), centre(target)) <= _room(target, touch, there)
    ]
    for slide in slides(target, face, slide_of(target, face, centre(touch)), SQUARING_STEP):
        pose = _pose(lined_up(touch, target, face, slide))
        place = at_pose(unit, pose)
        taken = town_end(battle, unit.type, point(pose.at))
        if not taken or not first:  # once there is a reason to tell, one for each place is enough
            taken = [*taken, *in_the_way(near, place), *forbidden(battle, unit.type, place)]
        if not taken and wholly_on(battle.table, place):
            return pose
        first = first or taken
    by = first[0].by if first else ""
    return No((objection("no-room", f"there is no room along the {face}", "OH-Q14", "OH-G13", by=by), *first))


def _room(target: Rect, charger: Rect, other: Rect) -> float:
    """Farther apart than this, centre from centre, a unit is nowhere in the way along any face of the target."""
    return _extent(target) + 2 * _extent(charger) + _extent(other)


def _extent(place: Rect) -> float:
    """No point of a base is farther from its centre."""
    return place.half_width + place.half_depth


def _pose(place: Rect) -> Pose:
    return pose_of(place, Anchor.CENTRE)
