"""The map of a game's page, without script: what stands in it, and what it weighs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ids import GameId
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.play.pages import game_page
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.play.work import open_game
from tests.web_offices import SOUTH, Office, Visitor, office

FIGURE = re.compile(r'<div class="stage">.*?<div class="drawer"', re.DOTALL)
IMAGE = re.compile(r'<image [^>]*href="([^"]+)"')


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def figure(visitor: Visitor, path: str) -> str:
    found = FIGURE.search(visitor.get(path).text)
    assert found is not None, path
    return found[0]


# --- without script -----------------------------------------------------------------------------------------------


def test_every_stand_on_the_map_is_there_and_ones_own_lead_to_their_cards(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    drawn = figure(visitor, f"/g/{game}")
    chart = game_page(desk.services, game, SOUTH).chart
    assert set(re.findall(r'data-code="([^"]+)"', drawn)) == {one.code for one in chart.counters}
    links = re.findall(r'<a href="([^"]+)" class="stand"', drawn)
    assert len(links) == 6
    card = visitor.get(f"/g/{game}{links[3].replace('&amp;', '&').partition('#')[0]}").text
    assert 'value="S04 forward 0907"' in card


def test_a_turn_that_is_over_has_no_links_to_orders(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S04 forward 0907", "ready")
    drawn = figure(visitor, f"/g/{game}/turns/0")
    assert 'class="stand"' in drawn
    assert '<a href="?tab=orders' not in drawn
    assert "data-stands" not in drawn


def test_views_and_layers_are_asked_for_by_address(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    whole = figure(visitor, f"/g/{game}")
    assert 'class="board-map is-hexes no-own no-enemy is-ordering"' in whole
    assert re.search(r'viewBox="0 0 (\d+) (\d+)".*data-size="\1 \2"', figure(visitor, f"/g/{game}?view=whole"))
    fight = figure(visitor, f"/g/{game}?view=army&layers=1&l=own&l=moves")
    assert 'class="board-map is-hexes no-numbers no-orders no-ghosts no-ranges no-enemy is-ordering"' in fight
    assert set(re.findall(r'name="l" value="(\w+)"[^>]* checked', fight)) == {"own", "moves"}
    box = re.search(r'viewBox="([^"]+)"', fight)
    assert box is not None
    assert f'data-army="{box[1]}"' in fight
    assert '<input type="hidden" form="layers" name="view" value="army">' in fight


def test_orders_are_drawn_on_the_map_and_anew_after_every_check(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    checked = visitor.send("/games", f"/g/{game}/check", htmx=True, text="S04 forward 0907", turn="1").text
    drawn = re.search(r'<svg id="drawn" hidden>(.*?)</svg>', checked, re.DOTALL)
    assert drawn is not None
    assert drawn[1].count("s-side1-plate") == 4  # the way, and how it will stand
    layer = figure(visitor, f"/g/{game}").partition('<g id="b-orders"')[2].partition(">")[2]
    assert layer.strip().startswith(drawn[1].strip())
    empty = visitor.send("/games", f"/g/{game}/check", htmx=True, text="", turn="1").text
    assert '<svg id="drawn" hidden></svg>' in re.sub(r"\s+</svg>", "</svg>", empty)


def test_the_pictures_under_a_map_are_fetched_once(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    urls = IMAGE.findall(figure(visitor, f"/g/{game}"))
    assert len(urls) == 2
    for url in urls:
        answer = visitor.get(url)
        assert answer.mimetype == "image/svg+xml"
        assert "S01" not in answer.text
        assert "immutable" in answer.headers["Cache-Control"]
        assert "private" in answer.headers["Cache-Control"]
        assert visitor.get(url, **{"If-None-Match": answer.headers["ETag"]}).status_code == 304
        assert visitor.get(url, **{"Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"
    visitor.order(game, "", "ready")
    assert IMAGE.findall(figure(visitor, f"/g/{game}")) == urls
    for stranger, status in ((desk.visitor(desk.tom), 404), (desk.visitor(), 303)):
        assert stranger.get(urls[0], **{"If-None-Match": '"x"'}).status_code == status
    old = visitor.get(re.sub(r"-\w+\.svg", "-gone.svg", urls[1]))
    assert old.headers["Location"] == urls[1]


def test_the_colours_of_maps_are_one_sheet_kept_long(desk: Office) -> None:
    visitor = desk.visitor(desk.ines)
    link = re.search(r'href="(/map\.css\?v=\w+)"', visitor.get(f"/g/{desk.begin()}").text)
    assert link is not None
    answer = visitor.get(link[1])
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "prefers-color-scheme:dark" in answer.text
    assert "no-cache" in visitor.get("/map.css").headers["Cache-Control"]


def test_a_map_of_forty_stands_is_small(desk: Office) -> None:
    game = dreux(desk)
    page = desk.visitor(desk.ines).get(f"/g/{game}").data
    drawn = figure(desk.visitor(desk.ines), f"/g/{game}").encode()
    assert drawn.count(b"data-code=") == 41
    assert len(drawn) < 80 * 1000, len(drawn)
    assert len(page) - len(drawn) < 150 * 1000, len(page)


def dreux(desk: Office) -> GameId:
    """Dreux after its first round: arrows and shots are on the map."""
    seats = desk.services.scenarios("snaphance/dreux", {"pace": "round"}).scenario.seats
    game = new_game(desk.services, "snaphance/dreux", {seats[0]: desk.ines, seats[1]: None}, Options(), seed=b"web")
    work = open_game(desk.services, game)
    ask = asked(work.desk, seats[0])
    assert ask is not None
    submit(desk.services, game, seats[0], aide_orders(work, ask)[1], "web", desk.ines, ready=True)
    return game
