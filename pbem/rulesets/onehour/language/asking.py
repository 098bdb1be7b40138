"""The questions a seat of a one-hour battle is asked, in words."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.table.places import Spot
from pbem.engine.table.references import say_spot
from pbem.rulesets.onehour.asks import AskArmy, AskOrders, AskSetup
from pbem.rulesets.onehour.battle import TYPES, Army, Battle, army
from pbem.rulesets.onehour.tables import ARMY_SIZE, ARMY_TABLE, army_of


def describe(view: Battle, ask: Ask[Any]) -> str:
    """An ask as a question, with what may be answered."""
    match ask:
        case AskOrders(turn=turn):
            last = f" of {view.limit}" if view.limit is not None else ""
            return f"Your orders for your player turn in turn {turn}{last}."
        case AskSetup(side=side):
            return (
                f"Where do your units stand? {_zone(army(view, side))}One line for each: <unit> at <place> facing "
                "<degrees>, its centre and 0 for north. Those you do not name stand as the scenario shows them; the "
                "other side sees nothing before both are done."
            )
        case AskArmy(side=side):
            muster = army(view, side).muster
            size = muster.size if muster is not None else ARMY_SIZE
            rows = "; ".join(f"{row}: {row_text(row, size)}" for row in ARMY_TABLE)
            return f"Which army do you lead? Write army roll, or army and a row of the table. {rows}."
        case _:
            raise TypeError(f"{type(ask).__name__} is no ask of the one-hour rules")


def _zone(one: Army) -> str:
    """``Wholly between 0,0 and 36,12. ``: where an army may be set up; '' for anywhere."""
    if not one.zone:
        return ""
    across, up = sorted({spot.x for spot in one.zone}), sorted({spot.y for spot in one.zone})
    if len(one.zone) == 4 and len(across) == len(up) == 2:
        return f"Wholly between {say_spot(Spot(across[0], up[0]))} and {say_spot(Spot(across[1], up[1]))}. "
    return f"Wholly within {', '.join(say_spot(spot) for spot in one.zone)}. "


def row_text(row: int, size: int) -> str:
    """``3 Infantry, 2 Swordsmen, 1 Cavalry``."""
    counts = army_of(row, size)
    return ", ".join(f"{counts[kind]} {kind}" for kind in TYPES if counts[kind])
