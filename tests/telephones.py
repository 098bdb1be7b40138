"""Persons with telephones in Chromium: what each presses, reads and types is counted, and reckoned in minutes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from playwright.sync_api import Browser, Locator, Page

from pbem.engine.ids import GameId
from pbem.service.people.hints import no_more_hints
from pbem.service.services import Services
from pbem.store.tables import PlayerId
from tests.board_hands import PHONE, spot, telephone

PRESS, PAGE, LETTERS_A_SECOND = 5, 30, 2.5
"""Seconds to find and press something on a telephone, to read a page; letters typed there in a second."""


class Desk(Protocol):
    """An office that signs players in."""

    services: Services

    def link(self, player: PlayerId) -> str:
        """The path of a sign-in link."""


def minutes(presses: int, pages: int, letters: int = 0) -> float:
    """How long that takes."""
    return (presses * PRESS + pages * PAGE + letters / LETTERS_A_SECOND) / 60


@dataclass
class Person:
    """Somebody with a telephone: what is pressed, read and typed is counted."""

    page: Page
    base: str
    presses: int = 0
    pages: int = 0
    letters: int = 0
    did: list[str] = field(default_factory=list)

    def open(self, path: str) -> None:
        """By a link of a mail."""
        self.page.goto(self.base + path, wait_until="domcontentloaded")
        self.presses += 1
        self.pages += 1

    def press(self, what: Locator, *, reads: bool = False, leaves: bool = False) -> None:
        """A button, a link, a fold.  leaves: another page comes of it; reads: that is read."""
        self.presses += 1
        self.pages += reads
        if not (leaves or reads):
            what.first.tap()
            return
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            what.first.tap()

    def button(self, name: str, *, reads: bool = False) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=True), reads=reads, leaves=True)

    def link(self, name: str) -> None:
        self.press(self.page.get_by_role("link", name=name), reads=True)

    def tap(self, at: str) -> None:
        """A place or a unit of the map; what comes of it is waited for."""
        with self.page.expect_response("**/rulings"):
            self.page.touchscreen.tap(*spot(self.page, at))
        self.presses += 1
        self.page.wait_for_timeout(100)

    def type(self, into: str, text: str) -> None:
        self.page.locator(into).first.fill(text)
        self.presses += 1
        self.letters += len(text)

    @property
    def minutes(self) -> float:
        return minutes(self.presses, self.pages, self.letters)

    def told(self, who: str) -> str:
        done = f"{self.presses} presses, {self.pages} pages read, {self.letters} letters typed"
        return f"{who}: {done}: {self.minutes:.1f} minutes"


@contextmanager
def person(chromium: Browser, base: str, desk: Desk, player: PlayerId, *, script: bool = True) -> Iterator[Person]:
    """Signed in on a telephone, which is done once a month and not counted.  script: not every one has it."""
    no_more_hints(desk.services, player)
    with telephone(chromium) if script else plain_telephone(chromium) as page:
        page.goto(base + desk.link(player), wait_until="domcontentloaded")
        page.get_by_role("button", name="Sign in").tap()
        page.wait_for_url("**/games", wait_until="domcontentloaded")
        yield Person(page, base)


@contextmanager
def plain_telephone(chromium: Browser) -> Iterator[Page]:
    """The same without script and pictures."""
    context = chromium.new_context(**PHONE, java_script_enabled=False)  # type: ignore[arg-type]  # its literals, as data
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.route("**/*.{svg,woff2,css}*", lambda route: route.abort())
    yield page
    context.close()


def submits(one: Person, game: GameId) -> None:
    """A commander's day in short: orders as they stand, submitted."""
    one.open(f"/g/{game}")
    submit(one)


def submit(one: Person) -> None:
    """The orders of the page, although some may be missing."""
    one.button("Submit orders")
    if one.page.locator("#confirm").count():
        one.button("Submit anyway")
