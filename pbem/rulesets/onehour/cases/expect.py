"""What a case expects, compared with what came of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from pbem.engine.casekit import comparing
from pbem.engine.casekit.comparing import Check, unpaired
from pbem.engine.casekit.inches import AngleWanted, LengthWanted, Number, angle_wanted, length_wanted
from pbem.engine.casekit.results import Difference
from pbem.engine.casekit.sights import sights_told
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults, inside, read, unknown
from pbem.engine.table.measures import say_degrees, say_inches
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour.battle import Battle, Ending, State, Unit, UnitType
from pbem.rulesets.onehour.cases.played import CaseStory, Refusal
from pbem.rulesets.onehour.noticed import FoundOut

FACTORS: Mapping[int, int | str] = {1: "1/2", 2: 1, 4: 2}
"""Factors by their halves, as cases write them."""
T = TypeVar("T", bound=msgspec.Struct)


class UnitWanted(msgspec.Struct, frozen=True, kw_only=True):
    """Of a unit after the last player turn; what is absent is not looked at."""

    x: Number | None = None
    y: Number | None = None
    facing: Number | None = None
    hits: int | None = None
    out_of_ammo: bool | None = None
    eliminated: bool | None = None
    state: State | None = None
    type: UnitType | None = None


class ContactWanted(msgspec.Struct, frozen=True, kw_only=True):
    attacker: str
    target: str
    face: Face


class BlowWanted(msgspec.Struct, frozen=True, kw_only=True):
    by: str
    target: str
    score: int | None = None
    factor: int | str | None = None
    hits: int | None = None


class RefusedWanted(msgspec.Struct, frozen=True, kw_only=True):
    unit: str
    order: Literal["move", "charge", "face", "shoot", "enter"]
    code: str | None = None
    by: str | None = None

    def __str__(self) -> str:
        return f"{self.unit} {self.order}: {self.code or 'refused'}" + (f" (by {self.by})" if self.by else "")


class EndWanted(msgspec.Struct, frozen=True, kw_only=True):
    """winner: null for a draw."""

    kind: Ending
    winner: str | None = None


class NextWanted(msgspec.Struct, frozen=True, kw_only=True):
    """The player turn that begins when all is played."""

    turn: int
    side: str


def check_names(expect: Mapping[str, Any], battle: Battle, faults: Faults) -> None:
    """A fault for every key that is none, and for every unit of ``units`` that the position does not have.

    Units that are drawn have no names before.
    """
    unknown(expect, KEYS, "expect", faults)
    drawn = any(one.muster for one in battle.armies)
    units = expect.get("units", {})
    for name in units if isinstance(units, Mapping) and not drawn else ():
        if StandId(name) not in battle.units:
            faults.add(f"expect.units.{name}", "there is no such unit")


def differences(expect: Mapping[str, Any], story: CaseStory, faults: Faults) -> tuple[Difference, ...]:
    """Every key that differs."""
    return comparing.differences(expect, KEYS, story, faults)


# --- units --------------------------------------------------------------------------------------------------------

LOOKED_AT: Mapping[str, Callable[[Unit], Any]] = {
    "x": lambda unit: unit.pose.at.x,
    "y": lambda unit: unit.pose.at.y,
    "facing": lambda unit: unit.pose.facing,
    "hits": lambda unit: unit.hits,
    "out_of_ammo": lambda unit: unit.out_of_ammo,
    "eliminated": lambda unit: unit.state == "eliminated",
    "state": lambda unit: unit.state,
    "type": lambda unit: unit.type,
}
"""What may be looked at of a unit."""


def _units(key: str, wanted: Any, story: CaseStory, faults: Faults) -> list[Difference]:  # noqa: ANN401  # as written
    found: list[Difference] = []
    for name, given in sorted(wanted.items()):
        where = f"expect.units.{name}"
        spec = read(UnitWanted, given, where, faults)
        unit = story.end.units.get(StandId(name))
        if unit is None:
            found.append(_difference(f"units.{name}", given, "nobody"))
        elif spec is not None:
            for one in given:
                found += _value_differs(unit, one, getattr(spec, one), f"{where}.{one}", faults)
    return found


def _value_differs(unit: Unit, key: str, wanted: Any, where: str, faults: Faults) -> list[Difference]:  # noqa: ANN401  # any value of a unit
    there = LOOKED_AT[key](unit)
    if wanted is None:
        faults.add(where, "expected a value; what is not looked at is left out")
        return []
    if key in {"x", "y"}:
        length = length_wanted(wanted, where, faults)
        return [] if length.agrees(there) else [_difference(where[7:], _figure(length), say_inches(there))]
    if key == "facing":
        angle = angle_wanted(wanted, where, faults)
        return [] if angle.agrees(there) else [_difference(where[7:], _figure(angle), say_degrees(there))]
    return [] if wanted == there else [_difference(where[7:], wanted, there)]


def _figure(wanted: LengthWanted | AngleWanted) -> str:
    """What is expected, as cases write it."""
    return f"{float(wanted.parts / (100 if isinstance(wanted, LengthWanted) else 10)):g}"


# --- contacts, blows, refusals, the end ---------------------------------------------------------------------------


def _listed(kind: type[T], value: Any, name: str, faults: Faults) -> list[T]:  # noqa: ANN401  # as written
    found = [read(kind, one, inside(f"expect.{name}", i), faults) for i, one in enumerate(value)]
    return [one for one in found if one is not None]


def _contacts(key: str, wanted: Any, story: CaseStory, faults: Faults) -> list[Difference]:  # noqa: ANN401  # as written
    some = _listed(ContactWanted, wanted, key, faults)
    expected = sorted(f"{one.attacker} on the {one.face} of {one.target}" for one in some)
    there = sorted(f"{one.attacker} on the {one.face} of {one.target}" for one in story.end.contacts)
    return [] if expected == there else [_difference(key, expected, there)]


def _blows(key: str, wanted: Any, story: CaseStory, faults: Faults) -> list[Difference]:  # noqa: ANN401  # as written
    some, there = _listed(BlowWanted, wanted, key, faults), story.blows
    found: list[Difference] = []
    if len(some) != len(there):
        struck = [f"{one.unit} at {one.target}" for one in there]
        found.append(_difference(key, [f"{one.by} at {one.target}" for one in some], struck))
    for place, (one, blow) in enumerate(zip(some, there, strict=False)):
        came = {
            "by": blow.unit, "target": blow.target, "score": blow.score, "factor": FACTORS[blow.halves],
            "hits": blow.hits,
        }  # fmt: skip
        for name, value in msgspec.structs.asdict(one).items():
            if value is not None and value != came[name]:
                found.append(_difference(f"{key}[{place}].{name}", value, came[name]))
    return found


def _refused(key: str, wanted: Any, story: CaseStory, faults: Faults) -> list[Difference]:  # noqa: ANN401  # as written
    """The whole list, in any order: each entry is a code that a refused order earned, each refused order is named.

    Several entries may name one order, for an order may earn several codes; one code is named but once.
    """
    some, there = _listed(RefusedWanted, wanted, key, faults), story.refused
    earned = [(other, code, by) for other in there for code, by in other.codes]
    strange = unpaired(some, earned, lambda one, code: _names(one, *code))
    unnamed = unpaired(there, some, lambda other, one: any(_names(one, other, *code) for code in other.codes))
    happened = [str(other) for other in there] or "nothing refused"
    return [
        *(_difference(f"{key}[{place}]", some[place], happened) for place in strange),
        *(_difference(key, "not named", there[place]) for place in unnamed),
    ]


def _names(wanted: RefusedWanted, there: Refusal, code: str, by: str) -> bool:
    """Whether an entry is about that code of that refusal, by that where it is given."""
    same = (wanted.unit, wanted.order) == (there.unit, there.order)
    return same and wanted.code in (None, code) and wanted.by in (None, by)


def _side_order(key: str, wanted: Sequence[str], story: CaseStory, faults: Faults) -> list[Difference]:
    there = list(story.end.side_order)
    return [] if list(wanted) == there else [_difference(key, list(wanted), there)]


def _ended(key: str, wanted: Any, story: CaseStory, faults: Faults) -> list[Difference]:  # noqa: ANN401  # as written
    """How it ended; null: it goes on."""
    spec, end = read(EndWanted, wanted, f"expect.{key}", faults) if wanted is not None else None, story.end
    expected = f"{spec.kind}, won by {spec.winner or 'nobody'}" if spec is not None else "it goes on"
    there = f"{end.ended}, won by {end.winner or 'nobody'}" if end.ended is not None else "it goes on"
    return [] if expected == there else [_difference(key, expected, there)]


def _next(key: str, wanted: Any, story: CaseStory, faults: Faults) -> list[Difference]:  # noqa: ANN401  # as written
    spec, end = read(NextWanted, wanted, f"expect.{key}", faults), story.end
    if spec is None:
        return []
    hoped, there = f"turn {spec.turn}, {spec.side}", f"turn {end.turn}, {end.active}"
    return [] if hoped == there else [_difference(key, hoped, there)]


# --- hidden units -------------------------------------------------------------------------------------------------


def _found_out(key: str, wanted: Any, story: CaseStory, faults: Faults) -> list[Difference]:  # noqa: ANN401  # as written
    """Orders that could not be carried out as written: ``S1 ran into E1``."""
    there = [
        " ".join([fact.order.unit, fact.what, *fact.enemies]) for fact in story.facts if isinstance(fact, FoundOut)
    ]
    return [] if list(wanted) == there else [_difference(key, list(wanted), there)]


def _difference(key: str, wanted: object, found: object) -> Difference:
    return Difference(key, str(wanted), str(found))


KEYS: Mapping[str, Check[CaseStory]] = {
    "units": _units,
    "contacts": _contacts,
    "blows": _blows,
    "refused": _refused,
    "side_order": _side_order,
    "ended": _ended,
    "next": _next,
    "sights": sights_told,
    "ghosts": sights_told,
    "found_out": _found_out,
}
"""What may be looked at.  With ``ended`` or ``next`` the end of the battle is judged after the last player turn."""
