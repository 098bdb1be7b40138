"""The page of a campaign: who stands against the reader, what is counted, and no battle's words about losses."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.rulesets import rule_sets
from pbem.rulesets.campaign.state.campaign import FOUGHT_BY
from pbem.service.agreements.letterbook import NoLetter, write_letter
from pbem.service.campaigns.fighting import tend_battles
from pbem.service.options import Options
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import new_game
from pbem.service.play.ordersheet import sheet_of
from pbem.service.play.pages import game_page
from pbem.service.play.parcels import no_parcelling
from pbem.service.play.turns import submit
from pbem.service.play.work import open_game
from pbem.service.umpire.newsbook import write_news
from tests.test_service.test_called_battles import RED, WHITE, ada, begun, two_days
from tests.web_offices import Office, office, plain

KING = Seat("king")
HTMX = {"HX-Request": "true"}


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
    card = plain(visitor.get(f"/g/{oxford}?open=R1").text)
    assert all("facing" not in one for one in (page, printed, card)), "a force of a campaign faces nowhere"
    assert [one.against for one in my_games(desk.services, desk.ines)] == ["the aide-de-camp"]


def test_the_page_of_a_campaign_says_what_each_commander_has_and_is_to_do(desk: Office) -> None:
    page = plain(desk.visitor(desk.ines).get("/scenarios/campaign/oxford-1644").text)
    assert "The King and Forth (The King) 1, Wilmot, with Cleveland and Northampton (The King) 2" in page
    assert "The King, 10 points: Oxford is held on the last day." in page
    assert "5,500 men, 10 guns" in page
    assert "Blind" not in page
    assert re.search(r"\b1 units", page) is None
    assert "Guessed: the split of armies into units" in page


def test_a_chief_of_a_campaign_gives_no_other_commanders_forces_away(desk: Office, oxford: GameId) -> None:
    assert no_parcelling(open_game(desk.services, oxford), KING) != ""


def test_commanders_of_a_campaign_write_by_couriers_alone(desk: Office, tmp_path: Path) -> None:
    game = begun(desk, tmp_path, "reckoned")
    assert "write them among your orders" in plain(desk.visitor(desk.ines).get(f"/g/{game}/letters").text)
    with pytest.raises(NoLetter, match="ride with couriers"):
        write_letter(desk.services, game, RED, [WHITE], "Yield.", desk.ines)
    assert open_game(desk.services, game).desk.letters == ()


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


def test_the_umpire_sees_the_truth_beside_what_a_seat_knew_and_players_at_the_end(desk: Office, tmp_path: Path) -> None:
    umpire = ada(desk)
    game = begun(desk, tmp_path, "reckoned", umpire=umpire)
    visitor, player = desk.visitor(umpire), desk.visitor(desk.ines)
    assert f"/g/{game}/beside" in visitor.get(f"/g/{game}/umpire").text
    page = visitor.get(f"/g/{game}/beside?stage=1&eyes=red").text
    assert "Morning of 1 May" in page
    first, second = re.findall(r'alt="([^"]+)"', page)[-2:]
    assert "White&#39;s army" in first
    assert "White&#39;s army" not in second
    assert "Half-day 2 of 2" in plain(visitor.get(f"/g/{game}/beside").text)
    assert player.get(f"/g/{game}/beside").status_code == 403
    while open_game(desk.services, game).state == "running":
        for seat in (RED, WHITE):
            submit(desk.services, game, seat, "ready", "web", "x")
    assert "Half-day by half-day" in player.get(f"/g/{game}/debrief").text
    assert player.get(f"/g/{game}/beside?stage=2&eyes=white").status_code == 200
    assert player.get(f"/g/{game}/beside?stage=99").status_code == 404
    assert visitor.get(f"/g/{game}/beside/2-white.svg").mimetype == "image/svg+xml"


def test_a_campaign_has_a_newsbook(desk: Office, tmp_path: Path) -> None:
    """An item of the first day is printed with the dispatches of the second."""
    options = Options(every=0, battles="reckoned", newsbook="signed")
    game = new_game(desk.services, two_days(tmp_path), {RED: desk.ines, WHITE: desk.tom}, options, seed=b"news")
    write_news(desk.services, game, RED, "The Mill is ours.", desk.ines, "signed", "")
    for _day in range(2):
        for seat in (RED, WHITE):
            submit(desk.services, game, seat, "ready", "web", "x")
    assert [one.issue for one in open_game(desk.services, game).desk.news] == [1]
    assert "The Mill is ours." in desk.visitor(desk.tom).get(f"/g/{game}/newsbook").text


def test_the_form_offers_the_rules_of_battles_and_how_far_the_campaign_goes_on(desk: Office) -> None:
    page = plain(desk.visitor(desk.ines).get("/new/campaign/two-rivers").text)
    assert "By the one-hour rules, on a table in inches." in page
    assert "The campaign waits while a battle is being fought." in page
    takers = {name for name, rules in rule_sets().items() if rules.from_campaign is not None}
    assert {*FOUGHT_BY} - {""} == takers
    options = {"fought_by": "armatys", "lead": "4"}
    battle = desk.services.scenarios("campaign/two-rivers", options).scenario.battle
    assert (battle.fought_by, battle.lead) == ("armatys", 4)


def test_an_if_line_is_ordered_by_tapping_beside_the_order_of_its_force(desk: Office, oxford: GameId) -> None:
    """CA-4: each condition has one order; five at most; a second tap takes it back; another order leaves it."""
    visitor = desk.visitor(desk.ines)

    def pressed(line: str) -> str:
        text = game_page(desk.services, oxford, KING).draft
        visitor.send("/games", f"/g/{oxford}/orders", text=text, turn="1", line=line)
        return game_page(desk.services, oxford, KING).draft

    def offered() -> list[str]:
        card = visitor.get(f"/g/{oxford}/stands/R1", **HTMX).text
        return re.findall(r'name="line" value="(R1 if [^"]+)"', card)

    def gaps() -> tuple[str, ...]:
        return sheet_of(open_game(desk.services, oxford), game_page(desk.services, oxford, KING)).gaps

    march, away = "R1 march Witney", "R1 if enemy over 5500 at Witney then avoid"
    assert pressed("R1 scout Woodstock")
    assert "R1" in gaps(), "scouts ride beside its order, which it has not got yet"
    assert pressed("R1 scout Woodstock") == ""
    assert pressed(march) == march
    assert "R1" not in gaps()
    assert away in offered(), "the town to which it marches is watched"
    assert pressed(away) == f"{march}\n{away}"
    assert pressed("R1 scout Woodstock").splitlines() == [march, away, "R1 scout Woodstock"]
    assert pressed("R1 hold").splitlines() == ["R1 hold", away, "R1 scout Woodstock"]
    assert pressed("R1 scout Woodstock") == f"R1 hold\n{away}"
    seek = away.replace("avoid", "seek")
    assert pressed(seek) == f"R1 hold\n{seek}"
    assert f"{seek} and write Wilmot" in offered()
    assert pressed(f"{seek} and write Wilmot") == f"R1 hold\n{seek} and write Wilmot"
    assert pressed(f"{seek} and write Wilmot") == "R1 hold"
    conditions = [line for line in offered() if line.endswith("then hold")]
    while len(conditions) < 6:
        conditions.append(f"R1 if day {len(conditions)} then hold")
    for line in conditions[:5]:
        pressed(line)
    assert {line.partition(" then ")[0] for line in offered()} == {one.partition(" then ")[0] for one in conditions[:5]}
    assert "<details" in visitor.get(f"/g/{oxford}?open=R1").text
