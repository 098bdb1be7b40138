"""A service that was down, or whose clock jumps: the time is given back, and the operator is told."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.service.incoming.closing import close_turns
from pbem.service.options import Options
from pbem.service.play import heartbeat
from pbem.service.play.clockwork import Ticked
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.store import journal
from pbem.store.tables import Heartbeat
from tests.test_service.conftest import START, Office
from tests.toyrules import BLUE, RED

POST = Options(every=3, at="20:00", zone="UTC", grace=12, remind=0)
DUE = datetime(2026, 5, 14, 20, 0, tzinfo=UTC)


def runs(office: Office, until: datetime) -> None:
    """The worker looks at the clock every nine minutes."""
    while office.clock.at < until:
        close_turns(office.services)
        office.clock.at = min(office.clock.at + timedelta(minutes=9), until)


def notes(office: Office, game: GameId, act: str) -> list[tuple[str, str]]:
    codec = load_game(office.services, game).rules.codec
    with office.services.db.reading() as session:
        bodies = [codec.read(one) for one in journal.load_kinds(session, game, ("clock",))]
    return [(one.due, one.note) for one in bodies if one.act == act]


def to_operator(office: Office) -> list[str]:
    return [mail.key for mail in office.mails() if mail.recipient == "operator@example.org"]


def test_after_three_days_of_outage_the_late_have_their_full_grace_from_a_notice_on(office: Office) -> None:
    game = office.begin(POST)
    submit(office.services, game, BLUE, "bid 2\nready", "mail", "blue")
    office.clock.at = DUE - timedelta(hours=6)
    runs(office, DUE - timedelta(hours=5))
    office.later(days=3)
    back = office.clock.at
    assert close_turns(office.services).grace == (game,)
    assert [mail.seat for mail in office.mails("late")] == ["red"]
    assert len(to_operator(office)) == 1
    due = game_page(office.services, game, RED).due
    assert due is not None
    assert due.grace_until == back + timedelta(hours=12)
    ((until, why),) = notes(office, game, "passed")
    assert from_iso(until) == due.grace_until
    assert "the service was away from 2026-05-14T14:54" in why
    runs(office, back + timedelta(hours=11))
    assert submit(office.services, game, RED, "bid 3", "mail", "red").outcome == "filed"
    runs(office, back + timedelta(hours=12))
    assert close_turns(office.services).played == (game,)
    assert close_turns(office.services) == Ticked()


def test_orders_that_come_in_the_outage_count_though_the_deadline_and_grace_are_over(lite: Office) -> None:
    game = lite.begin(POST)
    lite.clock.at = DUE - timedelta(hours=1)
    close_turns(lite.services)
    lite.clock.at = DUE + timedelta(days=3)
    assert submit(lite.services, game, RED, "bid 3", "web", "red").outcome == "filed"  # the worker is still down
    close_turns(lite.services)
    assert [mail.seat for mail in lite.mails("late")] == ["blue"]
    arrived = lite.clock.at - timedelta(hours=1)
    assert submit(lite.services, game, BLUE, "bid 2", "mail", "blue", at=arrived).outcome == "filed"


def test_grace_that_ran_while_the_service_was_away_is_given_back(lite: Office) -> None:
    game = lite.begin(POST)
    lite.clock.at = DUE - timedelta(minutes=5)
    runs(lite, DUE + timedelta(hours=2))
    lite.clock.at = DUE + timedelta(days=2)
    assert close_turns(lite.services).grace == (game,)
    ((until, _),) = notes(lite, game, "given back")
    assert from_iso(until) == lite.clock.at + timedelta(hours=10, minutes=8)
    assert len(lite.mails("late")) == 4  # both when it passed, both when it went on
    runs(lite, from_iso(until))
    assert close_turns(lite.services).played == (game,)


def test_a_second_outage_soon_after_a_long_one_gives_back_no_more_than_was_lost_of_the_grace(lite: Office) -> None:
    game = lite.begin(POST)
    runs(lite, DUE - timedelta(hours=5))
    lite.later(days=3)
    begun = lite.clock.at
    assert close_turns(lite.services).grace == (game,)
    lite.later(minutes=30)
    close_turns(lite.services)
    lite.later(hours=13)
    assert close_turns(lite.services).grace == (game,)
    ((until, _),) = notes(lite, game, "given back")
    assert from_iso(until) - lite.clock.at == timedelta(hours=12)
    assert lite.clock.at - begun < timedelta(hours=14)


def test_without_grace_the_time_that_was_lost_is_given_back(lite: Office) -> None:
    game = lite.begin(Options(every=12, unit="hours", grace=0, remind=0))
    lite.clock.at = START + timedelta(hours=8)
    runs(lite, START + timedelta(hours=8, minutes=30))
    lite.clock.at = START + timedelta(days=2)
    assert close_turns(lite.services).grace == (game,)
    ((until, _),) = notes(lite, game, "passed")
    assert from_iso(until) == lite.clock.at + timedelta(hours=3, minutes=33)


def test_a_deadline_that_passes_after_the_outage_is_as_any_other(lite: Office) -> None:
    game = lite.begin(Options(every=3, at="20:00", zone="UTC", grace=0, remind=0))
    runs(lite, START + timedelta(minutes=10))
    lite.clock.at = DUE - timedelta(hours=1)
    runs(lite, DUE)
    assert close_turns(lite.services).played == (game,)


def test_a_short_break_is_no_outage(lite: Office) -> None:
    lite.clock.at = START
    close_turns(lite.services)
    lite.later(minutes=9)
    close_turns(lite.services)
    assert to_operator(lite) == []


def test_an_outage_is_made_good_even_if_the_worker_dies_as_it_finds_it(
    lite: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lite.begin(POST)
    lite.clock.at = DUE - timedelta(hours=1)
    close_turns(lite.services)
    lite.later(days=3)
    with monkeypatch.context() as patch:
        patch.setattr("pbem.service.incoming.closing.tick", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            close_turns(lite.services)
    lite.later(minutes=1)
    assert close_turns(lite.services).grace == (game,)


def test_a_clock_that_jumps_a_day_and_back_is_told_of_with_the_games_it_touched(lite: Office) -> None:
    game = lite.begin(POST)
    close_turns(lite.services)
    lite.later(days=1)
    close_turns(lite.services)
    submit(lite.services, game, Seat("red"), "bid 2", "mail", "red")
    lite.later(days=-1)
    lite.later(seconds=10)
    close_turns(lite.services)
    lite.later(seconds=40)
    close_turns(lite.services)
    told = {mail.key.split(".")[3]: mail.raw for mail in lite.mails() if mail.recipient == "operator@example.org"}
    assert len(told) == 2
    away, back = (next(raw for raw in told.values() if word in raw) for word in (b"was away", b"gone back by"))
    assert b"set" in away
    assert game.encode() in back


def test_workers_that_start_together_on_a_new_database_beat_once(office: Office) -> None:
    for _ in range(2):
        heartbeat._first_beat(office.services, office.clock.at)
    with office.services.db.reading() as session:
        assert [row.name for row in session.exec(select(Heartbeat)).all()] == [heartbeat.CLOCK]
    assert heartbeat.beat(office.services, office.clock.at) == heartbeat.Beat()
