"""What of a sheet will not work as written: it is carried out on the seat's view in its own order.

Moves one by one, then the moves of standing orders, then shots from where all then stand (OH-D3, OH-seq-2).
"""

from collections.abc import Sequence
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.table.contact import overlaps
from pbem.engine.table.places import Pose
from pbem.engine.warnings import Footprint, OrderWarning
from pbem.rulesets.onehour.asks import AskOrders
from pbem.rulesets.onehour.battle import Battle, Unit
from pbem.rulesets.onehour.commands import Charge, Move, MoveOrder, Order, Sheet, Shoot
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.language.advice import instead, told
from pbem.rulesets.onehour.language.idling import desk_of
from pbem.rulesets.onehour.language.judging import own, unordered
from pbem.rulesets.onehour.language.planning import along
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.fitting import at_pose, footprint
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.playing.checking import check
from pbem.rulesets.onehour.writing.writing import orders_text


def warnings(view: Battle, ask: Ask[Any], answer: object) -> tuple[OrderWarning, ...]:
    """What of an answer, as it is to stand, will not work as written."""
    if not isinstance(ask, AskOrders) or not isinstance(answer, Sheet):
        return ()
    found: list[OrderWarning] = []
    battle, acted = view, set[StandId]()
    for order in answer.orders:
        if not isinstance(order, MoveOrder) or order.unit not in battle.units:
            continue
        came = done(battle, order)
        if isinstance(came, No):
            found.append(_warning(battle, answer, acted, order, came.objections))
        elif came is not None:
            battle = came.apply(battle)
        acted.add(order.unit)
    battle = unordered(desk_of(view, ask), battle, acted, answer.standing)
    shots = [order for order in answer.orders if isinstance(order, Shoot) and order.unit in battle.units]
    barred = ((order, check(battle, order)) for order in shots)
    return (*found, *(_warning(battle, answer, acted, order, why) for order, why in barred if why))


def _warning(
    battle: Battle, sheet: Sheet, acted: set[StandId], order: MoveOrder | Shoot, objections: Sequence[Objection]
) -> OrderWarning:
    unit = battle.units[order.unit]
    friends = tuple(dict.fromkeys(StandId(one.by) for one in objections if own(battle, one, unit.id)))
    there = _end(unit, order)
    if friends:
        text = _in_the_way(battle, sheet, acted, unit, friends[0], order, there)
    else:
        text = f"{unit.id} cannot carry this out now: {told(objections)}."
    stays = "stays where it is" if unit.on_table else "stays off the table"
    then = "does not shoot" if isinstance(order, Shoot) else stays
    others = friends or _aimed_at(order)
    places = [_place(unit, there)] if unit.on_table or there is not None else []
    places += [_place(battle.units[one], None) for one in others if battle.units[one].on_table]
    return OrderWarning(
        kind="collision" if friends else "impossible", units=(unit.id,), others=others,
        text=f"{text} {unit.id} then {then}.", footprints=tuple(places),
        rules=tuple(dict.fromkeys(rule for one in objections for rule in one.rules)),
        suggestions=tuple(f"{unit.id} {orders_text(some)}" for some in instead(battle, _orders(sheet, unit.id))),
    )  # fmt: skip


def _in_the_way(
    battle: Battle, sheet: Sheet, acted: set[StandId], unit: Unit, friend: StandId, order: Order, there: Pose | None
) -> str:
    """Who holds the place and who acts first: ``S01 and S02 would end on the same ground. S01 moves first.``."""
    other = battle.units[friend]
    if isinstance(order, Shoot):
        return f"{friend} is in the line of fire of {unit.id}."
    both = there is not None and overlaps(at_pose(unit, there), footprint(other))
    moves = any(one.unit == friend for one in sheet.orders if isinstance(one, Move))
    if friend in acted and moves and both:
        return f"{friend} and {unit.id} would end on the same ground. {friend} moves first."
    if friend in acted:
        return f"{friend} is in the way of {unit.id}. {friend} acts first."
    if moves:
        return f"{friend} is still in the way when {unit.id} moves: its own line comes later."
    return f"{friend} is in the way of {unit.id} and has no order to move."


def _orders(sheet: Sheet, unit: StandId) -> tuple[Order, ...]:
    return tuple(order for order in sheet.orders if order.unit == unit)


def _aimed_at(order: Order) -> tuple[StandId, ...]:
    match order:
        case Charge(target=target):
            return (target,)
        case Shoot(targets=targets):
            return targets[:1]
        case _:
            return ()


def _end(unit: Unit, order: Order) -> Pose | None:
    """Where a move in figures would end, if nothing were in its way; None for any other order."""
    if not isinstance(order, Move) or order.road or not unit.on_table:
        return None
    return along(unit.pose, order.legs)


def _place(unit: Unit, at: Pose | None) -> Footprint:
    return Footprint(unit.id, at or unit.pose, unit.width, unit.depth)
