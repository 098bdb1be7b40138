"""What the umpire does about time, and what it looks like to the players."""

from datetime import timedelta

import pytest

from pbem.engine.archive import read_archive, verify
from pbem.service.agreements.pacts import NoPact, end_pause
from pbem.service.agreements.tabletalk import table_talk
from pbem.service.options import Options
from pbem.service.play.games import load_game
from pbem.service.play.turns import submit
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.letters import let_letters_wait
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.seats import give_up
from pbem.service.umpire.timing import NoTime, extend_by_days, go_on, move_deadline, nudge, pause, run_now
from tests.test_service.conftest import Office
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.toyrules import BLUE, RED, TOY


def due(umpired: Umpired) -> str:
    return load_game(umpired.office.services, umpired.game).desk.due


def sound(umpired: Umpired) -> bool:
    """Whether the whole journal is found right, by its rules and its desk."""
    lines = "".join(export_game(umpired.office.services, umpired.game)).splitlines(keepends=True)
    return not [one for one in verify(read_archive(lines), TOY, audit=True) if one.fault]


def test_a_nudge_reminds_one_seat_and_not_twice_in_an_hour(office: Office) -> None:
    umpired = begin_umpired(office)
    services, game = office.services, umpired.game
    nudge(services, game, RED, umpired.umpire)
    assert [one.recipient for one in office.mails("reminder")] == ["red@example.org"]
    with pytest.raises(NoTime, match="six hours"):
        nudge(services, game, RED, umpired.umpire)
    submit(services, game, BLUE, "bid 2", "web", office.players[BLUE], True)
    with pytest.raises(NoTime, match="no orders of Blue are awaited"):
        nudge(services, game, BLUE, umpired.umpire)
    office.later(hours=7)
    nudge(services, game, RED, umpired.umpire)
    assert len(office.mails("reminder")) == 2


def test_the_umpire_moves_a_deadline_for_all(umpired: Umpired) -> None:
    office, services, game = umpired.office, umpired.office.services, umpired.game
    before = due(umpired)
    extend_by_days(services, game, 2, "Ben is ill", umpired.umpire)
    assert before < due(umpired)
    assert {one.recipient for one in office.mails("extended")} == {"red@example.org", "blue@example.org"}
    assert not any(b"Ben is ill" in one.raw for one in office.mails())
    move_deadline(services, game, office.clock.at + timedelta(hours=3), "They agreed", umpired.umpire)
    assert due(umpired) == "2026-05-11T13:00:00.000Z"
    for wrong in (timedelta(0), timedelta(days=400)):
        with pytest.raises(NoTime, match="lies ahead"):
            move_deadline(services, game, office.clock.at + wrong, "why", umpired.umpire)
    with pytest.raises(NoTime, match="write your reason"):
        extend_by_days(services, game, 1, "  ", umpired.umpire)
    assert sound(umpired)


def test_no_player_does_what_the_umpire_may(umpired: Umpired) -> None:
    services, game, red = umpired.office.services, umpired.game, umpired.office.players[RED]
    with pytest.raises(NotUmpire):
        nudge(services, game, BLUE, red)
    with pytest.raises(NotUmpire):
        extend_by_days(services, game, 1, "why", red)
    with pytest.raises(NotUmpire):
        run_now(services, game, "why", red)


def test_the_umpire_pauses_the_game_and_lets_it_go_on(umpired: Umpired) -> None:
    services, game = umpired.office.services, umpired.game
    pause(services, game, "", "Christmas", umpired.umpire)
    assert due(umpired) == ""
    assert {one.recipient for one in umpired.office.mails("pact")} == {"red@example.org", "blue@example.org"}
    with pytest.raises(NoTime, match="paused already"):
        pause(services, game, "", "again", umpired.umpire)
    with pytest.raises(NoTime, match="end the pause first"):
        move_deadline(services, game, umpired.office.clock.at + timedelta(days=1), "why", umpired.umpire)
    umpired.office.later(days=5)
    go_on(services, game, "It is over", umpired.umpire)
    assert due(umpired) > "2026-05-16"
    with pytest.raises(NoTime, match="not paused"):
        go_on(services, game, "why", umpired.umpire)
    assert not any(b"Christmas" in one.raw for one in umpired.office.mails())
    assert sound(umpired)


def test_players_do_not_end_the_umpires_pause_until_there_is_no_umpire(umpired: Umpired) -> None:
    services, game, red = umpired.office.services, umpired.game, umpired.office.players[RED]
    pause(services, game, "", "a question", umpired.umpire)
    talk = table_talk(load_game(services, game), RED, red)
    until = "until the umpire resumes it, or, if the umpire is silent until Mon 18 May 2026, a player does"
    assert (talk.rest, talk.rest_open) == (until, False)
    with pytest.raises(NoPact, match="says when it goes on"):
        end_pause(services, game, RED, red)
    give_up(services, game, umpired.umpire)
    assert table_talk(load_game(services, game), RED, red).rest_open
    end_pause(services, game, RED, red)
    assert due(umpired)


def test_players_end_the_pause_of_an_umpire_who_is_silent_for_the_days_agreed(lite: Office) -> None:
    umpired = begin_umpired(lite, Options(absent=3))
    red = lite.players[RED]
    pause(lite.services, umpired.game, "", "a question", umpired.umpire)
    lite.later(days=2)
    let_letters_wait(lite.services, umpired.game, "fog", umpired.umpire, wait=True)
    lite.later(days=2)
    with pytest.raises(NoPact, match="says when it goes on"):
        end_pause(lite.services, umpired.game, RED, red)
    lite.later(days=1)
    assert table_talk(load_game(lite.services, umpired.game), RED, red).rest_open
    end_pause(lite.services, umpired.game, RED, red)
    assert due(umpired)


def test_the_umpire_has_a_turn_played_with_what_stands(lite: Office) -> None:
    umpired = begin_umpired(lite, Options(every=0))
    submit(lite.services, umpired.game, RED, "bid 3", "web", lite.players[RED], True)
    assert run_now(lite.services, umpired.game, "Ben agreed by telephone", umpired.umpire)
    work = load_game(lite.services, umpired.game)
    (first,) = [one.body for one in work.table if one.kind == "answer"][:1]
    assert [given.by for given in first.given] == ["player", "deadline"]
    assert sound(umpired)
