"""The IMAP door against a real Dovecot: TLS or nothing, whole mails or none, one worker at a time, nothing expunged."""

import contextlib
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from sqlmodel import select

from pbem.mail import imap
from pbem.mail.imap import PROCESSED, LoginRefused, Odd, Trouble
from pbem.mail.imap import Mailbox as Folder
from pbem.mail.reading import LARGEST
from pbem.service.incoming import mailbox as door
from pbem.service.incoming import mailroom
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.incoming.mailbox import Swept, sweep, take_in, watch
from pbem.store.tables import ImapKey, Lease
from tests.servers import HOST, need, until
from tests.servers.dovecot import Dovecot, Mailbox
from tests.test_mail.conftest import Office, letter, text_of, token


def url_of(mailbox: Mailbox, scheme: str = "imap", host: str = HOST, port: int = 0, folder: str = "INBOX") -> str:
    user = mailbox.user.replace("@", "%40")
    return f"{scheme}://{user}:{mailbox.password}@{host}:{port or mailbox.imap_port}/{folder}"


@pytest.fixture
def imap_office(office_with: Callable[..., Office], mailbox: Mailbox) -> Office:
    """An office whose mailbox is on Dovecot, and whose clock is right."""
    office = office_with(imap_url=url_of(mailbox), orders_address=mailbox.user)
    office.clock.at = datetime.now(UTC) + timedelta(seconds=2)
    return office


def mail_to(mailbox: Mailbox, name: str = "one", body: str = "S02 turn 2\n") -> bytes:
    return letter(body, to=mailbox.user.replace("@", f"+{token()}@"), name=name)


@contextlib.contextmanager
def client(mailbox: Mailbox) -> Iterator[IMAPClient]:
    connection = IMAPClient(mailbox.host, mailbox.imap_port, ssl=False)
    connection.login(mailbox.user, mailbox.password)
    connection.select_folder("INBOX")
    try:
        yield connection
    finally:
        connection.logout()


def count(mailbox: Mailbox, folder: str) -> int:
    with client(mailbox) as connection:
        return int(connection.folder_status(folder, ["MESSAGES"])[b"MESSAGES"])


def told(office: Office) -> list[str]:
    """What the operator was told."""
    return [" ".join(text_of(mail.raw).replace("|", " ").split()) for mail in office.mails("operator")]


# --- TLS, names and passwords -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["imaps", "imap+starttls"])
def test_over_tls_with_a_server_that_can_prove_its_name(
    office_with: Callable[..., Office], tls_dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tls_dovecot.home / "cert.pem"))
    mailbox = tls_dovecot.mailbox()
    mailbox.deliver(mail_to(mailbox))
    port = tls_dovecot.imaps_port if scheme == "imaps" else tls_dovecot.imap_port
    office = office_with(imap_url=url_of(mailbox, scheme, "localhost", port), orders_address=mailbox.user)
    assert sweep(office.services).stored == 1
    folder = Folder(office.services.config.imap_url)
    assert folder.uids() == ()
    folder.close()
    below = Folder(url_of(mailbox, scheme, "localhost", port, "INBOX.Processed"))  # this server has all below INBOX.
    assert len(below.uids()) == 1
    below.close()


@pytest.mark.parametrize("scheme", ["imaps", "imap+starttls"])
def test_a_server_that_cannot_prove_its_name_gets_no_password(
    tls_dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    mailbox = tls_dovecot.mailbox()
    port = tls_dovecot.imaps_port if scheme == "imaps" else tls_dovecot.imap_port
    with pytest.raises(Trouble, match="self-signed certificate"):
        Folder(url_of(mailbox, scheme, "localhost", port))
    monkeypatch.setenv("SSL_CERT_FILE", str(tls_dovecot.home / "cert.pem"))
    with pytest.raises(Trouble, match="IP address mismatch"):
        Folder(url_of(mailbox, scheme, HOST, port))


class Scripted:
    """A server that says what it is told to, and keeps what it hears."""

    def __init__(self, *says: bytes) -> None:
        self.heard = b""
        self.says = says
        self.listening = socket.create_server((HOST, 0))
        self.port = int(self.listening.getsockname()[1])
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self) -> None:
        line, _ = self.listening.accept()
        with line, contextlib.suppress(OSError):
            for one in self.says:
                line.sendall(one.replace(b"TAG", self.heard.split(b"\r\n")[-2].split(b" ")[0] if self.heard else b""))
                data = line.recv(4096)
                if not data:
                    return
                self.heard += data

    def close(self) -> None:
        self.thread.join(5)
        self.listening.close()


def test_where_starttls_was_taken_out_on_the_way_no_password_is_sent() -> None:
    """A man in the middle hides it, or answers it with a refusal."""
    hidden = Scripted(b"* OK ready\r\n", b"* CAPABILITY IMAP4rev1\r\nTAG OK done\r\n", b"TAG OK done\r\n")
    offers = b"* CAPABILITY IMAP4rev1 STARTTLS\r\nTAG OK done\r\n"
    refused = Scripted(b"* OK ready\r\n", offers, b"TAG NO not now\r\n", b"TAG OK done\r\n")
    for server, told in ((hidden, "STARTTLS"), (refused, "Couldn't establish TLS")):
        with pytest.raises(Trouble, match=told):
            Folder(f"imap+starttls://ann:sesame@{HOST}:{server.port}/INBOX", timeout=2)
        server.close()
        assert b"sesame" not in server.heard
        assert b"LOGIN" not in server.heard.upper()


def test_a_server_that_says_nothing_is_given_up() -> None:
    server = Scripted(b"")
    with pytest.raises(Trouble):
        Folder(f"imap://ann:sesame@{HOST}:{server.port}/INBOX", timeout=0.5)
    server.close()


def test_a_refused_password_is_told_by_its_setting_and_never_shown(mailbox: Mailbox) -> None:
    wrong = url_of(mailbox).replace("s3cret", "sesame")
    with pytest.raises(LoginRefused, match="name or the password in PBEM_IMAP_URL") as refused:
        Folder(wrong)
    assert "sesame" not in repr(refused.value)
    with pytest.raises(LoginRefused, match="must be ASCII") as odd:
        Folder(url_of(mailbox).replace("s3cret", "s%C3%A9same"))
    assert "same" not in repr(odd.value)
    known = b"* CAPABILITY IMAP4rev1\r\nTAG OK done\r\n"
    echo = Scripted(b"* OK ready\r\n", known, b"TAG NO not with sesame\r\n", b"TAG OK done\r\n")
    with pytest.raises(Trouble) as echoed:
        Folder(f"imap://ann:sesame@{HOST}:{echo.port}/INBOX", timeout=2)
    echo.close()
    assert "not with (the password)" in str(echoed.value)
    assert "sesame" not in str(echoed.value)


def test_a_folder_that_is_not_there_is_named(mailbox: Mailbox) -> None:
    with pytest.raises(LoginRefused, match="'Orders', which PBEM_IMAP_URL names"):
        Folder(url_of(mailbox, folder="Orders"))


def test_what_an_odd_server_makes_us_stumble_over_is_trouble(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IMAPClient, "select_folder", lambda self, folder: {})
    with pytest.raises(Odd, match="UIDVALIDITY"):
        Folder(url_of(mailbox))


# --- whole mails --------------------------------------------------------------------------------------------------


def cut(monkeypatch: pytest.MonkeyPatch, *lengths: int) -> None:
    """The next fetches of a mail's bytes are cut to these lengths; later ones are not."""
    left = list(lengths)
    real = Folder._bytes

    def fetch(self: Folder, uid: int, what: str, key: bytes) -> bytes | None:
        found = real(self, uid, what, key)
        return found[: left.pop(0)] if left and found else found

    monkeypatch.setattr(Folder, "_bytes", fetch)


def test_a_mail_that_was_cut_is_fetched_again(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(mail_to(mailbox))
    cut(monkeypatch, 40)
    assert sweep(imap_office.services) == Swept(stored=1)
    assert imap_office.stored()[0].raw.endswith(b"S02 turn 2\r\n")


def test_a_mail_that_comes_in_pieces_waits_and_keeps_no_other_waiting(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mailbox.deliver(mail_to(mailbox))
    mailbox.deliver(mail_to(mailbox, "two"))
    cut(monkeypatch, 40, 50, 10_000, 60, 70)
    assert sweep(imap_office.services) == Swept(stored=1, left=1)
    assert "left for another time" in caplog.text
    assert b"<two@" in imap_office.stored()[0].raw
    assert sweep(imap_office.services) == Swept(stored=1)
    assert count(mailbox, "INBOX") == 0


def test_a_server_that_cannot_count_is_believed_the_second_time(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(mail_to(mailbox))
    cut(monkeypatch, 300, 300)
    assert sweep(imap_office.services) == Swept(stored=1)
    assert len(imap_office.stored()[0].raw) == 300


def test_of_a_mail_too_large_no_more_than_a_head_is_fetched(imap_office: Office, mailbox: Mailbox) -> None:
    mailbox.deliver(b"Subject: x\r\n" + b"X-Y: z\r\n" * 40_000 + mail_to(mailbox) + (b"x" * 70 + b"\r\n") * 30_000)
    assert sweep(imap_office.services).stored == 1
    (row,) = imap_office.stored()
    assert len(row.raw) <= 64 * 1024
    assert row.size > LARGEST


def test_a_mail_with_nothing_in_it_stops_nobody(imap_office: Office, mailbox: Mailbox) -> None:
    with client(mailbox) as connection:
        connection.append("INBOX", b"\r\n")
    mailbox.deliver(mail_to(mailbox))
    assert sweep(imap_office.services) == Swept(stored=2)
    assert {outcome.state for outcome in mailroom.handle_waiting(imap_office.services)} == {"held", "rejected"}


def test_a_mail_that_comes_while_others_are_taken_is_taken_too(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(mail_to(mailbox))
    real, more = Folder.file, [mail_to(mailbox, "two")]

    def file(self: Folder, uids: tuple[int, ...], folder: str) -> bool:
        if uids and more:
            mailbox.deliver(more.pop())
        return real(self, uids, folder)

    monkeypatch.setattr(Folder, "file", file)
    assert sweep(imap_office.services) == Swept(stored=2)


# --- where there is no room ---------------------------------------------------------------------------------------


def test_what_there_is_no_room_for_stays_in_the_mailbox_and_the_operator_hears_it_once(
    office_with: Callable[..., Office], mailbox: Mailbox
) -> None:
    mailbox.deliver(mail_to(mailbox))
    mailbox.deliver(mail_to(mailbox, "two"))
    office = office_with(imap_url=url_of(mailbox), orders_address=mailbox.user, mail_quota=700)
    office.clock.at = datetime.now(UTC)
    assert sweep(office.services) == Swept(stored=1, left=1)
    assert sweep(office.services) == Swept(left=1)
    (word,) = told(office)
    assert "PBEM_MAIL_QUOTA" in word
    mailroom.handle_waiting(office.services)
    assert sweep(office.services) == Swept(stored=1)
    assert count(mailbox, "INBOX") == 0


# --- what the server says of time and numbers ---------------------------------------------------------------------


def test_a_stamp_of_the_future_counts_as_now_and_the_operator_is_told(imap_office: Office, mailbox: Mailbox) -> None:
    now = imap_office.clock.now()
    early = (now - timedelta(hours=3)).replace(microsecond=0)
    with client(mailbox) as connection:
        connection.append("INBOX", mail_to(mailbox, "early"), msg_time=early)
    sweep(imap_office.services)
    arrivals = [early]
    for name, minutes in (("fast", 9), ("mad", 12)):
        assert told(imap_office) == []
        imap_office.clock.at = now - timedelta(minutes=minutes)  # Dovecot's clock, seen from here, is fast
        mailbox.deliver(mail_to(mailbox, name))
        sweep(imap_office.services)
        arrivals.append(imap_office.clock.now())
    assert [row.arrived_at for row in imap_office.stored()] == sorted(arrivals)
    (word,) = told(imap_office)
    assert "The mail server's clock is wrong" in word


def test_of_a_mailbox_that_numbers_its_mails_anew_the_operator_is_told_once(
    imap_office: Office, mailbox: Mailbox, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(mail_to(mailbox))
    with monkeypatch.context() as patched:
        patched.setattr(Folder, "file", lambda self, uids, folder: False)
        sweep(imap_office.services)
    dovecot.renumber(mailbox)
    assert sweep(imap_office.services) == Swept(stored=1), "looked at again"
    assert len(imap_office.stored()) == 1, "and known by its bytes"
    sweep(imap_office.services)
    (word,) = told(imap_office)
    assert "new UIDVALIDITY" in word


def test_another_server_with_the_same_numbers_hides_no_mail(imap_office: Office, mailbox: Mailbox) -> None:
    """Many hosts begin with the same UIDVALIDITY: a mail there must not count as known from here."""
    folder = Folder(imap_office.services.config.imap_url)
    name = store_mail(imap_office.services, b"x", Envelope(), imap_office.clock.now(), "ingest")
    user = mailbox.user
    with imap_office.services.db.writing() as session:
        for account in (user, f"{user} at imap.elsewhere.test"):
            session.add(
                ImapKey(account=account, folder=folder.folder, uidvalidity=folder.uidvalidity, uid=1, mail=name)
            )
    mailbox.deliver(mail_to(mailbox))
    assert take_in(imap_office.services, folder).stored == 1
    folder.close()


# --- moving -------------------------------------------------------------------------------------------------------


def without(monkeypatch: pytest.MonkeyPatch, *hidden: str) -> None:
    """A server that cannot do these."""
    real = IMAPClient.has_capability
    monkeypatch.setattr(IMAPClient, "has_capability", lambda self, name: name not in hidden and real(self, name))


def test_without_move_only_our_own_mails_are_expunged(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "MOVE")
    mailbox.deliver(mail_to(mailbox))
    mailbox.deliver(mail_to(mailbox, "two"))
    folder = Folder(imap_office.services.config.imap_url)
    with client(mailbox) as operator:
        operator.add_flags([2], [b"\\Deleted"])  # he may change his mind
    assert folder.file((1,), PROCESSED)
    assert folder.uids() == (2,)
    folder.close()
    assert count(mailbox, "Processed") == 1


def test_where_nothing_can_be_moved_safely_mails_stay_and_are_taken_once(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "MOVE", "UIDPLUS")
    mailbox.deliver(mail_to(mailbox))
    assert sweep(imap_office.services) == Swept(stored=1)
    assert sweep(imap_office.services) == Swept(known=1)
    assert (count(mailbox, "INBOX"), len(imap_office.stored())) == (1, 1)


def test_a_server_that_makes_no_folders_is_no_trouble(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise IMAPClientError("no more folders")

    monkeypatch.setattr(IMAPClient, "folder_exists", lambda self, name: False)
    monkeypatch.setattr(IMAPClient, "create_folder", refuse)
    mailbox.deliver(mail_to(mailbox))
    assert sweep(imap_office.services) == Swept(stored=1)
    assert count(mailbox, "INBOX") == 1


# --- watching -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def watching(office: Office, *news: threading.Event) -> Iterator[None]:
    """As many watchers as there are events."""
    stop = threading.Event()
    threads = [threading.Thread(target=watch, args=(office.services, stop, one)) for one in news]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(10)
    assert not any(thread.is_alive() for thread in threads)


def held(office: Office) -> str:
    with office.services.db.reading() as session:
        lease = session.exec(select(Lease)).first()
    return lease.holder if lease else ""


def test_a_connection_that_dies_in_idle_is_opened_again(
    imap_office: Office, mailbox: Mailbox, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "PAUSES", (0.1,))
    news = threading.Event()
    with watching(imap_office, news):
        until(lambda: idling(dovecot, mailbox), "IDLE")
        doveadm = [need("doveadm", "it cuts connections"), "-c", str(dovecot.home / "dovecot.conf")]
        subprocess.run([*doveadm, "kick", mailbox.user], check=True, capture_output=True)
        mailbox.deliver(mail_to(mailbox))
        assert news.wait(20), "no news after the cut"
    assert len(imap_office.stored()) == 1


def idling(dovecot: Dovecot, mailbox: Mailbox) -> bool:
    ran = subprocess.run(
        ["doveadm", "-c", str(dovecot.home / "dovecot.conf"), "who", mailbox.user], capture_output=True, text=True
    )
    return mailbox.user in ran.stdout


def test_of_two_workers_one_has_the_mailbox_and_the_other_takes_over(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "POLL", 0.1)
    monkeypatch.setattr(imap, "GLANCE", 0.1)
    opened: list[int] = []
    real = Folder.__init__

    def opening(self: Folder, *told: Any) -> None:
        opened.append(threading.get_ident())
        real(self, *told)

    monkeypatch.setattr(Folder, "__init__", opening)
    first, second = threading.Event(), threading.Event()
    stop_first = threading.Event()
    one = threading.Thread(target=watch, args=(imap_office.services, stop_first, first))
    one.start()
    until(lambda: bool(held(imap_office)), "the first to have it")
    holder = held(imap_office)
    with watching(imap_office, second):
        mailbox.deliver(mail_to(mailbox))
        assert first.wait(10)
        assert held(imap_office) == holder
        assert len(set(opened)) == 1, "the second did not so much as connect"
        stop_first.set()
        one.join(10)
        until(lambda: held(imap_office) not in {"", holder}, "the second to take over")
        mailbox.deliver(mail_to(mailbox, "two"))
        assert second.wait(10)
    assert len(imap_office.stored()) == 2


def test_the_operator_hears_of_trouble_that_lasts(
    office_with: Callable[..., Office], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(door, "PAUSES", (0.01,))
    office = office_with(imap_url="imap://ann:sesame@127.0.0.1:1/INBOX")
    with watching(office, threading.Event()):
        until(lambda: bool(told(office)), "a word to the operator")
        until(lambda: caplog.text.count("again in") > 8, "it to go on trying")
    assert "sesame" not in caplog.text
    (word,) = told(office)
    assert "cannot be looked into" in word
