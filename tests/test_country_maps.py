"""CA-1: Maps of a country: nothing covers anything, all that is known is drawn and told, and no more."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.engine.countrychart import CountryChart, MapLine, MapRoad, RoadMarch
from pbem.engine.ids import UMPIRE, Seat, StandId
from pbem.engine.ruleset import SeatTurn
from pbem.reports.maps import THEMES, CountryBoard, inline_map, render_glance, render_png, render_svg, shelf, text_map
from pbem.reports.maps.country import flags, names, overlay, ways
from pbem.reports.maps.country.bare import ground_of
from pbem.reports.maps.country.inline import stirred
from pbem.reports.maps.country.inline import ways as country_ways
from pbem.reports.maps.country.layout import place_of, window
from pbem.reports.maps.country.maptext import flag_told
from pbem.reports.maps.country.room import Room
from pbem.reports.maps.country.sampler import sampler
from pbem.reports.maps.country.sheet import HEAD, border
from pbem.reports.maps.paper import Crop
from pbem.reports.maps.png import forget
from pbem.reports.maps.shapes import around
from pbem.rulesets.campaign import RULES
from pbem.rulesets.campaign.reporting.charting import drawn
from pbem.rulesets.campaign.scenario.reader import READ
from pbem.rulesets.campaign.state.asks import AskOrders
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import TownId
from pbem.rulesets.campaign.state.knowledge import Spotted
from pbem.rulesets.campaign.state.orders import Act, Sheet
from tests.plain_yaml import safe_load

FILES = Path(__file__).parent.parent / "scenarios" / "campaign"
DISPATCH = 150_000


@cache
def campaign(name: str) -> Campaign:
    read = READ(safe_load((FILES / f"{name}.yaml").read_text(encoding="utf-8")), {})
    assert read.battle is not None
    return read.battle


def chart_of(name: str, seat: str, **changes: object) -> CountryChart:
    battle = replace(campaign(name), **changes)
    view = RULES.state.view(battle, Seat(seat))
    chart = RULES.reporting.chart(SeatTurn(Seat(seat), 0, view, view, ()))
    assert isinstance(chart, CountryChart)
    return chart


def sighted() -> CountryChart:
    """The King's map of the fourth day, with sightings of that day and of the second."""
    battle = campaign("oxford-1644")
    king = Seat("king")
    seen = tuple(
        Spotted(at=TownId(at), half=Half(half), by="townspeople", quality="numbers", least=3000, most=5000)
        for at, half in (("burford", 2), ("stow", 7), ("islip", 7))
    )
    return chart_of(
        "oxford-1644", "king", half=Half(7),
        knows={**battle.knows, king: replace(battle.knows[king], spotted=seen)},
    )  # fmt: skip


@pytest.mark.parametrize("crop", [None, "fight"])
@pytest.mark.parametrize(("name", "seat"), [("oxford-1644", "king"), ("two-rivers", "red")])
def test_no_name_covers_another_and_every_town_has_one(name: str, seat: str, crop: Crop | None) -> None:
    chart = chart_of(name, seat)
    place = place_of(chart, crop)
    placed = names.lettering(ground_of(chart), place).names
    assert names.clashes(placed) == []
    shown = place.shown.grown(-4)
    towns = {one.name for one in chart.places if one.site not in {"box", "exit"}
             and shown.holds(around(place.at(one.at), 1, 1))}  # fmt: skip
    assert towns <= {one.text for one in placed}
    assert all(place.shown.holds(box) for one in placed if one.text in towns for box in one.boxes)


@pytest.mark.parametrize("seat", ["king", UMPIRE])
def test_no_flag_covers_another(seat: str) -> None:
    chart = chart_of("oxford-1644", seat)
    place = place_of(chart)
    hung = overlay.overlay(chart, place).flags
    assert {one.flag.code for one in hung} == {one.code for one in chart.flags}
    assert flags.clashes(hung, place) == []


def test_no_flag_covers_another_where_all_forces_meet() -> None:
    chart = chart_of("oxford-1644", UMPIRE)
    oxford = next(one.at for one in chart.places if one.id == "oxford")
    chart = replace(chart, flags=tuple(replace(one, at=oxford) for one in chart.flags))
    place = place_of(chart, "fight")
    hung = overlay.overlay(chart, place).flags
    assert len(hung) == len(chart.flags) > 12
    assert flags.clashes(hung, place) == []


def test_every_road_with_a_bridge_crosses_a_river() -> None:
    """The courses of the file are drawn so that the bridges of its roads can be seen, but for two over brooks."""
    chart = chart_of("oxford-1644", "king")
    place = place_of(chart)
    without = [one.bridge for one in chart.roads if one.bridge and ways.bridge_of(one, chart.rivers, place) is None]
    assert len(without) <= 2


@pytest.mark.parametrize("theme", THEMES)
def test_the_map_is_well_formed_in_every_theme(theme: str) -> None:
    root = ET.fromstring(render_svg(sighted(), theme))  # type: ignore[arg-type]  # of THEMES
    texts = {node.text for node in root.iter() if node.tag.endswith("text")}
    assert {"Oxford", "Chipping Norton", "Thames", "Cotswold", "Arden", "R1", "P?", "20 miles"} <= texts
    assert root.get("viewBox", "").split()[2] == "1200"


def test_the_country_beside_a_crop_is_covered_under_title_and_legend() -> None:
    place = place_of(sighted(), "fight", head=HEAD)
    assert not place.whole
    edges = str(border(place)[0])
    assert "M0,0h1200" in edges
    assert f"h1200v{place.bottom + 2000 - place.field.bottom:g}" in edges


def test_a_sighting_fades_with_its_age() -> None:
    fresh, old = (next(one for one in sighted().flags if one.grade == "seen" and one.age == age) for age in (0, 2))
    assert (fresh.strength, fresh.when, old.when) == ("3-5", "4 June p.m.", "2 June a.m.")
    drawn_old, drawn_new = (
        flags.cloth(one, place_of(sighted())) for age in (2, 0)
        for one in overlay.overlay(sighted(), place_of(sighted())).flags
        if one.flag.grade == "seen" and one.flag.age == age and one.flag.place != "islip"
    )  # fmt: skip
    assert "s-ghost" in str(drawn_old)
    assert "s-ghost" not in str(drawn_new)


def test_only_what_changed_is_stirred() -> None:
    """Sightings all have one code: each is compared with the earlier one of its own place."""
    now = sighted()
    assert stirred(now, now) == ""
    old = tuple(replace(one, strength="9") if one.place == "stow" else one for one in now.flags)
    assert stirred(replace(now, flags=old), now).count("M") == 1


def test_a_seat_sees_no_force_of_the_enemy_and_the_umpire_sees_all() -> None:
    assert {one.code[0] for one in chart_of("oxford-1644", "king").flags} == {"R"}
    assert {one.code[0] for one in chart_of("oxford-1644", UMPIRE).flags} == {"R", "P"}
    assert {one.grade for one in chart_of("oxford-1644", UMPIRE).flags} == {"own"}


def test_the_text_map_lists_by_place_in_barred_lines() -> None:
    lines = text_map(sighted())
    assert all(line.startswith("| ") and len(line) <= 72 for line in lines)
    text = " ".join(line[2:].strip() for line in lines)
    assert "Oxford (The King, walled, a magazine) R1 The King's army" in text
    assert "Stow (held by neither) P? enemy, seen 4 June p.m., 3,000 to 5,000 men" in text


def test_orders_are_arrows_with_a_stroke_each_half_day() -> None:
    view = RULES.state.view(campaign("oxford-1644"), Seat("king"))
    act = Act(force=StandId("R1"), does="march", route=(TownId("witney"), TownId("burford")))
    (march,) = drawn(view, AskOrders(seat=Seat("king"), default=Sheet(), day=1), Sheet(acts=(act,)))
    burford = view.country.towns[TownId("burford")]
    assert (march.kind, march.path[0], march.path[-1]) == ("ordered", (4900, 5200), (burford.x * 100, burford.y * 100))
    assert len(march.ticks) == 3  # twenty miles with wagons, five each half-day; the fourth ends at Burford


def test_a_map_for_a_mail_leaves_room_in_its_150_kilobytes() -> None:
    """A mail carries the picture in base64, a third longer."""
    assert len(render_png(sighted(), 960, crop="fight", furniture=False)) * 4 / 3 < DISPATCH * 0.85


def test_a_page_can_tap_every_flag_and_knows_every_place() -> None:
    chart = sighted()
    page = inline_map(chart, frozenset({"R1"}))
    assert set(re.findall(r'data-code="([^"]+)"', str(page.svg))) == {one.code for one in chart.flags}
    assert 'data-place="oxford"' in str(page.svg)
    assert isinstance(page.board, CountryBoard)
    assert {one[0] for one in page.board.places} == {one.id for one in chart.places}


def test_one_of_everything_can_be_drawn() -> None:
    ET.fromstring(render_svg(sampler()))
    ET.fromstring(render_glance(sampler()))
    odd = replace(
        sampler(), rivers=(MapLine(name="<&>", course=((0, 0), (3000, 100))),),
        woods=(MapLine(name="W", course=((9, 9),)),),
        hills=(MapLine(name="", course=((2000, 1500),), half=200), MapLine(name="H", course=((100, 100), (100, 100)))),
        roads=(MapRoad(a="p0", b="p1", course=((400, 2400), (400, 2400)), miles=0, halves=1, bridge="B"),),
    )  # fmt: skip
    ET.fromstring(render_svg(odd))


def test_marches_under_orders_are_those_of_the_reader_alone() -> None:
    battle = campaign("oxford-1644")
    forces = {
        code: replace(one, order=Act(force=code, does="march", route=(TownId("witney"), TownId("burford"))))
        for code, one in battle.forces.items()
    }
    chart = chart_of("oxford-1644", "king", forces=forces, open_side=True)
    assert {forces[StandId(one.code)].seat for one in chart.marches if one.kind == "ordered"} == {Seat("king")}


def test_a_ground_is_stored_and_drawn_from_the_store_to_the_byte(tmp_path: Path) -> None:
    """After a restart no ground is drawn anew: only what lies on it."""
    chart = chart_of("oxford-1644", "king")
    forget()
    names.room_left.cache_clear()
    drawn_once = render_png(chart, crop="fight")
    shelf.store_in(tmp_path / "maps")
    try:
        for _start in range(2):
            forget()
            names.room_left.cache_clear()
            assert render_png(chart, crop="fight") == drawn_once
            stored = sorted((tmp_path / "maps").iterdir())
            assert len(stored) == 3
        stored[0].write_bytes(b"")
    finally:
        shelf.store_in(None)


def test_a_pole_that_stands_on_a_name_costs_more_than_one_beside_it() -> None:
    room = Room(around((60, 60), 120, 120))
    room.fill(around((60, 60), 12, 12), 40)
    assert room.cost_points([(60, 60), (61, 61)]) == 40
    assert room.cost_points([(20, 20), (500, 500)]) == 0
    assert room.cost_points([(60, 60)], least=41) == 0


def test_a_crop_shows_fresh_sightings_near_the_readers_forces() -> None:
    chart = chart_of("oxford-1644", "king")
    own = next(one for one in chart.flags if one.grade == "own")
    near = replace(own, code="?", grade="body", age=0, at=(own.at[0] + 2000, own.at[1] - 1200))
    old = replace(near, age=3)
    seen, unseen = (window(replace(chart, flags=(own, one)), "fight") for one in (near, old))
    assert seen.right * 100 >= near.at[0] + 500
    assert unseen.right < seen.right


def test_the_newest_sighting_of_a_place_is_shown_and_none_after_a_week() -> None:
    there = campaign("oxford-1644")
    seen = [
        Spotted(at=TownId(town), half=Half(half), by="townspeople", quality="numbers", least=men, most=men)
        for town, half, men in (("stow", 30, 4000), ("stow", 28, 9000), ("burford", 24, 3000), ("evesham", 14, 5000))
    ]
    knows = {**there.knows, Seat("king"): replace(there.knows[Seat("king")], spotted=tuple(seen))}
    chart = chart_of("oxford-1644", "king", knows=knows, half=Half(30))
    shown = {one.place: one.strength for one in chart.flags if one.grade == "seen"}
    assert shown == {"stow": "4", "burford": "3"}
    later = chart_of("oxford-1644", "king", knows=knows, half=Half(24 + 16))
    assert {one.place for one in later.flags if one.grade == "seen"} == {"stow"}


def test_a_replay_moves_a_force_along_its_road() -> None:
    """The way from where it was, by the march of the half-day; forces that are only told of do not move."""
    chart = chart_of("oxford-1644", "king")
    own = next(one for one in chart.flags if one.grade == "own")
    far = (own.at[0] - 1000, own.at[1])
    over = (own.at[0] - 500, own.at[1] - 300)
    march = RoadMarch("moved", own.look, own.code, (own.at, over, far))
    moved = tuple(replace(one, at=far) if one == own else one for one in chart.flags)
    found = country_ways(chart, replace(chart, flags=moved, marches=(march,)))
    assert list(found) == [own.code]
    steps = found[own.code]
    assert (steps[-1].x, steps[-1].y) == (0, 0)
    assert steps[0].x > steps[-2].x >= 0
    assert len(steps) >= 3
    assert country_ways(chart, chart) == {}


def test_a_force_of_another_commander_is_said_to_be_one() -> None:
    chart = chart_of("oxford-1644", "king")
    fellow = next(one for one in chart.flags if one.code == "R2")
    assert fellow.fellow
    assert "another commander's" in flag_told(fellow)
    assert "another commander's" not in flag_told(next(one for one in chart.flags if one.code == "R1"))
