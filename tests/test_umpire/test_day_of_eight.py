"""A day of eight acted in Chromium: six commanders at Dreux, their umpire and a co-umpire, every press counted."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pbem.engine.ids import Seat
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.umpire.rulings import rulings_of
from pbem.service.umpire.seats import name_co_umpire
from pbem.store.tables import PlayerId
from tests.servers.chromium import serving
from tests.telephones import Person, person, submits
from tests.web_offices import NORTH, SOUTH, Office, office

COMMANDS = {
    "montmorency": "Montmorency: royal.Main", "saint-andre": "Saint-André: royal.Van", "guise": "Guise: royal.Reserve",
    "conde": "Condé: huguenot.Main", "coligny": "Coligny: huguenot.Van", "andelot": "Andelot: huguenot.Foot",
}  # fmt: skip


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


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
