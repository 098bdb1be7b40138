"""Maps that stand in a page: everything of the picture is on them, each stand can be found, nothing is said twice."""

import re
from collections import Counter
from xml.etree import ElementTree as ET

import msgspec
import pytest

from pbem.engine.chart import Chart
from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.hexes import from_label
from pbem.reports.maps import (
    HexBoard,
    Part,
    drawn_orders,
    ground_of,
    ground_picture,
    ground_tag,
    inline_map,
    page_css,
    render_svg,
)
from tests.chart_samples import every_ground, harrow_down, harrow_down_contact, harrow_down_opening, stand
from tests.table_samples import the_mill

SVG = "{http://www.w3.org/2000/svg}"
SOUTHS = frozenset(f"S{n:02d}" for n in range(1, 7))
PARTS: tuple[Part, ...] = ("ground", "numbers")
SAMPLES = (harrow_down(), harrow_down_opening(), harrow_down_contact(), every_ground())


def opened(chart: HexChart) -> ET.Element:
    """A map as a document of its own: that is how it parses in a page."""
    made = inline_map(chart, SOUTHS)
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{made.symbols}</defs>{made.svg}</svg>')


def printed(root: ET.Element) -> list[str]:
    """Every text, also those that are repeated by name."""
    named = {f"#{one.get('id')}": one for one in root.findall(f"{SVG}defs/{SVG}g")}
    repeated = [text for use in root.iter(f"{SVG}use") if use.get("href") in named
                for text in named[use.get("href", "")].iter(f"{SVG}text")]  # fmt: skip
    once = {id(text) for one in named.values() for text in one.iter(f"{SVG}text")}
    plain = [text for text in root.iter(f"{SVG}text") if id(text) not in once]
    return sorted(text.text or "" for text in (*plain, *repeated))


@pytest.mark.parametrize("chart", SAMPLES)
def test_all_that_the_picture_prints_over_the_ground_is_on_the_page(chart: HexChart) -> None:
    picture = ET.fromstring(render_svg(chart, furniture=False))
    expected = Counter(printed(picture))
    for part in PARTS:
        expected -= Counter(printed(ET.fromstring(ground_picture(ground_of(chart), part))))
    assert Counter(printed(opened(chart))) == expected


@pytest.mark.parametrize("chart", SAMPLES)
def test_what_is_named_is_there_and_nothing_else(chart: HexChart) -> None:
    root = opened(chart)
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    assert {one.get("href", "")[1:] for one in root.iter(f"{SVG}use")} == set(ids)


@pytest.mark.parametrize("chart", SAMPLES)
def test_every_stand_is_told_and_ones_own_lead_to_their_cards(chart: HexChart) -> None:
    found = {one.attrib["data-code"]: one for one in opened(chart).iter() if "data-code" in one.attrib}
    assert set(found) == {counter.code for counter in chart.counters}
    for code, one in found.items():
        assert (code if code != "?" else "somebody") in one.get("aria-label", "")
        assert re.fullmatch(r"\d{4}", one.get("data-place", ""))
        link = one.get("href") if one.tag == f"{SVG}a" else None
        assert link == (f"?tab=orders&open={code}#card" if code in SOUTHS else None)
    assert "<a " not in inline_map(chart, SOUTHS, links=False).svg


@pytest.mark.parametrize("chart", SAMPLES)
def test_the_label_of_a_counter_begins_with_what_is_seen_on_it(chart: HexChart) -> None:
    labels = {
        one.attrib["data-code"]: one.attrib["aria-label"] for one in opened(chart).iter() if "data-code" in one.attrib
    }
    for counter in chart.counters:
        seen = [counter.code, f"r{counter.ghost}" if counter.ghost is not None else "", *map(str, counter.ranks)]
        assert labels[counter.code].startswith(" ".join(part for part in seen if part))
        assert ": " in labels[counter.code]


@pytest.mark.parametrize("chart", [*SAMPLES, the_mill()])
def test_what_is_written_on_a_counter_reads_as_its_label_begins(chart: Chart) -> None:
    made = inline_map(chart, SOUTHS)
    root = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{made.svg}</svg>')
    for one in (found for found in root.iter() if "data-code" in found.attrib):
        seen = re.sub(r"\s{2,}", " ", "".join(one.itertext())).strip()
        assert "\n" not in seen
        assert one.attrib["aria-label"].startswith(seen), seen


def test_a_stand_is_told_with_its_place_ground_and_state() -> None:
    one = stand("S04", "Right troops", "horse", "0904", 8, 4, disordered=True, general=True, lost=1)
    gone = stand("N05", "Left troops", "horse", "0203", 12, ghost=3)
    told = inline_map(msgspec.structs.replace(harrow_down(), counters=(one, gone))).svg
    words = "S04 4 1: Right troops, at 0904 in the wood, facing 8, strength 4, disordered, with the general, lost 1"
    assert f'aria-label="{words}"' in told
    assert 'aria-label="N05 r3: Left troops, last seen at 0203 in round 3"' in told


def test_every_class_has_its_colours_by_day_and_night() -> None:
    sheet = page_css()
    for chart in SAMPLES:
        made = inline_map(chart, SOUTHS)
        names = {name for found in re.findall(r'class="([^"]*)"', made.symbols + made.svg) for name in found.split()}
        for name in (one for one in names if one[:2] in {"f-", "s-", "c-"}):
            assert f".{name}{{" in sheet
            assert sheet.count(f"--m-{name[2:]}:") == 3


def test_zones_are_drawn_for_each_side_apart() -> None:
    counters = (
        msgspec.structs.replace(stand("S01", "", "shot", "0606", 12, 4), zone=(from_label("0605"), from_label("0705"))),
        msgspec.structs.replace(stand("N01", "", "shot", "0603", 6, 4), zone=(from_label("0604"),)),
    )
    drawn = inline_map(msgspec.structs.replace(harrow_down(), counters=counters), SOUTHS).svg
    zones = dict(re.findall(r'<path class="l-zone-(own|enemy)[^"]*" d="([^"]*)"', drawn))
    assert {name: d.count("M") for name, d in zones.items()} == {"own": 2, "enemy": 1}


def test_the_ground_is_named_by_what_it_looks_like() -> None:
    chart = harrow_down()
    later = msgspec.structs.replace(chart, subtitle="1643 · after round 7", counters=chart.counters[:2], arrows=())
    assert ground_tag(later) == ground_tag(chart)
    assert ground_tag(every_ground()) != ground_tag(chart)
    assert "S01" not in ground_picture(ground_of(chart), "ground")
    assert "0605" in ground_picture(ground_of(chart), "numbers")
    assert "0605" not in ground_picture(ground_of(chart), "ground")


def test_the_ground_is_told_hex_by_hex() -> None:
    made = inline_map(harrow_down()).board
    assert isinstance(made, HexBoard)
    assert len(made.rows) == 9
    assert {len(row) for row in made.rows} == {12}
    assert made.rows[3][8] == "w"
    assert dict(made.signs) == {".": "open", "w": "wood", "^": "hill"}


def test_orders_are_drawn_as_lines_with_open_heads() -> None:
    way = tuple(from_label(text) for text in ("0607", "0606", "0605"))
    kinds = [drawn_orders(harrow_down(), [Arrow(kind, 1, "S01", way)]) for kind in ("moved", "charged", "shot")]
    assert len(set(kinds)) == 3
    for drawn in kinds:
        assert "s-side1-plate" in drawn
        assert "f-side1" not in drawn, "filled heads are of what was done"
    assert not drawn_orders(harrow_down(), [Arrow("moved", 1, "S01", way[:1])]).strip()
