"""Aims made exact: a place to go to, a range to come up to, an enemy to charge -> figures that would be taken.

What cannot be reached is cut to the farthest distance that is lawful; the same checks judge it that judge an order
written out.
"""

from collections.abc import Callable, Iterator

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.table.advance import first_touch
from pbem.engine.table.angles import HALF_TURN, QUARTER, Point, ahead, bearing, relative
from pbem.engine.table.distances import point_rect, points
from pbem.engine.table.measures import TOLERANCE, Hundredths, Tenths, inches, normal, rounded_down, within
from pbem.engine.table.places import Pose, point, spot
from pbem.engine.table.rects import Face, middle
from pbem.engine.table.shapes import Shape, line
from pbem.engine.table.turning import pivoted
from pbem.engine.table.ways import Station, direction_at, nearest
from pbem.rulesets.onehour.battle import Battle, Unit
from pbem.rulesets.onehour.commands import Charge, Enter, Move, moving
from pbem.rulesets.onehour.facts import Code, LeftTable, Objection
from pbem.rulesets.onehour.moving.charging import charge as lawful_charge
from pbem.rulesets.onehour.moving.charging import hopeless
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.fitting import at_pose, footprint
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.tables import ARC, ROAD_HALF_WIDTH, ROWS, rules

STILL = Hundredths(0)
FINE = Hundredths(1)
COARSE = Hundredths(10)
"""Steps by which a distance is cut: of an order by aim; of a standing order (section 5)."""
_DEGREE = Tenths(10)

_ALL_THE_WAY: frozenset[Code] = frozenset(
    {
        "too-far", "blocked-by-unit", "contact-needs-charge", "woods", "impassable", "river", "off-table",
        "not-on-road", "not-active", "already-moved", "engaged", "bad-path",
    }
)  # fmt: skip
"""Refusals that hold for every longer distance too; the others are about where a move ends."""


class Cut(msgspec.Struct, frozen=True):
    """The farthest lawful one of some orders.  by: its distance.  stopped: what would have refused the next longer one.

    order None: none of them is lawful, and ``stopped`` says why not even the shortest.
    """

    order: Move | Enter | None
    by: Hundredths
    stopped: tuple[Objection, ...] = ()


# --- measures -------------------------------------------------------------------------------------------------------


def allowance(unit: Unit) -> Hundredths:
    """OH-move-1."""
    return ROWS[unit.type].move


def range_to(unit: Unit, enemy: Unit, pose: Pose | None = None) -> float:
    """Inches from the middle of a unit's front to the nearest point of another (OH-G10)."""
    return point_rect(middle(at_pose(unit, pose or unit.pose), Face.FRONT), footprint(enemy))


def apart(unit: Unit, other: Unit) -> float:
    """Inches between the centres of two units."""
    return points(point(unit.pose.at), point(other.pose.at))


def pivot_to(pose: Pose, at: Point) -> Tenths:
    """The pivot by which a unit comes to face a point."""
    return relative(bearing(point(pose.at), at), pose.facing)


def opposite_pivot(pose: Pose, at: Point) -> Tenths:
    """The pivot by which a unit comes to face away from a point."""
    return relative(normal(bearing(point(pose.at), at) + HALF_TURN), pose.facing)


def pose_after(pose: Pose, pivot: Tenths, by: Hundredths) -> Pose:
    """Where a straight move takes a unit (OH-G5)."""
    facing = normal(pose.facing + pivot)
    (east, north), (fx, fy), far = point(pose.at), ahead(facing), inches(by)
    return Pose(spot((east + fx * far, north + fy * far)), facing)


# --- how far --------------------------------------------------------------------------------------------------------


def farthest(
    battle: Battle, order: Callable[[Hundredths], Move | Enter], most: Hundredths, step: Hundredths = FINE,
    least: Hundredths = STILL,
) -> Cut:  # fmt: skip
    """The longest of some orders, up to ``most`` and in steps below it, that would be taken and stays on the table.

    least: the shortest that is worth trying.
    """
    objections = _against(battle, order(most))
    if not objections:
        return Cut(order(most), most)
    low, high = -(-least // step), -(-most // step)
    while high - low > 1:
        half = (low + high) // 2
        found = _against(battle, order(Hundredths(half * step)))
        if any(one.code in _ALL_THE_WAY for one in found):
            high, objections = half, found
        else:
            low = half
    for steps in range(low, -(-least // step) - 1, -1):
        by = Hundredths(steps * step)
        found = _against(battle, order(by))
        if not found:
            return Cut(order(by), by, objections)
        objections = found
    return Cut(None, STILL, objections)


def _against(battle: Battle, order: Move | Enter) -> tuple[Objection, ...]:
    """What speaks against an order by aim: all that refuses it, and that it would lead off the table by an exit."""
    came = done(battle, order)
    if isinstance(came, No):
        return came.objections
    if isinstance(came, LeftTable):
        return (Objection("off-table", f"it would leave by {came.exit}", rules("OH-Q36"), by=came.exit),)
    return ()


def no_end(pose: Pose) -> Tenths:
    """No pivot at the end."""
    return Tenths(0)


def straight(
    battle: Battle, unit: StandId, pivot: Tenths, most: Hundredths, step: Hundredths = FINE,
    end: Callable[[Pose], Tenths] = no_end,
) -> Cut:  # fmt: skip
    """Pivot and go straight ahead as far as is lawful, at most so far.  end: the pivot after it, from there."""
    pose = battle.units[unit].pose
    return farthest(battle, lambda by: moving(unit, by, pivot, end(pose_after(pose, pivot, by))), most, step)


def distance_to(pose: Pose, at: Point) -> Hundredths:
    """From a unit's centre to a point, no hundredth too far."""
    return rounded_down(points(point(pose.at), at))


def distance_to_range(unit: Unit, enemy: Unit, pivot: Tenths, reach: Hundredths) -> Hundredths | None:
    """How far a unit goes, once pivoted to it, until the range to another is at most ``reach``; None if it never is."""
    return _shortest(
        unit, enemy, pivot, lambda by: within(range_to(unit, enemy, pose_after(unit.pose, pivot, by)), reach)
    )


def distance_to_charge(unit: Unit, enemy: Unit, pivot: Tenths) -> Hundredths | None:
    """How far a unit goes, once pivoted to it, until a charge within its allowance meets another; None if never."""
    touch = first_touch(at_pose(unit, pose_after(unit.pose, pivot, STILL)), footprint(enemy))
    if touch is None:
        return None
    return _shortest(unit, enemy, pivot, lambda by: within(touch - inches(by), allowance(unit)))


def _shortest(unit: Unit, enemy: Unit, pivot: Tenths, enough: Callable[[Hundredths], bool]) -> Hundredths | None:
    """The shortest advance, up to where it touches, that is enough, for what stays so once it is."""
    touch = distance_to_touch(unit, pivot, footprint(enemy))
    if touch is None or not enough(touch):
        return None
    low, high = -1, int(touch)
    while high - low > 1:
        half = (low + high) // 2
        low, high = (low, half) if enough(Hundredths(half)) else (half, high)
    return Hundredths(high)


def distance_to_touch(unit: Unit, pivot: Tenths, thing: Shape) -> Hundredths | None:
    """How far a unit goes, once pivoted, until it touches something; None if it never does."""
    touch = first_touch(at_pose(unit, pose_after(unit.pose, pivot, STILL)), thing)
    return None if touch is None or touch < 0 else rounded_down(touch)


# --- roads ----------------------------------------------------------------------------------------------------------


def roads_under(battle: Battle, unit: Unit) -> list[str]:
    """Ids of the roads on which a unit's centre is (OH-G16), the nearest first."""
    at = point(unit.pose.at)
    found = [
        (nearest(line(one.shape), at).off, number, one.id)
        for number, one in enumerate(battle.features) if one.kind == "road"
    ]  # fmt: skip
    return [name for off, _, name in sorted(found) if off <= inches(ROAD_HALF_WIDTH) + TOLERANCE]


def by_road(
    battle: Battle, unit: StandId, road: str, most: Hundredths, *, pivot: Tenths | None = None,
    to: Point | None = None, step: Hundredths = FINE,
) -> Cut:  # fmt: skip
    """Along a road as far as is lawful, at most so far; with ``to`` at most to where the road comes nearest to it.

    pivot: at the start; None: none, or with ``to`` the one into the direction that leads there.
    """
    one = battle.units[unit]
    way = line(next(piece.shape for piece in battle.features if piece.id == road))
    here = nearest(way, point(one.pose.at))
    if to is not None:
        there = nearest(way, to)
        pivot = _into(one, direction_at(way, here.along, there.along >= here.along))
        most = min(most, rounded_down(_apart(here, there)))
    start = pivot or Tenths(0)
    return farthest(battle, lambda by: moving(unit, by, start, road=True), most, step)


def _into(unit: Unit, direction: Tenths) -> Tenths:
    """The pivot into a road's direction; none where the unit faces nearer to it than to its opposite."""
    turn = relative(direction, unit.pose.facing)
    return Tenths(0) if abs(turn) < QUARTER else turn


def _apart(one: Station, other: Station) -> float:
    return abs(one.along - other.along)


# --- charges --------------------------------------------------------------------------------------------------------


def charge(battle: Battle, unit: StandId, target: StandId) -> Charge | None:
    """The charge on an enemy with the least pivot at its start that is lawful; of two equal ones to the right."""
    one, enemy = battle.units[unit], battle.units[target]
    if hopeless(battle, unit, target):
        return None
    for pivot in charge_pivots(one, enemy):
        order = Charge(unit=unit, target=target, pivot_start=pivot)
        if not isinstance(lawful_charge(battle, order, every_reason=False), No):
            return order
    return None


def charge_pivots(unit: Unit, target: Unit) -> Iterator[Tenths]:
    """Pivots at the start of a charge whose straight run meets the target, at most 45 degrees, the least first.

    Of each stretch of them: its least to the tenth, and one for each whole degree.
    """
    mine, there = footprint(unit), footprint(target)

    def met(pivot: int) -> bool:
        touch = first_touch(pivoted(mine, Tenths(pivot)), there)
        return touch is not None and touch >= 0

    aimed = pivot_to(unit.pose, point(target.pose.at))
    before = dict.fromkeys((1, -1), met(0))
    if before[1]:
        yield Tenths(0)
    for nearer in range(0, ARC, _DEGREE):
        found: set[int] = {aimed} if nearer < abs(aimed) < nearer + _DEGREE and met(aimed) else set()
        for sign in (1, -1):
            here = met(sign * (nearer + _DEGREE))
            if here and not before[sign]:
                found.add(next(turn for turn in range(nearer + 1, nearer + _DEGREE + 1) if met(sign * turn)) * sign)
            found |= {sign * (nearer + _DEGREE)} if here else set()
            before[sign] = here
        yield from (Tenths(turn) for turn in sorted(found, key=lambda turn: (abs(turn), -turn)))


# --- standing still -------------------------------------------------------------------------------------------------


def turning(unit: StandId, pivot: Tenths) -> Move:
    """A pivot and nothing else (OH-Q4)."""
    return moving(unit, Hundredths(0), pivot)
