"""The umpire's seat handed over and given up; co-umpires."""

import pytest
from sqlmodel import select

from pbem.engine.ids import UMPIRE
from pbem.service.agreements.deputies import BadDeputy, name_deputy
from pbem.service.agreements.seating import SeatTaken, leave_seat, take_seat
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game
from pbem.service.umpire.rights import NotUmpire, may
from pbem.service.umpire.seats import BadUmpire, dismiss_co_umpire, give_up, hand_over, name_co_umpire
from pbem.store.tables import UmpireRow
from tests.test_service.conftest import Office
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.toyrules import BLUE, RED

HELEN = "helen@example.org"


def told(office: Office, kind: str, words: bytes) -> set[str]:
    return {one.recipient for one in office.mails(kind) if words in one.raw}


def test_a_seat_handed_over_is_the_new_umpires_alone_and_all_are_told(office: Office) -> None:
    umpired = begin_umpired(office)
    helen = hand_over(office.services, umpired.game, HELEN, umpired.umpire)
    work = load_game(office.services, umpired.game)
    assert work.desk.umpire == helen
    assert not may(work, umpired.umpire, "look")
    assert told(office, "seat", b"in place of Geoff Gale") == {"red@example.org", "blue@example.org"}
    assert told(office, "umpire", b"no longer the umpire") == {"geoff@example.org"}
    with office.services.db.reading() as session:
        assert [(one.player, one.chief) for one in session.exec(select(UmpireRow)).all()] == [(helen, True)]
    with pytest.raises(NotUmpire):
        hand_over(office.services, umpired.game, "ivo@example.org", umpired.umpire)


def test_the_operator_gives_a_game_an_umpire_and_all_are_told(lite: Office) -> None:
    game = lite.begin()
    with pytest.raises(NotUmpire, match="has no umpire"):
        hand_over(lite.services, game, HELEN, lite.players[RED])
    helen = hand_over(lite.services, game, HELEN, None)
    assert load_game(lite.services, game).desk.umpire == helen
    assert told(lite, "seat", b"The operator has handed the seat over") == {"red@example.org", "blue@example.org"}


def test_a_player_never_umpires_and_an_umpire_never_plays_afterwards(umpired: Umpired) -> None:
    services, game = umpired.office.services, umpired.game
    with pytest.raises(BadUmpire, match="cannot umpire it"):
        hand_over(services, game, "red@example.org", umpired.umpire)
    leave_seat(services, game, RED, umpired.office.players[RED])
    with pytest.raises(BadUmpire, match="has played it"):
        name_co_umpire(services, game, "red@example.org", ["letters"], umpired.umpire)
    hand_over(services, game, HELEN, umpired.umpire)
    with pytest.raises(SeatTaken, match="have seen another side"):
        take_seat(services, game, RED, umpired.umpire)
    with pytest.raises(BadDeputy, match="has seen another side"):
        name_deputy(services, game, BLUE, "geoff@example.org", 1, 2, umpired.office.players[BLUE])


def test_a_co_umpire_has_the_rights_named_and_loses_them(umpired: Umpired) -> None:
    services, game = umpired.office.services, umpired.game
    helen = name_co_umpire(services, game, HELEN, ["questions", "look"], umpired.umpire)
    assert load_game(services, game).desk.co_umpires == {helen: ("look", "questions")}
    assert told(umpired.office, "umpire", b"see everything and answer questions") == {HELEN}
    assert len(umpired.office.mails("seat")) == 2
    name_co_umpire(services, game, HELEN, ["clock"], umpired.umpire)
    assert load_game(services, game).desk.co_umpires == {helen: ("clock",)}
    assert len(umpired.office.mails("seat")) == 2, "other rights are no news to the players"
    with pytest.raises(NotUmpire):
        name_co_umpire(services, game, "ivo@example.org", ["look"], helen)
    with pytest.raises(BadUmpire, match="at least one right"):
        name_co_umpire(services, game, "ivo@example.org", [], umpired.umpire)
    dismiss_co_umpire(services, game, helen, helen)
    assert load_game(services, game).desk.co_umpires == {}
    with pytest.raises(BadUmpire, match="no co-umpire"):
        dismiss_co_umpire(services, game, helen, umpired.umpire)


def test_an_umpire_who_gives_up_leaves_none(umpired: Umpired) -> None:
    services, game = umpired.office.services, umpired.game
    name_co_umpire(services, game, HELEN, ["look"], umpired.umpire)
    give_up(services, game, umpired.umpire)
    desk = load_game(services, game).desk
    assert (desk.umpire, desk.co_umpires) == ("", {})
    assert told(umpired.office, "seat", b"has given the seat up") == {"red@example.org", "blue@example.org"}
    ensure_player(services, HELEN, "Helen")
    hand_over(services, game, HELEN, None)
    assert load_game(services, game).umpire is not None
    assert UMPIRE not in {one.seat for one in load_game(services, game).chairs}
