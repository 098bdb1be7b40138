"""Seats that are left, opened, taken and given to the aide: who is told what, and the full turn of who comes."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.service.agreements import pacts, seating
from pbem.service.agreements.handover import handover_of
from pbem.service.agreements.letterbook import letterbook, write_letter
from pbem.service.agreements.seating import SILENT_TURNS, SeatTaken
from pbem.service.agreements.tabletalk import table_talk
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page, seat_of
from pbem.service.play.turns import submit
from pbem.store.tables import PlayerId, SeatRow
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED

NOTE = "Hold the ford. ROWAN-SECRET\nbid 3"


@pytest.fixture
def sub(lite: Office) -> PlayerId:
    """Somebody with no seat."""
    return ensure_player(lite.services, "sue@example.org", "Sue Sub", "Europe/Lisbon")


def state(office: Office, game: GameId, seat: Seat) -> tuple[str, bool, PlayerId | None]:
    with office.services.db.reading() as session:
        row = session.exec(select(SeatRow).where(SeatRow.game == game, SeatRow.seat == seat)).one()
    return row.state, row.aide, row.player


def due(office: Office, game: GameId) -> datetime:
    return from_iso(load_game(office.services, game).desk.due)


def leave(office: Office, game: GameId, note: str = NOTE) -> None:
    seating.leave_seat(office.services, game, RED, office.players[RED], note)


def silent_turns(office: Office, game: GameId, turns: int) -> None:
    """Red misses turns; Blue does not."""
    for _ in range(turns):
        submit(office.services, game, BLUE, "bid 1\nready", "mail", "x")
        office.clock.at = due(office, game) + timedelta(hours=13)
        tick(office.services)
        tick(office.services)


# --- left and taken -----------------------------------------------------------------------------------------------


def test_a_seat_that_is_left_stands_open_and_the_others_are_told_without_a_reason(lite: Office) -> None:
    game = lite.begin()
    leave(lite, game)
    assert state(lite, game, RED) == ("open", False, None)
    assert seat_of(lite.services, game, lite.players[RED]) is None
    (mail,) = lite.mails("seat")
    assert mail.recipient == "blue@example.org"
    assert b"Red has no player now" in mail.raw
    assert b"its standing orders act" in mail.raw
    assert b"ROWAN" not in mail.raw
    assert [one.name for one in game_page(lite.services, game, BLUE).parties] == ["nobody yet", "Ben Blue"]
    assert [one.empty for one in table_talk(load_game(lite.services, game), BLUE, lite.players[BLUE]).seats] == [
        True,
        False,
    ]


def test_who_takes_an_open_seat_has_a_full_turn_a_report_and_what_was_left_for_him(lite: Office, sub: PlayerId) -> None:
    game = lite.begin()
    submit(lite.services, game, RED, "bid 2\nparry always", "mail", lite.players[RED])
    write_letter(lite.services, game, BLUE, (RED,), "Sir!", lite.players[BLUE])
    leave(lite, game)
    lite.later(days=2)
    before = len(lite.mails())
    seating.take_seat(lite.services, game, RED, sub)
    assert state(lite, game, RED) == ("taken", False, sub)
    assert due(lite, game) == datetime(2026, 5, 16, 20, tzinfo=UTC)
    new = lite.mails()[before:]
    assert sorted((one.kind, one.recipient.partition("@")[0]) for one in new) == [
        ("report", "sue"), ("seat", "blue"), ("seat", "sue"),
    ]  # fmt: skip
    brief = next(one.raw for one in new if (one.kind, one.seat) == ("seat", "red"))
    for words in (b"ROWAN-SECRET", b"Rosa Red", b"parry always", b"16 May, 21:00 WEST"):
        assert words in brief
    told = next(one.raw for one in new if one.seat == "blue")
    assert b"Sue Sub plays Red from now on" in told
    assert b"ROWAN" not in told
    work = load_game(lite.services, game)
    over = handover_of(work, RED)
    assert (over.left_by, over.note, over.stands, over.letters) == ("Rosa Red", NOTE, ("bid 2", "parry always"), 1)
    assert (over.reported, over.report) == ("", ()), "no turn has been played yet"
    assert [one.text for one in letterbook(work, RED).letters] == ["Sir!"]
    stands = game_page(lite.services, game, RED).stands
    assert stands is not None
    assert stands.by == ""  # he who filed it was no deputy
    assert table_talk(work, RED, sub).taken_over
    assert submit(lite.services, game, RED, "bid 1\nready", "web", sub).outcome == "filed"


def test_who_takes_a_seat_loses_no_time_and_bears_nobody_elses_misses(lite: Office, sub: PlayerId) -> None:
    game = lite.begin()
    silent_turns(lite, game, 2)
    assert load_game(lite.services, game).desk.misses[RED].running == 2
    leave(lite, game, "")
    was = due(lite, game)
    seating.take_seat(lite.services, game, RED, sub)
    assert due(lite, game) >= was
    assert RED not in load_game(lite.services, game).desk.misses


def test_no_turn_is_played_over_the_head_of_who_has_just_come(lite: Office, sub: PlayerId) -> None:
    """The aide-de-camp had made his orders final."""
    game = lite.begin(aides=(BLUE,))
    seating.take_seat(lite.services, game, BLUE, sub)
    assert submit(lite.services, game, RED, "bid 1\nready", "mail", lite.players[RED]).outcome == "filed"
    page = game_page(lite.services, game, BLUE)
    assert page.stands is not None
    assert (page.stands.final, page.stands.text, page.waiting.you) == (False, "bid 2\nparry always", True)
    assert submit(lite.services, game, BLUE, "ready", "web", sub).outcome == "played"


def test_an_empty_seat_is_played_by_the_games_policy(lite: Office) -> None:
    game = lite.begin()
    leave(lite, game)
    submit(lite.services, game, BLUE, "bid 1\nready", "mail", "x")
    assert load_game(lite.services, game).desk.turns[BLUE] == 1
    lite.later(days=4)
    tick(lite.services)
    tick(lite.services, lite.clock.at + timedelta(hours=13))
    assert load_game(lite.services, game).desk.turns[BLUE] == 2


def test_a_game_that_waits_goes_on_when_somebody_comes(lite: Office, sub: PlayerId) -> None:
    game = lite.begin(Options(missed="wait"))
    leave(lite, game)
    lite.later(days=30)
    assert tick(lite.services).waiting == (game,)
    seating.take_seat(lite.services, game, RED, sub)
    assert due(lite, game) == datetime(2026, 6, 13, 20, tzinfo=UTC)
    assert load_game(lite.services, game).desk.passed is None


def test_nobody_takes_a_seat_he_must_not_have(lite: Office, sub: PlayerId) -> None:
    game = lite.begin()
    with pytest.raises(SeatTaken, match="played by Rosa Red"):
        seating.take_seat(lite.services, game, RED, sub)
    leave(lite, game)
    with pytest.raises(SeatTaken, match="you have a seat"):
        seating.take_seat(lite.services, game, RED, lite.players[BLUE])
    seating.leave_seat(lite.services, game, BLUE, lite.players[BLUE])
    with pytest.raises(SeatTaken, match="another side"):
        seating.take_seat(lite.services, game, RED, lite.players[BLUE])
    seating.take_seat(lite.services, game, RED, lite.players[RED])  # he has changed his mind


def test_only_its_own_player_leaves_a_seat_and_his_note_is_no_book(lite: Office) -> None:
    game = lite.begin()
    with pytest.raises(SeatTaken, match="only the player of Red"):
        seating.leave_seat(lite.services, game, RED, lite.players[BLUE])
    with pytest.raises(SeatTaken, match="at most 2000"):
        leave(lite, game, "x" * 2001)
    pacts.concede(lite.services, game, BLUE, lite.players[BLUE])
    with pytest.raises(SeatTaken, match="is over"):
        leave(lite, game)


def test_an_offer_does_not_outlive_who_made_it(lite: Office, sub: PlayerId) -> None:
    game = lite.begin()
    pacts.offer_draw(lite.services, game, RED, lite.players[RED])
    leave(lite, game)
    seating.take_seat(lite.services, game, RED, sub)
    assert table_talk(load_game(lite.services, game), BLUE, lite.players[BLUE]).to_answer == ()


# --- the aide -----------------------------------------------------------------------------------------------------


def test_a_seat_given_to_the_aide_is_told_and_played_at_once(lite: Office) -> None:
    game = lite.begin()
    submit(lite.services, game, BLUE, "bid 1\nready", "mail", "x")
    with pytest.raises(SeatTaken, match="only the player of Red"):
        seating.give_to_aide(lite.services, game, RED, lite.players[BLUE])
    seating.give_to_aide(lite.services, game, RED, lite.players[RED])
    assert state(lite, game, RED) == ("taken", True, None)
    assert load_game(lite.services, game).desk.turns[BLUE] == 2
    assert [(one.recipient, b"aide-de-camp commands" in one.raw) for one in lite.mails("seat")] == [
        ("blue@example.org", True)
    ]


def test_another_player_lets_the_aide_write_for_an_empty_seat_that_stays_open(lite: Office, sub: PlayerId) -> None:
    game = lite.begin(Options(every=0))
    with pytest.raises(SeatTaken, match="played by Rosa Red"):
        seating.let_aide_write(lite.services, game, BLUE, lite.players[BLUE], RED)
    leave(lite, game)
    seating.let_aide_write(lite.services, game, BLUE, lite.players[BLUE], RED)
    assert state(lite, game, RED) == ("open", True, None)
    seating.take_seat(lite.services, game, RED, sub)
    assert state(lite, game, RED) == ("taken", False, sub)


# --- the silent ---------------------------------------------------------------------------------------------------


def test_a_seat_silent_for_three_turns_is_opened_by_another_player_and_may_be_taken_back(lite: Office) -> None:
    game = lite.begin()
    silent_turns(lite, game, SILENT_TURNS - 1)
    with pytest.raises(SeatTaken, match="has missed 2 turns in a row; after 3"):
        seating.open_silent_seat(lite.services, game, BLUE, lite.players[BLUE], RED)
    silent_turns(lite, game, 1)
    with pytest.raises(SeatTaken, match="no other player"):
        seating.open_silent_seat(lite.services, game, BLUE, lite.players[BLUE], BLUE)
    assert [one.silent for one in table_talk(load_game(lite.services, game), BLUE, lite.players[BLUE]).seats] == [
        True, False,
    ]  # fmt: skip
    seating.open_silent_seat(lite.services, game, BLUE, lite.players[BLUE], RED)
    assert state(lite, game, RED) == ("open", False, None)
    told = {one.recipient: one.raw for one in lite.mails("seat", "notice")}
    assert set(told) == {"red@example.org", "blue@example.org", "operator@example.org"}
    assert f"/open/{game}/red".encode() in told["red@example.org"]
    seating.take_seat(lite.services, game, RED, lite.players[RED])
