"""A day of eight acted in Chromium: six commanders at Dreux, their umpire and a co-umpire, every press counted."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from pbem.engine.ids import GameId, Seat
from pbem.service.options import Options
from pbem.service.people.hints import no_more_hints
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.umpire.rulings import rulings_of
from pbem.service.umpire.seats import name_co_umpire
from pbem.store.tables import PlayerId
from tests.board_hands import PHONE, spot, telephone
from tests.servers.chromium import serving
from tests.web_offices import NORTH, SOUTH, Office, office

PRESS, PAGE, LETTERS_A_SECOND = 5, 30, 2.5
"""Seconds to find and press something on a telephone, to read a page; letters typed there in a second."""
COMMANDS = {
    "montmorency": "Montmorency: royal.Main", "saint-andre": "Saint-André: royal.Van", "guise": "Guise: royal.Reserve",
    "conde": "Condé: huguenot.Main", "coligny": "Coligny: huguenot.Van", "andelot": "Andelot: huguenot.Foot",
}  # fmt: skip


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
        return (self.presses * PRESS + self.pages * PAGE + self.letters / LETTERS_A_SECOND) / 60

    def told(self, who: str) -> str:
        done = f"{self.presses} presses, {self.pages} pages read, {self.letters} letters typed"
        return f"{who}: {done}: {self.minutes:.1f} minutes"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@contextmanager
def person(chromium: Browser, base: str, desk: Office, player: PlayerId, *, script: bool = True) -> Iterator[Person]:
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
    one.button("Submit orders")
    if one.page.locator("#confirm").count():
        one.button("Submit anyway")


@pytest.mark.soak
def test_an_umpires_day_of_eight_takes_less_than_fifty_minutes(  # a day has many acts
    desk: Office, chromium: Browser
) -> None:
    services = desk.services
    geoff = ensure_player(services, "geoff@example.org", "Geoff Gale")
    players = {Seat(one): ensure_player(services, f"{one}@example.org", one.title()) for one in COMMANDS}
    options = Options(every=1, reports="held", letters="umpire", commanders="; ".join(COMMANDS.values()))
    game = new_game(services, "snaphance/dreux", dict(players), options, seed=b"eight", umpire=geoff)
    helen = name_co_umpire(services, game, "helen@example.org", ["look", "letters", "questions"], geoff)
    page = f"/g/{game}/umpire"
    with serving(desk.app) as base, ExitStack() as stack:

        def enter(player: PlayerId, *, script: bool = False) -> Person:
            return stack.enter_context(person(chromium, base, desk, player, script=script))

        commanders = {seat: enter(player) for seat, player in players.items()}
        umpire, helper = enter(geoff, script=True), enter(helen)
        for seat in ("montmorency", "saint-andre", "guise", "conde"):
            submits(commanders[Seat(seat)], game)
        coligny = commanders[Seat("coligny")]
        coligny.open(f"/g/{game}/questions")
        coligny.type("#text", "May my horse leave the road by the village?")
        coligny.button("Send the question")
        coligny.open(f"/g/{game}/letters")
        coligny.press(coligny.page.get_by_label("Condé (Huguenot)"))
        coligny.type("#text", "Hold until I am over the brook.")
        coligny.button("Send the letter")

        helper.open(page)
        helper.link("See to the letters")
        helper.press(helper.page.locator("summary", has_text="See to it"))
        helper.type("details[open] input[name=reason]", "A mile of open ground")
        helper.button("Deliver it now")
        umpire.open(page)
        assert "2 seats to submit" in umpire.page.inner_text("main")
        umpire.press(umpire.page.get_by_role("button", name="Remind Andelot"), reads=True)
        umpire.press(umpire.page.get_by_role("link", name="Coligny (Huguenot) sees"), reads=True)
        umpire.link("Questions")
        umpire.type("textarea", "Yes, at the cost of a point.")
        umpire.button("Answer Coligny (Huguenot)")
        umpire.open(f"/g/{game}/rulings")
        unit = min(load_game(services, game).battle.stands)
        umpire.tap(unit)
        umpire.press(umpire.page.get_by_role("button", name="Disordered"))
        umpire.page.locator("#seen").wait_for()
        umpire.type("#reason", "They had marched all night")
        umpire.button("Carry it out", reads=True)
        submits(coligny, game)
        submits(commanders[Seat("andelot")], game)

        umpire.open(page)
        umpire.link("Look at the turn and publish")
        umpire.button("First", reads=True)
        for _ in range(4):
            umpire.button("Next", reads=True)
        umpire.press(umpire.page.locator("summary", has_text="As Condé (Huguenot) will get it"))
        umpire.type("#note-conde", "The mist lifts from the brook.")
        umpire.button("Play and publish", reads=True)
        work = load_game(services, game)
        assert (work.battle.round, len(rulings_of(work))) == (2, 1)
        conde = commanders[Seat("conde")]
        conde.open(f"/g/{game}?tab=report")
        assert "The mist lifts from the brook." in conde.page.inner_text("main")
    print("\n" + umpire.told("the umpire's day of eight"))
    print(helper.told("the helper's"))
    print(*(one.told(seat) for seat, one in commanders.items()), sep="\n")
    assert umpire.minutes < 50
    assert umpire.presses + helper.presses < 60


@pytest.mark.slow
def test_a_turn_of_two_players_takes_its_umpire_less_than_two_minutes(desk: Office, chromium: Browser) -> None:
    geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
    seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
    options = Options(reports="held")
    game = new_game(desk.services, "snaphance/harrow-down", seats, options, seed=b"two", umpire=geoff)
    with serving(desk.app) as base, ExitStack() as stack:
        for player in (desk.ines, desk.tom):
            submits(stack.enter_context(person(chromium, base, desk, player, script=False)), game)
        umpire = stack.enter_context(person(chromium, base, desk, geoff))
        umpire.open(f"/g/{game}/umpire/turn")  # the mail that orders are closed leads there
        umpire.button("Play and publish", reads=True)
        assert load_game(desk.services, game).battle.round == 2
    print("\n" + umpire.told("the umpire's turn of two players"))
    assert umpire.minutes < 2
