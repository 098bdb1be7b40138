"""Conservative advancement: with steps skipped, the first at which two rectangles are near is found all the same."""

from math import sqrt
from typing import NamedTuple

from hypothesis import strategies as st

from pbem.engine.table import distances as measured
from pbem.engine.table.angles import arc_length
from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.nearing import STANDING, Motion, apart_until, relative_speed
from pbem.engine.table.paths import Ahead, Shift, Wheel, leg_length, part
from pbem.engine.table.rects import Rect
from tests.engine.table_scenes import CLOSE, distances, facings, for_any, rects, turns

STEPS = 100


class Course(NamedTuple):
    """A rectangle on its way: one piece, from time 0 to ``over``."""

    start: Rect
    leg: Ahead | Shift | Wheel
    over: float

    def at(self, step: int) -> Rect:
        return part(self.start, self.leg, leg_length(self.start, self.leg) * min(1.0, step / STEPS / self.over))

    def drift(self, step: int) -> Motion:
        if step / STEPS >= self.over:
            return STANDING
        if isinstance(self.leg, Wheel):
            corner = 2 * sqrt(self.start.half_width**2 + self.start.half_depth**2)
            swing = arc_length(corner, self.leg.by) / self.over
            return Motion(self.over, swing=swing, jolt=arc_length(corner, Tenths(1)))
        end = part(self.start, self.leg, leg_length(self.start, self.leg))
        return Motion(self.over, (end.x - self.start.x) / self.over, (end.y - self.start.y) / self.over)


legs = st.builds(Ahead, distances.map(Inches)) | st.builds(Shift, facings, distances.map(Inches))
courses = st.builds(Course, rects, legs | st.builds(Wheel, turns), st.integers(20, 100).map(lambda parts: parts / 100))


@for_any(courses, courses, st.sampled_from([0.0, 0.1, 1.0]))
def test_no_step_that_is_skipped_brings_two_near(one: Course, other: Course, least: float) -> None:
    def near(step: int) -> bool:
        return measured.rects(one.at(step), other.at(step)) <= least

    step = 0
    while step <= STEPS and not near(step):
        ways = (one.drift(step), other.drift(step))
        until = apart_until(one.at(step), other.at(step), ways, Inches(least), step / STEPS)
        step = max(step, int(min(until, 2.0) * STEPS - CLOSE)) + 1
    first = next((step for step in range(STEPS + 1) if near(step)), None)
    assert first == (step if step <= STEPS else None)


@for_any(courses, courses)
def test_nothing_comes_nearer_faster_than_its_relative_speed(one: Course, other: Course) -> None:
    before = measured.rects(one.at(0), other.at(0))
    ways = (one.drift(0), other.drift(0))
    step = int(min(one.over, other.over) * STEPS)
    most = relative_speed(ways) * step / STEPS + ways[0].jolt + ways[1].jolt
    assert before - measured.rects(one.at(step), other.at(step)) <= most + CLOSE


def test_side_by_side_at_one_pace_they_never_meet() -> None:
    left = Rect(0.0, 0.0, 0.0, 1.0, 2.0, 0.5, Tenths(0))
    right = left._replace(x=4.2)
    slow, fast = Motion(north=4.0), Motion(north=8.0)
    assert apart_until(left, right, (slow, fast), Inches(0.1), 0.0) > 1
    assert apart_until(left, right, (slow, fast._replace(east=-1.0)), Inches(0.1), 0.0) < 0.1
    assert apart_until(left, right, (slow, fast._replace(until=0.5)), Inches(0.1), 0.0) == 0.5
    assert apart_until(left, right, (slow, fast), Inches(0.3), 0.0) == 0.0
