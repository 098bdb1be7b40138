"""Harrow Down on a real database, under the real rules, with real mails: what every proof here stands on."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlmodel import col, select

from pbem.clock import FixedClock
from pbem.config import Config
from pbem.engine.asks import Ask
from pbem.engine.hexchart import HexChart
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Entry
from pbem.mail.tokens import Tokens, TurnRef
from pbem.service.incoming.doors import ingest
from pbem.service.incoming.mailroom import handle
from pbem.service.incoming.settling import MailOutcome
from pbem.service.options import Options
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import Receipt, submit
from pbem.service.play.work import Work
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.db import Database
from pbem.store.tables import OutMail, PlayerId
from tests.fresh import new_database

START = datetime(2026, 5, 11, 10, 0, tzinfo=UTC)
SOUTH, NORTH = Seat("south"), Seat("north")
SEATS = (SOUTH, NORTH)
HARROW = GameId("harrow-down")
SCENARIO = "snaphance/harrow-down"
SECRET = "proof" * 8
SEED = b"harrow down, proved from end to end"
ADDRESSES = {SOUTH: "ines@players.test", NORTH: "tom@players.test"}
NO_CLOCK = Options(every=0)

Orders = Callable[[Work, Ask[object]], str]
"""What a seat writes to an ask."""


def other(seat: Seat) -> Seat:
    """The one across the table."""
    return NORTH if seat == SOUTH else SOUTH


def settings(url: str, folder: Path, **more: object) -> Config:
    """Settings of a proof."""
    given = {
        "secret": SECRET, "data_dir": folder, "mail_domain": "example.test", "orders_address": "orders@example.test",
        "operator_address": "operator@example.org",
    }  # fmt: skip
    return Config(database_url=url, **{**given, **more})  # type: ignore[arg-type]  # each setting has its own type


@dataclass
class Field:
    """A post office with its two players, Ines in the south and Tom in the north."""

    services: Services
    clock: FixedClock
    players: dict[Seat, PlayerId]

    def begin(
        self,
        options: Options = NO_CLOCK,
        *,
        aides: tuple[Seat, ...] = (),
        seed: bytes = SEED,
        game: GameId | None = None,
    ) -> GameId:
        """A new Harrow Down."""
        seats = {seat: None if seat in aides else self.players[seat] for seat in SEATS}
        return new_game(self.services, SCENARIO, seats, options, seed=seed, game=game)

    def later(self, **span: float) -> None:
        """Let time pass."""
        self.clock.at += timedelta(**span)

    def mails(self, *kinds: str) -> list[OutMail]:
        """What is in the outbox, in the order of writing; of these kinds, if any are named."""
        with self.services.db.reading() as session:
            rows = session.exec(select(OutMail).order_by(col(OutMail.created_at), col(OutMail.key))).all()
        return [row for row in rows if not kinds or row.kind in kinds]

    def entries(self, game: GameId) -> list[Entry]:
        """A game's journal."""
        with self.services.db.reading() as session:
            return journal.load(session, game)

    def order(self, game: GameId, seat: Seat, text: str) -> Receipt:
        """Orders by mail's own road into the service."""
        return submit(self.services, game, seat, text, "mail", str(self.players[seat]))

    def play(self, game: GameId, orders: Orders, most: int = 600) -> int:
        """Answer whatever is asked until the battle is over; gives how many submissions that took."""
        for number in range(most):
            work = load_game(self.services, game)
            if work.desk.open is None:
                assert work.state == "over", work.stop_reason
                return number
            seat = min(seat for seat in awaited(work))
            ask = work.desk.open.ask_of(seat)
            assert ask is not None
            receipt = self.order(game, seat, f"{orders(work, ask)}\nready")
            assert receipt.outcome in {"filed", "played"}, (receipt.outcome, receipt.said, receipt.reading)
        raise AssertionError(f"the battle has not ended after {most} answers")


def no_picture(chart: HexChart, width: int, **how: object) -> bytes:
    """In place of a mail's map, where nothing hangs on it and hundreds would be drawn."""
    return b""


def awaited(work: Work) -> tuple[Seat, ...]:
    """The seats that are waited for, in the order they were asked."""
    assert work.desk.open is not None
    return work.desk.open.waiting_for()


def aide(work: Work, ask: Ask[object]) -> str:
    """What the aide-de-camp would write."""
    return work.rules.aide.orders(work.view(ask.seat), ask)


def migrated(url: str) -> Database:
    """A database that may have its schema already."""
    db = Database.open(url)
    db.migrate()
    return db


def open_field(url: str, folder: Path, clock: FixedClock | None = None, **more: object) -> Field:
    """A field on a database, brought up to date."""
    clock = clock or FixedClock(START)
    path = Path(url.removeprefix("sqlite:///"))
    db = new_database(path) if url.startswith("sqlite:") and not path.exists() else migrated(url)
    services = Services(db, settings(url, folder, **more), clock, compose=compose_mail)
    players = {
        SOUTH: ensure_player(services, ADDRESSES[SOUTH], "Ines South", "Europe/Madrid"),
        NORTH: ensure_player(services, ADDRESSES[NORTH], "Tom North", "Europe/London"),
    }
    return Field(services, clock, players)


def letter(field: Field, game: GameId, seat: Seat, text: str, name: str, sender: str = "") -> bytes:
    """A player's mail to the order address of the turn that is open for him."""
    turn = load_game(field.services, game).desk.turns[seat]
    local, _, domain = field.services.config.orders_address.partition("@")
    token = Tokens(field.services.config.secret).reply(TurnRef(game, seat, turn))
    lines = [
        f"From: {sender or ADDRESSES[seat]}", f"To: {local}+{token}@{domain}", f"Message-ID: <{name}@players.test>",
        "", *text.split("\n"),
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


def by_mail(field: Field, game: GameId, seat: Seat, text: str, name: str) -> MailOutcome:
    """Orders as a mail that is taken in and handled."""
    return handle(field.services, ingest(field.services, letter(field, game, seat, text, name)))
