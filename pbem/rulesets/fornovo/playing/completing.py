"""S3: charges whose targets are gone, contacts, units shattered by fire (FS-7.9e, FS-Q36, FS-Q37, FS-Q91, FS-Q103)."""

from typing import Literal

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.fornovo.morale import tests
from pbem.rulesets.fornovo.moving.charging import closing, left_to_charge
from pbem.rulesets.fornovo.moving.overrunning import helpless
from pbem.rulesets.fornovo.moving.places import disordered, rect_of
from pbem.rulesets.fornovo.playing.charges import turn_about
from pbem.rulesets.fornovo.playing.overruns import run_over
from pbem.rulesets.fornovo.playing.routing import break_unit, fall_back, half_rout_moves, pursue, routers
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import Battle, Charge, Chase, Combat, charge_of, charges_on, chase_of, in_order
from pbem.rulesets.fornovo.state.orders import Orders
from pbem.rulesets.fornovo.state.units import Unit, driverless, shattered

Does = Literal["halt", "go on"]


def complete(play: Play[Battle], orders: Orders) -> None:
    """S3: the tests to halt, the false routs, then every charge to its end."""
    before = routers(play.battle)
    does: dict[StandId, Does] = {}
    for charge in _in_turn(play.battle):
        if _gone(play.battle, charge):
            does[charge.unit] = _halts(play, charge, orders)
    evaded = [one for one in _in_turn(play.battle) if one.state == "evaded"]
    for charge in _in_turn(play.battle):
        if does.get(charge.unit) == "halt":
            _halted(play, charge.unit)
        elif does.get(charge.unit) == "go on" and charge.unit in play.battle.units:
            _go_on(play, charge, orders)
    for charge in evaded:
        if charge.unit in play.battle.units:
            _turn_back(play, charge, orders)
    for charge in _in_turn(play.battle):
        if charge.unit not in play.battle.units:
            continue
        if charge.state == "home" and charge.target in play.battle.units:
            _close(play, charge)
        else:
            play.record(f.ChargeEnded(charge.unit))
    rout_shattered(play, orders)
    half_rout_moves(play, orders, before)


def _in_turn(battle: Battle) -> list[Charge]:
    """Charges of Side A before those of Side B, by id."""
    order = [one.id for one in in_order(battle)]
    there = [one for one in battle.charges if one.unit in order and battle.units[one.unit].morale != "routed"]
    return sorted((one for one in there if one.state not in {"failed", "over"}), key=lambda one: order.index(one.unit))


def _gone(battle: Battle, charge: Charge) -> bool:
    """The target has evaded, or broken before the charge reached it."""
    target = battle.units.get(charge.target)
    broke = target is None or target.routed_this_turn
    return charge.state == "evaded" or (broke and charge.state in {"pending", "home"})


# --- the target is gone ---------------------------------------------------------------------------------------------


def _halts(play: Play[Battle], charge: Charge, orders: Orders) -> Does:
    """D-12, D-4.  Rules: FS-8.5, FS-7.9e, FS-Q36, FS-Q37: mounted go on after routers, they do not test."""
    unit, choices = play.battle.units[charge.unit], orders.choose(play.battle, charge.unit)
    forced = charge.state != "evaded" and unit.mounted
    if forced or unit.unpaid or choices.if_target_gone == "continue" or choices.pursuit == "allow":
        return "go on"
    return "halt" if tests.halt(play, charge.unit) else "go on"


def _halted(play: Play[Battle], unit: StandId) -> None:
    play.record(f.PursuitEnded(unit, play.battle.units[unit].pose, rules=(RuleId("FS-8.5"),)))
    play.record(f.ChargeEnded(unit))


def _go_on(play: Play[Battle], charge: Charge, orders: Orders) -> None:
    """FS-7.9e, FS-Q36, FS-Q37: with what is left of its charge move, at evaders or after routers."""
    unit = play.battle.units[charge.unit]
    left = left_to_charge(play.battle, charge)
    evaded = charge.state == "evaded"
    choices = orders.choose(play.battle, charge.unit)
    allowed = choices.if_target_gone == "continue" or choices.pursuit == "allow"
    gallop = unit.kind == "cavalry" and unit.charge == "gallop"
    play.record(f.ChargeEnded(charge.unit))
    play.record(f.PursuitBegan(Chase(unit=charge.unit, target=charge.target, allowed=allowed, gallop=gallop)))
    chase = next(one for one in play.battle.pursuits if one.unit == charge.unit)
    pursue(play, chase, left, orders)
    caught = [one for one in play.battle.combats if {*one.units} == {charge.unit, charge.target}]
    if caught and _trampled(play, charge.unit, charge.target):
        play.record(f.ContactLost(caught[0].units))
    if evaded and chase_of(play.battle, charge.unit) is not None:
        play.record(f.PursuitEnded(charge.unit, rules=(RuleId("FS-7.9e"),)))


def _turn_back(play: Play[Battle], charge: Charge, orders: Orders) -> None:
    """FS-2.16, FS-Q91: an evader whose chaser is now disordered turns upon it; both test, and fight in C1."""
    evader, chaser = play.battle.units.get(charge.target), play.battle.units[charge.unit]
    if evader is None or evader.false_rout_tried or not disordered(play.battle, chaser):
        return
    if any(evader.id in one.units for one in play.battle.combats):
        return
    if not turn_about(play, evader.id, chaser.id, orders):
        return
    own = charge_of(play.battle, evader.id)
    if own is None:
        return
    if not tests.charge(play, evader.id):
        fall_back(play, evader.id, own.moved, orders)
    elif not tests.charge(play, chaser.id):
        break_unit(play, chaser.id, evader.id, orders, rules=(RuleId("FS-8.7"),))
    else:
        play.record(f.ChargeConfirmed(evader.id, home=True, rules=(RuleId("FS-Q91"),)))


# --- contacts -------------------------------------------------------------------------------------------------------


def _close(play: Play[Battle], charge: Charge) -> None:
    """A charge that came home: loose troops are run over, others are fought in C1.  Rules: FS-10.10b, FS-Q38."""
    if not _reached(play, charge):
        play.record(f.ChargeEnded(charge.unit))
        return
    if driverless(play.battle.units[charge.target]):
        play.record(f.Removed(charge.target, "destroyed", rules=(RuleId("FS-2.10f"),)))
    if charge.target not in play.battle.units or _trampled(play, charge.unit, charge.target):
        play.record(f.ChargeEnded(charge.unit))
        return
    engage(play, charge)


def _reached(play: Play[Battle], charge: Charge) -> bool:
    """FS-Q38: it closes only if it can still reach; units in contact are there."""
    unit, target = play.battle.units[charge.unit], play.battle.units[charge.target]
    mine, its = rect_of(play.battle, unit), rect_of(play.battle, target)
    own = charge_of(play.battle, charge.target)
    if mine is None or its is None or own is None or own.state != "failed":
        return True
    made = closing(play.battle, charge)
    if made is None:
        return False
    play.record(f.ChargeMoved(made.charge, made.pose, rules=(RuleId("FS-Q38"),)))
    return True


def _trampled(play: Play[Battle], by: StandId, victim: StandId) -> bool:
    """FS-10.10b: skirmishers and gunners met by close order are eliminated; there is no combat."""
    unit, loose = play.battle.units[by], play.battle.units[victim]
    its = rect_of(play.battle, loose)
    if unit.skirmishers or its is None or not helpless(play.battle, loose):
        return False
    run_over(play, by, victim, 2 * max(its.half_depth, its.half_width))
    return True


def engage_all(play: Play[Battle]) -> None:
    """Every charge that came home is a combat."""
    for charge in _in_turn(play.battle):
        if charge.state == "home" and charge.target in play.battle.units:
            engage(play, charge)


def engage(play: Play[Battle], charge: Charge) -> None:
    """FS-10.1a, FS-10.7b: contact, with the losses to charge fire of either; none if they are in combat already."""
    pair = (charge.unit, charge.target)
    if any({*one.units} == {*pair} for one in play.battle.combats):
        return
    own = charge_of(play.battle, charge.target)
    fire = {**(own.fire if own is not None and own.target == charge.unit else {}), **charge.fire}
    gallop = tuple(one for one in pair if _gallops(play.battle, one))
    combat = Combat(units=pair, aspect=charge.aspect, fire=fire, gallop=gallop)
    play.record(f.ContactMade(combat, rules=(RuleId("FS-7.6c"),)))


def _gallops(battle: Battle, unit: StandId) -> bool:
    one, charge = battle.units[unit], charge_of(battle, unit)
    return charge is not None and charge.state == "home" and one.kind == "cavalry" and one.charge == "gallop"


# --- shattered ------------------------------------------------------------------------------------------------------


def rout_shattered(play: Play[Battle], orders: Orders) -> None:
    """FS-5.3, FS-Q103: a shattered unit routs when the phase in progress closes."""
    for unit in in_order(play.battle):
        now: Unit | None = play.battle.units.get(unit.id)
        if now is not None and shattered(now) and now.morale != "routed" and not now.guns:
            by = min((one.unit for one in charges_on(play.battle, unit.id) if one.state == "home"), default=None)
            break_unit(play, unit.id, by, orders, rules=(RuleId("FS-5.3"), RuleId("FS-Q103")))
