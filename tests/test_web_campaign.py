"""The page of a campaign: who stands against the reader, what is counted, and no battle's words about losses."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.service.campaigns.fighting import tend_battles
from pbem.service.options import Options
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import new_game
from pbem.service.play.work import open_game
from tests.test_service.test_called_battles import ada, begun
from tests.web_offices import Office, office, plain

KING = Seat("king")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def oxford(desk: Office) -> GameId:
    """Oxford, the King against seven aides."""
    seats = desk.services.scenarios("campaign/oxford-1644", {}).scenario.seats
    players = {seat: desk.ines if seat == KING else None for seat in seats}
    return new_game(desk.services, "campaign/oxford-1644", players, Options(every=0), seed=b"web")


def test_the_page_counts_points_and_names_the_aide_of_many_seats_once(desk: Office, oxford: GameId) -> None:
    visitor = desk.visitor(desk.ines)
    page = plain(visitor.get(f"/g/{oxford}").text)
    assert "Points: you 0, Parliament 0" in page
    assert "Lost:" not in page
    assert "of 0" not in page
    assert page.count("the aide-de-camp, the aide-de-camp") == 0
    printed = plain(visitor.get(f"/g/{oxford}/turns/0/print").text)
    assert "you, points 0; Parliament, points 0" in printed
    assert [one.against for one in my_games(desk.services, desk.ines)] == ["the aide-de-camp"]


def test_a_battle_by_post_is_linked_with_its_campaign(desk: Office, tmp_path: Path) -> None:
    game = begun(desk, tmp_path, "post")
    visitor = desk.visitor(desk.ines)
    assert "No orders are wanted now" in plain(visitor.get(f"/g/{game}").text)
    tend_battles(desk.services)
    (battle,) = [one.game for one in my_games(desk.services, desk.ines) if one.game != game]
    assert f"/g/{battle}" in visitor.get(f"/g/{game}").text
    assert "A battle of Two rivers" in plain(visitor.get(f"/g/{battle}").text)


def test_the_form_of_a_new_campaign_offers_how_battles_are_fought(desk: Office) -> None:
    page = plain(desk.visitor(desk.ines).get("/new/campaign/two-rivers").text)
    assert "Each battle is a game of its own" in page
    assert "Each commander sees all forces of their side" in page


def test_the_umpire_fills_in_what_came_of_a_battle_on_a_table(desk: Office, tmp_path: Path) -> None:
    umpire = ada(desk)
    game = begun(desk, tmp_path, "table", umpire=umpire)
    visitor = desk.visitor(umpire)
    assert f"/g/{game}/umpire/battles/1" in visitor.get(f"/g/{game}/umpire").text
    told = {"winner": "south", "field": "south", "lost:N1-1": "200", "back:N1-1": "100", "fallen:White": "1"}
    sheet = visitor.send(f"/g/{game}/umpire/battles/1", f"/g/{game}/umpire/battles/1", **told)
    looked = plain(visitor.get(sheet.headers["Location"]).text)
    assert "battle 1: loss N1-1 200 taken 0 back 100" in looked
    assert "battle 1: fallen White" in looked


def test_a_held_turn_of_a_campaign_is_dry_run_with_its_battle(desk: Office, tmp_path: Path) -> None:
    umpire = ada(desk)
    game = begun(desk, tmp_path, "aides", umpire=umpire, reports="held")
    visitor = desk.visitor(umpire)
    page = plain(visitor.get(f"/g/{game}/umpire/turn").text)
    assert "Battle" in page or "battle" in page
    assert open_game(desk.services, game).desk.shut
    assert visitor.get(f"/g/{game}/rulings").status_code == 200
