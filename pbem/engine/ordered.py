"""Bytes of a value, by which it is known again."""

import msgspec


def ordered(value: object) -> bytes:
    """As JSON, sets and mappings in order: equal values give equal bytes.

    Numbers that are keys are written as text first: msgspec puts no others in order.
    """
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True, order="deterministic"))
