"""The names by which special rules are cited, and the rules of a kind."""

from collections.abc import Iterator
from typing import TypeVar

from pbem.engine.ids import RuleId
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.special_rules import Kind

K = TypeVar("K", bound=Kind)


def cited(rule: Kind | type[Kind]) -> RuleId:
    """``SCN-held-by``."""
    return RuleId(f"SCN-{rule.__struct_config__.tag}")


def rules_of(battle: Battle, kind: type[K]) -> Iterator[tuple[int, K]]:
    """The special rules of a kind, each with its place among those of the battle."""
    yield from ((i, one) for i, one in enumerate(battle.special) if isinstance(one, kind))
