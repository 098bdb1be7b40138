"""Who a special rule is about."""

from pbem.engine.ids import StandId
from pbem.rulesets.armatys.state.battle import Battle


def broken_or_gone(battle: Battle, units: tuple[StandId, ...]) -> list[StandId]:
    """Those of some units that are broken, or off the table; one that has rejoined its parent is neither."""
    gone = [unit for unit in units if unit in battle.removed and not battle.removed[unit].joined]
    there = [unit for unit in units if unit in battle.units and battle.units[unit].state == "broken"]
    return sorted([*gone, *there])
