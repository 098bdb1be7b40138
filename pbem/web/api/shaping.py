"""Values of ours as shapes of the API."""

from typing import TypeVar

import msgspec

T = TypeVar("T")


def shaped(value: object, shape: type[T]) -> T:
    """A value as a shape, by the names of its fields; what the shape does not name is left out."""
    return msgspec.convert(value, shape, from_attributes=True)
