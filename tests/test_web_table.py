"""The pages of a battle on a table in inches, without script; what its programs get."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

import msgspec
import pytest

from pbem.engine.ids import GameId
from pbem.engine.tablechart import TableChart
from pbem.service.model.gamepage import GamePage
from pbem.service.people.keys import make_key
from pbem.service.play.pages import game_page
from pbem.web.api import mapshapes
from tests.api_programs import Program
from tests.table_games import BATTLE, begin, first_seat, play_on
from tests.web_offices import Office, Visitor, office, plain

FIGURE = re.compile(r'<figure class="map".*?</figure>', re.DOTALL)
HTMX = {"HX-Request": "true"}


@dataclass
class Table:
    """An office with a battle on a table in its first turn, and one some turns old; Ines plays both."""

    desk: Office
    fresh: GameId
    fought: GameId

    def page(self, game: GameId) -> GamePage:
        return game_page(self.desk.services, game, first_seat(self.desk.services))

    def chart(self, game: GameId) -> TableChart:
        found = self.page(game).chart
        assert isinstance(found, TableChart)
        return found

    @property
    def ines(self) -> Visitor:
        return self.desk.visitor(self.desk.ines)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with office(tmp_path_factory.mktemp("table")) as desk:
        fresh, fought = begin(desk.services, desk.ines), begin(desk.services, desk.ines)
        play_on(desk.services, fought, desk.ines, 3)
        yield Table(desk, fresh, fought)


def drawn(table: Table, path: str) -> str:
    found = FIGURE.search(table.ines.get(path).text)
    assert found is not None, path
    return found[0]


# --- the map ------------------------------------------------------------------------------------------------------


def test_every_unit_is_on_the_map_with_its_place_and_footprint(table: Table) -> None:
    figure, chart = drawn(table, f"/g/{table.fresh}"), table.chart(table.fresh)
    units = re.findall(
        r'data-code="([^"]+)" data-place="([\d.,]+)" data-outline="M[^"]+" data-facing="([\d.]+)"', figure
    )
    stood = {(one.code, one.at.at.x / 100, one.at.at.y / 100, one.at.facing / 10) for one in chart.bases}
    assert {(code, *map(float, place.split(",")), float(facing)) for code, place, facing in units} == stood
    own = {one.code for one in table.page(table.fresh).told.mine if not one.to_come}
    assert set(re.findall(r'<a href="\?tab=orders[^"]*" class="stand" data-code="([^"]+)"', figure)) == own


def test_the_page_knows_the_table_and_what_lies_where(table: Table) -> None:
    figure, chart = drawn(table, f"/g/{table.fresh}"), table.chart(table.fresh)
    found = re.search(r"data-board='([^']+)'", figure)
    assert found is not None
    board = json.loads(unescape(found[1]))
    assert (board["kind"], board["width"], board["depth"]) == ("inches", chart.width / 100, chart.depth / 100)
    assert len(board["ground"]) == len(chart.features)
    assert "board-inches.js" in table.ines.get(f"/g/{table.fresh}").text
    assert "board-hexes.js" not in table.ines.get(f"/g/{table.fresh}").text


def test_nothing_of_hexes_is_said_of_a_table(table: Table) -> None:
    game = f"/g/{table.fought}"
    paths = [
        game,
        f"{game}/replay",
        f"{game}/dice",
        f"{game}/downloads",
        f"{game}/turns/1/print",
        f"/scenarios/{BATTLE}",
    ]
    for path in paths:
        answer = table.ines.get(path)
        assert answer.status_code == 200, path
        words = plain(answer.text)
        assert not re.search(r"\bhex(es)?\b|\bclock hour\b|zone of control", words, re.IGNORECASE), path
    assert set(re.findall(r'name="l" value="(\w+)"', table.ines.get(game).text)) == {
        "numbers", "moves", "orders", "ghosts", "ranges",
    }  # fmt: skip


# --- orders -------------------------------------------------------------------------------------------------------


def test_a_place_is_written_beside_its_button_and_drawn(table: Table) -> None:
    game = begin(table.desk.services, table.desk.ines)
    code = table.page(game).told.mine[0].code
    page = table.ines.get(f"/g/{game}?tab=orders&open={code}").text
    assert f'name="place-{code}"' in page
    lines = re.findall(r'name="to" value="([^"]+)"', page)
    assert f"{code} toward {{place}}" in lines
    sent = {"text": f"{code} hold", "turn": "1", "to": f"{code} toward {{place}}", f"place-{code}": " D3 "}
    after = table.ines.send(f"/g/{game}", f"/g/{game}/orders", htmx=True, **sent).text
    text = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", after, re.DOTALL)
    assert text is not None
    assert unescape(text[1]).strip() == f"{code} toward D3"
    assert re.search(r'<svg id="drawn" hidden>\s*<', after)
    kept = table.ines.send(f"/g/{game}", f"/g/{game}/orders", **sent)
    assert kept.headers["Location"].endswith(f"open={code}#card")
    sent[f"place-{code}"] = ""
    untouched = table.ines.send(f"/g/{game}", f"/g/{game}/orders", htmx=True, **sent).text
    assert f"{code} hold" in untouched
    assert "{place}" not in plain(untouched)


def test_the_card_for_the_map_has_lines_for_any_place_to_be_filled_in(table: Table) -> None:
    code = table.page(table.fresh).told.mine[0].code
    card = table.ines.get(f"/g/{table.fresh}/stands/{code}", **HTMX).text
    assert re.search(rf'name="line" value="" data-anywhere="{code} toward \{{place\}}"', card)
    assert re.search(r'data-field="reach"[^>]* data-places="[\d., ]+"', card)


# --- what is taken home, and what programs get --------------------------------------------------------------------


def test_the_map_is_there_in_every_form(table: Table) -> None:
    game = f"/g/{table.fought}"
    for path, kind in (
        (f"{game}/downloads/map.svg", "image/svg+xml"), (f"{game}/downloads/map.svg?view=print", "image/svg+xml"),
        (f"{game}/downloads/map.png?view=fight", "image/png"), (f"{game}/glance.svg", "image/svg+xml"),
        (f"/scenarios/{BATTLE}/map.svg", "image/svg+xml"), (f"/scenarios/{BATTLE}/glance.svg", "image/svg+xml"),
    ):  # fmt: skip
        answer = table.ines.get(path)
        assert (answer.status_code, answer.mimetype) == (200, kind), path


def test_a_frame_of_the_replay_has_how_units_moved_and_turned(table: Table) -> None:
    steps = []
    for event in range(1, 30):
        answer = table.ines.get(f"/g/{table.fought}/replay/frame?turn=1&event={event}")
        if answer.status_code != 200:
            break
        steps += [way for ways in answer.json["ways"].values() for way in ways]  # type: ignore[index]  # it is JSON
    assert steps
    assert all(len(step) == 3 for step in steps)
    assert any(step[2] for step in steps), "nobody is seen to turn"


def test_a_program_gets_the_table_as_data(table: Table) -> None:
    key = make_key(table.desk.services, table.desk.ines, table.fought, first_seat(table.desk.services), "bot")
    bot = Program(table.desk, key)
    answer = bot.get(f"/reports/{table.page(table.fought).number}/map")
    found = msgspec.json.decode(answer.data, type=mapshapes.HexMapShape | mapshapes.TableMapShape)
    assert isinstance(found, mapshapes.TableMapShape)
    chart = table.chart(table.fought)
    assert {(one.code, one.facing) for one in found.bases} == {(one.code, one.at.facing / 10) for one in chart.bases}
    assert (found.width, found.depth) == (36, 36)
    frames = bot.get("/replay/1").json["frames"]  # type: ignore[index]  # it is JSON
    assert {one["pieces"]["kind"] for one in frames} == {"table"}
    unit = table.page(table.fought).told.mine[0].code
    (asked,) = bot.get(f"/ask?unit={unit}").json["units"]  # type: ignore[index]  # it is JSON
    assert "{place}" in asked["anywhere"][0]["line"]


# --- before the first turn ----------------------------------------------------------------------------------------


def test_units_are_set_up_one_by_one_or_as_the_battle_has_them(table: Table) -> None:
    game = begin(table.desk.services, table.desk.ines, pace="set-up")
    page = table.ines.get(f"/g/{game}?tab=orders&open=S01").text
    assert 'id="sheet"' in page
    assert re.search(r'name="line" value="deploy as sample"', page)
    (way, *_) = re.findall(r'name="to" value="(S01 at \{place\} facing \d+)"', page)
    sent = {"text": "", "turn": "1", "to": way, "place-S01": "15,4"}
    after = table.ines.send(f"/g/{game}", f"/g/{game}/orders", htmx=True, **sent).text
    assert "1 order understood" in plain(after)
    assert way.replace("{place}", "15,4") in after
    table.ines.order(game, way.replace("{place}", "15,4"), "ready")
    (one,) = (one for one in table.chart(game).bases if one.code == "S01")
    assert (one.at.at.x, one.at.at.y) == (1500, 400)


def test_a_row_of_the_army_table_is_one_question(table: Table) -> None:
    game = begin(table.desk.services, table.desk.ines, pace="armies")
    page = table.ines.get(f"/g/{game}?tab=orders").text
    assert 'name="do" value="answer"' in page
    assert len(re.findall(r'type="radio" name="answer" value="army', page)) >= 2
