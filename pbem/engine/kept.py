"""What follows from a frozen value, worked out once: kept beside its fields, and gone with it."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import msgspec

T = TypeVar("T")


def kept(value: msgspec.Struct, key: Hashable, make: Callable[[], T]) -> T:
    """What was made of a value under this key, or is made now.

    value: a frozen struct with ``dict=True``.  make: depends on nothing but the value and the key.  What is kept is
    no part of the value: it is neither compared nor written, and a changed copy begins without it.
    """
    known: dict[Hashable, T] = value.__dict__.setdefault("kept", {})
    if key not in known:
        known[key] = make()
    return known[key]
