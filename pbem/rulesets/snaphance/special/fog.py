"""Fog (``sight``) and smoke (``smoke``): no stand sees far in some rounds, nor through some hexes in any.

The table stays open: players see every stand.  What is not seen is not shot at, nor charged.
"""

from pbem.engine.hexes import Hex, distance
from pbem.engine.ids import RuleId
from pbem.rulesets.snaphance.special.naming import hexes_named, rounds_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.special_rules import Sight, Smoke

FOG = RuleId("SCN-sight")


def words(battle: Battle, rule: Sight) -> str:
    """``Fog: in rounds 1 and 2 nobody sees, shoots or charges farther than 3 hexes``."""
    return f"fog: in {rounds_named(rule.rounds)} no unit sees, shoots at or charges an enemy beyond {rule.hexes} hexes"


def smoke_words(battle: Battle, rule: Smoke) -> str:
    """``Nobody sees through 0405 and 0406, for smoke``."""
    return f"smoke: no unit sees through {hexes_named(rule.hexes)}"


def fogged(battle: Battle, a: Hex, b: Hex) -> str:
    """Why one does not see so far in this round; '' when one does."""
    for rule in battle.special:
        if isinstance(rule, Sight) and battle.round in rule.rounds and distance(a, b) > rule.hexes:
            return f"it cannot see so far ({words(battle, rule)}; special rule)"
    return ""


def smoking(battle: Battle, here: Hex) -> bool:
    """Whether smoke hangs in a hex."""
    return any(isinstance(rule, Smoke) and here in rule.hexes for rule in battle.special)
