"""The worked examples of the one-hour catalogue, measured; and positions that only just are what they are."""

from itertools import pairwise

import pytest

from pbem.engine.table import sight
from pbem.engine.table.advance import advanced, first_touch, swept
from pbem.engine.table.angles import relative_bearing
from pbem.engine.table.arcs import in_arc
from pbem.engine.table.areas import inside, length_inside, meets
from pbem.engine.table.contact import overlaps, touches
from pbem.engine.table.distances import point_rect
from pbem.engine.table.lining import lined_up, slide_of
from pbem.engine.table.measures import Hundredths, Tenths, within
from pbem.engine.table.rects import Anchor, Face, centre, local_point, middle, pose_of
from pbem.engine.table.turning import pivoted
from pbem.engine.table.zones import face_by_bearing
from tests.engine.table_scenes import area, at, rect

ARC = Tenths(450)
RANGE = Hundredths(1200)


def test_a_shot_and_the_last_powder() -> None:
    """E1."""
    shooter, target = rect(10, 10), rect(12, 20, 1800)
    muzzle = middle(shooter, Face.FRONT)
    assert muzzle == (10, 11)
    assert relative_bearing(muzzle, shooter.facing, centre(target)) == 125
    assert in_arc(muzzle, shooter.facing, centre(target), ARC)
    assert point_rect(muzzle, target) == 8
    assert within(point_rect(muzzle, target), RANGE)


def test_move_then_shoot_into_cover() -> None:
    """E2."""
    wood = area((16, 6), (24, 6), (24, 14), (16, 14))
    shooter, target = advanced(rect(8, 8, 900), 3), rect(20, 10, 2700)
    muzzle = middle(shooter, Face.FRONT)
    assert pose_of(shooter, Anchor.CENTRE).at == at(11, 8)
    assert muzzle == (12, 8)
    assert relative_bearing(muzzle, shooter.facing, centre(target)) == -140
    assert point_rect(muzzle, target) == 7
    assert inside(centre(target), wood)
    assert not inside(muzzle, wood)
    assert length_inside(muzzle, centre(target), wood) == pytest.approx(4 * (68**0.5 / 8))


def test_horse_into_the_flank_of_foot() -> None:
    """E3."""
    charger, target = rect(33, 21, 2700), rect(24, 20)
    assert relative_bearing(centre(target), target.facing, centre(charger)) == 837
    assert face_by_bearing(target, centre(charger)) is Face.RIGHT
    assert first_touch(charger, target) == 6
    there = advanced(charger, 6)
    assert lined_up(there, target, Face.RIGHT, slide_of(target, Face.RIGHT, centre(there))) == there
    assert touches(there, target)


def test_three_inches_are_three_inches() -> None:
    """E4."""
    assert point_rect(middle(rect(10, 10), Face.FRONT), rect(10, 15, 1800)) == 3


def test_held_in_front_struck_in_flank() -> None:
    """E5."""
    held, before, beside = rect(18, 18), rect(18, 20, 1800), rect(15, 18, 900)
    assert touches(held, before)
    assert touches(held, beside)
    assert touches(before, beside)  # by a corner
    assert face_by_bearing(held, centre(before)) is Face.FRONT
    assert face_by_bearing(held, centre(beside)) is Face.LEFT
    assert overlaps(pivoted(held, Tenths(-900)), before)


def test_horse_rides_through_a_town() -> None:
    """Its centre tells where it may end; its strip what it meets."""
    village = area((14, 14), (20, 14), (20, 20), (14, 20))
    assert inside(centre(advanced(rect(15, 8), 8)), village)
    rider = rect(19.5, 12)
    assert not inside(centre(advanced(rider, 12)), village)
    assert meets(swept(rider, 12), village)
    assert first_touch(rider, village) == 1


def test_a_line_of_units_has_no_seam_and_no_overlap() -> None:
    """Shoulder to shoulder at any facing, each stored to the hundredth beside the one before: nothing is blocked."""
    for facing in range(0, 3600, 37):
        row = [rect(18, 18, facing)]
        for _ in range(5):
            x, y = local_point(row[-1], 4, 0)
            row.append(rect(round(x, 2), round(y, 2), facing))
        for one, other in pairwise(row):
            assert not overlaps(one, other), facing
            assert first_touch(one, other) is None
            assert not overlaps(swept(one, 6), other)


def test_behind_one_another_at_any_facing_the_front_one_is_touched_at_once() -> None:
    for facing in range(0, 3600, 41):
        back = rect(18, 18, facing)
        front = rect(round(back.x + back.fx * 2, 2), round(back.y + back.fy * 2, 2), facing)
        assert not overlaps(back, front)
        assert first_touch(back, front) == pytest.approx(0, abs=0.008)
        assert first_touch(front, back) is None
        away = first_touch(rect(18, 18, facing), rect(*centre(advanced(front, 3)), facing))
        assert away == pytest.approx(3, abs=0.008)


def test_a_shot_past_a_friends_corner() -> None:
    """The corner on the line blocks nothing; a hundredth and a half of it inside the line does."""
    start, end = (0.0, 0.0), (20.0, 20.0)
    assert sight.clear(start, end, [rect(12, 9)])  # its left front corner at (10, 10)
    assert not sight.clear(start, end, [rect(11.98, 9.01)])
