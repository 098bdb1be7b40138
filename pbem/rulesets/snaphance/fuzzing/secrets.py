"""A battle with what one seat may not see altered: what the seat sees has to be the same."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.ids import Side
from pbem.rulesets.snaphance.state.battle import Arrival, Battle
from pbem.rulesets.snaphance.state.commands import Sheet, StandingOrder


def other_secrets(battle: Battle, ask: Ask[Any]) -> Battle:
    """The battle with the other side's orders, how far it has come in them, and its secret arrivals altered."""
    other = next(one.id for one in battle.armies if one.seat != ask.seat)
    sheet = Sheet(standing=(StandingOrder("evade", "never"), StandingOrder("pursue", "yes")))
    further = battle.next_order + (1 if battle.active_side == other else 0)
    coming = tuple(
        replace(one, round=one.round + 1, due=not one.due) if one.secret and _waits(battle, one, other) else one
        for one in battle.arrivals
    )  # fmt: skip
    return replace(battle, sheets={**battle.sheets, other: sheet}, next_order=further, arrivals=coming)


def _waits(battle: Battle, arrival: Arrival, side: Side) -> bool:
    """Whether it is a side's of which no stand has come."""
    stands = [battle.stands[stand] for stand in arrival.stands]
    return all(one.to_come and one.side == side for one in stands)
