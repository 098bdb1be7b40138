"""A round of a battle in a browser that runs no scripts: by links, buttons and forms alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser_battles import Mark, assert_no_sideways_scroll, lines_of, own, same_dice, wanted, window
from tests.servers.chromium import serving
from tests.web_offices import Office, office

ROUNDS = 1


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def order(page: Page, code: str) -> str:
    """Open a stand by its link on the map, press a button of its card; the line that is in the text then."""
    before = lines_of(page)
    page.locator(f'#board a.stand[data-code="{code}"]').click()
    card = page.locator("#card .unit")
    expect(card).to_be_visible()
    expect(card).to_have_attribute("data-codes", code)
    may = card.locator("button[data-at]").evaluate_all("some => some.map(one => [one.dataset.at, one.value])")
    mark = wanted(page, code, [Mark(*one) for one in may])
    if mark is None:
        return ""
    button = f'button[value="{mark.line}"]'
    more = card.locator("details:not([open]) summary")
    if not card.locator(button).is_visible():
        more.click()
    card.locator(button).click()
    expect(card.locator(button)).to_have_attribute("aria-pressed", "true")
    assert lines_of(page) == [*before, mark.line]
    expect(page.locator(f"#{code}")).to_contain_text("understood, not saved")
    assert page.locator("#b-orders").inner_html().strip(), "it is not drawn on the map"
    assert_no_sideways_scroll(page)
    return mark.line


@pytest.mark.slow
def test_a_round_is_fought_without_script(desk: Office, chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    same_dice(monkeypatch)
    phone = {"width": 390, "height": 844}
    with serving(desk.app) as base, window(chromium, java_script_enabled=False, viewport=phone) as page:
        page.goto(base + desk.link(desk.ines))
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Fight now as South").click()
        for turn in range(ROUNDS):
            given = [order(page, code) for code in own(page)[turn % 2 :: 2]]
            assert any(given)
            page.get_by_role("button", name="Save draft").click()
            expect(page.locator("#version")).to_contain_text("Saved: version 1, not submitted")
            page.get_by_role("button", name="Submit orders").click()
            expect(page.get_by_role("dialog")).to_contain_text("no order")
            page.get_by_role("button", name="Submit anyway").click()
            expect(page.locator("#p-report")).to_contain_text("orders were carried out")
            page.locator(".menu summary").click()
            page.get_by_role("link", name="Troops", exact=True).click()
            expect(page.locator("#p-troops")).to_be_visible()
            page.get_by_role("link", name="Give orders").click()
            expect(page.locator("h1")).to_contain_text(f"Round {turn + 2}")
            expect(page.locator("#h-list")).to_contain_text("You command")

        page.get_by_role("link", name="My army").click()
        page.get_by_text("Layers", exact=True).click()
        page.get_by_label("Hex numbers").uncheck()
        page.get_by_role("button", name="Show these").click()
        expect(page.locator(".l-numbers")).to_be_hidden()
        expect(page.get_by_role("link", name="My army")).to_have_attribute("aria-current", "true")

        page.locator(".menu summary").click()
        page.get_by_role("link", name="Report of").click()
        page.get_by_role("link", name="Replay this turn").first.click()
        expect(page.locator("#now")).to_contain_text("As it began")
        page.get_by_role("link", name="Next event").click()
        expect(page.locator("#count")).to_contain_text("1 / ")
        page.get_by_label("Event of this turn").press("End")
        page.get_by_role("button", name="Go", exact=True).click()
        last = page.locator("#event").get_attribute("max")
        expect(page.locator("#count")).to_have_text(f"{last} / {last}")
