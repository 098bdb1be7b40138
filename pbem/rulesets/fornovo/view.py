"""What a seat sees of a battle: never the other side's standing orders."""

from msgspec.structs import replace

from pbem.engine.ids import UMPIRE, Seat
from pbem.rulesets.fornovo.state.battle import Battle


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat; the umpire sees all."""
    if seat == UMPIRE:
        return battle
    return replace(battle, standing={side: one for side, one in battle.standing.items() if Seat(side) == seat})
