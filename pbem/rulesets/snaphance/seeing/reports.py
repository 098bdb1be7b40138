"""Troops that a side was told of, by an umpire or as the battle begins."""

from typing import Any

from pbem.engine.facts import Fact
from pbem.engine.hexes import from_hour, from_label, label
from pbem.engine.ids import Side, StandId
from pbem.engine.rulings.language import RulingFault
from pbem.engine.sightings import Sighting
from pbem.rulesets.snaphance.state.battle import Battle, Stand, on_board, other_side
from pbem.rulesets.snaphance.state.noticed import SightingReported
from pbem.rulesets.snaphance.state.sights import FOOT, NOMINAL_SP, as_known, not_known


def reported(battle: Battle, side: Side, name: StandId, kind: str, place: str) -> tuple[Fact[Any], str]:
    """Troops that a side is told of, as its map shows them, and their place in canonical form.

    kind: ``foot``, ``horse``, ``guns`` or ``troops``.  place: as written.  Raises RulingFault.
    """
    try:
        here = from_label(place)
    except ValueError as fault:
        raise RulingFault(str(fault), ("rule report to South: horse at 0605",)) from fault
    if not on_board(battle, here):
        raise RulingFault(f"{label(here)} is off the board")
    told = Stand(
        id=name, name="", side=other_side(battle, side), group=not_known(other_side(battle, side)),
        type=f"?{kind}" if kind != "troops" else FOOT, hex=here, facing=from_hour(12), sp=NOMINAL_SP,
    )  # fmt: skip
    shown = as_known(battle, told, Sighting(name, "body" if kind == "troops" else "made out"))
    return SightingReported(side=side, shown=shown), label(here)
