"""What happened on the table.  A rule set's facts are subclasses, joined in one tagged union."""

from typing import Generic, TypeVar

import msgspec

from pbem.engine.ids import RuleId, Seat

B = TypeVar("B")
"""A rule set's battle: an immutable value."""


class Fact(msgspec.Struct, Generic[B], frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, with the rules that made it happen.

    A fact carries results: ``apply`` sets them and decides nothing, so that a journal folds without rules code.
    """

    rules: tuple[RuleId, ...] = ()

    def apply(self, battle: B) -> B:
        """The battle after this fact."""
        raise TypeError(f"{type(self).__name__} has no apply")

    def seen_by(self, battle: B, seat: Seat) -> bool:
        """Whether a seat learns of it (``battle`` as it stood before).  Facts are public unless they say otherwise."""
        return True

    def same_outcome(self, other: object) -> bool:
        """Equal but for the rules cited: a citation is no outcome."""
        if type(other) is not type(self):
            return False
        if self == other:
            return True
        return bool(msgspec.structs.replace(self, rules=()) == msgspec.structs.replace(other, rules=()))
