"""The page a player lives on, of the largest battle, through the whole application (``pbem bench``)."""

import re
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from flask import Flask
from flask.testing import FlaskClient

from pbem.app import create_app
from pbem.bench.timing import median, told
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.jobs import open_services
from pbem.scenarios import largest_scenario
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player, sign_in_link
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.services import Services
from pbem.store.tables import PlayerId

GAME = GameId("bench")
ROUNDS = 3
"""Rounds fought before anything is measured: the armies have met."""
TRIVIAL = "/sign-in"
"""The least that a page can be here: no player, no query, some twenty lines of template."""
TARGET = 50
"""Milliseconds, of a game's page."""
LAST = 250
"""Milliseconds, of the submission by which a turn is played."""
TURNS = 7
"""So many turns are played to measure that: the battle is not over by then."""
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
PART = {"HX-Request": "true"}


def figures(quick: bool, scenario: str = "") -> Iterator[str]:
    """The figures, a line each.  quick: fewer repeats.  scenario: '' for the largest."""
    repeats = 5 if quick else 25
    name = scenario or largest_scenario()
    with TemporaryDirectory(prefix="pbem-bench-") as folder, office(Path(folder), name) as (services, seat, player):
        app = create_app(services=services)
        floor = median(lambda: fetched(app.test_client(), TRIVIAL), repeats)
        visitor = signed_in(app, services, player)
        began = process_time()
        html = fetched(visitor, f"/g/{GAME}")
        first = (process_time() - began) * 1000
        work = load_game(services, GAME)
        units = sum(len(some) for some in services.scenarios(name, {}).scenario.armies.values())
        page = median(lambda: fetched(visitor, f"/g/{GAME}"), repeats)
        yield _told(f"page of a game with {units} units", page, floor, str(TARGET))
        yield f"  the first look at a new round: {first:.0f} ms; {len(html) / 1024:.0f} KiB"
        code = next(unit.code for unit in game_page(services, GAME, seat).told.mine if not unit.gone)
        card = median(lambda: fetched(visitor, f"/g/{GAME}/stands/{code}"), repeats)
        yield _told("card of a unit", card, floor, "20")
        orders = _orders(services, seat)
        form = {"csrf_token": _token(html), "turn": str(work.desk.turns[seat])}
        texts = (f"{orders}\n{seat} {number}" for number in count())  # a text that was read before costs nothing
        check = median(lambda: _posted(visitor, f"/g/{GAME}/check", {**form, "text": next(texts)}), repeats)
        yield _told(f"live check of {len(orders.splitlines())} lines", check, floor, str(TARGET))
        last = _last_submission(services, seat, visitor, min(repeats, TURNS))
        yield _told("last submission of a turn", last, floor, str(LAST))


def _told(what: str, spent: float, floor: float, target: str) -> str:
    return told(what, f"{spent:.0f} ms", spent / floor, f"a trivial page of {floor:.1f} ms", f"{target} ms")


@contextmanager
def office(folder: Path, name: str) -> Iterator[tuple[Services, Seat, PlayerId]]:
    """A battle of some rounds, one player for all its seats; the seat that is looked through."""
    config = Config(database_url=f"sqlite:///{folder / 'bench.sqlite3'}", secret="b" * 64, data_dir=folder)
    services = open_services(config)
    services.db.migrate()
    scenario = services.scenarios(name, {}).scenario
    player = ensure_player(services, "ann@players.test", "Ann")
    other = ensure_player(services, "bob@players.test", "Bob")
    seats = dict(zip(scenario.seats, (player, other), strict=True))
    new_game(services, name, seats, Options(every=0), seed=b"bench" * 8, game=GAME)
    for _ in range(ROUNDS):
        for seat, who in seats.items():
            submit(services, GAME, seat, f"{_orders(services, seat)}\nready", "web", who)
    yield services, scenario.seats[0], player
    services.db.close()


def _orders(services: Services, seat: Seat) -> str:
    work = load_game(services, GAME)
    ask = asked(work.desk, seat)
    return work.rules.aide.orders(work.view(seat), ask) if ask is not None else ""


def _last_submission(services: Services, seat: Seat, visitor: FlaskClient, turns: int) -> float:
    """Milliseconds of work to answer the form by which a turn is played, median."""
    spent: list[float] = []
    for _ in range(turns):
        work = load_game(services, GAME)
        for other in (one.seat for one in work.chairs if one.seat != seat and asked(work.desk, one.seat)):
            submit(services, GAME, other, f"{_orders(services, other)}\nready", "web", str(other))
        turn = work.desk.turns[seat]
        form = {"csrf_token": _token(fetched(visitor, f"/g/{GAME}")), "turn": str(turn), "do": "ready-as-is"}
        form["text"] = _orders(services, seat)
        began = process_time()
        visitor.post(f"/g/{GAME}/orders", data=form)
        spent.append((process_time() - began) * 1000)
        after = load_game(services, GAME)
        if after.state == "over":
            break
        if after.desk.turns[seat] == turn:
            raise RuntimeError(f"turn {turn} was not played")
    return statistics.median(spent)


def signed_in(app: Flask, services: Services, player: PlayerId) -> FlaskClient:
    """A browser of a player's."""
    visitor, link = app.test_client(), sign_in_link(services, player).removeprefix(services.config.base_url)
    visitor.post(link, data={"csrf_token": _token(fetched(visitor, link))})
    return visitor


def _token(html: str) -> str:
    """The secret of the forms of a page."""
    found = TOKEN.search(html)
    return found[1] if found else ""


def fetched(visitor: FlaskClient, path: str) -> str:
    """The text of a page.  Raises RuntimeError for one that is not there."""
    answer = visitor.get(path, headers=PART if "/stands/" in path else {})
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status}")
    return answer.text


def _posted(visitor: FlaskClient, path: str, form: dict[str, str]) -> str:
    answer = visitor.post(path, data=form, headers=PART)
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status}")
    return answer.text
