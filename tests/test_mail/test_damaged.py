"""Mails of the outbox whose rows were changed behind the program's back: held, told of, and in nobody else's way."""

from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlmodel import select

from pbem.service.operator.doctor import examine
from pbem.service.outgoing.outbox import DAMAGED, Drained, drain
from pbem.service.outgoing.sentmail import sent_mail
from pbem.store.mails import forget_bytes
from pbem.store.tables import REMOVED, OutMail
from tests.test_mail.conftest import Office, text_of
from tests.test_mail.relays import Sink

CHANGES = {
    "cut short": "out_bytes SET raw = substr(raw, 1, 200)",
    "other bytes": "out_bytes SET raw = CAST(replace(CAST(raw AS TEXT), 'Harrow', 'Horrow') AS BLOB)",
    "text in place of bytes": "out_bytes SET raw = 'nothing of the kind'",
    "another reader": "out_mail SET recipient = 'mallory@example.org'",
    "another sender": "out_mail SET sender = 'mallory@example.org'",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_damaged_mail_is_held_and_the_others_leave(office: Office, change: str) -> None:
    first, second = office.mails("report")
    with office.services.db.writing() as session:
        session.connection().execute(text(f"UPDATE {change} WHERE key = :key"), {"key": first.key})
    sink = Sink()
    assert drain(office.services, sink) == Drained(sent=1, failed=1)
    assert [to for to, _ in sink.got] == [second.recipient]
    held = next(mail for mail in office.mails("report") if mail.key == first.key)
    assert (held.state, held.last_reply) == ("suppressed", DAMAGED)
    assert drain(office.services, sink) == Drained(sent=1)  # the word to the operator
    assert drain(office.services, sink) == Drained()
    (word,) = office.mails("operator")
    assert first.key in "".join(text_of(word.raw).split())
    (found,) = [one for one in examine(office.services, names=None, send=False) if one.about == "outbox"]
    assert found.state == "warning"
    assert first.key in found.found


def test_mails_from_before_the_digest_leave(office: Office) -> None:
    with office.services.db.writing() as session:
        session.connection().execute(text("UPDATE out_mail SET digest = '', length = NULL"))
    assert drain(office.services, Sink()) == Drained(sent=2)


def test_the_text_of_mails_sent_long_ago_is_removed_and_of_no_others(office: Office) -> None:
    drain(office.services, Sink())
    office.later(days=10)
    with office.services.db.writing() as session:
        assert forget_bytes(session, office.clock.at - timedelta(days=11)) == 0
        session.exec(select(OutMail)).first().state = "deferred"  # type: ignore[union-attr]  # there are two
    with office.services.db.writing() as session:
        assert forget_bytes(session, office.clock.at - timedelta(days=9)) == 1
        assert forget_bytes(session, office.clock.at - timedelta(days=9)) == 0
    waits, gone = sorted(office.mails("report"), key=lambda mail: mail.state)
    assert b"Harrow Down" in waits.raw
    assert gone.raw == REMOVED
    assert "was removed" in sent_mail(office.services, gone.message_id.strip("<>").partition("@")[0]).text
