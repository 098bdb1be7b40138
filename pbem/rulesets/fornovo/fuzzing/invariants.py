"""What is true of every battle: after every fact, and between two turns."""

from collections.abc import Sequence
from itertools import combinations

from pbem.engine.facts import Fact
from pbem.engine.fuzzing import FuzzFault
from pbem.rulesets.fornovo.moving.places import overlap, standing
from pbem.rulesets.fornovo.state.battle import Battle

ROUNDING = 0.03
"""Inches that a place may miss by, once it is stored in hundredths and its facing in tenths of a degree."""


def after_fact(start: Battle, battle: Battle, facts: Sequence[Fact[Battle]]) -> None:
    """Figures never come back (FS-10); combats and charges are between enemies.  Raises FuzzFault."""
    for side in battle.sides:
        if _figures(battle, side) > _figures(start, side):
            raise FuzzFault(f"{side} has more figures than it began with")
    pairs = [*(one.units for one in battle.combats), *((one.unit, one.target) for one in battle.charges)]
    for one, other in pairs:
        there = battle.units.get(one), battle.units.get(other)
        if there[0] is not None and there[1] is not None and there[0].side == there[1].side:
            raise FuzzFault(f"{one} fights {other} of its own side")


def _figures(battle: Battle, side: str) -> int:
    every = [*battle.units.values(), *battle.to_come.values()]
    return sum(one.figures + one.holders for one in every if one.side == side)


def between_steps(battle: Battle) -> None:
    """As a turn ends: turns are counted to the limit, no unit has lost all its figures and is there (G-4)."""
    if battle.limit and battle.turn > battle.limit:
        raise FuzzFault(f"turn {battle.turn} of {battle.limit}")
    for unit in battle.units.values():
        if not unit.figures and not unit.guns and unit.kind != "wagons":
            raise FuzzFault(f"{unit.id} has no figures left, and is there")
    for one, other in combinations(standing(battle), 2):
        loose = one.unit.skirmishers or other.unit.skirmishers or one.unit.guns or other.unit.guns
        routed = "routed" in {one.unit.morale, other.unit.morale}
        if not loose and not routed and (deep := overlap(battle, one.unit, other.unit)) > ROUNDING:
            raise FuzzFault(f"{one.unit.id} and {other.unit.id} overlap by {deep:.3f} inches (FS-7.10)")
