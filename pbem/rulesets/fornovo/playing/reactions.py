"""S2: tests against shooting, to charge home, to meet a charge (FS-8.6, FS-8.7, FS-Q31, FS-Q38)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.fornovo.morale import tests
from pbem.rulesets.fornovo.playing.routing import break_unit, fall_back, half_rout_moves, routers
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import Battle, Charge, charge_of, charges_on, in_order
from pbem.rulesets.fornovo.state.orders import Orders
from pbem.rulesets.fornovo.state.units import Unit, driverless

ADVANCED = 2
"""FS-8.6: inches."""


def react(play: Play[Battle], orders: Orders) -> None:
    """The four links; at the end of each those who broke make half a rout move (FS-8.7, FS-Q31)."""
    for link in (_shot_at, _countercharges, _charges, _met):
        before = routers(play.battle)
        link(play, orders)
        half_rout_moves(play, orders, before)


def charged(battle: Battle, unit: Unit) -> bool:
    """FS-Q95: a charge situation: it charged, counter-charged, evaded, or was the target of a charge in this turn."""
    return unit.evaded or charge_of(battle, unit.id) is not None or bool(charges_on(battle, unit.id))


def _shot_at(play: Play[Battle], orders: Orders) -> None:
    """Link 1.  Rules: FS-8.6."""
    for unit in in_order(play.battle):
        if unit.morale == "routed" or charged(play.battle, unit) or not tests.must_test_shot(play.battle, unit):
            continue
        if tests.shot_at(play, unit.id):
            continue
        if unit.morale == "shaken":
            break_unit(play, unit.id, _worst(unit), orders, rules=(RuleId("FS-8.6"),))
        else:
            ran = unit.advanced >= play.battle.inches(ADVANCED)
            play.record(f.MoraleChanged(unit.id, "halted" if ran else "shaken", rules=(RuleId("FS-8.6"),)))


def _worst(unit: Unit) -> StandId | None:
    """G-22: of its shooters the one of most figures, then of the lowest id."""
    return min(unit.shot.by, key=lambda code: (-unit.shot.by[code], code), default=None)


def _pending(battle: Battle, *, counter: bool) -> list[Charge]:
    """Charges to be tested, of Side B before those of Side A, by id."""
    order = [one.id for one in in_order(battle, b_first=True)]
    there = [one for one in battle.charges if one.state == "pending" and not one.passed and one.unit in order]
    return sorted((one for one in there if one.counter is counter), key=lambda one: order.index(one.unit))


def _countercharges(play: Play[Battle], orders: Orders) -> None:
    """Link 2.  Rules: FS-8.7."""
    for charge in _pending(play.battle, counter=True):
        _test(play, charge, orders)


def _charges(play: Play[Battle], orders: Orders) -> None:
    """Link 3.  Rules: FS-8.7, FS-Q38."""
    for charge in _pending(play.battle, counter=False):
        if charge.target in play.battle.units:
            _test(play, charge, orders)


def _test(play: Play[Battle], charge: Charge, orders: Orders) -> None:
    if play.battle.units[charge.unit].morale == "routed":
        return
    if tests.charge(play, charge.unit):
        play.record(f.ChargeConfirmed(charge.unit, rules=(RuleId("FS-8.7"),)))
    else:
        fall_back(play, charge.unit, charge.moved, orders)


def _met(play: Play[Battle], orders: Orders) -> None:
    """Link 4: those who stand to meet a charge that came home; one that charged itself has tested (FS-Q105), one that
    ran before does not.

    Rules: FS-8.7, FS-Q38.
    """
    for unit in in_order(play.battle, b_first=True):
        home = [one for one in charges_on(play.battle, unit.id) if one.passed and one.state == "pending"]
        if not home or unit.id not in play.battle.units or play.battle.units[unit.id].routed_this_turn:
            continue
        stands = charge_of(play.battle, unit.id) is None and unit.morale != "routed" and not driverless(unit)
        if stands and not tests.charge(play, unit.id):
            break_unit(play, unit.id, home[0].unit, orders, rules=(RuleId("FS-8.7"),))
            continue
        for charge in home:
            play.record(f.ChargeConfirmed(charge.unit, home=True, rules=(RuleId("FS-8.7"),)))
            own = charge_of(play.battle, unit.id)
            if own is not None and own.target == charge.unit and own.state == "pending" and own.passed:
                play.record(f.ChargeConfirmed(unit.id, home=True, rules=(RuleId("FS-8.7"),)))
