"""The parts of a move in a case: the vocabulary's ``moves``."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from pbem.engine.casekit.inches import Number, Pair
from pbem.engine.casekit.reading import read_tree
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults, inside
from pbem.engine.table.measures import Hundredths, Tenths, hundredths, normal, tenths
from pbem.engine.table.places import Spot
from pbem.rulesets.armatys.state import orders as o


class DetachSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    rows: list[str]
    at: Pair
    leaves: list[str]


def _length(value: float) -> Hundredths:
    return hundredths(value)


def _angle(value: float) -> Tenths:
    return Tenths(tenths(abs(value)) * (1 if value >= 0 else -1))


def _spot(pair: Pair) -> Spot:
    return Spot(hundredths(pair[0]), hundredths(pair[1]))


def _detach(spec: DetachSpec) -> o.Detach:
    return o.Detach(StandId(spec.id), tuple(spec.rows), _spot(spec.at), tuple(spec.leaves))


MAKE: Mapping[str, tuple[Any, Callable[[Any], o.Leg]]] = {
    "ahead": (Number, lambda value: o.Forward(_length(value))),
    "back": (Number, lambda value: o.Back(_length(value))),
    "sideways": (Number, lambda value: o.Sideways(_length(value))),
    "wheel": (Number, lambda value: o.WheelBy(_angle(value))),
    "turn": (Number, lambda value: o.TurnTo(normal(tenths(value)))),
    "rows": (list[str], lambda value: o.Form(tuple(value))),
    "column": (Literal[True], lambda value: o.March()),
    "cross": (str, o.Cross),
    "face": (str, lambda value: o.FaceEnemy(StandId(value))),
    "mount": (Literal[True], lambda value: o.Mount()),
    "dismount": (Literal[True], lambda value: o.Dismount()),
    "limber": (Literal[True], lambda value: o.Limber()),
    "unlimber": (Literal[True], lambda value: o.Unlimber()),
    "by_hand": (Number, lambda value: o.ByHand(_length(value))),
    "bayonets": (Literal["fix", "unfix"], lambda value: o.Bayonets(fix=value == "fix")),
    "detach": (DetachSpec, _detach),
    "rejoin": (str, lambda value: o.Rejoin(StandId(value))),
    "man": (Literal[True], lambda value: o.Man()),
    "to": (Pair, lambda value: o.GoTo(_spot(value))),
}
"""What is written after each, and what it becomes."""


def read_legs(specs: list[Any], where: str, faults: Faults) -> None:
    """A fault for each part that is not ``{ahead: 4}`` or another of the vocabulary's, with what belongs to it."""
    for i, spec in enumerate(specs):
        at = inside(where, i)
        if not isinstance(spec, dict) or len(spec) != 1:
            faults.add(at, f"a part of a move has one key, one of {', '.join(MAKE)}; found {spec!r}")
            continue
        name, value = next(iter(spec.items()))
        if name not in MAKE:
            faults.add(at, f"there is no move {name!r}; there are {', '.join(MAKE)}")
        elif MAKE[name][0] is Literal[True]:
            if value is not True:
                faults.add(inside(at, name), f"expected true, found {value!r}")
        else:
            read_tree(MAKE[name][0], value, inside(at, name), faults)


def leg(spec: Mapping[str, Any]) -> o.Leg:
    """One part, read before: ``{ahead: 4}``."""
    name, value = next(iter(spec.items()))
    kind, make = MAKE[name]
    return make(value if kind is Literal[True] else msgspec.convert(value, kind))
