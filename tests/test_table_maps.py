"""Maps of tables in inches: to scale, nothing hidden, nothing that the chart does not hold."""

import io
import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import get_args
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from pbem.engine.mapstyle import ArrowKind, SideKey
from pbem.engine.table.measures import Hundredths, hundredths, tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Anchor, corners, placed, size
from pbem.engine.tablechart import Area, Base, Cover, Fallen, TableChart, TableFeature, Touch, Track
from pbem.reports.maps import (
    Crop,
    Part,
    TableBoard,
    Theme,
    bench,
    chart_alt,
    drawn_orders,
    ground_of,
    ground_picture,
    ground_tag,
    inline_map,
    lines,
    page_css,
    palette,
    png,
    render_glance,
    render_png,
    render_svg,
    scale_words,
    stirred,
    symbols,
    text_map,
    text_map_key,
    themes,
)
from pbem.reports.maps.paper import check_crop
from pbem.reports.maps.shapes import ShapeGroup, Text
from pbem.reports.maps.tables import covers, layout, maptext, outlines, overlay, sheet, tagging, tags, units, ways
from pbem.reports.maps.tables.bodies import body_of, crossed, touching
from pbem.reports.maps.themes import check_theme
from tests.table_samples import crowd, every_cover, ground, moved, pose, spot, the_mill, the_mill_opening, unit

SAMPLES = (the_mill, the_mill_opening, every_cover, crowd)
SVG = "{http://www.w3.org/2000/svg}"
PARTS: tuple[Part, ...] = ("ground", "numbers")
MARKS = ("disordered", "ready", "general", "spent", "captured")
BLUES = frozenset({"I1", "I2", "I3", "S4", "H5", "H6"})


def printed(document: str) -> list[str]:
    """Every text printed on a map, its title left out."""
    return [text.text or "" for text in ET.fromstring(document).iter(f"{SVG}text")]


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def whole(chart: TableChart) -> layout.TableLayout:
    return sheet.place_of(chart)


# --- the picture


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_map_is_well_formed(sample: Callable[[], TableChart]) -> None:
    alt = chart_alt(sample())
    for theme, crop, furniture in (("paper", None, True), ("dark", "fight", True), ("print", "fight", False)):
        root = ET.fromstring(render_svg(sample(), check_theme(theme), check_crop(crop), furniture=furniture))
        assert root[0].text == alt
        drawn = {one.get("id") for one in root.iter() if one.get("id")}
        assert {one.get("href", "")[1:] for one in root.iter(f"{SVG}use")} <= drawn


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_unit_shows_its_code_and_strength(sample: Callable[[], TableChart]) -> None:
    chart = sample()
    texts = printed(render_svg(chart))
    live = [one for one in chart.bases if one.ghost is None and one.symbol != "commander"]
    for one in live:
        assert one.code in texts
    wanted = Counter(one.strength for one in live)
    assert all(Counter(texts)[figure] >= times for figure, times in wanted.items())


def test_footprints_are_to_scale_and_turned_as_the_rules_turn_them() -> None:
    """The corners of the drawing are those of the inch table."""
    for chart in (the_mill(), every_cover()):
        place = whole(chart)
        for one in chart.bases:
            rect = placed(one.at, size(one.width, one.depth), Anchor.CENTRE)
            for drawn, (x, y) in zip(body_of(one, place).ring(), corners(rect), strict=True):
                assert math.dist(drawn, (x * place.inch, (place.depth - y) * place.inch)) < 0.05


def test_the_front_is_where_the_unit_faces() -> None:
    place = whole(the_mill())
    for one in the_mill().bases:
        body = body_of(one, place)
        ahead = body.place(0, body.deep / 2 + units.POINT)
        nearest = min(body.ring(), key=lambda corner: math.dist(corner, ahead))
        assert nearest in body.ring()[:2], "one of the front corners"
    assert body_of(unit("I1", "foot", 10, 10, 90), place).place(0, 10)[0] > 10 * place.inch, "90 degrees is east"
    assert body_of(unit("I1", "foot", 10, 10, 0), place).place(0, 10)[1] < 26 * place.inch, "0 degrees is north"


def test_a_unit_that_is_not_in_the_chart_is_nowhere() -> None:
    there = the_mill()
    gone = msgspec.structs.replace(
        there,
        bases=tuple(one for one in there.bases if one.code != "H5"),
    )
    for chart, shown in ((there, True), (gone, False)):
        told = render_svg(chart) + chart_alt(chart) + "\n".join(text_map(chart)) + str(inline_map(chart).svg)
        assert ("H5" in told) is shown
        assert ("reiters" in told) is shown, "a kind in the legend that nobody may see is a leak"


def test_the_legend_holds_what_is_shown_and_no_more() -> None:
    texts = printed(render_svg(the_mill()))
    for word in ("moved", "charged", "shot at", "stood before", "in contact", "hits this turn", "destroyed this turn",
                 "out of ammunition", "bridge", "ford", "town", "front", "unit, hits", "12″"):  # fmt: skip
        assert word in texts, word
    assert "objective: the bridge, held at the end" in texts
    opening = printed(render_svg(the_mill_opening()))
    for word in ("moved", "charged", "shot at", "stood before", "in contact", "hits this turn", "out of ammunition"):
        assert word not in opening, word
    assert {"Blue sets up", "Red sets up", "Red leaves", "Blue comes in", "last seen, turn 2"} <= set(opening)
    assert not {"dragoons", "guns", "lake", "works"} & {*texts, *opening}


def test_a_side_that_breaks_at_no_number_says_what_it_has_lost() -> None:
    sides = (SideKey("B", "Blue", 1, 0, 0, "units"), SideKey("R", "Red", 2, 3, 0, "units"))
    texts = printed(render_svg(msgspec.structs.replace(the_mill(), sides=sides)))
    assert {"no units lost", "lost 3 units"} <= set(texts)


def test_squares_are_lettered_and_numbered_at_all_four_borders() -> None:
    texts = Counter(printed(render_svg(the_mill(), furniture=False)))
    for letter in "ABCDEF":
        assert texts[letter] == 2
    for number in "123456":
        assert texts[number] >= 2
    assert texts["12″"] == texts["24″"] == 4, "feet, at all four"
    assert texts["G"] == 0
    assert not {"A1", "C2", "F6"} & set(texts), "a unit may be called C2"


def test_the_border_has_a_tick_for_every_inch() -> None:
    place = whole(the_mill())
    drawing = sheet.ground_shapes(the_mill(), place)
    ticks = next(one.d for one in drawing.border if getattr(one, "width", 0) == 1.1)
    assert ticks.count("M") == 4 * 37
    assert abs(place.field.width - 36 * place.inch) < 1e-6


def test_a_crop_to_the_fight_shows_every_unit_larger() -> None:
    chart = crowd()
    crop = sheet.lay_out(chart, "fight", with_furniture=True).place
    assert isinstance(crop, layout.TableLayout)
    assert crop.inch > whole(chart).inch
    for one in chart.bases:
        assert crop.shown.holds(body_of(one, crop).box)
    assert "wood" not in printed(render_svg(chart, crop="fight")), "no wood is in sight"
    assert "Hag Copse" not in printed(render_svg(chart, crop="fight"))


# --- tags and names


def back_to_back() -> TableChart:
    """Lines so close that a tag behind its unit would lie on another, or on its tag."""
    close = [("I1", 10, 20, 0), ("I2", 10, 17.4, 0), ("I3", 20, 20, 0), ("R1", 20, 15.9, 180), ("R2", 27, 20, 90),
             ("R3", 22.9, 20.3, 270)]  # fmt: skip
    bases = tuple(unit(code, "foot", x, y, facing, "12") for code, x, y, facing in close)
    return msgspec.structs.replace(the_mill(), bases=bases, tracks=(), touches=(), fallen=())


@pytest.mark.parametrize("sample", [the_mill, the_mill_opening, back_to_back])
def test_tags_cover_no_unit_and_no_other_tag(sample: Callable[[], TableChart]) -> None:
    chart = sample()
    for crop in (None, "fight"):
        place = sheet.lay_out(chart, crop, with_furniture=True).place
        assert isinstance(place, layout.TableLayout)
        bases = [one for one in chart.bases if one.ghost is None]
        hung = tagging.placed(bases, place, [])
        rings = [body_of(one, place).ring() for one in bases]
        for n, tag in enumerate(hung):
            box = tag.box
            ring = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
            assert not any(touching(other, ring) for other in rings), tag.base.code
            assert not any(other.box.overlap(box) for m, other in enumerate(hung) if m != n), tag.base.code
            assert place.shown.holds(box)
            stem = tag.foot, tags.stem_end(tag)
            assert math.dist(*stem) < 90
            assert not any(crossed(*stem, other) for m, other in enumerate(rings) if m != n), tag.base.code


def test_in_a_crowd_tags_shrink_to_their_codes() -> None:
    def hung(rows: int, wide: float, deep: float) -> list[tags.Tag]:
        spots = [(5 + file * wide, 8 + row * deep) for row in range(rows) for file in range(6)]
        bases = tuple(unit(f"R{n}", "foot", *spot, 0, "12") for n, spot in enumerate(spots))
        chart = msgspec.structs.replace(the_mill(), bases=bases, tracks=(), touches=(), fallen=())
        return tagging.placed(bases, whole(chart), [])

    assert {tag.base.strength for tag in hung(3, 5, 7)} == {"12"}
    crowd = hung(6, 4.2, 2.6)
    assert {tag.base.strength for tag in crowd} == {"12", ""}
    assert {tag.base.code for tag in crowd} == {f"R{n}" for n in range(36)}
    assert not any(one.box.overlap(other.box) for one, other in combinations(crowd, 2))


def test_a_tag_stands_behind_its_unit_where_there_is_room() -> None:
    chart = msgspec.structs.replace(the_mill(), bases=(unit("I1", "foot", 18, 18, 90, "3"),), features=())
    (tag,) = tagging.placed(chart.bases, whole(chart), [])
    body = body_of(chart.bases[0], whole(chart))
    assert tag.at[0] < body.at[0] - body.deep / 2, "it faces east, its tag hangs in the west"
    assert abs(tag.at[1] - body.at[1]) < 1


def test_place_names_hide_no_unit() -> None:
    for sample in SAMPLES:
        chart = sample()
        place = whole(chart)
        over = overlay.overlay(chart, place)
        bodies = [body_of(one, place).box for one in chart.bases]
        boxes = over.boxes[len(over.boxes) - len(over.names) :]
        for box in boxes:
            assert sum(one.overlap(box) for one in bodies) < 0.25 * box.area
    names = {text.text for one in overlay.overlay(the_mill(), whole(the_mill())).names
             for text in (one.shapes if isinstance(one, ShapeGroup) else (one,)) if isinstance(text, Text)}  # fmt: skip
    assert names == {"Gallows Hill", "Nab Wood", "Hag Copse", "River Thorn", "Thornwick", "the ford"}


# --- ground


def test_a_crossing_with_a_road_on_it_is_a_bridge() -> None:
    chart = the_mill()
    kinds = {one.id: covers.kind_of(chart, one) for one in chart.features}
    assert (kinds["bridge"], kinds["ford"], kinds["river"]) == ("bridge", "ford", "river")
    roadless = msgspec.structs.replace(chart, features=tuple(f for f in chart.features if f.kind != "road"))
    assert {covers.kind_of(roadless, one) for one in chart.features if one.kind == "crossing"} == {"ford"}


def test_an_area_keeps_its_outline() -> None:
    """No corner is cut by more than three tenths of an inch, and nothing is added."""
    chart = the_mill()
    place = whole(chart)
    for one in chart.features:
        if one.kind in {"hill", "wood", "marsh", "town", "field"}:
            loop = outlines.outline(one, place)
            rim = [lines.paced(loop, 2, closed=True)]
            assert max(lines.gap(rim, place.at(at)) for at in one.shape) <= 0.31 * place.inch
            exact = [place.at(at) for at in one.shape]
            assert all(
                lines.holds([exact], at) or lines.gap([lines.paced(exact, 2, closed=True)], at) < 2 for at in loop
            )


def test_water_runs_off_the_edge_of_the_table() -> None:
    chart = the_mill()
    place = whole(chart)
    river = next(one for one in chart.features if one.kind == "river")
    loop = outlines.outline(river, place)
    assert min(x for x, _ in loop) < -0.5 * place.inch
    assert max(x for x, _ in loop) > 36.5 * place.inch


def test_every_kind_of_ground_and_unit_is_drawn() -> None:
    document = render_svg(every_cover())
    for role in ("wood", "hill", "water", "marsh", "crop", "roof", "road-fill", "works", "soft-ink", "wood-line"):
        assert re.search(rf"[fs]-{role}\b", document), role
    texts = set(printed(document))
    assert {one.word for one in symbols.KINDS.values()} <= texts
    assert {"hedge", "works", "impassable", "water", "river", "ford", "bridge"} <= texts


# --- PNG


@pytest.mark.parametrize("theme", ["paper", "print"])
def test_the_picture_is_opaque_small_and_of_few_colours(theme: Theme) -> None:
    data = render_png(the_mill(), 1200, theme)
    image = opened(data)
    assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
    assert "transparency" not in image.info
    assert len(data) <= png.PNG_BYTES
    counted = palette.tally(image.convert("RGB"))
    assert len(counted) <= palette.COLOURS
    for role in ("page", "field", "ink", "side1-plate", "side2-frame", "side2-plate", "disc", "wood", "water"):
        assert counted[palette.colour(themes.PALETTES[theme][role])] > 300, role


def test_the_ground_is_drawn_once_and_the_same_chart_gives_the_same_bytes() -> None:
    png.forget()
    later = msgspec.structs.replace(the_mill(), subtitle="turn 8", bases=the_mill().bases[:4], tracks=())
    first = render_png(the_mill(), 300)
    render_png(later, 300)
    assert render_png(the_mill(), 300) == first
    kept = png.kept_ground.cache_info()
    assert (kept.misses, kept.hits) == (1, 2)
    png.forget()
    render_png(later, 300)
    assert render_png(the_mill(), 300) == first


def test_the_bench_measures_tables_too() -> None:
    figures = bench.bench_map(the_mill(), width=300, rounds=1)
    assert min(figures.full, figures.cached) > 0


# --- in pages


def page(chart: TableChart, *, links: bool = True) -> ET.Element:
    made = inline_map(chart, BLUES, links=links)
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{made.symbols}</defs>{made.svg}</svg>')


@pytest.mark.parametrize("sample", SAMPLES)
def test_all_that_the_picture_prints_over_the_ground_is_on_the_page(sample: Callable[[], TableChart]) -> None:
    chart = sample()
    expected = Counter(printed(render_svg(chart, furniture=False)))
    for part in PARTS:
        expected -= Counter(printed(ground_picture(ground_of(chart), part)))
    root = page(chart)
    named = {f"#{one.get('id')}": one for one in root.findall(f"{SVG}defs/{SVG}g")}
    inside = {id(text) for one in named.values() for text in one.iter(f"{SVG}text")}
    texts = [text.text or "" for text in root.iter(f"{SVG}text") if id(text) not in inside]
    for use in root.iter(f"{SVG}use"):
        texts += [text.text or "" for text in named.get(use.get("href", ""), use).iter(f"{SVG}text")]
    assert Counter(texts) == expected


def test_every_unit_can_be_found_with_its_place_and_outline() -> None:
    chart = the_mill()
    found = {one.attrib["data-code"]: one for one in page(chart).iter() if "data-code" in one.attrib}
    assert set(found) == {one.code for one in chart.bases}
    for code, one in found.items():
        assert re.match(rf"{code} (\d+|t\d+)\b.*: at ", one.get("aria-label", ""))
        assert one.get("href") == (f"?tab=orders&open={code}#card" if code in BLUES else None)
        assert one.get("data-outline", "").count("L") == 3
    assert found["I2"].get("data-place") == "20.5,10.2"
    assert found["S4"].get("data-place") == "6,15.3"
    assert "<a " not in inline_map(chart, BLUES, links=False).svg


def test_a_place_on_the_page_is_where_its_inches_say() -> None:
    made = inline_map(the_mill(), BLUES)
    board = made.board
    assert isinstance(board, TableBoard)
    assert (board.width, board.depth, board.squares) == (36, 36, 6)
    (i2,) = (one for one in page(the_mill()).iter() if one.get("data-code") == "I2")
    points = [tuple(map(float, pair.split(","))) for pair in re.findall(r"[-\d.]+,[-\d.]+", i2.get("data-outline", ""))]
    middle = sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4
    assert math.dist(middle, (20.5 * board.inch, (board.depth - 10.2) * board.inch)) < 0.2


def test_the_ground_is_told_in_words_and_shapes() -> None:
    board = inline_map(the_mill(), BLUES).board
    assert isinstance(board, TableBoard)
    told = {one.words: one for one in board.ground}
    assert {"in Nab Wood", "on Gallows Hill", "in Thornwick", "on the bridge", "on the road"} <= set(told)
    assert maptext.holds(told["in Nab Wood"], (30, 31))
    assert not maptext.holds(told["in Nab Wood"], (10, 31))
    assert "on the road" in maptext.ground_at(the_mill(), spot(20.9, 25))
    assert not maptext.ground_at(the_mill(), spot(24, 25))


def test_every_class_has_its_colours_by_day_and_night() -> None:
    sheet_of_page = page_css()
    for sample in SAMPLES:
        made = inline_map(sample(), BLUES)
        names = {name for found in re.findall(r'class="([^"]*)"', made.symbols + made.svg) for name in found.split()}
        for name in names:
            if re.match(r"[fsc]-", name) and name != "f-tree":
                assert f".{name}{{" in sheet_of_page, name


def test_the_ground_is_named_by_what_it_looks_like() -> None:
    chart = the_mill()
    later = msgspec.structs.replace(chart, subtitle="later", bases=(), tracks=(), touches=())
    assert ground_tag(later) == ground_tag(chart)
    assert ground_tag(every_cover()) != ground_tag(chart)
    texts = printed(ground_picture(ground_of(chart), "ground"))
    assert "E" in texts
    assert not {"H6", "I1", "Nab Wood"} & set(texts)
    assert "s-grid" in ground_picture(ground_of(chart), "numbers")


def test_orders_are_drawn_as_lines_with_open_heads_and_as_the_unit_will_stand() -> None:
    chart = the_mill()
    kinds = [drawn_orders(chart, [moved(kind, "I3", (25.5, 15), (28, 24))]) for kind in ("moved", "charged", "shot")]
    assert len(set(kinds)) == 3
    for drawn in kinds:
        assert "s-side1-plate" in drawn
        assert "f-side1" not in drawn, "filled heads are of what was done"
    stands = msgspec.structs.replace(moved("moved", "I3", (25.5, 15), (28, 24)), end=pose(28, 24, 200))
    assert "rotate(200" in drawn_orders(chart, [stands])
    assert not drawn_orders(chart, [moved("moved", "I3", (25.5, 15))]).strip()


def test_a_move_starts_from_its_dashed_last_place() -> None:
    chart = the_mill()
    assert printed(render_svg(chart)).count("R5") == 2, "tag and last place"
    assert printed(render_svg(chart)).count("R3") == 1, "it did not move"


def test_what_stirred_is_outlined() -> None:
    chart = the_mill()
    before = msgspec.structs.replace(
        chart, bases=tuple(msgspec.structs.replace(b, at=pose(1, 1, 0)) if b.code == "R3" else b for b in chart.bases)
    )
    assert stirred(before, chart).count("M") == 1
    assert not stirred(chart, chart)


def test_a_glance_shows_units_and_ground() -> None:
    small = render_glance(the_mill())
    ET.fromstring(small)
    assert 'width="132" height="132"' in small
    assert small.count('class="side1"') == 6
    assert small.count('class="side2"') == 5
    assert small.count('class="road-line"') == 2


# --- words


def test_the_alt_text_says_the_position() -> None:
    told = chart_alt(the_mill())
    assert told.startswith("Mill Ford, 1644, turn 7 of 15, after Red’s half, Blue view, north up, 36 by 36 inches")
    assert "I1 at 14.5, 12.5 (square C3), facing 12 degrees, 6 hits, out of ammunition" in told
    assert "R3 at 12, 29 (square B5), facing 160 degrees, on Gallows Hill, 0 hits" not in told, "12 inches is column C"
    assert "R3 at 12, 29 (square C5), facing 160 degrees, on Gallows Hill, 0 hits" in told
    assert "R6 destroyed at 30.5, 25.4 (square F5)" in told
    assert "In contact: S4 with R4, R5 with I1." in told
    assert "R6 last seen at 5, 28 (square A5) in turn 2" in chart_alt(the_mill_opening())
    plain = msgspec.structs.replace(the_mill(), bases=(msgspec.structs.replace(the_mill().bases[0], told=("spent",)),))
    assert "facing 12 degrees, 6 hits, spent" in chart_alt(plain)
    assert scale_words(the_mill()) == "Grid squares of six inches"


def test_a_long_table_goes_on_after_z() -> None:
    assert [maptext.letters(n) for n in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]
    long = msgspec.structs.replace(the_mill(), width=Hundredths(20000))
    assert "I1 at 14.5, 12.5, facing" in chart_alt(long)


def test_the_text_map_has_a_bar_in_every_line_and_everybody_in_his_place() -> None:
    lines_of_map = text_map(the_mill())
    assert all("|" in line and len(line) <= 72 for line in lines_of_map)
    assert len(lines_of_map) == 30 + 2
    assert lines_of_map[0] == lines_of_map[-1] == "   |     A         B         C         D         E         F"
    for code, (x, y) in {"I1": (14.5, 12.5), "H6": (10.6, 5.2), "R3": (12, 29), "H5": (31, 18.2)}.items():
        (row,) = (n for n, line in enumerate(lines_of_map[1:-1]) if code in line)
        assert abs(row + 0.5 - (36 - y) / 1.2) <= 1, code
        column = lines_of_map[row + 1].index(code) + 1 - 5
        assert abs(column - x / 0.6) <= 1.5, code
    wooded = [(row, column) for row, line in enumerate(lines_of_map) for column, sign in enumerate(line) if sign == "w"]
    assert all((row < 15) == (column > 40) for row, column in wooded), (
        "one wood in the north-east, one in the south-west"
    )
    assert len(wooded) > 100
    key = text_map_key(the_mill())
    assert key.startswith(
        "North up; squares of six inches, lettered from the west, numbered from the south. t town, = bridge"
    )
    assert "w wood" in key
    assert key.endswith("To come: H7 (Reiters) in turn 9 at the south edge.")
    assert "in brackets" in text_map_key(the_mill_opening())
    assert sum("(R6)" in line for line in text_map(the_mill_opening())) == 1


def test_units_at_one_place_are_all_on_the_text_map() -> None:
    bases = tuple(unit(f"I{n}", "foot", 18, 18, 0) for n in range(1, 6))
    text = "\n".join(text_map(msgspec.structs.replace(the_mill(), bases=bases)))
    assert all(f"I{n}" in text for n in range(1, 6))


# --- charts of any kind

lengths = st.integers(-500, 4500).map(Hundredths)
spots = st.builds(Spot, lengths, lengths)
poses = st.builds(Pose, spots, st.integers(0, 3599).map(lambda n: tenths(n / 10)))
sizes = st.integers(1, 900).map(Hundredths)
texts = st.text(max_size=10)
codes = st.text(alphabet="IRSC123|", min_size=1, max_size=4)
looks = st.sampled_from((1, 2))
ends = st.none() | poses
shapes = st.lists(spots, max_size=6).map(tuple)
any_chart = st.builds(
    TableChart,
    title=texts,
    subtitle=texts,
    width=st.integers(100, 8000).map(Hundredths),
    depth=st.integers(100, 6000).map(Hundredths),
    features=st.lists(
        st.builds(TableFeature, id=texts, kind=st.sampled_from(get_args(Cover)), shape=shapes, half_width=sizes,
                  name=texts),
        max_size=5,
    ).map(tuple),
    areas=st.lists(
        st.builds(Area, kind=st.sampled_from(("objective", "deployment", "exit", "entry")), shape=shapes, radius=sizes,
                  name=texts, look=st.none() | looks),
        max_size=2,
    ).map(tuple),
    objective_text=texts,
    sides=st.lists(
        st.builds(SideKey, texts, texts, looks, st.integers(0, 40), st.integers(0, 40), texts), max_size=3
    ).map(tuple),
    bases=st.lists(
        st.builds(
            Base, code=codes | texts, name=texts, look=looks, symbol=st.sampled_from(tuple(symbols.KINDS)), at=poses,
            width=sizes, depth=sizes, strength=texts, lost=st.integers(0, 20), ghost=st.none() | st.integers(0, 30),
            marks=st.lists(st.sampled_from(MARKS), unique=True).map(tuple),
            told=st.lists(texts, max_size=2).map(tuple),
        ),
        max_size=6,
    ).map(tuple),
    tracks=st.lists(
        st.builds(Track, st.sampled_from(get_args(ArrowKind)), looks, codes, shapes, ends, ends),
        max_size=4,
    ).map(tuple),
    touches=st.lists(st.builds(Touch, codes, codes, spots), max_size=2).map(tuple),
    fallen=st.lists(st.builds(Fallen, codes, looks, poses, sizes, sizes), max_size=2).map(tuple),
    coming=texts,
    strength_words=texts,
)  # fmt: skip


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(any_chart, st.sampled_from((None, "fight")), st.booleans())
def test_any_table_can_be_drawn_and_told(chart: TableChart, crop: Crop | None, furniture: bool) -> None:
    document = render_svg(chart, "paper", crop, furniture=furniture)
    ET.fromstring(document)
    drawn = re.sub(r"<title.*?</title>|>[^<]*</text>", "", document, flags=re.DOTALL)
    assert not re.search(r"\b(nan|inf)\b", drawn)
    assert all("|" in line and len(line) <= 72 for line in text_map(chart))
    assert chart_alt(chart)
    assert text_map_key(chart)
    page(chart)
    ET.fromstring(render_glance(chart))
    ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn_orders(chart, chart.tracks)}</svg>')


def test_what_cannot_be_drawn_is_refused_with_a_reason() -> None:
    odd = msgspec.structs.replace(the_mill(), bases=(unit("I1", "elephants", 5, 5, 0),))
    with pytest.raises(ValueError, match=r"no map symbol for the kind 'elephants'"):
        render_svg(odd)
    with pytest.raises(ValueError, match="'camp' is not a crop"):
        render_svg(the_mill(), crop="camp")  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(ValueError, match="0 by 36 inches"):
        render_svg(msgspec.structs.replace(the_mill(), width=Hundredths(0)))


@given(st.lists(st.tuples(st.floats(0, 36), st.floats(0, 36)), min_size=2, max_size=5))
def test_ways_are_paced_from_end_to_end(points: list[tuple[float, float]]) -> None:
    line = [spot(x, y) for x, y in points]
    place = whole(the_mill())
    way = [place.at(one) for one in line]
    if lines.length(way) > 1:
        paced = lines.paced(way, 3, closed=False)
        assert paced[0] == way[0]
        assert math.dist(paced[-1], way[-1]) < 1e-6
        assert max(math.dist(a, b) for a, b in pairwise(paced)) < 5


def test_a_road_keeps_its_junctions() -> None:
    """Where a lane begins on a bend of the road, the drawn road goes through that very point."""
    chart = msgspec.structs.replace(
        the_mill(),
        features=(ground("road", "road", (0, 10), (18, 18), (36, 10)), ground("lane", "road", (18, 18), (18, 36))),
    )
    place = whole(chart)
    x, y = place.at(Spot(hundredths(18), hundredths(18)))
    drawn = "".join(getattr(one, "d", "") for one in ways.roads(chart, chart.features, place))
    assert drawn.count(f"{x:.1f},{y:.1f}".replace(".0,", ",").removesuffix(".0")) >= 4


def test_a_footprint_is_cut_out_where_its_blocks_do_not_reach() -> None:
    base = msgspec.structs.replace(unit("S1", "pike-and-shot", 10, 10, 0), rows=("MMPPMM", "MMP.MM", "  PP  "))
    body = body_of(base, whole(the_mill()))
    numbers = [float(one) for one in re.findall(r"-?[0-9.]+", units.footprint(body, base))]
    ring = [*zip(numbers[::2], numbers[1::2], strict=True)]
    area = sum(x * v - u * y for (x, y), (u, v) in pairwise([*ring, ring[0]])) / 2
    assert abs(area) == pytest.approx(body.wide * body.deep * 14 / 18, rel=0.01)
    filled = msgspec.structs.replace(base, rows=("MMPPMM", "MMPP.M"))
    assert units.footprint(body, filled) == units.outline(body, 1)
