"""What a seat sees of a battle: never the other side's standing orders, nor what an umpire forbids or allows it."""

from msgspec.structs import replace

from pbem.engine.commanders import side_with
from pbem.engine.ids import UMPIRE, Seat
from pbem.engine.rulings.facts import words_on_own
from pbem.rulesets.fornovo.state.battle import Battle


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat; the umpire sees all."""
    if seat == UMPIRE:
        return battle
    standing = {side: one for side, one in battle.standing.items() if Seat(side) == seat}
    return replace(battle, standing=standing, umpires_words=words_on_own(battle, side_with(battle.armies, seat)))
