"""The rule sets there are.  Adding one: a folder here and one word in the list."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from pbem.engine.library import RulesLibrary
from pbem.engine.ruleset import RuleSet

NAMES = ("snaphance", "onehour", "armatys", "fornovo", "campaign")
"""Of the rule sets, each that of its folder; the first is that for newcomers."""


class UnknownRules(Exception):
    """A rule set that this program does not have."""


class _RuleSets(Mapping[str, RuleSet[Any]]):
    """Each is imported when it is asked for: a command that needs one waits for no other."""

    def __getitem__(self, name: str) -> RuleSet[Any]:
        if name not in NAMES:
            raise KeyError(name)
        found: RuleSet[Any] = import_module(f"pbem.rulesets.{name}").RULES
        return found

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


_known = _RuleSets()


def rule_sets() -> Mapping[str, RuleSet[Any]]:
    """Every rule set by its name."""
    return _known


def rule_set(name: str) -> RuleSet[Any]:
    """The rule set of that name.  Raises UnknownRules, naming those there are."""
    try:
        return _known[name]
    except KeyError:
        raise UnknownRules(f"there is no rule set {name!r}; there are: {', '.join(sorted(NAMES))}") from None


def libraries() -> dict[str, RulesLibrary]:
    """Rule sets with parts that are used without a game, by name: army lists, cases of a single price."""
    from pbem.rulesets import fornovo  # slow: rule sets

    return {one.name: one for one in (fornovo.LIBRARY,)}
