"""Post offices for the tests of the pages: the real rules on SQLite, a clock that stands, two players."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page
from werkzeug.test import TestResponse

from pbem.app import create_app
from pbem.clock import FixedClock
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.service.options import Options
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player, sign_in_link
from pbem.service.play.games import new_game
from pbem.service.services import Services
from pbem.store.tables import PlayerId
from tests.fresh import new_database

SOUTH, NORTH = Seat("south"), Seat("north")
START = datetime(2026, 5, 11, 10, 0, tzinfo=UTC)
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


def plain(html: str) -> str:
    """The words of a page."""
    run_on = re.sub(r"</?(?:a|b|code|span|time)\b[^>]*>", "", html)
    return " ".join(re.sub(r"<[^>]+>", " ", run_on).split())


@dataclass
class Office:
    """A post office with its application.  ines and tom are its players; their zones differ."""

    services: Services
    clock: FixedClock
    app: Flask
    ines: PlayerId
    tom: PlayerId

    def begin(self, options: Options | None = None, *, against_aide: bool = True) -> GameId:
        """Harrow Down; Ines is South."""
        north = None if against_aide else self.tom
        options = options or Options(zone="Europe/Madrid")
        return new_game(self.services, "snaphance/harrow-down", {SOUTH: self.ines, NORTH: north}, options, seed=b"web")

    def later(self, **span: float) -> None:
        """Let time pass."""
        self.clock.at += timedelta(**span)

    def link(self, player: PlayerId) -> str:
        """The path of a sign-in link."""
        return sign_in_link(self.services, player).removeprefix(self.services.config.base_url)

    def visitor(self, player: PlayerId | None = None) -> "Visitor":
        """A browser without script; signed in as a player, if one is named."""
        visitor = Visitor(self.app.test_client())
        if player is not None:
            link = self.link(player)
            assert visitor.send(link, link).status_code == 303
        return visitor

    def with_post(self, services: Services) -> "Office":
        """The same, with something in its post office replaced."""
        app = create_app(services=services)
        app.testing = False
        return replace(self, services=services, app=app)


@dataclass
class Visitor:
    """Somebody with a browser that has no script."""

    client: FlaskClient

    def get(self, path: str, **more: str) -> TestResponse:
        """A page."""
        return self.client.get(path, headers=more, buffered=True)

    def send(self, form_on: str, path: str, htmx: bool = False, **fields: str) -> TestResponse:
        """Send a form as it stands on a page, its secret token with it."""
        token = TOKEN.search(self.get(form_on).text)
        assert token is not None, f"no form on {form_on}"
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.post(path, data={"csrf_token": token[1], **fields}, headers=headers)

    def order(self, game: GameId, text: str, do: str = "save", turn: int = 1, **fields: str) -> TestResponse:
        """What a button of the order form does; ready: although units have no order."""
        do = "ready-as-is" if do == "ready" else do
        return self.send("/help", f"/g/{game}/orders", text=text, do=do, turn=str(turn), **fields)


def signed_in(page: Page, base: str, visitor: Visitor) -> None:
    """Sign a browser in as a visitor is, without the pages that lead there: tests of their own open those."""
    cookie = visitor.client.get_cookie("pbem")
    assert cookie is not None
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": base, "httpOnly": True}])


@contextmanager
def office(folder: Path, *, built_in: bool = True, base_url: str = "http://127.0.0.1:8000") -> Iterator[Office]:
    """An office on a database of its own."""
    db = new_database(folder / "web.db")
    config = Config(
        database_url=f"sqlite:///{folder / 'web.db'}", secret="w" * 40, data_dir=folder, base_url=base_url,
        builtin_mailbox=built_in,
    )  # fmt: skip
    clock = FixedClock(START)
    services = Services(db, config, clock, compose=compose_mail)
    app = create_app(services=services)
    ines = ensure_player(services, "ines@example.org", "Ines Castellanos", "Europe/Madrid")
    tom = ensure_player(services, "tom@example.org", "Tom Averell", "Europe/London")
    yield Office(services, clock, app, ines, tom)
    db.close()
