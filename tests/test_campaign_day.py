"""A day of a campaign of eight acted out: by mail and on the web, before an umpire, every press counted (CA-18)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef
from pbem.service.campaigns.calls import battle_game, called_in
from pbem.service.campaigns.fighting import tend_battles
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.service.play.work import open_game
from tests.mail_offices import MailOffice, mail_office
from tests.web_offices import plain

PRESS, PAGE, LETTERS_A_SECOND = 5, 30, 2.5
"""Seconds to find and press something on a telephone, to read a page; letters typed there in a second."""
ORDERS = {
    "king": 'R1 hold\nR11 march Witney\nletter to Wilmot: "Watch Essex."',
    "waller": "P2 march Faringdon\nP2 scout Witney",
    "essex": "P1 march Oxford, seeking", "wilmot": "R2 scout Witney, Islip", "governor": "R3 hold",
    "worcester": "R4 scout Evesham", "browne": "P33 hold", "massey": "P4 scout Stow",
}  # fmt: skip
ON_THE_WEB = ("king", "waller")


def minutes(presses: int, pages: int, letters: int = 0) -> float:
    return (presses * PRESS + pages * PAGE + letters / LETTERS_A_SECOND) / 60


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as made:
        yield made


def test_a_day_of_eight_is_ordered_in_under_three_minutes_and_umpired_in_under_five(desk: MailOffice) -> None:
    services, game = desk.services, GameId("oxford")
    seats = services.scenarios("campaign/oxford-1644", {}).scenario.seats
    assert set(seats) == set(ORDERS)
    players = {seat: ensure_player(services, f"{seat}@players.test", str(seat).title()) for seat in seats}
    options = Options(every=1, reports="held", battles="post")
    new_game(services, "campaign/oxford-1644", dict(players), options, seed=b"day", game=game, umpire=desk.olga)
    for seat, text in ORDERS.items():
        if seat in ON_THE_WEB:
            visitor = desk.visitor(players[Seat(seat)])
            assert "textarea" in visitor.get(f"/g/{game}").text
            visitor.order(game, text, do="ready")
            assert minutes(presses=3, pages=1, letters=len(text)) < 3
        else:
            told = desk.receive(f"{text}\nready", f"{seat}@players.test", TurnRef(game, Seat(seat), 1))
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
    assert minutes(presses + 1, pages + 1) < 5
