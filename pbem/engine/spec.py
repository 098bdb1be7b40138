"""Reading what people wrote by hand (scenario files, cases): typed, and every fault at once, each with its place."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class ScenarioFault(msgspec.Struct, frozen=True):
    """Something wrong in a scenario file: where (``stands[3].hex``), what, and what to do instead."""

    where: str
    what: str


class Faults:
    """Faults as they are found."""

    def __init__(self) -> None:
        self.found: list[ScenarioFault] = []

    def add(self, where: str, what: str) -> None:
        """One more."""
        self.found.append(ScenarioFault(where, what))


def read(kind: type[T], value: object, where: str, faults: Faults) -> T | None:
    """A mapping as a struct of that kind, field by field.

    None when anything was wrong: an unknown key, a missing one, a value of another type.  Each is told in ``faults``.
    """
    if not isinstance(value, Mapping):
        faults.add(where, f"expected keys and values, found {_kind(value)}")
        return None
    before = len(faults.found)
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    unknown(value, fields, where, faults)
    got: dict[str, Any] = {}
    for name, field in fields.items():
        if name in value:
            try:
                got[field.name] = msgspec.convert(value[name], field.type)
            except msgspec.ValidationError as fault:
                faults.add(*_placed(inside(where, name), fault))
        elif field.required:
            faults.add(where, f"{name!r} is missing")
    return kind(**got) if len(faults.found) == before else None


def read_most(kind: type[T], value: Mapping[str, Any], faults: Faults) -> T | None:
    """The same of a whole file; where something is wrong, what can be read without the keys that have a fault.

    So that all the rest of it is looked at too.  None when it cannot be read without them.
    """
    whole = read(kind, value, "", faults)
    if whole is not None:
        return whole
    wrong = {fault.where.partition(".")[0].partition("[")[0] for fault in faults.found}
    return read(kind, {key: one for key, one in value.items() if key not in wrong}, "", Faults())


def unknown(value: Mapping[Any, Any], known: Iterable[str], where: str, faults: Faults) -> None:
    """A fault for each key that is not known, with the nearest that is."""
    names = sorted(known)
    for key in value:
        if key not in names:
            near = difflib.get_close_matches(str(key), names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(names)}"
            if isinstance(key, bool):
                hint = f"YAML reads on, off, yes and no so; {hint}"
            faults.add(inside(where, str(key)), f"unknown key {key!r}; {hint}")


def inside(where: str, name: str | int) -> str:
    """The place of a key or an item in something: ``sides[0].groups[1].name``."""
    if isinstance(name, int):
        return f"{where}[{name}]"
    return f"{where}.{name}" if where else name


def _placed(where: str, fault: msgspec.ValidationError) -> tuple[str, str]:
    """The library's message as (place, what): it appends ``- at `$[1]```."""
    what, _, at = str(fault).replace("`", "").partition(" - at $")
    return where + at, what[:1].lower() + what[1:]


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list | tuple):
        return "a list"
    return f"{value!r}"
