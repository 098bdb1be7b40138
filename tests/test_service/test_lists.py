"""The list of a player's games: from stored cards, which say what the games' pages say."""

from datetime import timedelta

import pytest
from sqlmodel import Session, select

from pbem.engine.ids import GameId
from pbem.service.options import Options
from pbem.service.play import gamelist
from pbem.service.play.gamelist import my_games, next_game, refresh_cards
from pbem.service.play.turns import submit
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.store.tables import ListCard, Player
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED

DAYS = Options(every=3, at="20:00", zone="Europe/London")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[GameId]:
    """The games that a list had to open."""
    found: list[GameId] = []
    monkeypatch.setattr(gamelist, "open_game", lambda services, game: found.append(game) or open_game(services, game))
    return found


def test_a_card_is_stored_by_the_worker_and_made_again_when_something_is_written(
    office: Office, opened: list[GameId]
) -> None:
    game, red = office.begin(DAYS), office.players[RED]
    assert refresh_cards(office.services) == 1
    assert refresh_cards(office.services) == 0
    assert opened == [game, game]
    (first,) = my_games(office.services, red)
    assert (first.group, first.stands, len(opened)) == ("you", None, 2)
    submit(office.services, game, RED, "bid 2\nparry never\nready", "web", str(red))
    (second,) = my_games(office.services, red)
    assert second.stands is not None
    assert (len(opened), refresh_cards(office.services)) == (3, 1)
    assert my_games(office.services, red) == (second,)
    assert len(opened) == 5


def test_the_time_left_is_told_anew(office: Office, opened: list[GameId]) -> None:
    office.begin(DAYS)
    refresh_cards(office.services)
    (first,) = my_games(office.services, office.players[RED])
    office.later(hours=5)
    (later,) = my_games(office.services, office.players[RED])
    assert first.due is not None
    assert later.due is not None
    assert (first.due.at, first.due.told) == (later.due.at, later.due.told)
    assert first.due.left != later.due.left
    assert len(opened) == 2
    office.clock.at = first.due.at + timedelta(minutes=1)
    (late,) = my_games(office.services, office.players[RED])
    assert late.due is not None
    assert late.due.late


def test_a_new_name_of_an_opponent_is_shown(office: Office) -> None:
    office.begin(DAYS)
    refresh_cards(office.services)
    with office.services.db.writing() as session:
        session.get_one(Player, office.players[BLUE]).name = "Rosalind"
    (card,) = my_games(office.services, office.players[RED])
    assert card.against == "Rosalind"


def test_a_card_written_for_another_state_of_the_game_is_not_used(office: Office) -> None:
    game = office.begin(DAYS)
    refresh_cards(office.services)
    with office.services.db.writing() as session:
        _spoil(session, game)
    (card,) = my_games(office.services, office.players[RED])
    assert card.game == game


def _spoil(session: Session, game: GameId) -> None:
    row = session.get_one(ListCard, (game, RED))
    row.key, row.data = "of something else", "{}"


def test_the_next_game_is_the_one_due_first(office: Office) -> None:
    first = office.begin(DAYS)
    office.later(days=1)
    second = office.begin(DAYS)
    found = next_game(office.services, office.players[RED], second)
    assert found is not None
    assert found.game == first
    assert next_game(office.services, office.players[RED], first) is not None


def test_a_card_that_cannot_be_made_keeps_no_other_waiting(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = sorted([office.begin(DAYS), office.begin(DAYS)])

    def opening(services: Services, game: GameId) -> Work:
        if game == bad:
            raise RuntimeError("spilt ink")
        return open_game(services, game)

    monkeypatch.setattr(gamelist, "open_game", opening)
    assert refresh_cards(office.services) == 2
    with office.services.db.reading() as session:
        assert {row.game for row in session.exec(select(ListCard)).all()} == {good}
    assert refresh_cards(office.services) == 0
