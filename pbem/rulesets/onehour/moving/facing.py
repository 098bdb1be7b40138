"""Turning to face an attacker on a flank or the rear (OH-melee-7, OH-melee-8, OH-G14, OH-Q28)."""

from pbem.engine.ids import StandId
from pbem.engine.table.angles import turned
from pbem.engine.table.measures import Tenths
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Face, after_turn, quarters_to
from pbem.rulesets.onehour.battle import Battle, Contact, attacker_on
from pbem.rulesets.onehour.commands import TurnToFace
from pbem.rulesets.onehour.facts import TurnedToFace
from pbem.rulesets.onehour.moving.fitting import at_pose, others, pivoted_unfit
from pbem.rulesets.onehour.moving.moves import absent, waiting
from pbem.rulesets.onehour.moving.refusing import No, objection, once
from pbem.rulesets.onehour.tables import rules


def turn_to_face(battle: Battle, order: TurnToFace) -> TurnedToFace | No:
    """Pivot by a right angle or about, so that the front points at an attacker; the faces are renamed (OH-G14)."""
    barred = absent(battle, order.unit)
    if barred:
        return No(tuple(barred))
    unit = battle.units[order.unit]
    found = waiting(battle, unit)
    in_front = attacker_on(battle, order.unit, Face.FRONT)
    if in_front is not None:
        found.append(
            objection("front-engaged", f"{in_front} is fighting its front", "OH-melee-8", "OH-Q28", by=in_front)
        )
    contact = attack_by(battle, order.unit, order.attacker)
    if contact is None:
        found.append(objection("no-contact", f"{order.attacker} is not attacking it", "OH-melee-7", by=order.attacker))
        return No(once(found))
    by = Tenths(quarters_to(contact.face) * 900)
    end = Pose(unit.pose.at, turned(unit.pose.facing, by))
    if by:
        found += pivoted_unfit(battle, unit, others(battle, unit), at_pose(unit, end))
    if found:
        return No(once(found))
    faces = {
        one.attacker: after_turn(one.face, quarters_to(contact.face))
        for one in battle.contacts if one.target == unit.id
    }  # fmt: skip
    return TurnedToFace(
        unit=unit.id, attacker=order.attacker, face=contact.face, by=by, end=end, faces=faces,
        rules=rules("OH-melee-7", "OH-G14", "OH-Q28"),
    )  # fmt: skip


def attack_by(battle: Battle, unit: StandId, attacker: StandId) -> Contact | None:
    """The fight in which that attacker's front touches the unit."""
    return next((one for one in battle.contacts if one.target == unit and one.attacker == attacker), None)
