"""Armatys' units on the map: figures in files and rows, counters on discs, broken units, quarters of the bound."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.ids import Seat, Side
from pbem.engine.mapstyle import SideKey
from pbem.engine.offers import CardState, Field
from pbem.engine.table.charting import on_table
from pbem.engine.table.edges import Table
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import Base, TableChart, Track
from pbem.reports.maps import render_svg
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.tables.figures import figures
from pbem.rulesets.armatys import RULES
from pbem.rulesets.armatys.asks import AskPacket, Packet
from pbem.scenarios import load_scenario


def spot(x: int, y: int) -> Spot:
    return Spot(Hundredths(100 * x), Hundredths(100 * y))


def drawn(*tracks: Track, wide: int = 36, **more: Any) -> str:
    base: dict[str, Any] = {
        "code": "R01", "name": "A", "look": 1, "symbol": "horse", "at": Pose(spot(12, 12), Tenths(0)),
        "width": Hundredths(295), "depth": Hundredths(197), "strength": "12", "rows": ("HHHHHH", "HHHHHH"),
    }  # fmt: skip
    chart = TableChart(
        title="T", subtitle="", width=Hundredths(100 * wide), depth=Hundredths(2400), features=(), areas=(),
        objective_text="", sides=(SideKey("R", "Royal", 1, 0, 5, "points"), SideKey("P", "Other", 2, 0, 5, "points")),
        bases=(Base(**{**base, **more}),), tracks=tracks,
    )  # fmt: skip
    return re.sub(r"\bm[0-9a-f]{8}-", "", render_svg(chart))


@pytest.mark.parametrize(
    ("rows", "filled", "lines"),
    [
        (("MMPPMM", "MMPP"), 10, 0),
        (("HHHH",), 4, 0),
        (("DDDD",), 4, 4),
        (("WWW", "WWW"), 6, 6),
    ],
)
def test_a_figure_stands_in_each_cell(rows: tuple[str, ...], filled: int, lines: int) -> None:
    some = figures(rows, 60, 24 * len(rows), INKS[1], torn=False)
    paths = [str(getattr(one, "d", "")) for one in some]
    assert paths[0].count("z") == filled
    assert sum(one.count("M") for one in paths[1:]) == lines


def test_cells_too_small_for_figures_show_the_sign_of_the_kind() -> None:
    assert figures(("HHHHHH", "HHHHHH"), 30, 40, INKS[1], torn=False) == []
    assert drawn() != drawn(rows=())
    assert drawn(wide=144) == drawn(wide=144, rows=())


def test_counters_are_a_disc_of_gold_or_of_ink_when_one_more_breaks_the_unit() -> None:
    assert "counters; one more breaks it" not in drawn()
    gold, ink = drawn(counters=3), drawn(counters=3, last_counter=True)
    assert re.search(r'f-disc-mark"[^>]*>3<', gold)
    assert not re.search(r'f-disc-mark"[^>]*>3<', ink)
    assert re.search(r'f-field"[^>]*>3<', ink)


def test_a_broken_unit_has_a_torn_front_and_no_point() -> None:
    whole, broken = drawn(), drawn(marks=("routed",))
    assert "m-routed" in broken
    assert "m-routed" not in whole
    assert "broken, its front torn" in broken


def test_a_general_is_a_plate_with_a_star_his_code_and_the_last_word_of_his_name_beside_it() -> None:
    base = {"code": "RG1", "name": "Sir Marmaduke Langdale", "symbol": "commander", "strength": "", "rows": ()}
    small = {"width": Hundredths(98), "depth": Hundredths(98), "at": Pose(spot(12, 12), Tenths(450))}
    shown = drawn(**base, **small)
    assert "RG1 Langdale<" in shown
    assert "m-star" in shown
    assert ">RG1<" not in shown, "no tag"
    assert "rotate(45" not in shown, "upright, whichever way he faces"
    assert "rotate(45" in drawn(**{**small, "name": "A"})


def test_quarters_of_the_bound_lie_across_a_move() -> None:
    path = (spot(12, 4), spot(12, 12))
    plain = Track("moved", 1, "R01", path, Pose(spot(12, 12), Tenths(0)), Pose(spot(12, 4), Tenths(0)))
    marked = replace(plain, ticks=(spot(12, 6), spot(12, 8)))
    assert len(drawn(marked)) > len(drawn(plain))
    assert drawn(replace(plain, ticks=(spot(30, 20),))) == drawn(plain)


def test_a_charge_says_what_it_needed_and_rolled() -> None:
    path = (spot(12, 4), spot(12, 12))
    charge = Track("charged", 1, "R01", path, Pose(spot(12, 12), Tenths(0)), Pose(spot(12, 4), Tenths(0)))
    assert ">3+ rolled 5<" in drawn(replace(charge, said="3+ rolled 5"))
    assert "rolled" not in drawn(charge)


def test_what_a_charged_unit_did_is_on_a_disc_and_in_the_legend() -> None:
    assert "m-meets" not in drawn()
    meets, failed = drawn(answer="meets"), drawn(answer="failed")
    assert meets.count('href="#m-meets"') == 2, "at its corner, and in the legend"
    assert "answer: counter-charges" in meets
    assert "charge: test failed" in failed


def test_a_way_ends_at_the_edge_of_the_table() -> None:
    size = Table(Hundredths(4800), Hundredths(3600))
    fled = Track("fell-back", 1, "R01", (spot(12, 30), spot(12, 42)), Pose(spot(12, 42), Tenths(0)))
    assert on_table(size, fled) == replace(fled, path=(spot(12, 30), spot(12, 36)), end=None)
    held = replace(fled, path=(spot(12, 30), spot(12, 34)))
    assert on_table(size, held) is held


def test_a_card_shows_figures_tests_and_bands_of_fire() -> None:
    battle = load_scenario("armatys/naseby", {}).scenario.battle
    seat = Seat("parliament")
    view = RULES.state.view(battle, seat)
    ask = AskPacket(seat=seat, default=Packet(), side=Side("parliament"), bound=1)

    def card(code: str) -> tuple[CardState, tuple[Field, ...]]:
        found = RULES.language.offers_for(view, ask, None, code)
        assert found is not None
        assert found.state is not None
        return found.state, found.fields

    (foot, reach), (gun, bands) = card("P10"), card("P181")
    assert [one.name for one in foot.tests] == ["Stand", "Charge", "Halt a pursuit"]
    assert all(one.passes == 7 - one.needs for one in foot.tests)
    assert "PP" in foot.rows[0]
    assert {field.kind: field.label for field in reach} == {"reach": "", "near": "6″: 5+"}
    assert (gun.tests, gun.rows) == ((), ())
    assert [field.label for field in bands] == ["6″: 4+", "12″: 5+", "24″: 6"]
