"""The pages of battles: what everybody may know of them, and nothing that a side keeps secret."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from pbem.paths import SCENARIOS
from pbem.reports.maps import chart_alt, render_glance
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.scenario.rest import SET_UP
from pbem.rulesets.snaphance.state.battle import Pace
from pbem.scenarios import BadScenario, Loaded, first_scenario, load_scenario, scenario_names
from pbem.service.lobby.battlebook import NoBattle, as_known, battle, battles, first_battle
from pbem.web.lobby.shelf import SIZES
from tests.web_offices import Office, office, plain


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def with_a_secret(folder: Path) -> Loaded:
    """Mill Ford, whose northern column comes in secret, led by one whom nobody is to know."""
    source = SCENARIOS / "snaphance" / "mill-ford.yaml"
    text = source.read_text(encoding="utf-8")
    (folder / "army-list.yaml").symlink_to(source.with_name("army-list.yaml").absolute())
    north = text.index("id: north")
    secret = text[north:].replace("hex: 0701", "hex: 0701, secret: true").replace("First regiment", "Hidden regiment")
    file = folder / "secret.yaml"
    file.write_text(text[:north] + secret, encoding="utf-8")
    return load_scenario(file)


@pytest.mark.slow
def test_every_battle_is_listed_and_has_its_page_for_anybody(desk: Office) -> None:
    visitor = desk.visitor()
    listed = visitor.get("/scenarios").text
    names = [one.removeprefix("/scenarios/") for one in re.findall(r'<h3><a href="([^"]+)"', listed)]
    assert sorted(names) == sorted(scenario_names())
    assert names[0] == first_scenario()
    sets = [one.partition("/")[0] for one in names]
    assert sets == sorted(sets, key=sets.index), "rule sets are not mixed"
    listed_first: dict[str, str] = {}
    for name in names:
        page = visitor.get(f"/scenarios/{name}")
        assert page.status_code == 200
        known = battle(desk.services, name)
        words = plain(page.text)
        for army in known.armies:
            assert army.title in words
            assert all(stand.name in words for stand in army.stands if "'" not in stand.name)
        large = () if name != listed_first.setdefault(name.partition("/")[0], name) else ("map.svg?view=large",)
        for part in ("map.svg", "glance.svg", *large):
            picture = visitor.get(f"/scenarios/{name}/{part}")
            assert picture.mimetype == "image/svg+xml"
            assert "sandbox" in picture.headers["Content-Security-Policy"]


def test_a_battles_page_tells_history_sources_special_rules_and_what_wins(desk: Office) -> None:
    words = plain(desk.visitor().get("/scenarios/snaphance/coutras").text)
    for said in ("crossing the rivers at Coutras", "are our own", "from 0705", "SCN-dead-ground", "margin decides",
                 "At most 9 turns", "Henry of Navarre here", "breaks at 16 break points"):  # fmt: skip
        assert said in words
    made_up = plain(desk.visitor().get("/scenarios/snaphance/harrow-down").text)
    assert "History" not in made_up
    assert "A side that holds three of the four hill hexes" in made_up


@pytest.mark.parametrize("name", ["snaphance/nowhere", "nothing/harrow-down", "snaphance/army-list", "../secrets"])
def test_there_are_no_other_battles(desk: Office, name: str) -> None:
    answer = desk.visitor().get(f"/scenarios/{name}")
    assert answer.status_code == 404
    with pytest.raises(NoBattle):
        battle(desk.services, name)


def test_a_battles_page_never_tells_what_comes_in_secret(tmp_path: Path) -> None:
    loaded = with_a_secret(tmp_path)
    assert "Hidden regiment" in str(loaded.scenario.battle)
    known = as_known(loaded, "snaphance/secret")
    assert [len(one.stands) for one in known.armies] == [5, 2]
    assert "Hidden regiment" not in str(known)
    assert "0701" not in " ".join(known.aim)
    assert "S04" in " ".join(known.aim)  # the southern column is no secret


def test_a_file_with_faults_keeps_no_other_battle_from_being_fought(desk: Office) -> None:
    def spoilt(name: str, options: Mapping[str, str]) -> Loaded:
        if name == first_scenario():
            raise BadScenario(("harrow-down.yaml, line 1: spilt ink",))
        return load_scenario(name, options)

    house = desk.with_post(replace(desk.services, scenarios=spoilt))
    assert len(battles(house.services)) == len(scenario_names()) - 1
    visitor = house.visitor(house.ines)
    assert visitor.get(f"/scenarios/{first_scenario()}").status_code == 404
    first = first_battle(house.services)
    assert first is not None
    assert f'action="/new/{first.name}/solo"' in visitor.get("/games").text


def listed(desk: Office, query: str) -> list[str]:
    return re.findall(r'<h3><a href="/scenarios/([^"]+)"', desk.visitor().get(f"/scenarios?{query}").text)


def test_battles_are_filtered_by_rules_and_size_and_sorted_by_length(desk: Office) -> None:
    every = {one.name: one for one in battles(desk.services)}
    assert set(listed(desk, "rules=onehour")) == {name for name in every if name.startswith("onehour/")}
    for size, (above, most) in SIZES.items():
        assert set(listed(desk, f"size={size}")) == {n for n, one in every.items() if above < one.size <= most}, size
    assert set(listed(desk, "rules=&size=huge&sort=colour")) == set(every)
    for sort, of in (("size", "size"), ("length", "rounds")):
        found = [getattr(every[name], of) for name in listed(desk, f"rules=snaphance&sort={sort}")][sort == "size" :]
        assert found == sorted(found), sort
    assert "No battle matches" in desk.visitor().get("/scenarios?rules=none").text


def test_battles_are_told_from_the_smallest(desk: Office) -> None:
    sizes = [one.size for one in battles(desk.services)[1:]]
    assert sizes == sorted(sizes)


def test_a_year_stands_once_in_the_words_of_a_map(desk: Office) -> None:
    for one in battles(desk.services):
        head = chart_alt(one.chart).partition(", north up")[0]
        years = re.findall(r"\b1[4-7]\d\d\b", head)
        assert len(years) == len(set(years)), head


def test_a_glance_shows_every_stand_once_in_the_shape_of_its_side(desk: Office) -> None:
    known = battle(desk.services, first_scenario())
    drawn = render_glance(known.chart)
    assert drawn.count('class="side1"') == drawn.count('class="side2"') == 6
    assert "prefers-color-scheme:dark" in drawn
    assert drawn.count('class="hill"') == 1
    assert 'class="water"' not in drawn


def test_every_pace_of_the_rules_has_its_sentence() -> None:
    assert tuple(RULES.course.paces) == (*get_args(Pace), SET_UP)
    assert all(told.endswith(".") for told in RULES.course.paces.values())
