"""The mail room on PostgreSQL: what depends on the database, done there too."""

import smtplib
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.clock import FixedClock
from pbem.jobs import listener
from pbem.service.incoming import mailroom, queue
from pbem.service.incoming.closing import close_turns
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.outgoing import notices
from pbem.service.outgoing.notices import tell_daily
from pbem.service.outgoing.outbox import drain
from pbem.service.outgoing.wording import compose_mail
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.errors import Full
from tests.servers import HOST
from tests.test_mail import test_fixtures
from tests.test_mail.conftest import (
    ANN,
    BOB,
    HARROW,
    NORTH,
    SOUTH,
    START,
    Office,
    config_for,
    letter,
    reply_to,
)
from tests.test_mail.mortal import Book
from tests.test_mail.test_deadline_race import deadline_in, facing

FIXTURES = sorted(test_fixtures.EXPECTED)[::24]
"""Every twenty-fourth of the raw mails: what depends on the database has tests of its own below."""


@pytest.fixture
def office(postgres_copy: str, tmp_path: Path) -> Iterator[Office]:
    """An office on PostgreSQL."""
    db, clock = Database.open(postgres_copy), FixedClock(START + timedelta(minutes=30))
    yield Office(Services(db, config_for(postgres_copy, tmp_path), clock, compose=compose_mail), clock)
    db.close()


@pytest.mark.parametrize("name", FIXTURES)
def test_a_raw_mail_on_postgresql(office: Office, name: str) -> None:
    test_fixtures.test_a_raw_mail(office, name)


def test_whatever_bytes_a_mail_has_it_is_stored(office: Office) -> None:
    """NULs and lone surrogates, which PostgreSQL's text has no place for."""
    body = bytes(range(256)) * 4
    head = b"From: \xff\x00 <ann@players.test>\r\nSubject: \x00 =?utf-8?B?7aCA?=\r\nMessage-ID: <a\x00b@c>\r\n\r\n"
    name = office.store(head + body)
    assert office.stored()[0].raw == head + body
    assert mailroom.handle(office.services, name).state in {"held", "quarantined"}  # type: ignore[arg-type]  # a MailId


def test_by_the_door_once_however_often_it_comes(office: Office) -> None:
    with listener(office.services, f"{HOST}:0") as door, smtplib.LMTP(HOST, door.port) as client:
        for _ in range(2):
            assert client.sendmail(ANN, [reply_to()], letter("S02 turn 2\n")) == {}
    assert [outcome.state for outcome in handle_waiting(office.services)] == ["accepted"]
    assert handle_waiting(office.services) == ()
    assert [mail.kind for mail in office.mails()] == ["answer"]


def test_the_quota_counts_what_is_unread(office: Office) -> None:
    object.__setattr__(office.services.config, "mail_quota", 200)
    office.store(letter("S02 turn 2\n"))
    with pytest.raises(Full):
        office.store(letter("S02 turn 4\n", name="two"))
    assert len(office.stored()) == 1
    handle_waiting(office.services)
    office.store(letter("S02 turn 4\n", name="two"))


def test_a_flood_is_put_off(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "AN_HOUR", 2)
    for number in range(4):
        office.store(letter(f"S02 turn {2 * number + 2}\n", name=f"m{number}"))
    office.store(letter("N02 turn 2\n", BOB, reply_to(NORTH), name="bob"))
    assert len(handle_waiting(office.services)) == 3
    assert handle_waiting(office.services) == ()
    office.later(minutes=61)
    assert len(handle_waiting(office.services)) == 2


def test_the_deadline_race(office: Office) -> None:
    due = deadline_in(office, hours=1)
    for name, after, turn in (("before", -1, 2), ("on", 0, 4)):
        office.store(letter(f"S02 turn {turn}\n", name=name), arrived=due + timedelta(seconds=after))
    office.clock.at = due
    assert close_turns(office.services).played == (HARROW,)
    assert facing(office) == 2
    assert Counter(row.state for row in office.stored()) == {"accepted": 1, "rejected": 1}


def test_two_workers_answer_each_mail_once(office: Office, tmp_path: Path) -> None:
    for number in range(12):
        seat, sender, stand = ((SOUTH, ANN, "S"), (NORTH, BOB, "N"))[number % 2]
        body = f"{stand}02 turn {2 * (number // 2) + 2}\n"
        office.store(letter(body, sender, reply_to(seat), name=f"m{number}"))
        office.later(seconds=1)
    faults: list[BaseException] = []

    def work(book: Path) -> None:
        try:
            handle_waiting(office.services)
            drain(office.services, Book(book))
        except Exception as fault:  # noqa: BLE001  # told below
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(tmp_path / f"sent{number}",)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    drain(office.services, Book(tmp_path / "sent0"))
    assert faults == []
    assert {row.state for row in office.stored()} <= {"accepted", "rejected"}
    answers = [mail for mail in office.mails() if mail.kind != "report"]
    assert Counter(mail.state for mail in answers) == {"sent": 12}
    assert {row.answer for row in office.stored()} == {mail.key for mail in answers}
    sent = Counter(line for path in tmp_path.glob("sent*") for line in path.read_text().split())
    assert set(sent.values()) == {1}


def test_a_word_to_the_operator_is_said_once_a_day(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        tell_daily(office.services, "something", "Something", "it is so")
    office.later(days=1)
    tell_daily(office.services, "something", "Something", "it is so")
    assert len(office.mails("operator")) == 2
    with monkeypatch.context() as patched:
        patched.setattr(notices, "_told", lambda *_: False)  # two workers looked at the same moment
        tell_daily(office.services, "something", "Something", "it is so")
    assert len(office.mails("operator")) == 2
