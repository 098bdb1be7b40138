"""P3: who may fire at whom as units charge (AR-fire-10, AR-stand-6, AR-Q11, AR-Q27, AR-Q28, AR-Q29)."""

from msgspec.structs import replace

from pbem.engine.table.arcs import front_zone, meets
from pbem.engine.table.distances import segment_rect
from pbem.engine.table.measures import Hundredths, within
from pbem.rulesets.armatys.fighting.aiming import Objection, ends, line_of_fire, reach_of, unready, weapon_of
from pbem.rulesets.armatys.state.battle import Battle, umpires_word
from pbem.rulesets.armatys.state.charged import chargers_of, charging, goes_at
from pbem.rulesets.armatys.state.units import Unit

NEAR_LINE = Hundredths(50)
"""AR-Q29: no friend so near to a line of fire into a melee."""


def aimed_at(battle: Battle, unit: Unit, target: Unit) -> Unit | Objection:
    """The target where it is fired at, after P2 or as P2 began; or why it is not."""
    barred = _barred(battle, unit, target)
    if barred:
        return Objection(barred)
    against: list[Objection] = []
    places = [target] if target.was is None else [target, replace(target, pose=target.was)]
    for place in places:
        found = _objection(battle, unit, place)
        if found is None:
            return place
        against += [found]
    rules = dict.fromkeys(rule for one in against for rule in one.rules)
    return Objection(tuple(rules), against[0].by, inside=against[0].inside)


def _barred(battle: Battle, unit: Unit, target: Unit) -> tuple[str, ...]:
    if umpires_word(battle, unit.id, "fire", target.id) == "forbidden":
        return ("AR-D22",)
    if not charging(target) and not chargers_of(battle, target.id):
        return ("AR-seq-3", "AR-Q28")
    if _fighting(battle, unit):
        return ("AR-Q11", "AR-Q29")
    if _fighting(battle, target):
        return ("AR-Q29",)
    return unready(unit, weapon_of(unit, target))


def _fighting(battle: Battle, unit: Unit) -> bool:
    """In a melee begun in an earlier bound."""
    return any(unit.id in (one.one, one.other) and one.rounds for one in battle.contacts)


def _objection(battle: Battle, unit: Unit, target: Unit) -> Objection | None:
    """AR-Q28: who stood asks no range; only whether its charger was in its front zone."""
    if unit.stood and (goes_at(target) == unit.id or _came_at(battle, target, unit)):
        return None if meets(front_zone(unit.rect), target.rect) else Objection(("AR-Q28", "AR-fire-1"))
    rules = reach_of(unit, target, weapon_of(unit, target))
    if rules:
        return Objection(rules)
    return line_of_fire(battle, unit, target) or _friend_near(battle, unit, target)


def _came_at(battle: Battle, charger: Unit, unit: Unit) -> bool:
    """It made a contact with the unit by its charge."""
    return any({one.one, one.other} == {charger.id, unit.id} and charger.id in one.by for one in battle.contacts)


def _friend_near(battle: Battle, unit: Unit, target: Unit) -> Objection | None:
    """AR-Q29: a friend within half an inch of the line to a target in contact."""
    if not any(target.id in (one.one, one.other) for one in battle.contacts):
        return None
    line = ends(unit, target)
    friends = [one for one in battle.units.values() if one.side == unit.side and one.id != unit.id]
    near = sorted(one.id for one in friends if within(segment_rect(line, one.rect), NEAR_LINE))
    return Objection(("AR-Q29",), near[0]) if near else None
