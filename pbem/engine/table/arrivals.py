"""Units that come over an edge of the table during a battle, and how that is told."""

from collections.abc import Container, Iterable

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.table.edges import Table, TableEdge, edge_length
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.wording import listed


class EdgeArrival(msgspec.Struct, frozen=True, kw_only=True):
    """Units that come together."""

    units: tuple[StandId, ...]
    turn: int
    """The first in which they may enter. A rule set derives its own."""
    edge: TableEdge
    start: Hundredths
    """The stretch of the edge where the middle of their front may enter; equal: one point."""
    end: Hundredths
    """The stretch of the edge where the middle of their front may enter; equal: one point."""
    may_wait: bool = True
    """Their owner may hold them back."""
    secret: bool = False
    """The other side learns of them when they enter."""


def when_and_where(one: EdgeArrival, table: Table, turn: int) -> str:
    """``in turn 2 over the south edge at 16.5``; ``now`` from its turn on.  turn: of the battle."""
    along = say_inches(one.start) if one.start == one.end else f"{say_inches(one.start)} to {say_inches(one.end)}"
    where = "" if (one.start, one.end) == (0, edge_length(table, one.edge)) else f" at {along}"
    when = f"in turn {one.turn}" if one.turn > turn else "now"
    return f"{when} over the {one.edge} edge{where}"


def coming(arrivals: Iterable[EdgeArrival], late: Container[StandId], table: Table, turn: int) -> str:
    """``S03 and S04 in turn 2 over the south edge at 16.5``; '' where none is to come.  late: units yet to come."""
    told = []
    for one in arrivals:
        units = [unit for unit in one.units if unit in late]
        told += [f"{listed(units)} {when_and_where(one, table, turn)}"] if units else []
    return "; ".join(told)
