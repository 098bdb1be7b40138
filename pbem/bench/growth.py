"""What piles of games cost: the service's jobs and pages beside more and more of them (``pbem bench --growth``).

Games are copies of two that were really begun, one of which was given up: other ids, hashes sealed anew, mails without
their bytes.  One player has twenty running and up to three hundred finished ones; the others belong to a crowd.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from sqlmodel import col, select

from pbem.app import create_app
from pbem.bench.copies import QuietRelay, Sample, analyse, copy_games, sample_of
from pbem.bench.pages import fetched, signed_in
from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.jobs import jobs, open_services
from pbem.scenarios import first_scenario
from pbem.service.agreements.pacts import concede
from pbem.service.operator.chains import check_some
from pbem.service.operator.doctor import examine
from pbem.service.options import Options
from pbem.service.outgoing.alarm import raise_alarms
from pbem.service.people.seats import ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.gamelist import my_games, refresh_cards
from pbem.service.play.games import new_game
from pbem.service.play.journals import forget_read
from pbem.service.services import Services
from pbem.store.tables import Game, PlayerId, SeatRow

STAGES = ((10, 10), (100, 100), (1_000, 1_000), (10_000, 1_000))
"""Finished and running games, stage by stage."""

QUICK = ((5, 5), (20, 10))

MINE = (300, 20)
"""How many of the finished and of the running games the measured player has, at the most."""

CROWD = 200
OPERATOR = "operator@players.test"


def growth(quick: bool, url: str = "") -> Iterator[str]:
    """The figures, a line each.  quick: a few games.  url: of an empty database; '' for an SQLite file of its own."""
    with TemporaryDirectory(prefix="pbem-bench-") as folder:
        address = url or f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        config = Config(
            database_url=address, secret="b" * 64, data_dir=Path(folder), smtp_url="smtp://127.0.0.1:9",
            operator_address=OPERATOR,
        )  # fmt: skip
        services = open_services(config)
        services.db.migrate()
        with closing(services.db):
            yield from _stages(services, QUICK if quick else STAGES)


def _stages(services: Services, stages: Sequence[tuple[int, int]]) -> Iterator[str]:
    over, running = _samples(services)
    crowd = [ensure_player(services, f"p{one}@players.test", f"Player {one}") for one in range(CROWD)]
    mine = ensure_player(services, "mine@players.test", "Mine")
    have = [0, 0]
    for stage in stages:
        for which, sample in enumerate((over, running)):
            owners = [mine if one < MINE[which] else crowd[one % CROWD] for one in range(have[which], stage[which])]
            copy_games(services, sample, have[which], owners)
            have[which] = stage[which]
        analyse(services)
        while refresh_cards(services):
            pass
        yield f"{stage[0]:,} finished and {stage[1]:,} running games, {services.db.url.get_backend_name()}:"
        yield from _measured(services, mine, running.game)


def _measured(services: Services, mine: PlayerId, game: GameId) -> Iterator[str]:
    once = jobs(services, QuietRelay())
    yield _told("every job of the worker, once", lambda: [job.call() for job in once], 1_000)
    yield _told("the same again", lambda: [job.call() for job in once], 1_000)
    yield _told("tick with nothing due", lambda: tick(services), 5)
    yield _told("players not told of their turns", lambda: raise_alarms(services), 20)
    forget_read()
    yield _told("list of a player's games", lambda: my_games(services, mine), 150)
    app = None

    def start() -> None:
        nonlocal app
        app = create_app(services=services, compiled=True)

    yield _told("start of the web application", start, None)
    assert app is not None
    reader = signed_in(app, services, mine)
    yield _told("page of the list", lambda: fetched(reader, "/games"), 150)
    yield _told("page of a game, cold", lambda: fetched(reader, f"/g/{_own(services, mine)}"), 150)
    operator = signed_in(app, services, ensure_player(services, OPERATOR, "Operator"))
    yield _told("mail room", lambda: fetched(operator, "/mailroom"), 50)
    yield _told("doctor, every journal checked", partial(_examined, services, again=True), None)
    while check_some(services):
        pass
    yield _told("doctor, finished games checked by the worker", partial(_examined, services, again=False), None)


def _examined(services: Services, *, again: bool) -> None:
    for _ in examine(services, names=None, send=False, again=again):
        pass


def _told(what: str, call: Callable[[], object], target: float | None) -> str:
    began, busy = perf_counter(), process_time()
    call()
    spent, busy = (perf_counter() - began) * 1000, (process_time() - busy) * 1000
    return f"  {what}: {spent:,.0f} ms, {busy:,.0f} of a core" + (f" (target {target:,.0f})" if target else "")


def _own(services: Services, player: PlayerId) -> GameId:
    with services.db.reading() as session:
        running = select(SeatRow.game).join(Game, col(Game.id) == col(SeatRow.game))
        return GameId(session.exec(running.where(SeatRow.player == player, Game.state == "running")).first() or "")


def _samples(services: Services) -> tuple[Sample, Sample]:
    """A game given up and a running one, begun by the service."""
    scenario = first_scenario()
    found = []
    for name in ("sample-over", "sample-running"):
        seats = services.scenarios(scenario, {}).scenario.seats
        players = {seat: ensure_player(services, f"{seat}@players.test", str(seat)) for seat in seats}
        game = new_game(services, scenario, players, Options(every=3), seed=b"bench" * 8, game=GameId(name))
        if name == "sample-over":
            concede(services, game, seats[0], players[seats[0]])
        while refresh_cards(services):
            pass
        found.append(sample_of(services, game))
    return found[0], found[1]
