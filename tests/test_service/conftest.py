"""A post office for the toy duel, on SQLite and on PostgreSQL, with a clock that stands."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlmodel import col, select

from pbem.clock import FixedClock
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.service.model.mails import Composed, MailMatter
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.tables import OutMail, PlayerId
from tests.fresh import write_schema
from tests.toyrules import BLUE, RED, TOY, toy_scenario

START = datetime(2026, 5, 11, 10, 0, tzinfo=UTC)


def composed(config: Config, matter: MailMatter) -> Composed:
    """A mail that holds everything its page holds: what leaks into a page leaks into it."""
    raw = msgspec.json.encode(matter)
    key = f"{matter.game}.{matter.turn}.{matter.seat}.{matter.kind}.{matter.revision}.{matter.to.address}"
    return Composed(raw, f"<{key}@test>", config.orders_address)


@dataclass
class Office:
    """A post with its clock, its two players and short words for what tests do."""

    services: Services
    clock: FixedClock
    players: dict[Seat, PlayerId] = field(default_factory=dict)

    def begin(self, options: Options | None = None, aides: tuple[Seat, ...] = (), seed: bytes = b"toy") -> GameId:
        """A new duel."""
        seats = {seat: None if seat in aides else self.players[seat] for seat in (RED, BLUE)}
        return new_game(self.services, "toy/duel", seats, options, seed=seed)

    def later(self, **span: float) -> None:
        """Let time pass."""
        self.clock.at += timedelta(**span)

    def mails(self, *kinds: str) -> list[OutMail]:
        """What is in the outbox, in the order of writing."""
        with self.services.db.reading() as session:
            rows = session.exec(select(OutMail).order_by(col(OutMail.created_at), col(OutMail.key))).all()
        return [row for row in rows if not kinds or row.kind in kinds]

    def with_rules(self, rules: Any) -> "Office":
        """The same office after a new version of the rules was put in."""
        return replace(self, services=replace(self.services, rules=lambda name: rules))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a database with nothing but its schema."""
    if request.param == "sqlite":
        return write_schema(tmp_path / "pbem.db")
    given: str = request.getfixturevalue("postgres_ready")
    return given


def config_for(url: str, tmp_path: Path) -> Config:
    """Settings of a test."""
    return Config(database_url=url, secret="s" * 40, data_dir=tmp_path, operator_address="operator@example.org")


@pytest.fixture
def office_on(tmp_path: Path) -> Iterator[Callable[[str], Office]]:
    """Opens an office on a database."""
    opened: list[Database] = []

    def open_office(url: str) -> Office:
        db = Database.open(url)
        opened.append(db)
        clock = FixedClock(START)
        services = Services(db, config_for(url, tmp_path), clock, lambda name: TOY, toy_scenario, compose=composed)
        office = Office(services, clock)
        office.players = {
            RED: ensure_player(services, "Red@Example.org", "Rosa Red", "Europe/Madrid"),
            BLUE: ensure_player(services, "blue@example.org", "Ben Blue", "Europe/London"),
        }
        return office

    yield open_office
    for db in opened:
        db.close()


@pytest.fixture
def office(url: str, office_on: Callable[[str], Office]) -> Office:
    """An office with two players, on each database in turn."""
    return office_on(url)


@pytest.fixture
def lite(tmp_path: Path, office_on: Callable[[str], Office]) -> Office:
    """An office on SQLite alone, for what no database can change."""
    return office_on(write_schema(tmp_path / "lite.db"))
