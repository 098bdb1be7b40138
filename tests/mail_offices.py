"""A post office for the tests of the mail pages: Olga runs it and may play; Ann and Bob fight by mail."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Flask
from sqlmodel import col, select

from pbem.app import create_app
from pbem.clock import FixedClock
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.service.incoming import mailroom
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.incoming.settling import MailOutcome
from pbem.service.options import Options
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player, sign_in_link
from pbem.service.play.games import new_game
from pbem.service.play.pages import game_page
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.tables import InMail, MailId, OutMail, PlayerId
from tests.fresh import write_schema
from tests.web_offices import Visitor

SOUTH, NORTH = Seat("south"), Seat("north")
START = datetime(2026, 5, 11, 10, 0, tzinfo=UTC)
OLGA, ANN, BOB = "olga@post.test", "ann@players.test", "bob@players.test"
STRANGER = "stranger@elsewhere.test"


@dataclass
class MailOffice:
    """A post office with its application."""

    services: Services
    clock: FixedClock
    app: Flask
    olga: PlayerId
    ann: PlayerId
    bob: PlayerId

    def begin(self, south: PlayerId | None = None, north: PlayerId | None = None) -> GameId:
        """Harrow Down; South is Ann and North is Bob, unless others are named."""
        seats: dict[Seat, PlayerId | None] = {SOUTH: south or self.ann, NORTH: north or self.bob}
        return new_game(self.services, "snaphance/harrow-down", seats, Options(), seed=b"mail")

    def later(self, **span: float) -> None:
        """Let time pass."""
        self.clock.at += timedelta(**span)

    def visitor(self, player: PlayerId | None = None) -> Visitor:
        """A browser without script; signed in as a player, if one is named."""
        visitor = Visitor(self.app.test_client())
        if player is not None:
            link = self.link(player)
            assert visitor.send(link, link).status_code == 303
        return visitor

    def link(self, player: PlayerId) -> str:
        """The path of a sign-in link."""
        return sign_in_link(self.services, player).removeprefix(self.services.config.base_url)

    def receive(self, body: str, sender: str = ANN, to: TurnRef | None = None, subject: str = "Orders") -> MailOutcome:
        """Store a mail and handle it.  to: the turn whose token it carries."""
        return mailroom.handle(self.services, self.store(body, sender, to, subject))

    def store(self, body: str, sender: str = ANN, to: TurnRef | None = None, subject: str = "Orders") -> MailId:
        """Store a mail."""
        address = f"orders+{tokens_of(self.services.config).reply(to)}@example.test" if to else "orders@example.test"
        self.clock.at += timedelta(seconds=1)  # no two mails arrive together
        name = f"{self.clock.at.timestamp():.0f}@players.test"
        head = f"From: {sender}\r\nTo: {address}\r\nSubject: {subject}\r\nMessage-ID: <{name}>\r\n"
        raw = f"{head}\r\n{body}\r\n".encode()
        return store_mail(self.services, raw, Envelope(sender, (address,)), self.clock.now(), "lmtp")

    def mail(self, name: MailId) -> InMail:
        """A mail that came in."""
        with self.services.db.reading() as session:
            return session.get_one(InMail, name)

    def names(self) -> list[MailId]:
        """Every mail that came in."""
        with self.services.db.reading() as session:
            return [MailId(name) for name in session.exec(select(InMail.id)).all()]

    def sent(self, *kinds: str) -> list[OutMail]:
        """What is in the outbox; only of these kinds, if any are named."""
        with self.services.db.reading() as session:
            rows = session.exec(select(OutMail).order_by(col(OutMail.created_at), col(OutMail.key))).all()
        return [row for row in rows if not kinds or row.kind in kinds]

    def orders(self, game: GameId, seat: Seat = SOUTH) -> str:
        """The orders that stand."""
        stands = game_page(self.services, game, seat).stands
        return stands.text if stands else ""


@contextmanager
def mail_office(folder: Path, url: str = "", **more: object) -> Iterator[MailOffice]:
    """An office on a database of its own (SQLite, unless a URL is given); settings may be given."""
    url = url or write_schema(folder / "mail.db")
    db = Database.open(url)
    settings = {
        "secret": "m" * 40, "data_dir": folder, "mail_domain": "example.test", "orders_address": "orders@example.test",
        "operator_address": OLGA, "authserv_id": "mx.example.test",
    }  # fmt: skip
    clock = FixedClock(START)
    config = Config(database_url=url, **{**settings, **more})  # type: ignore[arg-type]  # each setting has its own type
    services = Services(db, config, clock, compose=compose_mail)
    ann = ensure_player(services, ANN, "Ann Aldous", "Europe/Madrid")
    bob = ensure_player(services, BOB, "Bob Barlow", "Europe/London")
    olga = ensure_player(services, OLGA, "Olga Ott", "Europe/Berlin")
    yield MailOffice(services, clock, create_app(services=services), olga, ann, bob)
    db.close()
