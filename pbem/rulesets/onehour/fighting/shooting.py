"""Shooting.

Rules: OH-shoot-1, OH-shoot-2, OH-shoot-3, OH-shoot-4, OH-shoot-5, OH-shoot-6, OH-shoot-7, OH-shoot-8, OH-R-shoot-1,
OH-Q20, OH-Q21, OH-Q22, OH-Q23, OH-Q24, OH-G9, OH-G10, OH-G11.
"""

from typing import TYPE_CHECKING

import msgspec

from pbem.engine.ids import Side, StandId
from pbem.engine.table.angles import Point
from pbem.engine.table.arcs import in_arc
from pbem.engine.table.areas import crosses
from pbem.engine.table.distances import point_rect
from pbem.engine.table.measures import Hundredths, hundredths, say_degrees, say_inches, within
from pbem.engine.table.places import point
from pbem.engine.table.rects import Face, middle
from pbem.rulesets.onehour.battle import Battle, Unit, engaged, on_table
from pbem.rulesets.onehour.commands import Shoot
from pbem.rulesets.onehour.facts import Objection, Refused, Shot
from pbem.rulesets.onehour.fighting.hits import hits_of
from pbem.rulesets.onehour.moving.charging import no_enemy
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.moving.ground import ground, of_kind, standing_in
from pbem.rulesets.onehour.moving.moves import absent, fighting, forbidden_act, waiting
from pbem.rulesets.onehour.moving.refusing import No, objection, once
from pbem.rulesets.onehour.tables import ARC, ELIMINATED_AT, OUT_OF_AMMUNITION, RANGE, ROWS, rules

if TYPE_CHECKING:
    from pbem.engine.play import Play


SECOND_SHOT = objection("one-target", "it has shot in this player turn", "OH-shoot-2")


class Aim(msgspec.Struct, frozen=True):
    """A shot that may be made.  cover: the wood or town the target is in, '' for none."""

    unit: StandId
    target: StandId
    range: Hundredths
    cover: str = ""


def may_shoot(battle: Battle, unit: Unit) -> list[Objection]:
    """Why a unit may not shoot at all (OH-seq-1, OH-shoot-1, OH-shoot-2, OH-shoot-8, OH-Q21)."""
    found = waiting(battle, unit)
    if unit.blind:
        found.append(objection("blind", "it is a blind", "OH-H10"))
    elif not ROWS[unit.type].shoots:
        found.append(objection("cannot-shoot", f"{unit.type} do not shoot", "OH-shoot-1"))
    elif unit.out_of_ammo:
        found.append(objection("no-ammunition", "it is out of ammunition", "OH-shoot-8"))
    if unit.shot:
        found.append(SECOND_SHOT)
    return [*found, *fighting(battle, unit.id)]


def aimed(battle: Battle, order: Shoot) -> Aim | No:
    """The target that is shot at: the one named; of several the first lawful with fewer than 15 hits (OH-D6)."""
    refused: list[Objection] = []
    doomed = ""
    for target in order.targets:
        got = aim(battle, order.unit, target)
        if isinstance(got, No):
            refused = refused or list(got.objections)
        elif len(order.targets) > 1 and battle.units[target].hits >= ELIMINATED_AT:
            doomed = target
        else:
            return got
    if doomed or not refused:
        return No((objection("wrong-target", "no named target is left to shoot at", "OH-D6", by=doomed),))
    return No(tuple(refused))


def aim(battle: Battle, unit: StandId, target: StandId) -> Aim | No:
    """A unit's shot at one enemy: may it shoot, and is the target in arc, range and sight."""
    barred = [*absent(battle, unit), *no_enemy(battle, unit, target)]
    if barred:
        return No(once(barred))
    shooter, other = battle.units[unit], battle.units[target]
    found = [*may_shoot(battle, shooter), *forbidden_act(battle, unit, "shoot", target)]
    if not battle.switches.shoot_into_melee and engaged(battle, target):
        found.append(objection("engaged", f"{target} is in a fight", "OH-Q22", by=target))
    start, there = middle(footprint(shooter), Face.FRONT), footprint(other)
    if not in_arc(start, shooter.pose.facing, point(other.pose.at), ARC):
        found.append(
            objection("out-of-arc", f"{target} is more than {say_degrees(ARC)} off its front", "OH-shoot-3", "OH-G9")
        )
    away = point_rect(start, there)
    if not within(away, RANGE):
        found.append(
            objection(
                "out-of-range", f"{target} is {say_inches(hundredths(away))} inches off, the range is 12",
                "OH-shoot-4", "OH-G10",
            )
        )  # fmt: skip
    found += _hidden(battle, shooter, other, start)
    if found:
        return No(once(found))
    return Aim(unit, target, hundredths(away), cover_of(battle, target))


def _hidden(battle: Battle, shooter: Unit, target: Unit, start: Point) -> list[Objection]:
    """What the line of fire runs through: a unit, or a wood, town or hill that neither of the two is in (OH-G11)."""
    end = point(target.pose.at)
    found = [
        objection("no-line", f"{one.id} is in the line of fire", "OH-Q20", "OH-G11", by=one.id)
        for one in on_table(battle)
        if one.id not in (shooter.id, target.id) and crosses(start, end, footprint(one))
    ]
    holding = [
        one.id
        for unit in (shooter, target)
        for one in standing_in(battle, point(unit.pose.at), "woods", "town", "hill")
    ]
    return found + [
        objection("no-line", f"{one.name or one.id} hides it", "OH-Q20", "OH-G11", by=one.id)
        for one in of_kind(battle, "woods", "town", "hill")
        if one.id not in holding and crosses(start, end, ground(one))
    ]


def cover_of(battle: Battle, target: StandId) -> str:
    """The wood or town a unit is in (OH-R-shoot-1); '' for none."""
    there = standing_in(battle, point(battle.units[target].pose.at), "woods", "town")
    return there[0].id if there else ""


def shoot(play: "Play[Battle]", side: Side, order: Shoot) -> None:
    """One shot and its second die (OH-shoot-5, 7, 8, OH-Q24); or why not.  side: whose order it is."""
    got = aimed(play.battle, order)
    if isinstance(got, No):
        play.record(Refused(side=side, order=order, objections=got.objections))
        return
    fire(play, got)


def fire(play: "Play[Battle]", got: Aim) -> None:
    """A shot that may be made, and its second die."""
    die = play.roll("shoot", got.unit, 1).values[0]
    ammo = play.roll("ammo", got.unit, 1).values[0]
    halves = 1 if got.cover else 2
    cited = rules("OH-shoot-5", "OH-shoot-7", "OH-Q24", *(("OH-R-shoot-1", "OH-R-melee-4") if got.cover else ()))
    out = ammo in OUT_OF_AMMUNITION
    play.record(
        Shot(
            unit=got.unit, target=got.target, range=got.range, die=die, cover=got.cover, halves=halves,
            hits=hits_of(die, halves), ammo=ammo, out=out, rules=(*cited, *(rules("OH-shoot-8") if out else ())),
        )
    )  # fmt: skip
