"""The page a player orders on, without script: what is asked before orders go in, and what the page asks itself."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.clock import iso
from pbem.engine.ids import Seat
from pbem.service.agreements.pacts import concede
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.web.game import games
from tests.web_offices import NORTH, SOUTH, START, Office, Visitor, office, plain

SIX = "S01 hold\nS02 hold\nS03 hold\nS04 hold\nS05 hold\nS06 hold"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def pressed(visitor: Visitor, game: str, text: str, do: str) -> str:
    """Press a button of the form; where it leads."""
    return visitor.send(f"/g/{game}", f"/g/{game}/orders", text=text, turn="1", do=do).headers["Location"]


def test_units_without_orders_are_named_before_orders_are_submitted(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    where = pressed(visitor, game, SIX.partition("\nS05")[0], "ready")
    asked = visitor.get(where).text.partition("<dialog")[2].partition("</dialog>")[0]
    assert "2 units have no order S05would holdOrder it S05 S06would holdOrder it S06" in plain(asked)
    page = game_page(desk.services, game, SOUTH)
    assert (page.stands, page.draft) == (None, SIX.partition("\nS05")[0])
    pressed(visitor, game, page.draft, "ready-as-is")
    stands = game_page(desk.services, game, SOUTH).stands
    assert stands is not None
    assert stands.final


def test_nothing_is_asked_where_every_unit_has_an_order(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    assert "confirm" not in pressed(visitor, game, SIX, "ready")
    page = visitor.get(f"/g/{game}").text
    assert "Your orders are in" in page
    assert "<textarea" not in page  # nothing is changed before it is asked for
    assert 'value="not-ready"' in page


def test_orders_that_were_submitted_are_shown_and_can_be_changed(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    pressed(visitor, game, SIX, "ready")
    assert "S04Hold understood" in plain(visitor.get(f"/g/{game}").text)
    pressed(visitor, game, "", "not-ready")
    assert f"{SIX}</textarea>" in visitor.get(f"/g/{game}").text


def test_a_page_is_told_of_its_own_report_alone(desk: Office) -> None:
    game, tom = desk.begin(against_aide=False), desk.visitor(desk.tom)
    before = tom.get(f"/g/{game}/pulse")
    assert before.json == {"state": "running", "number": 0, "plays": ""}
    tag = {"If-None-Match": before.headers["ETag"]}
    submit(desk.services, game, SOUTH, SIX, "web", desk.ines, ready=True)
    assert tom.get(f"/g/{game}/pulse", **tag).status_code == 304, "it betrays that the other side is in"
    submit(desk.services, game, NORTH, "ready", "web", desk.tom, ready=True)
    after = tom.get(f"/g/{game}/pulse", **tag)
    assert after.json == {"state": "running", "number": 1, "plays": ""}
    assert desk.visitor(desk.ines).get(f"/g/{game}/pulse").status_code == 200
    assert desk.visitor().get(f"/g/{game}/pulse").status_code == 303


def test_a_page_is_told_that_all_have_submitted_and_that_one_no_more_has(desk: Office) -> None:
    game, tom = desk.begin(Options(delay=5), against_aide=False), desk.visitor(desk.tom)
    submit(desk.services, game, SOUTH, SIX, "web", desk.ines, ready=True)
    assert tom.get(f"/g/{game}/pulse").json["plays"] == ""
    submit(desk.services, game, NORTH, "ready", "web", desk.tom, ready=True)
    assert tom.get(f"/g/{game}/pulse").json["plays"] == iso(START + timedelta(minutes=5))
    assert f'data-plays="{iso(START + timedelta(minutes=5))}"' in tom.get(f"/g/{game}").text
    submit(desk.services, game, SOUTH, "not ready", "mail", desk.ines)
    assert tom.get(f"/g/{game}/pulse").json["plays"] == ""


def test_a_draft_left_over_is_offered_to_the_next_turn(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01 forward 0607", turn="1", base="0.0")
    for seat, who in ((SOUTH, desk.ines), (NORTH, desk.tom)):
        submit(desk.services, game, seat, "ready", "mail", who, ready=True)
    page = visitor.get(f"/g/{game}").text
    assert "Your last draft was not played" in page
    assert '<input type="hidden" name="text" value="S01 forward 0607">' in page
    visitor.send(f"/g/{game}", f"/g/{game}/orders", text="S01 forward 0607", turn="2", do="carry", base="0.0")
    page = visitor.get(f"/g/{game}").text
    assert "S01 forward 0607</textarea>" in page
    assert "Your last draft was not played" not in page


def test_a_draft_that_was_submitted_is_not_left_over(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    text = f"{SIX}\nMind the wood today."
    pressed(visitor, game, text, "ready-as-is")
    submit(desk.services, game, NORTH, "ready", "mail", desk.tom, ready=True)
    assert "not played" not in visitor.get(f"/g/{game}").text


def test_a_long_list_is_folded_by_command(desk: Office) -> None:
    seats = desk.services.scenarios("snaphance/lutzen", {}).scenario.seats
    game = new_game(
        desk.services, "snaphance/lutzen", {Seat(seats[0]): desk.ines, Seat(seats[1]): None}, Options(), seed=b"web"
    )
    visitor = desk.visitor(desk.ines)
    visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01 hold\nS02 hold", turn="1")
    page = visitor.get(f"/g/{game}").text
    folds = re.findall(r'<details class="command"[^>]*>.*?</summary>', page, re.DOTALL)
    assert [plain(one) for one in folds] == [
        "Right 2 of 8 ordered", "First 0 of 6 ordered", "Second 0 of 6 ordered", "Left 0 of 8 ordered",
    ]  # fmt: skip
    assert "2 of 28 ordered" in plain(page)


def test_orders_for_one_place_are_ringed_on_the_map_and_keep_standing(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    text = "S01 forward 0607\nS02 forward 0607\nS03 hold"
    part = visitor.send("/games", f"/g/{game}/check", htmx=True, text=text, turn="1").text
    assert part.count('class="clash-ring"') == 1
    assert 'class="clash-ring"' in visitor.get(f"/g/{game}").text.partition('id="b-orders"')[2].partition("b-marks")[0]
    rows = dict(re.findall(r'<li class="order [^"]*" id="(\w+)">(.*?)</li>', part, re.DOTALL))
    assert plain(rows["S01"]).startswith("S01Forward 0607 understood")
    assert "Forward 0607" in plain(rows["S02"])
    assert "warningS01 and S02 are both ordered to 0607." in plain(rows["S02"])
    assert "1 warning" in plain(part.partition('id="bar"')[2])


def test_an_order_to_march_shows_how_the_unit_will_stand(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)

    def drawn(text: str) -> str:
        part = visitor.send("/games", f"/g/{game}/check", htmx=True, text=text, turn="1").text
        return part.partition('id="drawn"')[2].partition("</svg>")[0]

    assert 'stroke-dasharray="9,5"' in drawn("S04 forward 0907")
    assert drawn("S04 forward 0907") != drawn("S04 forward 0907, turn 2")
    assert "<path" in drawn("S04 turn 2")
    assert 'stroke-dasharray="9,5"' not in drawn("S04 turn 2")  # it stays where it is


def test_finished_games_come_by_pages(desk: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "A_PAGE", 1)
    visitor, began = desk.visitor(desk.ines), [desk.begin() for _ in range(2)]
    for game in began:
        concede(desk.services, game, SOUTH, desk.ines)
    first, second = (visitor.get(f"/games?finished={page}").text for page in (1, 2))
    assert ["Older games" in one for one in (first, second)] == [True, False]
    assert sorted(f'/g/{game}"' in one for one in (first, second) for game in began) == [False, False, True, True]
    assert "Page 2 of 2" in plain(second)
    assert visitor.get("/games?finished=nonsense").status_code == 200
