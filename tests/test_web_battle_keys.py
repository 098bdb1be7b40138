"""Rounds of a battle at a desk by keys alone: never a mouse, never an address; one always sees where the focus is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pbem.service.play.drafts import keep_draft
from tests.browser_battles import ROUNDS, Mark, fight, outcome, own, place_of, same_dice, window
from tests.servers.chromium import serving
from tests.web_offices import SOUTH, Office, office

DESK = {"viewport": {"width": 1440, "height": 900}}
TABS = 40
"""More stops of Tab than lie between any two things of a page."""

LOST = """() => {
  const one = document.activeElement;
  if (!one || one === document.body || one === document.documentElement) return "nothing has the focus";
  const seen = one.matches("[type=radio].vh") ? document.querySelector(`label[for="${one.id}"]`) : one;
  const name = one.id || one.textContent.trim() || one.localName, box = seen.getBoundingClientRect();
  if (!one.matches(":focus-visible") || getComputedStyle(seen).outlineStyle === "none") return `no ring round ${name}`;
  if (box.bottom <= 0 || box.top >= innerHeight || !box.width || !box.height) return `${name} is not on the screen`;
  const [x, y] = [Math.max(box.left, 0) + box.right, Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)];
  const over = document.elementFromPoint(x / 2, y / 2);
  return over && (seen.contains(over) || over.contains(seen)) ? "" : `something lies over ${name}`;
}"""
"""What is wrong with where the focus is; '' when a player sees it."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


class Keys:
    """A player who has nothing but keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator("#board")
        self.said = page.locator("#map-said")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other; the focus is seen after each."""
        for key in keys:
            self.page.keyboard.press(key)
            lost = self.page.evaluate(LOST)
            assert not lost, f"after {key}: {lost}"

    def tab_to(self, what: Locator, key: str = "Tab") -> None:
        """Tab until something has the focus."""
        element = what.element_handle()
        for _ in range(TABS):
            if element.evaluate("one => one === document.activeElement"):
                return
            self.press(key)
        raise AssertionError(f"{TABS} times {key} do not lead to {what}")

    def skip_to_page(self) -> None:
        """By the first link of every page past what all pages have."""
        self.page.keyboard.press("Tab")
        expect(self.page.locator(".skip")).to_be_focused()
        self.page.keyboard.press("Enter")

    def choose(self, *codes: str) -> None:
        for n, code in enumerate(codes, 1):
            self._go(place_of(self.page, code), "n", len(own(self.page)))
            self.press("Shift+Enter" if n > 1 else "Enter")
            expect(self.page.locator(f'#card .unit[data-codes="{"+".join(codes[:n])}"]')).to_be_visible()
            self._has_focus()

    def give(self, mark: Mark) -> None:
        self._go(mark.place, "m", TABS)
        self.press("Enter")
        if self.page.locator("#card .asked").count():
            self.tab_to(self.page.locator(f'#card button[value="{mark.line}"]'))
            self.press("Enter")

    def leave(self) -> None:
        self._has_focus()
        self.press("Escape")

    def send(self) -> None:
        self.press("o")
        expect(self.page.get_by_role("button", name="Submit orders")).to_be_focused()
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(re.compile(r"confirm=1|tab=report"))
        if self.page.locator("#confirm").count():
            self.tab_to(self.page.get_by_role("button", name="Submit anyway"))
            self.page.keyboard.press("Enter")

    def go_on(self) -> None:
        self.tab_to(self.board)
        self.press("o")
        expect(self.page.get_by_role("link", name="Give orders")).to_be_focused()
        self.page.keyboard.press("Enter")
        self.to_board()

    def to_board(self) -> None:
        """From the top of the page."""
        self.page.wait_for_url("**tab=orders")
        self.tab_to(self.board)

    def _has_focus(self) -> None:
        expect(self.board).to_be_focused()
        lost = self.page.evaluate(LOST)
        assert not lost, lost

    def _go(self, place: str, key: str, most: int) -> None:
        """Move the cursor to a place: by a key that leaps; by arrows where that does not lead there."""
        for _ in range(most):
            if self._at() == place:
                return
            self.press(key)
        while (here := self._at()) != place:
            if here[2:] != place[2:]:
                self.press("ArrowDown" if here[2:] < place[2:] else "ArrowUp")
            else:
                self.press("ArrowRight" if here < place else "ArrowLeft")

    def _at(self) -> str:
        """Where the cursor is, as it is said."""
        return self.said.inner_text().removeprefix("Chosen: ")[:4]


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, pytest.param(ROUNDS, marks=pytest.mark.soak)])
def test_rounds_are_fought_by_keys_alone(
    desk: Office, chromium: Browser, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    same_dice(monkeypatch)
    with serving(desk.app) as base, window(chromium, **DESK) as page:
        keys = Keys(page)
        page.goto(base + desk.link(desk.ines))
        keys.tab_to(page.get_by_role("button", name="Sign in"))
        page.keyboard.press("Enter")
        page.wait_for_url("**/games")
        keys.skip_to_page()
        keys.tab_to(page.get_by_role("button", name="Fight now as South"))
        page.keyboard.press("Enter")
        page.wait_for_url("**/g/*")
        keys.tab_to(keys.board)
        given = fight(keys, rounds)
        assert len(given) >= (7 if rounds == ROUNDS else 3)
        assert rounds < ROUNDS or any(" charge " in line or " fire " in line for line in given)
        assert bool(outcome(desk)) is (rounds == ROUNDS)

        keys.skip_to_page()
        keys.tab_to(page.get_by_role("link", name="Replay this turn").first)
        page.keyboard.press("Enter")
        page.wait_for_url("**/replay*")
        count = page.locator("#count")
        before = count.inner_text()
        keys.skip_to_page()
        keys.tab_to(page.get_by_role("link", name="Next event"))
        keys.press("Enter")
        expect(count).not_to_have_text(before)
        keys.tab_to(page.locator("#event"), "Shift+Tab")
        keys.press("Home")
        expect(page.locator("#now")).to_contain_text("As it began")


def test_who_goes_by_keys_is_put_where_a_button_stood_that_is_gone(desk: Office, chromium: Browser) -> None:
    game = desk.begin()
    keep_draft(desk.services, game, SOUTH, 1, "S04 forwrd 0907")
    with serving(desk.app) as base, window(chromium, **DESK) as page:
        page.goto(base + desk.link(desk.ines))
        page.get_by_role("button", name="Sign in").press("Enter")
        page.wait_for_url("**/games")
        page.goto(f"{base}/g/{game}?tab=orders")
        keys, row = Keys(page), page.locator("#S04")
        keys.tab_to(row.locator(".order-fix button").first)
        page.keyboard.press("Enter")
        expect(row.locator(".order-fix")).to_have_count(0)
        expect(row.locator(".line")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#h-card")).to_be_focused()
        keys.tab_to(page.locator("#card").get_by_role("button", name="Take its order back"))
        page.keyboard.press("Enter")
        expect(page.locator("#text")).to_have_value("")
        expect(page.locator("#board")).to_be_focused()
        keys.tab_to(page.get_by_role("button", name="Fill in the default orders"))
        page.keyboard.press("Enter")
        expect(page.locator("#text")).not_to_have_value("")
        expect(page.locator("#text")).to_be_focused()
