"""Paths with time: where a unit is at each moment of a move, when two of them meet (AR-G10, AR-G16).

Times are moves: 0 to 1 in a bound.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from pbem.engine.table.contact import reach
from pbem.engine.table.measures import TOUCH
from pbem.engine.table.paths import Leg, Turn, Wheel, after, along, leg_length
from pbem.engine.table.rects import Rect
from pbem.rulesets.armatys.moving.costing import Waymark

_NEAR = 1e-6
"""Inches: nearer than this is there."""
_JUST = 1e-7
"""Moves: the time between before and after."""
_JOLT = 2 * TOUCH
"""Inches that two footprints may come nearer than their speeds allow: wheels go by tenths of a degree."""
_LEAST = 1e-4
"""Moves: the least step in the search for a meeting, 0.003 inches of the fastest two."""


class TimedPath(NamedTuple):
    """Where a unit goes from a footprint, and when."""

    start: Rect
    legs: tuple[Leg, ...] = ()
    marks: tuple[Waymark, ...] = (Waymark(0.0, 0.0),)


def inches_at(course: TimedPath, time: float) -> float:
    """How far along its path a unit is."""
    before = course.marks[0]
    for mark in course.marks[1:]:
        if time < mark.time:
            share = (time - before.time) / (mark.time - before.time)
            return before.inches + share * (mark.inches - before.inches)
        before = mark
    return before.inches


def time_at(course: TimedPath, inches: float) -> float:
    """When a place on the path is first reached."""
    before = course.marks[0]
    for mark in course.marks[1:]:
        if inches <= mark.inches and mark.inches > before.inches:
            share = (inches - before.inches) / (mark.inches - before.inches)
            return before.time + share * (mark.time - before.time)
        before = mark
    return before.time


def rect_at(course: TimedPath, time: float) -> Rect:
    """The footprint at a moment."""
    return along(course.start, course.legs, inches_at(course, time))


def cut(course: TimedPath, inches: float) -> TimedPath:
    """The course as far as a place on its path."""
    time = time_at(course, inches)
    return course._replace(marks=(*(one for one in course.marks if one.time < time), Waymark(inches, time)))


def meeting(one: TimedPath, other: TimedPath, since: float, until: float, deep: float = 0.0) -> float | None:
    """The first moment when two footprints touch, or reach so deep into each other; None if they do not.

    They cannot meet sooner than the gap between them allows: so far on at a time, and no farther than the next turn
    on the spot.
    """
    fastest = _fastest(one) + _fastest(other)
    turns = [*_turns(one), *_turns(other)]
    time = since
    if not turns and deep - reach(rect_at(one, time), rect_at(other, time)) > fastest * (until - time) + _JOLT:
        return None
    while True:
        apart = deep - reach(rect_at(one, time), rect_at(other, time))
        if apart <= _NEAR:
            return time
        if time >= until or not fastest:
            return None
        step = min(until, time + max(apart / fastest, _LEAST))
        time = min([step, *(turn for turn in turns if time < turn < step)])


def _turns(course: TimedPath) -> list[float]:
    """The moments just after turns on the spot."""
    done, found = 0.0, []
    rect = course.start
    for leg in course.legs:
        found += [time_at(course, done) + _JUST] if isinstance(leg, Turn) else []
        done, rect = done + leg_length(rect, leg), after(rect, leg)
    return found


def before(course: TimedPath, time: float) -> Rect:
    """The footprint just before a moment: before a turn made at it."""
    return rect_at(course, max(0.0, time - 2 * _JUST))


def _fastest(course: TimedPath) -> float:
    """Inches a move that no point of the footprint exceeds."""
    if len(course.marks) == 1:
        return 0.0
    speeds = [0.0]
    for before, mark in zip(course.marks, course.marks[1:], strict=False):
        if mark.time > before.time:
            speeds += [(mark.inches - before.inches) / (mark.time - before.time)]
    return max(speeds) * _swing(course.start, course.legs)


def _swing(start: Rect, legs: Sequence[Leg]) -> float:
    """How much faster than the outer front corner the outer rear corner of a wheel is (AR-G11)."""
    if not any(isinstance(leg, Wheel) for leg in legs):
        return 1.0
    return sqrt(start.half_width * start.half_width + start.half_depth * start.half_depth) / start.half_width
