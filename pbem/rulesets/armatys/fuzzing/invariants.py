"""What is true of every battle: after every fact, and between two bounds."""

from collections.abc import Sequence
from itertools import combinations

from pbem.engine.facts import Fact
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.table.contact import reach
from pbem.engine.table.distances import rects
from pbem.engine.table.edges import holds
from pbem.engine.table.places import point
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit, break_number

ROUNDING = 0.03
"""Inches that a place may miss by, once it is stored in hundredths and its facing in tenths of a degree."""


def after_fact(start: Battle, battle: Battle, facts: Sequence[Fact[Battle]]) -> None:
    """Counters are never negative (section 2); figures never come back (AR-cas); melees are between enemies.

    Raises FuzzFault.
    """
    for unit in battle.units.values():
        if unit.counters < 0:
            raise FuzzFault(f"{unit.id} holds {unit.counters} counters")
        if unit.pistols_loaded and not unit.pistols:
            raise FuzzFault(f"{unit.id} has loaded pistols, and carries none")
    for side in battle.sides:
        if _figures(battle, side) > _figures(start, side):
            raise FuzzFault(f"{side} has more figures than it began with")
    for one in battle.contacts:
        pair = battle.units.get(one.one), battle.units.get(one.other)
        if pair[0] is None or pair[1] is None or pair[0].side == pair[1].side:
            raise FuzzFault(f"{one.one} is in contact with {one.other}, which cannot be")


def _figures(battle: Battle, side: str) -> int:
    every = [*battle.units.values(), *battle.to_come.values()]
    return sum(one.figures for one in every if one.side == side)


def between_steps(battle: Battle) -> None:
    """As a bound ends: who broke is broken, who has no figures is gone, units stand apart and on the table."""
    if battle.limit and battle.bound > battle.limit:
        raise FuzzFault(f"bound {battle.bound} of {battle.limit}")
    for unit in battle.units.values():
        _check_unit(battle, unit)
    for one, other in combinations(battle.units.values(), 2):
        near = abs(one.rect.x - other.rect.x) + abs(one.rect.y - other.rect.y) < FARTHEST
        if near and (deep := reach(one.rect, other.rect)) > ROUNDING:
            raise FuzzFault(f"{one.id} and {other.id} overlap by {deep:.3f} inches (AR-G4)")
    for touch in battle.contacts:
        apart = rects(battle.units[touch.one].rect, battle.units[touch.other].rect)
        if apart > CLOSED_UP:
            raise FuzzFault(f"{touch.one} is in contact with {touch.other}, {apart:.3f} inches off (AR-G4)")


FARTHEST = 40
"""Inches between the middles of two units that may overlap."""
CLOSED_UP = 4.0
"""Inches by which rows that have lost figures may draw back from who touches their end (AR-G27): the melee goes on."""


def _check_unit(battle: Battle, unit: Unit) -> None:
    number = break_number(unit)
    if number is not None and unit.counters >= number and unit.state != "broken":
        raise FuzzFault(f"{unit.id} holds {unit.counters} counters and is not broken (AR-Q14)")
    if not unit.figures and not unit.gun:
        raise FuzzFault(f"{unit.id} has no figures left, and is there (AR-Q83)")
    if not holds(battle.table, point(unit.pose.at)):
        raise FuzzFault(f"{unit.id} is off the table (AR-G20)")
    if unit.rows and len(unit.rows[0]) < max(map(len, unit.rows)):
        raise FuzzFault(f"{unit.id} has a rear row longer than its front (AR-G27)")
