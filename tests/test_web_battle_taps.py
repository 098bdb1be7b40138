"""A whole battle on a telephone, by taps alone: on the map and on buttons; the text of the orders is never touched."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.board_hands import swipe
from tests.browser_battles import Mark, assert_no_sideways_scroll, fight, outcome, place_of, same_dice, window
from tests.servers.chromium import serving
from tests.web_offices import Office, office

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SPOT = """at => {
  const svg = document.getElementById("board"), box = svg.getBoundingClientRect();
  const point = new DOMPoint(...Places.centre(at)).matrixTransform(document.getElementById("b-field").getScreenCTM());
  const [x, y] = [point.x, point.y], near = 12;
  const inside = x > box.left + near && x < box.right - near && y > box.top + near && y < box.bottom - near;
  return {x, y, inside, free: !!document.elementFromPoint(x, y)?.closest("#board"),
    away: [box.left + box.width / 2 - x, box.top + box.height / 2 - y], zoomed: svg.classList.contains("is-zoomed")};
}"""
"""Where a place is on the screen, in CSS pixels; whether it is in the map's window; whether nothing lies over it."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


class Fingers:
    """A player who has nothing but fingers."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def choose(self, *codes: str) -> None:
        if len(codes) > 1:
            self.page.get_by_role("button", name="Several").tap()
        for n, code in enumerate(codes, 1):
            self._tap(place_of(self.page, code))
            expect(self.page.locator(f'#card .unit[data-codes="{"+".join(codes[:n])}"]')).to_be_visible()

    def give(self, mark: Mark) -> None:
        self._tap(mark.place)
        if self.page.locator("#card .asked").count():
            self.page.locator(f'#card button[value="{mark.line}"]').tap()

    def leave(self) -> None:
        several = self.page.get_by_role("button", name="Several")
        if several.get_attribute("aria-pressed") == "true":
            several.tap()

    def send(self) -> None:
        self.page.get_by_role("button", name="Ready", exact=True).tap()

    def go_on(self) -> None:
        self.page.locator("label[for=t-orders]").tap()

    def _tap(self, place: str) -> None:
        """Tap a place; the map is brought under the finger first, as a player would."""
        self.page.evaluate("document.getElementById('board').scrollIntoView({block: 'center'})")
        spot = self.page.evaluate(SPOT, place)
        for _ in range(8):
            if spot["inside"]:
                break
            if spot["zoomed"]:
                self._drag(*spot["away"])
            else:
                self.page.get_by_role("link", name="Whole map").tap()
            spot = self.page.evaluate(SPOT, place)
        assert spot["inside"], f"{place} cannot be brought into the window"
        assert spot["free"], f"something lies over {place}"
        self.page.touchscreen.tap(spot["x"], spot["y"])

    def _drag(self, dx: float, dy: float) -> None:
        """Draw the map along by a finger."""
        box = self.page.locator("#board").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        swipe(self.page, ((x, y), (x + max(min(dx, 120), -120), y + max(min(dy, 120), -120))))


@pytest.mark.slow
def test_a_whole_battle_is_fought_by_taps_alone(
    desk: Office, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_dice(monkeypatch)
    with serving(desk.app) as base, window(chromium, **PHONE) as page:
        page.goto(base + desk.link(desk.ines))
        page.get_by_role("button", name="Sign in").tap()
        page.get_by_role("button", name="Fight it now as South").tap()
        page.wait_for_url("**/g/*")
        given = fight(Fingers(page))
        assert len(given) >= 10
        assert any(" charge " in line or " fire " in line for line in given)
        assert outcome(desk)

        page.get_by_role("link", name="Replay this turn").first.tap()
        count, now = page.locator("#count"), page.locator("#now")
        before = count.inner_text()
        page.get_by_role("link", name="Forward by an event").tap()
        expect(count).not_to_have_text(before)
        expect(now.locator("h2")).not_to_have_text("As it began")
        page.get_by_role("link", name="Beginning of the turn").tap()
        expect(now).to_contain_text("As it began")
        assert_no_sideways_scroll(page)
