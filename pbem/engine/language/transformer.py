"""From a line that the grammar reads to what it says: a function for each row of the verb table, and of its frame."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from lark import Token, Tree

from pbem.engine.language.grammar import Grammar, Unreadable
from pbem.engine.orders import ProblemKind, VerbTable

S = TypeVar("S")
Parts = list[Any]
"""What a rule's parts were made into, in turn; tokens stay text."""
Maker = Callable[[Parts], Any]
"""Makes what a row says of its parts.  Raises Unfit."""
KEPT = 2048
"""Lines whose meaning is kept: drafts are checked again and again while they are written."""


class Unfit(Exception):
    """A line built as it should be that says what cannot be, or may mean two things."""

    def __init__(
        self, reason: str, fixes: tuple[tuple[str, str], ...] = (), kind: ProblemKind = "not readable"
    ) -> None:
        """reason: one sentence for the player.  fixes: (word written, word that would do)."""
        super().__init__(reason)
        self.reason, self.fixes, self.kind = reason, fixes, kind


class Transformer(Generic[S]):
    """Reads lines by a verb table.  S: all that a line may say."""

    def __init__(self, table: VerbTable, makers: Mapping[str, Maker]) -> None:
        """makers: by grammar rule; a rule without one is a word, and means itself."""
        self._table, self._makers = table, makers
        self.heard = lru_cache(maxsize=KEPT)(self._heard)
        """A tidied line, what it is read as (``order``) -> what it says, or why it says nothing."""

    @cached_property
    def grammar(self) -> Grammar:
        """The grammar of the table, built once, when it is wanted."""
        return Grammar(self._table)

    def _heard(self, text: str, start: str = "order") -> S | Unreadable | Unfit:
        tree = self.grammar.parse(text, start)
        if isinstance(tree, Unreadable):
            return tree
        try:
            said: S = self._built(tree)
        except Unfit as unfit:
            return unfit
        return said

    def _built(self, node: Tree[Token]) -> Any:  # noqa: ANN401  # each row makes a type of its own
        parts: Parts = [self._built(child) if isinstance(child, Tree) else child for child in node.children]
        make = self._makers.get(node.data)
        return make(parts) if make else str(node.data).replace("_", " ").strip()


def one(value: object) -> Maker:
    """Makes the same of any parts."""
    return lambda parts: value


def first(parts: Parts) -> Any:  # noqa: ANN401  # whatever the first part was made into
    """The first part, or the only one."""
    return parts[0]
