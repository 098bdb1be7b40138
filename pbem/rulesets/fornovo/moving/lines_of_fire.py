"""Arcs, ranges, what stands in the way, gaps (FS-9.2, FS-9.11, FS-9.12, G-5, G-6, G-7, G-8, G-9)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pbem.engine.table.angles import Point
from pbem.engine.table.arcs import covered, wedge
from pbem.engine.table.areas import meets
from pbem.engine.table.clipping import surrounds
from pbem.engine.table.distances import nearest_on_rect, nearest_on_segment, point_rect, points
from pbem.engine.table.lateral import interval
from pbem.engine.table.measures import NOISE, TOLERANCE, TOUCH, Hundredths, Tenths, beyond, hundredths
from pbem.engine.table.rects import Rect, corners, strip
from pbem.engine.table.shapes import Polygon
from pbem.engine.table.sight import run
from pbem.rulesets.fornovo.moving.places import between, footprints, rect_of
from pbem.rulesets.fornovo.state.battle import WOODS, Battle, Piece
from pbem.rulesets.fornovo.state.units import Unit

HILLS = ("steep_hill", "gentle_hill")


class Muzzle(NamedTuple):
    """From where a figure or model shoots (G-3, G-33, G-36)."""

    at: Point
    """The middle of its front."""
    facing: Tenths
    half: Tenths | None
    """Of its arc (FS-9.2a); None: all round."""


class InTheWay(NamedTuple):
    """A unit or piece of ground that may stand in the way."""

    name: str
    shape: Rect | Polygon
    over: bool
    """Whether it may be shot over from height (FS-9.11a, FS-9.11d)."""


def obstacles(battle: Battle, unit: Unit, target: Unit, its: Rect) -> list[InTheWay]:
    """FS-9.11c, FS-9.11d, G-7, G-8: all other units; blocks, and woods that neither of the two stands in."""
    rect = rect_of(battle, unit)
    ours = [rect] if rect is not None else []
    high = _high(battle, its) or any(_high(battle, rect) for rect in ours)
    found = [
        InTheWay(one.unit.id, one.rect, high and not _high(battle, one.rect))
        for one in (between(battle, rect, its) if rect is not None else footprints(battle))
        if one.unit.id not in {unit.id, target.id}
    ]
    for one in battle.terrain:
        if one.kind not in {*WOODS, "block", "strongpoint"} or one.id in {unit.inside, target.inside}:
            continue
        area = one.area
        if one.kind in WOODS and any(meets(rect, area) for rect in (*ours, its)):
            continue
        found.append(InTheWay(one.id, area, high))
    return found


def on_the_way(mine: Rect, its: Sequence[Rect], things: Sequence[InTheWay]) -> list[InTheWay]:
    """Those things that some line from a footprint to others may meet: what lies wholly to one side of all does not."""
    lane = strip((mine.x, mine.y), (its[0].x, its[0].y), 0.0)
    spans = [interval(lane, one) for one in (mine, *its)]
    left, right = min(start for start, _ in spans), max(end for _, end in spans)
    found = []
    for one in things:
        start, end = interval(lane, one.shape)
        if end >= left and start <= right:
            found.append(one)
    return found


def _high(battle: Battle, rect: Rect) -> bool:
    return any(one.kind in HILLS and meets(rect, one.area) for one in battle.terrain)


def reach(muzzle: Muzzle, its: Rect, limit: Hundredths | None, things: Sequence[InTheWay]) -> Hundredths | None:
    """G-5, G-6: to the nearest point of a footprint within the arc, in range and with a clear line; None if none is.

    limit: None for any range.
    """
    if limit is not None and beyond(point_rect(muzzle.at, its) - TOUCH, limit):
        return None
    part, order = _covered(muzzle, its), [*things]
    near, first = min(_nearest(muzzle, its, part), default=(0.0, None))
    if first is None or (limit is not None and beyond(near, limit)):
        return None
    if not _blocked(muzzle.at, first, near, order):
        return hundredths(near)
    if screened((muzzle.at,), part, order):
        return None
    for far, at in sorted(_points(muzzle, its, part)):
        if limit is not None and beyond(far, limit):
            return None
        if not _blocked(muzzle.at, at, near, order):
            return hundredths(far)
    return None


def nearest_of(
    muzzle: Muzzle, its: Iterable[Rect], limit: Hundredths | None, things: Sequence[InTheWay]
) -> Hundredths | None:  # fmt: skip
    """Hundredths of an inch to the nearest part of a footprint in reach (``reach``); None if it reaches none."""
    return min((far for one in its if (far := reach(muzzle, one, limit, things)) is not None), default=None)


def _covered(muzzle: Muzzle, its: Rect) -> tuple[Point, ...]:
    """The corners of what the arc covers of a footprint."""
    return corners(its) if muzzle.half is None else covered(wedge(muzzle.at, muzzle.facing, muzzle.half), its)


def _nearest(muzzle: Muzzle, its: Rect, part: tuple[Point, ...]) -> Iterator[tuple[float, Point]]:
    """The points of it of which one is nearest: of each edge, or the muzzle's own."""
    if muzzle.half is None:
        yield points(muzzle.at, near := nearest_on_rect(muzzle.at, its)), near
    elif len(part) > 2 and surrounds(part, *muzzle.at):
        yield 0.0, muzzle.at
    for start, end in zip(part, (*part[1:], *part[:1]), strict=True):
        yield points(muzzle.at, near := nearest_on_segment(muzzle.at, (start, end))), near


def _points(muzzle: Muzzle, its: Rect, part: tuple[Point, ...]) -> Iterator[tuple[float, Point]]:
    """The same, and points along the edges."""
    yield from _nearest(muzzle, its, part)
    for start, end in zip(part, (*part[1:], *part[:1]), strict=True):
        for share in (0.0, 0.25, 0.5, 0.75):
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            yield points(muzzle.at, at), at


def _blocked(start: Point, end: Point, near: float, things: list[InTheWay]) -> bool:
    """FS-9.11a, G-8: a thing lower than either may be shot over if it lies in the nearer half of the way.

    near: inches to the near edge of the target.  things: the one that blocks comes first from then on, for it blocks
    the line beside this one too, as a rule.
    """
    for place, one in enumerate(things):
        there = run(start, end, one.shape)
        if there is not None and (not one.over or 2 * there[1] > near + TOLERANCE):
            things.insert(0, things.pop(place))
            return True
    return False


def screened(starts: Sequence[Point], ends: Sequence[Point], things: Sequence[InTheWay]) -> bool:
    """Whether one footprint, that is not shot over, hides all between some corners from all between others.

    It does if it hides every corner from every other: the shadow of what is convex is convex.
    """
    hiding = [one.shape for one in things if not one.over and isinstance(one.shape, Rect)]
    return any(all(_hides(start, end, one) for start in starts for end in ends) for one in hiding)


def _hides(start: Point, end: Point, shape: Rect) -> bool:
    """More than ``run`` asks for, so that it is so between two such lines too."""
    there = run(start, end, shape)
    return there is not None and there[2] > 2 * TOUCH


class Gap(NamedTuple):
    """What a unit shoots through (FS-9.12a)."""

    between: tuple[str, str]
    width: Hundredths


def gap(muzzle: Point, its: Rect, things: Sequence[InTheWay]) -> Gap | None:
    """G-9: the clear width between the two obstacles that stand nearest to either side of the line of fire, between
    the two units.
    """
    goal = _clear_end(muzzle, its, things)
    if goal is None:
        return None
    lane = strip(muzzle, goal, 0.0)
    near = points(muzzle, nearest_on_rect(muzzle, its))
    left: tuple[float, str] | None = None
    right: tuple[float, str] | None = None
    for one in things:
        if one.over or not _between(lane, one.shape, near):
            continue
        start, end = interval(lane, one.shape)
        if end <= NOISE and (left is None or end > left[0]):
            left = end, one.name
        elif start >= -NOISE and (right is None or start < right[0]):
            right = start, one.name
    if left is None or right is None:
        return None
    return Gap((left[1], right[1]), hundredths(right[0] - left[0]))


def _clear_end(muzzle: Point, its: Rect, things: Sequence[InTheWay]) -> Point | None:
    """The middle of the target, or else a point of it that no obstacle hides from the muzzle."""
    near = points(muzzle, nearest_on_rect(muzzle, its))
    middle = (its.x, its.y)
    all_round = Muzzle(muzzle, its.facing, None)
    others = sorted((points(at, middle), at) for _, at in _points(all_round, its, corners(its)))
    order = [*things]
    for _, at in ((0.0, middle), *others):
        if not _blocked(muzzle, at, near, order):
            return at
    return None


def _between(lane: Rect, shape: Rect | Polygon, near: float) -> bool:
    """Wholly ahead of the muzzle, and nearer than the target."""
    ahead = [
        (x - lane.x) * lane.fx + (y - lane.y) * lane.fy + lane.half_depth
        for x, y in (corners(shape) if isinstance(shape, Rect) else shape.points)
    ]
    return min(ahead) >= -TOLERANCE and max(ahead) <= near + TOLERANCE


def above(hill: Piece, one: Rect, other: Rect) -> bool:
    """Whether one stands higher than another on a hill: nearer to its middle."""
    ring = hill.area.points
    top = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    return points((one.x, one.y), top) < points((other.x, other.y), top) - TOUCH
