"""Stands that must try to pursue (``must-pursue``), whatever their row of the army list says (SN-13.0d)."""

from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.special.naming import stands_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.special_rules import MustPursue

RULE = RuleId("SCN-must-pursue")


def words(battle: Battle, rule: MustPursue) -> str:
    """``R12 and R13 must try to pursue when they have won``."""
    return f"{stands_named(rule.stands)} must try to pursue when they have won a melee"


def must_pursue(battle: Battle, stand: StandId) -> bool:
    """Whether a special rule sends a victor after its enemy."""
    return any(isinstance(rule, MustPursue) and stand in rule.stands for rule in battle.special)
