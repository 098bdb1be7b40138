"""Contacts made by charges: who attacks which face of whom (AR-G4, AR-G21, AR-Q45)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.contact import meets
from pbem.engine.table.rects import Face, Rect, middle
from pbem.engine.table.zones import face_by_rays, face_touched
from pbem.rulesets.armatys.moving.clock import MoveEnd, Mover
from pbem.rulesets.armatys.moving.setting_off import stood_at, turning_point
from pbem.rulesets.armatys.state.battle import Battle, Contact, in_order
from pbem.rulesets.armatys.state.charged import goes_at
from pbem.rulesets.armatys.state.units import Unit


def contacts_made(battle: Battle, movers: Mapping[StandId, Mover], ended: Mapping[StandId, MoveEnd]) -> list[Contact]:
    """Of all who have moved, with every enemy that their bases touch; an abandoned gun is no enemy.

    battle: before the moves of P2c.
    """
    rects = {one.id: ended[one.id].end if one.id in ended else one.rect for one in in_order(battle)}
    found = []
    for place, unit in enumerate(rects):
        for other in list(rects)[place + 1 :]:
            one, two = battle.units[unit], battle.units[other]
            touch = one.side != two.side and (unit in ended or other in ended) and meets(rects[unit], rects[other])
            if touch and not _idle(one) and not _idle(two):
                found += [_contact(battle, one, two, rects, ended)]
    return found


def _idle(unit: Unit) -> bool:
    return unit.gun is not None and unit.status == "abandoned"


def _contact(
    battle: Battle, one: Unit, two: Unit, rects: Mapping[StandId, Rect], ended: Mapping[StandId, MoveEnd]
) -> Contact:
    attacker, target = (one, two) if _attacks(one, two, rects, ended) else (two, one)
    latest = max(ended[unit.id].time for unit in (one, two) if unit.id in ended)
    by = tuple(unit.id for unit in (attacker, target) if unit.id in ended and ended[unit.id].time >= latest)
    if goes_at(attacker) == target.id and goes_at(target) == attacker.id:
        face = Face.FRONT
    else:
        at = target.rect if attacker.pursuit is not None else stood_at(target)
        face = face_by_rays(at, middle(_began(battle, attacker), Face.FRONT))
    return Contact(attacker.id, target.id, face, 0, by)


def _began(battle: Battle, unit: Unit) -> Rect:
    """Where the move of an attacker began that brought it into contact."""
    return turning_point(battle, unit) if unit.pursuit is not None and unit.charge is not None else stood_at(unit)


def _attacks(one: Unit, two: Unit, rects: Mapping[StandId, Rect], ended: Mapping[StandId, MoveEnd]) -> bool:
    """Whether the first attacks the second: it charges it; else it alone moved; else its front touches."""
    first, second = goes_at(one) == two.id, goes_at(two) == one.id
    if first != second:
        return first
    if first:  # both: the charger attacks, the counter-charger is attacked
        return one.answer != "counter" and (two.answer in {"counter", "redirect"} or one.answer != "redirect")
    if (one.id in ended) != (two.id in ended):
        return one.id in ended
    return face_touched(rects[one.id], rects[two.id]) is Face.FRONT


def turned(battle: Battle, unit: StandId, enemy: StandId) -> tuple[Contact, ...]:
    """AR-Q53: the contacts of a unit that has turned to an enemy, which then is frontal."""
    rect = battle.units[unit].rect
    found = []
    for one in battle.contacts:
        if one.other == unit:
            seen = face_by_rays(rect, middle(battle.units[one.one].rect, Face.FRONT))
            found += [replace(one, face=Face.FRONT if one.one == enemy else seen)]
        elif one.one == unit:
            found += [one]
    return tuple(found)
