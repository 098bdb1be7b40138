"""What a seat sees of a battle: an open table, but never the other side's orders (DESIGN 6)."""

from msgspec.structs import replace

from pbem.engine.ids import UMPIRE, Seat
from pbem.rulesets.snaphance.battle import Battle, side_of_seat


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat: every stand is seen; orders and standing orders are those of its own side only.

    How far the active side has come in its sheet is its own business too.  The umpire sees all; a spectator no orders.
    """
    if seat == UMPIRE:
        return battle
    side = side_of_seat(battle, seat)
    sheets = {s: sheet for s, sheet in battle.sheets.items() if s == side}
    next_order = battle.next_order if side is not None and battle.active_side == side else 0
    return replace(battle, sheets=sheets, next_order=next_order)
