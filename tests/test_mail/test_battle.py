"""A battle by mail alone; the mail room on both databases; what a turn by mail costs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.clock import FixedClock
from pbem.engine.ids import Seat
from pbem.mail.relay import FileRelay
from pbem.service.incoming import mailroom
from pbem.service.outgoing.outbox import drain
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.clockwork import tick
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store.db import Database
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SOUTH, START, Office, begin, config_for, letter, reply_to
from tests.test_mail.test_styles import harmless

PLAYERS = {SOUTH: ANN, NORTH: BOB}


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Office]:
    """An office on each database in turn."""
    url = f"sqlite:///{tmp_path / 'new.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
    db = Database.open(url)
    db.migrate()
    clock = FixedClock(START)
    office = Office(Services(db, config_for(url, tmp_path), clock, compose=compose_mail), clock)
    begin(office.services)
    yield office
    db.close()


def test_every_way_of_a_mail_on_both_databases(both: Office, tmp_path: Path) -> None:
    raw = letter("S02 turn 2\n")
    assert both.receive(raw).state == "accepted"
    assert both.receive(b"Received: x\r\n" + raw).state == "ignored"
    assert both.receive(letter("S02 turn 2\n", sender="eve@evil.test", name="eve")).state == "held"
    assert both.receive(letter("S02 turn 2\n", to=reply_to(NORTH), name="north")).state == "held"
    assert both.receive(letter("S02 turn 4\n", to="orders@example.test", name="new")).state == "held"
    report = next(mail for mail in both.mails("report") if mail.recipient == ANN)
    by_id = letter("S02 turn 4\n", to="orders@example.test", name="id", In_Reply_To=report.message_id)
    assert both.receive(by_id).state == "accepted"
    assert both.receive(letter("nothing here\n", name="none")).state == "rejected"
    name = both.store(letter("S03 turn 2\n", name="waits"))
    assert [one.mail for one in mailroom.handle_waiting(both.services)] == [name]
    assert drain(both.services, FileRelay(tmp_path / "out")).sent == len(both.mails()) + 2


def orders_of(office: Office, seat: Seat) -> str:
    """What the aide-de-camp would write there."""
    work = open_game(office.services, HARROW)
    assert work.desk.open is not None
    ask = work.desk.open.ask_of(seat)
    return work.rules.aide.orders(work.view(seat), ask) if ask else ""


@pytest.mark.slow
def test_a_battle_is_fought_by_mail_alone(office: Office) -> None:
    """Both sides write what the aide-de-camp would, mail by mail, until it is over; no mail sent could be an order."""
    for number in range(60):
        for seat in (SOUTH, NORTH):
            page = office.page(seat)
            if page.state != "running" or page.ask is None:
                continue
            office.later(minutes=1)
            body = f"{orders_of(office, seat)}\nready\n"
            raw = letter(body, sender=PLAYERS[seat], to=reply_to(seat, page.turn), name=f"{seat}{number}")
            outcome = office.receive(raw)
            assert outcome.state == "accepted", (seat, body, outcome)
        if office.page().state == "over":
            break
    assert office.page().state == "over"
    assert sorted(mail.recipient for mail in office.mails("over")) == [ANN, BOB]
    assert {row.state for row in office.stored()} == {"accepted"}
    answers, mails = office.mails("answer"), [*office.mails("report"), *office.mails()]
    assert len(answers) == len(office.stored())
    assert len({mail.message_id for mail in office.mails()}) == len(office.mails())
    for mail in mails:
        harmless(mail)


def test_from_an_order_mail_stored_to_both_reports_in_the_outbox(office: Office) -> None:
    office.receive(letter("ready\n"))
    name = office.store(letter("ready\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    mailroom.handle(office.services, name)  # type: ignore[arg-type]  # a MailId
    assert len(office.mails("report")) == 4


@pytest.mark.parametrize("turn", [2, 10])
def test_what_is_told_of_a_battle_is_told_of_no_other_of_the_same_name_and_length(office: Office, turn: int) -> None:
    """The second of these meets what this process has kept of the first."""
    office.receive(letter(f"S02 turn {turn}\n", name="told"))
    office.later(days=4)
    tick(office.services)
    told = office.page().told
    assert told is not None
    assert next(row.facing for row in told.mine if row.code == "S02") == str(turn)
