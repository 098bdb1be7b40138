"""Rulings on the map: chosen, dragged, tapped, turned, pressed; by finger and mouse, on hexes and in inches."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.engine.ids import GameId, Seat
from pbem.engine.rulings.pressing import with_clause
from pbem.rulesets import rule_sets
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.store.tables import PlayerId
from tests.board_hands import spot, swipe, telephone
from tests.servers.chromium import serving
from tests.web_offices import NORTH, SOUTH, Office, office, signed_in


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    with telephone(chromium) as page:
        yield page


def opened(page: Page, base: str, desk: Office, rules: str) -> GameId:
    """The page of rulings of a battle that Geoff umpires."""
    geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
    seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
    game = new_game(desk.services, f"{rules}/harrow-down", seats, Options(), seed=b"map", umpire=geoff)
    signed_in(page, base, desk.visitor(geoff))
    page.goto(f"{base}/g/{game}/rulings")
    return game


def unit(desk: Office, game: GameId, code: str) -> str:
    work = load_game(desk.services, game)
    assert work.rules.rulings is not None
    return work.rules.rulings.describe(work.battle, code)


@pytest.mark.parametrize(
    ("rules", "there", "place", "lines"),
    [
        ("snaphance", "0505", "0604", "S02 at 0604, facing 10, disordered"),
        ("onehour", "15,14", "20,18", "S02 at 20,18, facing 345, hits 1"),
        ("armatys", "15,14", "20,18", r"S02 at 20,18, facing 345, counters 1"),
    ],
)
def test_a_unit_is_tapped_placed_dragged_turned_and_pressed_on_a_telephone(
    desk: Office, phone: Page, rules: str, there: str, place: str, lines: str
) -> None:
    with serving(desk.app) as base:
        game = opened(phone, base, desk, rules)
        before, text, card = unit(desk, game, "S02"), phone.locator("#text"), phone.locator("#ruled-unit")
        phone.touchscreen.tap(*spot(phone, "S02"))
        expect(card).to_contain_text(before)
        phone.touchscreen.tap(*spot(phone, there))
        expect(text).to_have_value(f"S02 at {there}")
        swipe(phone, (spot(phone, "S02"), spot(phone, place)))
        expect(text).to_have_value(f"S02 at {place}")
        card.get_by_role("button", name=re.compile("Turn left")).tap()
        expect(text).to_have_value(re.compile("facing"))
        card.get_by_role("button", name=re.compile(r"Disordered|Hits \+1|Counters \+1")).tap()
        expect(text).to_have_value(lines)
        expect(phone.locator("#seen")).to_contain_text(before)
        assert unit(desk, game, "S02") == before
        phone.locator("#reason").fill("The table was bumped")
        phone.get_by_role("button", name="Carry it out").tap()
        expect(phone.locator(".penned").first).to_contain_text(lines)
        assert unit(desk, game, "S02") != before
        phone.get_by_text("Take it back").first.tap()
        phone.locator("details[open] input[name=reason]").fill("It was not")
        phone.locator("details[open] button").tap()
        expect(phone.locator(".penned").first).to_contain_text("undo ruling")
        assert unit(desk, game, "S02") == before
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_mouse_drags_and_clicks_and_a_bound_is_told_before_it_is_broken(desk: Office, page: Page) -> None:
    with serving(desk.app) as base:
        opened(page, base, desk, "snaphance")
        page.mouse.click(*spot(page, "S04"))
        expect(page.locator("#ruled-unit")).to_be_visible()
        page.mouse.move(*spot(page, "S04"))
        page.mouse.down()
        page.mouse.move(*spot(page, "S03"), steps=6)
        page.mouse.up()
        expect(page.locator("#seen")).to_contain_text("S03 and S04 are both in 0708")
        expect(page.get_by_label("Rule it all the same")).to_be_visible()


def test_without_script_the_same_presses_are_buttons(desk: Office) -> None:
    geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
    seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
    game = new_game(desk.services, "snaphance/harrow-down", seats, Options(), umpire=geoff)
    where, umpire = f"/g/{game}/rulings", desk.visitor(geoff)
    assert 'value="unit S04"' in umpire.get(where).text
    chosen = umpire.send(where, where, do="unit S04").text
    assert 'value="press S04 facing 10"' in chosen
    put = umpire.send(where, where, do="press", unit="S04", place="0605", text="").text
    assert ">\nS04 at 0605</textarea>" in put
    again = umpire.send(where, where, do="press S04 facing 10", unit="S04", text="S04 at 0605").text
    assert ">\nS04 at 0605, facing 10</textarea>" in again
    tag = re.search(r"rulings/(ground-\w+\.svg)", chosen)
    assert tag is not None
    assert umpire.get(f"{where}/{tag[1]}").mimetype == "image/svg+xml"
    assert desk.visitor(desk.ines).get(f"{where}/{tag[1]}").status_code == 404
    assert desk.visitor(desk.ines).send("/help/orders", where, do="unit S04").status_code == 404


@pytest.mark.parametrize(
    ("text", "code", "said", "after"),
    [
        ("", "S04", "at 0605", "S04 at 0605"),
        ("S04 at 0304, facing 2", "S04", "at 0605", "S04 facing 2, at 0605"),
        ("S04 disordered", "S04", "good order", "S04 disordered, good order"),
        ("rule s04 facing 2\nS05 removed", "S04", "facing 4", "s04 facing 4\nS05 removed"),
        ("add S99 horse at 0304", "S99", "facing 4", "add S99 horse at 0304, facing 4"),
        ("S04 flies", "S04", "facing 4", "S04 flies, facing 4"),
    ],
)
def test_a_press_goes_into_the_units_line_and_replaces_its_like(text: str, code: str, said: str, after: str) -> None:
    language = rule_sets()["snaphance"].rulings
    assert language is not None
    assert with_clause(language, text, code, said) == after
