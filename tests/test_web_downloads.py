"""What a player takes home from the pages: maps, reports, forms, the archive; a report on paper; a battle laid open."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image
from playwright.sync_api import Page

from pbem.engine.archive import read_archive
from pbem.engine.ids import GameId
from pbem.service.agreements.letterbook import write_letter
from pbem.service.play.games import load_game
from pbem.service.play.turns import ready
from pbem.service.replay.downloads import export_game
from pbem.web.replay import downloads
from tests.servers.chromium import serving
from tests.test_service.conftest import composed
from tests.web_offices import NORTH, SOUTH, Office, office, plain, signed_in


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("downloads")) as made:
        yield made.with_post(replace(made.services, compose=composed))


@pytest.fixture(scope="module")
def over(desk: Office) -> GameId:
    game = desk.begin(against_aide=False)
    write_letter(desk.services, game, NORTH, [SOUTH], "Shall we say noon, on the hill?", desk.tom)
    while load_game(desk.services, game).state == "running":
        ready(desk.services, game, SOUTH, "web", desk.ines)
        ready(desk.services, game, NORTH, "web", desk.tom)
    return game


@pytest.fixture(scope="module")
def running(desk: Office) -> GameId:
    game = desk.begin()
    ready(desk.services, game, SOUTH, "web", desk.ines)
    return game


def test_the_archive_opens_when_the_battle_is_over(desk: Office, over: GameId, running: GameId) -> None:
    ines = desk.visitor(desk.ines)
    refused = ines.get(f"/g/{running}/downloads/archive.jsonl")
    assert refused.status_code == 403
    assert "opens when the battle is over" in refused.text
    assert "archive.jsonl" not in ines.get(f"/g/{running}/downloads").text
    given = ines.get(f"/g/{over}/downloads/archive.jsonl")
    assert given.text == "".join(export_game(desk.services, over))
    assert given.headers["Content-Disposition"] == f'attachment; filename="{over}.jsonl"'
    assert read_archive(io.StringIO(given.text, newline="")).header.game == over


def test_every_link_of_the_page_gives_a_file(desk: Office, over: GameId, running: GameId) -> None:
    ines = desk.visitor(desk.ines)
    for game in (over, running):
        page = ines.get(f"/g/{game}/downloads").text
        links = [one.replace("&amp;", "&") for one in re.findall(r'href="([^"]+)" download', page)]
        assert len(links) > 4
        for link in links:
            if "map.png" not in link:
                given = ines.get(link)
                assert given.status_code == 200
                assert given.headers["Content-Disposition"].startswith("attachment; filename=")
                assert len(given.data) > 100


def test_a_map_as_png_is_drawn_once_and_not_too_often(
    desk: Office, running: GameId, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def small(chart: object, width: int, *_how: object) -> bytes:
        drawn.append(width)
        data = io.BytesIO()
        Image.new("RGB", (4, 4)).save(data, "PNG")
        return data.getvalue()

    monkeypatch.setattr(downloads, "render_png", small)
    downloads.png.cache_clear()
    ines = desk.visitor(desk.ines)
    codes = [ines.get(f"/g/{running}/downloads/map.png?turn=1").status_code for _ in range(12)]
    assert codes[:2] == [200, 200]
    assert codes[-1] == 429
    assert len(drawn) == 1
    downloads.png.cache_clear()


def test_maps_are_of_the_turn_the_event_and_the_theme_asked_for(desk: Office, over: GameId) -> None:
    ines = desk.visitor(desk.ines)
    whole = ines.get(f"/g/{over}/downloads/map.svg?turn=3").text
    assert "after round 3" in whole
    assert 'class="map paper"' in whole
    assert "round 3, after event 3.1" in ines.get(f"/g/{over}/downloads/map.svg?turn=3&event=1").text
    assert 'class="map print"' in ines.get(f"/g/{over}/downloads/map.svg?turn=3&view=print").text
    assert "North view" in ines.get(f"/g/{over}/downloads/map.svg?turn=3&eyes=north").text


def test_the_order_form_is_there_while_orders_are_wanted(desk: Office, over: GameId, running: GameId) -> None:
    ines = desk.visitor(desk.ines)
    form = ines.get(f"/g/{running}/downloads/orders.txt").text
    assert "S01 hold" in form
    refused = ines.get(f"/g/{over}/downloads/orders.txt")
    assert refused.status_code == 404
    assert "no form to fill in" in refused.text


def test_a_report_fits_on_paper(desk: Office, running: GameId, page: Page) -> None:
    with serving(desk.app) as base:
        signed_in(page, base, desk.visitor(desk.ines))
        page.goto(f"{base}/g/{running}/turns/1/print")
        picture = page.locator("img.printed-map")
        assert picture.evaluate("one => one.complete && one.naturalWidth > 0")
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 680, "height": 1000})  # A4 between its margins
        assert page.evaluate("document.documentElement.scrollWidth") <= 680
        assert not page.get_by_role("navigation").first.is_visible()
        assert page.get_by_role("heading", name="What happened").is_visible()
        pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    assert b"/MediaBox [0 0 594" in pdf or b"/MediaBox [0 0 595" in pdf


def test_a_battle_is_laid_open_when_it_is_over(desk: Office, over: GameId, running: GameId) -> None:
    ines = desk.visitor(desk.ines)
    refused = ines.get(f"/g/{running}/debrief")
    assert refused.status_code == 403
    assert "Not before the battle is over" in refused.text
    page = plain(ines.get(f"/g/{over}/debrief").text)
    outcome = load_game(desk.services, over)
    ended = outcome.rules.course.outcome(outcome.battle)
    assert ended is not None
    assert ended.text in page
    assert "South was Ines Castellanos; North was Tom Averell" in page
    assert f"Round {outcome.battle.round}" in page
    assert "North to South" in page
    assert "Shall we say noon, on the hill?" in page
