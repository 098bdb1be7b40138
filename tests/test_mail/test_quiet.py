"""Quiet hours, in every zone and over every change of the clocks; and the mails that keep them."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.ids import Seat
from pbem.service.options import OptionsError
from pbem.service.outgoing.outbox import drain
from pbem.service.play.clockwork import tick
from pbem.service.queues.quiet import leaves_at, next_hour, quiet_until, set_quiet
from pbem.service.queues.sending import CALLED_OFF
from pbem.store.tables import OutMail, Player, PlayerId
from tests.test_mail.conftest import ANN, NORTH, SOUTH, START, Office, letter, reply_to
from tests.test_mail.relays import Sink

ZONES = st.sampled_from(["UTC", "Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
MOMENTS = st.timedeltas(timedelta(0), timedelta(days=730)).map(lambda later: START + later)
HOURS = st.times().map(lambda one: one.replace(second=0, microsecond=0))


def shown(moment: datetime, zone: str) -> time:
    return moment.astimezone(ZoneInfo(zone)).time()


@given(MOMENTS, ZONES, HOURS)
def test_the_next_hour_is_the_first_that_clocks_show(now: datetime, zone: str, hour: time) -> None:
    found = next_hour(now, zone, hour)
    assert now < found <= now + timedelta(hours=25, minutes=30)
    before = found - timedelta(hours=3)
    clocks_change = before.astimezone(ZoneInfo(zone)).utcoffset() != found.astimezone(ZoneInfo(zone)).utcoffset()
    assert clocks_change or shown(found, zone) == hour
    minute = timedelta(minutes=1)
    start = now.replace(second=0, microsecond=0)
    passed = (start + minute * count for count in range(1, int((found - start) / minute)))
    assert all(shown(moment, zone) != hour for moment in passed)


@given(MOMENTS, ZONES, HOURS, HOURS)
def test_quiet_hours_end_later_and_hold_until_then(now: datetime, zone: str, from_: time, to: time) -> None:
    end = quiet_until(now, zone, from_, to)
    hour = shown(now, zone)
    within = (from_ <= hour < to) if from_ < to else from_ != to and (hour >= from_ or hour < to)
    if from_ == to:
        return
    assert (end is not None) == within
    if end is not None:
        assert end == next_hour(now, zone, to)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-05-14T19:59", None),  # 21:59 in Madrid
        ("2026-05-14T20:00", "2026-05-15T05:30"),
        ("2026-05-15T05:29", "2026-05-15T05:30"),
        ("2026-05-15T05:30", None),
        ("2026-10-24T21:00", "2026-10-25T06:30"),  # summer time ends in that night
        ("2026-03-28T22:00", "2026-03-29T05:30"),  # and begins in that
    ],
)
def test_a_night_in_madrid(now: str, until: str | None) -> None:
    found = quiet_until(datetime.fromisoformat(now).replace(tzinfo=UTC), "Europe/Madrid", time(22), time(7, 30))
    assert found == (datetime.fromisoformat(until).replace(tzinfo=UTC) if until else None)


def test_an_hour_that_comes_twice_is_never_in_the_past() -> None:
    second_pass = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)  # 02:10 for the second time
    assert next_hour(second_pass, "Europe/Madrid", time(2, 30)) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@given(MOMENTS, st.timedeltas(timedelta(0), timedelta(days=3)))
def test_a_mail_waits_only_if_its_deadline_leaves_time_then(now: datetime, left: timedelta) -> None:
    row = Player(name="Ann", email="a@b.test", zone="Europe/Madrid", quiet_from="22:00", quiet_to="07:30",
                 id=PlayerId("p"), created_at=now)  # fmt: skip
    end = quiet_until(now, row.zone, time(22), time(7, 30))
    leaves = leaves_at(now, row, now + left)
    assert leaves == (end if end is not None and now + left - end >= timedelta(hours=2) else now)
    assert leaves_at(now, row, None) == (end or now)
    row.quiet_from = row.quiet_to = ""
    assert leaves_at(now, row, None) == now


@pytest.mark.parametrize(("from_", "to"), [("22:00", ""), ("", "07:00"), ("07:00", "07:00"), ("25:00", "07:00")])
def test_hours_that_cannot_be_are_refused(office: Office, from_: str, to: str) -> None:
    with pytest.raises(OptionsError):
        set_quiet(office.services, player_of(office, SOUTH), from_, to)


def player_of(office: Office, seat: Seat) -> PlayerId:
    """Who has a seat."""
    found = next(mail.player for mail in office.mails("report") if mail.seat == seat)
    assert found is not None
    return found


def play_a_turn(office: Office, turn: int = 1) -> None:
    """Both sides are ready by mail."""
    office.receive(letter("ready\n", sender="bob@players.test", name=f"b{turn}", to=reply_to(NORTH, turn)))
    office.receive(letter("ready\n", sender=ANN, name=f"a{turn}", to=reply_to(SOUTH, turn)))


def of(mails: list[OutMail], seat: Seat) -> OutMail:
    return next(mail for mail in mails if mail.seat == seat and mail.turn == 2)


def test_reports_wait_for_the_morning_and_answers_do_not(office: Office) -> None:
    set_quiet(office.services, player_of(office, SOUTH), "22:00", "07:30")
    drain(office.services, Sink())
    office.clock.at = datetime(2026, 5, 12, 21, 0, tzinfo=UTC)  # 23:00 in Madrid, 22:00 in London
    play_a_turn(office)
    sink = Sink()
    assert drain(office.services, sink).sent == 3
    assert sorted(sink.kinds) == ["answer", "answer", "report"]
    waits = of(office.mails("report"), SOUTH)
    assert waits.next_at == datetime(2026, 5, 13, 5, 30, tzinfo=UTC)
    office.clock.at = waits.next_at
    assert drain(office.services, sink).sent == 1
    assert of(office.mails("report"), SOUTH).state == "sent"


def test_a_reminder_that_has_been_overtaken_is_not_sent(office: Office) -> None:
    drain(office.services, Sink())
    set_quiet(office.services, player_of(office, SOUTH), "19:00", "23:00")
    office.clock.at = datetime(2026, 5, 13, 20, 0, tzinfo=UTC)  # 24 h before the deadline; 22:00 in Madrid
    tick(office.services)
    reminders = {mail.seat: mail for mail in office.mails("reminder")}
    assert reminders["north"].next_at == office.clock.at
    assert reminders["south"].next_at == datetime(2026, 5, 13, 21, 0, tzinfo=UTC)
    office.later(minutes=10)
    office.receive(letter("S02 turn 2\n"))
    office.later(hours=2)
    sink = Sink()
    drain(office.services, sink)
    assert sorted(sink.kinds) == ["answer", "reminder"]
    (kept,) = [mail for mail in office.mails("reminder") if mail.state == "suppressed"]
    assert (kept.seat, kept.last_reply) == ("south", CALLED_OFF)


def test_a_reminder_is_worth_nothing_once_the_turn_is_played(office: Office) -> None:
    office.clock.at = datetime(2026, 5, 13, 20, 0, tzinfo=UTC)
    tick(office.services)
    play_a_turn(office)
    assert {mail.state for mail in office.mails("reminder")} == {"suppressed"}
    assert {mail.state for mail in office.mails("report", "answer")} == {"queued"}
