"""Orders tried out on a seat's view: where a try begins, and what came of each unit in it.

A try is one player turn of the seat and, after it, the enemy's, played by his aide-de-camp.
"""

from collections.abc import Sequence
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.facts import Fact
from pbem.engine.hiding import laid_open
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.table.references import say_spot
from pbem.engine.what_if import Came, CannotTry, StandCame, WhatIf
from pbem.rulesets.onehour.asks import AskOrders
from pbem.rulesets.onehour.battle import GONE, Battle, Unit, lost_by, side_of_seat
from pbem.rulesets.onehour.commands import Sheet
from pbem.rulesets.onehour.facts import Charged, Refused, Shot
from pbem.rulesets.onehour.tables import ELIMINATED_AT

CARRIED_OUT, NOT_CARRIED_OUT = "order carried out", "order not carried out"
"""What came of an own unit's orders: all was done; something was refused."""
CHARGED, WAS_CHARGED, RAN_OUT = "charged", "was charged", "ran out of ammunition"


def from_here(view: Battle, ask: Ask[Any]) -> Battle:
    """The view itself: its seat is asked first of all in its player turn.  Raises CannotTry for set-up and armies."""
    if not isinstance(ask, AskOrders):
        raise CannotTry("only orders can be tried out, not what goes before the first turn")
    return laid_open(view)


def came(before: Battle, after: Battle, facts: Sequence[Fact[Battle]], seat: Seat, answer: Any) -> Came:  # noqa: ANN401  # a sheet
    """What came of a try for everybody in view."""
    mine = side_of_seat(before, seat)
    deeds = _deeds(facts, mine, answer)
    names = {one.id: one.name for one in after.armies}
    there = [unit for _, unit in sorted(before.units.items()) if unit.state in {"on table", "to come"}]
    return Came(
        stands=tuple(_unit(unit, after.units[unit.id], mine, tuple(deeds.get(unit.id, ()))) for unit in there),
        lost={names[one.id]: lost_by(after, one.id) - lost_by(before, one.id) for one in after.armies},
        ended=after.ended or "", winner=names[after.winner] if after.winner is not None else "",
    )  # fmt: skip


def _unit(before: Unit, after: Unit, mine: Side | None, deeds: tuple[str, ...]) -> StandCame:
    """Its strength is the hits that would still remove it."""
    return StandCame(
        code=before.id, mine=before.side == mine, start=ELIMINATED_AT - before.hits, lost=after.hits - before.hits,
        gone=after.state in GONE, disordered=False,
        at=say_spot(after.pose.at) if after.on_table else "", deeds=deeds,
    )  # fmt: skip


def _deeds(facts: Sequence[Fact[Battle]], mine: Side | None, answer: Any) -> dict[StandId, dict[str, None]]:  # noqa: ANN401  # a sheet
    """What each unit did, each thing once."""
    found: dict[StandId, dict[str, None]] = {}
    refused = {fact.order.unit for fact in facts if isinstance(fact, Refused) and fact.side == mine}
    for order in answer.orders if isinstance(answer, Sheet) else ():
        found.setdefault(order.unit, {})[NOT_CARRIED_OUT if order.unit in refused else CARRIED_OUT] = None
    for fact in facts:
        if isinstance(fact, Charged):
            found.setdefault(fact.unit, {})[CHARGED] = None
            found.setdefault(fact.target, {})[WAS_CHARGED] = None
        elif isinstance(fact, Shot) and fact.out:
            found.setdefault(fact.unit, {})[RAN_OUT] = None
    return found


WHAT_IF = WhatIf(from_here=from_here, came=came)
