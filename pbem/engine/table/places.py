"""Places and poses as they are stored: whole hundredths of an inch, whole tenths of a degree."""

import msgspec

from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Hundredths, Tenths, hundredths


class Spot(msgspec.Struct, frozen=True, array_like=True, order=True, gc=False):
    """A place on the table: x to the east, y to the north.  In a journal: ``[2400,1800]``."""

    x: Hundredths
    y: Hundredths


class Pose(msgspec.Struct, frozen=True, array_like=True, order=True):
    """Where a unit's anchor is and which way it faces.  In a journal: ``[[2400,1800],300]``."""

    at: Spot
    facing: Tenths


def spot(point: Point) -> Spot:
    """The place nearest to a point: how a worked-out place is stored."""
    return Spot(hundredths(point[0]), hundredths(point[1]))


def point(place: Spot) -> Point:
    """A stored place as a point in inches."""
    return (place.x / 100, place.y / 100)
