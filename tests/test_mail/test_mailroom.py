"""The mail room: once, in order, judged by arrival, answered once, whatever else happens."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from pbem.clock import FixedClock
from pbem.mail import bounded
from pbem.mail.reading import MailText
from pbem.mail.tokens import Tokens, TurnRef
from pbem.service.incoming import answers, byhand, filing, mailroom
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play import turns
from pbem.service.play.clockwork import tick
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.errors import StoreUnavailable
from pbem.store.tables import InMail
from tests.children import started
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
    text_of,
)

DEADLINE = START + timedelta(days=3, hours=10)


# --- once ---------------------------------------------------------------------------------------------------------


def test_the_same_bytes_twice_are_one_mail(office: Office) -> None:
    raw = letter("S02 turn 2\n")
    first = office.receive(raw)
    office.later(minutes=5)
    assert office.receive(raw) == first
    assert len(office.stored()) == len(office.mails()) == 1


def test_a_copy_that_came_another_way_is_ignored(office: Office) -> None:
    raw = letter("S02 turn 2\n")
    assert office.receive(raw).state == "accepted"
    again = office.receive(b"Received: by elsewhere\r\n" + raw)
    assert (again.state, again.answer) == ("ignored", None)
    assert len(office.mails()) == 1


def test_another_body_under_the_same_id_is_another_mail(office: Office) -> None:
    office.receive(letter("S02 turn 2\n"))
    assert office.receive(letter("S02 turn 4\n")).state == "accepted"
    assert office.orders() == ["S02 turn 4"]


def test_the_same_body_from_another_address_is_no_copy(office: Office) -> None:
    office.receive(letter("S02 turn 2\n", sender="eve@evil.test"))
    assert office.receive(letter("S02 turn 2\n")).state == "accepted"


def test_two_workers_handle_a_mail_once(office: Office) -> None:
    name = office.store(letter("S02 turn 2\n"))
    outcomes: list[Any] = []
    threads = [
        threading.Thread(target=lambda: outcomes.append(mailroom.handle(office.services, name))) for _ in range(3)
    ]  # type: ignore[arg-type]  # a MailId
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 3
    assert len(set(map(repr, outcomes))) == 1
    assert len(office.mails()) == 1
    stands = office.page().stands
    assert stands is not None
    assert stands.number == 1


def test_a_worker_killed_before_during_or_after_handles_it_once(
    office_with: Callable[..., Office], tmp_path: Path
) -> None:
    office = office_with()
    url = str(office.services.db.url)
    name = office.store(letter("S02 turn 2\nS04 turn 10\n"))
    office.services.db.close()
    for pause in (0.0, 0.05, 0.15, 0.3):
        worker = started(_handle_forever, url, str(tmp_path), name)
        until_it_works = time.monotonic() + 20
        while not (tmp_path / "working").exists() and time.monotonic() < until_it_works:
            time.sleep(0.01)
        time.sleep(pause)
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()
        (tmp_path / "working").unlink(missing_ok=True)
    assert mailroom.handle(office.services, name).state == "accepted"  # type: ignore[arg-type]  # a MailId
    assert len(office.mails()) == 1
    assert office.orders() == ["S02 turn 2", "S04 turn 10"]


def _handle_forever(url: str, folder: str, name: str) -> None:
    services = Services(Database.open(url), config_for(url, Path(folder)), FixedClock(START), compose=compose_mail)
    (Path(folder) / "working").touch()
    while True:
        mailroom.handle(services, name)  # type: ignore[arg-type]  # a MailId


def test_a_database_that_goes_away_leaves_the_mail_for_later(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    name = office.store(letter("S02 turn 2\n"))

    def gone(*_: object, **__: object) -> None:
        raise StoreUnavailable("the database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(filing, "submit", gone)
        with pytest.raises(StoreUnavailable):
            mailroom.handle_waiting(office.services)
    assert office.stored()[0].state == "stored"
    assert mailroom.handle_waiting(office.services)[0].mail == name


# --- in order, by arrival -----------------------------------------------------------------------------------------


def test_two_threads_do_not_read_the_same_mails(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        office.store(letter(f"S02 turn {2 * number}\n", name=f"m{number}"))
    read: list[InMail] = []
    handle = mailroom.read_mail

    def counted(services: Services, row: InMail) -> MailText:
        read.append(row)
        return handle(services, row)

    monkeypatch.setattr(mailroom, "read_mail", counted)
    threads = [threading.Thread(target=mailroom.handle_waiting, args=(office.services,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(read) == len({row.id for row in read}) == 6


def test_mails_are_handled_in_the_order_they_arrived(office: Office) -> None:
    now = office.clock.now()
    office.store(letter("S02 turn 4\n", name="two"), arrived=now)
    office.store(letter("S02 turn 2\n", name="one"), arrived=now - timedelta(minutes=1))
    assert [one.state for one in mailroom.handle_waiting(office.services)] == ["accepted", "accepted"]
    assert office.orders() == ["S02 turn 4"]


def test_a_later_mail_changes_only_what_it_names_and_is_told_what_it_replaces(office: Office) -> None:
    office.receive(letter("S02 turn 2\nS04 turn 10\n"))
    office.later(minutes=3)
    office.receive(letter("S02 turn 4\n", name="two"))
    assert sorted(office.orders()) == ["S02 turn 4", "S04 turn 10"]
    assert "version 2 of your orders" in text_of(office.mails()[-1].raw)
    assert "replaces version 1" in " ".join(text_of(office.mails()[-1].raw).split())


def test_what_arrived_before_the_deadline_counts_however_late_it_is_read(office: Office) -> None:
    office.store(letter("S02 turn 2\n"), arrived=DEADLINE - timedelta(seconds=1))
    office.clock.at = DEADLINE + timedelta(days=1)
    (outcome,) = mailroom.handle_waiting(office.services)
    assert outcome.state == "accepted"
    assert office.orders() == ["S02 turn 2"]


def test_what_arrived_after_the_deadline_and_grace_does_not(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=12, seconds=1)
    outcome = office.receive(letter("S02 turn 2\n", Date="Mon, 11 May 2026 12:00:00 +0200"))
    assert (outcome.state, outcome.note) == ("rejected", "late")
    assert "Too late" in text_of(office.mails()[0].raw)
    assert office.orders() == []


def test_orders_for_a_played_turn_are_given_back_with_the_form_that_counts(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=13)
    tick(office.services)
    assert office.page().turn == 2
    outcome = office.receive(letter("S02 turn 2\n"))
    assert (outcome.state, outcome.note) == ("rejected", "closed")
    (answer,) = office.mails("refused")
    text = text_of(answer.raw)
    assert "which has been played" in text
    assert "| S02 turn 2" in text
    assert "ORDER FORM FOR ROUND 2" in text
    assert message_from_bytes(answer.raw, policy=default)["Reply-To"].addresses[0].addr_spec == reply_to(SOUTH, 2)
    assert office.orders() == []


# --- the last one awaited, and what is told -----------------------------------------------------------------------


def test_when_both_are_ready_the_turn_is_played_and_answered_once(office: Office) -> None:
    office.receive(letter("S02 turn 2\nready\n"))
    outcome = office.receive(letter("ready\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    assert outcome.state == "accepted"
    assert office.page().turn == 2
    assert sorted(mail.kind for mail in office.mails()) == ["answer", "answer", "report", "report"]
    last = text_of(next(mail.raw for mail in office.mails("answer") if mail.recipient == BOB))
    assert "All sides had submitted, so the turn has been played" in " ".join(last.split())
    assert "S02 turn" not in last
    assert "turn 2" not in last.replace("return 2", "").replace("is your turn 2", "")


def test_an_answer_tells_what_earlier_mails_ordered_too(office: Office) -> None:
    office.receive(letter("S02 turn 2\n"))
    office.receive(letter("S04 turn 10\n", name="more"))
    told = text_of(office.mails("answer")[-1].raw).replace("\r\n", "\n")
    assert "S02  | turn 2\n     |   sent before, still in force\nS04  | turn 10\nS01  | no order" in told
    office.receive(letter("all hold\nready\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    office.receive(letter("ready\n", name="last"))
    last = text_of(office.mails("answer")[-1].raw).replace("\r\n", "\n")
    assert "the turn has been played" in " ".join(last.split())
    assert "S02  | turn 2\n     |   sent before\nS04  | turn 10" in last
    assert "S02  | no order" not in last


def test_the_answer_goes_to_the_registered_address_in_the_thread_of_the_game(office: Office) -> None:
    office.receive(letter("S02 turn 2\n", Reply_To="eve@evil.test", Cc="someone@else.test"))
    (answer,) = office.mails()
    message = message_from_bytes(answer.raw, policy=default)
    assert answer.recipient == ANN
    assert [one.addr_spec for one in message["To"].addresses] == [ANN]
    assert message["In-Reply-To"] == "<one@players.test>"
    assert message["References"].split()[0] == office.mails("report")[1].message_id
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["Reply-To"].addresses[0].addr_spec == reply_to()
    assert message["Subject"] == "Harrow Down, South v North (Bob Barlow): round 1: orders saved as a draft"


def test_an_answer_to_a_report_finds_its_turn_by_the_reports_id_alone(office: Office) -> None:
    report = next(mail for mail in office.mails("report") if mail.recipient == ANN)
    raw = letter("S02 turn 2\n", to="orders@example.test", In_Reply_To=report.message_id)
    assert office.receive(raw).state == "accepted"
    assert office.orders() == ["S02 turn 2"]


def test_a_code_of_an_earlier_turn_is_told_to_be_over(office: Office) -> None:
    code = Tokens(office.services.config.secret).code(TurnRef(HARROW, SOUTH, 1))
    office.clock.at = DEADLINE + timedelta(hours=13)
    tick(office.services)
    outcome = office.receive(letter(f"code {code}\nS02 turn 2\n", to="orders@example.test"))
    assert (outcome.state, outcome.note) == ("rejected", "closed")


def test_in_the_embedded_mode_a_known_sender_needs_no_proof(office_with: Callable[..., Office]) -> None:
    office = office_with(builtin_mailbox=True)
    assert office.receive(letter("S02 turn 2\n", to="orders@example.test")).state == "accepted"
    unknown = office.receive(letter("S02 turn 2\n", sender="eve@evil.test", to="orders@example.test", name="two"))
    assert (unknown.state, unknown.answer) == ("held", None)


def test_a_held_mail_shows_its_lines_to_the_registered_address_only(office: Office) -> None:
    office.receive(letter("S02 turn 2\n", sender="eve@evil.test"))
    (asked,) = office.mails()
    assert asked.recipient == ANN
    assert "| S02 turn 2" in text_of(asked.raw)
    assert office.orders() == []


def test_another_players_token_tells_both_and_shows_nobody_the_others_things(office: Office) -> None:
    office.receive(letter("N03 turn 4 # a secret plan\n", sender=ANN, to=reply_to(NORTH)))
    told = {mail.recipient: text_of(mail.raw) for mail in office.mails()}
    assert set(told) == {ANN, BOB}
    assert "secret plan" not in told[BOB]
    assert "Harrow Down" not in told[ANN]
    code = Tokens(office.services.config.secret).code(TurnRef(HARROW, NORTH, 1))
    assert code not in told[ANN]
    assert reply_to(NORTH).encode() not in next(mail.raw for mail in office.mails() if mail.recipient == ANN)


def test_a_machine_that_hides_being_one_is_not_fed_for_ever(office: Office) -> None:
    for number in range(answers.FRUITLESS_A_DAY + 5):
        office.later(minutes=1)
        office.receive(letter(f"I am away, back in {number} days.\n", name=f"away{number}"))
    assert [mail.kind for mail in office.mails()] == ["unchanged"] * answers.FRUITLESS_A_DAY + ["muted"]
    assert "Until Tue 12 May" in " ".join(text_of(office.mails("muted")[0].raw).split())
    assert "not answered" in office.stored()[-1].note
    assert office.receive(letter("S02 turn 2\n", name="real")).state == "accepted"
    assert len(office.mails("answer")) == 1
    office.later(days=1)
    assert office.receive(letter("I am away still.\n", name="next")).answer is not None


# --- what breaks --------------------------------------------------------------------------------------------------


def test_a_mail_that_breaks_the_rules_is_quarantined_and_stops_nobody(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = office.store(letter("S02 turn 2\n"), arrived=office.clock.now() - timedelta(minutes=1))
    office.store(letter("ready\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    real = turns.submit

    def breaks(services: Services, game: Any, seat: Any, *more: Any, **named: Any) -> Any:
        if seat == SOUTH:
            raise ZeroDivisionError("a bug")
        return real(services, game, seat, *more, **named)

    with monkeypatch.context() as patched:
        patched.setattr(filing, "submit", breaks)
        states = [one.state for one in mailroom.handle_waiting(office.services)]
    assert states == ["quarantined", "accepted"]
    (told,) = office.mails("operator")
    assert bad in " ".join(text_of(told.raw).split())
    assert mailroom.retry(office.services, bad).state == "accepted"  # type: ignore[arg-type]  # a MailId
    assert office.orders() == ["S02 turn 2"]
    assert mailroom.retry(office.services, bad).state == "accepted"  # type: ignore[arg-type]  # a MailId
    assert len(office.mails("answer")) == 2


def test_a_held_mail_can_be_handled_again_and_is_answered_again(office: Office) -> None:
    name = office.receive(letter("S02 turn 2\n", sender="eve@evil.test")).mail
    assert mailroom.retry(office.services, name).state == "held"
    assert len({mail.key for mail in office.mails()}) == 2


def test_there_is_no_such_mail(office: Office) -> None:
    with pytest.raises(byhand.UnknownMail, match="no stored mail"):
        mailroom.handle(office.services, "nothing")  # type: ignore[arg-type]  # a MailId
    with pytest.raises(byhand.UnknownMail, match="no stored mail"):
        mailroom.retry(office.services, "nothing")  # type: ignore[arg-type]  # a MailId


HOSTILE = {
    "commas": "To: " + "," * 50_000 + "\r\n\r\nx",
    "addresses": "To: " + "a@b.c, " * 20_000 + "\r\n\r\nx",
    "no-at": "To: " + "a" * 60_000 + "\r\n\r\nx",
    "pluses": "To: " + "a+" * 30_000 + "\r\n\r\nx",
    "brackets": "Subject: " + "(" * 60_000 + "\r\nTo: " + "(" * 7000 + "\r\n\r\nx",
    "references": "References: " + "<a@b> " * 150_000 + "\r\n\r\nx",
    "from": "From: " + '"' * 40_000 + "\r\n\r\nx",
    "parts": 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + "--b\r\n\r\nx\r\n" * 100_000,
    "nested": "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(20_000)),
    "within": "Content-Type: message/rfc822\r\n\r\n" * 30_000,
    "parameters": "Content-Type: text/plain" + "; a=b" * 12_000 + "\r\n\r\nx",
    "inner-parameters": 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain'
    + "; x" * 400_000
    + "\r\n\r\nx\r\n--b--",
    "tags": "Content-Type: text/html\r\n\r\n" + "<a " * 200_000,
    "comments": "Content-Type: text/html\r\n\r\n" + "<!--" * 200_000,
    "deep": "Content-Type: text/html\r\n\r\n" + "<div>" * 200_000,
    "tables": "Content-Type: text/html\r\n\r\n" + "<table><tr><td>" * 50_000,
    "on": "Content-Type: text/plain\r\n\r\n" + "On " * 400_000,
    "dashes": "Content-Type: text/plain\r\n\r\n" + "-" * 1_000_000,
    "froms": "Content-Type: text/plain\r\n\r\n" + "From:\r\n" * 150_000,
    "quotes": "Content-Type: text/plain\r\n\r\n" + "> " * 500_000,
    "flowed": "Content-Type: text/plain; format=flowed\r\n\r\n" + "a \r\n" * 400_000,
    "results": "Authentication-Results: mx.example.test; " + "(" * 60_000 + "\r\n\r\nx",
    "zeros": "\0" * 500_000,
    "nothing": "\r\n" * 100_000,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_hostile_mail_costs_little_and_breaks_nothing(office: Office, name: str) -> None:
    raw = f"From: {ANN}\r\nTo: {reply_to()}\r\n".encode() + HOSTILE[name].encode()
    before = time.monotonic()
    outcome = office.receive(raw)
    assert time.monotonic() - before < bounded.SECONDS + 5
    assert outcome.state in {"rejected", "quarantined", "held"}
    assert office.orders() == []
    assert office.receive(letter("S02 turn 2\n", name="next")).state == "accepted"


def test_a_reader_that_never_ends_is_ended(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "SECONDS", -1.8)  # the parent's patience: a fifth of a second
    monkeypatch.setattr(bounded, "CHILD", (sys.executable, "-c", "import time; time.sleep(60)"))
    outcome = office.receive(letter("S02 turn 2\n" + "# x\n" * 10_000))
    assert outcome.state == "quarantined"
    assert "more than" in outcome.note


def test_a_mail_is_stored_as_it_came_whatever_it_is(office: Office) -> None:
    raw = bytes(range(256)) * 10
    name = store_mail(office.services, raw, Envelope("\udcff\0", ("a\0b",)), office.clock.now(), "lmtp")
    assert office.stored()[0].raw == raw
    assert mailroom.handle(office.services, name).state == "held"
