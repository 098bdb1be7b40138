import io
import math
import re
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree as ET

import msgspec
import pytest
import resvg_py
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFont

from pbem.engine.hexchart import (
    Arrow,
    Counter,
    Ground,
    GroundHex,
    HexChart,
    LoneGeneral,
    MeleeMark,
    PlaceName,
    Wall,
    Wreck,
)
from pbem.engine.hexes import FACINGS, Hex, from_label, neighbours
from pbem.engine.mapstyle import ArrowKind, SideKey
from pbem.reports.maps import (
    THEMES,
    Crop,
    Theme,
    bench,
    chart_alt,
    fonts,
    lines,
    map_css,
    palette,
    png,
    render_png,
    render_svg,
    svg,
    symbols,
    text_map,
    text_map_key,
    themes,
)
from pbem.reports.maps.hexes import board, layout, overlay, plates, sheet
from pbem.reports.maps.shapes import SvgRect, Text, text_width
from tests.chart_samples import every_ground, harrow_down, harrow_down_contact, harrow_down_opening, stand

SAMPLES = (harrow_down, harrow_down_opening, harrow_down_contact, every_ground)


def words_of(document: str) -> list[str]:
    """Every text printed on a map, its title left out."""
    return [t.text or "" for t in ET.fromstring(document).iter("{http://www.w3.org/2000/svg}text")]


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


# --- SVG


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("furniture", [True, False])
def test_every_map_is_well_formed(sample: Callable[[], HexChart], theme: Theme, furniture: bool) -> None:
    for crop in (None, "fight"):
        root = ET.fromstring(render_svg(sample(), theme, crop, furniture=furniture))
        assert root.get("role") == "img"
        assert root[0].text == chart_alt(sample())
        assert root.get("aria-labelledby") == root[0].get("id")


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_counter_shows_its_code_and_strength(sample: Callable[[], HexChart]) -> None:
    chart = sample()
    printed = words_of(render_svg(chart))
    for counter in chart.counters:
        assert counter.code in printed or f"{counter.code} r{counter.ghost}" in printed
    strengths = sorted(str(rank) for c in chart.counters if c.ghost is None for rank in c.ranks)
    for digit in set(strengths):
        assert printed.count(digit) >= strengths.count(digit)


def test_a_march_starts_from_its_code_unless_somebody_stands_there() -> None:
    printed = words_of(render_svg(harrow_down()))
    assert printed.count("S02") == 2, "counter and start of its charge"
    assert printed.count("N01") == 1, "it did not move"
    assert printed.count("N06") == 1, "S04 stands where it fell back from"
    assert words_of(render_svg(harrow_down_contact())).count("N05") == 1, "only its wreck"


def test_a_stand_that_is_not_in_the_chart_is_nowhere() -> None:
    whole = harrow_down()
    fewer = msgspec.structs.replace(
        whole,
        counters=tuple(c for c in whole.counters if c.code not in {"N06", "S06"}),
        arrows=tuple(a for a in whole.arrows if a.code != "N06"),
    )
    for chart, there in ((whole, True), (fewer, False)):
        told = render_svg(chart) + chart_alt(chart) + "\n".join(text_map(chart))
        assert ("N06" in told) is there
        assert ("dragoons" in told) is there, "a kind in the legend that nobody may see is a leak"
        assert "on opportunity" in told, "N01 is still on opportunity"


def test_the_legend_holds_what_is_shown_and_no_more() -> None:
    printed = words_of(render_svg(harrow_down_opening()))
    for word in ("pike and shot", "horse", "dragoons", "hill", "wood", "general with it", "front", "strength left"):
        assert word in printed
    for word in ("moved", "charged", "shot at", "fell back", "mêlée", "lost this round", "town", "general"):
        assert word not in printed
    printed = words_of(render_svg(harrow_down_contact()))
    for word in ("moved", "charged", "shot at", "fell back", "mêlée", "lost this round", "destroyed this round"):
        assert word in printed
    assert "objective: three of its four hexes" in printed
    assert {"0", "250", "500 m"} <= set(printed)


def test_a_full_legend_runs_into_no_sign_beside_it() -> None:
    """Kinds of many sorts, signs, grounds, defences and a ghost leave room for the parts of a counter and the ghost."""
    kinds = ("pike", "shot", "pike-and-shot", "skirmishers", "lancers", "reiters", "light-horse", "guns")
    many = [
        stand(
            f"S{n:02d}", "", kind, f"0{n}05", 12, 5, ready=n == 1, disordered=n == 2, lost=int(n == 3), general=n == 4
        )
        for n, kind in enumerate(kinds, 1)
    ]
    many[4] = msgspec.structs.replace(many[4], unseen=True)
    chart = msgspec.structs.replace(
        every_ground(), counters=(*many, stand("N05", "Pikes", "pike", "1002", 6, ghost=4)), generals=(),
        ground=tuple(one for one in every_ground().ground if one.ground in {"hill", "wood", "town"}), roads=(),
        arrows=harrow_down().arrows[-3:], melees=(), walls=(Wall(from_label("0606"), (0, 1), prepared=True),),
    )  # fmt: skip
    laid = sheet.lay_out(chart, None, with_furniture=True).legend
    words = [one for one in laid if isinstance(one, Text) and one.anchor == "start"]
    assert {"last seen, round 4", "prepared defences"} <= {one.text for one in words}
    for one in words:
        near = [other for other in words if other is not one and abs(other.y - one.y) < one.size]
        ends = one.x + text_width(one.text, one.size, "sans")
        assert not [other.text for other in near if one.x <= other.x < ends], one.text


def test_a_crop_leaves_out_far_last_places_and_says_nothing_of_them() -> None:
    chart = harrow_down()
    assert {"r3", "N05 r4"} <= set(words_of(render_svg(chart))), "its code and its round in one line, on its plate"
    cropped = words_of(render_svg(chart, crop="fight"))
    assert not {"r3", "N05 r4"} & set(cropped)
    assert not [w for w in cropped if "last seen" in w]


def test_each_side_says_what_it_has_lost() -> None:
    printed = words_of(render_svg(harrow_down()))
    assert {"lost 1 of 5", "lost 3 of 5", "South", "North"} <= set(printed)
    assert {"breaks at 28", "lost 11 of 27"} <= set(words_of(render_svg(every_ground())))
    own, other = harrow_down().sides
    seen = msgspec.structs.replace(harrow_down(), sides=(own, msgspec.structs.replace(other, at_least=True)))
    assert {"lost 1 of 5", "lost at least 3 of 5"} <= set(words_of(render_svg(seen)))


def test_every_hex_is_numbered_and_every_edge() -> None:
    printed = words_of(render_svg(harrow_down()))
    for column in range(1, 13):
        assert f"{column:02d}" in printed
        for row in range(1, 10):
            assert printed.count(f"{column:02d}{row:02d}") == 1


def test_styles_stay_inside_the_map() -> None:
    document = render_svg(harrow_down())
    style = document.split("<style>")[1].split("</style>")[0]
    for rule in re.findall(r"([^{}]+)\{[^{}]*\}", style.replace("@media (prefers-color-scheme:dark){", "")):
        assert rule.startswith(".map.paper "), rule
    assert "prefers-color-scheme:dark" in style
    assert themes.PALETTES["dark"]["side1-plate"] in style
    for theme in ("dark", "print"):
        assert "@media" not in render_svg(harrow_down(), theme)


def test_symbols_carry_no_class_and_ids_are_the_maps_own() -> None:
    one, other = render_svg(harrow_down()), render_svg(harrow_down_contact())
    for symbol in re.findall(r"<symbol.*?</symbol>", one, re.DOTALL):
        assert "class=" not in symbol
    ids = [set(re.findall(r' id="([^"]+)"', document)) for document in (one, other)]
    assert ids[0].isdisjoint(ids[1])
    for document, own in zip((one, other), ids, strict=True):
        used = set(re.findall(r'href="#([^"]+)"', document)) | set(re.findall(r"url\(#([^)]+)\)", document))
        assert used <= own
        assert {i for i in own if "-p-" in i or "-m-" in i or "-g-" in i} <= used, "a symbol nobody uses"


def test_pages_that_allow_no_inline_style_can_link_one_sheet() -> None:
    document = render_svg(harrow_down(), style=False)
    assert "<style" not in document
    assert " style=" not in document
    sheet = map_css()
    classes = {c for found in re.findall(r'class="([^"]*)"', document) for c in found.split()}
    for name in classes - {"map", "paper"}:
        assert f".map.paper .{name}{{" in sheet, name


def test_texts_of_a_chart_are_escaped() -> None:
    chart = msgspec.structs.replace(harrow_down(), title="Foot & <Horse>\x00\x1b", subtitle='"quoted" \ud800')
    document = render_svg(chart)
    assert "Foot & <Horse>" in words_of(document)
    assert "<Horse>" not in document
    assert render_png(chart, 400)


# --- crops and layout


def test_a_crop_to_the_fight_shows_every_stand_larger() -> None:
    for chart in (harrow_down(), harrow_down_contact()):
        whole = sheet.lay_out(chart, None, with_furniture=False).place
        crop = sheet.lay_out(chart, "fight", with_furniture=False).place
        assert crop.scale > whole.scale
        for counter in chart.counters:
            if counter.ghost is None:
                assert crop.board_field.holds(board.hex_rect(counter.hex))


def test_counters_are_never_shrunk() -> None:
    """Codes have 27 units at least, however broad the board: the sheet grows instead."""
    for columns in (6, 12, 14, 18, 24, 40):
        chart = msgspec.structs.replace(harrow_down(), columns=columns)
        place = layout.layout(chart, layout.window(chart, None), head=0)
        plate = plates.plate_for(place.scale * board.WIDTH)
        assert plate.code * plate.scale * place.scale >= 26.99
        assert plate.wide * plate.scale <= board.WIDTH, "neighbours would cover each other"
        assert place.frame.right <= place.width


def test_place_names_hide_no_counter() -> None:
    for chart in (harrow_down(), harrow_down_opening(), harrow_down_contact(), every_ground()):
        for crop in (None, "fight"):
            place = sheet.lay_out(chart, crop, with_furniture=False).place
            printed = {s.text: s for s in overlay.overlay(chart, place).names if isinstance(s, Text)}
            plate = plates.plate_for(place.scale * board.WIDTH)
            for name in chart.names:
                if name.text not in printed:
                    continue
                text = printed[name.text]
                face = fonts.name_face(name.text, italic=True)
                half = text_width(name.text, text.size, face) / 2
                box = SvgRect(text.x - half, text.y - text.size * 0.7, text.x + half, text.y)
                covered = sum(s.rect.overlap(box) for s in plates.stands(chart, plate))
                assert covered < 0.01 * box.area, (name.text, crop)
    assert {"Harrow Down", "Long Copse", "Nab Wood"} <= set(words_of(render_svg(harrow_down())))


def test_a_name_yields_where_it_finds_no_room() -> None:
    chart = harrow_down()
    crowd = tuple(
        stand(f"S{n:02d}", "", "horse", f"{column:02d}{row:02d}", 12, 4)
        for n, (column, row) in enumerate((c, r) for c in range(1, 13) for r in range(1, 10))
    )
    printed = words_of(render_svg(msgspec.structs.replace(chart, counters=crowd, arrows=(), melees=(), generals=())))
    assert not {"Nab Wood", "Long Copse"} & set(printed)
    assert printed.count("Harrow Down") == 1, "only the title"


# --- PNG


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_is_opaque_small_and_of_few_colours(theme: Theme) -> None:
    data = render_png(harrow_down(), 1200, theme)
    image = opened(data)
    assert image.format == "PNG"
    assert image.mode == "P"
    assert "transparency" not in image.info
    assert image.width == 1200
    assert 1100 < image.height < 1300
    assert len(data) <= 150 * 1024
    assert len(image.getcolors(256) or ()) <= palette.COLOURS


def test_widths_are_kept() -> None:
    for width in (200, 401, 800):
        assert opened(render_png(harrow_down(), width, furniture=False)).width == width


@pytest.mark.parametrize("theme", THEMES)
def test_the_colours_of_the_sides_are_exact(theme: Theme) -> None:
    image = opened(render_png(harrow_down(), 1200, theme)).convert("RGB")
    counted = palette.tally(image)
    for role in ("page", "field", "ink", "side1-plate", "side2-frame", "side2-plate", "disc", "wood"):
        assert counted[palette.colour(themes.PALETTES[theme][role])] > 400, role


def test_a_board_of_every_ground_keeps_its_colours() -> None:
    counted = palette.tally(opened(render_png(every_ground())).convert("RGB"))
    for role in ("wood", "tree", "wood-line", "hill", "water", "roof", "disc", "marsh", "side1-plate", "side2-frame"):
        assert counted[palette.colour(themes.PALETTES["paper"][role])] > 40, role


def test_the_same_chart_gives_the_same_bytes() -> None:
    """Twice, from a cold start, and after other maps on the same ground."""
    png.forget()
    first = render_png(harrow_down(), 600)
    assert render_png(harrow_down(), 600) == first
    png.forget()
    render_png(harrow_down_contact(), 600)
    assert render_png(harrow_down(), 600) == first
    png.forget()
    assert render_png(harrow_down(), 600) == first


def test_the_ground_is_drawn_once_for_all_turns() -> None:
    png.forget()
    render_png(harrow_down(), 600)
    render_png(harrow_down_contact(), 600)
    render_png(harrow_down_opening(), 600)
    kept = png.kept_ground.cache_info()
    assert (kept.misses, kept.hits) == (1, 2)
    render_png(harrow_down(), 600, "dark")
    render_png(every_ground(), 600)
    assert png.kept_ground.cache_info().misses == 3


def test_the_ground_knows_nothing_of_units() -> None:
    chart = harrow_down()
    place = sheet.lay_out(chart, None, with_furniture=True).place
    whole = SvgRect(0, 0, 1200, 900)
    document = svg.document(sheet.ground_shapes(chart, place), place, whole, "paper")
    assert not [w for w in words_of(document) if not re.fullmatch(r"\d{2}|\d{4}", w)]


def test_the_picture_is_what_the_svg_shows() -> None:
    """Layers put together differ from the whole document in one go by next to nothing."""
    chart = harrow_down()
    laid = sheet.lay_out(chart, None, with_furniture=True)
    kept = png.kept_ground(png.ground_key(chart, laid.place, "paper", 1200))
    layers = png.put_together(laid, "paper", 1200, kept.image)
    whole = opened(
        resvg_py.svg_to_bytes(
            svg_string=render_svg(chart),
            skip_system_fonts=True,
            font_files=[*fonts.FILES.values(), fonts.FALLBACK],
            width=1200,
        )
    ).convert("RGB")
    apart = ImageChops.difference(layers.crop((0, 0, 1200, whole.height)), whole)
    steps = apart.convert("L").histogram()
    assert sum(steps[4:]) < 40, "pixels"
    assert not sum(steps[40:])
    reduced = opened(render_png(chart)).convert("RGB")
    lost = ImageChops.difference(reduced, layers).convert("L")
    assert sum(i * n for i, n in enumerate(lost.histogram())) / (lost.width * lost.height) < 1.5


def test_font_families_are_those_of_the_files() -> None:
    """A wrong name would give no text at all, silently."""
    for face, path in fonts.FILES.items():
        family = ImageFont.truetype(path, 10).getname()[0]
        assert f'"{family}"' in fonts.CSS, face
    bare = Image.new("RGB", (600, 40))
    chart = msgspec.structs.replace(harrow_down(), counters=(), title="Ω ½ ⚔ ★", names=())
    image = opened(render_png(chart, 600)).convert("RGB").crop((0, 0, 300, 40))
    assert len(image.getcolors(10_000) or ()) > 4, "glyphs our faces lack come from the fallback"
    assert bare.size == (600, 40)


def test_bench_measures_what_it_says() -> None:
    figures = bench.bench_map(width=300, rounds=1)
    assert min(figures.full, figures.cached) > 0
    assert figures.floor > 0
    assert 5 < figures.kib < 60


# --- bad input


def test_what_cannot_be_drawn_is_refused_with_a_reason() -> None:
    chart = harrow_down()
    odd = msgspec.structs.replace(chart, counters=(stand("S01", "", "elephants", "0101", 12, 4),))
    with pytest.raises(ValueError, match=r"no map symbol for the kind 'elephants'.*pike-and-shot"):
        render_svg(odd)
    with pytest.raises(ValueError, match="'sepia' is not a theme"):
        render_svg(chart, "sepia")  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(ValueError, match="'camp' is not a crop"):
        render_png(chart, crop="camp")  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(ValueError, match="ask for 200 to 4800"):
        render_png(chart, 40)
    with pytest.raises(ValueError, match="0 columns and 9 rows"):
        render_svg(msgspec.structs.replace(chart, columns=0))


# --- words


def test_the_text_map_has_a_bar_in_every_line_and_everybody_in_his_place() -> None:
    chart = harrow_down_contact()
    lines = text_map(chart)
    assert all("|" in line and len(line) <= 72 for line in lines)
    assert lines[0] == "   |   01   02   03   04   05   06   07   08   09   10   11   12"
    assert lines[2] == "02 |      .    .   N04   .    .    .    .    .    .    .    .    ."
    assert lines[5] == "05 |    .    .    .    .    .   S01^ N01^  .    .    .    .    ."
    assert lines[6] == "06 |      .    w   S06w S05   .   S02^ S03   .   S04   .    .    ."
    assert lines[3] == "03 |    .    .    .    .    .    .    .  (N06)  .    .    .    ."
    assert len(lines) == 10
    assert text_map_key(chart) == (
        "North up, even rows half a hex to the right. w wood, ^ hill, in brackets: last seen there."
    )


def test_a_broad_text_map_comes_in_pieces() -> None:
    lines = text_map(every_ground())
    assert all("|" in line and len(line) <= 72 for line in lines)
    assert [line for line in lines if line.startswith("   |")] == [
        "   |   01   02   03   04   05   06   07   08   09",
        "   |",
        "   |   10   11   12   13   14   15   16   17   18",
    ]
    for counter in every_ground().counters:
        assert sum(counter.code in line for line in lines) == 1


def test_a_bar_in_a_code_cannot_break_the_columns() -> None:
    chart = msgspec.structs.replace(harrow_down(), counters=(stand("S|1", "", "horse", "0302", 12, 4),))
    assert all(line.count("|") == 1 for line in text_map(chart))


def test_the_alt_text_says_the_position() -> None:
    told = chart_alt(harrow_down_contact())
    assert told.startswith("Harrow Down, 1643, round 4 of 10, South view, north up. South: ")
    assert "S01 at 0605 (on the hill, with the general, lost 2)" in told
    assert "N05 destroyed at 0905" in told
    assert "N06 last seen at 0803 in round 3." in told
    assert told.endswith("In mêlée: S01 with N01.")
    assert "somebody last seen at 0302 in round 3" in chart_alt(harrow_down())


# --- geometry, and charts of any kind

some_hex = st.builds(board.at_column_row, st.integers(0, 7), st.integers(0, 6))
any_hex = st.builds(Hex, st.integers(-3, 12), st.integers(-3, 12))
text = st.text(max_size=12)
code = st.text(alphabet="NS0123456789", min_size=1, max_size=5)
look = st.sampled_from((1, 2))

GROUNDS: tuple[Ground, ...] = (
    "open", "wood", "hill", "hill-top", "stream", "field", "swamp", "town", "water", "impassable",
)  # fmt: skip
ARROWS: tuple[ArrowKind, ...] = ("moved", "charged", "shot", "fell-back")


@given(st.sets(some_hex, min_size=1, max_size=30))
def test_outlines_hold_the_hexes_they_are_of(hexes: set[Hex]) -> None:
    loops = board.outlines(hexes)
    for here in {n for h in hexes for n in (h, *neighbours(h))}:
        assert lines.holds(loops, board.centre(here)) is (here in hexes)
    for loop in loops:
        sides = [math.dist(a, b) for a, b in pairwise([*loop, loop[0]])]
        assert all(abs(side - board.SIDE) < 1e-6 for side in sides)
        assert all(math.isfinite(v) for point in lines.shrunk(loop, 6) for v in point)
        paced = lines.paced(lines.rounded(loop), 7, closed=True)
        gaps = [math.dist(a, b) for a, b in pairwise([*paced, paced[0]])]
        assert max(gaps) < 8.5


@given(st.tuples(st.integers(), st.integers(), st.integers()))
def test_chance_is_the_same_every_time(key: tuple[int, int, int]) -> None:
    assert 0 <= lines.chance(*key) < 1
    assert lines.chance(*key) == lines.chance(*key)


def test_chance_is_evenly_spread() -> None:
    drawn = [lines.chance(q, r, 7) for q in range(40) for r in range(40)]
    assert abs(sum(drawn) / len(drawn) - 0.5) < 0.03
    assert len(set(drawn)) == len(drawn)


charts = st.builds(
    HexChart,
    title=text,
    subtitle=text,
    columns=st.integers(1, 20),
    rows=st.integers(1, 8),
    ground=st.lists(st.builds(GroundHex, some_hex, st.sampled_from(GROUNDS)), max_size=25).map(tuple),
    names=st.lists(
        st.builds(PlaceName, text, st.sampled_from(GROUNDS), st.lists(some_hex, max_size=5).map(tuple)), max_size=3
    ).map(tuple),
    objective=st.lists(any_hex, max_size=4).map(tuple),
    objective_text=text,
    sides=st.lists(st.builds(SideKey, text, text, look, st.integers(0, 40), st.integers(1, 40)), max_size=3).map(tuple),
    counters=st.lists(
        st.builds(
            Counter,
            code=st.one_of(code, text),
            name=text,
            look=look,
            symbol=st.sampled_from(tuple(symbols.KINDS)),
            hex=any_hex,
            facing=st.sampled_from(FACINGS),
            ranks=st.lists(st.integers(0, 120), max_size=4).map(tuple),
            disordered=st.booleans(),
            ready=st.booleans(),
            general=st.booleans(),
            lost=st.integers(0, 12),
            ghost=st.one_of(st.none(), st.integers(0, 30)),
        ),
        max_size=8,
    ).map(tuple),
    generals=st.lists(st.builds(LoneGeneral, text, look, any_hex), max_size=2).map(tuple),
    arrows=st.lists(
        st.builds(Arrow, st.sampled_from(ARROWS), look, code, st.lists(any_hex, max_size=6).map(tuple)), max_size=8
    ).map(tuple),
    melees=st.lists(st.builds(MeleeMark, any_hex, any_hex), max_size=3).map(tuple),
    wrecks=st.lists(st.builds(Wreck, code, look, any_hex), max_size=2).map(tuple),
    scale=st.integers(1, 1000),
    scale_unit=text,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(charts, st.sampled_from(THEMES), st.sampled_from((None, "fight")), st.booleans())
def test_any_chart_can_be_drawn_and_told(chart: HexChart, theme: Theme, crop: Crop | None, furniture: bool) -> None:
    document = render_svg(chart, theme, crop, furniture=furniture)
    ET.fromstring(document)
    drawn = re.sub(r"<title.*?</title>|>[^<]*</text>", "", document, flags=re.DOTALL)
    assert not re.search(r"\b(nan|inf)\b", drawn)
    assert all("|" in line and len(line) <= 72 for line in text_map(chart))
    assert chart_alt(chart)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(charts, st.sampled_from((None, "fight")))
def test_any_chart_makes_a_picture(chart: HexChart, crop: Crop | None) -> None:
    assert opened(render_png(chart, 300, crop=crop)).width == 300


def test_every_kind_of_unit_has_a_symbol_that_draws() -> None:
    kinds = list(symbols.KINDS)
    chart = msgspec.structs.replace(
        harrow_down(),
        counters=tuple(
            Counter(code=f"S{i:02d}", name="", look=1, symbol=kind,
                    hex=from_label(f"{i % 12 + 1:02d}{i // 12 * 2 + 1:02d}"), facing=FACINGS[0], ranks=(3,))
            for i, kind in enumerate(kinds)
        ),
        arrows=(), melees=(), generals=(), names=(), ground=(),
    )  # fmt: skip
    document = render_svg(chart)
    for kind in kinds:
        assert document.count(f'p-{kind}"') >= 2, kind
