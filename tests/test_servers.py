"""The servers of the tests themselves: each really runs and does what the other tests rely on."""

import re
import smtplib
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

import psycopg
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask
from imapclient import IMAPClient
from PIL import Image
from playwright.sync_api import Page
from sqlalchemy import create_engine, text

from tests.servers import HOST, until
from tests.servers.chromium import serving
from tests.servers.dovecot import Dovecot, Mailbox
from tests.servers.postfix import Postfix


def letter(body: str, subject: str = "Orders") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "rupert@elsewhere.test"
    message["To"] = "orders@example.test"
    message["Subject"] = subject
    message.set_content(body)
    return message


def inbox(mailbox: Mailbox) -> list[bytes]:
    """The raw mails of an INBOX, left unread."""
    with IMAPClient(mailbox.host, mailbox.imap_port, ssl=False, timeout=10) as client:
        client.login(mailbox.user, mailbox.password)
        client.select_folder("INBOX")
        fetched = client.fetch(client.search(["ALL"]), ["BODY.PEEK[]"])
        return [fetched[uid][b"BODY[]"] for uid in sorted(fetched)]


def test_dovecot_delivers_and_gives_back(mailbox: Mailbox) -> None:
    mailbox.deliver(letter("S01: charge N03").as_bytes())
    mailbox.deliver(letter("S02: hold").as_bytes(), to=mailbox.user.replace("@", "+token@"))
    first, second = inbox(mailbox)
    assert b"S01: charge N03" in first
    assert b"S02: hold" in second
    assert re.search(rb"Delivered-To: <?orders\d+\+token@example.test", second)


def test_dovecot_accounts_share_nothing(dovecot: Dovecot) -> None:
    one, two = dovecot.mailbox(), dovecot.mailbox()
    one.deliver(letter("for one only").as_bytes())
    assert len(inbox(one)) == 1
    assert inbox(two) == []


def test_dovecot_refuses_who_has_no_account(mailbox: Mailbox) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="550"):
        mailbox.deliver(letter("hello").as_bytes(), to="nobody@example.test")


def test_dovecot_has_the_folders_and_moves(mailbox: Mailbox) -> None:
    mailbox.deliver(letter("S01: hold").as_bytes())
    with IMAPClient(mailbox.host, mailbox.imap_port, ssl=False, timeout=10) as client:
        client.login(mailbox.user, mailbox.password)
        client.select_folder("INBOX")
        client.move([1], "Processed")
        assert client.folder_status("Processed", ["MESSAGES"])[b"MESSAGES"] == 1
        assert client.folder_exists("Rejected")
    assert inbox(mailbox) == []


class Door:
    """An LMTP door that defers the first mail it is offered, then takes all."""

    def __init__(self) -> None:
        self.offered = 0
        self.taken: list[tuple[str, bytes]] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.offered += 1
        if self.offered == 1:
            return "\r\n".join("451 4.3.0 not just now" for _ in envelope.rcpt_tos)
        assert isinstance(envelope.content, bytes)
        self.taken += [(to, envelope.content) for to in envelope.rcpt_tos]
        return "\r\n".join("250 taken" for _ in envelope.rcpt_tos)


class DoorController(Controller):
    def factory(self) -> LMTP:
        return LMTP(self.handler, enable_SMTPUTF8=True)


def test_postfix_keeps_what_we_defer_and_delivers_it_later(postfix: Postfix) -> None:
    door = Door()
    controller = DoorController(door, hostname=HOST, port=postfix.lmtp_port)
    controller.start()
    try:
        postfix.send(letter("S01: charge N03"), "rupert@elsewhere.test", "orders+token@example.test")
        until(lambda: postfix.logged(r"to=<orders\+token@example.test>.*status=deferred.*451"), "Postfix to wait")
        until(lambda: bool(door.taken), "Postfix to try again")
    finally:
        controller.stop()
    assert door.offered == 2
    [(to, raw)] = door.taken
    assert to == "orders+token@example.test"
    assert b"S01: charge N03" in raw


def test_postfix_refuses_unknown_addresses(postfix: Postfix) -> None:
    for address in ("nobody@example.test", "somebody@far.test"):
        with pytest.raises(smtplib.SMTPRecipientsRefused, match="55"):
            postfix.send(letter("hello"), "rupert@elsewhere.test", address)


def test_postfix_brings_reports_to_the_players_mailbox(postfix: Postfix, dovecot: Dovecot) -> None:
    south = dovecot.mailbox("players.test")
    postfix.send(letter("Your report", "Round 1"), "orders@example.test", south.user)
    until(lambda: len(inbox(south)) == 1, "the report to arrive")
    assert b"Your report" in inbox(south)[0]


def test_postgresql_answers(postgres_url: str) -> None:
    engine = create_engine(postgres_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE entry (game text, seq int, payload text, PRIMARY KEY (game, seq))"))
        connection.execute(text("INSERT INTO entry VALUES ('g', 1, :payload)"), {"payload": '{"b":1.0, "a":2}'})
        assert connection.scalar(text("SELECT payload FROM entry")) == '{"b":1.0, "a":2}'
        assert connection.scalar(text("SHOW server_encoding")) == "UTF8"
    engine.dispose()


def test_postgresql_databases_are_fresh(postgres_url: str) -> None:
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert found == (0,)


def test_chromium_renders_a_page_with_text(page: Page, tmp_path: Path) -> None:
    app = Flask("sample")
    app.add_url_rule("/", view_func=lambda: "<!doctype html><title>t</title><h1>Harrow Down</h1>")
    with serving(app) as url:
        page.goto(url)
        assert page.inner_text("h1") == "Harrow Down"
        page.screenshot(path=tmp_path / "page.png")
    with Image.open(tmp_path / "page.png") as picture:
        dark = sum(picture.convert("L").histogram()[:64])
    assert dark > 200, "the heading's letters are not there: Chromium found no font"


SAMPLE = """
import pytest
from tests.servers import need

@pytest.mark.parametrize("ci", ["", "false", "true"])
def test_wants_it(ci, monkeypatch):
    monkeypatch.setenv("CI", ci)
    need("no-such-server", "for the sake of it")
"""


def test_a_missing_server_skips_loudly_and_fails_under_ci(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    root = Path(__file__).parent.parent
    options = ["-rs", "-p", "tests.conftest", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(tmp_path)]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)],
        cwd=root,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert "1 failed, 2 skipped" in ran.stdout, ran.stdout + ran.stderr
    assert "_ test_wants_it[true] _" in ran.stdout
    assert "SERVER MISSING: no-such-server: not installed; for the sake of it" in ran.stdout
    assert "NOT TESTED: servers are missing" in ran.stdout
    assert "2 tests skipped: no-such-server" in ran.stdout
