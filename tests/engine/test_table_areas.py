"""Polygons and lines: in, on, across, how much of it; sight; roads (OH-G7, G8, G11, G16, AR-G9, G23)."""

import random

import pytest
import shapely

from pbem.engine.table import distances, lateral, shapes, sight, ways
from pbem.engine.table.advance import swept
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import (
    crosses,
    crosses_line,
    divided,
    inside,
    length_inside,
    length_inside_any,
    meets,
    more_than_half,
    pieces_inside,
    share,
)
from pbem.engine.table.contact import reach
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Spot
from pbem.engine.table.rects import Rect, corners, grown, local
from tests.engine.table_scenes import (
    CLOSE,
    area,
    as_shapely,
    at,
    carried,
    carried_point,
    carried_polygon,
    drawn,
    drawn_point,
    drawn_polygon,
    drawn_spot,
    for_any,
    rect,
    rects,
    turns,
)

U = area((0, 0), (6, 0), (6, 20), (14, 20), (14, 0), (20, 0), (20, 24), (0, 24))
"""Open to the south: two arms and a bar."""


# --- making them ----------------------------------------------------------------------------------------------------


def test_a_polygon_is_made_once() -> None:
    spots = (at(0, 0), at(4, 0), at(4, 4))
    assert shapes.polygon(spots) is shapes.polygon(spots)
    assert shapes.polygon((*spots, at(0, 0))) == shapes.polygon(spots)
    assert shapes.polygon(spots).box == (0, 0, 4, 4)
    assert shapes.polygon(spots).convex
    assert not U.convex
    assert shapes.area(U.points) == 480 - 160
    assert shapes.area(U.points[::-1]) == -320


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0), (4, 0)],
        [(0, 0), (4, 0), (8, 0)],
        [(0, 0), (4, 0), (0, 0), (4, 4)],
        [(0, 0), (4, 4), (4, 0), (0, 4)],  # a bow tie
        [(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)],  # a corner on an edge
        [(0, 0), (4, 0), (4, 4), (4, 1), (0, 4)],  # there and back again
        [(0, 0), (0, 0), (4, 4), (4, 1)],
    ],
)
def test_what_is_no_simple_polygon_is_refused(points: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="polygon"):
        area(*points)


def test_polygons_are_taken_as_shapely_takes_them() -> None:
    chance = random.Random(11)
    for _ in range(1000):
        spots = tuple(
            Spot(Hundredths(chance.randrange(8) * 100), Hundredths(chance.randrange(8) * 100))
            for _ in range(chance.randrange(3, 7))
        )
        ring = [(spot.x, spot.y) for spot in spots]
        try:
            made = shapes.polygon(spots)
        except ValueError:
            assert not shapely.Polygon(ring).is_valid or spots[0] == spots[-1] or _repeats(ring)
        else:
            assert as_shapely(made).is_valid
            assert made.convex == (abs(as_shapely(made).convex_hull.area - abs(shapes.area(made.points))) < CLOSE)


def _repeats(ring: list[tuple[int, int]]) -> bool:
    """Shapely lets a corner be named twice in succession."""
    return any(one == other for one, other in zip(ring, [*ring[1:], ring[0]], strict=True))


def test_a_line_has_marks() -> None:
    way = shapes.line((at(0, 0), at(3, 4), at(3, 4), at(3, 10)))
    assert way.marks == (0, 5, 11)
    assert shapes.length(way) == 11
    with pytest.raises(ValueError, match="two ends"):
        shapes.line((at(1, 1), at(1, 1)))


def test_a_crossing_reaches_beyond_both_banks() -> None:
    """OH-G8: 2" beyond, 2" wide; here across a river 3" wide that runs from west to east."""
    river = area((0, 16), (36, 16), (36, 19), (0, 19))
    laid = shapes.crossing(river, at(12, 17), Tenths(0), Hundredths(200), Hundredths(200))
    assert laid == (at(11, 21), at(13, 21), at(13, 14), at(11, 14))
    assert shapes.polygon(laid).convex
    slant = shapes.crossing(river, at(12, 17), Tenths(300), Hundredths(200), Hundredths(200))
    assert shapes.area(shapes.polygon(slant).points) == pytest.approx(-2 * (3 / 0.75**0.5 + 4), abs=0.05)
    with pytest.raises(ValueError, match="not in the river"):
        shapes.crossing(river, at(12, 20), Tenths(0), Hundredths(200), Hundredths(200))


def test_a_crossing_of_a_bent_river_crosses_one_arm() -> None:
    laid = shapes.crossing(U, at(3, 10), Tenths(900), Hundredths(200), Hundredths(100))
    assert shapes.polygon(laid).box == (-1, 9, 7, 11)


def test_a_road_has_a_strip_for_each_piece() -> None:
    strips = shapes.road_strips(shapes.line((at(0, 18), at(20, 18), at(20, 30))), Hundredths(100))
    assert [strip.facing for strip in strips] == [900, 0]
    assert corners(strips[0]) == ((20, 19), (20, 17), (0, 17), (0, 19))


# --- points, rectangles, segments -----------------------------------------------------------------------------------


def test_a_centre_on_the_edge_is_in() -> None:
    """OH-G7."""
    for point in ((6.0, 10.0), (0.0, 0.0), (3.0, 10.0), (10.0, 20.0), (20.0, 24.0)):
        assert inside(point, U)
    for point in ((6.01, 10.0), (10.0, 19.99), (-0.01, 3.0), (10.0, 24.01)):
        assert not inside(point, U)
    assert inside((6.004, 10), U)  # within the tolerance
    assert not inside((6.004, 10), U, slack=0)


def test_a_footprint_that_only_touches_does_not_meet() -> None:
    assert not meets(rect(10, 10), U)  # 2 inches to either side
    assert not meets(rect(8, 10), U)
    assert not meets(rect(7.99, 10), U)
    assert meets(rect(7.98, 10), U)
    assert meets(rect(10, 22), U)
    assert meets(rect(3, 10), U)
    assert meets(rect(10, 12, width=2000, depth=2000), U)


def test_areas_agree_with_shapely() -> None:
    chance = random.Random(12)
    for _ in range(1000):
        one, wood, here = drawn(chance), drawn_polygon(chance), drawn_point(chance)
        unit, ground = as_shapely(one), as_shapely(wood)
        shared = unit.intersection(ground).area
        assert abs(shapes.area(wood.points)) == pytest.approx(ground.area)
        assert share(one, wood) == pytest.approx(shared / unit.area, abs=CLOSE)
        assert inside(here, wood, 0) == ground.intersects(shapely.Point(here))
        assert distances.point_polygon(here, wood) == pytest.approx(ground.distance(shapely.Point(here)), abs=CLOSE)
        assert distances.rect_polygon(one, wood) == pytest.approx(ground.distance(unit), abs=CLOSE)
        if meets(one, wood):
            assert shared > 0
        else:
            assert as_shapely(grown(one, -0.0101)).intersection(ground).area == 0


def test_segments_agree_with_shapely() -> None:
    chance = random.Random(13)
    for _ in range(1000):
        one, wood, a, b = drawn(chance), drawn_polygon(chance), drawn_point(chance), drawn_point(chance)
        segment = shapely.LineString((a, b))
        for shape in (one, wood):
            within = as_shapely(shape).intersection(segment)
            assert length_inside(a, b, shape) == pytest.approx(within.length, abs=1e-7)
            assert crosses(a, b, shape) == (within.length > 0.01)
            lines = within.geoms if within.geom_type == "MultiLineString" else [within] * (within.length > 1e-7)
            assert len(pieces_inside(a, b, shape)) == len(lines)
        both = shapely.union_all([as_shapely(one), as_shapely(wood)]).intersection(segment)
        assert length_inside_any(a, b, (one, wood)) == pytest.approx(both.length, abs=1e-7)


@for_any(rects, rects)
def test_a_rectangle_as_a_polygon_is_met_as_a_rectangle(one: Rect, other: Rect) -> None:
    deep = reach(one, other)
    assert meets(one, shapes.rect_polygon(other)) == (deep > 0.01 + CLOSE) or abs(deep - 0.01) < 1e-6


@for_any(rects, turns)
def test_a_turned_wood_is_met_alike(one: Rect, turn: Tenths) -> None:
    there, wood, start, end = carried(one, turn, (3, 4)), carried_polygon(U, turn, (3, 4)), (1.0, -3.0), (17.0, 30.0)
    assert share(there, wood) == pytest.approx(share(one, U), abs=CLOSE)
    a, b = carried_point(start, turn, (3, 4)), carried_point(end, turn, (3, 4))
    assert length_inside(a, b, wood) == pytest.approx(length_inside(start, end, U), abs=1e-7)
    if abs(distances.rect_polygon(grown(one, -0.01), U)) > CLOSE or share(grown(one, -0.02), U) > 0:
        assert meets(there, wood) == meets(one, U)


def test_exactly_half_in_a_wood_is_not_more_than_half() -> None:
    """AR-G23."""
    wood = area((10, 0), (30, 0), (30, 36), (10, 36))
    assert share(rect(10, 10), wood) == 0.5
    assert not more_than_half(rect(10, 10), wood)
    assert more_than_half(rect(10.01, 10), wood)
    assert share(rect(3, 10, width=300), U) == 1
    assert share(rect(10, 10, width=2000, depth=2000), U) == 0.6


def test_along_an_edge_is_not_inside() -> None:
    assert pieces_inside((6, -5), (6, 15), U) == ()
    assert pieces_inside((6, -5), (6, 30), U) == (pytest.approx((25, 29)),)  # then through the bar
    assert pieces_inside((-5, 20), (25, 20), U) == (pytest.approx((5, 11)), pytest.approx((19, 25)))
    assert pieces_inside((8, 8), (12, 8), rect(10, 9)) == ()  # along the rear edge
    assert pieces_inside((3, 3), (3, 9), U) == ((0, 6),)
    assert pieces_inside((3, 3), (3, 3), U) == ()
    assert length_inside((-5, 10), (25, 10), U) == pytest.approx(12)


def test_a_corner_clipped_by_no_more_than_a_hundredth_is_not_crossed() -> None:
    assert not crosses((0, 24.004), (0.004, 24.004), U)
    assert not crosses((-1, 23.006), (1, 25.006), U)  # 0.006 across
    assert crosses((-1, 22.98), (1, 24.98), U)


def test_a_wall_is_crossed_where_it_is_touched() -> None:
    wall = shapes.line((at(10, 10), at(20, 10), at(20, 20)))
    assert crosses_line((15, 5), (15, 10), wall)
    assert crosses_line((20, 20), (25, 25), wall)
    assert not crosses_line((15, 5), (15, 9.99), wall)
    assert divided(rect(15, 10), wall)
    assert not divided(rect(15, 9), wall)  # along its front edge
    assert divided(rect(15, 9.02), wall)
    assert not divided(rect(15, 8.98), wall)


def test_walls_agree_with_shapely() -> None:
    chance = random.Random(14)
    for _ in range(800):
        wall = shapes.line(tuple(drawn_spot(chance) for _ in range(chance.randrange(2, 6))))
        a, b, one = drawn_point(chance), drawn_point(chance), drawn(chance)
        true, segment = as_shapely(wall), shapely.LineString((a, b))
        assert crosses_line(a, b, wall) == true.intersects(segment)
        assert distances.point_line(a, wall) == pytest.approx(true.distance(shapely.Point(a)), abs=CLOSE)
        assert distances.rect_line(one, wall) == pytest.approx(true.distance(as_shapely(one)), abs=CLOSE)
        run = sight.met(a, b, [("wall", wall)])
        assert bool(run) == true.intersects(segment)
        if run:
            cut = [shapely.Point(a).distance(point) for point in _points(true.intersection(segment))]
            assert run[0] == ("wall", pytest.approx(min(cut)), pytest.approx(max(cut)), 0)


def _points(found: shapely.Geometry) -> list[shapely.Geometry]:
    return list(getattr(found, "geoms", [found]))


# --- sight ----------------------------------------------------------------------------------------------------------


def test_what_a_line_meets_in_order() -> None:
    hedge = shapes.line((at(0, 5), at(20, 5)))
    met = sight.met((10, 0), (10, 30), [("wood", U), ("unit", rect(10, 12)), ("hedge", hedge), ("far", rect(30, 30))])
    assert met == [
        ("hedge", 5, 5, 0),
        ("unit", pytest.approx(11), pytest.approx(13), pytest.approx(2)),
        ("wood", 20, 24, 4),
    ]
    both = sight.met((-5, 10), (25, 10), [("wood", U)])
    assert both == [("wood", 5, 25, pytest.approx(12))]
    assert not sight.clear((10, 0), (10, 30), [rect(30, 30), U])
    assert sight.clear((10, 0), (10, 19), [rect(30, 30), U])


def test_a_line_along_the_edges_of_two_units_is_clear() -> None:
    assert sight.clear((12, 0), (12, 30), [rect(10, 12), rect(14, 12)])
    assert not sight.clear((11.99, 0), (11.99, 30), [rect(10, 12), rect(14, 12)])
    assert sight.clear((8, 10.995), (12, 10.995), [rect(10, 12)])


def test_a_line_meets_what_it_crosses() -> None:
    chance = random.Random(17)
    for _ in range(300):
        things = [*(drawn(chance) for _ in range(6)), drawn_polygon(chance)]
        a, b = drawn_point(chance), drawn_point(chance)
        crossed = [number for number, thing in enumerate(things) if crosses(a, b, thing)]
        met = sight.met(a, b, enumerate(things))
        assert sorted(one.what for one in met) == crossed
        assert [one.near for one in met] == sorted(one.near for one in met)
        assert sight.clear(a, b, things) == (not crossed)


# --- across a front -------------------------------------------------------------------------------------------------


def test_the_width_of_a_front_that_an_enemy_faces() -> None:
    """AR-G22, G-26."""
    unit = rect(10, 10, width=600)
    assert lateral.interval(unit, rect(12, 20, 1800)) == (0, 4)
    assert lateral.facing_width(unit, rect(12, 20, 1800)) == 3
    assert lateral.facing_width(unit, rect(20, 20)) == 0
    assert lateral.facing_width(unit, area((9, 14), (11, 14), (10, 20))) == 2


def test_the_way_past_friends() -> None:
    """G-23: what a strip leaves free, half a front wider to either side."""
    unit = rect(10, 10)
    taken = [lateral.corridor_interval(unit, 10, other, 2) for other in (rect(11, 15), rect(5, 15), rect(10, 30))]
    assert taken == [(-1, 3), (-4, -3), None]
    assert lateral.free_intervals((-4, 4), [one for one in taken if one]) == ((-3, -1), (3, 4))
    assert lateral.corridor_interval(unit, 10, rect(14, 15)) is None
    assert lateral.corridor_interval(unit, -10, rect(10, 5)) == (-2, 2)
    assert lateral.corridor_interval(unit, 4, area((-9, -9), (50, -9), (50, 50), (-9, 50))) == (-2, 2)
    assert lateral.free_intervals((0, 4), [(1, 2), (1.5, 3), (3.995, 9)]) == ((0, 1), (3, 3.995))


def test_corridors_agree_with_shapely() -> None:
    chance = random.Random(15)
    for _ in range(600):
        one, wood, distance = drawn(chance), drawn_polygon(chance), chance.randrange(1, 2000) / 100
        cut = as_shapely(swept(one, distance)).intersection(as_shapely(wood))
        found = lateral.corridor_interval(one, distance, wood)
        if found is None:
            assert cut.area < 0.3
        else:
            across = [local(one, point)[0] for point in shapely.get_coordinates(cut)]
            assert found == pytest.approx((min(across), max(across)), abs=1e-6)


def test_the_gap_to_shoot_through() -> None:
    """G-9: square to the line, between the obstacles nearest to it."""
    line = ((10.0, 0.0), (10.0, 30.0))
    things = [rect(7, 10), rect(14, 20), rect(16, 5), rect(10, 40)]
    assert lateral.gap(*line, things, 6) == (-1, 2)
    assert lateral.gap(*line, [rect(7, 10)], 6) == (-1, 6)
    assert lateral.gap(*line, [], 6) == (-6, 6)
    assert lateral.gap(*line, [rect(11, 10)], 6) is None
    assert lateral.gap(*line, [rect(10, 15, depth=9000)], 6) is None
    assert lateral.gap((10, -5), (10, 19), [U], 9) == (-4, 4)
    assert lateral.gap((10, -5), (10, 21), [U], 9) is None


# --- roads ----------------------------------------------------------------------------------------------------------

ROAD = shapes.line((at(0, 18), at(20, 18), at(20, 30)))


def test_the_nearest_place_on_a_road() -> None:
    assert ways.nearest(ROAD, (5, 18.5)) == (5, (5, 18), 0.5)
    assert ways.nearest(ROAD, (25, 25)) == (27, (20, 25), 5)
    assert ways.nearest(ROAD, (-3, 14)) == (0, (0, 18), 5)


def test_the_way_along_a_road() -> None:
    assert ways.point_at(ROAD, 5) == (5, 18)
    assert ways.point_at(ROAD, 26) == (20, 24)
    assert (ways.point_at(ROAD, -1), ways.point_at(ROAD, 99)) == ((0, 18), (20, 30))
    assert ways.walk(ROAD, 15, 26) == (((15, 18), (20, 18)), ((20, 18), (20, 24)))
    assert ways.walk(ROAD, 26, 15) == (((20, 24), (20, 18)), ((20, 18), (15, 18)))
    assert ways.walk(ROAD, 5, 5) == ()
    assert ways.walk(ROAD, 20, 26) == (((20, 18), (20, 24)),)
    assert ways.walk(ROAD, 30, 99) == (((20, 28), (20, 30)),)


@pytest.mark.parametrize(
    ("along", "forwards", "facing"),
    [
        (0, True, 900),
        (5, True, 900),
        (20, True, 0),
        (32, True, 0),
        (32, False, 1800),
        (20, False, 2700),
        (0, False, 2700),
    ],
)
def test_the_direction_of_a_road(along: float, forwards: bool, facing: int) -> None:
    """At a corner it is that of what is walked next."""
    assert ways.direction_at(ROAD, along, forwards) == facing


def test_roads_agree_with_shapely() -> None:
    chance = random.Random(16)
    for _ in range(800):
        road = shapes.line(tuple(drawn_spot(chance) for _ in range(chance.randrange(2, 7))))
        here: Point = drawn_point(chance)
        true, start, end = as_shapely(road), chance.random() * 40, chance.random() * 40
        found = ways.nearest(road, here)
        assert found.off == pytest.approx(true.distance(shapely.Point(here)), abs=CLOSE)
        assert found.along == pytest.approx(true.project(shapely.Point(here)), abs=1e-6)
        assert ways.point_at(road, start) == pytest.approx(true.interpolate(start).coords[0], abs=CLOSE)
        held = [min(each, shapes.length(road)) for each in (start, end)]
        walked = sum(distances.points(*piece) for piece in ways.walk(road, start, end))
        assert walked == pytest.approx(abs(held[0] - held[1]), abs=1e-6)
