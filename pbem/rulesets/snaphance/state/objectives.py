"""Objectives: hexes in hand, and what ends a battle at the end of a round (``scenarios/README.md``)."""

import msgspec

from pbem.engine.hexes import Hex, key, neighbours
from pbem.engine.ids import Side
from pbem.rulesets.snaphance.state.battle import Battle, HexObjective, stand_at


class Won(msgspec.Struct, frozen=True):
    """An objective that is held when it decides the battle, and by whom."""

    objective: HexObjective
    side: Side


def in_hand(battle: Battle, side: Side, objective: HexObjective) -> tuple[Hex, ...]:
    """Its hexes in a side's hands: it was the last to pass through, and no enemy stands there or next to it."""
    found: list[Hex] = []
    for here in objective.hexes:
        near = [stand_at(battle, there) for there in (here, *neighbours(here))]
        if battle.holders.get(key(here)) == side and all(one is None or one.side == side or one.blind for one in near):
            found.append(here)
    return tuple(found)


def holder(battle: Battle, objective: HexObjective) -> Side | None:
    """The one side that has as many of its hexes in hand as it needs; None where neither or each of them has."""
    found = [one.id for one in battle.armies if len(in_hand(battle, one.id, objective)) >= objective.need]
    return found[0] if len(found) == 1 else None


def won(battle: Battle) -> Won | None:
    """The first objective that decides the battle at the end of this round, if one does."""
    for objective in battle.objectives:
        at, since = objective.at_round, objective.from_round
        if battle.round == at or (since is not None and battle.round >= since):
            side = holder(battle, objective)
            if side is not None:
                return Won(objective, side)
    return None
