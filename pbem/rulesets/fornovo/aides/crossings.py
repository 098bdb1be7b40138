"""Ways over water: the ford or bridge by which a unit comes to a place on the other bank."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.table.angles import Point, ahead
from pbem.engine.table.areas import crosses, inside
from pbem.engine.table.distances import points
from pbem.engine.table.measures import Tenths
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import Face, Rect, centre, middle
from pbem.engine.table.shapes import Polygon
from pbem.rulesets.fornovo.moving.ground import ON_BRIDGE
from pbem.rulesets.fornovo.state.battle import BARRIERS, Battle, Piece
from pbem.rulesets.fornovo.state.units import Unit, files

QUARTERS = (Tenths(0), Tenths(900), Tenths(1800), Tenths(2700))
ASIDE = 0.5
"""Inches off the middle of a crossing within which a unit is on its way over it."""


class Crossing(NamedTuple):
    """A way over water toward one of the four quarters."""

    middle: Point
    facing: Tenths
    half: float
    """Inches from its middle to either bank."""
    room: float
    """Inches from its middle to either side."""

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

    def at_its_end(self, mine: Rect, far: float) -> bool:
        """Whether a unit stands on the near side, at most so far off the bank, where it fits once it faces it."""
        along, aside = self._seen(centre(mine))
        return abs(aside) <= max(0.1, self.room - mine.half_width) and -self.half - far <= along <= 0

    def _along(self, far: float) -> Point:
        east, north = ahead(self.facing)
        return self.middle[0] + east * far, self.middle[1] + north * far

    def _seen(self, at: Point) -> Point:
        east, north = ahead(self.facing)
        dx, dy = at[0] - self.middle[0], at[1] - self.middle[1]
        return dx * east + dy * north, dx * north - dy * east


def crossing(view: Battle, unit: Unit, mine: Rect, goal: Spot) -> Crossing | None:
    """The shortest way by a ford or bridge that a unit fits on; None where no closed water lies between."""
    start, end = middle(mine, Face.FRONT), point(goal)
    waters = [one.area for one in view.terrain if one.kind in BARRIERS]
    found = []
    for one in view.terrain:
        if one.kind not in {"ford", "bridge"} or (one.kind == "bridge" and files(unit) > ON_BRIDGE):
            continue
        for over in _ways(one, waters, 2 * mine.half_width):
            if over.on_the_way(start) and _ahead_of(over.middle, over.facing, start) < over.half + 1:
                return over
            if _ahead_of(start, over.facing, end) > 0:
                found.append((points(start, over.middle) + points(over.middle, end), over))
    if not found or not any(crosses(start, end, water) for water in waters):
        return None
    return min(found, key=lambda one: one[0])[1]


def _ways(ford: Piece, waters: Sequence[Polygon], wide: float) -> Iterator[Crossing]:
    """Either way over, from land to land, if it is wide enough."""
    places = [point(at) for at in ford.shape]
    mid = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
    for facing in QUARTERS:
        half, room = (max(abs(_ahead_of(mid, way, at)) for at in places) for way in (facing, Tenths(facing + 900)))
        over = Crossing(mid, facing, half, room)
        dry = not any(inside(bank, water) for bank in (over.before(1), over.behind(1)) for water in waters)
        if dry and wide < 2 * room:
            yield over


def _ahead_of(mid: Point, way: Tenths, at: Point) -> float:
    east, north = ahead(way)
    return (at[0] - mid[0]) * east + (at[1] - mid[1]) * north
