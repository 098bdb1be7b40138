"""A post office with Harrow Down begun, copied for each test; short words for mails in and out."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from email.policy import default
from pathlib import Path

import pytest
from sqlalchemy.engine import URL
from sqlmodel import col, select

from pbem.clock import FixedClock
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import Tokens, TurnRef
from pbem.service.incoming import mailroom
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.incoming.settling import MailOutcome
from pbem.service.model.gamepage import GamePage
from pbem.service.options import Options
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.service.play.pages import game_page
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.tables import Door, InMail, OutMail, PlayerId
from tests.fresh import new_database
from tests.servers.postgres import fresh_database

START = datetime(2026, 5, 11, 10, 0, tzinfo=UTC)
ANN, BOB = "ann@players.test", "bob@players.test"
SOUTH, NORTH = Seat("south"), Seat("north")
HARROW = GameId("harrow-down")
ORDERS = "orders@example.test"
SECRET = "s" * 40


def config_for(url: str, folder: Path, **more: object) -> Config:
    """Settings of a test."""
    settings = {
        "secret": SECRET, "data_dir": folder, "mail_domain": "example.test", "orders_address": ORDERS,
        "operator_address": "operator@example.org", "authserv_id": "mx.example.test",
    }  # fmt: skip
    return Config(database_url=url, **{**settings, **more})  # type: ignore[arg-type]  # each setting has its own type


def begin(services: Services) -> None:
    """Harrow Down between Ann and Bob."""
    seats: dict[Seat, PlayerId | None] = {
        SOUTH: ensure_player(services, ANN, "Ann Aldous", "Europe/Madrid"),
        NORTH: ensure_player(services, BOB, "Bob Barlow", "Europe/London"),
    }
    new_game(services, "snaphance/harrow-down", seats, Options(), seed=b"harrow" * 6, game=HARROW)


@dataclass
class Office:
    """A post with its clock."""

    services: Services
    clock: FixedClock

    def later(self, **span: float) -> None:
        """Let time pass."""
        self.clock.at += timedelta(**span)

    def store(self, raw: bytes, to: str = "", door: Door = "ingest", arrived: datetime | None = None) -> str:
        """Store a mail."""
        envelope = Envelope(None, (to,) if to else ())
        return store_mail(self.services, raw, envelope, arrived or self.clock.now(), door)

    def receive(self, raw: bytes, to: str = "", arrived: datetime | None = None) -> MailOutcome:
        """Store a mail and handle it."""
        return mailroom.handle(self.services, self.store(raw, to, arrived=arrived))  # type: ignore[arg-type]  # a MailId

    def mails(self, *kinds: str) -> list[OutMail]:
        """What is in the outbox but for the first reports; only of these kinds, if any are named."""
        with self.services.db.reading() as session:
            rows = session.exec(select(OutMail).order_by(col(OutMail.created_at), col(OutMail.key))).all()
        return [row for row in rows if (row.kind in kinds if kinds else row.key not in FIRST)]

    def stored(self) -> list[InMail]:
        """Every mail that came in."""
        with self.services.db.reading() as session:
            return list(session.exec(select(InMail).order_by(col(InMail.arrived_at))).all())

    def page(self, seat: Seat = SOUTH) -> GamePage:
        """The game as a seat sees it."""
        return game_page(self.services, HARROW, seat)

    def orders(self, seat: Seat = SOUTH) -> list[str]:
        """The orders that stand."""
        stands = self.page(seat).stands
        return stands.text.split("\n") if stands and stands.text else []


FIRST = {"1.south.report.0", "1.north.report.0"}


def token(seat: Seat = SOUTH, turn: int = 1) -> str:
    """The reply token of a turn."""
    return Tokens(SECRET).reply(TurnRef(HARROW, seat, turn))


def reply_to(seat: Seat = SOUTH, turn: int = 1) -> str:
    """The order address of a turn."""
    return f"orders+{token(seat, turn)}@example.test"


def letter(body: str, sender: str = ANN, to: str = "", name: str = "one", **headers: str) -> bytes:
    """A raw mail.  Headers: underscores stand for hyphens."""
    lines = [f"From: {sender}", f"To: {to or reply_to()}", f"Message-ID: <{name}@players.test>"]
    lines += [f"{key.replace('_', '-')}: {value}" for key, value in headers.items()]
    return "\r\n".join([*lines, "", *body.split("\n")]).encode()


def text_of(raw: bytes) -> str:
    """The text part of a mail of ours."""
    return part_of(raw, "text/plain")


def part_of(raw: bytes, kind: str) -> str:
    """A part of a mail of ours."""
    found: Message
    for found in message_from_bytes(raw, policy=default).walk():
        if found.get_content_type() == kind:
            payload = found.get_payload(decode=True)
            assert isinstance(payload, bytes)
            return payload.decode()
    raise AssertionError(f"no {kind} in it")


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with Harrow Down begun."""
    folder = tmp_path_factory.mktemp("begun")
    db = new_database(folder / "pbem.db")
    begin(Services(db, config_for(str(db.url), folder), FixedClock(START), compose=compose_mail))
    db.close()
    return folder / "pbem.db"


@pytest.fixture(scope="session")
def begun_postgres(postgres_server: URL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL database with Harrow Down begun, to be copied."""
    with fresh_database(postgres_server) as url:
        db = Database.open(url)
        db.migrate()
        begin(
            Services(
                db, config_for(url, tmp_path_factory.mktemp("begun-postgres")), FixedClock(START), compose=compose_mail
            )
        )
        db.close()
        yield url


@pytest.fixture
def postgres_copy(postgres_server: URL, begun_postgres: str) -> Iterator[str]:
    """The URL of a PostgreSQL database of one's own with Harrow Down begun."""
    with fresh_database(postgres_server, begun_postgres) as url:
        yield url


@pytest.fixture
def office_with(begun: Path, tmp_path: Path) -> Iterator[Callable[..., Office]]:
    """Opens an office on a copy of the begun game; settings may be given."""
    opened: list[Database] = []

    def open_office(**settings: object) -> Office:
        path = tmp_path / "pbem.db"
        if not path.exists():
            shutil.copy(begun, path)
        db = Database.open(f"sqlite:///{path}")
        opened.append(db)
        clock = FixedClock(START + timedelta(minutes=30))
        return Office(Services(db, config_for(str(db.url), tmp_path, **settings), clock, compose=compose_mail), clock)

    yield open_office
    for db in opened:
        db.close()


@pytest.fixture
def office(office_with: Callable[..., Office]) -> Office:
    """An office that believes the word of mx.example.test about senders."""
    return office_with()
