"""The doors, with real servers: LMTP by itself and behind Postfix, an IMAP mailbox on Dovecot."""

import contextlib
import smtplib
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from imapclient import IMAPClient
from sqlmodel import col, select

from pbem.clock import iso
from pbem.engine.journal import Clocked
from pbem.jobs import listener
from pbem.mail.imap import Mailbox as Folder
from pbem.mail.lmtp import LARGEST, Listener
from pbem.service.incoming import mailroom
from pbem.service.incoming.closing import close_turns
from pbem.service.incoming.doors import Envelope, ingest, store_mail
from pbem.service.incoming.mailbox import SOON, sweep, take_in, watch
from pbem.service.play.work import open_game
from pbem.store.errors import StoreUnavailable
from pbem.store.tables import ImapKey
from tests.servers import until
from tests.servers.dovecot import Dovecot, Mailbox
from tests.servers.postfix import Postfix
from tests.test_mail.conftest import ANN, HARROW, ORDERS, Office, letter, reply_to, token

MAIL = letter("S02 turn 2\nS04 turn 10\n")


def ours(address: str) -> bool:
    return address.endswith("@example.test")


def door(office: Office, smtp: bool = False) -> Listener:
    """Our listener, storing in that office."""
    return listener(office.services, "127.0.0.1:0", smtp)


# --- LMTP ---------------------------------------------------------------------------------------------------------


def test_a_mail_comes_in_by_lmtp_and_is_answered_once(office: Office) -> None:
    with door(office) as opened, smtplib.LMTP("127.0.0.1", opened.port) as lmtp:
        assert lmtp.sendmail(ANN, [reply_to()], MAIL) == {}
    (row,) = office.stored()
    assert (row.raw, row.door, row.envelope_from, row.envelope_to) == (MAIL, "lmtp", ANN, reply_to())
    assert row.state == "stored"
    (outcome,) = mailroom.handle_waiting(office.services)
    assert outcome.state == "accepted"
    assert mailroom.handle_waiting(office.services) == ()
    assert mailroom.handle(office.services, row.id) == outcome
    assert [mail.kind for mail in office.mails()] == ["answer"]
    assert office.orders() == ["S02 turn 2", "S04 turn 10"]


def test_the_token_may_stand_in_the_envelope_alone(office: Office) -> None:
    raw = letter("S02 turn 2\n", to="undisclosed-recipients:;")
    with door(office) as opened, smtplib.LMTP("127.0.0.1", opened.port) as lmtp:
        lmtp.sendmail(ANN, [reply_to()], raw)
    (outcome,) = mailroom.handle_waiting(office.services)
    assert outcome.state == "accepted"


def test_every_recipient_gets_an_answer_and_strangers_a_refusal(office: Office) -> None:
    with door(office) as opened:
        lmtp = smtplib.LMTP("127.0.0.1", opened.port)  # by hand: its sendmail hears the first answer only
        lmtp.ehlo()
        lmtp.mail(ANN)
        codes = [lmtp.rcpt(address)[0] for address in (reply_to(), "someone@nowhere.test", ORDERS)]
        assert codes == [250, 550, 250]
        assert lmtp.data(MAIL)[0] == 250
        assert lmtp.getreply()[0] == 250
        lmtp.quit()
    (row,) = office.stored()
    assert row.envelope_to.split() == [reply_to(), ORDERS]


def test_the_null_sender_is_a_machine(office: Office) -> None:
    with door(office) as opened, smtplib.LMTP("127.0.0.1", opened.port) as lmtp:
        lmtp.sendmail("", [reply_to()], MAIL)
    (outcome,) = mailroom.handle_waiting(office.services)
    assert outcome.state == "ignored"
    assert office.mails() == []


@pytest.mark.parametrize("fault", [StoreUnavailable("gone"), RuntimeError("bug"), ValueError("odd"), MemoryError()])
def test_trouble_of_ours_is_told_as_try_again(office: Office, fault: Exception) -> None:
    def take(raw: bytes, sender: str, recipients: tuple[str, ...], arrived: datetime) -> None:
        raise fault

    with Listener("127.0.0.1:0", take, ours) as opened, smtplib.LMTP("127.0.0.1", opened.port) as lmtp:
        with pytest.raises(smtplib.SMTPDataError) as told:
            lmtp.sendmail(ANN, [ORDERS], MAIL)
        assert told.value.smtp_code == 451
    assert office.stored() == []


def test_a_mail_too_large_is_refused_for_good(office: Office) -> None:
    with door(office) as opened, smtplib.LMTP("127.0.0.1", opened.port) as lmtp:
        with pytest.raises((smtplib.SMTPDataError, smtplib.SMTPSenderRefused)) as told:
            lmtp.sendmail(ANN, [ORDERS], MAIL + b"x" * 70 + b"\r\n" * LARGEST)
        assert told.value.smtp_code == 552
    assert office.stored() == []


def test_a_connection_cut_within_the_data_stores_nothing(office: Office) -> None:
    with door(office) as opened:
        lmtp = smtplib.LMTP("127.0.0.1", opened.port)
        lmtp.ehlo()
        lmtp.docmd("MAIL", f"FROM:<{ANN}>")
        lmtp.docmd("RCPT", f"TO:<{ORDERS}>")
        lmtp.docmd("DATA")
        assert lmtp.sock is not None
        lmtp.sock.sendall(MAIL[:60])
        lmtp.close()
        with smtplib.LMTP("127.0.0.1", opened.port) as again:
            again.noop()
    assert office.stored() == []


def test_the_built_in_mailbox_takes_smtp(office: Office) -> None:
    with door(office, smtp=True) as opened, smtplib.SMTP("127.0.0.1", opened.port) as smtp:
        assert smtp.sendmail(ANN, [reply_to(), ORDERS], MAIL) == {}
    assert len(office.stored()) == 1


@pytest.mark.slow
def test_behind_postfix_a_mail_waits_for_us_and_comes_once(office: Office, postfix: Postfix) -> None:
    postfix.send(MAIL, ANN, reply_to())
    postfix.until(
        lambda: postfix.logged(rf"to=<{token()}|to=<orders\+{token()}@.*status=deferred"), "the first try to fail"
    )
    fail = threading.Event()
    fail.set()

    def take(raw: bytes, sender: str, recipients: tuple[str, ...], arrived: datetime) -> None:
        if fail.is_set():
            raise StoreUnavailable("the database is locked")
        store_mail(office.services, raw, Envelope(sender, recipients), arrived, "lmtp")

    with Listener(f"127.0.0.1:{postfix.lmtp_port}", take, ours, clock=office.clock):
        postfix.until(lambda: postfix.logged(r"status=deferred \(host .* said: 451 4.3.0 not stored"), "our 451", 60)
        assert office.stored() == []
        fail.clear()
        postfix.until(lambda: len(office.stored()) == 1, "the mail", 60)
        postfix.until(lambda: postfix.logged(rf"to=<orders\+{token()}@.*status=sent \(250"), "our 250")
    (outcome,) = mailroom.handle_waiting(office.services)
    assert outcome.state == "accepted"
    assert len(office.mails()) == 1


@pytest.mark.slow
def test_behind_postfix_one_mail_to_two_of_our_addresses_is_one_mail(office: Office, postfix: Postfix) -> None:
    with listener(office.services, f"127.0.0.1:{postfix.lmtp_port}"):
        postfix.send(letter("S02 turn 2\n", name="both"), ANN, reply_to(), ORDERS)
        postfix.until(lambda: len(office.stored()) == 1, "the mail", 60)
        postfix.until(lambda: postfix.logged(r"to=<orders@example.test>.*status=sent \(250"), "the second 250")
    assert set(office.stored()[0].envelope_to.split()) == {reply_to(), ORDERS}
    assert [outcome.state for outcome in mailroom.handle_waiting(office.services)] == ["accepted"]


# --- IMAP ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def imap_office(office_with: Callable[..., Office], mailbox: Mailbox) -> Office:
    """An office whose mailbox is on Dovecot."""
    user = mailbox.user.replace("@", "%40")
    url = f"imap://{user}:{mailbox.password}@{mailbox.host}:{mailbox.imap_port}/INBOX"
    return office_with(imap_url=url, orders_address=mailbox.user)


def mail_to(mailbox: Mailbox, name: str = "one", body: str = "S02 turn 2\n") -> bytes:
    return letter(body, to=mailbox.user.replace("@", f"+{token()}@"), name=name)


@contextlib.contextmanager
def client(mailbox: Mailbox) -> Iterator[IMAPClient]:
    connection = IMAPClient(mailbox.host, mailbox.imap_port, ssl=False)
    connection.login(mailbox.user, mailbox.password)
    try:
        yield connection
    finally:
        connection.logout()


def count(mailbox: Mailbox, folder: str) -> int:
    with client(mailbox) as connection:
        return int(connection.folder_status(folder, ["MESSAGES"])[b"MESSAGES"])


def test_a_mailbox_is_emptied_and_the_mail_answered(imap_office: Office, mailbox: Mailbox) -> None:
    mailbox.deliver(mail_to(mailbox), mailbox.user.replace("@", f"+{token()}@"))
    before = datetime.now(UTC) - timedelta(minutes=1)
    imap_office.clock.at = datetime.now(UTC) + timedelta(minutes=1)
    assert sweep(imap_office.services).stored == 1
    (row,) = imap_office.stored()
    assert row.door == "imap"
    assert before < row.arrived_at < datetime.now(UTC) + timedelta(minutes=1)
    assert (count(mailbox, "INBOX"), count(mailbox, "Processed")) == (0, 1)
    assert sweep(imap_office.services).stored == 0


def test_the_orders_of_a_swept_mail_are_judged_by_when_the_server_took_it(
    imap_office: Office, mailbox: Mailbox
) -> None:
    imap_office.clock.at = datetime.now(UTC)
    mailbox.deliver(mail_to(mailbox))  # arrives by Dovecot's clock, long after the deadline of 2026-05-14
    if datetime.now(UTC) < datetime(2026, 5, 16, tzinfo=UTC):
        pytest.fail("this machine's clock is before the game's deadline; the test needs it after")
    sweep(imap_office.services)
    (outcome,) = mailroom.handle_waiting(imap_office.services)
    assert (outcome.state, outcome.note) == ("rejected", "late")


def test_a_mail_that_came_in_time_counts_though_nobody_ran_then(imap_office: Office, mailbox: Mailbox) -> None:
    mailbox.deliver(mail_to(mailbox, body="S02 turn 2\nready\n"))
    arrived = datetime.now(UTC)
    deadline(imap_office, arrived + timedelta(minutes=1))
    imap_office.clock.at = arrived + timedelta(days=2)
    assert close_turns(imap_office.services).played == (HARROW,)
    assert "S02" in str(imap_office.page().told)
    assert [row.state for row in imap_office.stored()] == ["accepted"]
    assert imap_office.page().misses.total == 0


def deadline(office: Office, at: datetime) -> None:
    """Set the open turn's deadline."""
    work = open_game(office.services, HARROW)
    assert work.desk.open is not None
    work.note("clock", "engine", Clocked(act="moved", ask=work.desk.open.seq, due=iso(at)))
    work.write()


def test_a_mail_the_operator_has_read_is_not_lost(imap_office: Office, mailbox: Mailbox) -> None:
    mailbox.deliver(mail_to(mailbox))
    with client(mailbox) as connection:
        connection.select_folder("INBOX")
        connection.add_flags(connection.search(["ALL"]), [b"\\Seen"])
    assert sweep(imap_office.services).stored == 1


def test_reading_leaves_flags_alone_and_deletes_nothing_of_others(imap_office: Office, mailbox: Mailbox) -> None:
    mailbox.deliver(mail_to(mailbox))
    mailbox.deliver(mail_to(mailbox, "two", "S03 turn 2\n"))
    with client(mailbox) as connection:
        connection.select_folder("INBOX")
        connection.add_flags([1], [b"\\Deleted"])  # the operator's doing; he may change his mind
    folder = Folder(imap_office.services.config.imap_url)
    assert [one.uid for one in folder.fetch(folder.uids(), LARGEST)] == [1, 2]
    folder.close()
    with client(mailbox) as connection:
        connection.select_folder("INBOX", readonly=True)
        flags = connection.get_flags([1, 2])
    assert b"\\Seen" not in flags[1] + flags[2]
    sweep(imap_office.services)
    assert (count(mailbox, "INBOX"), count(mailbox, "Processed")) == (0, 2)


def test_a_crash_between_storing_and_moving_stores_once(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(mail_to(mailbox))
    with monkeypatch.context() as patched:
        patched.setattr(Folder, "file", lambda self, uids, folder: False)  # a server that cannot move
        assert sweep(imap_office.services).stored == 1
        assert sweep(imap_office.services).stored == 0
    assert count(mailbox, "INBOX") == 1
    swept = sweep(imap_office.services)
    assert (swept.stored, swept.known) == (0, 1)
    assert (count(mailbox, "INBOX"), count(mailbox, "Processed")) == (0, 1)
    assert len(imap_office.stored()) == 1


def test_a_mailbox_that_numbers_its_mails_anew_brings_no_mail_twice(
    imap_office: Office, mailbox: Mailbox, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(mail_to(mailbox))
    monkeypatch.setattr(Folder, "file", lambda self, uids, folder: False)
    sweep(imap_office.services)
    dovecot.renumber(mailbox)
    sweep(imap_office.services)
    with imap_office.services.db.reading() as session:
        keys = session.exec(select(ImapKey).order_by(col(ImapKey.uidvalidity))).all()
    assert len({key.uidvalidity for key in keys}) == 2
    assert len(imap_office.stored()) == 1


def test_a_mail_too_large_is_kept_by_its_head_and_answered(imap_office: Office, mailbox: Mailbox) -> None:
    mailbox.deliver(mail_to(mailbox) + b"y" * 70 + b"\r\n" + (b"x" * 70 + b"\r\n") * (LARGEST // 70))
    assert sweep(imap_office.services).stored == 1
    assert count(mailbox, "Rejected") == 1
    (row,) = imap_office.stored()
    assert len(row.raw) < 10_000
    (outcome,) = mailroom.handle_waiting(imap_office.services)
    assert outcome.state == "quarantined"
    assert "bytes; at most" in outcome.note
    assert outcome.answer is not None


def test_two_sweepers_store_a_mail_once(imap_office: Office, mailbox: Mailbox) -> None:
    for number in range(5):
        mailbox.deliver(mail_to(mailbox, f"m{number}", f"S02 turn 2 # {number}\n"))
    one, two = (Folder(imap_office.services.config.imap_url) for _ in range(2))
    threads = [threading.Thread(target=take_in, args=(imap_office.services, box)) for box in (one, two)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one.close()
    two.close()
    assert len(imap_office.stored()) == 5
    assert count(mailbox, "INBOX") == 0


def test_the_watcher_hears_of_a_mail_and_stops_when_told(imap_office: Office, mailbox: Mailbox) -> None:
    stop, news = threading.Event(), threading.Event()
    thread = threading.Thread(target=watch, args=(imap_office.services, stop, news))
    thread.start()
    try:
        until(lambda: _has_a_lease(imap_office), "the watcher")
        mailbox.deliver(mail_to(mailbox))
        assert news.wait(20), "no news of the mail"
        assert len(imap_office.stored()) == 1
    finally:
        stop.set()
        thread.join(10)
    assert not thread.is_alive()


def test_a_mail_that_comes_between_the_look_and_the_waiting_is_taken_in_soon(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dovecot says nothing of such a mail for half a minute."""

    waits: list[float] = []

    class Unlucky(Folder):
        def wait(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> bool:
            if not waits:
                mailbox.deliver(mail_to(mailbox))
            waits.append(seconds)
            return super().wait(seconds, enough)

    monkeypatch.setattr("pbem.service.incoming.mailbox.Mailbox", Unlucky)
    stop, news = threading.Event(), threading.Event()
    thread = threading.Thread(target=watch, args=(imap_office.services, stop, news))
    thread.start()
    try:
        assert news.wait(20), "no news of the mail"
        assert waits[0] == SOON
    finally:
        stop.set()
        thread.join(10)
    assert not thread.is_alive()


def _has_a_lease(office: Office) -> bool:
    from pbem.store.tables import Lease

    with office.services.db.reading() as session:
        return session.exec(select(Lease)).first() is not None


def test_tls_that_is_not_to_be_had_is_trouble_and_no_password_is_sent(
    office_with: Callable[..., Office], mailbox: Mailbox, dovecot: Dovecot
) -> None:
    user = mailbox.user.replace("@", "%40")
    where = f"{user}:{mailbox.password}@{mailbox.host}:{mailbox.imap_port}/INBOX"
    for scheme in ("imap+starttls", "imaps"):
        with pytest.raises(Exception, match=r"(?i)starttls|ssl|abort|capability"):
            Folder(f"{scheme}://{where}", timeout=3)


# --- by hand ------------------------------------------------------------------------------------------------------


def test_a_raw_mail_by_hand_goes_the_same_way(office: Office) -> None:
    name = ingest(office.services, MAIL)
    assert mailroom.handle(office.services, name).state == "accepted"
    assert ingest(office.services, MAIL) == name
    with pytest.raises(ValueError, match="empty"):
        ingest(office.services, b"\r\n")
