"""Special rules of a scenario: small structs that a battle holds, each cited by its kind and told in a sentence."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, get_args

import msgspec

from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId
from pbem.engine.wording import capital


class SpecialRule(msgspec.Struct, frozen=True, kw_only=True, tag_field="rule"):
    """A special rule: its fields are the keys of the scenario file, its tag is the word for its kind there."""


K = TypeVar("K", bound=SpecialRule)


class HasSpecial(Protocol):
    """A battle that may have special rules."""

    @property
    def special(self) -> Sequence[SpecialRule]:
        """In the order of the scenario file."""


H = TypeVar("H", bound=HasSpecial)
Words = Mapping[type[SpecialRule], Callable[[H, Any], str]]
"""How each kind is told: the battle, a rule -> a sentence without capital and full stop."""


def by_word(union: Any) -> Mapping[str, type[SpecialRule]]:  # noqa: ANN401  # a union of kinds
    """Every kind, by the word that a scenario file has for it."""
    return {str(one.__struct_config__.tag): one for one in get_args(union)}


def cited(rule: SpecialRule | type[SpecialRule]) -> RuleId:
    """The name by which reports cite a kind: ``SCN-runaway``."""
    return RuleId(f"SCN-{rule.__struct_config__.tag}")


def rules_of(battle: HasSpecial, kind: type[K]) -> Iterator[tuple[int, K]]:
    """The special rules of a kind, each with its place among those of the battle."""
    yield from ((i, one) for i, one in enumerate(battle.special) if isinstance(one, kind))


def in_sentences(battle: H, words: Words[H]) -> tuple[tuple[RuleId, str], ...]:
    """The special rules of a battle: the name by which each is cited, and its sentence."""
    return tuple((cited(rule), f"{capital(words[type(rule)](battle, rule))}.") for rule in battle.special)


def that_decided(
    rules: Sequence[tuple[RuleId, str]], turn: int, facts: Iterable[object]
) -> tuple[tuple[RuleId, str], ...]:
    """Those of some rules that have decided something in a turn; before the first turn all of them."""
    decided = {rule for fact in facts if isinstance(fact, Fact) for rule in fact.rules}
    return tuple((rule, says) for rule, says in rules if turn == 0 or rule in decided)
