"""The names by which special rules are cited, and who a rule is about."""

from collections.abc import Iterator
from typing import TypeVar

from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.special_rules import Kind

K = TypeVar("K", bound=Kind)


def cited(rule: Kind | type[Kind]) -> RuleId:
    """``SCN-runaway``."""
    return RuleId(f"SCN-{rule.__struct_config__.tag}")


def rules_of(battle: Battle, kind: type[K]) -> Iterator[tuple[int, K]]:
    """The special rules of a kind, each with its place among those of the battle."""
    yield from ((i, one) for i, one in enumerate(battle.special) if isinstance(one, kind))


def broken_or_gone(battle: Battle, units: tuple[StandId, ...]) -> list[StandId]:
    """Those of some units that are broken, or off the table; one that has rejoined its parent is neither."""
    gone = [unit for unit in units if unit in battle.removed and not battle.removed[unit].joined]
    there = [unit for unit in units if unit in battle.units and battle.units[unit].state == "broken"]
    return sorted([*gone, *there])
