"""The aide's sheet as a player would write it: a line for each unit, and a word of why behind it."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.rulesets.onehour.aides.plan import lines_of
from pbem.rulesets.onehour.aides.temperaments import STEADY, TEMPERAMENTS
from pbem.rulesets.onehour.asks import AskOrders
from pbem.rulesets.onehour.battle import Battle, seat_of_unit
from pbem.rulesets.onehour.writing.writing import answer_text, orders_text


def aide(view: Battle, ask: Ask[Any], temper: str = "") -> str:
    """Order text for an ask: a sheet of orders; for set-up and army the default.

    temper: one of ``TEMPERAMENTS``; '' is the first of them.  Raises KeyError for one that does not exist.
    """
    minded = TEMPERAMENTS[temper] if temper else STEADY
    if not isinstance(ask, AskOrders):
        return answer_text(ask.default)
    lines = lines_of(view, ask.side, minded)
    return "\n".join(
        f"{unit} {orders_text(line.orders)}  # {line.why}"
        for unit, line in lines.items()
        if seat_of_unit(view, unit) == ask.seat
    )
