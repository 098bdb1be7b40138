"""Hands on the map of a page: where things are on the screen, taps and swipes; a telephone; a player's fingers."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect

from pbem.engine.ids import GameId
from tests.browser_battles import Mark, place_of
from tests.web_offices import Office, signed_in


@contextmanager
def telephone(chromium: Browser) -> Iterator[Page]:
    """390 wide, fingers only.  An error of a script fails the test."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, errors


def opened(page: Page, base: str, desk: Office, game: GameId) -> None:
    """The game's page, as Ines sees it."""
    signed_in(page, base, desk.visitor(desk.ines))
    page.goto(f"{base}/g/{game}")


def spot(page: Page, place: str) -> tuple[float, float]:
    """Where a place, or a stand, is on the screen."""
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    x, y = page.evaluate(SPOT, place)
    return x, y


SPOT = """at => {
  const [x, y] = Places.centre(Board.placeOf(at));
  const point = new DOMPoint(x, y).matrixTransform(document.getElementById("b-field").getScreenCTM());
  return [point.x, point.y];
}"""


def text_of(page: Page) -> Locator:
    """The orders as text: at the end of the list, folded."""
    return page.locator("#text")


def write(page: Page, text: str) -> None:
    """Write orders as text."""
    if not text_of(page).is_visible():
        page.locator("#text-more summary").click()
    text_of(page).fill(text)


def swipe(page: Page, *fingers: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Move fingers over the screen, each from a point to another."""
    touch = page.context.new_cdp_session(page)

    def send(kind: str, part: float) -> None:
        points = [{"x": x + (to_x - x) * part, "y": y + (to_y - y) * part, "id": n}
                  for n, ((x, y), (to_x, to_y)) in enumerate(fingers)]  # fmt: skip
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

    send("touchStart", 0)
    for n in range(1, 9):
        send("touchMove", n / 8)
        page.wait_for_timeout(16)
    page.wait_for_timeout(120)  # they rest; else the map is flung, and the next touch only stops it
    send("touchEnd", 1)


def submit_anyway(page: Page) -> None:
    """Where it is asked whether units without an order are meant to have none: they are."""
    page.wait_for_url(re.compile(r"confirm=1|tab=report"))
    if page.locator("#confirm").count():
        page.get_by_role("button", name="Submit anyway").click()


# --- a player who has nothing but fingers -------------------------------------------------------------------------

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SEEN = """at => {
  const svg = document.getElementById("board"), box = svg.getBoundingClientRect();
  const point = new DOMPoint(...Places.centre(at)).matrixTransform(document.getElementById("b-field").getScreenCTM());
  const [x, y] = [point.x, point.y], near = 12;
  const inside = x > box.left + near && x < box.right - near && y > box.top + near && y < box.bottom - near;
  return {x, y, inside, free: !!document.elementFromPoint(x, y)?.closest("#board"),
    away: [box.left + box.width / 2 - x, box.top + box.height / 2 - y], zoomed: svg.classList.contains("is-zoomed")};
}"""
"""Where a place is on the screen, in CSS pixels; whether it is in the map's window; whether nothing lies over it."""


class Fingers:
    """A player who has nothing but fingers."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def choose(self, *codes: str) -> None:
        if len(codes) > 1:
            self.page.get_by_role("button", name="Several").tap()
        for n, code in enumerate(codes, 1):
            self.tap(place_of(self.page, code))
            expect(self.page.locator(f'#card .unit[data-codes="{"+".join(codes[:n])}"]')).to_be_visible()

    def give(self, mark: Mark) -> None:
        self.tap(mark.place)
        if self.page.locator("#card .asked").count():
            self.page.locator(f'#card button[value="{mark.line}"]').tap()

    def leave(self) -> None:
        several = self.page.get_by_role("button", name="Several")
        if several.get_attribute("aria-pressed") == "true":
            several.tap()

    def send(self) -> None:
        self.page.get_by_role("button", name="Submit orders").tap()
        submit_anyway(self.page)

    def go_on(self) -> None:
        self.page.get_by_role("link", name="Give orders").tap()
        self.page.wait_for_url("**tab=orders")

    def tap(self, place: str) -> None:
        """Tap a place; the map is brought under the finger first, as a player would."""
        self.page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
        spot = self.page.evaluate(SEEN, place)
        for _ in range(8):
            if spot["inside"]:
                break
            if spot["zoomed"]:
                self._drag(*spot["away"])
            else:
                self.page.get_by_role("link", name="Whole", exact=True).tap()
            spot = self.page.evaluate(SEEN, place)
        assert spot["inside"], f"{place} cannot be brought into the window"
        assert spot["free"], f"something lies over {place}"
        self.page.touchscreen.tap(spot["x"], spot["y"])

    def _drag(self, dx: float, dy: float) -> None:
        """Draw the map along by a finger."""
        box = self.page.locator("#board").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        swipe(self.page, ((x, y), (x + max(min(dx, 120), -120), y + max(min(dy, 120), -120))))
