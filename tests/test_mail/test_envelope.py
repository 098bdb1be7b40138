"""The envelope sender of what we send: tagged, so that what comes back is known; plain where a relay wants it so."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.mail.addresses import untagged
from pbem.mail.envelope import envelope_sender
from pbem.mail.relay import SmtpRelay
from pbem.service.outgoing.outbox import drain
from tests.servers import HOST, free_port
from tests.test_mail.conftest import Office, letter


@dataclass
class Choosy:
    """A relay that refuses some senders with a code."""

    code: int = 550
    refuses: str = "+"
    senders: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.senders.append(address)
        if self.refuses in address:
            return f"{self.code} 5.1.7 no such sender"
        envelope.mail_from = address
        return "250 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.taken.append(envelope.mail_from or "")
        return "250 ok"


@pytest.fixture
def choosy() -> Iterator[tuple[Choosy, SmtpRelay]]:
    """A relay that takes no sender with a plus in it, and the way to it."""
    script = Choosy()
    controller = Controller(script, hostname=HOST, port=free_port())
    controller.start()
    way = SmtpRelay(f"smtp://{HOST}:{controller.port}", timeout=5)
    yield script, way
    way.close()
    controller.stop()


def test_every_mail_has_a_sender_of_its_own_by_its_id(office: Office) -> None:
    office.receive(letter("S02 turn 2\n"))
    sent = [*office.mails("report"), *office.mails("answer")]
    assert len({mail.sender for mail in sent}) == len(sent) == 3
    for mail in sent:
        assert mail.sender == f"orders+b-{mail.message_id[3:27]}@example.test"
        assert mail.sender == envelope_sender(office.services.config, mail.message_id)
        assert mail.sender.encode() not in mail.raw
        assert untagged(mail.sender) == "orders@example.test"


def test_mails_come_back_to_the_bounce_address_where_there_is_one(office_with: Callable[..., Office]) -> None:
    office = office_with(bounce_address="bounces@example.test")
    office.receive(letter("S02 turn 2\n"))
    (answer,) = office.mails("answer")
    assert answer.sender.startswith("bounces+b-")
    assert b"bounces" not in answer.raw


def test_a_relay_that_takes_no_tagged_sender_gets_the_plain_one(
    office: Office, choosy: tuple[Choosy, SmtpRelay]
) -> None:
    script, way = choosy
    assert drain(office.services, way).sent == 2
    assert script.taken == ["orders@example.test"] * 2
    assert [("+b-" in one) for one in script.senders] == [True, False, False]  # tried once for the connection
    way.close()
    office.receive(letter("S02 turn 2\n"))
    drain(office.services, way)
    assert "+b-" in script.senders[3]  # a new connection: asked again


def test_a_relay_that_takes_neither_has_said_no(office: Office, choosy: tuple[Choosy, SmtpRelay]) -> None:
    script, way = choosy
    script.refuses = "@"
    assert drain(office.services, way).failed == 2
    assert {mail.last_reply for mail in office.mails("report")} == {"550 5.1.7 no such sender"}
    assert len(script.senders) == 4


def test_a_sender_put_off_is_no_refusal(office: Office, choosy: tuple[Choosy, SmtpRelay]) -> None:
    script, way = choosy
    script.code = 451
    assert drain(office.services, way).deferred == 2
    assert all("+b-" in one for one in script.senders)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("RCPT", "553 5.7.1 <orders+b-x@example.test>: Sender address rejected: not owned by user"),  # Postfix
        ("DATA", "550 5.7.60 Client does not have permissions to send as this sender"),  # Exchange
    ],
)
def test_a_relay_that_says_so_late_gets_the_plain_one_too(office: Office, at: str, said: str) -> None:
    class Late:
        """Says what it thinks of a sender only when it is asked for more."""

        async def handle_RCPT(
            self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
        ) -> str:
            if at == "RCPT" and "+" in (envelope.mail_from or ""):
                return said
            envelope.rcpt_tos.append(address)
            return "250 ok"

        async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
            return said if at == "DATA" and "+" in (envelope.mail_from or "") else "250 ok"

    controller = Controller(Late(), hostname=HOST, port=free_port())
    controller.start()
    way = SmtpRelay(f"smtp://{HOST}:{controller.port}", timeout=5)
    assert drain(office.services, way).sent == 2
    way.close()
    controller.stop()


@pytest.mark.parametrize("takes", [True, False])
def test_an_address_beyond_ascii_goes_where_the_relay_takes_it_and_else_says_why(takes: bool) -> None:
    script = Choosy(refuses="nobody")
    controller = Controller(script, hostname=HOST, port=free_port(), enable_SMTPUTF8=takes)
    controller.start()
    way = SmtpRelay(f"smtp://{HOST}:{controller.port}", timeout=5)
    try:
        said = way.send(b"Subject: x\r\n\r\nx\r\n", "orders@example.test", "jörg@players.test", "x")
    finally:
        way.close()
        controller.stop()
    assert said.state == ("sent" if takes else "never")
    assert ("SMTPUTF8" in said.reply) is not takes
