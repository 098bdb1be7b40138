"""What a scenario file says of units that come over an edge of the table."""

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.spec import inside, read
from pbem.engine.table.arrivals import EdgeArrival
from pbem.engine.table.edges import TableEdge, inwards, on_edge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose
from pbem.engine.table.scenario.measured import Measured, Number

A = TypeVar("A", bound=EdgeArrival)


class EntersSpec(msgspec.Struct, frozen=True, kw_only=True):
    """When and where a unit comes.  at: how far along the edge, from its west or south end; or from and to there;
    neither: anywhere on it."""

    turn: int
    edge: TableEdge
    at: Number | None = None
    from_: Number | None = msgspec.field(name="from", default=None)
    to: Number | None = None
    may_wait: bool = True
    secret: bool = False


def read_enters(got: Measured, kind: type[A], unit: StandId, value: object, where: str) -> A | None:
    """A unit's own arrival; None with a fault."""
    spec = read(EntersSpec, value, where, got.faults)
    if spec is None:
        return None
    if spec.turn < 1:
        got.fault(where, "the first turn is turn 1", "turn")
    start, end = got.mouth(spec.edge, spec.at, spec.from_, spec.to, where)
    return kind(
        units=(unit,), turn=spec.turn, edge=spec.edge, start=start, end=end, may_wait=spec.may_wait, secret=spec.secret
    )


def entry(got: Measured, one: EdgeArrival) -> Pose:
    """The middle of its stretch of the edge, facing the table."""
    return Pose(on_edge(got.table, one.edge, Hundredths((one.start + one.end) // 2)), inwards(one.edge))


def join(arrivals: list[A], new: A) -> None:
    """Adds an arrival; units of a side, by the letter of their codes, that come in the same way are one arrival."""
    for i, one in enumerate(arrivals):
        if replace(one, units=new.units) == new and one.units[0][0] == new.units[0][0]:
            arrivals[i] = replace(one, units=(*one.units, *new.units))
            return
    arrivals.append(new)


def check_turns(got: Measured, arrivals: list[A], last: int | None, places: dict[StandId, str]) -> None:
    """Arrivals come before the end.  places: where each unit was written."""
    for one in arrivals:
        if last is not None and one.turn > last:
            where = inside(inside(places[one.units[0]], "enters"), "turn")
            got.fault(where, f"turn {one.turn} comes after the last one, {last}")
