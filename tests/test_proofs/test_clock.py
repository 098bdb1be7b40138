"""A player who is silent: reminded, given grace, and then played for; by a clock that knows summer time (PLAYERS 6)."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.clock import iso
from pbem.engine.ids import GameId
from pbem.service.options import Options
from pbem.service.play.clockwork import Ticked, tick
from pbem.service.play.games import load_game
from pbem.service.play.heartbeat import CLOCK
from pbem.service.play.pages import game_page
from pbem.store.tables import Heartbeat, OutMail
from tests.test_proofs.field import HARROW, NORTH, SECRET, SOUTH, Field

EVENINGS = Options(every=3, at="20:00", zone="Europe/London", grace=12, remind=24)


def text_of(mail: OutMail) -> str:
    part = message_from_bytes(mail.raw, policy=policy.default).get_body(("plain",))
    assert part is not None
    return " ".join(str(part.get_content()).split())


def looked_until(field: Field, moment: datetime) -> None:
    """The worker has looked at the deadlines until a minute before: there was no outage."""
    with field.services.db.writing() as session:
        row = session.get(Heartbeat, CLOCK)
        if row is not None:
            row.at = moment - timedelta(minutes=1)


def tick_by_hand(field: Field, folder: Path, moment: datetime) -> str:
    """``pbem tick --now``, in a process of its own."""
    looked_until(field, moment)
    env = {
        "PATH": os.environ["PATH"], "PBEM_DATABASE_URL": str(field.services.db.url), "PBEM_SECRET": SECRET,
        "PBEM_DATA_DIR": str(folder), "PBEM_MAIL_DOMAIN": "example.test",
    }  # fmt: skip
    command = [sys.executable, "-m", "pbem.cli", "tick", "--now", iso(moment)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    field.clock.at = moment
    return done.stdout


def at(field: Field, moment: datetime) -> Ticked:
    """What is done at a moment, in this process."""
    looked_until(field, moment)
    field.clock.at = moment
    return tick(field.services)


@pytest.mark.slow
def test_the_silent_are_reminded_given_grace_and_then_their_standing_orders_act_and_they_are_told(
    field: Field, tmp_path: Path
) -> None:
    game = field.begin(EVENINGS, game=HARROW)
    for seat, text in ((SOUTH, "bid Foot, Horse\nstanding all pursue no\nall hold"), (NORTH, "all hold")):
        assert field.order(game, seat, f"{text}\nready").outcome in {"filed", "played"}
    assert load_game(field.services, game).desk.turns == {SOUTH: 2, NORTH: 2}
    field.order(game, NORTH, "all hold\nready")
    assert at(field, datetime(2026, 5, 13, 18, 59, tzinfo=UTC)) == Ticked()
    assert tick_by_hand(field, tmp_path, datetime(2026, 5, 13, 19, 0, tzinfo=UTC)) == "reminded harrow-down\n"
    assert at(field, datetime(2026, 5, 13, 19, 0, tzinfo=UTC)) == Ticked()
    (reminder,) = field.mails("reminder")
    assert reminder.seat == SOUTH
    assert "Thu 14 May, 21:00 CEST" in text_of(reminder)
    assert at(field, datetime(2026, 5, 14, 19, 0, tzinfo=UTC)).grace == (game,)
    (late,) = field.mails("late")
    assert late.seat == SOUTH
    assert "Fri 15 May, 09:00 CEST (07:00 UTC)" in text_of(late)
    assert at(field, datetime(2026, 5, 15, 6, 59, tzinfo=UTC)) == Ticked()
    assert tick_by_hand(field, tmp_path, datetime(2026, 5, 15, 7, 0, tzinfo=UTC)) == "played harrow-down\n"
    played = load_game(field.services, game)
    assert played.desk.turns == {SOUTH: 3, NORTH: 3}
    given = [line.body for line in played.table if line.kind == "answer" and line.body.ask is not None][-1].given
    assert [one.by for one in given] == ["deadline", "player"]
    declared = [
        (ask.seat, one.by, one.note)
        for line in played.table
        if line.kind == "answer" and line.body.ask is None
        for ask, one in zip(line.body.batch.asks, line.body.given, strict=True)
        if ask.seat == SOUTH and type(ask).__name__ == "AskGroup"
    ]
    assert declared
    assert set(declared) == {(SOUTH, "standing order", "bid Foot")}, "the bids that stand did not decide"
    kept = played.battle.sheets[played.battle.armies[0].id].standing
    assert [(one.decision, one.value) for one in kept] == [("pursue", "no")], "a missed turn lost a standing order"
    reports = {mail.seat: text_of(mail) for mail in field.mails("report") if mail.turn == 3}
    assert "Round 2 was played without you" in reports[SOUTH]
    assert "your standing orders acted" in reports[SOUTH]
    assert "without you" not in reports[NORTH]
    assert "standing orders acted" not in reports[NORTH]
    assert "Mon 18 May" in reports[SOUTH], "the next deadline is a full turn away"
    answer = field.order(game, SOUTH, "all hold\nready")
    assert answer.outcome == "filed"
    assert game_page(field.services, game, SOUTH).misses.total == 1


@pytest.mark.parametrize(
    ("begun", "due", "told"),
    [
        # 02:30 comes twice on the night summer time ends: the first counts
        ("2026-10-24T10:00:00Z", "2026-10-25T00:30:00Z", "Sun 25 Oct, 02:30 CEST (00:30 UTC)"),
        # and on the night it begins not at all: then it is 03:30
        ("2027-03-27T10:00:00Z", "2027-03-28T01:30:00Z", "Sun 28 Mar, 03:30 CEST (01:30 UTC)"),
        # a turn across the change is an hour longer or shorter, not an hour off
        ("2026-10-24T22:00:00Z", "2026-10-26T01:30:00Z", "Mon 26 Oct, 02:30 CET (01:30 UTC)"),
    ],
)
def test_a_deadline_at_night_when_the_clocks_change_is_one_moment_told_to_all_alike(
    field: Field, begun: str, due: str, told: str
) -> None:
    field.clock.at = datetime.fromisoformat(begun)
    game = field.begin(Options(every=1, at="02:30", zone="Europe/Madrid", grace=0, remind=0), game=GameId("night"))
    moment = datetime.fromisoformat(due)
    page = game_page(field.services, game, SOUTH)
    assert page.due is not None
    assert (page.due.at, page.due.told) == (moment, told)
    mails = {mail.seat: mail for mail in field.mails("report")}
    assert told in " ".join(text_of(mails[SOUTH]).split())
    stamp = moment.strftime("DTSTART:%Y%m%dT%H%M%SZ")
    for mail in mails.values():
        parts = message_from_bytes(mail.raw, policy=policy.default).walk()
        (calendar,) = [part for part in parts if part.get_content_type() == "text/calendar"]
        data = calendar.get_payload(decode=True)
        assert isinstance(data, bytes)
        assert stamp in data.decode() or stamp.replace("DTSTART", "DTEND") in data.decode()
    assert f"{moment:%H:%M} UTC" in text_of(mails[NORTH])
    field.clock.at = moment.replace(minute=29)
    assert tick(field.services) == Ticked()
    field.clock.at = moment
    assert tick(field.services).played == (game,)


@pytest.mark.slow
def test_a_battle_nobody_orders_in_ends_by_itself_at_its_limit(field: Field) -> None:
    game = field.begin(Options(every=6, unit="hours", grace=0, remind=0, missed="aide"))
    for _ in range(12):
        if load_game(field.services, game).state == "over":
            break
        field.later(hours=6)
        assert tick(field.services).played == (game,)
    work = load_game(field.services, game)
    assert work.state == "over"
    assert all(misses.running >= 5 for misses in work.desk.misses.values())
    assert {mail.seat for mail in field.mails("over")} == {SOUTH, NORTH}
