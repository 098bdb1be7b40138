"""Reading what a case says into structs, to any depth, with every fault and its place.

The form of a key is the type of a struct's field: a struct, a list or a mapping of structs, or one of several structs.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from pbem.engine.spec import Faults, inside, unknown

T = TypeVar("T")


def read_tree(kind: type[T], value: object, where: str, faults: Faults) -> T | None:
    """A value as that type; None when anything was wrong, each fault told with its place.

    Of several structs the one that is meant is found by a key that all have with another word for each
    (``order: move``), else by a key that only that struct needs (``setup``), else it is the first.
    """
    before = len(faults.found)
    found = _read(kind, value, where, faults)
    return found if len(faults.found) == before else None


def _read(kind: Any, value: Any, where: str, faults: Faults) -> Any:  # noqa: ANN401  # any type, any value
    structs = _structs_in(kind)
    if not structs:
        return _plain(kind, value, where, faults)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(kind, value, where, faults)
    args = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return _one_of(args, value, where, faults)
    if isinstance(value, Mapping) and len(args) == 2 and get_origin(kind) is dict:
        return {key: _read(args[1], one, inside(where, str(key)), faults) for key, one in value.items()}
    if isinstance(value, list) and get_origin(kind) in (list, tuple):
        items = [_read(args[0], one, inside(where, i), faults) for i, one in enumerate(value)]
        return tuple(items) if get_origin(kind) is tuple else items
    faults.add(where, f"expected {'keys and values' if get_origin(kind) is dict else 'a list'}, found {_said(value)}")
    return None


def _struct(kind: type[msgspec.Struct], value: Any, where: str, faults: Faults) -> Any:  # noqa: ANN401  # any value
    if not isinstance(value, Mapping):
        faults.add(where, f"expected keys and values, found {_said(value)}")
        return None
    before = len(faults.found)
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    unknown(value, fields, where, faults)
    got: dict[str, Any] = {}
    for name, field in fields.items():
        if name in value:
            got[field.name] = _read(field.type, value[name], inside(where, name), faults)
        elif field.required:
            faults.add(where, f"{name!r} is missing")
    return kind(**got) if len(faults.found) == before else None


def _one_of(kinds: Sequence[Any], value: Any, where: str, faults: Faults) -> Any:  # noqa: ANN401  # any value
    """A value of a union, among whose types are structs."""
    if value is None and NoneType in kinds:
        return None
    structs = [one for one in kinds if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    if not isinstance(value, Mapping) or not structs:
        holders = [one for one in kinds if _structs_in(one) and one not in structs]
        plain = [one for one in kinds if not _structs_in(one) and one not in (NoneType, msgspec.UnsetType)]
        fits = holders if isinstance(value, Mapping | list) else plain
        return _read((fits or plain or holders or structs)[0], value, where, faults)
    tag, words = _tag(structs)
    if tag:
        if value.get(tag) not in words:
            faults.add(inside(where, tag), f"expected one of {', '.join(words)}, found {value.get(tag)!r}")
            return None
        return _struct(words[value[tag]], value, where, faults)
    return _struct(_by_own_key(structs, value), value, where, faults)


def _tag(structs: Sequence[type[msgspec.Struct]]) -> tuple[str, dict[Any, type[msgspec.Struct]]]:
    """The key by whose word the structs differ, and the words; '' where they have none."""
    shared = set.intersection(*({field.name for field in msgspec.structs.fields(one)} for one in structs))
    for name in sorted(shared):
        words: dict[Any, type[msgspec.Struct]] = {}
        for one in structs:
            kind = next(field.type for field in msgspec.structs.fields(one) if field.name == name)
            if get_origin(kind) is Literal:
                words.update(dict.fromkeys(get_args(kind), one))
        if len(structs) > 1 and set(words.values()) == set(structs):
            return name, words
    return "", {}


def _by_own_key(structs: Sequence[type[msgspec.Struct]], value: Mapping[str, Any]) -> type[msgspec.Struct]:
    """A struct after the first with a key that it needs and no other has, if the value has that key; else the first."""
    needed = {one: {f.name for f in msgspec.structs.fields(one) if f.required} for one in structs}
    for one in (*structs[1:], structs[0]):
        others = {f.name for other in structs if other is not one for f in msgspec.structs.fields(other)}
        if (needed[one] - others) & value.keys():
            return one
    return structs[0]


def _structs_in(kind: Any) -> bool:  # noqa: ANN401  # any type
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return True
    return any(_structs_in(one) for one in get_args(kind))


def _plain(kind: Any, value: Any, where: str, faults: Faults) -> Any:  # noqa: ANN401  # any type, any value
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        what, _, at = str(fault).replace("`", "").partition(" - at $")
        faults.add(where + at, what[:1].lower() + what[1:])
        return None


def _said(value: object) -> str:
    if value is None:
        return "nothing"
    return "a list" if isinstance(value, list | tuple) else f"{value!r}"


# --- names ----------------------------------------------------------------------------------------------------------


def known(some: Iterable[object], there: Iterable[object], where: str, faults: Faults, what: str = "unit") -> bool:
    """Whether every name is one of those there are; a fault for each that is not."""
    names = set(there)
    strange = [one for one in some if one not in names]
    for one in strange:
        faults.add(where, f"there is no {what} {one!r}")
    return not strange
