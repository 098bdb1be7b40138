"""What of a packet the rules bar as things stand, by the functions that carry the orders out (catalogue section 11)."""

from collections.abc import Iterator

from pbem.rulesets.fornovo.fighting.planning import serves_guns
from pbem.rulesets.fornovo.moving.charging import rush
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.moving.riding import ride
from pbem.rulesets.fornovo.state.asks import Packet
from pbem.rulesets.fornovo.state.battle import Battle, umpires_word
from pbem.rulesets.fornovo.state.orders import AnswerOrder
from pbem.rulesets.fornovo.state.units import Unit, ranks, ready_turn


def objections(battle: Battle, packet: Packet) -> list[Refusal]:
    """Every order that would be refused now."""
    return list(_objections(battle, packet))


def _objections(battle: Battle, packet: Packet) -> Iterator[Refusal]:
    for move in packet.moves:
        if move.who in battle.generals:
            ridden = ride(battle, battle.generals[move.who], move.legs)
            if isinstance(ridden, Refusal):
                yield ridden
        elif isinstance(made := march(battle, battle.units[move.who], move.legs), Refusal):
            yield made
    for charge in packet.charges:
        if isinstance(run := rush(battle, charge), Refusal):
            yield run
    for answer in packet.answers:
        against = _answer(battle, answer)
        if against is not None:
            yield against
    for shot in packet.shots:
        if umpires_word(battle, shot.unit, "fire", shot.target) == "forbidden":
            yield barred("D-24")
        elif (unable := _fire(battle, battle.units[shot.unit], shot.shot)) is not None:
            yield unable


def _fire(battle: Battle, unit: Unit, shot: str | None) -> Refusal | None:
    """FS-9.1a, FS-9.1b, FS-9.16, FS-7.16: who cannot fire in this turn, wherever others go; range is seen in S1."""
    if unit.morale == "routed":
        return barred("FS-9.1b")
    if unit.debt:
        return barred("FS-7.16")
    if serves_guns(unit, shot):
        return barred("FS-9.16") if ready_turn(unit, battle.turn, battle.period) > battle.turn else None
    return None if unit.kind == "sniper" or any(one.missile for one in unit.blocks) else barred("FS-9.19")


def _answer(battle: Battle, answer: AnswerOrder) -> Refusal | None:
    """FS-7.9a, FS-7.17f, FS-7.6.1b: what a unit can never answer."""
    unit = battle.units[answer.unit]
    if answer.do == "evade":
        light = unit.kind == "cavalry" and ranks(unit) <= 2 and all(one.armour == "L" for one in unit.blocks)
        return None if unit.guns or unit.skirmishers or light else barred("FS-7.9a")
    if answer.do == "square":
        return None if unit.foot and not unit.skirmishers else barred("FS-7.17f")
    if answer.do == "countercharge" and (unit.guns or unit.kind in {"sniper", "wagons"}):
        return barred("FS-7.6.1b")
    return None
