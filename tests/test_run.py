"""``pbem run``: a real process, its pages fetched, its mail door used, stopped by Ctrl-C and started again."""

import contextlib
import html
import os
import re
import shutil
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

import pytest

from pbem.cli.places import WantedPlace, first_game
from pbem.cli.run import LMTP_PORT, SMTP_PORT, YOU, curl_line, embedded_config, you_of
from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.jobs import CannotRun, open_services
from pbem.paths import SCENARIOS
from pbem.scenarios import BadScenario, SeveralScenarios, first_scenario, scenario_names
from pbem.service.model.desk import not_ready
from pbem.service.play.games import check_open_steps, load_game
from pbem.service.services import Services
from pbem.service.umpire.seats import give_up
from pbem.service.umpire.timing import run_now
from tests.fresh import write_schema
from tests.servers import free_port, until

pytestmark = pytest.mark.slow

ROOT = SCENARIOS.parent
SOON = 10
"""Seconds in which Ctrl-C must have ended everything, on a busy machine."""


@dataclass
class Running:
    """`pbem run`, and what it has said.  rest: what it said after it was ready."""

    process: subprocess.Popen[str]
    greeting: str
    rest: list[str] = field(default_factory=list)

    def told(self, pattern: str) -> str:
        """Something of its greeting."""
        found = re.search(pattern, self.greeting)
        assert found, self.greeting
        return found[1]

    def interrupt(self) -> float:
        """Ctrl-C; the seconds it took to end, which it must do with 0."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(SOON) == 0
        return time.monotonic() - began


@contextlib.contextmanager
def running(folder: Path, port: int, *options: str) -> Iterator[Running]:
    """Start it and wait until it is open; whatever happens, it does not outlive the test."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PBEM_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem.cli", "run", "--port", str(port), "--data", str(folder), *options],
        env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    lines: list[str] = []
    reader = threading.Thread(target=lambda: lines.extend(iter(process.stdout.readline, "")), daemon=True)  # type: ignore[union-attr]  # a pipe
    reader.start()
    try:
        until(lambda: any("Ctrl-C" in line for line in lines) or process.poll() is not None, "the greeting", 60)
        yield Running(process, "".join(lines), lines)
    finally:
        process.kill()
        process.wait()
        reader.join(5)
        process.stdout.close()


class Browser:
    """A browser with its cookies."""

    def __init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, url: str) -> str:
        """A page."""
        return self._read(self.opener.open(url, timeout=60))

    def send(self, url: str, page: str, **fields: str) -> str:
        """Send a form of a page; the page that comes of it."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token, page
        data = urlencode({"csrf_token": token[1], **fields}).encode()
        return self._read(self.opener.open(url, data, timeout=60))

    def _read(self, answer: HTTPResponse) -> str:
        with answer:
            assert answer.status == 200
            return answer.read().decode()


def words(page: str) -> str:
    """What a page says, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def mails_in(folder: Path) -> list[EmailMessage]:
    """The mails sent, oldest first."""
    found = [
        message_from_bytes(path.read_bytes(), policy=policy.default)
        for path in sorted((folder / "outbox").glob("*.eml"))
    ]
    assert all(isinstance(one, EmailMessage) for one in found)
    return found  # type: ignore[return-value]  # just asserted


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def answer_to(report: EmailMessage, text: str) -> EmailMessage:
    """An answer as a mail program writes it."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = YOU, report["Reply-To"], f"Re: {report['Subject']}"
    mail["Message-ID"], mail["In-Reply-To"] = "<first@players.test>", report["Message-ID"]
    mail.set_content(f"{text}\n\n> {report['Subject']}\n")
    return mail


def test_a_person_signs_in_orders_by_mail_and_finds_the_same_game_the_next_day(tmp_path: Path) -> None:
    folder, port = tmp_path / "games", free_port()
    base = f"http://127.0.0.1:{port}"
    browser = Browser()
    with running(folder, port) as run:
        link = run.told(rf"Sign in [^\n]*({base}/sign-in/\S+)")
        battle = run.told(rf"Your battle: +({base}/g/\S+)")
        assert "Sign in" in words(browser.get(battle)), "nobody is signed in yet"
        confirm = browser.get(link)
        assert YOU in words(confirm)
        signed_in = browser.send(link, confirm, name="Ines Prado")
        assert "Harrow Down" in words(signed_in)
        assert 'value="Ines Prado"' in browser.get(f"{base}/account")
        page = browser.get(battle)
        assert "S01" in words(page)
        with pytest.raises(HTTPError) as again:
            browser.send(link, page)
        assert again.value.code == 410
        again.value.close()

        until(lambda: len(mails_in(folder)) == 1, "the first report")
        (report,) = mails_in(folder)
        smtp_port = int(run.told(r"SMTP at 127\.0\.0\.1:(\d+)"))
        with smtplib.SMTP("127.0.0.1", smtp_port) as smtp:
            smtp.send_message(answer_to(report, "S01 forward 0507\nS99 hold"))
        until(lambda: len(mails_in(folder)) == 2, "the answer")
        answer = mails_in(folder)[1]
        said = " ".join(text_of(answer).split())
        assert answer["To"].endswith(f"<{YOU}>") or answer["To"] == YOU
        assert "S01 | forward 0507" in said
        assert "There is no stand S99" in said
        outbox = browser.get(f"{base}/outbox")
        shown = re.findall(r'href="(/outbox/[^"/]+)"', outbox)
        assert len(set(shown)) == 2
        assert any("S01 | forward 0507" in words(browser.get(f"{base}{path}")) for path in dict.fromkeys(shown))
        assert "forward 0507" in words(browser.get(battle))

        with smtplib.SMTP("127.0.0.1", smtp_port) as smtp, pytest.raises(smtplib.SMTPRecipientsRefused):
            smtp.sendmail(YOU, ["somebody@elsewhere.test"], b"Subject: spam\r\n\r\nno relay\r\n")
        assert run.interrupt() < SOON
        until(lambda: "Your games are kept." in "".join(run.rest), "its last word")
        assert "Traceback" not in "".join(run.rest)
        for_its_owner_alone(folder)

    with running(folder, port) as run:
        assert run.told(rf"Your battle: +({base}/g/\S+)") == battle
        page = browser.get(battle)
        assert "forward 0507" in words(page), "signed in as before, and the orders still stand"
        played = browser.send(f"{battle}/orders", page, text="all hold", do="ready", turn="1")
        assert "round 2" in words(played)
        until(lambda: len(mails_in(folder)) == 3, "the second report")
        assert "round 2" in text_of(mails_in(folder)[2])
        run.interrupt()


def other_mail_ports(run: Running) -> None:
    """Mail ports that are taken are replaced by others, of which it tells."""
    lmtp, smtp = (int(run.told(rf"{door} at 127\.0\.0\.1:(\d+)")) for door in ("LMTP", "SMTP"))
    assert len({lmtp, smtp, LMTP_PORT, SMTP_PORT}) == 4
    assert f"Another program uses port {SMTP_PORT}, so SMTP is at {smtp}" in run.greeting
    with smtplib.LMTP("127.0.0.1", lmtp) as one, smtplib.SMTP("127.0.0.1", smtp) as other:
        assert (one.noop()[0], other.noop()[0]) == (250, 250)


def test_the_curl_line_of_the_readme_is_the_one_that_is_said(tmp_path: Path) -> None:
    config = embedded_config(tmp_path / "games", 8000)
    assert f"\n{curl_line(config, SMTP_PORT)}\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def run_installer(tmp_path: Path, installer: str) -> subprocess.CompletedProcess[str]:
    """`scripts/venv` in an empty checkout, with a Python whose `venv` makes a .venv with this pip."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "venv", tmp_path / "scripts" / "venv")
    python = tmp_path / "python"
    made = f"mkdir -p .venv/bin; cp $0 .venv/bin/python; printf '#!/bin/sh\\n{installer}\\n' >.venv/bin/pip"
    python.write_text(f"#!/bin/sh\ncase $2 in venv) {made}; chmod +x .venv/bin/pip;; esac\n", encoding="ascii")
    python.chmod(0o755)
    return subprocess.run(
        [tmp_path / "scripts" / "venv", "some.lock", ".venv/.ok"], capture_output=True, text=True, timeout=60,
        env={"PATH": os.environ["PATH"], "PYTHON": str(python)},
    )  # fmt: skip


def test_installing_is_one_line_and_what_installers_say_goes_to_a_log(tmp_path: Path) -> None:
    done = run_installer(tmp_path, "echo WARNING: as root; echo odd >&2")
    assert done.returncode == 0, done.stderr
    assert (done.stdout, len(done.stderr.splitlines())) == ("", 1)
    assert "WARNING: as root" in (tmp_path / ".boot" / "install.log").read_text()
    assert (tmp_path / ".venv" / ".ok").exists()


def test_an_installer_that_fails_is_shown_with_the_name_of_its_log(tmp_path: Path) -> None:
    done = run_installer(tmp_path, "echo no space left; exit 3")
    assert done.returncode == 1
    assert "no space left" in done.stderr
    assert str(tmp_path / ".boot" / "install.log") in done.stderr
    assert not (tmp_path / ".venv" / ".ok").exists()


def test_a_web_port_that_is_taken_is_one_clear_line_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running(tmp_path / "games", port) as run:
            assert run.process.wait(SOON) == 1
            until(lambda: bool(run.rest), "its word")
    why = f"port {port} of 127.0.0.1 is not available: Address already in use. Choose another: make run PORT={port + 1}"
    assert run.rest == [f"Error: {why}\n"]
    assert not (tmp_path / "games").exists()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """The services of a machine on which nothing has been played."""
    config = Config(database_url=write_schema(tmp_path / "games.db"), secret="s" * 40, data_dir=tmp_path)
    opened = open_services(config)
    yield opened
    opened.db.close()


def begun(services: Services, scenario: str = "", **wanted: Any) -> GameId:
    """What `first_game` says."""
    return first_game(services, you_of(services), WantedPlace(scenario, **wanted))


def test_a_battle_that_is_named_is_begun_once_and_found_again(services: Services) -> None:
    first = begun(services)
    battles = {name: begun(services, name) for name in scenario_names() if name.endswith("/harrow-down")}
    assert battles.pop(first_scenario()) == first
    assert battles
    assert first not in battles.values()
    for name, game in battles.items():
        assert begun(services, name) == game
        assert f"{load_game(services, game).rules.name}/harrow-down" == name
    assert begun(services) == [*battles.values()][-1], "without a name it is the newest"
    with pytest.raises(BadScenario, match="there is no scenario 'harow-down'"):
        begun(services, "harow-down")


def test_a_commanders_place_is_found_again_and_aides_have_the_others(services: Services) -> None:
    game = begun(services, "dreux", commander="Coligny")
    chairs = {one.seat: one.aide for one in load_game(services, game).chairs}
    assert chairs == {"montmorency": True, "saint-andre": True, "conde": True, "coligny": False}
    assert begun(services, "dreux", commander="coligny") == game
    assert begun(services, "dreux", commander="Condé") != game
    with pytest.raises(CannotRun, match="there is no commander 'Guise'; there are: Montmorency"):
        begun(services, "dreux", commander="Guise")
    with pytest.raises(CannotRun, match="mill-ford does not say who commands what, so there is no Coligny"):
        begun(services, "snaphance/mill-ford", commander="Coligny")
    with pytest.raises(SeveralScenarios):
        begun(services, "dreux")


def test_a_battle_between_aides_goes_on_turn_by_turn_as_its_umpire_has_it_played(services: Services) -> None:
    game, you = begun(services, "onehour/harrow-down", umpire=True), you_of(services)
    work = load_game(services, game)
    assert (work.state, work.desk.umpire, {one.aide for one in work.chairs}) == ("running", you, {True})
    assert not not_ready(work.desk)
    assert begun(services, "onehour/harrow-down", umpire=True) == game
    assert check_open_steps(services) == ()
    asked = sum(work.desk.turns.values())
    assert run_now(services, game, "All are in", you)
    work = load_game(services, game)
    assert (work.state, sum(work.desk.turns.values())) == ("running", 2 * asked), "both sides have been asked once"
    give_up(services, game, you)
    assert load_game(services, game).state == "over", "without an umpire it waits for no person"


def test_a_newcomer_opens_the_umpires_page_of_a_battle_between_aides_though_mail_ports_are_taken(
    tmp_path: Path,
) -> None:
    browser = Browser()
    with contextlib.ExitStack() as stack:
        for port in (LMTP_PORT, SMTP_PORT):
            with contextlib.suppress(OSError):  # taken already, by whoever: that serves as well
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
        given = ("--scenario", "dreux", "--umpire")
        run = stack.enter_context(running(tmp_path / "games", free_port(), *given))
        other_mail_ports(run)
        link, page = run.told(r"Sign in [^\n]*(http\S+)"), run.told(r"You umpire, at: +(\S+)")
        browser.send(link, browser.get(link), name="Geoff Gale")
        shown = browser.get(page)
        for said in (
            "You are the umpire",
            "each turn waits until you have it played",
            "Coligny (Huguenot)",
            "Montmorency (Royal) sees",
        ):
            assert said in words(shown)
        rulings = page.replace("/umpire", "/rulings")
        seen = browser.send(rulings, browser.get(rulings), text="rule H06 disordered", do="look")
        assert "H06 at 0" in words(seen)
        assert "Carry it out" in words(seen)
        played = browser.send(page, shown, do="run", reason="All are in")
        assert "round 2" in words(played)
        run.interrupt()


def for_its_owner_alone(folder: Path) -> None:
    """What it keeps in a folder that it made."""
    secret = folder / "secret"
    assert folder.stat().st_mode & 0o077 == 0
    assert secret.stat().st_mode & 0o077 == 0
    assert len(secret.read_text().strip()) >= 32
