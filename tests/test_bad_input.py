"""Bad input through the real doors: each gets a clear word on what, where and why; nothing is lost, no game stops.

Mails come in by LMTP, orders from browsers through the web application, files by the command line.  Every test ends
with the same question: are all mails still there, does what stood still stand, does the other game still play a round?
"""

import html
import re
import shutil
import smtplib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient
from sqlmodel import col, select
from werkzeug.test import TestResponse

from pbem.app import create_app
from pbem.cli.main import main
from pbem.clock import FixedClock
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.jobs import listener
from pbem.mail.tokens import Tokens, TurnRef
from pbem.paths import SCENARIOS
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.options import Options
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player, sign_in_link
from pbem.service.play.games import games, load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.errors import StoreUnavailable
from pbem.store.tables import InMail, OutMail
from tests.fresh import write_schema

START = datetime(2026, 5, 11, 10, 0, tzinfo=UTC)
SECRET = "s" * 40
ANN, BOB, CY = "ann@players.test", "bob@players.test", "cy@players.test"
SOUTH, NORTH = Seat("south"), Seat("north")
HARROW, OTHER = GameId("harrow-down"), GameId("harrow-down-2")
GOOD = ["S02 turn 2", "S04 turn 10"]
"""Ann's orders, in before anything bad comes."""


def config_of(folder: Path) -> Config:
    """Settings of a small club: mail by LMTP, nobody's word believed about senders."""
    return Config(
        database_url=f"sqlite:///{folder / 'pbem.sqlite3'}", secret=SECRET, data_dir=folder,
        mail_domain="example.test", orders_address="orders@example.test", operator_address="operator@example.test",
    )  # fmt: skip


@dataclass
class House:
    """Two games: Ann against Bob, and Cy against an aide-de-camp.  sent: every mail that a door took."""

    services: Services
    clock: FixedClock
    folder: Path
    sent: list[bytes]

    def deliver(self, raw: bytes, to: str) -> tuple[int, str]:
        """Hand a mail over by LMTP; what the door said to it."""
        with listener(self.services, "127.0.0.1:0") as door, smtplib.LMTP("127.0.0.1", door.port) as lmtp:
            lmtp.ehlo()
            lmtp.mail(ANN)
            lmtp.rcpt(to)
            code, said = lmtp.data(raw)
        if code == 250:
            self.sent.append(raw)
        return code, said.decode()

    def mail(self, text: str, name: str, seat: Seat = SOUTH, sender: str = ANN) -> str:
        """An order mail to a seat's order address, handled; the text of its answer to the sender."""
        to = reply_to(seat)
        assert self.deliver(letter(text, name, to, sender), to) == (250, "2.0.0 stored")
        return self.answered(sender)

    def answered(self, to: str) -> str:
        """Handle what waits; the one answer that somebody gets."""
        before = {mail.key for mail in self.out(to)}
        handle_waiting(self.services)
        (answer,) = [mail for mail in self.out(to) if mail.key not in before]
        return text_of(answer.raw)

    def out(self, to: str) -> list[OutMail]:
        """All mails to somebody."""
        with self.services.db.reading() as session:
            found = select(OutMail).where(OutMail.recipient == to).order_by(col(OutMail.created_at))
            return list(session.exec(found).all())

    def kept(self) -> list[InMail]:
        """The mails that came in."""
        with self.services.db.reading() as session:
            return list(session.exec(select(InMail)).all())

    def state_of(self, raw: bytes) -> str:
        """What became of a mail."""
        (row,) = [row for row in self.kept() if row.raw == raw]
        return row.state

    def standing(self) -> list[str]:
        """Ann's orders that stand."""
        stands = game_page(self.services, HARROW, SOUTH).stands
        return stands.text.splitlines() if stands else []

    def browser(self, player: str = ANN) -> "Browser":
        """A browser in which somebody is signed in, by the link he was handed."""
        client = create_app(services=self.services).test_client()
        link = sign_in_link(self.services, ensure_player(self.services, player, ""))
        path = link.removeprefix(self.services.config.base_url)
        browser = Browser(client, csrf_of(client.get(path)))
        assert browser.send(path).status_code == 303
        return browser


@dataclass
class Browser:
    """A browser: what it has open, and the token of its forms."""

    client: FlaskClient
    csrf: str

    def send(self, path: str, **fields: str) -> TestResponse:
        """Send a form."""
        return self.client.post(path, data={"csrf_token": self.csrf, **fields})

    def order(self, text: str, do: str = "save", game: GameId = HARROW) -> str:
        """Send orders from the game's page; the words of the page that comes of it."""
        self.csrf = csrf_of(self.client.get(f"/g/{game}"))
        answer = self.send(f"/g/{game}/orders", text=text, do=do, turn="1")
        if answer.status_code == 303:
            answer = self.client.get(answer.headers["Location"])
        return words_of(answer)


def csrf_of(page: TestResponse) -> str:
    """The token of a page's forms."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert found, page.text
    return found[1]


def words_of(page: TestResponse) -> str:
    """What a page says, without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.text)).split())


def reply_to(seat: Seat, turn: int = 1) -> str:
    """The order address of a turn."""
    return f"orders+{Tokens(SECRET).reply(TurnRef(HARROW, seat, turn))}@example.test"


def letter(text: str, name: str, to: str, sender: str = ANN) -> bytes:
    """A plain mail."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, to, "orders", f"<{name}@players.test>"
    mail.set_content(text)
    return mail.as_bytes(policy=policy.SMTP)


def text_of(raw: bytes) -> str:
    """The text part of a mail, its white space one."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    part = mail.get_body(("plain",))
    assert part is not None
    return " ".join(str(part.get_content()).split())


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both games begun."""
    folder = tmp_path_factory.mktemp("begun")
    config = config_of(folder)
    write_schema(folder / "pbem.sqlite3")
    with closing(Database.open(config.database_url)) as db:
        services = Services(db, config, FixedClock(START), compose=compose_mail)
        ann, bob, cy = (
            ensure_player(services, address, address.partition("@")[0].title()) for address in (ANN, BOB, CY)
        )
        assert new_game(services, "harrow-down", {SOUTH: ann, NORTH: bob}, seed=b"one") == HARROW
        assert new_game(services, "harrow-down", {SOUTH: cy, NORTH: None}, Options(every=0), seed=b"two") == OTHER
        submit(services, HARROW, SOUTH, "\n".join(GOOD), "mail", ann)
    return folder


@pytest.fixture
def house(begun: Path, tmp_path: Path) -> Iterator[House]:
    """A copy of both games; whatever a test does to it, it must be sound at the end."""
    folder = Path(shutil.copytree(begun, tmp_path / "house"))
    clock = FixedClock(START + timedelta(hours=1))
    config = config_of(folder)
    with closing(Database.open(config.database_url, patience=0.3)) as db:
        house = House(Services(db, config, clock, compose=compose_mail), clock, folder, [])
        yield house
        sound(house)


def sound(house: House) -> None:
    """Nothing is lost, and no other game stops."""
    assert {row.raw for row in house.kept()} == set(house.sent)
    assert all(state == "running" for _, _, state in games(house.services))
    assert set(GOOD) <= set(house.standing())
    receipt = submit(house.services, OTHER, SOUTH, "all hold\nready", "mail", CY)
    assert receipt.outcome == "played"
    assert receipt.turn == 2


def said(text: str, *wanted: str) -> None:
    """A text says all of these, in capitals or not."""
    for words in wanted:
        assert words.casefold() in text.casefold(), f"{words!r} is not said in: {text}"


# --- a mail that cannot be read -----------------------------------------------------------------------------------


def test_an_unreadable_mail_is_kept_and_answered(house: House) -> None:
    to = reply_to(SOUTH)
    deep = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(60))
    raw = f"From: {ANN}\r\nTo: {to}\r\nMessage-ID: <deep@players.test>\r\nMIME-Version: 1.0\r\n".encode() + deep
    assert house.deliver(raw, to)[0] == 250
    answer = house.answered(ANN)
    said(answer, "Your mail could not be read", "It was kept, but not read", "as plain text")
    assert house.state_of(raw) == "quarantined"


def test_a_mail_of_mere_noise_is_kept_and_those_after_it_are_handled(house: House) -> None:
    noise = b"\r\n".join([bytes(byte for byte in range(1, 256) if byte not in b"\r\n")] * 8) + b"\r\n"
    assert house.deliver(noise, "orders@example.test")[0] == 250
    said(house.mail("S01 hold\n", "after"), "S01", "hold")
    assert house.state_of(house.sent[0]) in {"held", "quarantined"}


def test_a_mail_that_breaks_its_reader_stops_no_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.service.incoming import mailcase

    to = reply_to(SOUTH)
    bad, good = letter("S01 hold\nBREAK\n", "bad", to), letter("S03 hold\n", "good", to)
    for raw in (bad, good):
        house.deliver(raw, to)
    read = mailcase.bounded.read

    def breaking(raw: bytes, *more: object) -> object:
        if b"BREAK" in raw:
            raise ZeroDivisionError("planted")
        return read(raw, *more)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(mailcase.bounded, "read", breaking)
    handle_waiting(house.services)
    monkeypatch.undo()
    assert (house.state_of(bad), house.state_of(good)) == ("quarantined", "accepted")
    said(text_of(house.out("operator@example.test")[-1].raw), "ZeroDivisionError", "planted")


# --- orders that cannot be taken ----------------------------------------------------------------------------------


def test_an_unknown_unit_is_named_with_what_was_perhaps_meant(house: House) -> None:
    answer = house.mail("S99 hold\nS0l hold\nS03 turn 2\n", "unknown")
    said(answer, "Line 1, not readable | S99 hold | there is no stand S99", "Line 2, not readable | S0l hold")
    said(answer, "S03 | turn 2", "S02 | turn 2 | sent before, still in force", "S01 | no order")
    page = house.browser().order("S99 hold\nS03 turn 2\n" + "\n".join(GOOD))
    said(page, "there is no stand S99", "Version")
    assert set(house.standing()) == {*GOOD, "S03 turn 2"}


def test_an_order_for_anothers_stand_is_refused_and_he_learns_nothing(house: House) -> None:
    answer = house.mail("N01 hold\n", "anothers")
    said(answer, "Line 1, not allowed | N01 hold | N01 is not yours", "version 1 of your orders")
    said(house.browser().order("N01 hold\n" + "\n".join(GOOD)), "N01 hold", "N01 is not yours")
    assert game_page(house.services, HARROW, NORTH).stands is None
    assert [mail.kind for mail in house.out(BOB)] == ["report"]


def test_two_different_orders_for_one_stand_contradict_and_neither_is_taken(house: House) -> None:
    answer = house.mail("S01 hold\nS01 turn 2\n", "two")
    said(answer, "line 1 says S01 hold; line 2 says S01 turn 2", "Neither is taken", "version 1 of your orders")
    assert house.standing() == GOOD
    said(house.browser().order("S01 hold\nS01 turn 2\n" + "\n".join(GOOD)), "S01 hold", "S01 turn 2")
    assert house.standing() == GOOD


def test_late_orders_are_told_so_and_not_applied(house: House) -> None:
    house.clock.at = START + timedelta(days=5)
    answer = house.mail("S01 turn 2\n", "late")
    said(answer, "deadline was", "grace ended", "played without these orders", "S01 turn 2")
    said(house.browser().order("S01 turn 2"), "deadline was", "grace ended", "S01 turn 2", "not taken")
    assert house.standing() == GOOD


def test_orders_for_a_turn_that_was_played_are_not_put_into_the_next(house: House) -> None:
    submit(house.services, HARROW, NORTH, "all hold\nready", "mail", BOB)
    submit(house.services, HARROW, SOUTH, "all hold\nready", "mail", ANN)
    browser = house.browser()
    assert load_game(house.services, HARROW).desk.turns[SOUTH] == 2
    answer = house.mail("S01 turn 2\n", "old")
    said(answer, "your turn 1, which has been played", "not applied to turn 2")
    said(browser.order("S01 turn 2"), "S01 turn 2", "Nothing from this text was played")
    assert house.standing() == []
    submit(house.services, HARROW, SOUTH, "\n".join(GOOD), "mail", ANN)


# --- forged tokens ------------------------------------------------------------------------------------------------


def test_a_forged_token_counts_for_nothing(house: House) -> None:
    to = reply_to(SOUTH)
    place = to.index("@") - 3
    forged = f"{to[:place]}{'a' if to[place] != 'a' else 'b'}{to[place + 1 :]}"
    raw = letter("S01 turn 2\n", "forged", forged)
    assert house.deliver(raw, forged)[0] == 250
    said(house.answered(ANN), "has no turn code", "nothing in it was applied")
    assert house.state_of(raw) == "held"


def test_anothers_token_moves_nothing_and_both_are_told(house: House) -> None:
    to = reply_to(NORTH)
    raw = letter("N01 turn 4\n", "anothers-token", to)
    house.deliver(raw, to)
    said(house.answered(ANN), "belongs to another player", "nothing in it was applied")
    said(text_of(house.out(BOB)[-1].raw), "came from the address of another player", "Nothing was changed")
    assert game_page(house.services, HARROW, NORTH).stands is None


def test_forged_links_and_forms_are_refused(house: House) -> None:
    client = create_app(services=house.services).test_client()
    stale = client.get("/sign-in/ImZvcmdlZCI.AAAA")
    assert stale.status_code == 410
    said(words_of(stale), "sign-in link is not one of ours", "Ask for a new", "You were not signed in")
    browser = house.browser()
    browser.csrf = "forged"
    answer = browser.send(f"/g/{HARROW}/orders", text="S01 turn 2", do="ready-as-is", turn="1")
    assert answer.status_code == 400
    said(words_of(answer), "has expired", "Nothing was sent", "S01 turn 2")
    assert house.standing() == GOOD


def test_anothers_game_is_as_if_it_were_not_there(house: House) -> None:
    browser = house.browser(CY)
    unknown, anothers = (browser.client.get(f"/g/{game}") for game in ("waterloo", HARROW))
    assert (unknown.status_code, anothers.status_code) == (404, 404)
    assert words_of(unknown) == words_of(anothers)


# --- files --------------------------------------------------------------------------------------------------------


def pbem(house: House, *arguments: str) -> Result:
    """The command line, on the same games."""
    env = {"PBEM_SECRET": SECRET, "PBEM_DATA_DIR": str(house.folder), "PBEM_DATABASE_URL": None}
    return CliRunner().invoke(main, arguments, env=env)


def test_a_scenario_with_two_stands_in_a_hex_begins_no_game(house: House, tmp_path: Path) -> None:
    given = SCENARIOS / "snaphance" / "harrow-down.yaml"
    text = given.read_text(encoding="utf-8").replace("hex: 0708, facing: 12", "hex: 0608, facing: 12")
    copy = tmp_path / "crowded.yaml"
    copy.write_text(text, encoding="utf-8")
    shutil.copy(given.with_name("army-list.yaml"), tmp_path)
    line = next(number for number, one in enumerate(text.splitlines(), 1) if "id: S03" in one)
    before = games(house.services)
    for arguments in (
        ["scenario", "check", str(copy)],
        ["new", str(copy), "--seat", "south=aide", "--seat", "north=aide"],
    ):
        done = pbem(house, *arguments)
        assert done.exit_code == 1
        said(done.output, f"{copy}, line {line}: ", "0608 holds S02 already")
    assert games(house.services) == before


def test_a_wrong_archive_is_named_with_its_line(house: House, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert pbem(house, "export", HARROW, "--out", str(path)).exit_code == 0
    assert pbem(house, "verify", "--audit", str(path)).exit_code == 0
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for place, line in ((2, lines[2].replace("south", "north")), (3, lines[4]), (4, "")):
        assert line != lines[place]
        path.write_text("".join([*lines[:place], line, *lines[place + 1 :]]), encoding="utf-8")
        done = pbem(house, "verify", str(path))
        assert done.exit_code == 1
        said(done.stdout, f"line {place + 1}" if line else "the header tells of")
    path.write_text('{"hello": "world"}\n')
    said(pbem(house, "verify", str(path)).stdout, f"{path} is no archive", "line 1")


# --- the database -------------------------------------------------------------------------------------------------


def test_a_locked_database_is_told_and_what_was_sent_comes_again(house: House) -> None:
    to = reply_to(SOUTH)
    raw = letter("S01 turn 2\n", "locked", to)
    browser = house.browser()
    browser.csrf = csrf_of(browser.client.get(f"/g/{HARROW}"))
    with closing(sqlite3.connect(house.folder / "pbem.sqlite3", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert house.deliver(raw, to) == (451, "4.3.0 not stored, try again later")
        page = browser.send(f"/g/{HARROW}/orders", text="S03 turn 2", do="save", turn="1")
        done = pbem_soon(house, "sign-in", ANN)
    assert page.status_code == 503
    assert page.headers["Retry-After"]
    said(words_of(page), "The database cannot be reached", "Nothing was sent", "S03 turn 2")
    assert done.exit_code == 1
    said(done.stderr, "pbem.sqlite3 is locked", "nothing was written, try again")
    assert house.deliver(raw, to)[0] == 250
    said(house.answered(ANN), "S01", "turn 2")


def pbem_soon(house: House, *arguments: str) -> Result:
    """The command line, impatient."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.store.db.Database.open.__func__.__defaults__", (0.2,))
        return pbem(house, *arguments)


def test_a_database_that_is_gone_is_told_and_never_made_anew(house: House) -> None:
    to = reply_to(SOUTH)
    raw = letter("S01 turn 2\n", "gone", to)
    browser = house.browser()
    browser.csrf = csrf_of(browser.client.get(f"/g/{HARROW}"))
    path = house.folder / "pbem.sqlite3"
    house.services.db.close()
    away = Path(shutil.copytree(house.folder, house.folder.with_name("away")))
    for file in house.folder.glob("pbem.sqlite3*"):
        file.unlink()
    assert house.deliver(raw, to) == (451, "4.3.0 not stored, try again later")
    page = browser.send(f"/g/{HARROW}/orders", text="S03 turn 2", do="save", turn="1")
    assert page.status_code == 503
    said(words_of(page), "The database cannot be reached", "S03 turn 2")
    done = pbem(house, "games")
    assert done.exit_code == 1
    said(done.stderr, str(path), "is not there")
    with pytest.raises(StoreUnavailable, match="is not there"):
        handle_waiting(house.services)
    assert not path.exists()
    for file in away.glob("pbem.sqlite3*"):
        shutil.move(file, house.folder)
    assert house.deliver(raw, to)[0] == 250
    said(house.answered(ANN), "S01", "turn 2")
