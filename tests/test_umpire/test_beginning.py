"""A game begun with an umpire: invited like a player, or named by the operator."""

import pytest
from sqlmodel import select

from pbem.engine.ids import UMPIRE, GameId
from pbem.service.lobby import gathering
from pbem.service.lobby.filling import MusterRefused
from pbem.service.lobby.invitations import accept, decline, look_at
from pbem.service.lobby.musterbook import muster_card, open_musters
from pbem.service.lobby.musters import WantedPlayer, change_place, muster, take_place
from pbem.service.lobby.placelinks import place_link
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game
from pbem.store.tables import MusterPlace
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED

ME, OPEN, AIDE, NONE = WantedPlayer("me"), WantedPlayer("open"), WantedPlayer("aide"), WantedPlayer("none")
GEOFF = "geoff@example.org"


def made(office: Office, umpire: WantedPlayer, red: WantedPlayer = ME, blue: WantedPlayer = AIDE) -> GameId:
    places = {RED: red, BLUE: blue, UMPIRE: umpire}
    return muster(office.services, office.players[RED], "toy/duel", places, Options())


def test_an_invited_umpire_accepts_and_the_game_begins_with_them(office: Office) -> None:
    game = made(office, WantedPlayer("invite", GEOFF))
    (mail,) = office.mails("invitation")
    assert mail.recipient == GEOFF
    assert b"invites you to umpire A duel" in mail.raw
    link = place_link(office.services.config, game, UMPIRE, GEOFF).rpartition("/")[2]
    assert look_at(office.services, link).place.seat == UMPIRE
    after, geoff = accept(office.services, game, UMPIRE, GEOFF, "Geoff Gale")
    work = load_game(office.services, game)
    assert after.state == "begun"
    assert work.desk.umpire == geoff
    assert [chair.seat for chair in work.chairs] == [RED, BLUE]
    (welcome,) = office.mails("umpire")
    assert welcome.recipient == GEOFF
    assert f"/g/{game}/umpire".encode() in welcome.raw


def test_a_host_who_umpires_plays_no_side(lite: Office) -> None:
    with pytest.raises(MusterRefused, match="the umpire none"):
        made(lite, ME)
    game = made(lite, ME, red=OPEN)
    with pytest.raises(MusterRefused, match="you have a place"):
        take_place(lite.services, game, RED, lite.players[RED])
    take_place(lite.services, game, RED, lite.players[BLUE])
    assert load_game(lite.services, game).desk.umpire == lite.players[RED]


def test_no_aide_and_no_stranger_umpires(lite: Office) -> None:
    with pytest.raises(MusterRefused, match="umpire the game yourself"):
        made(lite, AIDE)
    with pytest.raises(MusterRefused, match="umpire the game yourself"):
        made(lite, OPEN)
    with pytest.raises(MusterRefused, match="every side needs"):
        made(lite, ME, red=NONE)
    game = made(lite, WantedPlayer("invite", GEOFF), blue=OPEN)
    decline(lite.services, game, UMPIRE, GEOFF)
    assert b"go on without an umpire" in lite.mails("muster")[-1].raw
    take_place(lite.services, game, BLUE, lite.players[BLUE])
    stranger = ensure_player(lite.services, "eve@example.org", "Eve")
    assert open_musters(lite.services, stranger) == ()
    with pytest.raises(MusterRefused, match="not open any more"):
        take_place(lite.services, game, UMPIRE, stranger)


def test_the_host_may_do_without_the_umpire_or_add_one(lite: Office) -> None:
    game, host = made(lite, WantedPlayer("invite", GEOFF), blue=OPEN), lite.players[RED]
    assert muster_card(lite.services, game, host).umpired
    change_place(lite.services, game, host, UMPIRE, NONE)
    with lite.services.db.reading() as session:
        assert [one.seat for one in session.exec(select(MusterPlace)).all() if one.seat == UMPIRE] == []
        assert UMPIRE not in gathering.load(session, game).titles
    change_place(lite.services, game, host, UMPIRE, WantedPlayer("invite", "helen@example.org"))
    change_place(lite.services, game, host, UMPIRE, NONE)
    take_place(lite.services, game, BLUE, lite.players[BLUE])
    assert load_game(lite.services, game).desk.umpire == ""
