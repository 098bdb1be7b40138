"""Hands on the map of a page: where things are on the screen, taps and swipes; a telephone."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page

from pbem.engine.ids import GameId
from tests.web_offices import Office


@contextmanager
def telephone(chromium: Browser) -> Iterator[Page]:
    """390 wide, fingers only.  An error of a script fails the test."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, errors


def opened(page: Page, base: str, desk: Office, game: GameId) -> None:
    """The game's page, as Ines sees it."""
    page.goto(base + desk.link(desk.ines))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/games")
    page.goto(f"{base}/g/{game}")


def spot(page: Page, place: str) -> tuple[float, float]:
    """Where a place, or a stand, is on the screen."""
    page.locator("#board").scroll_into_view_if_needed()
    x, y = page.evaluate(SPOT, place)
    return x, y


SPOT = """at => {
  const [x, y] = Places.centre(Board.placeOf(at));
  const point = new DOMPoint(x, y).matrixTransform(document.getElementById("b-field").getScreenCTM());
  return [point.x, point.y];
}"""


def text_of(page: Page) -> Locator:
    return page.get_by_label("The same orders as text")


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
