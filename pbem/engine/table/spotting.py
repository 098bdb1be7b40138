"""Who is in sight on a table where units are hidden: what any rule set in inches measures.

Lines of sight are the rule set's own; it hands them over as functions.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import crosses, inside
from pbem.engine.table.distances import rects as between
from pbem.engine.table.measures import Hundredths, hundredths
from pbem.engine.table.places import Spot
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import Polygon


def nearest_that_sees(
    place: Rect, watching: Sequence[Rect], reach: Hundredths, sees: Callable[[int], bool]
) -> Hundredths | None:
    """How far off the nearest footprint is that has a place in sight; None where none within the reach has.

    sees: whether the footprint of that number has a clear line to the place.
    """
    for far, number in sorted((hundredths(between(one, place)), number) for number, one in enumerate(watching)):
        if far > reach:
            return None
        if sees(number):
            return far
    return None


def unscreened(start: Point, end: Point, screens: Iterable[Polygon]) -> bool:
    """Whether a line passes no shape but those that hold one of its ends."""
    return not any(crosses(start, end, one) and not inside(start, one) and not inside(end, one) for one in screens)


def last_in_sight(start: Spot, end: Spot, seen: Callable[[Spot], bool]) -> Spot:
    """Where a unit was last in sight on its straight way; its start where no place of the way is."""
    return next((at for at in _way_back(start, end) if seen(at)), start) if start != end else start


def _way_back(start: Spot, end: Spot) -> Iterator[Spot]:
    """Places along a straight way, from before its end back to its start, ten to a way."""
    for step in range(9, -1, -1):
        yield Spot(
            Hundredths(start.x + (end.x - start.x) * step // 10), Hundredths(start.y + (end.y - start.y) * step // 10)
        )


def middle_of(corners: Sequence[Spot]) -> Spot:
    """The mean of an area's corners, by which it is in sight."""
    east = north = 0
    for at in corners:
        east, north = east + at.x, north + at.y
    return Spot(Hundredths(east // len(corners)), Hundredths(north // len(corners)))
