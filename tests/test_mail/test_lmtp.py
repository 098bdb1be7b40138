"""The LMTP door held against clients that are odd, hostile, slow or many, and against a store that has no room."""

import smtplib
import socket
import threading
from collections.abc import Callable
from datetime import datetime
from typing import Self

import pytest
from sqlmodel import select

from pbem.jobs import listener
from pbem.mail import lmtp
from pbem.mail.addresses import is_ours
from pbem.mail.lmtp import Listener
from pbem.service.incoming import doors, mailroom
from pbem.service.incoming.doors import ingest
from pbem.store.errors import Full, StoreUnavailable
from pbem.store.tables import InMail
from tests.servers import HOST, until
from tests.test_mail.conftest import ANN, ORDERS, Office, letter, reply_to

MAIL = letter("S02 turn 2\nS04 turn 10\n")


def ours(address: str) -> bool:
    return address.endswith("@example.test")


class Client:
    """A client of bare bytes: no library is between the door and what is sent."""

    def __init__(self, port: int) -> None:
        self.line = socket.create_connection((HOST, port), timeout=10)
        self.file = self.line.makefile("rb")

    def says(self, data: bytes) -> str:
        """Send bytes, hear one answer (its last line)."""
        self.line.sendall(data)
        return self.hears()

    def hears(self) -> str:
        """The next answer; '' when the line is cut."""
        answer = self.file.readline()
        while answer[3:4] == b"-":
            answer = self.file.readline()
        return answer.decode().strip()

    def begins(self, *recipients: str) -> None:
        """Everything up to the data."""
        assert self.hears().startswith("220")
        assert self.says(b"LHLO us\r\n").startswith("250")
        assert self.says(f"MAIL FROM:<{ANN}>\r\n".encode()).startswith("250")
        for one in recipients or (reply_to(),):
            assert self.says(f"RCPT TO:<{one}>\r\n".encode()).startswith("250")
        assert self.says(b"DATA\r\n").startswith("354")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *told: object) -> None:
        self.file.close()
        self.line.close()


# --- what is stored is what was sent ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        MAIL + b"nul \0 and \xff\xfe and caf\xe9\r\n",
        MAIL.replace(b"\r\n", b"\n") + b"\r\n",
        MAIL + b"lone \r return\r\n",
        MAIL + b"..dots\r\n.dot\r\n",
        letter("S02 turn 2\n" + "x" * 200_000),
    ],
    ids=["nul and 8 bit", "bare line feeds", "bare returns", "dots", "a line of 200,000"],
)
def test_any_bytes_are_stored_as_they_came(office: Office, raw: bytes) -> None:
    sent = raw.replace(b"\r\n.", b"\r\n..")
    with listener(office.services, f"{HOST}:0") as opened, Client(opened.port) as client:
        client.begins()
        assert client.says(sent.removesuffix(b"\r\n") + b"\r\n.\r\n").startswith("250")
    assert [row.raw for row in office.stored()] == [raw.removesuffix(b"\r\n") + b"\r\n"]


SMUGGLED = [b"\n.\n", b"\r.\r", b"\n.\r\n", b"\r\n.\n", b"\r\n.\r", b"\r.\r\n", b"\n\n.\r\n", b"\r\n\0.\r\n"]


@pytest.mark.parametrize("end", SMUGGLED, ids=repr)
def test_only_the_one_true_end_ends_a_mail(office: Office, end: bytes) -> None:
    """SMTP smuggling: what another server takes for text must not be commands here."""
    inner = f"MAIL FROM:<eve@x.test>\r\nRCPT TO:<{ORDERS}>\r\nDATA\r\nFrom: eve@x.test\r\n\r\nS02 turn 3".encode()
    with listener(office.services, f"{HOST}:0") as opened, Client(opened.port) as client:
        client.begins()
        assert client.says(MAIL.rstrip() + end + inner + b"\r\n.\r\n").startswith("250")
        assert client.says(b"NOOP\r\n").startswith("250")
    (row,) = office.stored()
    assert row.envelope_from == ANN
    assert b"eve@x.test" in row.raw


def test_arrival_is_when_the_last_byte_was_here(office: Office) -> None:
    """However long it waits for a thread or the database."""
    stamps: list[datetime] = []
    before = office.clock.now()

    def take(raw: bytes, sender: str, recipients: tuple[str, ...], arrived: datetime) -> None:
        office.later(minutes=5)
        stamps.append(arrived)

    with Listener(f"{HOST}:0", take, ours, clock=office.clock) as opened, smtplib.LMTP(HOST, opened.port) as client:
        client.sendmail(ANN, [ORDERS], MAIL)
    assert stamps == [before]


def test_addresses_that_are_taken(office_with: Callable[..., Office]) -> None:
    config = office_with(bounce_address="bounces@example.test").services.config
    taken = [ORDERS, "ORDERS+x@Example.test", "bounces@example.test", "bounces+abc@example.test"]
    refused = ["order@example.test", "orders@example.org", "orders", "", "@example.test", "orders@example.test@x"]
    assert [is_ours(config, one) for one in taken] == [True] * 4
    assert [is_ours(config, one) for one in refused] == [False] * 6


# --- every recipient hears an answer ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "code"), [(b"x" * 70 + b"\r\n", "552"), (b"x" * (lmtp.LONGEST_LINE + 10) + b"\r\n", "500")]
)
def test_a_mail_that_is_too_much_is_refused_to_each_recipient(office: Office, body: bytes, code: str) -> None:
    whole = MAIL + body * (lmtp.LARGEST // 70 if code == "552" else 1)
    with listener(office.services, f"{HOST}:0") as opened, Client(opened.port) as client:
        client.begins(reply_to(), ORDERS)
        assert client.says(whole + b".\r\n").startswith(code)
        assert client.hears().startswith(code)
        assert client.says(b"NOOP\r\n").startswith("250")  # and no answer more
    assert office.stored() == []


@pytest.mark.parametrize(
    ("fault", "code"), [(StoreUnavailable("gone"), "451"), (RuntimeError("a bug"), "451"), (Full("full"), "452")]
)
def test_trouble_is_told_to_each_recipient(
    office: Office, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr("pbem.jobs.store_mail", fail)
    with listener(office.services, f"{HOST}:0") as opened, Client(opened.port) as client:
        client.begins(reply_to(), ORDERS)
        assert client.says(MAIL + b".\r\n").startswith(code)
        assert client.hears().startswith(code)


def test_more_recipients_than_one_mail_may_have_are_told_to_come_again(office: Office) -> None:
    with listener(office.services, f"{HOST}:0") as opened, smtplib.LMTP(HOST, opened.port) as client:
        client.ehlo()
        client.mail(ANN)
        codes = [client.rcpt(f"orders+{number}@example.test")[0] for number in range(lmtp.MOST_RECIPIENTS + 2)]
    assert codes == [250] * lmtp.MOST_RECIPIENTS + [452, 452]


# --- no room ------------------------------------------------------------------------------------------------------


def test_over_the_quota_of_unread_mails_the_sender_is_told_to_try_again(office_with: Callable[..., Office]) -> None:
    office = office_with(mail_quota=3 * len(MAIL))
    sent = [letter("S02 turn 2\nS04 turn 10\n", name=f"n{number}") for number in range(4)]
    with listener(office.services, f"{HOST}:0") as opened, smtplib.LMTP(HOST, opened.port) as client:
        for raw in sent[:3]:
            assert client.sendmail(ANN, [reply_to()], raw) == {}
        with pytest.raises(smtplib.SMTPDataError) as told:
            client.sendmail(ANN, [reply_to()], sent[3])
        assert (told.value.smtp_code, told.value.smtp_error) == (452, b"4.3.1 no room now, try again later")
        assert client.sendmail(ANN, [reply_to()], sent[0]) == {}, "it is here already, and takes no room"
        assert len(mailroom.handle_waiting(office.services)) == 3  # which makes room
        assert client.sendmail(ANN, [reply_to()], sent[3]) == {}
    assert [row.raw for row in office.stored()] == sent


def test_a_disk_that_is_nearly_full_takes_no_mail(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "SPARE", 2**60)
    with pytest.raises(Full, match=r"disk of .*pbem\.db is nearly full"):
        ingest(office.services, MAIL)
    assert office.stored() == []


# --- many, slow, cut off ------------------------------------------------------------------------------------------


def greeted(port: int) -> bool:
    with Client(port) as client:
        return client.hears().startswith("220")


def test_too_many_connections_are_told_to_come_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lmtp, "MOST_AT_ONCE", 2)
    with listener(office.services, f"{HOST}:0") as opened, Client(opened.port) as first:
        assert first.hears().startswith("220")
        with Client(opened.port) as second, Client(opened.port) as third:
            assert second.hears().startswith("220")
            assert third.hears().startswith("421 4.3.2")
            assert third.hears() == ""
        until(lambda: greeted(opened.port), "the place that is free again")


def test_a_slow_client_keeps_nobody_waiting_and_is_cut_off(office: Office) -> None:
    def take(raw: bytes, sender: str, recipients: tuple[str, ...], arrived: datetime) -> None:
        ingest(office.services, raw, recipients)

    with Listener(f"{HOST}:0", take, ours, patience=1.0) as opened, Client(opened.port) as slow:
        slow.begins()
        slow.line.sendall(MAIL[:30])
        with smtplib.LMTP(HOST, opened.port) as client:
            assert client.sendmail(ANN, [reply_to()], MAIL) == {}
        assert slow.hears() == ""
    assert len(office.stored()) == 1


def test_many_at_once_are_all_stored(office: Office) -> None:
    faults: list[BaseException] = []

    def send(number: int) -> None:
        try:
            with smtplib.LMTP(HOST, opened.port) as client:
                for one in range(3):
                    client.sendmail(ANN, [reply_to()], letter(f"S02 turn 2 # {number} {one}\n", name=f"{number}.{one}"))
        except Exception as fault:  # noqa: BLE001  # told below
            faults.append(fault)

    with listener(office.services, f"{HOST}:0") as opened:
        threads = [threading.Thread(target=send, args=(number,)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert faults == []
    assert len(office.stored()) == 60


def test_a_mail_cut_off_before_its_end_is_not_stored(office: Office) -> None:
    for end in (b"", b"\r\n", b"\r\n.", b"\r\n.\r"):
        with listener(office.services, f"{HOST}:0") as opened, Client(opened.port) as client:
            client.begins()
            client.line.sendall(MAIL.rstrip() + end)
            client.line.shutdown(socket.SHUT_RDWR)
            with smtplib.LMTP(HOST, opened.port) as other:
                other.noop()
        assert office.stored() == []


def test_a_client_gone_before_it_hears_sends_again_and_it_is_one_mail(office: Office) -> None:
    with listener(office.services, f"{HOST}:0") as opened, Client(opened.port) as client:
        client.begins()
        client.line.sendall(MAIL + b".\r\n")
        client.line.shutdown(socket.SHUT_RDWR)
        until(lambda: len(office.stored()) == 1, "the mail to be stored")
        with smtplib.LMTP(HOST, opened.port) as again:
            assert again.sendmail(ANN, [reply_to()], MAIL) == {}
    assert len(office.stored()) == 1
    assert [outcome.state for outcome in mailroom.handle_waiting(office.services)] == ["accepted"]


# --- what is noted of a mail --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "sender", "subject"),
    [
        ("From: Ann <ANN@players.test>\r\nSubject: my orders", ANN, "my orders"),
        ("From: ann@players.test\r\nFrom: eve@x.test", "", ""),
        ("From: =?utf-8?Q?Eve=0d=0a?= <ann@players.test>", ANN, ""),
        ("Subject: =?utf-8?B?w7xiZXI=?= =?iso-8859-1?Q?all=0d=0aBcc:x?=", "", "überall Bcc:x"),
        ("Subject: =?rot13?Q?abc?= =?utf-8?B?%%%?=", "", ""),
        ("Subject: a\x1b[31mred\x00\u202e", "", "a\\x1b[31mred\\x00<U+202E>"),
        ("Subject: " + "x" * 5000, "", "x" * 200),
        ("\0\0\0", "", ""),
    ],
)
def test_the_list_of_mails_shows_whose_it_says_it_is(office: Office, head: str, sender: str, subject: str) -> None:
    raw = f"{head}\r\nMessage-ID: <one@players.test>\r\n\r\nx".encode()
    ingest(office.services, raw)
    with office.services.db.reading() as session:
        row = session.exec(select(InMail)).one()
    assert (row.sender, row.size) == (sender, len(raw))
    if "rot13" not in head:
        assert row.subject == subject
    assert row.subject.isprintable()
    assert row.message_id == ("" if head == "\0\0\0" else "<one@players.test>")
