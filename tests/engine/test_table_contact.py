"""Rectangles: their corners and edges, distances, overlapping and touching (OH-G2, OH-G6, AR-G2 to G4)."""

import random

import pytest
import shapely
from hypothesis import assume
from hypothesis import strategies as st

from pbem.engine.table import distances
from pbem.engine.table.angles import Point
from pbem.engine.table.contact import meets, overlaps, reach, touches
from pbem.engine.table.measures import Hundredths, Tenths, say_inches, within
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import (
    FACES,
    Anchor,
    Face,
    Rect,
    Size,
    after_turn,
    anchor_of,
    centre,
    corners,
    edge,
    face_length,
    facing_along,
    grown,
    local,
    local_point,
    middle,
    outward,
    placed,
    pose_of,
    quarters_to,
    size,
    size_in_millimetres,
    standing,
    strip,
)
from pbem.engine.table.rects import reach as half_extent
from pbem.engine.table.turning import faced
from tests.engine.table_scenes import (
    CLOSE,
    as_shapely,
    at,
    carried,
    carried_point,
    drawn,
    drawn_point,
    facings,
    for_any,
    pairs,
    poses,
    rect,
    rects,
    sizes,
    spots,
    turns,
)

shifts = st.tuples(st.floats(-40, 40), st.floats(-40, 40))


# --- rectangles -----------------------------------------------------------------------------------------------------


def test_a_unit_facing_east_is_deep_along_x() -> None:
    """OH-G2: at 90 or 270 it spans x +- D/2 and y +- W/2."""
    unit = rect(8, 8, 900)
    assert corners(unit) == ((9, 10), (9, 6), (7, 6), (7, 10))
    assert middle(unit, Face.FRONT) == (9, 8)
    assert edge(unit, Face.RIGHT) == ((9, 6), (7, 6))
    assert edge(unit, Face.LEFT) == ((7, 10), (9, 10))
    assert outward(unit.facing, Face.RIGHT) == 1800


def test_three_ranks_of_foot_turned_about() -> None:
    """AR-G28: at (30, 12) facing 90, depth 1.772, the centre is (29.11, 12); turned about, (28.23, 12) facing 270."""
    foot = placed(Pose(at(30, 12), Tenths(900)), size_in_millimetres(80, 45), Anchor.FRONT)
    assert round(2 * foot.half_depth, 3) == 1.772
    assert pose_of(foot, Anchor.CENTRE).at == at(29.11, 12)
    assert pose_of(faced(foot, Tenths(2700)), Anchor.FRONT) == Pose(at(28.23, 12), Tenths(2700))


@for_any(poses, sizes, st.sampled_from(Anchor))
def test_a_pose_made_a_rectangle_is_the_same_pose_again(pose: Pose, measures: Size, anchor: Anchor) -> None:
    made = placed(pose, measures, anchor)
    assert pose_of(made, anchor) == pose
    assert anchor_of(made, anchor) == pytest.approx((pose.at.x / 100, pose.at.y / 100), abs=CLOSE)


@for_any(rects)
def test_edges_go_clockwise_around(one: Rect) -> None:
    for face in FACES:
        start, end = edge(one, face)
        assert distances.points(start, end) == pytest.approx(face_length(one, face))
        assert middle(one, face) == pytest.approx(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        assert distances.points(centre(one), middle(one, face)) == pytest.approx(half_extent(one, face))
        assert end == edge(one, FACES[(FACES.index(face) + 1) % 4])[0]
    assert shapely.Polygon(corners(one)).exterior.is_ccw is False


@for_any(rects, spots)
def test_what_a_rectangle_sees_is_where_it_is(one: Rect, place: Spot) -> None:
    point = (place.x / 100, place.y / 100)
    assert local_point(one, *local(one, point)) == pytest.approx(point, abs=CLOSE)


def test_faces_are_renamed_by_a_turn() -> None:
    """OH-G14: turned right, right -> front, front -> left, rear -> right, left -> rear; left the mirror image."""
    assert [after_turn(face, 1) for face in FACES] == [Face.LEFT, Face.FRONT, Face.RIGHT, Face.REAR]
    assert [after_turn(face, -1) for face in FACES] == [Face.RIGHT, Face.REAR, Face.LEFT, Face.FRONT]
    assert [after_turn(face, 2) for face in FACES] == [Face.REAR, Face.LEFT, Face.FRONT, Face.RIGHT]
    assert all(after_turn(face, quarters_to(face)) is Face.FRONT for face in FACES)


def test_a_strip_runs_from_point_to_point() -> None:
    road = strip((2, 3), (5, 7), 1)
    assert (road.x, road.y, road.half_width, road.half_depth) == (3.5, 5, 1, 2.5)
    assert road.facing == 369
    assert middle(road, Face.FRONT) == pytest.approx((5, 7))
    assert corners(facing_along(rect(0, 0), (3, 4)))[1] == pytest.approx((2 * 0.8 + 0.6, -2 * 0.6 + 0.8))
    assert strip((2, 3), (2, 3), 1).facing == 0


# --- distances ------------------------------------------------------------------------------------------------------


def test_ranges_of_the_examples() -> None:
    """E1: 8.00; E2: 7.00; E4: 3.00."""
    assert distances.point_rect((10, 11), rect(12, 20, 1800)) == 8
    assert distances.point_rect((12, 8), rect(20, 10, 2700)) == 7
    assert distances.point_rect((10, 11), rect(10, 15, 1800)) == 3


def test_distances_agree_with_shapely() -> None:
    for one, other in pairs(1200, seed=1):
        true = as_shapely(one).distance(as_shapely(other))
        assert distances.rects(one, other) == pytest.approx(true, abs=CLOSE)
        for face in FACES:
            front = shapely.LineString(edge(one, face))
            assert distances.edge_rect(one, face, other) == pytest.approx(front.distance(as_shapely(other)), abs=CLOSE)
        limit = Hundredths(round(true * 100))
        assert distances.near(one, other, limit) == within(distances.rects(one, other), limit)


def test_distances_of_points_and_segments_agree_with_shapely() -> None:
    chance = random.Random(2)
    for _ in range(1000):
        one, (a, b, c, d) = drawn(chance), (drawn_point(chance) for _ in range(4))
        segment, other = shapely.LineString((a, b)), shapely.LineString((c, d))
        assert distances.segments((a, b), (c, d)) == pytest.approx(segment.distance(other), abs=CLOSE)
        assert distances.segment_rect((a, b), one) == pytest.approx(segment.distance(as_shapely(one)), abs=CLOSE)
        assert distances.point_rect(a, one) == pytest.approx(shapely.Point(a).distance(as_shapely(one)), abs=CLOSE)
        assert distances.point_segment(c, (a, b)) == pytest.approx(shapely.Point(c).distance(segment), abs=CLOSE)
        there = distances.nearest_on_rect(a, one)
        assert distances.points(a, there) == pytest.approx(distances.point_rect(a, one), abs=CLOSE)
        there = distances.nearest_on_segment(c, (a, b))
        assert distances.points(c, there) == pytest.approx(distances.point_segment(c, (a, b)), abs=CLOSE)


def test_segments_of_no_length() -> None:
    here: Point = (3.0, 4.0)
    assert distances.segments((here, here), ((0, 0), (0, 0))) == 5
    assert distances.point_segment((0, 0), (here, here)) == 5
    assert distances.segment_rect((here, here), rect(0, 0)) == pytest.approx(10**0.5)


@for_any(facings, st.integers(0, 1200).map(Hundredths), st.integers(-200, 200), spots)
def test_exactly_at_range_is_exact(facing: Tenths, gap: Hundredths, aside: int, spot: Spot) -> None:
    """Wherever and however the two are turned: no hundredth more, no hundredth less."""
    one = placed(Pose(spot, facing), size(Hundredths(400), Hundredths(200)), Anchor.CENTRE)
    there = local_point(one, aside / 100, 2 + gap / 100)
    other = standing(there, facing, size(Hundredths(400), Hundredths(200)), Anchor.CENTRE)
    for away in (distances.rects(one, other), distances.edge_rect(one, Face.FRONT, other)):
        assert within(away, gap), say_inches(gap)
        assert not within(away, Hundredths(gap - 1))
    assert distances.near(one, other, gap)
    assert not distances.near(one, other, Hundredths(gap - 1))


@for_any(st.integers(0, 35), st.integers(0, 35), st.sampled_from([0, 900, 1800, 2700]), st.integers(1, 24))
def test_exactly_at_range_on_the_grid_needs_no_tolerance(x: int, y: int, facing: int, halves: int) -> None:
    one = rect(x, y, facing)
    other = rect(*local_point(one, 0, 2 + halves / 2), facing)
    assert distances.rects(one, other) == halves / 2


# --- contact --------------------------------------------------------------------------------------------------------


def test_overlapping_agrees_with_shapely() -> None:
    """Reaching so far in: moved apart by so much along the best direction they only touch."""
    for one, other in pairs(2000, seed=3):
        deep = reach(one, other)
        a, b = as_shapely(one), as_shapely(other)
        if abs(deep) > CLOSE:
            assert (deep > 0) == a.intersects(b)
        assert overlaps(one, other) == (deep > 0.01 + CLOSE)
        if overlaps(one, other):
            assert a.intersection(b).area > 0.00005
        assert meets(one, other) == (a.distance(b) <= 0.01 + CLOSE)
        assert touches(one, other) == (meets(one, other) and not overlaps(one, other))


@for_any(rects, rects)
def test_contact_and_distance_are_mutual(one: Rect, other: Rect) -> None:
    assert overlaps(one, other) == overlaps(other, one)
    assert touches(one, other) == touches(other, one)
    assert meets(one, other) == meets(other, one)
    assert reach(one, other) == pytest.approx(reach(other, one), abs=CLOSE)
    assert distances.rects(one, other) == pytest.approx(distances.rects(other, one), abs=CLOSE)
    assert overlaps(one, one)


@for_any(facings, spots, st.sampled_from(FACES), st.integers(-5, 5), st.integers(-30, 30))
def test_a_hundredth_decides_between_touching_and_overlapping(
    facing: Tenths, spot: Spot, face: Face, gap: int, aside: int
) -> None:
    """gap: of half hundredths.  Up to 0.01" apart or into each other: touching."""
    one = placed(Pose(spot, facing), size(Hundredths(400), Hundredths(200)), Anchor.CENTRE)
    (nx, ny), along = (
        {Face.FRONT: (0, 1), Face.REAR: (0, -1), Face.RIGHT: (1, 0), Face.LEFT: (-1, 0)}[face],
        aside / 100,
    )
    off = 2 * half_extent(one, face) + gap / 200
    other = standing(
        local_point(one, nx * off + ny * along, ny * off + nx * along), facing,
        size(Hundredths(400), Hundredths(200)), Anchor.CENTRE,
    )  # fmt: skip
    assert overlaps(one, other) == (gap < -2)
    assert touches(one, other) == (-2 <= gap <= 2)
    assert meets(one, other) == (gap <= 2)


@for_any(rects, rects, st.sampled_from([900, 1800, 2700]))
def test_turning_the_table_by_quarters_changes_no_answer(one: Rect, other: Rect, quarter: int) -> None:
    a, b = (carried(each, Tenths(quarter), (0, 0)) for each in (one, other))
    assert (overlaps(a, b), touches(a, b)) == (overlaps(one, other), touches(one, other))
    assert distances.rects(a, b) == pytest.approx(distances.rects(one, other), abs=1e-12)


@for_any(rects, rects, turns, shifts, spots)
def test_turning_and_shifting_the_table_changes_no_answer(
    one: Rect, other: Rect, turn: Tenths, by: tuple[float, float], place: Spot
) -> None:
    a, b = (carried(each, turn, by) for each in (one, other))
    assert distances.rects(a, b) == pytest.approx(distances.rects(one, other), abs=CLOSE)
    assert reach(a, b) == pytest.approx(reach(one, other), abs=CLOSE)
    assume(abs(reach(one, other) - 0.01) > CLOSE)
    assume(abs(distances.rects(one, other) - 0.01) > CLOSE)
    assert (overlaps(a, b), touches(a, b), meets(a, b)) == (
        overlaps(one, other),
        touches(one, other),
        meets(one, other),
    )
    point = (place.x / 100, place.y / 100)
    assert distances.point_rect(carried_point(point, turn, by), a) == pytest.approx(
        distances.point_rect(point, one), abs=CLOSE
    )


@for_any(rects, st.floats(-0.4, 3))
def test_a_grown_rectangle_keeps_its_middle(one: Rect, by: float) -> None:
    larger = grown(one, by)
    assert centre(larger) == centre(one)
    assert face_length(larger, Face.FRONT) == pytest.approx(face_length(one, Face.FRONT) + 2 * by)
