"""A day of a campaign of eight acted out: by mail and on the web, before an umpire, every press counted (CA-18)."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef
from pbem.service.agreements.seating import leave_seat
from pbem.service.campaigns.calls import battle_game, called_in
from pbem.service.campaigns.fighting import tend_battles
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.service.play.work import open_game
from pbem.service.umpire.rulings import NoRuling, rule
from pbem.store.tables import PlayerId
from tests.mail_offices import ANN, MailOffice, mail_office
from tests.servers.chromium import serving
from tests.telephones import Person, minutes, person, submit
from tests.web_offices import plain

ORDERS = {
    "king": 'R1 hold\nR11 march Witney\nletter to Worcester: "Hold the bridge."',
    "waller": "P2 march Faringdon\nP2 scout Witney",
    "essex": "P1 march Oxford, seeking", "wilmot": "R2 scout Witney, Islip", "governor": "R3 hold",
    "worcester": "R4 scout Evesham", "browne": "P33 hold", "massey": "P4 scout Stow",
}  # fmt: skip
GAME, MASSEY = GameId("oxford"), Seat("massey")
ON_THE_WEB = ("king", "waller")


def begin(desk: MailOffice, players: Mapping[Seat, PlayerId]) -> None:
    """Oxford, a day a turn, battles by post, reports held by Olga."""
    options = Options(every=1, reports="held", battles="post")
    new_game(desk.services, "campaign/oxford-1644", {**players}, options, seed=b"day", game=GAME, umpire=desk.olga)


def rider_of(desk: MailOffice, seat: str) -> int:
    """The number of a courier who is under way with a seat's letter."""
    return next(one.id for one in open_game(desk.services, GAME).battle.couriers.values() if one.sender == seat)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as made:
        yield made


def test_a_day_of_eight_is_ordered_in_under_three_minutes_and_umpired_in_under_five(desk: MailOffice) -> None:
    services, game = desk.services, GAME
    seats = services.scenarios("campaign/oxford-1644", {}).scenario.seats
    assert set(seats) == set(ORDERS)
    players = {seat: ensure_player(services, f"{seat}@players.test", str(seat).title()) for seat in seats}
    begin(desk, players)
    leave_seat(services, game, MASSEY, players[MASSEY], "Gloucester is safe.")
    assert desk.visitor(desk.ann).send(f"/open/{game}/massey", f"/open/{game}/massey").status_code == 303
    brief = plain(desk.visitor(desk.ann).get(f"/g/{game}/hand-over").text)
    assert "Gloucester is safe." in brief
    assert "Massey" in brief
    for seat, text in ORDERS.items():
        if seat in ON_THE_WEB:
            visitor = desk.visitor(players[Seat(seat)])
            assert "textarea" in visitor.get(f"/g/{game}").text
            visitor.order(game, text, do="ready")
            assert minutes(presses=3, pages=1, letters=len(text)) < 3
        else:
            sender = ANN if seat == MASSEY else f"{seat}@players.test"
            told = desk.receive(f"{text}\nready", sender, TurnRef(game, Seat(seat), 1))
            assert told.state == "accepted", (seat, told)
    assert open_game(services, game).desk.shut

    umpire = desk.visitor(desk.olga)
    turn = f"/g/{game}/umpire/turn"
    presses = pages = 1  # the link in the mail that says all are in
    looked = umpire.get(turn).text
    assert "Essex" in plain(looked)
    run = re.search(r'name="run" value="([^"]+)"', looked)
    assert run is not None
    assert umpire.send(turn, turn, do="publish", run=run[1]).status_code == 303
    presses, pages = presses + 1, pages + 1
    work = open_game(services, game)
    (one,) = called_in(work)
    assert {command.seat for side in one.spec.sides for command in side.commands} >= {"king", "essex"}
    assert len({mail.seat for mail in desk.sent("report")}) == len(ORDERS)
    tend_battles(services)
    battle = open_game(services, battle_game(work, 1))
    assert {chair.person.player for chair in battle.chairs if chair.person} >= {
        players[Seat("king")],
        players[Seat("essex")],
    }
    assert "fought by post" in plain(umpire.get(f"/g/{game}/umpire").text)
    rider = rider_of(desk, "king")
    with pytest.raises(NoRuling, match="of the rider's own side"):
        rule(services, game, f"courier {rider} taken by Wilmot", "a patrol", desk.olga)
    ruling = f"courier {rider} taken by Waller"
    rule(services, game, ruling, "a patrol", desk.olga)
    assert minutes(presses + 2, pages + 2, len(ruling)) < 5
    (letter,) = [one for one in open_game(services, game).battle.knows[Seat("waller")].letters if one.taken]
    assert letter.text == "Hold the bridge."


@pytest.mark.soak
def test_the_same_day_in_chromium_takes_its_umpire_less_than_fifty_minutes(desk: MailOffice, chromium: Browser) -> None:
    services = desk.services
    players = {Seat(seat): ensure_player(services, f"{seat}@players.test", seat.title()) for seat in ORDERS}
    begin(desk, players)
    with serving(desk.app) as base, ExitStack() as stack:

        def enter(player: PlayerId) -> Person:
            return stack.enter_context(person(chromium, base, desk, player, script=False))

        for seat, text in ORDERS.items():
            if seat in ON_THE_WEB:
                one = enter(players[Seat(seat)])
                one.open(f"/g/{GAME}")
                if not one.page.locator("#text").is_visible():
                    one.press(one.page.locator("#text-more summary"))
                one.type("#text", text)
                submit(one)
                print("\n" + one.told(seat))
                assert one.minutes < 3
            else:
                desk.receive(f"{text}\nready", f"{seat}@players.test", TurnRef(GAME, Seat(seat), 1))
        umpire = enter(desk.olga)
        umpire.open(f"/g/{GAME}/umpire/turn")
        umpire.button("Play and publish", reads=True)
        tend_battles(services)
        umpire.open(f"/g/{GAME}/umpire")
        assert "fought by post" in umpire.page.inner_text("main")
        umpire.open(f"/g/{GAME}/rulings")
        umpire.type("#text", f"courier {rider_of(desk, 'king')} taken by Waller")
        umpire.type("#reason", "A patrol by Islip")
        umpire.button("Look at it", reads=True)
        umpire.button("Carry it out", reads=True)
    print(umpire.told("the umpire's day of a campaign of eight"))
    assert [one.text for one in open_game(services, GAME).battle.knows[Seat("waller")].letters if one.taken]
    assert umpire.minutes < 50
