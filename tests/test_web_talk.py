"""Letters, the table, seats given up and taken, days away: as pages without script."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine.ids import GameId
from pbem.service.agreements.deputies import name_deputy
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game
from pbem.service.play.turns import submit
from pbem.web.door import EXTENSION
from tests.test_service.conftest import composed
from tests.web_offices import NORTH, SOUTH, Office, Visitor, office, plain


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    """Its mails are short ones, without maps."""
    with office(tmp_path) as made:
        short = replace(made, services=replace(made.services, compose=composed))
        made.app.extensions[EXTENSION] = short.services
        yield short


@pytest.fixture
def two(desk: Office) -> tuple[GameId, Visitor, Visitor]:
    """A battle between Ines (South) and Tom (North), both at their browsers."""
    return desk.begin(against_aide=False), desk.visitor(desk.ines), desk.visitor(desk.tom)


def press(who: Visitor, game: GameId, do: str, on: str = "table", **more: str) -> str:
    """Press a button of a page; the words of the page one comes to."""
    answer = who.send(f"/g/{game}/{on}", f"/g/{game}/{on}", do=do, **more)
    assert answer.status_code == 303, plain(answer.text)
    return plain(who.get(answer.location).text)


# --- letters ------------------------------------------------------------------------------------------------------


def test_a_letter_goes_from_page_to_page_as_plain_words(two: tuple[GameId, Visitor, Visitor], desk: Office) -> None:
    game, ines, tom = two
    at = f"/g/{game}/letters"
    assert ines.send(at, at, to="north", text="Sir, <b>yield</b>\r\n\r\nready").status_code == 303
    page = tom.get(at).text
    assert "Sir, &lt;b&gt;yield&lt;/b&gt;" in page
    assert "South to North" in plain(page)
    assert "Letters, 1 new" in tom.get(f"/g/{game}").text
    assert "You to North" in plain(ines.get(at).text)
    for who, name in ((desk.ines, SOUTH), (desk.tom, NORTH)):
        submit(desk.services, game, name, "ready", "web", who)
    assert "ready" in tom.get(f"/g/{game}?tab=report").text.partition('class="letterbook"')[2].partition("</ul>")[0]
    assert "letterbook" not in ines.get(f"/g/{game}?tab=report").text
    assert "     | ready" in tom.get(f"/g/{game}/downloads/report.txt").text
    assert "new" not in plain(ines.get(f"/g/{game}").text).partition("Orders as text")[0].rpartition("Letters")[2]


def test_a_letter_that_is_refused_is_given_back(two: tuple[GameId, Visitor, Visitor]) -> None:
    game, ines, _ = two
    at = f"/g/{game}/letters"
    answer = ines.send(at, at, text="To nobody at all")
    assert answer.status_code == 409
    assert "names nobody to go to" in answer.text
    assert "To nobody at all</textarea>" in answer.text
    assert ines.client.post(at, data={"to": "north", "text": "x"}).status_code == 400  # without the form's token


def test_where_no_letters_are_written_the_page_says_so(desk: Office) -> None:
    game = desk.begin()
    words = plain(desk.visitor(desk.ines).get(f"/g/{game}/letters").text)
    assert "There is nobody to write to" in words
    assert "Send the letter" not in words


# --- the table ----------------------------------------------------------------------------------------------------


def test_a_draw_is_offered_seen_on_the_game_page_and_agreed(two: tuple[GameId, Visitor, Visitor]) -> None:
    game, ines, tom = two
    assert "You have offered a draw" in press(ines, game, "draw")
    seen = plain(tom.get(f"/g/{game}").text)
    assert "South offers a draw." in seen
    assert "North offers" not in plain(ines.get(f"/g/{game}").text)
    assert "Waiting for North" in plain(ines.get(f"/g/{game}/table").text)
    answer = tom.send(f"/g/{game}", f"/g/{game}/table", do="draw-agree", back="game")
    over = plain(tom.get(answer.location).text)
    assert "A draw is agreed" in over
    assert "Both sides agreed to a draw in round 1" in over
    assert "there is nothing more to settle" in plain(ines.get(f"/g/{game}/table").text)


def test_an_offer_is_refused_and_taken_back_by_buttons(two: tuple[GameId, Visitor, Visitor]) -> None:
    game, ines, tom = two
    press(ines, game, "pause", until="")
    assert "asks for a pause until a player says that it goes on" in plain(tom.get(f"/g/{game}").text)
    assert "You have refused" in press(tom, game, "pause-refuse")
    press(ines, game, "pause", until="2026-06-01")
    assert "Taken back" in press(ines, game, "pause-back")
    assert "No pause is on offer now" in press(tom, game, "pause-agree")
    assert "is not a day" in press(ines, game, "pause", until="Whitsun")
    press(ines, game, "pause", until="")
    assert "The game is paused" in press(tom, game, "pause-agree")
    assert "The game is paused until a player says" in plain(ines.get(f"/g/{game}").text)
    assert "with a new deadline" in press(ines, game, "go-on")


def test_giving_up_has_a_page_that_says_what_comes_of_it_and_changes_nothing(
    two: tuple[GameId, Visitor, Visitor], desk: Office
) -> None:
    game, ines, tom = two
    at = f"/g/{game}/concede"
    words = plain(ines.get(at).text)
    assert "the other side wins at once" in words
    assert load_game(desk.services, game).state == "running"
    assert ines.send(at, at).location == f"/g/{game}"
    assert "The other side conceded: North has won" in plain(tom.get(f"/g/{game}").text)
    assert ines.send("/help/orders", at).status_code == 409


def test_who_is_ready_grants_a_day(two: tuple[GameId, Visitor, Visitor], desk: Office) -> None:
    game, ines, _ = two
    assert "once you have submitted" in plain(ines.get(f"/g/{game}/table").text)
    was = load_game(desk.services, game).desk.due
    submit(desk.services, game, SOUTH, "ready", "web", desk.ines)
    assert "The deadline is a day later" in press(ines, game, "grant")
    assert load_game(desk.services, game).desk.due > was


def test_a_deputy_sees_the_table_and_settles_nothing(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    dora = name_deputy(desk.services, game, SOUTH, "dora@example.org", 1, 9, desk.ines)
    page = plain(desk.visitor(dora).get(f"/g/{game}/table").text)
    assert "You are a deputy here" in page
    assert "Offer a draw" not in page
    assert "Only the player of the seat" in press(desk.visitor(dora), game, "draw")


def test_a_word_that_no_button_has_and_a_game_of_others_are_refused(
    two: tuple[GameId, Visitor, Visitor], desk: Office
) -> None:
    game, ines, _ = two
    assert ines.send(f"/g/{game}/table", f"/g/{game}/table", do="burn").status_code == 400
    stranger = desk.visitor(ensure_player(desk.services, "x@example.org", "Xenia"))
    for page in ("letters", "table", "concede", "leave", "hand-over"):
        assert stranger.get(f"/g/{game}/{page}").status_code == 404
        assert desk.visitor().get(f"/g/{game}/{page}").status_code == 303


# --- seats --------------------------------------------------------------------------------------------------------


def test_a_seat_is_left_looked_at_taken_and_handed_over(two: tuple[GameId, Visitor, Visitor], desk: Office) -> None:
    game, ines, tom = two
    submit(desk.services, game, SOUTH, "S01 hold", "web", desk.ines)
    at = f"/g/{game}/leave"
    assert "has a full turn" in plain(ines.get(at).text)
    long = ines.send(at, at, do="open", note="x" * 2001)
    assert (long.status_code, "at most 2000" in long.text) == (409, True)
    assert ines.send(at, at, do="open", note="Hold the hill.").location == "/games"
    assert "South has no player now" in plain(tom.get(f"/g/{game}").text)
    sue = desk.visitor(ensure_player(desk.services, "sue@example.org", "Sue Sub"))
    look = f"/open/{game}/south"
    assert "Hold the hill" not in sue.get(look).text
    assert "you have a seat" in plain(tom.get(look).text).lower()
    taken = sue.send(look, look)
    assert taken.location == f"/g/{game}"
    assert "You have taken over this seat." in plain(sue.get(taken.location).text)
    brief = plain(sue.get(f"/g/{game}/hand-over").text)
    for words in ("Hold the hill.", "In place of Ines Castellanos.", "S01 hold"):
        assert words in brief
    assert sue.get(look).status_code == 409
    assert ines.get(f"/g/{game}/hand-over").status_code == 404
    assert desk.visitor(desk.ines).get(f"/open/{game}/nowhere").status_code == 409


def test_a_battle_against_the_aide_is_nobody_elses_to_look_at(desk: Office) -> None:
    """Nobody is looked for: the page of open seats answers as for a battle there is not."""
    game, tom = desk.begin(), desk.visitor(desk.tom)
    there, none = tom.get(f"/open/{game}/north"), tom.get("/open/nosuch/north")
    assert (there.status_code, none.status_code) == (409, 409)
    assert there.text.replace(game, "nosuch") == none.text
    assert "Ines" not in there.text


def test_a_seat_is_given_to_the_aide(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    ines, at = desk.visitor(desk.ines), f"/g/{game}/leave"
    assert ines.send(at, at, do="aide").location == "/games"
    assert load_game(desk.services, game).chair(SOUTH).aide
    assert ines.get(at).status_code == 404


def test_a_silent_seat_is_opened_by_a_button_and_then_written_for_by_the_aide(desk: Office) -> None:
    game = desk.begin(Options(every=2), against_aide=False)
    tom = desk.visitor(desk.tom)
    for _ in range(3):
        assert "Open this seat" not in tom.get(f"/g/{game}/table").text
        submit(desk.services, game, NORTH, "ready", "web", desk.tom)
        tick(desk.services, desk.clock.at + timedelta(days=4))
        desk.later(days=4)
    assert "3 turns missed in a row" in plain(tom.get(f"/g/{game}/table").text)
    assert "The seat is open: its next player" in press(tom, game, "open south")
    assert "Let the aide-de-camp play it for now" in tom.get(f"/g/{game}/table").text
    assert "plays the empty seat" in press(tom, game, "aide south")


# --- days away ----------------------------------------------------------------------------------------------------


def test_days_away_are_noted_shown_and_struck_out(desk: Office) -> None:
    desk.begin(against_aide=False)
    ines = desk.visitor(desk.ines)
    assert "Your orders are due Thu 14 May" in plain(ines.get("/away").text)
    assert ines.send("/away", "/away", first="2026-05-14", last="2026-05-16").status_code == 303
    words = plain(ines.get("/away").text)
    assert "1 deadline was put off." in words
    assert "Thu 14 May 2026 to Sat 16 May 2026" in words
    assert "It can wait for you 18 days more, of 21 in all." in words
    assert "Orders due Sun 17 May" in plain(desk.visitor(desk.tom).get("/games").text)
    assert ines.send("/away", "/away", do="back", first="2026-05-14").status_code == 303
    assert "No days away." in plain(ines.get("/away").text)
    wrong = ines.send("/away", "/away", first="2026-05-20", last="2026-05-19")
    assert (wrong.status_code, 'value="2026-05-20"' in wrong.text) == (409, True)
    assert "before the first" in wrong.text


def test_beyond_its_leave_a_game_says_what_acts_and_offers_a_deputy(desk: Office) -> None:
    desk.begin(Options(leave=0))
    ines = desk.visitor(desk.ines)
    ines.send("/away", "/away", first="2026-05-14", last="2026-05-16")
    words = plain(ines.get("/away").text)
    for said in ("This game allows no leave.", "You are away then", "your standing orders act", "Name a deputy"):
        assert said in words
