"""Pivots, wheels, straight moves, first touch, paths, lining up (OH-G4, G5, G13, AR-G11 to G16, G-11 to G-14)."""

import random
from itertools import pairwise

import pytest
import shapely
from hypothesis import assume
from hypothesis import strategies as st

from pbem.engine.table import distances
from pbem.engine.table.advance import (
    advanced,
    first_touch,
    first_touch_along,
    moved,
    shifted,
    swept,
    swept_along,
)
from pbem.engine.table.angles import ahead
from pbem.engine.table.contact import overlaps, touches
from pbem.engine.table.lining import flush, lined_up, slide_of, slides, touching_point
from pbem.engine.table.measures import Hundredths, Inches, Tenths, normal
from pbem.engine.table.paths import (
    Ahead,
    Leg,
    Shift,
    Turn,
    Wheel,
    after,
    along,
    centre_length_in_area,
    entry_and_exit,
    leg_length,
    length_in_area,
    part,
    path_length,
    stations,
)
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import (
    Anchor,
    Face,
    Rect,
    centre,
    corners,
    edge,
    face_length,
    middle,
    placed,
    pose_of,
    size,
)
from pbem.engine.table.shapes import line, rect_polygon
from pbem.engine.table.turning import pivoted, pivoted_about, turn_to, wheel_length, wheeled
from pbem.engine.table.zones import face_by_bearing, face_touched
from tests.engine.table_scenes import (
    CLOSE,
    area,
    as_shapely,
    at,
    carried,
    drawn,
    drawn_polygon,
    facings,
    for_any,
    rect,
    rects,
    spots,
    turns,
)
from tests.engine.table_scenes import (
    distances as lengths,
)

angles = st.integers(-900, 900).filter(bool).map(Tenths)
legs = st.one_of(
    st.builds(Ahead, lengths.map(Inches)),
    st.builds(Shift, st.integers(-1800, 1800).map(Tenths), lengths.map(Inches)),
    st.builds(Wheel, angles),
    st.builds(Turn, angles, st.sampled_from([(0, 0), (0, 1), (1, 1), (-1, 1)])),
)


def alike(one: Rect, other: Rect) -> bool:
    return tuple(one) == pytest.approx(tuple(other), abs=CLOSE)


# --- turning --------------------------------------------------------------------------------------------------------


@for_any(rects, turns)
def test_a_pivot_keeps_shape_and_centre_and_goes_back(one: Rect, by: Tenths) -> None:
    there = pivoted(one, by)
    assert centre(there) == centre(one)
    assert (there.half_width, there.half_depth) == (one.half_width, one.half_depth)
    assert there.facing == normal(one.facing + by)
    assert pivoted(there, Tenths(-by)) == one
    assert turn_to(one, there.facing) % 3600 == by % 3600


@for_any(rects, turns, spots)
def test_a_pivot_about_any_point_keeps_the_distance_from_it(one: Rect, by: Tenths, place: Spot) -> None:
    about = point(place)
    there = pivoted_about(one, by, about)
    for corner, before in zip(corners(there), corners(one), strict=True):
        assert distances.points(corner, about) == pytest.approx(distances.points(before, about), abs=CLOSE)
    assert alike(pivoted_about(there, Tenths(-by), about), one)
    assert alike(pivoted_about(one, by, centre(one)), pivoted(one, by))


@for_any(rects, st.integers(1, 1800).map(Tenths))
def test_a_wheel_keeps_the_inner_corner_and_costs_the_outer_corners_way(one: Rect, by: Tenths) -> None:
    right, left = wheeled(one, by), wheeled(one, Tenths(-by))
    assert corners(right)[1] == pytest.approx(corners(one)[1], abs=CLOSE)
    assert corners(left)[0] == pytest.approx(corners(one)[0], abs=CLOSE)
    assert wheel_length(one, by) == wheel_length(one, Tenths(-by))
    steps = [corners(wheeled(one, Tenths(turn)))[0] for turn in range(by + 1)]
    walked = sum(distances.points(a, b) for a, b in pairwise(steps))
    assert wheel_length(one, by) == pytest.approx(walked, rel=1e-5)


def test_a_wheel_goes_forward() -> None:
    """A front of 4 inches, a quarter to the right: the left corner comes 2 pi inches round to the north."""
    there = wheeled(rect(10, 10), Tenths(900))
    assert alike(there, rect(11, 13, 900))
    assert wheel_length(rect(10, 10), Tenths(900)) == pytest.approx(6.283185307179586)


# --- straight moves -------------------------------------------------------------------------------------------------


@for_any(rects, lengths, turns)
def test_there_and_back_again(one: Rect, distance: float, direction: Tenths) -> None:
    assert alike(advanced(advanced(one, distance), -distance), one)
    assert alike(moved(moved(one, direction, distance), direction, -distance), one)
    assert alike(moved(one, one.facing, distance), advanced(one, distance))
    assert distances.points(centre(one), centre(advanced(one, distance))) == pytest.approx(distance)
    assert centre(shifted(one, (3, -4))) == (one.x + 3, one.y - 4)


@for_any(rects, st.floats(-20, 20))
def test_the_swept_strip_is_all_that_is_passed_over(one: Rect, distance: float) -> None:
    whole = as_shapely(one).union(as_shapely(advanced(one, distance))).convex_hull
    assert as_shapely(swept(one, distance)).symmetric_difference(whole).area < 1e-7


@for_any(rects, st.floats(-20, 20).filter(lambda distance: abs(distance) > 0.01), turns)
def test_so_it_is_along_any_bearing(one: Rect, distance: float, direction: Tenths) -> None:
    whole = as_shapely(one).union(as_shapely(moved(one, normal(direction), distance))).convex_hull
    strip = swept_along(one, normal(direction), distance)
    assert as_shapely(strip).symmetric_difference(whole).area < 1e-7
    assert strip.convex


def test_first_touch_of_the_charge_of_the_examples() -> None:
    """E3: C1 (33, 21) facing 270 has its front at 32, the flank is at 26: 6.00; squared up at (27, 21)."""
    charger, target = rect(33, 21, 2700), rect(24, 20)
    face = face_by_bearing(target, centre(charger))
    assert face is Face.RIGHT
    assert first_touch(charger, target) == 6
    there = advanced(charger, 6)
    slide = slide_of(target, face, centre(there))
    assert slide == 1
    assert lined_up(there, target, face, slide) == rect(27, 21, 2700)
    assert face_touched(target, there) is Face.RIGHT


def test_grazing_along_an_edge_is_no_touch() -> None:
    mover = rect(10, 10)
    assert first_touch(mover, rect(14, 16)) is None  # edge on edge line
    assert first_touch(mover, rect(13.99, 16)) is None  # no more than a hundredth in
    assert first_touch(mover, rect(13.98, 16)) == 4
    assert first_touch(mover, rect(10, 8)) is None  # close behind
    assert first_touch(mover, rect(10, 12)) == 0  # close before
    assert first_touch(mover, rect(10, 11)) == -1
    assert first_touch(mover, rect(10, 4)) is None


def test_an_object_across_the_strip_is_met_where_it_enters() -> None:
    """Its nearest corner is far outside the strip: it is cut to the strip first (OH-G5)."""
    diamond = area((10, 13), (30, 33), (10, 53), (8, 33))
    assert first_touch(rect(14, 10), diamond) == pytest.approx(4)  # the edge x - y = -3 at x = 12
    wall = line((at(12, 15), at(30, 33)))
    assert first_touch(rect(14, 10), wall) == pytest.approx(4)
    assert first_touch(rect(8, 10), wall) is None


def test_first_touch_of_a_concave_wood() -> None:
    """A U open to the south: the mover between its arms meets its bar, not its arms."""
    wood = area((0, 0), (6, 0), (6, 20), (14, 20), (14, 0), (20, 0), (20, 24), (0, 24))
    assert first_touch(rect(10, 5), wood) == 14
    assert first_touch(rect(10, 5, 1800), wood) is None
    assert first_touch(rect(7, 5), wood) == pytest.approx(-1.99)  # already in it, from the rear edge on
    assert first_touch(rect(10, 22), wood) == pytest.approx(-1.99)
    assert first_touch_along(rect(10, 5), Tenths(0), wood) == pytest.approx(14, abs=1e-5)
    assert first_touch_along(rect(10, 5), Tenths(900), wood) == pytest.approx(2, abs=1e-5)
    assert first_touch_along(rect(10, 5), Tenths(300), wood) == pytest.approx(4, abs=1e-5)  # 2 / sin 30
    assert first_touch_along(rect(10, 22), Tenths(300), wood) == 0


@for_any(rects, rects)
def test_after_the_first_touch_they_touch(one: Rect, other: Rect) -> None:
    touch = first_touch(one, other)
    if touch is None:
        assert not overlaps(swept(one, 60), other) or overlaps(one, other)
        return
    assert overlaps(swept(one, 100), other)
    assume(touch > 0)
    assert touches(advanced(one, touch), other)
    assert not overlaps(swept(one, touch), other)
    assert first_touch_along(one, one.facing, other) == pytest.approx(touch, abs=1e-4)


@for_any(rects, rects, turns)
def test_after_the_first_touch_along_a_bearing_they_touch(one: Rect, other: Rect, direction: Tenths) -> None:
    touch = first_touch_along(one, direction, other)
    if touch is None:
        path = as_shapely(swept_along(one, direction, 100))
        assert path.intersection(as_shapely(other)).area < 0.5
        return
    assume(touch > 0)
    assert distances.rects(moved(one, direction, touch), other) < 1e-4
    assert not overlaps(moved(one, direction, touch), other)
    assert not any(overlaps(moved(one, direction, touch * step / 10), other) for step in range(10))


@for_any(rects, rects, turns, st.tuples(st.floats(-40, 40), st.floats(-40, 40)))
def test_first_touch_is_the_same_wherever_they_are(
    one: Rect, other: Rect, turn: Tenths, by: tuple[float, float]
) -> None:
    touch = first_touch(one, other)
    there = first_touch(carried(one, turn, by), carried(other, turn, by))
    if touch is None or there is None:
        # One that is just at the limit may fall to either side of it.
        assert touch is there or overlaps(swept(one, 100), other) is False or (touch or there or 0) < 0
    else:
        assert there == pytest.approx(touch, abs=1e-6)


def test_first_touch_of_polygons_agrees_with_shapely() -> None:
    chance = random.Random(5)
    for _ in range(1000):
        one, wood = drawn(chance), drawn_polygon(chance)
        touch, ground = first_touch(one, wood), as_shapely(wood)
        if touch is None:
            assert as_shapely(swept(one, 60)).intersection(ground).area < 0.2
        elif touch > 0:
            assert as_shapely(swept(one, touch - 1e-5)).intersection(ground).area < 0.05
            assert as_shapely(swept(one, touch + 0.05)).intersection(ground).area > 0
        other = drawn(chance)
        assert first_touch(one, rect_polygon(other)) == first_touch(one, other)


# --- paths ----------------------------------------------------------------------------------------------------------


@for_any(rects, st.lists(legs, max_size=4))
def test_a_path_goes_from_station_to_station(one: Rect, way: list[Leg]) -> None:
    stops = stations(one, way)
    assert stops[0] == one
    assert len(stops) == len(way) + 1
    whole = path_length(one, way)
    assert whole == pytest.approx(sum(leg_length(stop, leg) for stop, leg in zip(stops, way, strict=False)))
    assert alike(along(one, way, whole + 1), stops[-1])
    assert all((stop.half_width, stop.half_depth) == (one.half_width, one.half_depth) for stop in stops)


@for_any(rects, legs, st.floats(0, 1))
def test_no_corner_goes_farther_than_the_part_done(one: Rect, leg: Leg, share: float) -> None:
    done = leg_length(one, leg) * share
    there = part(one, leg, done)
    if isinstance(leg, Ahead | Shift):
        assert distances.points(centre(one), centre(there)) == pytest.approx(done, abs=CLOSE)
    elif isinstance(leg, Wheel):
        outer = 0 if leg.by > 0 else 1
        assert distances.points(corners(one)[outer], corners(there)[outer]) <= done + wheel_length(one, Tenths(1))
    else:
        assert there == after(one, leg)


def test_a_path_of_every_piece() -> None:
    """Ahead 4, a quarter wheel to the right, sideways to the right 2, turned about on its front."""
    way = [Ahead(Inches(4)), Wheel(Tenths(900)), Shift(Tenths(900), Inches(2)), Turn(Tenths(1800), (0, 1))]
    stops = stations(rect(10, 10), way)
    assert [pose.facing for pose in stops] == [0, 0, 900, 900, 2700]
    assert alike(stops[2], rect(11, 17, 900))
    assert alike(stops[3], rect(11, 15, 900))
    assert alike(stops[4], rect(13, 15, 2700))
    assert alike(along(rect(10, 10), way, 3), rect(10, 13))
    assert path_length(rect(10, 10), way) == pytest.approx(4 + 6.283185307 + 2)


def test_the_part_of_a_path_in_a_wood() -> None:
    """Any part of the footprint: from when the front reaches the wood until the rear leaves it (AR-G13)."""
    wood = area((0, 15), (30, 15), (30, 18), (0, 18))
    assert entry_and_exit(rect(10, 10), 20, wood) == (pytest.approx((4, 9), abs=1e-5),)
    assert length_in_area(rect(10, 10), Ahead(Inches(20)), wood) == pytest.approx(5, abs=1e-5)
    assert length_in_area(rect(10, 10), Ahead(Inches(6)), wood) == pytest.approx(2, abs=1e-5)
    assert length_in_area(rect(10, 10), Ahead(Inches(4)), wood) == 0
    assert length_in_area(rect(10, 10), Ahead(Inches(-4)), wood) == 0
    assert length_in_area(rect(10, 20), Ahead(Inches(-4)), wood) == pytest.approx(3, abs=1e-5)
    assert centre_length_in_area(rect(10, 10), Ahead(Inches(20)), wood) == pytest.approx(3)
    assert length_in_area(rect(10, 10), Turn(Tenths(900)), wood) == 0
    assert entry_and_exit(rect(10, 10), 0, wood) == ()
    assert entry_and_exit(rect(10, 16), 0, wood) == ((0, 0),)
    assert entry_and_exit(rect(10, 20), -6, wood) == (pytest.approx((1, 6), abs=1e-5),)
    beside = area((12, 0), (20, 0), (20, 30), (12, 30))
    assert length_in_area(rect(10, 10), Ahead(Inches(10)), beside) == 0  # along its edge


def test_the_part_of_a_path_in_a_concave_wood() -> None:
    """Two arms across the way, and a clearing between them; and a start inside."""
    arms = area((0, 10), (20, 10), (20, 12), (6, 12), (6, 20), (20, 20), (20, 22), (0, 22))
    assert entry_and_exit(rect(10, 5), 30, arms) == (
        pytest.approx((4, 8), abs=1e-5),
        pytest.approx((14, 18), abs=1e-5),
    )
    whole = area((0, 0), (36, 0), (36, 36), (0, 36))
    assert entry_and_exit(rect(10, 5), 12, whole) == ((0, 12),)
    assert centre_length_in_area(rect(10, 5), Wheel(Tenths(450)), whole) == pytest.approx(
        wheel_length(rect(10, 5), Tenths(450))
    )


def test_parts_of_paths_agree_with_shapely() -> None:
    chance = random.Random(6)
    steps = 100
    for _ in range(40):
        one, wood = drawn(chance), drawn_polygon(chance)
        leg = Shift(Tenths(chance.randrange(-1800, 1800)), Inches(chance.randrange(100, 2000) / 100))
        stops = [as_shapely(part(one, leg, leg.distance * (step + 0.5) / steps)) for step in range(steps)]
        inside = sum(stop.intersection(as_shapely(wood)).area > 1e-9 for stop in stops) * leg.distance / steps
        assert length_in_area(one, leg, wood) == pytest.approx(inside, abs=leg.distance / steps * 6)


def test_a_wheel_into_a_wood_is_measured_by_tenths() -> None:
    chance = random.Random(7)
    for _ in range(10):
        one, wood = drawn(chance), drawn_polygon(chance)
        wheel = Wheel(Tenths(chance.choice([-600, 450])))
        step = 1 if wheel.by > 0 else -1
        turned = [as_shapely(wheeled(one, Tenths(by))) for by in range(0, wheel.by, step)]
        inside = sum(each.intersection(as_shapely(wood)).area > 5e-4 for each in turned)
        assert length_in_area(one, wheel, wood) == pytest.approx(wheel_length(one, Tenths(inside)), abs=0.25)


# --- lining up ------------------------------------------------------------------------------------------------------


@for_any(facings, rects, st.sampled_from(Face), st.floats(-30, 30), st.floats(-30, 30))
def test_lined_up_is_flush_with_the_face(facing: Tenths, target: Rect, face: Face, x: float, y: float) -> None:
    mover = rect(x, y, facing)
    slide = slide_of(target, face, (x, y))
    there = lined_up(mover, target, face, slide)
    assert touches(there, target)
    assert face_touched(target, there) is face
    assert slide_of(target, face, centre(there)) == pytest.approx(slide, abs=CLOSE)
    assert abs(slide) <= face_length(target, face) / 2
    stored = placed(pose_of(there, Anchor.CENTRE), size(Hundredths(400), Hundredths(200)), Anchor.CENTRE)
    assert touches(stored, target)  # what rounding leaves is neither a gap nor an overlap
    start, end = edge(target, face)
    assert distances.point_segment(middle(there, Face.FRONT), (start, end)) < CLOSE


def test_the_places_along_a_face_in_the_order_they_are_tried() -> None:
    """OH-G13: nearest to where it touched, then nearer the middle, then positive; inside the face."""
    target = rect(10, 10)
    quarter = Hundredths(25)
    assert list(slides(target, Face.RIGHT, Inches(0.5), quarter)) == [0.5, 0.25, 0.75, 0, 1, -0.25, -0.5, -0.75, -1]
    assert list(slides(target, Face.FRONT, Inches(0), Hundredths(100))) == [0, 1, -1, 2, -2]
    assert list(slides(target, Face.REAR, Inches(-2), Hundredths(150))) == [-2, -0.5, 1]


@for_any(st.integers(-440, 440).map(Tenths), st.floats(-3, 3))
def test_turned_flush_about_the_touching_point(off: Tenths, aside: float) -> None:
    """AR-G16."""
    target = rect(18, 18)
    start = rect(18 + aside, 30, normal(1800 + off))
    touch = first_touch(start, target)
    assume(touch is not None)
    mover = advanced(start, touch or 0)
    about = touching_point(mover, target)
    there = flush(mover, target, Face.FRONT)
    assert there.facing == 1800
    assert distances.points(about, centre(there)) == pytest.approx(distances.points(about, centre(mover)))
    assert distances.point_rect(about, target) < CLOSE
    assert distances.point_rect(about, there) < CLOSE
    assert ahead(there.facing) == (0, -1)
    assert shapely.Point(about).distance(as_shapely(there)) < CLOSE
