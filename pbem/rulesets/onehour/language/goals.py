"""Where an aim leads: a pivot, and so far straight ahead; what of it is lawful is found out by ``planning``."""

import msgspec

from pbem.engine.language.linefaults import Fault
from pbem.engine.table.measures import Hundredths, Tenths, hundredths, say_inches
from pbem.engine.table.places import Pose, point
from pbem.engine.table.words.places import Target
from pbem.rulesets.onehour.battle import Battle, Unit
from pbem.rulesets.onehour.language import parsed
from pbem.rulesets.onehour.language.parsed import Step
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.standing.aims import (
    STILL,
    distance_to,
    distance_to_charge,
    distance_to_range,
    distance_to_touch,
    pivot_to,
    range_to,
)
from pbem.rulesets.onehour.tables import RANGE

INTO = Hundredths(5)
"""How far inside ground a centre goes that is to be in it."""
GAP = Hundredths(2)
"""What is left free between two units that are not to touch."""


class Goal(msgspec.Struct, frozen=True):
    """Where an aim leads: a pivot, so far straight ahead.  most: what the player allows.  word: the aim, as echoed."""

    pivot: Tenths
    far: Hundredths
    word: str
    most: Hundredths | None = None


def goal_of(desk: Resolver, battle: Battle, unit: Unit, pose: Pose, aim: Step) -> Goal:
    """What an aim means from a pose.  Raises Fault."""
    one = msgspec.structs.replace(unit, pose=pose)
    if isinstance(aim, parsed.UpTo):
        return _up_to(desk, battle, one, aim)
    assert isinstance(aim, parsed.Toward)
    target = desk.place(aim.to, one)
    pivot = pivot_to(pose, target.at)
    if target.unit is not None:
        return _toward_unit(battle, one, target, pivot, aim)
    if target.ground is not None:
        return _toward_ground(one, target, pivot, aim)
    if aim.into and not target.word.startswith("square"):
        raise Fault("not readable", 'units go "into" ground; to a spot they go "toward"', about=unit.id)
    return Goal(pivot, distance_to(pose, target.at), f"toward {target.word}", aim.most)


def _toward_unit(battle: Battle, unit: Unit, target: Target, pivot: Tenths, aim: parsed.Toward) -> Goal:
    """To a unit: until it would touch it."""
    assert target.unit is not None
    touch = distance_to_touch(unit, pivot, footprint(battle.units[target.unit]))
    return Goal(
        pivot, touch if touch is not None else distance_to(unit.pose, target.at), f"toward {target.word}", aim.most
    )


def _toward_ground(unit: Unit, target: Target, pivot: Tenths, aim: parsed.Toward) -> Goal:
    """To ground: its edge; of a road its line; an objective, or by ``into``: until the centre is in it."""
    ground, here = target.ground, point(unit.pose.at)
    assert ground is not None
    if ground.holds(here):
        raise Fault("not allowed", f"{unit.id} is in {ground.word} already", about=unit.id)
    if aim.into and ground.way is not None:
        raise Fault(
            "not readable",
            'a unit goes "to" a road, and "along" it',
            about=unit.id,
            fixes=(("into", "to"), ("onto", "to")),
        )
    far = distance_to(unit.pose, target.at)
    if ground.polygon is None and ground.way is None:
        inside = Hundredths(max(0, far - hundredths(ground.radius) + INTO))
        return Goal(pivot, inside, f"into {ground.word}", aim.most)
    if aim.into or ground.kind is None:
        if far == 0:
            return Goal(pivot, INTO, f"into {ground.word}", aim.most)
        return Goal(pivot, Hundredths(far + INTO), f"into {ground.word}", aim.most)
    if ground.polygon is not None:
        touch = distance_to_touch(unit, pivot, ground.polygon)
        return Goal(pivot, min(far, touch) if touch is not None else STILL, f"to the edge of {ground.word}", aim.most)
    return Goal(pivot, far, f"to {ground.word}", aim.most)


def _up_to(desk: Resolver, battle: Battle, unit: Unit, aim: parsed.UpTo) -> Goal:
    """Until an enemy or a friend is so near."""
    code = desk.codes.get(aim.code)
    if code is None or not battle.units[code].on_table or code == unit.id:
        desk.enemy(aim.code)
        raise Fault("not readable", f"{aim.code} is the unit the order is for", about=unit.id)
    other = battle.units[code]
    pivot = pivot_to(unit.pose, point(other.pose.at))
    if aim.reach == "contact":
        touch = distance_to_touch(unit, pivot, footprint(other))
        return Goal(pivot, Hundredths(max(0, (touch or 0) - GAP)), f"up to contact range of {code}")
    if aim.reach == "charge":
        far, word = distance_to_charge(unit, other, pivot), f"up to charge range of {code}"
    else:
        reach = RANGE if aim.reach == "range" else aim.reach
        far, word = distance_to_range(unit, other, pivot, reach), f"up to {say_inches(reach)} of {code}"
    if far is None:
        touch = distance_to_touch(unit, pivot, footprint(other))
        return Goal(pivot, Hundredths(touch or 0), word)
    if far == 0:
        there = say_inches(hundredths(range_to(unit, other)))
        raise Fault(
            "not allowed", f"{unit.id} is that near to {code} already: the range is {there}", about=unit.id,
            offers=(f"{unit.id} face {code}", f"{unit.id} hold"),
        )  # fmt: skip
    return Goal(pivot, far, word)
