"""A person fights a round of Harrow Down in the browser alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pbem.service.outgoing.outbox import drain, relay_for
from pbem.service.play.pages import game_page
from tests.board_hands import write
from tests.servers.chromium import serving
from tests.web_offices import SOUTH, Office, office, signed_in

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def as_ines(page: Page, base: str, desk: Office) -> None:
    """Signed in as Ines."""
    signed_in(page, base, desk.visitor(desk.ines))


def test_a_round_fought_in_the_browser_alone(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        page.goto(f"{base}/g/{game}")  # not signed in: the form first, and back here afterwards
        page.get_by_label("Your mail address").fill("ines@example.org")
        page.get_by_role("button", name="Send me a link").click()
        drain(desk.services, relay_for(desk.services.config))
        page.get_by_role("link", name="Open the outbox").click()
        page.get_by_role("link", name="Sign-in").first.click()
        link = page.get_by_role("link", name="Sign in by this link").get_attribute("href") or ""
        page.goto(link.replace(desk.services.config.base_url, base))
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"**/g/{game}")

        text = page.locator("#text")
        page.locator("#text-more summary").click()
        text.press_sequentially("S01 forward 0607\nS9 hold\nS02 forward 0909")
        expect(page.locator("#check")).to_contain_text("2 lines need you")  # the live check
        expect(page.locator("#understood")).to_contain_text("There is no stand S9")
        assert game_page(desk.services, game, SOUTH).draft.startswith("S01 forward 0607")

        page.locator("#understood .order", has_text="S04").locator(".line").click()
        page.locator("#card-more summary").click()
        page.get_by_role("button", name="0907", exact=True).click()  # a button writes a line
        expect(text).to_have_value("S01 forward 0607\nS9 hold\nS02 forward 0909\nS04 forward 0907")
        expect(page.get_by_role("button", name="0907", exact=True)).to_have_attribute("aria-pressed", "true")

        text.fill("S01 forward 0607\nS04 forward 0907")
        expect(page.locator("#check")).to_contain_text("2 orders understood.")
        page.get_by_role("button", name="Save draft").click()
        expect(page.get_by_text("Saved: version 1, not submitted")).to_be_visible()
        assert not game_page(desk.services, game, SOUTH).draft

        page.get_by_role("button", name="Submit orders").click()
        page.get_by_role("button", name="Submit anyway").click()
        expect(page.locator("#p-report")).to_be_visible()
        expect(page.locator("#p-report")).to_contain_text("2 of your 2 orders were carried out.")
        expect(page.locator("#p-report")).to_contain_text("S01 Red regiment moved to 0607.")
        expect(page.locator("#map .stand")).to_have_count(12)
        page.wait_for_function(GROUND_CAME)


def test_standing_orders_are_set_by_taps_that_a_draft_keeps(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        as_ines(page, base, desk)
        page.goto(f"{base}/g/{game}?tab=standing")
        horse = page.get_by_role("radiogroup", name="Whether it pursues when it need not: Horse")
        page.get_by_role("heading", name="When it has won", level=3).click()
        with page.expect_response("**/orders?back=standing"):
            horse.get_by_text("No", exact=True).click()
        page.reload()
        expect(horse.get_by_label("No", exact=True)).to_be_checked()
        page.locator("#bar").get_by_role("button", name="Save draft").click()
        expect(page.get_by_text("Version 1 of your orders is saved and not submitted.")).to_be_visible()
        stands = game_page(desk.services, game, SOUTH).stands
        assert stands is not None
        assert stands.text == "Standing group Horse pursue no"
        page.goto(f"{base}/g/{game}")
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Standing orders").click()
        expect(horse.get_by_label("No", exact=True)).to_be_checked()
        with page.expect_response("**/orders?back=standing"):
            horse.get_by_text("Default").click()
        page.locator("#bar").get_by_role("button", name="Save draft").click()
        expect(page.get_by_text("Version 2 of your orders is saved and not submitted.")).to_be_visible()
        stands = game_page(desk.services, game, SOUTH).stands
        assert stands is not None
        assert stands.text == ""


def test_typed_text_survives_a_change_of_tab(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        as_ines(page, base, desk)
        page.goto(f"{base}/g/{game}")
        write(page, "S01 hold")
        expect(page.locator("#bar")).to_contain_text("1 of 6 ordered")
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Troops").click()
        expect(page.locator("#p-troops")).to_be_visible()
        page.get_by_role("link", name="Give orders").click()
        expect(page.locator("#text")).to_have_value("S01 hold")


def test_an_error_of_the_live_check_is_said_and_the_text_stays(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        as_ines(page, base, desk)
        page.goto(f"{base}/g/{game}")
        desk.services.db.close()
        broken = desk.services.config.data_dir / "web.db"
        broken.rename(broken.with_suffix(".away"))
        broken.mkdir()
        write(page, "S01 hold")
        expect(page.locator("#check")).to_contain_text("Briefly unavailable")
        expect(page.locator("#text")).to_have_value("S01 hold")


GROUND_CAME = """performance.getEntriesByType("resource")
  .some(one => one.name.includes("/ground-") && one.responseStatus === 200)"""
