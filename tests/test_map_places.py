"""Place names keep to their places; rivers and roads run through."""

import re
from itertools import pairwise

import msgspec
import pytest

from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import from_label, label, neighbours
from pbem.engine.tablechart import TableChart
from pbem.reports.maps import render_svg
from pbem.reports.maps.hexes import ground
from pbem.reports.maps.hexes.areas import connected
from pbem.reports.maps.hexes.overlay import overlay
from pbem.reports.maps.hexes.sheet import place_of
from pbem.reports.maps.shapes import Path, SvgRect, Text, around, clean, text_width
from pbem.reports.maps.tables.bodies import box_of
from pbem.reports.maps.tables.names import placed
from pbem.reports.maps.tables.sheet import place_of as table_of
from pbem.scenarios import load_scenario, scenario_names
from pbem.service.lobby.battlebook import as_known
from tests.chart_samples import harrow_down, harrow_down_contact, stand


@pytest.mark.parametrize("name", [one for one in scenario_names() if one.startswith("snaphance/")])
def test_every_stream_and_road_of_a_battle_runs_from_hex_to_hex(name: str) -> None:
    chart = as_known(load_scenario(name), name).chart
    assert isinstance(chart, HexChart)
    for road in chart.roads:
        assert all(there in neighbours(here) for here, there in pairwise(road)), road
    streams = {g.hex for g in chart.ground if g.ground == "stream"}
    for place in chart.names:
        if streams.issuperset(place.hexes):
            assert len(connected(list(place.hexes))) == 1, f"{place.text} is broken into pieces"


def test_a_road_is_drawn_through_its_hexes_and_off_the_board() -> None:
    road = tuple(from_label(f"{column:02d}06") for column in range(5, 13))
    chart = msgspec.structs.replace(harrow_down(), roads=(road,))
    line, fill = ground.roads(chart)
    assert isinstance(line, Path)
    assert isinstance(fill, Path)
    assert (line.cls, fill.cls) == ("s-road-line", "s-road-fill")
    points = re.findall(r"(-?[\d.]+),(-?[\d.]+)", line.d)
    assert len(points) == len(road) + 1
    assert "road" in re.findall(r">([^<>]+)</text>", render_svg(chart))


def crowd(around: str) -> HexChart:
    """Harrow Down with a stand on every hex but those next to a place."""
    chart = harrow_down()
    free = {from_label(around), *neighbours(from_label(around))}
    every = [from_label(f"{c:02d}{r:02d}") for c in range(1, chart.columns + 1) for r in range(1, chart.rows + 1)]
    stands = [stand(f"S{n:02d}", "", "horse", label(here), 12, 4) for n, here in enumerate(every) if here not in free]
    return msgspec.structs.replace(chart, counters=tuple(stands), generals=(), arrows=(), melees=(), wrecks=())


@pytest.mark.parametrize(
    "chart", [harrow_down(), harrow_down_contact(), *(crowd(one) for one in ("0303", "1004", "0608"))]
)
def test_a_name_stands_by_its_own_place_or_not_at_all(chart: HexChart) -> None:
    place = place_of(chart)
    boxes = {clean(one.text): ground.name_box(one.hexes) for one in chart.names}
    for shape in overlay(chart, place).names:
        assert isinstance(shape, Text)
        wide = text_width(shape.text, shape.size, "fell-italic")
        here = around((shape.x, shape.y - shape.size * 0.36), wide, shape.size * 0.74)
        own = boxes[shape.text].gap(here)
        assert own < 40, shape.text
        assert all(own <= box.gap(here) + 8 for text, box in boxes.items() if text != shape.text), shape.text


def test_a_name_on_a_table_stands_by_its_own_place_or_not_at_all() -> None:
    chart = as_known(load_scenario("onehour/harrow-down"), "onehour/harrow-down").chart
    assert isinstance(chart, TableChart)
    place = table_of(chart)
    boxes = {one.name: box_of(place.at(spot) for spot in one.shape) for one in chart.features}
    blocks = [around((x, y), 300, 90) for x in range(0, 1100, 310) for y in range(0, 1100, 100)]
    for taken in ((), tuple((box, 12.0) for box in blocks), tuple((box.grown(60), 12.0) for box in boxes.values())):
        for name in placed(chart, place, taken):
            assert isinstance(name.shape, Text)
            if name.shape.text not in boxes:  # where an army sets up
                continue
            own = boxes[name.shape.text].gap(name.box)
            assert own <= 40
            assert all(own <= box.gap(name.box) + 8 for box in boxes.values())


def test_a_name_shrinks_where_it_has_little_room() -> None:
    chart = as_known(load_scenario("onehour/harrow-down"), "onehour/harrow-down").chart
    assert isinstance(chart, TableChart)
    place = table_of(chart)
    small = []
    for one in placed(chart, place, ()):
        assert isinstance(one.shape, Text)
        room = one.box.grown(-1)
        walls = (SvgRect(room.left, 0, room.left + 8, 1200), SvgRect(room.right - 8, 0, room.right, 1200))
        for other in placed(chart, place, tuple((box, 20.0) for box in walls)):
            assert isinstance(other.shape, Text)
            small += [other] if other.shape.text == one.shape.text and other.shape.size < one.shape.size else []
    assert small
