"""Paths as lists of primitive pieces, with poses and lengths along them (AR-G10, AR-G11, AR-G15, G-11, G-12, G-13)."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple, TypeAlias

from pbem.engine.table.advance import advanced, moved, shifted
from pbem.engine.table.angles import Vector, ahead, arc_length
from pbem.engine.table.areas import depth, inside, length_inside, meets
from pbem.engine.table.clipping import surrounds
from pbem.engine.table.distances import point_segment
from pbem.engine.table.measures import NOISE, TOUCH, Inches, Tenths, normal, total
from pbem.engine.table.rects import Rect, Segment, centre, local_point
from pbem.engine.table.shapes import Polygon, sides
from pbem.engine.table.sweeping import ENDLESS, overlap_spans
from pbem.engine.table.turning import pivoted_about, wheel_length, wheeled


class Ahead(NamedTuple):
    """Straight ahead; negative: straight back."""

    distance: Inches


class Shift(NamedTuple):
    """Along a bearing relative to the facing (positive: to the right), facing kept."""

    off: Tenths
    distance: Inches


class Wheel(NamedTuple):
    """About a front corner: the right one for a positive angle, the left one for a negative."""

    by: Tenths


class Turn(NamedTuple):
    """On the spot.  about: (to the right, ahead) of the centre as parts of half the width and half the depth:
    (0, 0) the centre, (0, 1) the middle of the front, (1, 1) the right front corner.
    """

    by: Tenths
    about: tuple[int, int] = (0, 0)


Leg: TypeAlias = Ahead | Shift | Wheel | Turn


def leg_length(rect: Rect, leg: Leg) -> Inches:
    """The length of the way: the distance, the outer corner's arc of a wheel, nothing for a turn."""
    if isinstance(leg, Wheel):
        return wheel_length(rect, leg.by)
    return Inches(0.0) if isinstance(leg, Turn) else Inches(abs(leg.distance))


def path_length(rect: Rect, legs: Sequence[Leg]) -> Inches:
    """The length of the whole way."""
    return total(leg_length(rect, leg) for leg in legs)


def after(rect: Rect, leg: Leg) -> Rect:
    """The rectangle at the end of a piece."""
    if isinstance(leg, Ahead):
        return advanced(rect, leg.distance)
    if isinstance(leg, Shift):
        return moved(rect, normal(rect.facing + leg.off), leg.distance)
    if isinstance(leg, Wheel):
        return wheeled(rect, leg.by)
    to_right, forward = leg.about
    return pivoted_about(rect, leg.by, local_point(rect, to_right * rect.half_width, forward * rect.half_depth))


def stations(rect: Rect, legs: Sequence[Leg]) -> tuple[Rect, ...]:
    """The rectangle at the start and after each piece: one more than there are pieces."""
    found = [rect]
    for leg in legs:
        found.append(after(found[-1], leg))
    return tuple(found)


def part(rect: Rect, leg: Leg, done: float) -> Rect:
    """The rectangle after so many inches of a piece; a wheel to the nearest tenth of a degree; a turn at its end."""
    whole = leg_length(rect, leg)
    if done >= whole:
        return after(rect, leg)
    if isinstance(leg, Turn):
        return rect
    done = max(done, 0.0)
    if isinstance(leg, Ahead):
        return advanced(rect, done if leg.distance > 0 else -done)
    if isinstance(leg, Wheel):
        turned = int(abs(leg.by) * done / whole + 0.5)
        return wheeled(rect, Tenths(turned if leg.by > 0 else -turned))
    (east, north), _ = _straight(rect, leg)
    return shifted(rect, (east * done, north * done))


def along(rect: Rect, legs: Sequence[Leg], done: float) -> Rect:
    """The rectangle after so many inches of the way; turns on the spot take no length and are made when reached."""
    for leg in legs:
        whole = leg_length(rect, leg)
        if done < whole:
            return part(rect, leg, done)
        rect, done = after(rect, leg), done - whole
    return rect


def length_in_area(rect: Rect, leg: Leg, area: Polygon) -> Inches:
    """The length of a piece during which any part of the rectangle is inside a polygon (AR-G13, G-11).

    Straight pieces exactly; wheels to a tenth of a degree; turns have no length.
    """
    if isinstance(leg, Turn) or _far_off(rect, leg, area):
        return Inches(0.0)
    if isinstance(leg, Wheel):
        return _wheel_length(rect, leg, area)
    return total(end - start for start, end in _stretches(rect, leg, area))


def _far_off(rect: Rect, leg: Ahead | Shift | Wheel, area: Polygon) -> bool:
    """Whether the box around a polygon lies wholly outside all that a rectangle may come to, whichever way it goes."""
    x, y, _, _, half_width, half_depth, _ = rect
    west, south, east, north = area.box
    around = half_width + half_depth
    around = 3 * around if isinstance(leg, Wheel) else around + abs(leg.distance)
    return x + around < west or x - around > east or y + around < south or y - around > north


def centre_length_in_area(rect: Rect, leg: Leg, area: Polygon) -> Inches:
    """The same, judged by the rectangle's centre."""
    if isinstance(leg, Wheel):
        return _wheel_length_where(rect, leg, area, lambda there: inside(centre(there), area))
    if isinstance(leg, Turn):
        return Inches(0.0)
    return length_inside(centre(rect), centre(after(rect, leg)), area)


def entry_and_exit(rect: Rect, distance: float, area: Polygon) -> tuple[tuple[Inches, Inches], ...]:
    """The stretches of a straight advance, as (from, to) in inches, during which any part is inside a polygon.

    Of an advance by 0: (0, 0) where it stands inside.  Of one straight back: counted backwards.
    """
    return _stretches(rect, Ahead(Inches(distance)), area)


def _stretches(rect: Rect, leg: Ahead | Shift, area: Polygon) -> tuple[tuple[Inches, Inches], ...]:
    """The same for any straight piece."""
    direction, distance = _straight(rect, leg)
    if not distance:
        return ((Inches(0.0), Inches(0.0)),) if meets(rect, area) else ()
    if _passes_by(rect, direction, distance, area):
        return ()
    spans = overlap_spans(rect, direction, area.points, closed=True, distance=distance)
    return tuple((Inches(start), Inches(end)) for start, end in spans)


def _passes_by(rect: Rect, direction: Vector, distance: float, area: Polygon) -> bool:
    """Whether the box around a polygon lies wholly beside what a rectangle sweeps."""
    west, south, east, north = area.box
    around = rect.half_width + rect.half_depth
    x, y = rect.x + direction[0] * distance, rect.y + direction[1] * distance
    return (
        max(rect.x, x) + around < west or min(rect.x, x) - around > east
        or max(rect.y, y) + around < south or min(rect.y, y) - around > north
    )  # fmt: skip


def _straight(rect: Rect, leg: Ahead | Shift) -> tuple[Vector, float]:
    """Which way a straight piece goes, and how far: never a negative distance."""
    if isinstance(leg, Shift):
        east, north = ahead(normal(rect.facing + leg.off))
    else:
        east, north = rect.fx, rect.fy
    return ((-east, -north), -leg.distance) if leg.distance < 0 else ((east, north), leg.distance)


@lru_cache(maxsize=4096)
def _wheel_length(rect: Rect, leg: Wheel, area: Polygon) -> Inches:
    """Kept: a wheel is measured again for every length of the advance behind it that is tried."""
    step, last = (1 if leg.by > 0 else -1), abs(leg.by)
    far = sqrt(rect.half_width * rect.half_width + rect.half_depth * rect.half_depth) * 2
    each = arc_length(far, Tenths(1)) + NOISE
    about = local_point(rect, rect.half_width * step, rect.half_depth)
    near = [one for one in sides(area) if point_segment(about, one) <= far + each]
    count, turn = 0.0, 0
    while turn <= last:
        there = wheeled(rect, Tenths(turn * step))
        alike, holds = _alike(there, near, area, each)
        alike = min(alike, last + 1 - turn)
        if holds:
            count += alike - 0.5 * (turn == 0) - 0.5 * (turn + alike > last)
        turn += alike
    return Inches(arc_length(2 * rect.half_width, Tenths(1)) * count)


def _alike(rect: Rect, near: Sequence[Segment], area: Polygon, each: float) -> tuple[int, bool]:
    """For how many tenths of a wheel nothing changes, and whether a rectangle and a polygon share ground during them.

    near: the edges that it may come to.  each: inches that no point of it exceeds within a tenth.
    """
    deep = max((depth(rect, one) for one in near), default=-ENDLESS) - TOUCH - NOISE
    alike = int(min((abs(deep) - NOISE) / each, 3600.0))
    if alike <= 1:
        return 1, meets(rect, area)
    return alike, deep > 0 or surrounds(area.points, rect.x, rect.y)


def _wheel_length_where(rect: Rect, leg: Wheel, area: Polygon, holds: Callable[[Rect], bool]) -> Inches:
    """The length of a wheel while something holds: judged at every tenth of a degree, half at either side of it."""
    far = 3 * rect.half_width + 2 * rect.half_depth + TOUCH
    west, south, east, north = area.box
    if rect.x < west - far or rect.x > east + far or rect.y < south - far or rect.y > north + far:
        return Inches(0.0)
    step, last = (1 if leg.by > 0 else -1), abs(leg.by)
    radius = sqrt(rect.half_width * rect.half_width + rect.half_depth * rect.half_depth)
    each = arc_length(2 * radius, Tenths(1)) + NOISE
    count, turn = 0.0, 0
    while turn <= last:
        there = wheeled(rect, Tenths(turn * step))
        off = max(west - there.x, there.x - east, south - there.y, there.y - north) - radius - TOUCH
        if off > each:  # too far off to be met within so many tenths: no point of it moves faster
            turn += int(off / each)
            continue
        if holds(there):
            count += 0.5 if turn in (0, last) else 1.0
        turn += 1
    return Inches(arc_length(2 * rect.half_width, Tenths(1)) * count)
