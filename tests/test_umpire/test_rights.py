"""Who may do what as the umpire of a game."""

import pytest
from sqlmodel import select

from pbem.engine.ids import UMPIRE
from pbem.engine.journal import Seated
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import BadGame, load_game, new_game
from pbem.service.umpire.rights import NotUmpire, may, need_right, need_umpire
from pbem.store.tables import UmpireRow
from tests.test_service.conftest import Office
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.toyrules import BLUE, RED


def test_the_umpire_may_do_everything_and_a_player_nothing(office: Office) -> None:
    umpired = begin_umpired(office)
    work = load_game(office.services, umpired.game)
    assert work.umpire is not None
    assert work.umpire.name == "Geoff Gale"
    need_umpire(work, umpired.umpire)
    need_right(work, umpired.umpire, "rule")
    with pytest.raises(NotUmpire, match="only the umpire of"):
        need_right(work, office.players[RED], "look")
    with office.services.db.reading() as session:
        assert [(row.player, row.chief) for row in session.exec(select(UmpireRow)).all()] == [(umpired.umpire, True)]


def test_a_co_umpire_may_do_what_was_given(umpired: Umpired) -> None:
    services = umpired.office.services
    helen = ensure_player(services, "helen@example.org", "Helen Hall")
    work = load_game(services, umpired.game)
    work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="co-umpire", who=helen, rights=("letters",)))
    work.write()
    work = load_game(services, umpired.game)
    assert may(work, helen, "letters")
    with pytest.raises(NotUmpire, match=r"the right to: letters\. Ask the umpire for: rule"):
        need_right(work, helen, "rule")
    with pytest.raises(NotUmpire, match="only the umpire"):
        need_umpire(work, helen)
    work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="no co-umpire", who=helen))
    assert not may(work, helen, "letters")


def test_a_game_without_an_umpire_says_so(lite: Office) -> None:
    work = load_game(lite.services, lite.begin())
    with pytest.raises(NotUmpire, match="has no umpire"):
        need_right(work, lite.players[RED], "rule")


def test_no_player_umpires_a_game_of_theirs(lite: Office) -> None:
    seats = {seat: lite.players[seat] for seat in (RED, BLUE)}
    with pytest.raises(BadGame, match="plays no seat of it"):
        new_game(lite.services, "toy/duel", seats, umpire=lite.players[RED])
