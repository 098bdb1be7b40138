"""What a battle on the inch table is about: areas to be held, exits, places to keep near; who holds what."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from pbem.engine.ids import Side, StandId
from pbem.engine.table.areas import inside
from pbem.engine.table.distances import points
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.measures import Hundredths, within
from pbem.engine.table.places import Spot, point
from pbem.engine.table.shapes import polygon

Standing = Sequence[tuple[Side, Spot]]
"""Where the units on the table stand: each by its side and the place that counts, as its centre."""

Test = Literal["end", "turn", "at once"]
"""When holding an objective decides: after the last turn, at the end of any turn, of any part of one."""


class AreaToHold(msgspec.Struct, frozen=True, kw_only=True):
    """Ground to be held.  shape: corners of a polygon, or one point.  radius: around the one point, 0 else.

    A unit stands in it when the place that counts is inside or on the edge.
    """

    name: str
    shape: tuple[Spot, ...]
    radius: Hundredths = Hundredths(0)


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """What a side is to hold, and what that is worth."""

    name: str
    areas: tuple[AreaToHold, ...]
    need: int = 1
    """How many of the areas make it held."""
    hold: Literal["alone", "last"] = "alone"
    """``alone``: a unit of the side stands there and none of the enemy's; ``last``: the side was the last to stand
    there alone."""
    test: Test = "end"
    from_turn: int = 1
    """Before it, holding decides nothing."""
    wins: bool = True
    """Holding it wins (else it only scores)."""
    points: int = 0
    """For each area held after the last turn."""
    sides: tuple[Side, ...] = ()
    """Who may win or score by it; () for both."""


class Exit(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a table edge by which units of some sides may leave; they are gone, not destroyed."""

    name: str
    edge: TableEdge
    start: Hundredths
    """Along the edge from its west or south end."""
    end: Hundredths
    """Along the edge from its west or south end."""
    sides: tuple[Side, ...] = ()
    points: int = 0
    """For each unit that has left by it."""


class KeptNear(msgspec.Struct, frozen=True, kw_only=True):
    """Units that the scenario keeps near a place: they may not end a move farther than that from it."""

    units: tuple[StandId, ...]
    at: Spot
    within: Hundredths
    name: str = ""


def stands_in(at: Spot, area: AreaToHold) -> bool:
    """Whether a place is in an area, or on its edge."""
    if len(area.shape) == 1:
        return within(points(point(at), point(area.shape[0])), area.radius)
    return inside(point(at), polygon(area.shape))


def alone_in(standing: Standing, area: AreaToHold) -> Side | None:
    """The one side that stands in an area; None for neither or both."""
    sides = {side for side, at in standing if stands_in(at, area)}
    return next(iter(sides)) if len(sides) == 1 else None


def holders(goals: Iterable[Objective], standing: Standing, before: Mapping[str, Side]) -> dict[str, Side]:
    """Of each area, by name, the side that was the last to stand there alone.  before: as it was."""
    found = dict(before)
    for area in (area for goal in goals for area in goal.areas):
        side = alone_in(standing, area)
        if side is not None:
            found[area.name] = side
    return found


def held(goal: Objective, side: Side, standing: Standing, last: Mapping[str, Side]) -> tuple[AreaToHold, ...]:
    """The areas of an objective that a side has in hand.  last: who was the last to stand alone in each."""
    if goal.sides and side not in goal.sides:
        return ()
    if goal.hold == "last":
        return tuple(one for one in goal.areas if last.get(one.name) == side)
    return tuple(one for one in goal.areas if alone_in(standing, one) == side)
