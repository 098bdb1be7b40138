"""Stands that steady one another (``morale``): a bonus in morale tests while all of them are on the field."""

from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.special.naming import stands_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.facts import Term
from pbem.rulesets.snaphance.state.special_rules import Morale

RULE = RuleId("SCN-morale")


def words(battle: Battle, rule: Morale) -> str:
    """``R12 and R13 have +1 in morale tests while both are on the field``."""
    those = {1: "it is", 2: "both are"}.get(len(rule.stands), "all of them are")
    verb = "has" if len(rule.stands) == 1 else "have"
    return f"{stands_named(rule.stands)} {verb} {rule.bonus:+d} in morale tests while {those} on the field"


def steadied(battle: Battle, stand: StandId) -> tuple[Term, ...]:
    """The terms of the morale test of a stand that others steady."""
    return tuple(
        Term("steadied", rule.bonus)
        for rule in battle.special
        if isinstance(rule, Morale) and stand in rule.stands and all(battle.stands[s].on_board for s in rule.stands)
    )
