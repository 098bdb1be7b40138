"""What a case expects beside what came of it: by a table of keys, each compared in its own way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.engine.casekit.results import Difference
from pbem.engine.spec import Faults, unknown

S = TypeVar("S")
A = TypeVar("A")
B = TypeVar("B")

Check = Callable[[str, Any, S, Faults], list[Difference]]
"""The key, what the case has under it, the story -> what differs.  Slips of the case are faults."""


def differences(
    expect: Mapping[str, Any], keys: Mapping[str, Check[S]], told: S, faults: Faults
) -> tuple[Difference, ...]:
    """Every key of ``expect`` that differs.  Keys that are not known, or not written as they are, are faults."""
    unknown(expect, keys, "expect", faults)
    found: list[Difference] = []
    for name, wanted in expect.items():
        if name not in keys:
            continue
        try:
            found += keys[name](name, wanted, told, faults)
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            why = f"{fault} is missing" if isinstance(fault, KeyError) else str(fault)
            faults.add(f"expect.{name}", f"it is not written as this key is: {why}")
    return tuple(found)


def differ(key: str, wanted: object, found: object) -> list[Difference]:
    """Nothing, or the difference; tuples, lists and named tuples are alike."""
    return [] if plain(wanted) == plain(found) else [Difference(key, as_words(wanted), as_words(found))]


def plain(value: object) -> object:
    """A value as YAML would hold it."""
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


def as_words(value: object) -> str:
    """A value as a difference tells it."""
    return str(plain(value)).replace("'", "")


def same(wanted: Any, found: Any) -> bool:  # noqa: ANN401  # anything a case writes
    """Equal, numbers within 0.01."""
    if isinstance(wanted, int | float) and isinstance(found, int | float) and not isinstance(wanted, bool):
        return abs(wanted - found) < 0.0101
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        return len(wanted) == len(found) and all(map(same, wanted, found))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and same(one, found[key]) for key, one in wanted.items())
    return bool(wanted == found)


def compare(key: str, wanted: Mapping[str, Any], found: Mapping[str, Any]) -> list[Difference]:
    """The keys of a map that differ.  Raises ValueError for a key that there is not."""
    strange = [name for name in wanted if name not in found]
    if strange:
        raise ValueError(f"{key} has no key {strange[0]!r}; there are {', '.join(found)}")
    return [
        Difference(f"{key}.{name}", as_words(one), as_words(found[name]))
        for name, one in wanted.items()
        if not same(one, found[name])
    ]


def unpaired(ones: Sequence[A], others: Sequence[B], fit: Callable[[A, B], bool]) -> list[int]:
    """The places of those left over when as many as can be are each given another that fits, and none given twice."""
    owners: dict[int, int] = {}

    def placed(one: int, tried: set[int]) -> bool:
        for place, other in enumerate(others):
            if place not in tried and fit(ones[one], other):
                tried.add(place)
                if place not in owners or placed(owners[place], tried):
                    owners[place] = one
                    return True
        return False

    return [one for one in range(len(ones)) if not placed(one, set())]
