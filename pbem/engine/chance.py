"""Chance without luck: integers from a text, so that the same text always gives the same ones."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of integers from a text: SHA-256 of the text and a counter.  Not for dice, which players can check."""

    def __init__(self, text: bytes) -> None:
        """text: whatever the stream is to depend on."""
        self._text = hashlib.sha256(text).digest()
        self._count = 0

    def below(self, limit: int) -> int:
        """An integer from 0 to limit - 1."""
        self._count += 1
        drawn = hashlib.sha256(self._text + self._count.to_bytes(8, "big")).digest()
        return int.from_bytes(drawn[:8], "big") % limit

    def odds(self, percent: int) -> bool:
        """True in so many of a hundred."""
        return self.below(100) < percent

    def pick(self, things: Sequence[T]) -> T:
        """One of several."""
        return things[self.below(len(things))]

    def mixed(self, things: Sequence[T]) -> list[T]:
        """All of them in any order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]
