"""A case that checks orders: each judged by itself against the position, before the step that carries it out."""

from typing import Any

from msgspec import UNSET

from pbem.engine.casekit.inches import angle, length
from pbem.engine.casekit.results import CaseStop, fault_text
from pbem.engine.ids import RuleId, StandId
from pbem.engine.spec import Faults
from pbem.rulesets.fornovo.cases.action import ActionSpec, OrderSpec
from pbem.rulesets.fornovo.cases.choosing import chooser
from pbem.rulesets.fornovo.cases.legs import leg
from pbem.rulesets.fornovo.fighting.planning import judge
from pbem.rulesets.fornovo.moving.charging import answered, impetus, rush
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.moving.riding import ride
from pbem.rulesets.fornovo.playing.moves import upset
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import Battle, charges_on

Order = o.MoveOrder | o.ChargeOrder | o.AnswerOrder | o.FireOrder


def orders_of(action: ActionSpec) -> list[Order]:
    """The orders of a case, numbered from 1.  Raises CaseStop for one that cannot be read."""
    faults = Faults()
    found = [_order(number, one, faults) for number, one in enumerate(action.orders, 1)]
    if faults.found:
        raise CaseStop(fault_text(faults))
    return found


def orders_for(action: ActionSpec) -> o.Orders:
    """The orders and choices of a case, as a turn takes them.  Raises CaseStop for what cannot be read."""
    faults = Faults()
    choose = chooser(action, faults)
    if faults.found:
        raise CaseStop(fault_text(faults))
    every = orders_of(action)
    return o.Orders(
        charges=tuple(one for one in every if isinstance(one, o.ChargeOrder)),
        answers=tuple(one for one in every if isinstance(one, o.AnswerOrder)),
        moves=tuple(one for one in every if isinstance(one, o.MoveOrder)),
        shots=tuple(one for one in every if isinstance(one, o.FireOrder)),
        choose=choose, until=action.until,
    )  # fmt: skip


def _order(number: int, one: OrderSpec, faults: Faults) -> Order:
    where = f"action.orders[{number - 1}]"
    legs = tuple(made for i, part in enumerate(one.moves) if (made := leg(part, f"{where}.moves[{i}]", faults)))
    target = StandId(one.target or "")
    if one.do == "charge":
        return o.ChargeOrder(number, one.who, target, legs, one.shoot)
    if one.do == "move":
        unless = None if one.unless is None else length(one.unless, f"{where}.unless", faults)
        return o.MoveOrder(number, one.who, legs, unless)
    if one.do == "fire":
        sides = {str(side): (StandId(fire.target), fire.dice) for side, fire in one.sides.items()}
        return o.FireOrder(number, one.who, target or None, one.shot, one.salvee, sides, one.rank or UNSET)
    bearing = None if one.bearing is None else angle(one.bearing, f"{where}.bearing", faults)
    far = None if one.distance is None else length(one.distance, f"{where}.distance", faults)
    return o.AnswerOrder(number, one.who, one.do, target or None, bearing, far)


def judged(battle: Battle, order: Order) -> tuple[RuleId, ...] | dict[str, Any]:
    """The rules against an order, or what it takes.  Raises CaseStop for what is not built."""
    if isinstance(order, o.MoveOrder):
        return _move(battle, order)
    if isinstance(order, o.ChargeOrder):
        made = rush(battle, order)
        if isinstance(made, Refusal):
            return made.rules
        return {"reach": made.reach / 100, "impetus": made.impetus, "cost": made.charge.moved / 100}
    if isinstance(order, o.FireOrder):
        planned = judge(battle, order)
        return planned.rules if isinstance(planned, Refusal) else {"dice": planned.dice}
    return _answer(battle, order)


def _answer(battle: Battle, order: o.AnswerOrder) -> tuple[RuleId, ...] | dict[str, Any]:
    """FS-7.8a, FS-7.9b: against the charges of the position."""
    there = [one for one in charges_on(battle, order.unit) if order.target in {None, one.unit}]
    found = answered(battle, order, there[0] if there else None)
    if isinstance(found, Refusal):
        return found.rules
    return {} if found is None else {"reach": found.reach / 100, "impetus": impetus(battle, found.charge)}


def _move(battle: Battle, order: o.MoveOrder) -> tuple[RuleId, ...] | dict[str, Any]:
    if order.who in battle.generals:
        ridden = ride(battle, battle.generals[order.who], order.legs)
        return ridden.rules if isinstance(ridden, Refusal) else {}
    made = march(battle, battle.units[order.who], order.legs)
    if isinstance(made, Refusal):
        return made.rules
    unit = battle.units[order.who]
    disorders = {*made.disorders, *([unit.id] if upset(battle, unit, order) is not None else [])}
    return {
        "cost": made.cost, "left": made.left, "through": made.through or "full", "disorders": sorted(disorders),
        "shaken": made.unit.morale == "shaken", "debt": made.debt,
    }  # fmt: skip
