"""What of a packet the rules bar as things stand, before anything of the bound is played."""

from pbem.rulesets.armatys.asks import Packet
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.charging import Barred, checked
from pbem.rulesets.armatys.moving.ordinary import plan
from pbem.rulesets.armatys.moving.riding import rode
from pbem.rulesets.armatys.playing.choosing import does
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle, umpires_word
from pbem.rulesets.armatys.state.units import Unit, one_file


def objections(battle: Battle, packet: Packet) -> list[Objection]:
    """Charges and moves as they would be made now; fire, rests and speeches as far as can be known."""
    found = [_charge(battle, one) for one in packet.charges]
    found += [_move(battle, one) for one in packet.moves]
    found += [_shot(battle, one) for one in packet.shots]
    found += [_rest(battle, one) for one in packet.rests]
    found += [_speech(battle, one) for one in packet.speeches]
    return [one for one in found if one is not None]


def _charge(battle: Battle, order: o.ChargeOrder) -> Objection | None:
    made = checked(battle, order, through=does(battle, order.unit, "friends") == "through")
    return Objection(made.rules, made.by) if isinstance(made, Barred) else None


def _move(battle: Battle, order: o.MoveOrder) -> Objection | None:
    general = battle.generals.get(order.unit)
    if general is not None:
        ridden = rode(battle, general, order.legs)
        return ridden if isinstance(ridden, Objection) else None
    made = plan(battle, battle.units[order.unit], order)
    return made if isinstance(made, Objection) else None


def _shot(battle: Battle, order: o.Shot) -> Objection | None:
    """Its weapon and state; whether it reaches is seen after the moves."""
    if umpires_word(battle, order.unit, "fire", order.target) == "forbidden":
        return Objection(("AR-D22",))
    unit = battle.units[order.unit]
    if one_file(unit) and not unit.cavalry:  # AR-move-6: it cannot form up and fire
        return Objection(("AR-fire-7", "AR-fire-4"))
    return _idle(unit) or (Objection(("AR-fire-4", "AR-Q37")) if unarmed(unit) else None)


def unarmed(unit: Unit) -> bool:
    """Whether it has nothing to fire with (AR-fire-4, AR-Q37)."""
    if unit.gun:
        return not unit.figures
    if unit.kind == "dragoons" and unit.mounted:
        return True
    if unit.cavalry:
        return not (unit.pistols_loaded or unit.bow)
    return not any(letter in "MBD" for row in unit.rows for letter in row)


def _idle(unit: Unit) -> Objection | None:
    if unit.state == "broken":
        return Objection(("AR-Q17",))
    return Objection(("AR-pur-9", "AR-Q23")) if unit.pursuit is not None or unit.rally_owed else None


def _rest(battle: Battle, order: o.RestOrder) -> Objection | None:
    unit = battle.units[order.unit]
    if umpires_word(battle, order.unit, "rest") == "forbidden":
        return Objection(("AR-D22",))
    if order.does == "recover":
        return None if unit.counters or not unit.counters_known else Objection(("AR-mor-7",))
    return Objection(("AR-pist-4",)) if unit.pistols_loaded or unit.state == "broken" or not unit.cavalry else None


def _speech(battle: Battle, order: o.Speech) -> Objection | None:
    general = battle.generals[order.general]
    return Objection(("AR-gnl-5", "AR-Q70")) if general.status != "fit" else None
