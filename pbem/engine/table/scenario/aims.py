"""What a scenario file says is to be held, by which edges units may leave, and which are kept near a place."""

from collections.abc import Container, Iterable, Mapping
from typing import Any, Literal

import msgspec

from pbem.engine.ids import Side, StandId
from pbem.engine.scenariofile.gathered import ArmyRead
from pbem.engine.spec import inside
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.objectives import AreaToHold, Exit, KeptNear, Objective, Test
from pbem.engine.table.scenario.measured import Measured, Number, Pair


class ObjectiveSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be held.  areas: ids of features, or areas of their own.  need: all of them, if nothing is said.

    The rest as in ``Objective``.
    """

    name: str
    areas: list[Any]
    need: int | None = None
    hold: Literal["alone", "last"] = "alone"
    test: Test = "end"
    from_turn: int = 1
    wins: bool | None = None
    points: int = 0
    sides: tuple[str, ...] = ()


class ExitSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of the table's edge by which units of some sides may leave; without from and to all of it."""

    name: str
    edge: TableEdge
    from_: Number | None = msgspec.field(name="from", default=None)
    to: Number | None = None
    sides: tuple[str, ...] = ()
    points: int = 0


class NearSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Units that must stay within so many inches of a place.  name: of the place, as a sentence has it."""

    name: str
    units: tuple[str, ...]
    at: Pair
    within: Number


def read_objectives(
    got: Measured,
    values: Iterable[object],
    armies: Iterable[ArmyRead],
    ground: Mapping[str, AreaToHold | None],
    last: int | None,
) -> list[tuple[Objective, str]]:
    """What is to be held, each with its place in the file.

    ground: pieces of terrain that can be held, by id; None for one with a fault of its own.  last: the last turn.
    """
    found: list[tuple[Objective, str]] = []
    for spec, where in got.items(ObjectiveSpec, values, "objectives"):
        goals = [goal for goal, _ in found]
        got.once(spec.name, [goal.name for goal in goals], inside(where, "name"), "an objective")
        areas = _areas(got, spec, ground, where)
        known = [one.name for goal in goals for one in goal.areas]
        for one in areas:
            if one.name in known or sum(one.name == other.name for other in areas) > 1:
                got.fault(where, f"{one.name} is to be held twice: who holds it goes by its name", "areas")
        need = len(areas) if spec.need is None else spec.need
        if areas:
            got.between(need, len(areas), inside(where, "need"), f"its {len(areas)} areas")
        if last is not None:
            got.between(spec.from_turn, last, inside(where, "from_turn"), f"the last turn, {last}")
        goal = Objective(
            name=spec.name,
            areas=areas,
            need=need,
            hold=spec.hold,
            test=spec.test,
            from_turn=spec.from_turn,
            wins=spec.points == 0 if spec.wins is None else spec.wins,
            points=spec.points,
            sides=got.sides_named(spec.sides, armies, inside(where, "sides")),
        )
        found.append((goal, where))
    return found


def _areas(
    got: Measured, spec: ObjectiveSpec, ground: Mapping[str, AreaToHold | None], where: str
) -> tuple[AreaToHold, ...]:
    found: list[AreaToHold | None] = []
    for i, value in enumerate(spec.areas):
        place = f"{where}.areas[{i}]"
        if not isinstance(value, str):
            found.append(got.held(value, place))
        elif value in ground:
            found.append(ground[value])
        else:
            known = ", ".join(name for name, one in ground.items() if one is not None)
            got.fault(place, f"{value!r} is no piece of terrain to be held; there are: {known or 'none'}")
    if not spec.areas:
        got.fault(where, "nothing is to be held: name a piece of terrain, or an area of its own", "areas")
    return tuple(one for one in found if one is not None)


def read_exits(
    got: Measured, values: Iterable[object], armies: Iterable[ArmyRead], narrowest: Hundredths
) -> tuple[Exit, ...]:
    """Where units may leave.  narrowest: the least that a unit fits through."""
    found: list[Exit] = []
    for spec, where in got.items(ExitSpec, values, "exits"):
        got.once(spec.name, [one.name for one in found], inside(where, "name"), "an exit")
        start, end = got.stretch(spec.edge, spec.from_, spec.to, where)
        if end - start < narrowest:
            got.fault(where, "no unit fits through so narrow an exit")
        sides: tuple[Side, ...] = got.sides_named(spec.sides, armies, inside(where, "sides"))
        found.append(Exit(name=spec.name, edge=spec.edge, start=start, end=end, sides=sides, points=spec.points))
    return tuple(found)


def read_near(
    got: Measured, values: Iterable[object], units: Container[StandId], why_none: str = ""
) -> tuple[KeptNear, ...]:
    """Units that the scenario keeps near a place.  why_none: told where a unit is none (``: its army is drawn``)."""
    found: list[KeptNear] = []
    for spec, where in got.items(NearSpec, values, "near"):
        for unit in spec.units:
            if StandId(unit) not in units:
                got.fault(where, f"there is no unit {unit}{why_none}", "units")
        at = got.spot(spec.at, inside(where, "at"))
        within = got.length(spec.within, inside(where, "within"), Hundredths(100))
        found.append(KeptNear(units=tuple(map(StandId, spec.units)), at=at, within=within, name=spec.name))
    return tuple(found)
