"""Two browsers on one seat: a telephone and a laptop, neither of which loses what the other wrote."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.service.play.pages import game_page
from tests.board_hands import write as write_orders
from tests.servers.chromium import serving
from tests.web_offices import SOUTH, Office, office, signed_in


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def laptop(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def at_the_game(page: Page, base: str, desk: Office, game: str) -> None:
    signed_in(page, base, desk.visitor(desk.ines))
    page.goto(f"{base}/g/{game}?tab=orders")


def write(page: Page, text: str) -> str:
    """Type; the serial that its check was sent with."""
    with page.expect_response("**/check") as answer:
        write_orders(page, text)
    return parse_qs(answer.value.request.post_data or "")["serial"][0]


def save(page: Page) -> None:
    page.locator("button[name=do][value=save][type=submit], button[name=do][value=save]:not([type])").first.click()


def test_orders_of_a_telephone_and_a_laptop_are_put_together(desk: Office, phone: Page, laptop: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        for page in (phone, laptop):
            at_the_game(page, base, desk, game)
        first = write(phone, "S01 forward 0607").rpartition(".")
        then = write(phone, "S01 forward 0607\nS03 hold").rpartition(".")  # its own later check is no foreign one
        assert (first[0], first[2], then[2]) == (then[0], "1", "2")
        expect(phone.locator("#clash")).to_have_count(0)
        save(phone)
        expect(phone.locator("#base")).to_have_value("1.3")
        write(laptop, "S02 forward 0707")
        expect(laptop.locator("#clash")).to_contain_text("saved elsewhere after you opened this page")
        save(laptop)
        expect(laptop.get_by_role("heading", name="Which orders count?")).to_be_visible()
        assert laptop.locator("mark").all_inner_texts() == ["S02 forward 0707", "S01 forward 0607", "S03 hold"]
        laptop.get_by_role("button", name="Keep both").click()
        expect(laptop.locator("#text")).to_be_attached()
    stands = game_page(desk.services, game, SOUTH).stands
    assert stands is not None
    assert stands.text == "S01 forward 0607\nS03 hold\nS02 forward 0707"
