"""Whose orders are wanted, and what acts for who has none."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.ids import Side, StandId
from pbem.engine.reporting import FormLine
from pbem.rulesets.onehour.asks import AskOrders, AskSetup
from pbem.rulesets.onehour.battle import Battle, Unit, arrival_of, engaged, led_by, side_of_seat
from pbem.rulesets.onehour.commands import MoveOrder, Order, Sheet, Standing
from pbem.rulesets.onehour.language.advice import moved
from pbem.rulesets.onehour.language.remarks import worth
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.standing.acting import move_for, shot_for
from pbem.rulesets.onehour.writing.writing import orders_text


def desk_of(view: Battle, ask: Ask[Any]) -> Resolver:
    """What the seat that is asked can name and order."""
    side = side_of_seat(view, ask.seat)
    return Resolver(view, side if side is not None else Side(""), ask.seat, ordered(view, ask))


def ordered(view: Battle, ask: Ask[Any]) -> tuple[StandId, ...]:
    """The units that may be given orders now, by code: on the table or due to come; at set-up all that are there."""
    mine = led_by(view, ask.seat)
    match ask:
        case AskOrders():
            return tuple(one.id for one in mine if one.on_table or is_due(view, one))
        case AskSetup():
            return tuple(one.id for one in mine if one.state in {"to place", "on table"})
        case _:
            return ()


def is_due(view: Battle, unit: Unit) -> bool:
    """Whether a unit that is to come may come now (OH-Q42)."""
    arrival = arrival_of(view, unit.id)
    return unit.state == "to come" and arrival is not None and view.turn >= arrival.turn


def idle_line(desk: Resolver, after: Battle, unit: StandId, standing: tuple[Standing, ...]) -> FormLine:
    """What a unit without orders does as things stand.  after: the battle when all have moved."""
    told = Sheet(standing=standing)
    view = replace(desk.view, sheets={**desk.view.sheets, desk.seat: told})
    orders: list[Order] = []
    notes: list[str] = []
    move = move_for(view, unit)
    shot = shot_for(replace(after, sheets={**after.sheets, desk.seat: told}), unit)
    for acting in (move, shot):
        if acting is not None:
            orders.append(acting.order)
            notes += [f"standing order: {acting.standing}"] if acting.standing else []
    if move is not None and not move.standing:
        notes.append("default")
    if shot is not None and not shot.standing:
        notes.append("default: the nearest it may shoot at")
    fight = moved(view, move.order) if move is not None and isinstance(move.order, MoveOrder) else view
    if engaged(view, unit) and (blow := worth(fight, unit)):
        notes.append(f"its fight goes on: {blow}")
    settled = engaged(view, unit) or not view.units[unit].on_table
    settled |= any(acting is not None and bool(acting.standing) for acting in (move, shot))
    return FormLine(unit, orders_text(orders) or "hold", "; ".join(dict.fromkeys(notes)), settled=settled)
