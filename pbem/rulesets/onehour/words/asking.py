"""The questions a seat of a one-hour battle is asked, in words."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.rulesets.onehour.asks import AskArmy, AskOrders, AskSetup
from pbem.rulesets.onehour.battle import TYPES, Battle, army
from pbem.rulesets.onehour.tables import ARMY_SIZE, ARMY_TABLE, army_of


def describe(view: Battle, ask: Ask[Any]) -> str:
    """An ask as a question, with what may be answered."""
    match ask:
        case AskOrders(turn=turn):
            last = f" of {view.limit}" if view.limit is not None else ""
            return f"Your orders for your player turn in turn {turn}{last}."
        case AskSetup():
            return "Where do your units stand? Those you do not name stand as the scenario shows them."
        case AskArmy(side=side):
            muster = army(view, side).muster
            size = muster.size if muster is not None else ARMY_SIZE
            rows = "; ".join(f"{row}: {row_text(row, size)}" for row in ARMY_TABLE)
            return f"Which army do you lead? Roll, or take a row of the table. {rows}."
        case _:
            raise TypeError(f"{type(ask).__name__} is no ask of the one-hour rules")


def row_text(row: int, size: int) -> str:
    """``3 Infantry, 2 Swordsmen, 1 Cavalry``."""
    counts = army_of(row, size)
    return ", ".join(f"{counts[kind]} {kind}" for kind in TYPES if counts[kind])
