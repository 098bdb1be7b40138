"""Wall-clock deadlines across the days on which clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.service.model.deadlines import after_pause, at_wall, day_later, grace_end, next_due, reminder_at, wall
from pbem.service.options import Options, OptionsError, check_options, options_from

ZONES = sorted(
    zone
    for zone in available_timezones()
    if zone.partition("/")[0] in {"Europe", "America", "Pacific", "Australia", "Asia", "Africa", "UTC"}
)

zones = st.sampled_from(ZONES)
hours = st.times().map(lambda one: time(one.hour, one.minute))
moments = st.datetimes(datetime(2000, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001  # its limits


@st.composite
def options(draw: st.DrawFn) -> Options:
    unit = draw(st.sampled_from(["days", "hours"]))
    return Options(
        every=draw(st.integers(1, 14 if unit == "days" else 200)),
        unit=unit,  # type: ignore[arg-type]  # one of the two
        at=draw(hours).strftime("%H:%M"),
        zone=draw(zones),
        weekdays=tuple(draw(st.sets(st.integers(1, 7), min_size=1))),
    )


@given(options(), moments)
def test_a_deadline_is_on_an_allowed_day_and_far_enough_away(agreed: Options, opened: datetime) -> None:
    due = next_due(agreed, opened)
    assert due is not None
    assert due.tzinfo is UTC
    assert due.astimezone(ZoneInfo(agreed.zone)).isoweekday() in agreed.weekdays
    given_hours = agreed.every * (24 if agreed.unit == "days" else 1)
    assert due - opened >= timedelta(hours=given_hours) / 2
    assert due - opened <= timedelta(hours=given_hours) + timedelta(days=10)


@given(options(), moments)
def test_a_deadline_by_days_is_at_the_agreed_hour_wherever_that_hour_exists(agreed: Options, opened: datetime) -> None:
    if agreed.unit == "hours":
        return
    due = next_due(agreed, opened)
    assert due is not None
    local = due.astimezone(ZoneInfo(agreed.zone))
    if f"{local:%H:%M}" != agreed.at:
        hour = time.fromisoformat(agreed.at)
        days = [local.date(), local.date() - timedelta(days=1)]
        assert any(not _exists(day, hour, agreed.zone) for day in days)


def _exists(day: date, hour: time, zone: str) -> bool:
    local = datetime.combine(day, hour, tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None) == local.replace(tzinfo=None)


@given(st.dates(date(2000, 1, 1), date(2035, 1, 1)), hours, zones)
def test_an_hour_is_its_first_happening_or_as_much_later_as_clocks_went_forward(
    day: date, hour: time, zone: str
) -> None:
    moment = at_wall(day, hour, zone)
    back = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    wanted = datetime.combine(day, hour)
    if _exists(day, hour, zone):
        assert back == wanted
        for earlier in (15, 30, 60, 120, 180):
            before = (moment - timedelta(minutes=earlier)).astimezone(ZoneInfo(zone))
            assert before.replace(tzinfo=None) != wanted
    else:
        assert back > wanted


@given(options(), moments)
def test_an_extension_is_later_and_on_an_allowed_day(agreed: Options, opened: datetime) -> None:
    due = next_due(agreed, opened)
    assert due is not None
    later = day_later(agreed, due)
    assert later > due
    assert later.astimezone(ZoneInfo(agreed.zone)).isoweekday() in agreed.weekdays


@pytest.mark.parametrize(
    ("zone", "opened", "at", "due"),
    [
        ("Europe/Madrid", "2026-05-11T20:10+00:00", "21:00", "2026-05-14T19:00+00:00"),
        ("Europe/London", "2026-10-22T12:00+00:00", "01:30", "2026-10-25T00:30+00:00"),  # 01:30 comes twice: the first
        ("Europe/London", "2026-03-26T12:00+00:00", "01:30", "2026-03-29T01:30+00:00"),  # 01:30 does not come: 02:30
        ("America/New_York", "2026-03-05T12:00+00:00", "02:30", "2026-03-08T07:30+00:00"),
        ("Pacific/Apia", "2011-12-27T12:00+00:00", "20:00", "2011-12-31T06:00+00:00"),  # 30 December was left out
    ],
)
def test_known_days(zone: str, opened: str, at: str, due: str) -> None:
    agreed = Options(every=3, at=at, zone=zone)
    assert next_due(agreed, datetime.fromisoformat(opened)) == datetime.fromisoformat(due)


def test_weekdays_are_skipped_and_the_gap_is_never_a_sliver() -> None:
    no_weekend = Options(every=2, at="20:00", weekdays=(1, 2, 3, 4, 5))
    assert next_due(no_weekend, datetime(2026, 5, 14, 10, tzinfo=UTC)) == datetime(2026, 5, 18, 20, tzinfo=UTC)
    daily = Options(every=1, at="00:05")
    assert next_due(daily, datetime(2026, 5, 14, 23, 59, tzinfo=UTC)) == datetime(2026, 5, 16, 0, 5, tzinfo=UTC)
    assert next_due(Options(every=0), datetime(2026, 5, 14, tzinfo=UTC)) is None


@given(options(), moments, st.timedeltas(timedelta(0), timedelta(days=20)))
def test_a_clock_that_waited_gives_what_was_left_and_a_day_or_a_turn_at_least(
    agreed: Options, now: datetime, left: timedelta
) -> None:
    due = after_pause(agreed, now, left)
    turn = timedelta(hours=agreed.every * (24 if agreed.unit == "days" else 1))
    least = max(left, min(timedelta(days=1), turn))
    assert due.tzinfo is UTC
    assert due - now >= least
    assert due - now <= least + timedelta(days=10)
    assert due.astimezone(ZoneInfo(agreed.zone)).isoweekday() in agreed.weekdays


def test_a_clock_that_waited_ends_at_the_agreed_hour() -> None:
    agreed, now = Options(at="20:00", zone="Europe/London"), datetime(2026, 5, 11, 10, 0, tzinfo=UTC)
    assert after_pause(agreed, now, timedelta(0)) == datetime(2026, 5, 12, 19, 0, tzinfo=UTC)
    assert after_pause(agreed, now, timedelta(hours=33)) == datetime(2026, 5, 12, 19, 0, tzinfo=UTC)
    assert after_pause(agreed, now, timedelta(hours=33, seconds=1)) == datetime(2026, 5, 13, 19, 0, tzinfo=UTC)


def test_grace_reminder_and_wall_time() -> None:
    agreed = Options(every=3, grace=12, remind=24, zone="Europe/Madrid")
    opened = datetime(2026, 5, 11, 10, tzinfo=UTC)
    due = datetime(2026, 5, 14, 18, tzinfo=UTC)
    assert grace_end(agreed, due) == due + timedelta(hours=12)
    assert reminder_at(agreed, due, opened) == due - timedelta(hours=24)
    assert reminder_at(agreed, due, due - timedelta(hours=26)) is None
    assert reminder_at(Options(remind=0), due, opened) is None
    assert wall(due, "Europe/Madrid") == "2026-05-14 20:00"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"every": -1}, "option every is -1"),
        ({"every": 400}, "more than a year"),
        ({"weekdays": []}, "1 .Monday. to 7 .Sunday."),
        ({"weekdays": [0]}, "1 .Monday. to 7 .Sunday."),
        ({"at": "25:00"}, "the hour '25:00' cannot be read"),
        ({"zone": "Mars/Olympus"}, "no time zone 'Mars/Olympus'"),
        ({"zone": "../etc/passwd"}, "no time zone"),
        ({"missed": "random"}, "missed"),
        ({"graze": 3}, "graze"),
    ],
)
def test_options_that_no_clock_could_keep_are_refused_by_name(given: dict[str, object], told: str) -> None:
    with pytest.raises(OptionsError, match=told):
        options_from(given)


def test_options_are_read_from_a_form() -> None:
    read = options_from({"every": "48", "unit": "hours", "weekdays": ["1", "2"], "zone": "Europe/Madrid"})
    assert read == Options(every=48, unit="hours", weekdays=(1, 2), zone="Europe/Madrid", delay=5)
    check_options(read)
