"""How a rule set tells its facts: a sentence a fact kind, or clauses of one event; and which kinds are silent."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.narrator.citing import Citing
from pbem.engine.reporting import EventKind, RollLine

B = TypeVar("B")


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of one fact that is an event by itself."""

    text: str
    """After the name of its subject, where there is one."""
    subject: str = ""
    """The unit it is about, '' for none."""
    rolls: tuple[RollLine, ...] = ()
    brief: str = ""
    """The event in short, for the brief; '' for an event that has no place there."""
    weight: int = 0
    kind: EventKind = ""


@dataclass(frozen=True, kw_only=True)
class Telling(Generic[B]):
    """The table of a rule set: each kind of fact is in one of ``sentences``, ``clauses`` and ``silent``."""

    citing: Citing
    sentences: Mapping[type, Callable[[B, Any], Sentence | None]] = field(default_factory=dict)
    """Kinds that make an event each: from the view before the fact, and the fact."""
    clauses: Mapping[type, Callable[[Any, Any], None]] = field(default_factory=dict)
    """Kinds that add to the event in hand, begin one, or open a chapter: from the narrator and the fact."""
    silent: Mapping[type, str] = field(default_factory=dict)
    """Kinds that have no words, with the reason."""
    housekeeping: tuple[type, ...] = ()
    """Kinds of clauses whose rules say how play goes on: not cited at the event."""
    wordless: str = ""
    """The text of an event that has rolls and no words."""

    def unplaced(self, kinds: Iterable[type]) -> set[type]:
        """Kinds that are in none of the three tables, or in more than one, or silent without a reason."""
        tables = (self.sentences, self.clauses, self.silent)
        return {
            kind for kind in (*kinds, *(kind for table in tables for kind in table))
            if sum(kind in table for table in tables) != 1 or self.silent.get(kind) == ""
        }  # fmt: skip
