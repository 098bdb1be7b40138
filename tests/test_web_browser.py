"""A person fights a round of Harrow Down in the browser alone; pages fit phones, tablets and desks, light and dark."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.service.outgoing.outbox import drain, relay_for
from pbem.service.play.pages import game_page, keep_draft
from tests.servers.chromium import serving
from tests.web_offices import SOUTH, Office, office

WIDTHS = (320, 390, 820, 1440)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def signed_in(page: Page, base: str, desk: Office) -> None:
    """Sign in as Ines."""
    page.goto(base + desk.link(desk.ines))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/games")


def test_a_round_fought_in_the_browser_alone(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        page.goto(f"{base}/g/{game}")  # not signed in: the form first, and back here afterwards
        page.get_by_label("Your mail address").fill("ines@example.org")
        page.get_by_role("button", name="Send me a link").click()
        drain(desk.post, relay_for(desk.post.config))
        page.get_by_role("link", name="Open the outbox").click()
        page.get_by_role("link", name="Sign-in").first.click()
        link = page.get_by_role("link", name="Sign in by this link").get_attribute("href") or ""
        page.goto(link.replace(desk.post.config.base_url, base))
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"**/g/{game}")

        text = page.get_by_label("The same orders as text")
        text.press_sequentially("S01 forward 0607\nS9 hold\nS02 forward 0909")
        expect(page.locator("#check")).to_contain_text("2 lines need you")  # the live check
        expect(page.locator("#understood")).to_contain_text("There is no stand S9")
        assert game_page(desk.post, game, SOUTH).draft.startswith("S01 forward 0607")

        page.locator("#understood .order", has_text="S04").locator("summary").click()
        page.get_by_role("button", name="0907", exact=True).click()  # a button writes a line
        expect(text).to_have_value("S01 forward 0607\nS9 hold\nS02 forward 0909\nS04 forward 0907")
        expect(page.get_by_role("button", name="0907", exact=True)).to_have_attribute("aria-pressed", "true")

        text.fill("S01 forward 0607\nS04 forward 0907")
        expect(page.locator("#check")).to_contain_text("2 orders understood.")
        page.get_by_role("button", name="Save, not final").first.click()
        expect(page.get_by_text("Version 1 stands, not final.")).to_be_visible()
        assert not game_page(desk.post, game, SOUTH).draft

        page.get_by_role("button", name="Ready", exact=True).click()
        expect(page.locator("#p-report")).to_be_visible()
        expect(page.locator("#p-report")).to_contain_text("2 of your 2 orders were carried out.")
        expect(page.locator("#p-report")).to_contain_text("S01 Red regiment moved to 0607.")
        picture = page.locator("#map img")
        expect(picture).to_be_visible()
        assert picture.evaluate("one => one.complete && one.naturalWidth > 0")


def test_standing_orders_are_set_by_selects(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        signed_in(page, base, desk)
        page.goto(f"{base}/g/{game}?tab=standing")
        asked = page.locator("fieldset", has_text="Whether it pursues when it need not")
        asked.get_by_label("Horse", exact=True).select_option("no")
        page.locator("#p-standing").get_by_role("button", name="Save, not final").click()
        expect(page.get_by_text("Version 1 stands, not final.")).to_be_visible()
        stands = game_page(desk.post, game, SOUTH).stands
        assert stands is not None
        assert stands.text == "Standing group Horse pursue no"
        page.goto(f"{base}/g/{game}?tab=standing")
        expect(asked.get_by_label("Horse", exact=True).locator("option:checked")).to_have_text("no")
        asked.get_by_label("Horse", exact=True).select_option("not set (auto)")
        page.locator("#p-standing").get_by_role("button", name="Save, not final").click()
        expect(page.get_by_text("Version 2 stands, not final.")).to_be_visible()
        stands = game_page(desk.post, game, SOUTH).stands
        assert stands is not None
        assert stands.text == ""


def test_typed_text_survives_a_change_of_tab(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        signed_in(page, base, desk)
        page.goto(f"{base}/g/{game}")
        page.get_by_label("The same orders as text").fill("S01 hold")
        page.get_by_text("Troops", exact=True).click()
        expect(page.locator("#p-troops")).to_be_visible()
        page.locator("label[for=t-orders]").click()
        expect(page.get_by_label("The same orders as text")).to_have_value("S01 hold")


def test_an_error_of_the_live_check_is_said_and_the_text_stays(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        signed_in(page, base, desk)
        page.goto(f"{base}/g/{game}")
        desk.post.db.close()
        broken = desk.post.config.data_dir / "web.db"
        broken.rename(broken.with_suffix(".away"))
        broken.mkdir()
        page.get_by_label("The same orders as text").fill("S01 hold")
        expect(page.locator("#check")).to_contain_text("The post office is closed for a moment")
        expect(page.get_by_label("The same orders as text")).to_have_value("S01 hold")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_their_window_and_fingers(desk: Office, chromium: Browser, scheme: str) -> None:
    game = desk.begin()
    keep_draft(desk.post, game, SOUTH, 1, "S01 forward 0607\nS02 charge N01\nS9 hold\nbid Horse, Foot")
    context = chromium.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    tabs = [f"/g/{game}?tab={tab}&open=S04" for tab in ("orders", "report", "troops", "standing")]
    with serving(desk.app) as base:
        signed_in(page, base, desk)
        for path in ("/games", "/sign-in", "/outbox", "/help/orders", *tabs):
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 844})
                page.goto(base + path)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path} scrolls at {width}"
                small = page.evaluate(SMALL)
                assert not small, f"too small for a finger on {path} at {width}: {small}"
    context.close()
    assert not said, said


SMALL = """[...document.querySelectorAll("a, button, select, summary, textarea, .tablist label")]
  .filter(one => !one.matches(".skip") && !one.closest("h3"))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([_, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([one, box]) => `${one.textContent.trim()} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
