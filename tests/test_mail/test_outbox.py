"""The outbox, drained to a relay that behaves and to relays that do not."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.relay import FileRelay, SmtpRelay
from pbem.service.outgoing.outbox import Drained, drain, pause, relay_for
from pbem.store.tables import readdress
from tests.servers import HOST, free_port, until
from tests.servers.dovecot import Dovecot, Mailbox
from tests.servers.postfix import Postfix
from tests.test_mail.conftest import Office, letter


@dataclass
class Script:
    """A relay that says what it is told to: one word of the script for each mail, then "250 ok"."""

    answers: list[str] = field(default_factory=list)
    rcpt: list[str] = field(default_factory=list)
    got: list[bytes] = field(default_factory=list)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.rcpt:
            return self.rcpt.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.got.append(envelope.original_content or b"")
        answer = self.answers.pop(0) if self.answers else "250 ok"
        if answer == "drop":
            assert server.transport is not None
            server.transport.close()
        return answer


@pytest.fixture
def relay() -> Iterator[tuple[Script, SmtpRelay]]:
    """A scripted relay and the way to it."""
    script = Script()
    controller = Controller(script, hostname=HOST, port=free_port())
    controller.start()
    way = SmtpRelay(f"smtp://{HOST}:{controller.port}", timeout=5)
    yield script, way
    way.close()
    controller.stop()


def states(office: Office) -> list[str]:
    return [mail.state for mail in office.mails("report")]


def test_reports_go_out_once(office: Office, relay: tuple[Script, SmtpRelay]) -> None:
    script, way = relay
    assert drain(office.services, way) == Drained(sent=2)
    assert drain(office.services, way) == Drained()
    assert states(office) == ["sent", "sent"]
    assert len(script.got) == 2


def test_answers_go_before_reports(office: Office, relay: tuple[Script, SmtpRelay]) -> None:
    script, way = relay
    office.receive(letter("S02 turn 2\n"))
    drain(office.services, way)
    kinds = [message_from_bytes(raw, policy=default)["X-PBEM"] for raw in script.got]
    assert kinds == ["answer", "report", "report"]


@pytest.mark.parametrize("trouble", ["451 4.3.0 later", "421 4.3.2 shutting down", "drop"])
def test_what_may_pass_is_tried_again_with_the_same_bytes(
    office: Office, relay: tuple[Script, SmtpRelay], trouble: str
) -> None:
    script, way = relay
    script.answers = [trouble]
    assert drain(office.services, way) == Drained(sent=1, deferred=1)
    (put_off,) = [mail for mail in office.mails("report") if mail.state == "deferred"]
    assert drain(office.services, way) == Drained()
    office.later(seconds=59)
    assert drain(office.services, way) == Drained()
    office.later(seconds=15)
    assert drain(office.services, way) == Drained(sent=1)
    first, second = (raw for raw in script.got if put_off.message_id.encode() in raw)
    assert first == second == put_off.raw
    assert states(office) == ["sent", "sent"]


@pytest.mark.parametrize("where", ["answers", "rcpt"])
def test_what_will_never_pass_is_given_up(office: Office, relay: tuple[Script, SmtpRelay], where: str) -> None:
    script, way = relay
    setattr(script, where, ["550 5.1.1 no such user"])
    assert drain(office.services, way) == Drained(sent=1, failed=1)
    (failed,) = [mail for mail in office.mails("report") if mail.state == "failed"]
    assert failed.last_reply == "550 5.1.1 no such user"
    office.later(days=2)
    assert drain(office.services, way) == Drained()


def test_a_recipient_put_off_is_tried_again(office: Office, relay: tuple[Script, SmtpRelay]) -> None:
    script, way = relay
    script.rcpt = ["450 4.2.0 greylisted"]
    assert drain(office.services, way) == Drained(sent=1, deferred=1)
    office.later(minutes=2)
    assert drain(office.services, way) == Drained(sent=1)


def test_no_relay_at_all_is_only_a_delay_until_days_have_passed(office: Office) -> None:
    way = SmtpRelay(f"smtp://{HOST}:{free_port()}", timeout=2)
    for _ in range(4):
        assert drain(office.services, way).deferred == 2
        office.later(hours=2)
    mail = office.mails("report")[0]
    assert mail.attempts == 4
    assert mail.last_reply.startswith("no connection: ConnectionRefusedError")
    office.later(days=5)
    assert drain(office.services, way) == Drained(failed=2)


def test_a_relay_that_is_silent_is_left(office: Office) -> None:
    with socket.socket() as silent:
        silent.bind((HOST, 0))
        silent.listen()
        way = SmtpRelay(f"smtp://{HOST}:{silent.getsockname()[1]}", timeout=0.3)
        assert drain(office.services, way).deferred == 2


def test_starttls_that_is_not_to_be_had_sends_nothing(office: Office, relay: tuple[Script, SmtpRelay]) -> None:
    script, plain = relay
    way = SmtpRelay(plain._url.replace("smtp://", "smtp+starttls://"), timeout=5)
    assert drain(office.services, way).deferred == 2
    assert script.got == []
    assert "STARTTLS" in office.mails("report")[0].last_reply


def test_a_name_and_password_are_given_over_tls(office: Office, certificate: tuple[Path, Path]) -> None:
    seen: list[tuple[bytes, bytes]] = []

    def check(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
        login, password = getattr(data, "login", b""), getattr(data, "password", b"")
        seen.append((login, password))
        return AuthResult(success=password == b"p@ss word", handled=False)

    server_tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_tls.load_cert_chain(*certificate)
    trusting = ssl.create_default_context(cafile=str(certificate[0]))
    controller = Controller(
        Script(), hostname=HOST, port=free_port(), authenticator=check, auth_required=True, tls_context=server_tls
    )
    controller.start()
    where = f"{HOST}:{controller.port}"
    try:
        clear = SmtpRelay(f"smtp://ann%40x:p%40ss%20word@{where}", 5)
        assert drain(office.services, clear).deferred == 2
        assert seen == []  # the server takes no password in the clear, and none was forced on it
        office.later(minutes=2)
        assert drain(office.services, SmtpRelay(f"smtp+starttls://ann%40x:wrong@{where}", 5, trusting)).deferred == 2
        office.later(minutes=7)
        good = SmtpRelay(f"smtp+starttls://ann%40x:p%40ss%20word@{where}", 5, trusting)
        assert drain(office.services, good).sent == 2
        good.close()
    finally:
        controller.stop()
    assert seen[-1] == (b"ann@x", b"p@ss word")
    assert "wrong" not in office.mails("report")[0].last_reply


def test_a_relay_whose_certificate_is_nobodys_gets_nothing(office: Office, certificate: tuple[Path, Path]) -> None:
    server_tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_tls.load_cert_chain(*certificate)
    script = Script()
    controller = Controller(script, hostname=HOST, port=free_port(), tls_context=server_tls)
    controller.start()
    try:
        assert drain(office.services, SmtpRelay(f"smtp+starttls://{HOST}:{controller.port}", 5)).deferred == 2
    finally:
        controller.stop()
    assert script.got == []
    assert "CERTIFICATE_VERIFY_FAILED" in office.mails("report")[0].last_reply


def test_an_address_with_a_line_end_is_never_sent_to(relay: tuple[Script, SmtpRelay]) -> None:
    script, way = relay
    for recipient in ("ann@players.test\r\nRCPT TO:<eve@evil.test>", "", "a@b> x", "ann@players.test\n"):
        assert way.send(b"x", "orders@example.test", recipient, "x").state == "never"
    assert script.got == []


def test_two_workers_send_each_mail_once(office: Office, relay: tuple[Script, SmtpRelay]) -> None:
    script, way = relay
    for number in range(10):
        office.receive(letter(f"S02 turn {2 + number % 2 * 2}\n", name=f"m{number}"))
    other = SmtpRelay(way._url, timeout=5)
    threads = [threading.Thread(target=drain, args=(office.services, one, 3)) for one in (way, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    ids = [message_from_bytes(raw, policy=default)["Message-ID"] for raw in script.got]
    assert len(ids) == len(set(ids)) == 12


def test_without_a_relay_mails_become_files(office: Office) -> None:
    way = relay_for(office.services.config)
    assert isinstance(way, FileRelay)
    assert drain(office.services, way).sent == 2
    files = sorted(way.folder.iterdir())
    assert [path.suffix for path in files] == [".eml", ".eml"]
    assert {path.read_bytes() for path in files} == {mail.raw for mail in office.mails("report")}


def test_files_that_cannot_be_written_are_a_delay(office: Office) -> None:
    way = FileRelay(office.services.config.data_dir / "pbem.db")
    assert drain(office.services, way).deferred == 2


def test_a_mail_that_is_stale_is_not_sent(office: Office, relay: tuple[Script, SmtpRelay]) -> None:
    with office.services.db.writing() as session:
        for mail in office.mails("report"):
            mail.expires_at = office.clock.now()
            session.merge(mail)
    assert drain(office.services, relay[1]) == Drained(failed=2)
    assert states(office) == ["suppressed", "suppressed"]
    assert relay[0].got == []


@given(st.text(min_size=1), st.integers(1, 200))
def test_pauses_grow_and_stay_within_bounds(message_id: str, attempts: int) -> None:
    wait = pause(message_id, attempts)
    base = [1, 5, 15][attempts - 1] if attempts <= 3 else 60
    assert timedelta(minutes=base) <= wait <= timedelta(minutes=base * 1.2)
    assert wait == pause(message_id, attempts)


@pytest.mark.slow
def test_by_a_real_relay_into_a_real_mailbox(
    office_with: Callable[..., Office], postfix: Postfix, dovecot: Dovecot
) -> None:
    office = office_with(smtp_url=f"smtp://{postfix.host}:{postfix.port}")
    box: Mailbox = dovecot.mailbox("players.test")
    with office.services.db.writing() as session:
        for mail in office.mails("report"):
            readdress(mail, box.user)
            session.merge(mail)
    way = relay_for(office.services.config)
    assert drain(office.services, way).sent == 2
    way.close()
    folder = dovecot.maildir(box) / "new"
    until(lambda: folder.exists() and len(list(folder.iterdir())) == 2, "both reports")
    ids = {message_from_bytes(path.read_bytes(), policy=default)["Message-ID"] for path in folder.iterdir()}
    assert ids == {mail.message_id for mail in office.mails("report")}
