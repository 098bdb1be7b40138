"""The parts of a move in a case: the vocabulary's ``moves``."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.casekit.results import CaseStop
from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths, Tenths, hundredths, normal, tenths
from pbem.engine.table.places import Spot
from pbem.rulesets.armatys.state import orders as o


def _length(value: float) -> Hundredths:
    return hundredths(value)


def _angle(value: float) -> Tenths:
    return Tenths(tenths(abs(value)) * (1 if value >= 0 else -1))


def _spot(pair: list[float]) -> Spot:
    return Spot(hundredths(pair[0]), hundredths(pair[1]))


def _detach(spec: Mapping[str, Any]) -> o.Detach:
    return o.Detach(StandId(spec["id"]), tuple(spec["rows"]), _spot(spec["at"]), tuple(spec["leaves"]))


MAKE: Mapping[str, Callable[[Any], o.Leg]] = {
    "ahead": lambda value: o.Forward(_length(value)),
    "back": lambda value: o.Back(_length(value)),
    "sideways": lambda value: o.Sideways(_length(value)),
    "wheel": lambda value: o.WheelBy(_angle(value)),
    "turn": lambda value: o.TurnTo(normal(tenths(value))),
    "rows": lambda value: o.Form(tuple(value)),
    "column": lambda value: o.March(),
    "cross": lambda value: o.Cross(str(value)),
    "face": lambda value: o.FaceEnemy(StandId(value)),
    "mount": lambda value: o.Mount(),
    "dismount": lambda value: o.Dismount(),
    "limber": lambda value: o.Limber(),
    "unlimber": lambda value: o.Unlimber(),
    "by_hand": lambda value: o.ByHand(_length(value)),
    "bayonets": lambda value: o.Bayonets(fix=value == "fix"),
    "detach": _detach,
    "rejoin": lambda value: o.Rejoin(StandId(value)),
    "to": lambda value: o.GoTo(_spot(value)),
}


def leg(spec: Any) -> o.Leg:  # noqa: ANN401  # as written
    """One part: ``{ahead: 4}``.  Raises CaseStop for another key."""
    name, value = next(iter(spec.items()))
    if name not in MAKE:
        raise CaseStop(f"there is no move {name!r}")
    return MAKE[name](value)
