"""What a path costs in time (AR-G10).  Terrain (AR-G13, AR-G14) is not built: all ground is open."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.table.paths import Leg, path_length
from pbem.engine.table.rects import Rect
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit


class Mark(NamedTuple):
    """A place on a path.  Between two marks the pace is even; two marks at one place: time spent standing there."""

    inches: float
    """From its beginning."""
    time: float
    """In moves, when it is reached."""


class Closed(NamedTuple):
    """Where ground closed to the unit begins (AR-ter-3, AR-ter-4, AR-ter-6, AR-ter-9, AR-ter-14)."""

    inches: float
    """Along the path."""
    piece: str
    """The piece of terrain."""
    rules: tuple[str, ...]
    """Those that close it."""


class Paced(NamedTuple):
    """A path with its time: marks to its end, or to where closed ground ends it."""

    marks: tuple[Mark, ...]
    closed: Closed | None = None


def paced(battle: Battle, unit: Unit, start: Rect, legs: Sequence[Leg], speed: float) -> Paced:
    """AR-G10: a path from a footprint.  speed: inches of a whole move on open ground, deductions made."""
    length = path_length(start, legs)
    if not speed:
        return Paced((Mark(0.0, 0.0),))
    return Paced((Mark(0.0, 0.0), Mark(length, length / speed)))


def ground_counters(battle: Battle, unit: Unit, start: Rect, legs: Sequence[Leg], inches: float) -> int:
    """AR-Q59: the counters of terrain that so much of a path brings."""
    return 0
