"""Players told by chat: which addresses are taken, what is told, and what becomes of those that cannot be reached."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from pbem.config import Config
from pbem.service.agreements.letterbook import write_letter
from pbem.service.outgoing import chatsending
from pbem.service.outgoing.chatsending import send_notices
from pbem.service.people.chattargets import add_target, remove_target, targets_of, try_target
from pbem.service.play.clockwork import tick
from pbem.service.queues.chat import FAILURES
from pbem.service.queues.chatkinds import BadTarget, is_public, target
from pbem.service.queues.quiet import set_quiet
from pbem.service.services import Services
from pbem.store.tables import NO_GAME, Notice, NoticeTarget
from tests.web_offices import NORTH, SOUTH, Office, office

PUBLIC = Config(database_url="sqlite:///none.db", secret="n" * 40)


class Listener:
    """A chat service on this machine.  heard: what it was told.  answer: its HTTP status."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.answer = 200
        self.elsewhere = ""
        self.waits = threading.Event()
        self.waits.set()

    @contextmanager
    def listening(self) -> Iterator[str]:
        """Its address, as apprise writes it."""
        ear = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                said = self.rfile.read(int(self.headers["Content-Length"]))
                ear.waits.wait(20)
                ear.heard.append(json.loads(said))
                self.send_response(ear.answer)
                if ear.elsewhere:
                    self.send_header("Location", ear.elsewhere)
                self.end_headers()

            def do_GET(self) -> None:
                ear.heard.append({"got": self.path})
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield f"json://127.0.0.1:{server.server_port}/hook"
        finally:
            self.waits.set()
            server.shutdown()
            server.server_close()
            thread.join()


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may be busy."""
    monkeypatch.setattr(chatsending, "SECONDS", 60)


@pytest.fixture
def ear() -> Listener:
    return Listener()


@pytest.fixture
def url(ear: Listener) -> Iterator[str]:
    with ear.listening() as address:
        yield address


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Office]:
    """An office that may tell places in its own network."""
    with office(tmp_path) as made:
        made.services = replace(made.services, config=replace(made.services.config, notices="anywhere"))
        yield made


def public(here: Office) -> Services:
    return replace(here.services, config=replace(here.services.config, notices="public"))


def queued(services: Services) -> list[Notice]:
    with services.db.reading() as session:
        rows = select(Notice).where(col(Notice.game) != NO_GAME).order_by(col(Notice.created_at), col(Notice.key))
        return list(session.exec(rows).all())


# --- addresses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "mailto://me:word@example.org", "file:///etc/passwd", "syslog://", "exec://rm", "dbus://", "nonsense", "", "x://[",
        "https://example.org/hook", "jsons://127.0.0.1/", "json://localhost/", "json://[::1]:80/", "json://10.1.2.3/",
        "json://[::ffff:127.0.0.1]/", "json://[64:ff9b::7f00:1]/", "json://169.254.169.254/latest", "gotify://192.168.1.2/t",
        "jsons://example.org/?template=/etc/passwd", "jsons://example.org/?redirect=yes", "jsons://example.org/?verify=no",
        "jsons://example.org/" + "x" * 600, "jsons://example.org/\u0000",
    ],
)  # fmt: skip
def test_places_nobody_may_be_told_at_are_refused(url: str) -> None:
    with pytest.raises(BadTarget):
        target(PUBLIC, url)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js", "Discord"),
        ("https://discord.com/api/webhooks/4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js", "Discord"),
        ("ntfy://our-battles", "ntfy"),
        ("gotifys://push.example.org/AbCdEf", "Gotify"),
        ("jsons://example.org/hook?priority=high", "JSON"),
    ],
)
def test_services_of_the_public_internet_are_taken_and_shown_without_their_secrets(url: str, kind: str) -> None:
    known = target(PUBLIC, url)
    assert known.kind == kind
    assert "JHMHI8qBe7bk2ZwO5U711o3dV_js" not in known.shown
    assert "AbCdEf" not in known.shown


def test_no_more_than_a_few_and_none_twice_and_none_when_switched_off(here: Office) -> None:
    add_target(public(here), here.ines, "ntfy://one")
    with pytest.raises(BadTarget, match="already"):
        add_target(public(here), here.ines, "ntfy://one")
    for name in ("two", "three", "four", "five"):
        add_target(public(here), here.ines, f"ntfy://{name}")
    with pytest.raises(BadTarget, match="the most"):
        add_target(public(here), here.ines, "ntfy://six")
    with pytest.raises(BadTarget, match="switched"):
        target(replace(here.services.config, notices="off"), "ntfy://one")


@pytest.mark.parametrize(
    ("host", "fine"),
    [("8.8.8.8", True), ("example.org", True), ("127.1.2.3", False), ("::1", False), ("[fe80::1%eth0]", False),
     ("2002:7f00:1::", False), ("localhost.", False), ("224.0.0.1", False), ("100.64.0.1", False),
     ("2606:4700::1", True)],
)  # fmt: skip
def test_what_the_public_internet_is(host: str, fine: bool) -> None:
    assert is_public(host) is fine


# --- telling ------------------------------------------------------------------------------------------------------


def test_a_player_is_told_of_his_turn_and_nobody_else_is(here: Office, ear: Listener, url: str) -> None:
    add_target(here.services, here.ines, url)
    game = here.begin()
    assert send_notices(here.services) == 2
    assert send_notices(here.services) == 0
    first, turn = sorted(ear.heard, key=lambda one: one["title"])
    assert (first["title"], "/games" in first["message"]) == ("Battles by Post", True)
    assert turn["title"].startswith("Harrow Down: ")
    assert "A new report: orders needed. They are due Thu 14 May, 20:00 CEST" in turn["message"]
    assert turn["message"].endswith(f"http://127.0.0.1:8000/g/{game}")
    assert "S01" not in turn["message"]


def test_a_reminder_and_the_end_of_grace_are_told_too(here: Office) -> None:
    add_target(public(here), here.tom, "ntfy://tom")
    here.begin(against_aide=False)
    here.later(days=2, hours=9)
    tick(here.services)
    here.later(days=1)
    tick(here.services)
    kinds = [one.key.split(".")[2] for one in queued(here.services)]
    assert kinds == ["report", "reminder", "late"]
    assert all(one.link == "/g/harrow-down" for one in queued(here.services))


def test_that_a_letter_has_come_is_told_and_not_what_it_says(here: Office) -> None:
    game = here.begin(against_aide=False)
    add_target(public(here), here.tom, "ntfy://tom")
    write_letter(here.services, game, SOUTH, (NORTH,), "Surrender at noon!", here.ines)
    (told,) = queued(here.services)
    assert (told.title, told.text) == ("South writes to you in Harrow Down", "You have a letter.")
    assert told.link == f"/g/{game}"


def test_quiet_hours_hold_for_chat_too(here: Office) -> None:
    add_target(public(here), here.ines, "ntfy://ines")
    set_quiet(here.services, here.ines, "11:00", "15:00")  # it is noon in Madrid
    here.begin()
    (told,) = queued(here.services)
    assert told.next_at.hour == 13  # UTC


def test_what_fails_is_tried_again_later_and_switched_off_in_the_end(here: Office, ear: Listener, url: str) -> None:
    add_target(here.services, here.ines, url)
    with here.services.db.writing() as session:
        session.exec(select(NoticeTarget)).one().failures = FAILURES - 2
    ear.answer = 500
    assert send_notices(here.services) == 0
    assert send_notices(here.services) == 0  # a minute has not passed
    assert targets_of(here.services, here.ines)[0].waiting == 1
    here.later(hours=2)
    assert send_notices(here.services) == 0
    assert len(ear.heard) == 2
    (card,) = targets_of(here.services, here.ines)
    assert card.off
    assert "500" in card.why
    assert card.waiting == 0
    here.begin()
    assert queued(here.services) == []  # it is told nothing more
    ear.answer = 200
    try_target(here.services, here.ines, card.id)
    assert send_notices(here.services) == 1
    (card,) = targets_of(here.services, here.ines)
    assert (card.off, card.why) == (False, "")


def test_the_guard_is_at_the_socket(here: Office, ear: Listener, url: str) -> None:
    """Whatever an address looked like when it was added: by the time it is told, its name may lead home."""
    add_target(here.services, here.ines, url)
    add_target(here.services, here.ines, url.replace("127.0.0.1", "localhost"))
    send_notices(public(here))
    assert ear.heard == []
    assert [one.why for one in targets_of(here.services, here.ines)] == [
        "it leads to an address that is not on the public internet"
    ] * 2


def test_nobody_is_sent_elsewhere(here: Office, ear: Listener, url: str) -> None:
    ear.answer, ear.elsewhere = 302, "/secret"
    add_target(here.services, here.ines, url)
    send_notices(here.services)
    assert not any("got" in one for one in ear.heard)
    assert targets_of(here.services, here.ines)[0].why


def test_a_service_that_never_answers_holds_nothing_up(
    here: Office, ear: Listener, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chatsending, "SECONDS", 2)
    ear.waits.clear()
    add_target(here.services, here.ines, url)
    assert send_notices(here.services) == 0
    assert targets_of(here.services, here.ines)[0].why == "it took more than 2 seconds"


# --- whose --------------------------------------------------------------------------------------------------------


def test_another_players_address_is_nobodys_to_change(here: Office) -> None:
    add_target(public(here), here.ines, "ntfy://ines")
    (card,) = targets_of(here.services, here.ines)
    for act in (remove_target, try_target):
        with pytest.raises(BadTarget):
            act(here.services, here.tom, card.id)
    remove_target(here.services, here.ines, card.id)
    with here.services.db.reading() as session:
        assert session.exec(select(NoticeTarget)).all() == []
        assert session.exec(select(Notice)).all() == []


def test_a_target_is_tried_a_few_times_a_week(here: Office) -> None:
    add_target(public(here), here.ines, "ntfy://ines")
    (card,) = targets_of(here.services, here.ines)
    for _ in range(9):
        try_target(here.services, here.ines, card.id)
    with pytest.raises(BadTarget, match="often enough"):
        try_target(here.services, here.ines, card.id)
