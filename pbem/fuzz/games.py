"""The games of the fuzzer, each a function of rule set, seed and number."""

from dataclasses import dataclass
from typing import Any

from pbem.engine.chance import Chance
from pbem.engine.fuzzing import Fuzzing, Setup
from pbem.engine.ruleset import RuleSet
from pbem.fuzz.library import RulesFolder
from pbem.rulesets import rule_sets


class NoRandomPlay(Exception):
    """Rules that have no random player, or do not say what is to be checked."""


@dataclass(frozen=True)
class FuzzedGame:
    """One game to be played and checked."""

    rules: RuleSet[Any]
    fuzzing: Fuzzing[Any]
    seed: int
    number: int
    setup: Setup[Any]


def game_of(name: str, seed: int, number: int) -> FuzzedGame:
    """A game by its rule set, seed and number.  Raises NoRandomPlay, naming the rule sets that can be fuzzed."""
    rules = rule_sets().get(name)
    if rules is None or rules.playtest.fuzzing is None:
        able = [one.name for one in rule_sets().values() if one.playtest.fuzzing]
        raise NoRandomPlay(f"there is no random player for {name!r}; there is one for {', '.join(able)}")
    fuzzing = rules.playtest.fuzzing()
    chance = Chance(f"setup {seed} {number}".encode())
    return FuzzedGame(rules, fuzzing, seed, number, fuzzing.setup(chance, number, RulesFolder(name)))
