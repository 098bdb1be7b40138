"""What a case expects, read, and compared with what came of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from pbem.engine.cases import Difference
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults, inside, read
from pbem.engine.table.measures import say_degrees, say_inches
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour.battle import Battle, Ending, State, Unit, UnitType
from pbem.rulesets.onehour.cases.measuring import AngleWanted, LengthWanted, Number, angle_wanted, length_wanted
from pbem.rulesets.onehour.cases.played import Refusal, Story
from pbem.rulesets.onehour.facts import Shot, Struck

FACTORS: Mapping[int, int | str] = {1: "1/2", 2: 1, 4: 2}
"""Factors by their halves, as cases write them."""


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


class EndWanted(msgspec.Struct, frozen=True, kw_only=True):
    """winner: null for a draw."""

    kind: Ending
    winner: str | None = None


class NextWanted(msgspec.Struct, frozen=True, kw_only=True):
    """The player turn that begins when all is played."""

    turn: int
    side: str


class ExpectSpec(msgspec.Struct, frozen=True, kw_only=True):
    """ended: the end of the battle is judged after the last player turn: how it ended; null: it goes on.

    next: it goes on, and with whose player turn.
    """

    units: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    contacts: list[Any] | msgspec.UnsetType = msgspec.UNSET
    blows: list[Any] | msgspec.UnsetType = msgspec.UNSET
    refused: list[Any] | msgspec.UnsetType = msgspec.UNSET
    side_order: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    ended: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    next: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What is expected, read; None for what is not looked at."""

    units: Mapping[StandId, Mapping[str, Any]]
    contacts: tuple[ContactWanted, ...] | None
    blows: tuple[BlowWanted, ...] | None
    refused: tuple[RefusedWanted, ...] | None
    side_order: tuple[str, ...] | None
    judged: bool
    ended: EndWanted | None
    next: NextWanted | None


def read_expected(value: Mapping[str, Any], battle: Battle | None, faults: Faults) -> Expected | None:
    """What a case expects; None when anything is wrong with it."""
    spec = read(ExpectSpec, value, "expect", faults)
    if spec is None:
        return None
    units: dict[StandId, Mapping[str, Any]] = {}
    for name, wanted in (spec.units or {}).items() if spec.units is not msgspec.UNSET else ():
        where = f"expect.units.{name}"
        drawn = battle is not None and any(one.muster for one in battle.armies)
        if battle is not None and not drawn and StandId(name) not in battle.units:
            faults.add(where, "there is no such unit")
        units[StandId(name)] = _unit_wanted(wanted, where, faults)
    ended = read(EndWanted, spec.ended, "expect.ended", faults) if isinstance(spec.ended, dict) else None
    return Expected(
        units=units,
        contacts=_listed(ContactWanted, spec.contacts, "contacts", faults),
        blows=_listed(BlowWanted, spec.blows, "blows", faults),
        refused=_listed(RefusedWanted, spec.refused, "refused", faults),
        side_order=None if spec.side_order is msgspec.UNSET else spec.side_order,
        judged=spec.ended is not msgspec.UNSET or spec.next is not msgspec.UNSET,
        ended=ended,
        next=read(NextWanted, spec.next, "expect.next", faults) if spec.next is not msgspec.UNSET else None,
    )


def _listed(kind: Any, value: Any, name: str, faults: Faults) -> Any:  # noqa: ANN401  # a struct type and its list
    """The items of a list; None when the key is absent."""
    if value is msgspec.UNSET:
        return None
    found = [read(kind, one, inside(f"expect.{name}", i), faults) for i, one in enumerate(value)]
    return tuple(one for one in found if one is not None)


def _unit_wanted(value: object, where: str, faults: Faults) -> Mapping[str, Any]:
    """The values that are looked at."""
    spec = read(UnitWanted, value, where, faults)
    if spec is None or not isinstance(value, Mapping):
        return {}
    found: dict[str, Any] = {}
    for key in value:
        wanted = getattr(spec, key)
        if wanted is None:
            faults.add(f"{where}.{key}", "expected a value; what is not looked at is left out")
        elif key in {"x", "y"}:
            wanted = length_wanted(wanted, f"{where}.{key}", faults)
        elif key == "facing":
            wanted = angle_wanted(wanted, f"{where}.{key}", faults)
        found[key] = wanted
    return found


# --- comparing ----------------------------------------------------------------------------------------------------


def differences(expected: Expected, story: Story) -> tuple[Difference, ...]:
    """Every key that differs."""
    found: list[Difference] = []
    for name, wanted in sorted(expected.units.items()):
        unit = story.end.units.get(name)
        found += _units_differ(unit, wanted) if unit is not None else [_difference(f"units.{name}", wanted, "nobody")]
    if expected.contacts is not None:
        found += _contacts_differ(expected.contacts, story)
    if expected.blows is not None:
        found += _blows_differ(expected.blows, story.blows)
    if expected.refused is not None:
        found += _refusals_differ(expected.refused, story.refused)
    if expected.side_order is not None and expected.side_order != story.end.side_order:
        found.append(_difference("side_order", list(expected.side_order), list(story.end.side_order)))
    if expected.judged:
        found += _end_differs(expected.ended, story.end)
    if expected.next is not None:
        found += _next_differs(expected.next, story.end)
    return tuple(found)


def _next_differs(wanted: NextWanted, end: Battle) -> list[Difference]:
    hoped, there = f"turn {wanted.turn}, {wanted.side}", f"turn {end.turn}, {end.active}"
    return [] if hoped == there else [_difference("next", hoped, there)]


def _units_differ(unit: Unit, wanted: Mapping[str, Any]) -> list[Difference]:
    there: dict[str, Any] = {
        "x": unit.pose.at.x, "y": unit.pose.at.y, "facing": unit.pose.facing, "hits": unit.hits,
        "out_of_ammo": unit.out_of_ammo, "eliminated": unit.state == "eliminated", "state": unit.state,
        "type": unit.type,
    }  # fmt: skip
    return [
        _difference(f"units.{unit.id}.{key}", _wanted(value), _said(key, there[key]))
        for key, value in wanted.items()
        if not _agrees(value, there[key])
    ]


def _agrees(wanted: Any, there: Any) -> bool:  # noqa: ANN401  # any of the values of a unit
    if isinstance(wanted, LengthWanted | AngleWanted):
        return wanted.agrees(there)
    return bool(wanted == there)


def _wanted(value: object) -> object:
    """What is expected, as cases write it."""
    match value:
        case LengthWanted(parts):
            return f"{float(parts / 100):g}"
        case AngleWanted(parts):
            return f"{float(parts / 10):g}"
        case _:
            return value


def _said(key: str, value: Any) -> object:  # noqa: ANN401  # of any of the values of a unit
    """A value of a unit as cases write it."""
    if key in {"x", "y"}:
        return say_inches(value)
    return say_degrees(value) if key == "facing" else value


def _contacts_differ(wanted: Sequence[ContactWanted], story: Story) -> list[Difference]:
    expected = sorted(f"{one.attacker} on the {one.face} of {one.target}" for one in wanted)
    there = sorted(f"{one.attacker} on the {one.face} of {one.target}" for one in story.end.contacts)
    return [] if expected == there else [_difference("contacts", expected, there)]


def _blows_differ(wanted: Sequence[BlowWanted], there: Sequence[Shot | Struck]) -> list[Difference]:
    found: list[Difference] = []
    if len(wanted) != len(there):
        struck = [f"{one.unit} at {one.target}" for one in there]
        found.append(_difference("blows", [f"{one.by} at {one.target}" for one in wanted], struck))
    for place, (one, blow) in enumerate(zip(wanted, there, strict=False)):
        came = {
            "by": blow.unit, "target": blow.target, "score": blow.score, "factor": FACTORS[blow.halves],
            "hits": blow.hits,
        }  # fmt: skip
        for key, value in msgspec.structs.asdict(one).items():
            if value is not None and value != came[key]:
                found.append(_difference(f"blows[{place}].{key}", value, came[key]))
    return found


def _refusals_differ(wanted: Sequence[RefusedWanted], there: Sequence[Refusal]) -> list[Difference]:
    """The whole list, in any order: each entry is a code that a refused order earned, each refused order is named.

    Several entries may name one order, for an order may earn several codes; one code is named but once.
    """
    earned = [(other, code, by) for other in there for code, by in other.codes]
    strange = _unpaired(wanted, earned, lambda one, code: _names(one, *code))
    unnamed = _unpaired(there, wanted, lambda other, one: any(_names(one, other, *code) for code in other.codes))
    return [
        *(
            _difference(
                f"refused[{place}]", _words(wanted[place]), [str(other) for other in there] or "nothing refused"
            )
            for place in strange
        ),
        *(_difference("refused", "not named", str(there[place])) for place in unnamed),
    ]


A = TypeVar("A")
B = TypeVar("B")


def _unpaired(ones: Sequence[A], others: Sequence[B], fit: Callable[[A, B], bool]) -> list[int]:
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


def _names(wanted: RefusedWanted, there: Refusal, code: str, by: str) -> bool:
    """Whether an entry is about that code of that refusal, by that where it is given."""
    return (
        (wanted.unit, wanted.order) == (there.unit, there.order)
        and wanted.code in (None, code)
        and wanted.by in (None, by)
    )


def _words(one: RefusedWanted) -> str:
    return f"{one.unit} {one.order}: {one.code or 'refused'}" + (f" (by {one.by})" if one.by else "")


def _end_differs(wanted: EndWanted | None, end: Battle) -> list[Difference]:
    expected = f"{wanted.kind}, won by {wanted.winner or 'nobody'}" if wanted is not None else "it goes on"
    there = f"{end.ended}, won by {end.winner or 'nobody'}" if end.ended is not None else "it goes on"
    return [] if expected == there else [_difference("ended", expected, there)]


def _difference(key: str, wanted: object, found: object) -> Difference:
    return Difference(key, str(wanted), str(found))
