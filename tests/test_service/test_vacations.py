"""Days away: which deadlines are put off, how far, and that nobody is told why."""

from datetime import UTC, date, datetime, timedelta

import pytest

from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.service.agreements.deputies import name_deputy
from pbem.service.agreements.vacations import MOST, DaysAway, NoVacation, come_back, go_away, leave_cards, vacations
from pbem.service.options import Options
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game
from pbem.service.play.leave import Absence, put_off
from pbem.service.play.turns import submit
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED

FIRST, LAST = "2026-05-13", "2026-05-20"
"""The first turn of a game begun on 11 May is due on 14 May at 20:00 UTC."""


def due(office: Office, game: GameId) -> datetime:
    return from_iso(load_game(office.services, game).desk.due)


def used(office: Office, game: GameId) -> dict[Seat, int]:
    return dict(load_game(office.services, game).desk.leave)


def test_a_deadline_in_days_away_is_put_off_and_all_are_told_when_and_not_why(office: Office) -> None:
    game = office.begin()
    assert go_away(office.services, office.players[RED], FIRST, LAST) == (game,)
    assert due(office, game) == datetime(2026, 5, 21, 20, tzinfo=UTC)
    assert used(office, game) == {RED: 7}
    mails = office.mails("extended")
    assert sorted(mail.recipient for mail in mails) == ["blue@example.org", "red@example.org"]
    assert all(word not in mail.raw.lower() for mail in mails for word in (b"away", b"vacation", b"leave"))
    office.clock.at = datetime(2026, 5, 20, 19, tzinfo=UTC)
    assert tick(office.services).played == ()


def test_a_later_turn_opens_with_its_deadline_put_off(lite: Office) -> None:
    game = lite.begin()
    go_away(lite.services, lite.players[RED], "2026-05-16", "2026-05-22")
    assert used(lite, game) == {}
    lite.clock.at = datetime(2026, 5, 14, 12, tzinfo=UTC)
    for seat in (RED, BLUE):
        submit(lite.services, game, seat, "bid 1\nready", "mail", "x")
    assert due(lite, game) == datetime(2026, 5, 23, 20, tzinfo=UTC)
    assert lite.mails("extended") == []  # the report says when


def test_days_put_off_add_up(lite: Office) -> None:
    game = lite.begin()
    go_away(lite.services, lite.players[RED], "2026-05-14", "2026-05-15")
    go_away(lite.services, lite.players[RED], "2026-05-16", "2026-05-16")
    assert used(lite, game) == {RED: 3}


def test_leave_goes_as_far_as_the_game_allows_and_no_farther(lite: Office) -> None:
    short, none = lite.begin(Options(leave=3)), lite.begin(Options(leave=0))
    was = due(lite, none)
    assert go_away(lite.services, lite.players[RED], FIRST, LAST) == (short,)
    assert due(lite, short) == was + timedelta(days=3)
    assert due(lite, none) == was
    cards = {card.game: card for card in leave_cards(lite.services, lite.players[RED])}
    assert (cards[short].allowed, cards[short].left, cards[short].misses_it) == (3, 0, True)
    assert (cards[none].allowed, cards[none].left, cards[none].misses_it) == (0, 0, True)
    assert tick(lite.services, was + timedelta(hours=13)).played == (none,)


def test_who_is_ready_or_has_a_deputy_has_nothing_put_off(lite: Office) -> None:
    ready, deputy = lite.begin(), lite.begin()
    submit(lite.services, ready, RED, "bid 1\nready", "mail", "x")
    name_deputy(lite.services, deputy, RED, "dora@example.org", 1, 1, lite.players[RED])
    assert go_away(lite.services, lite.players[RED], FIRST, LAST) == ()
    assert leave_cards(lite.services, lite.players[RED])[1].deputy


def test_days_noted_while_no_process_looked_count_when_the_deadline_comes(lite: Office) -> None:
    """As when a service was stopped between the two transactions."""
    from pbem.store.tables import Vacation

    game = lite.begin()
    with lite.services.db.writing() as session:
        session.add(Vacation(player=lite.players[RED], first=FIRST, last=LAST))
    assert tick(lite.services, datetime(2026, 5, 14, 20, 1, tzinfo=UTC)).put_off == (game,)
    assert due(lite, game) == datetime(2026, 5, 21, 20, tzinfo=UTC)


def test_days_are_those_of_the_players_own_zone(lite: Office) -> None:
    """Due at 22:30 UTC on the 14th, which is the 15th in Madrid: Rosa Red's zone."""
    game = lite.begin(Options(at="22:30"))
    assert go_away(lite.services, lite.players[RED], "2026-05-12", "2026-05-14") == ()
    assert go_away(lite.services, lite.players[RED], "2026-05-15", "2026-05-15") == (game,)


def test_days_away_are_listed_struck_out_and_done_with(lite: Office) -> None:
    who = lite.players[RED]
    game = lite.begin()
    go_away(lite.services, who, FIRST, LAST)
    assert vacations(lite.services, who) == (DaysAway(date(2026, 5, 13), date(2026, 5, 20), False),)
    lite.later(days=3)
    assert vacations(lite.services, who)[0].now
    moved = due(lite, game)
    come_back(lite.services, who, FIRST)
    assert vacations(lite.services, who) == ()
    assert due(lite, game) == moved
    with pytest.raises(NoVacation, match="removed already"):
        come_back(lite.services, who, FIRST)


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        ("2026-05-20", "2026-05-19", "before the first"),
        ("2026-05-01", "2026-05-10", "are past"),
        ("2026-06-01", "2026-09-29", "At most 120 days"),
        ("2027-06-01", "2027-06-02", "within a year"),
        ("soon", "2026-06-02", "first day could not be read"),
        ("2026-06-01", "", "last day could not be read"),
        ("2026-08-05", "2026-08-07", "noted already"),
    ],
)
def test_days_that_cannot_be_noted_are_refused(lite: Office, first: str, last: str, why: str) -> None:
    go_away(lite.services, lite.players[RED], "2026-08-01", "2026-08-05")
    with pytest.raises(NoVacation, match=why):
        go_away(lite.services, lite.players[RED], first, last)
    assert len(vacations(lite.services, lite.players[RED])) == 1


def test_absences_are_not_without_number(lite: Office) -> None:
    for month in range(6, 6 + MOST):
        go_away(lite.services, lite.players[RED], f"2026-{month:02}-01", f"2026-{month:02}-02")
    with pytest.raises(NoVacation, match="the most allowed"):
        go_away(lite.services, lite.players[RED], "2027-01-01", "2027-01-02")


def test_two_away_one_after_the_other_use_each_his_own_leave() -> None:
    absences = [
        Absence(RED, "UTC", [(date(2026, 5, 14), date(2026, 5, 15))], 9),
        Absence(BLUE, "UTC", [(date(2026, 5, 16), date(2026, 5, 17))], 1),
    ]
    due = datetime(2026, 5, 14, 20, tzinfo=UTC)
    assert put_off(Options(), due, absences) == (
        (RED, due + timedelta(days=2)),
        (BLUE, due + timedelta(days=3)),
    )


def test_a_day_put_off_to_an_allowed_weekday_costs_the_days_between() -> None:
    absence = Absence(RED, "UTC", [(date(2026, 5, 15), date(2026, 5, 15))], 2)
    friday = datetime(2026, 5, 15, 20, tzinfo=UTC)
    weekdays = Options(weekdays=(1, 2, 3, 4, 5))
    assert put_off(weekdays, friday, [absence]) == ()  # Monday is three days on
    assert put_off(Options(), friday, [absence]) == ((RED, friday + timedelta(days=1)),)
