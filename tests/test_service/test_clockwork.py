"""Deadlines: reminders, grace, adjudication; once each, whoever ticks."""

import threading
from datetime import UTC, datetime, timedelta

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.engine.play import Play
from pbem.service.options import Missed, Options
from pbem.service.play import clockwork
from pbem.service.play.clockwork import Ticked, next_due, tick
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import Receipt, extend, submit
from tests.test_service.conftest import START, Office
from tests.toyrules import BLUE, RED, Duel, rules, script

DAYS = Options(every=3, at="20:00", zone="Europe/London")


def order(office: Office, game: GameId, seat: Seat, text: str, **more: object) -> Receipt:
    """Orders by mail."""
    return submit(office.services, game, seat, text, "mail", seat, **more)  # type: ignore[arg-type]  # passed on


def given(office: Office, game: GameId) -> list[tuple[object, str]]:
    """What the last batch closed by hand was answered with, and by whom."""
    answers = [line.body for line in load_game(office.services, game).table if line.kind == "answer" and line.body.ask]
    return [(one.answer, one.by) for one in answers[-1].given]


def test_a_turn_has_its_deadline_and_a_reminder_a_day_before(office: Office) -> None:
    game = office.begin(DAYS)
    page = game_page(office.services, game, RED)
    assert page.due is not None
    assert page.due.told == "Thu 14 May, 21:00 CEST (19:00 UTC)"
    assert page.due.left == "3 d 9 h"
    assert next_due(office.services) == datetime(2026, 5, 13, 19, 0, tzinfo=UTC)
    order(office, game, BLUE, "bid 2")
    office.clock.at = datetime(2026, 5, 13, 19, 0, tzinfo=UTC)
    assert tick(office.services).reminded == (game,)
    (reminder,) = office.mails("reminder")
    assert (reminder.seat, reminder.expires_at) == ("red", datetime(2026, 5, 14, 19, 0, tzinfo=UTC))
    assert tick(office.services) == Ticked()
    assert next_due(office.services) == datetime(2026, 5, 14, 19, 0, tzinfo=UTC)


def test_nobody_is_reminded_who_has_sent_something(lite: Office) -> None:
    game = lite.begin(DAYS)
    for seat in (RED, BLUE):
        order(lite, game, seat, "bid 2")
    lite.later(days=2, hours=12)
    tick(lite.services)
    assert lite.mails("reminder") == []


def test_what_stands_at_the_deadline_is_played_final_or_not(office: Office) -> None:
    game = office.begin(DAYS)
    order(office, game, RED, "bid 3")
    order(office, game, BLUE, "bid 2")
    office.later(days=4)
    assert tick(office.services).played == (game,)
    assert [by for _, by in given(office, game)] == ["player", "player"]
    assert game_page(office.services, game, RED).misses.total == 0
    assert tick(office.services) == Ticked()


def test_the_late_have_grace_and_are_named_and_then_their_standing_orders_act(office: Office) -> None:
    game = office.begin(DAYS)
    order(office, game, BLUE, "bid 2")
    office.clock.at = datetime(2026, 5, 14, 19, 0, tzinfo=UTC)
    assert tick(office.services).grace == (game,)
    assert [mail.seat for mail in office.mails("late")] == ["red"]
    blue, red = game_page(office.services, game, BLUE), game_page(office.services, game, RED)
    assert (blue.waiting.you, blue.waiting.others) == (False, ("Red",))
    assert red.due is not None
    assert (red.due.late, red.due.grace_told) == (True, "Fri 15 May, 09:00 CEST (07:00 UTC)")
    office.clock.at = datetime(2026, 5, 15, 6, 59, tzinfo=UTC)
    assert tick(office.services) == Ticked()
    office.clock.at = datetime(2026, 5, 15, 7, 0, tzinfo=UTC)
    assert tick(office.services).played == (game,)
    assert [by for _, by in given(office, game)] == ["deadline", "player"]
    red = game_page(office.services, game, RED)
    assert (red.misses.total, red.misses.running, red.missed_last) == (1, 1, True)
    assert not game_page(office.services, game, BLUE).missed_last


def test_in_grace_the_turn_is_played_as_soon_as_the_late_are_ready(lite: Office) -> None:
    game = lite.begin(DAYS)
    order(lite, game, BLUE, "bid 2")
    lite.later(days=3, hours=10)
    tick(lite.services)
    assert order(lite, game, RED, "bid 3").outcome == "filed"
    assert order(lite, game, RED, "ready").outcome == "played"


def test_after_grace_orders_are_late_even_before_anybody_ticked(lite: Office) -> None:
    game = lite.begin(DAYS)
    order(lite, game, BLUE, "bid 2\nready")
    lite.later(days=10)
    late = order(lite, game, RED, "bid 3\nready")
    assert late.outcome == "late"
    assert "Thu 14 May, 21:00 CEST (19:00 UTC)" in late.said[0]
    assert "grace ended Fri 15 May, 09:00 CEST" in late.said[0]
    assert late.stands is None
    arrived = order(lite, game, RED, "bid 3\nready", at=START + timedelta(days=1))
    assert arrived.outcome == "played"


@pytest.mark.parametrize(("missed", "by"), [("standing orders", "deadline"), ("aide", "aide")])
def test_without_grace_the_policy_acts_at_the_deadline(lite: Office, missed: Missed, by: str) -> None:
    game = lite.begin(Options(every=6, unit="hours", grace=0, missed=missed))
    order(lite, game, BLUE, "bid 2\nready")
    lite.later(hours=6)
    assert tick(lite.services).played == (game,)
    assert [who for _, who in given(lite, game)] == [by, "player"]
    assert game_page(lite.services, game, RED).misses.running == 1
    for seat in (RED, BLUE):
        order(lite, game, seat, "bid 1\nready")
    assert (game_page(lite.services, game, RED).misses.total, game_page(lite.services, game, RED).misses.running) == (
        1,
        0,
    )


def test_a_game_that_waits_for_the_late_waits_for_ever_and_takes_their_orders(lite: Office) -> None:
    game = lite.begin(Options(every=6, unit="hours", missed="wait"))
    order(lite, game, BLUE, "bid 2\nready")
    lite.later(days=30)
    assert tick(lite.services).waiting == (game,)
    assert tick(lite.services) == Ticked()
    assert [mail.seat for mail in lite.mails("late")] == ["red"]
    assert game_page(lite.services, game, BLUE).waiting.others == ("Red",)
    assert order(lite, game, RED, "bid 3\nready").outcome == "played"


def test_one_extension_a_seat_moves_the_deadline_by_a_day_for_all(office: Office) -> None:
    game = office.begin(DAYS)
    receipt = extend(office.services, game, RED, "mail", "red")
    assert receipt.outcome == "extended"
    assert receipt.due is not None
    assert receipt.due.told == "Fri 15 May, 21:00 CEST (19:00 UTC)"
    assert [mail.seat for mail in office.mails("extended")] == ["blue"]
    assert b"red@" not in office.mails("extended")[0].raw
    second = extend(office.services, game, RED, "mail", "red")
    assert (second.outcome, second.said) == (
        "nothing",
        ("You have no extra day left; this game gives each side 1.",),
    )
    office.clock.at = datetime(2026, 5, 14, 19, 0, tzinfo=UTC)
    assert tick(office.services).grace == ()
    office.clock.at = datetime(2026, 5, 15, 19, 0, tzinfo=UTC)
    assert tick(office.services).grace == (game,)


def test_a_game_without_a_clock_has_no_deadlines(lite: Office) -> None:
    game = lite.begin(Options(every=0))
    assert next_due(lite.services) is None
    assert game_page(lite.services, game, RED).due is None
    receipt = extend(lite.services, game, RED, "mail", "red")
    assert "has no deadlines" in receipt.said[0]


def test_a_turn_played_early_leaves_no_deadline_of_its_own_behind(office: Office) -> None:
    game = office.begin(Options(every=6, unit="hours"))
    office.later(hours=1)
    for seat in (RED, BLUE):
        order(office, game, seat, "bid 2\nready")
    assert next_due(office.services) == START + timedelta(hours=7)


def test_a_row_claimed_before_its_turn_was_played_does_nothing_to_the_next(lite: Office) -> None:
    game = lite.begin(DAYS)
    old = load_game(lite.services, game).desk.open
    assert old is not None
    for seat in (RED, BLUE):
        order(lite, game, seat, "bid 2\nready")
    due = clockwork._Due(game, f"{old.seq}.reminder.then", "reminder", old.seq)
    assert clockwork._act(lite.services, due, lite.clock.at, None) == ""
    assert lite.mails("reminder") == []


def test_two_workers_act_on_each_deadline_once(office: Office) -> None:
    all_games = [office.begin(Options(every=6, unit="hours", grace=0)) for _ in range(6)]
    for game in all_games:
        order(office, game, RED, "bid 3")
    office.later(hours=7)
    ticked: list[Ticked] = []
    threads = [threading.Thread(target=lambda: ticked.append(tick(office.services))) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(game for one in ticked for game in one.played) == sorted(all_games)
    assert all(not one.failed for one in ticked)
    for game in all_games:
        assert load_game(office.services, game).desk.turns == {RED: 2, BLUE: 2}
    reports = [(mail.game, mail.seat, mail.turn) for mail in office.mails("report")]
    assert len(reports) == len(set(reports)) == 24


def test_one_game_that_fails_at_its_deadline_is_stopped_and_the_others_are_played(lite: Office) -> None:
    hourly = Options(every=6, unit="hours", grace=0)
    bad, good = lite.begin(hourly, seed=b"bad"), lite.begin(hourly, seed=b"good")
    order(lite, bad, RED, "bid 3")

    def broken(play: Play[Duel]) -> None:
        if play.battle.phase == "fight" and play.battle.bids[RED] == 3:
            raise ZeroDivisionError
        script(play)

    lite.later(hours=7)
    did = tick(lite.with_rules(rules(broken)).services)
    assert (did.stopped, did.played) == ((bad,), (good,))
    assert next_due(lite.services) == lite.clock.at + timedelta(hours=6)


def test_a_tick_long_after_a_downtime_plays_one_turn_and_gives_a_full_new_one(lite: Office) -> None:
    game = lite.begin(Options(every=6, unit="hours", grace=2))
    lite.later(days=20)
    assert tick(lite.services).played == (game,)
    page = game_page(lite.services, game, RED)
    assert page.turn == 2
    assert page.due is not None
    assert page.due.at == lite.clock.at + timedelta(hours=6)
