"""Ways over water: the ford or bridge by which a unit comes to a place on the other bank."""

from typing import NamedTuple

from pbem.engine.table.angles import Point, ahead
from pbem.engine.table.areas import crosses
from pbem.engine.table.distances import points
from pbem.engine.table.measures import Tenths
from pbem.engine.table.places import Spot, point
from pbem.rulesets.fornovo.state.battle import BARRIERS, Battle

QUARTERS = (Tenths(0), Tenths(900), Tenths(1800), Tenths(2700))
ASIDE = 0.5
"""Inches off the middle of a crossing within which a unit is on its way over it."""


class Crossing(NamedTuple):
    """A way over water toward one of the four quarters."""

    middle: Point
    facing: Tenths
    half: float
    """Inches from its middle to either bank."""

    def before(self, far: float) -> Point:
        """A place on the near side, so far off the bank."""
        return self._along(-self.half - far)

    def behind(self, far: float) -> Point:
        """A place on the far side."""
        return self._along(self.half + far)

    def on_the_way(self, at: Point) -> bool:
        """Whether a place lies on the line over it, between its ends."""
        along, aside = self._seen(at)
        return abs(aside) <= ASIDE and abs(along) <= self.half + 2

    def _along(self, far: float) -> Point:
        east, north = ahead(self.facing)
        return self.middle[0] + east * far, self.middle[1] + north * far

    def _seen(self, at: Point) -> Point:
        east, north = ahead(self.facing)
        dx, dy = at[0] - self.middle[0], at[1] - self.middle[1]
        return dx * east + dy * north, dx * north - dy * east


def crossing(view: Battle, start: Point, goal: Spot) -> Crossing | None:
    """The shortest way by a ford or bridge; None where no closed water lies between."""
    end = point(goal)
    waters = [one.area for one in view.terrain if one.kind in BARRIERS]
    fords = [one for one in view.terrain if one.kind in {"ford", "bridge"}]
    found = []
    for one in fords:
        places = [point(at) for at in one.shape]
        mid = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
        facing = min(QUARTERS, key=lambda way: -_ahead_of(mid, way, end) + _ahead_of(mid, way, start))
        half = max(abs(_ahead_of(mid, facing, at)) for at in places)
        over = Crossing(mid, facing, half)
        if over.on_the_way(start) and _ahead_of(mid, facing, start) < half + 1:
            return over
        found.append((points(start, mid) + points(mid, end), over))
    if not found or not any(crosses(start, end, water) for water in waters):
        return None
    return min(found, key=lambda one: one[0])[1]


def _ahead_of(mid: Point, way: Tenths, at: Point) -> float:
    east, north = ahead(way)
    return (at[0] - mid[0]) * east + (at[1] - mid[1]) * north
