"""Contacts made by charges: who attacks which face of whom (AR-G4, AR-G21, AR-Q45)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.contact import meets
from pbem.engine.table.rects import Face, Rect, middle
from pbem.engine.table.zones import face_by_rays, face_touched
from pbem.rulesets.armatys.moving.clock import MoveEnd, Mover
from pbem.rulesets.armatys.moving.setting_off import stood_at
from pbem.rulesets.armatys.state.battle import Battle, Contact, in_order, touching
from pbem.rulesets.armatys.state.units import Unit


def contacts_made(battle: Battle, movers: Mapping[StandId, Mover], ended: Mapping[StandId, MoveEnd]) -> list[Contact]:
    """Of all who have moved, with every enemy that their bases touch.  Gunners never fight (AR-mel-10).

    battle: before the moves.
    """
    rects = {one.id: ended[one.id].end if one.id in ended else one.rect for one in in_order(battle)}
    found = []
    for place, unit in enumerate(rects):
        for other in list(rects)[place + 1 :]:
            one, two = battle.units[unit], battle.units[other]
            touch = one.side != two.side and (unit in ended or other in ended) and meets(rects[unit], rects[other])
            if touch and other not in touching(battle, unit) and not one.gun and not two.gun:
                found += [_contact(one, two, rects, movers, ended)]
    return found


def _contact(
    one: Unit,
    two: Unit,
    rects: Mapping[StandId, Rect],
    movers: Mapping[StandId, Mover],
    ended: Mapping[StandId, MoveEnd],
) -> Contact:
    attacker, target = (one, two) if _attacks(one.id, two.id, rects, movers) else (two, one)
    latest = max(ended[unit.id].time for unit in (one, two) if unit.id in ended)
    moving = [unit.id for unit in (attacker, target) if unit.id in ended and ended[unit.id].time >= latest]
    by = tuple(unit for unit in moving if movers[unit].charges)
    if _goes_at(attacker.id, target.id, movers) and _goes_at(target.id, attacker.id, movers):
        return Contact(attacker.id, target.id, Face.FRONT, 0, by)
    mover = movers[attacker.id]
    at = target.rect if mover.pursues else stood_at(target)
    return Contact(attacker.id, target.id, face_by_rays(at, middle(mover.began, Face.FRONT)), 0, by)


def _goes_at(unit: StandId, enemy: StandId, movers: Mapping[StandId, Mover]) -> bool:
    return unit in movers and movers[unit].at == enemy


def _attacks(one: StandId, two: StandId, rects: Mapping[StandId, Rect], movers: Mapping[StandId, Mover]) -> bool:
    """Whether the first attacks the second: it goes at it; else it alone moved; else its front touches."""
    first, second = _goes_at(one, two, movers), _goes_at(two, one, movers)
    if first and second:
        return not movers[one].counters
    if first or second:
        return first
    if (one in movers) != (two in movers):
        return one in movers
    return face_touched(rects[one], rects[two]) is Face.FRONT


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
