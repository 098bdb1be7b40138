"""The rule sets there are.  Adding one: a folder here and one line in the list."""

from typing import Any

from pbem.engine.library import RulesLibrary
from pbem.engine.ruleset import RuleSet


class UnknownRules(Exception):
    """A rule set that this program does not have."""


def rule_sets() -> dict[str, RuleSet[Any]]:
    """Every rule set by its name."""
    from pbem.rulesets import armatys, campaign, fornovo, onehour, snaphance  # slow: rule sets

    found = (snaphance.RULES, onehour.RULES, armatys.RULES, fornovo.RULES, campaign.RULES)
    return {rules.name: rules for rules in found}


def rule_set(name: str) -> RuleSet[Any]:
    """The rule set of that name.  Raises UnknownRules, naming those there are."""
    known = rule_sets()
    if name not in known:
        raise UnknownRules(f"there is no rule set {name!r}; there are: {', '.join(sorted(known))}")
    return known[name]


def libraries() -> dict[str, RulesLibrary]:
    """Rule sets with parts that are used without a game, by name: army lists, cases of a single price."""
    from pbem.rulesets import fornovo  # slow: rule sets

    return {one.name: one for one in (fornovo.LIBRARY,)}
