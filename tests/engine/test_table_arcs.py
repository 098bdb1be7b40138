"""Arcs of fire and the faces of a unit: each rule set's way (OH-G9, OH-G12, AR-G5 to G7, G-5, G-6, G-27, G-33)."""

import random

import pytest
import shapely
from hypothesis import assume
from hypothesis import strategies as st

from pbem.engine.table import distances
from pbem.engine.table.advance import advanced, first_touch
from pbem.engine.table.angles import HALF_TURN, Point, ahead, half_tenths_ahead, rotated
from pbem.engine.table.arcs import (
    Arc,
    ahead_of,
    covered,
    front_zone,
    holds,
    in_arc,
    meets,
    range_within,
    wedge,
    wedge_through,
)
from pbem.engine.table.measures import Tenths
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import Face, Rect, centre, corners, local_point, middle
from pbem.engine.table.zones import (
    ahead_of_front,
    behind_rear,
    face_by_bearing,
    face_by_lines,
    face_by_rays,
    face_touched,
    nearest_face,
)
from tests.engine.table_scenes import (
    CLOSE,
    as_shapely,
    carried,
    drawn,
    drawn_point,
    facings,
    for_any,
    rect,
    rects,
    spots,
    turns,
)

EIGHTH = Tenths(450)


def off(facing: Tenths, by_half_tenths: int, far: float = 8.0) -> Point:
    """A point so far from (18, 18), so many twentieths of a degree off a facing."""
    east, north = half_tenths_ahead(2 * facing + by_half_tenths)
    return (18 + far * east, 18 + far * north)


# --- arcs -----------------------------------------------------------------------------------------------------------


def test_the_shots_of_the_examples_are_in_arc() -> None:
    """E1: 12.5 degrees to the right; E2: 14.0 to the left; E4: straight ahead."""
    assert in_arc((10, 11), Tenths(0), (12, 20), EIGHTH)
    assert in_arc((12, 8), Tenths(900), (20, 10), EIGHTH)
    assert in_arc((10, 11), Tenths(0), (10, 15), EIGHTH)


@for_any(facings, st.sampled_from([-1, 1]), st.sampled_from([225, 337, 450, 900]))
def test_the_bounds_of_an_arc_are_included_at_every_facing(facing: Tenths, side: int, half: int) -> None:
    """With the tolerance of 0.05 degree for the shooter, and no more."""
    assert in_arc((18, 18), facing, off(facing, side * 2 * half), Tenths(half))
    assert not in_arc((18, 18), facing, off(facing, side * (2 * half + 2)), Tenths(half))
    arc = wedge((18, 18), facing, Tenths(half))
    assert holds(arc, off(facing, side * 2 * half))
    assert not holds(arc, off(facing, side * (2 * half + 2), 20))
    assert holds(arc, (18, 18))


@pytest.mark.parametrize("half", [-1, 901])
def test_a_wedge_opens_by_a_right_angle_at_most(half: int) -> None:
    with pytest.raises(ValueError, match="0 to 90 degrees"):
        wedge((0, 0), Tenths(0), Tenths(half))


@for_any(facings, spots, st.sampled_from([225, 450, 800]))
def test_a_wedge_holds_what_the_bearing_says(facing: Tenths, spot: Spot, half: int) -> None:
    at = point(spot)
    assert holds(wedge((18, 18), facing, Tenths(half)), at) == in_arc((18, 18), facing, at, Tenths(half)) or at == (
        18,
        18,
    )


def test_one_point_of_the_target_is_enough() -> None:
    """G-5, AR-G6: its centre, a corner, an edge that passes through; none."""
    arc = wedge((10, 10), Tenths(0), EIGHTH)
    assert meets(arc, rect(10, 20))
    assert meets(arc, rect(16.9, 15, width=400))
    assert not meets(arc, rect(18.1, 15, width=400))
    assert meets(arc, rect(10, 40, width=9000))
    assert meets(arc, rect(10, 10))
    assert not meets(arc, rect(10, 5))


def test_the_arc_of_a_gun_goes_through_its_front_corners() -> None:
    """AR-G7: with the ratio 2:3 it is 33.69 degrees to either side, whatever the size; and ahead of its front."""
    gun = rect(10, 10, width=200, depth=300)
    arc = ahead_of(wedge_through(centre(gun), *corners(gun)[:2]), gun)
    for degrees, seen in ((336, True), (337, True), (338, False)):
        east, north = ahead(Tenths(degrees))
        assert holds(arc, (10 + 9 * east, 10 + 9 * north)) is seen
        assert holds(arc, (10 - 9 * east, 10 + 9 * north)) is seen
    assert not holds(arc, (10, 11.4))
    assert holds(arc, (10, 11.5))


def test_the_front_zone_begins_at_the_front_corners() -> None:
    """AR-G5: on or ahead of the front line, between rays of 45 degrees outwards from the corners."""
    zone = front_zone(rect(10, 10))
    for there, seen in (
        ((12, 11), True), ((8, 11), True), ((10, 10.9), False), ((15, 14), True), ((15.1, 14), False), ((5, 14), True),
        ((4.9, 14), False), ((10, 36), True), ((12.02, 11), False),
    ):  # fmt: skip
        assert holds(zone, there) is seen, there
    assert meets(zone, rect(18.9, 14, 0, width=800))
    assert not meets(zone, rect(19.2, 14, 0, width=800, depth=20))


def test_the_range_is_to_the_nearest_covered_point() -> None:
    """G-6."""
    arc = wedge((10, 10), Tenths(0), EIGHTH)
    target = rect(16, 13, width=800)
    assert distances.point_rect((10, 10), target) == pytest.approx(8**0.5)
    assert range_within(arc, target) == pytest.approx(8**0.5, abs=0.01)
    assert range_within(wedge((10, 10), Tenths(0), Tenths(225)), target) is None
    narrow = wedge((10, 10), Tenths(0), Tenths(300))
    assert range_within(narrow, rect(13, 13, width=800)) == pytest.approx(2)
    assert range_within(narrow, rect(17, 13, width=1000)) == pytest.approx(4, abs=0.01)  # 2 / sin 30
    assert range_within(arc, rect(10, 10)) == 0
    assert covered(arc, rect(10, 5)) == ()


def test_arcs_agree_with_shapely() -> None:
    chance = random.Random(21)
    for _ in range(1000):
        one, apex, half = drawn(chance), drawn_point(chance), Tenths(chance.randrange(50, 800))
        facing = Tenths(chance.randrange(3600))
        arc = wedge(apex, facing, half)
        bounds = [half_tenths_ahead(2 * (facing - half) - 1), ahead(facing), half_tenths_ahead(2 * (facing + half) + 1)]
        far = [(apex[0] + 400 * east, apex[1] + 400 * north) for east, north in bounds]
        part = shapely.Polygon([apex, *far]).intersection(as_shapely(one))
        found = range_within(arc, one)
        assert meets(arc, one) == (found is not None)
        if part.area > 1e-6:
            assert found == pytest.approx(part.distance(shapely.Point(apex)), abs=1e-6)
            assert shapely.Polygon(covered(arc, one)).area == pytest.approx(part.area, abs=1e-6)
        elif found is not None:
            assert shapely.Polygon([apex, *far]).distance(as_shapely(one)) < 1e-6


@for_any(rects, rects, turns)
def test_arcs_are_the_same_at_every_facing(one: Rect, other: Rect, turn: Tenths) -> None:
    a, b = carried(one, turn, (5, 6)), carried(other, turn, (5, 6))
    here, there = middle(one, Face.FRONT), middle(a, Face.FRONT)
    before, now = range_within(wedge(here, one.facing, EIGHTH), other), range_within(wedge(there, a.facing, EIGHTH), b)
    assume((before is None) == (now is None) or (before or now or 0) > 0.001)
    if before is not None and now is not None:
        assert now == pytest.approx(before, abs=1e-6)
    zone = _covered_area(front_zone(one), other)
    assert _covered_area(front_zone(a), b) == pytest.approx(zone, abs=1e-6)


def _covered_area(arc: Arc, target: Rect) -> float:
    part = covered(arc, target)
    return shapely.Polygon(part).area if len(part) > 2 else 0.0


# --- faces ----------------------------------------------------------------------------------------------------------


@for_any(facings, st.integers(-3599, 3600))
def test_faces_by_bearing_at_every_facing(facing: Tenths, off_by: int) -> None:
    """OH-G12: to 45 degrees front, from 135 on rear; the tolerance goes to the front, then to the rear."""
    target = rect(18, 18, facing)
    seen = face_by_bearing(target, off(facing, off_by))
    expected = Face.FRONT if abs(off_by) <= 900 else Face.REAR if abs(off_by) >= 2700 else None
    if abs(off_by) not in {901, 2699}:  # the bound itself, within the tolerance
        assert seen is (expected or (Face.RIGHT if off_by > 0 else Face.LEFT))


def test_faces_at_the_limits_of_the_tolerance() -> None:
    target = rect(18, 18)
    assert face_by_bearing(target, (18 + 8, 18 + 8)) is Face.FRONT
    assert face_by_bearing(target, (18 + 8.013, 18 + 8)) is Face.FRONT  # 45.047 degrees
    assert face_by_bearing(target, (18 + 8.02, 18 + 8)) is Face.RIGHT
    assert face_by_bearing(target, (18 - 8, 18 - 8)) is Face.REAR
    assert face_by_bearing(target, (18 - 8.013, 18 - 8)) is Face.REAR
    assert face_by_bearing(target, (18 - 8.02, 18 - 8)) is Face.LEFT


@pytest.mark.parametrize(
    ("there", "face"),
    [
        ((10, 11), Face.FRONT), ((15, 14), Face.FRONT), ((15.1, 14), Face.RIGHT), ((12.1, 10), Face.RIGHT),
        ((7, 10), Face.LEFT), ((5, 6), Face.REAR), ((4.9, 6), Face.LEFT), ((10, 9), Face.REAR), ((12, 9), Face.REAR),
        ((15, 6), Face.REAR), ((10, 10), Face.RIGHT),
    ],
)  # fmt: skip
def test_faces_by_rays(there: Point, face: Face) -> None:
    """AR-G5; a point of the unit itself lies in a flank."""
    assert face_by_rays(rect(10, 10), there) is face


@for_any(rects, spots)
def test_the_front_zone_is_what_lies_before_the_front(one: Rect, spot: Spot) -> None:
    at = point(spot)
    assume(abs(distances.point_rect(at, one)) > 0.02)
    assert holds(front_zone(one), at) == (face_by_rays(one, at) is Face.FRONT)


@pytest.mark.parametrize(
    ("start", "touched", "face"),
    [
        ((30, 11), Face.RIGHT, Face.FRONT),  # level with the front line: frontal, whatever it touches
        ((30, 10.9), Face.RIGHT, Face.RIGHT),
        ((0, 5), Face.LEFT, Face.LEFT),
        ((10, 5), Face.REAR, Face.REAR),
        ((30, 9.5), Face.REAR, Face.FRONT),  # between the lines, and round to the rear
        ((10, 5), Face.FRONT, Face.FRONT),
    ],
)
def test_faces_by_lines(start: Point, touched: Face, face: Face) -> None:
    """G-27."""
    assert face_by_lines(rect(10, 10), start, touched) is face


def test_lines_of_front_and_rear() -> None:
    assert ahead_of_front(rect(10, 10, 900), (11, 30))
    assert not ahead_of_front(rect(10, 10, 900), (10.99, 10))
    assert behind_rear(rect(10, 10, 900), (8.9, 30))
    assert not behind_rear(rect(10, 10, 900), (9, 30))


@pytest.mark.parametrize(
    ("there", "face"),
    [
        ((10, 13), Face.FRONT),
        ((13, 10), Face.RIGHT),
        ((13, 12), Face.FRONT),
        ((13, 8), Face.REAR),
        ((6, 10.5), Face.LEFT),
    ],
)
def test_the_nearest_face(there: Point, face: Face) -> None:
    assert nearest_face(rect(10, 10), there) is face


@for_any(facings, st.sampled_from(Face), st.integers(-440, 440), st.floats(-0.9, 0.9))
def test_the_face_that_is_touched(facing: Tenths, face: Face, slant: int, aside: float) -> None:
    """A corner of the toucher against the face, anywhere along it."""
    target = rect(18, 18, facing, width=400, depth=400)
    quarter = {Face.FRONT: 0, Face.RIGHT: 900, Face.REAR: 1800, Face.LEFT: 2700}[face]
    east, north = rotated((2 * aside, 2.0), Tenths(quarter))
    contact = local_point(target, east, north)
    toucher = rect(0, 0, (facing + quarter + HALF_TURN + slant) % 3600)
    corner = min(corners(toucher), key=lambda each: each[0] * ahead(Tenths(facing + quarter))[0]
                 + each[1] * ahead(Tenths(facing + quarter))[1])  # fmt: skip
    there = toucher._replace(x=contact[0] - corner[0], y=contact[1] - corner[1])
    assert distances.rects(there, target) < CLOSE
    assert face_touched(target, there) is face


def test_the_face_touched_is_one_that_is_touched() -> None:
    chance = random.Random(22)
    corners_met = 0
    for _ in range(600):
        mover, target = drawn(chance), drawn(chance)
        touch = first_touch(mover, target)
        if touch is None or touch <= 0:
            continue
        there = advanced(mover, touch)
        touched = [face for face in Face if distances.edge_rect(target, face, there) < CLOSE]
        assert face_touched(target, there) in touched
        corners_met += len(touched) > 1
    assert corners_met > 20


def test_a_corner_touched_belongs_to_the_face_more_nearly_flush() -> None:
    target = rect(10, 10, width=400, depth=400)
    for facing, face in ((2000, Face.FRONT), (2100, Face.FRONT), (2400, Face.RIGHT), (2600, Face.RIGHT)):
        toucher = rect(0, 0, facing)
        east, north = ahead(Tenths(facing))
        there = toucher._replace(x=12 - east, y=12 - north)  # the middle of its front on the right front corner
        assert face_touched(target, there) is face
