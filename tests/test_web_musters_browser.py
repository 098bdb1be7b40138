"""The form for a new game in a real browser: what script adds to it, and that all of it can be used without."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.servers.chromium import serving
from tests.web_offices import Office, office, signed_in

FORM = "/new/snaphance/harrow-down"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def sign_in(page: Page, base: str, desk: Office) -> None:
    signed_in(page, base, desk.visitor(desk.ines))


def test_what_is_chosen_is_said_again_after_every_change(desk: Office, page: Page) -> None:
    with serving(desk.app) as base:
        sign_in(page, base, desk)
        page.goto(base + FORM)
        chosen = page.locator("#chosen")
        expect(chosen).to_contain_text("every 3 days at 20:00 (Europe/Madrid)")
        page.get_by_label("Time for a turn").fill("5")
        page.get_by_label("Sunday").uncheck()
        expect(chosen).to_contain_text("every 5 days at 20:00 (Europe/Madrid), never on a Sunday")
        expect(page.get_by_label("Time for a turn")).to_have_value("5")
        address = page.get_by_label("Their mail address").nth(1)
        expect(address).to_be_hidden()
        page.get_by_label("North", exact=True).select_option("invite")
        address.fill("nora@example.org")
        page.get_by_role("button", name="Create game").click()
        expect(page.get_by_role("heading", name="Harrow Down")).to_be_visible()
        expect(page.locator("#places")).to_contain_text("nora@example.org, invited")


def test_a_game_is_made_without_script(desk: Office, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    with serving(desk.app) as base:
        sign_in(page, base, desk)
        page.goto(base + FORM)
        page.get_by_label("Time for a turn").fill("7")
        page.get_by_role("button", name="Update summary").click()
        expect(page.locator("#chosen")).to_contain_text("every 7 days")
        page.get_by_role("button", name="Create game").click()
        expect(page.locator("#places")).to_contain_text("open to any player")
    context.close()
