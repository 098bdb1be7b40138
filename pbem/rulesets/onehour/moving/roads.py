"""Moves along a road (OH-R-terr-5, OH-Q10, OH-G16)."""

from typing import NamedTuple

from pbem.engine.table.advance import swept
from pbem.engine.table.angles import QUARTER, relative, turned
from pbem.engine.table.distances import points
from pbem.engine.table.measures import Hundredths, Tenths, hundredths, inches, within
from pbem.engine.table.places import Pose, Spot, point, spot
from pbem.engine.table.rects import Anchor, Rect, facing_along, size, standing
from pbem.engine.table.shapes import Polyline, length
from pbem.engine.table.ways import Station, direction_at, nearest, point_at, walk
from pbem.rulesets.onehour.battle import Battle, Unit
from pbem.rulesets.onehour.commands import Move
from pbem.rulesets.onehour.facts import LeftTable, Moved, Objection
from pbem.rulesets.onehour.moving.fitting import at_pose, footprint, in_the_way, off_table, others
from pbem.rulesets.onehour.moving.ground import of_kind, town_end, unbridged, way
from pbem.rulesets.onehour.moving.moves import (
    Shape,
    absent,
    bad_path,
    exit_by,
    may_move,
    shape_of,
    tied,
    too_far,
    touched_enemies,
)
from pbem.rulesets.onehour.moving.refusing import No, objection, once
from pbem.rulesets.onehour.tables import ROAD_HALF_WIDTH, ROWS, rules


class RoadRide(NamedTuple):
    """A way along a road.  forwards: in the order of its points.  facing: at its start."""

    road: Polyline
    station: Station
    forwards: bool
    facing: Tenths

    def end(self, distance: float) -> float:
        """Inches along the road after so many inches."""
        return self.station.along + (distance if self.forwards else -distance)

    def left(self) -> float:
        """Inches to the end of the road."""
        return length(self.road) - self.station.along if self.forwards else self.station.along


def road_move(battle: Battle, order: Move) -> Moved | LeftTable | No:
    """A move that follows a road from beginning to end (OH-G16)."""
    barred = absent(battle, order.unit)
    if barred:
        return No(tuple(barred))
    unit = battle.units[order.unit]
    found = may_move(battle, unit)
    shape = shape_of(order.legs)
    if shape is None:
        return No((*found, bad_path()))
    found += too_far(shape.advance, road_allowance(battle, unit))
    ride = ride_of(battle, unit, shape.first, shape.advance)
    if ride is None:
        return No(once([*found, objection("not-on-road", "there is no road under it that way", "OH-Q10", "OH-G16")]))
    distance = inches(shape.advance)
    if not within(distance, hundredths(ride.left())):
        return No(once([*found, objection("not-on-road", "the road ends before that", "OH-Q10", "OH-G16")]))
    return _ridden(battle, unit, shape, ride, found)


def road_allowance(battle: Battle, unit: Unit) -> Hundredths:
    """How far a unit may go whose whole move is along a road (OH-R-terr-5)."""
    return Hundredths(ROWS[unit.type].move + battle.switches.road_bonus)


def rides(battle: Battle, unit: Unit) -> list[RoadRide]:
    """Both ways along every road within an inch of its centre (OH-G16)."""
    found: list[RoadRide] = []
    for one in of_kind(battle, "road"):
        station = nearest(way(one), point(unit.pose.at))
        if within(station.off, ROAD_HALF_WIDTH):
            for forwards in (True, False):
                facing = direction_at(way(one), station.along, forwards)
                found.append(RoadRide(way(one), station, forwards, facing))
    return found


def ride_of(battle: Battle, unit: Unit, pivot: Tenths, distance: Hundredths) -> RoadRide | None:
    """The way nearest to its facing after the first pivot, if that is less than a right angle off; of equal ones that
    on the nearest road.

    The ways that go on as far as ordered come first: at the end of a road there is but one.
    """
    facing = turned(unit.pose.facing, pivot)
    fitting = [one for one in rides(battle, unit) if abs(relative(one.facing, facing)) < QUARTER]
    if not fitting:
        return None
    return min(
        fitting,
        key=lambda one: (
            not within(inches(distance), hundredths(one.left())),
            abs(relative(one.facing, facing)),
            one.station.off,
        ),
    )


def _ridden(battle: Battle, unit: Unit, shape: Shape, ride: RoadRide, found: list[Objection]) -> Moved | LeftTable | No:
    """The strip of each straight leg and the place at its end, judged (OH-G16); and the move."""
    around = others(battle, unit)
    pieces = walk(ride.road, ride.station.along, ride.end(inches(shape.advance)))
    strips: tuple[Rect, ...] = ()
    facing = ride.facing
    for start, end in pieces:
        first = standing(start, facing, size(unit.width, unit.depth), Anchor.CENTRE)
        along = (end[0] - start[0], end[1] - start[1])
        leg = facing_along(first, along)
        run = points(start, end)
        strips = (*strips, swept(leg, run))
        found += unbridged(battle, leg, run)
        facing = leg.facing
    end_pose = Pose(spot(point_at(ride.road, ride.end(inches(shape.advance)))), turned(facing, shape.last))
    there = at_pose(unit, end_pose)
    leaves = exit_by(battle, unit.side, there)
    for strip in strips:
        found += in_the_way(around, strip)
    if leaves is None:
        found += in_the_way(around, there)
        found += off_table(battle, there)
        found += town_end(battle, unit.type, point(end_pose.at))
        found += tied(battle, unit.id, end_pose.at)
    found += touched_enemies(unit, footprint(unit), around, (*strips, there) if leaves is None else strips)
    if found:
        return No(once(found))
    path = _path(unit.pose.at, spot(ride.station.at), tuple(spot(end) for _, end in pieces))
    if leaves is not None:
        return LeftTable(
            unit=unit.id, exit=leaves.name, path=path, distance=shape.advance, rules=rules("OH-Q36", "OH-G16")
        )
    return Moved(
        unit=unit.id, path=path, end=end_pose, distance=shape.advance, road=True,
        rules=rules("OH-R-terr-5", "OH-Q10", "OH-G16"),
    )  # fmt: skip


def _path(here: Spot, station: Spot, corners: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Every place once, in the order passed; two at least."""
    found: tuple[Spot, ...] = (here,)
    for at in (station, *corners):
        found = found if found[-1] == at else (*found, at)
    return found if len(found) > 1 else (here, here)
