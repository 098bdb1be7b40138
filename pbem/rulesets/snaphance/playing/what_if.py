"""Orders tried out on a seat's view: where a try begins, and what came of each stand in it."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.facts import Fact
from pbem.engine.hexes import label
from pbem.engine.hiding import laid_open
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.what_if import Came, CannotTry, StandCame, WhatIf
from pbem.rulesets.snaphance.state.asks import AskOrders
from pbem.rulesets.snaphance.state.battle import Battle, Stand, side_of_seat
from pbem.rulesets.snaphance.state.commands import GroupMove, GroupWait, Sheet, StandOrders
from pbem.rulesets.snaphance.state.facts import Contact, Evaded, MeleeDecided, OrderTested, Refused, StandBegan

CARRIED_OUT, NOT_CARRIED_OUT, TEST_FAILED = "order carried out", "order not carried out", "test failed"
"""What came of an own stand's order: all of it was done; something was refused; an order test was not passed."""
EVADED = "evaded"
OUTCOMES = ("won", "drawn", "lost")
"""Of the first melee round that a stand's charge led to (``charge won``), else of the first it fought."""


def from_here(view: Battle, ask: Ask[Any]) -> Battle:
    """The view as it was before its seat was asked for orders.

    Dice that were thrown before the orders of this round are not thrown again: who was not due is not till the next.
    Raises CannotTry for single questions, which come up in the middle of what is played.
    """
    if not isinstance(ask, AskOrders):
        raise CannotTry("only orders can be tried out; a single question is answered in the middle of an action")
    later = (one if one.due else replace(one, round=max(one.round, view.round + 1)) for one in view.arrivals)
    return laid_open(replace(view, arrivals=tuple(later)))


def came(before: Battle, after: Battle, facts: Sequence[Fact[Battle]], seat: Seat, answer: Any) -> Came:  # noqa: ANN401  # a sheet
    """What came of a try for everybody in view."""
    mine = side_of_seat(before, seat)
    deeds = _deeds(facts, answer)
    names = {one.id: one.name for one in after.armies}
    lost = {one.id: one.break_lost for one in before.armies}
    return Came(
        stands=tuple(_stand(one, after.stands[code], mine, deeds.get(code, ()))
                     for code, one in sorted(before.stands.items()) if not one.gone),
        lost={names[one.id]: one.break_lost - lost[one.id] for one in after.armies},
        ended=after.ended or "", winner=names[after.winner] if after.winner is not None else "",
    )  # fmt: skip


def _stand(before: Stand, after: Stand, mine: Side | None, deeds: tuple[str, ...]) -> StandCame:
    return StandCame(
        code=before.id, mine=before.side == mine, start=sum(before.sp), lost=sum(before.sp) - sum(after.sp),
        gone=after.gone, disordered=after.on_board and after.disordered, at=label(after.hex) if after.on_board else "",
        deeds=deeds,
    )  # fmt: skip


def _deeds(facts: Sequence[Fact[Battle]], answer: Any) -> dict[StandId, tuple[str, ...]]:  # noqa: ANN401  # a sheet
    """What each stand did, each thing once."""
    found: dict[StandId, dict[str, None]] = {}
    for stand, deed in (*_orders(facts, answer), *_fights(facts)):
        found.setdefault(stand, {})[deed] = None
    return {stand: tuple(some) for stand, some in found.items()}


def _orders(facts: Sequence[Fact[Battle]], answer: Any) -> list[tuple[StandId, str]]:  # noqa: ANN401  # a sheet
    """How the orders of a sheet came off, of those whose turn came."""
    ordered: set[StandId] = set()
    for item in answer.orders if isinstance(answer, Sheet) else ():
        if isinstance(item, StandOrders):
            ordered.add(item.stand)
        elif isinstance(item, GroupMove | GroupWait):
            ordered.update(item.stands)
    began = {fact.stand for fact in facts if isinstance(fact, StandBegan)}
    refused = {StandId(fact.subject) for fact in facts if isinstance(fact, Refused)}
    failed = {one for fact in facts if isinstance(fact, OrderTested) and not fact.passed for one in fact.stands}
    return [
        (stand, NOT_CARRIED_OUT if stand in refused else TEST_FAILED if stand in failed else CARRIED_OUT)
        for stand in sorted(ordered & began)
    ]  # fmt: skip


def _fights(facts: Sequence[Fact[Battle]]) -> list[tuple[StandId, str]]:
    """The first melee round each stand fought as a battle stand, and who evaded."""
    found: list[tuple[StandId, str]] = []
    charging: set[StandId] = set()
    fought: set[StandId] = set()
    for fact in facts:
        if isinstance(fact, Contact) and fact.how in ("charge", "attack", "opportunity"):
            charging.add(fact.attacker)
        elif isinstance(fact, Evaded):
            found.append((fact.stand, EVADED))
        elif isinstance(fact, MeleeDecided):
            for one in sorted(set(fact.stands.values()) - fought):
                came_out = OUTCOMES[1 if fact.loser is None else 2 if fact.loser == one else 0]
                found.append((one, f"{'charge' if one in charging else 'melee'} {came_out}"))
            fought.update(fact.stands.values())
    return found


WHAT_IF = WhatIf(from_here=from_here, came=came)
