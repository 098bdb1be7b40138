"""A battle with what one seat may not see altered: what the seat sees has to be the same."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.onehour.battle import Battle, side_of_seat
from pbem.rulesets.onehour.commands import Hold, Sheet, StandingFire, StandingMove

OTHERS = (StandingMove(whom="all", how="keep", distance=Hundredths(700)), StandingFire(whom="foot", cover=True))


def other_secrets(battle: Battle, ask: Ask[Any]) -> Battle:
    """The battle with the other side's orders, its standing orders and its secret arrivals altered."""
    mine = side_of_seat(battle, ask.seat)
    sheets = dict(battle.sheets)
    for one in battle.armies:
        if one.id != mine:
            theirs = [unit for unit in sorted(battle.units) if battle.units[unit].side == one.id]
            sheets[one.id] = Sheet(orders=tuple(Hold(unit=unit) for unit in theirs[:1]), standing=OTHERS)
    hidden = {
        unit for one in battle.arrivals if one.secret for unit in one.units
        if battle.units[unit].side != mine and battle.units[unit].state == "to come"
    }  # fmt: skip
    others = {unit: replace(battle.units[unit], hits=1, name="others") for unit in sorted(hidden)}
    units = {**battle.units, **others}
    coming = tuple(replace(one, turn=one.turn + 1) if hidden.issuperset(one.units) else one for one in battle.arrivals)
    return replace(battle, sheets=sheets, units=units, arrivals=coming)
