"""Storms of turns: many games due in one minute, for one worker and for two; and what memory grows to by ten thousand
turns (``pbem bench --storm``).

Workers are processes of their own, as they are in service.  Others on the machine count in seconds by the clock, so
it prints both, these and the processor's.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec
from sqlalchemy import Function
from sqlmodel import col, func, select

from pbem.app import create_app
from pbem.bench.copies import Sample, analyse, copy_games, sample_of
from pbem.bench.pages import fetched, signed_in
from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.jobs import open_services
from pbem.scenarios import first_scenario
from pbem.service.agreements.pacts import concede
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.outgoing.drawing import draw_some
from pbem.service.people.seats import ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import submit
from pbem.service.services import Services
from pbem.store.tables import Deadline, PlayerId

GAMES = 1_000
TURNS = 10_000
QUICK_GAMES, QUICK_TURNS = 16, 40
ROUNDS = 2
"""Rounds fought before the games are copied: the armies have met."""
BY_TURNS = 2
"""So often one worker and then two have a heap of games."""
LATER = timedelta(days=1)
"""After a deadline: grace has ended."""
DRAWN = 8
"""Mails whose maps are drawn for each heap of games, so that memory tells of them too."""
Heap = Callable[[int], list[GameId]]
TOLD = 10
"""Lines about memory."""
PAGE = os.sysconf("SC_PAGE_SIZE")
ORDER_EVERY = 3
"""Days of a turn."""


class Worked(msgspec.Struct, frozen=True):
    """What a worker has done."""

    played: int

    busy: float
    """Seconds of the processor, system calls with them."""

    resident: float
    """MiB of memory at the end."""


def storm(quick: bool, url: str = "") -> Iterator[str]:
    """The figures, a line each.  quick: a few games.  url: of an empty database; '' for an SQLite file of its own."""
    games, turns = (QUICK_GAMES, QUICK_TURNS) if quick else (GAMES, TURNS)
    with TemporaryDirectory(prefix="pbem-bench-") as folder:
        config = Config(
            database_url=url or f"sqlite:///{Path(folder) / 'bench.sqlite3'}", secret="b" * 64, data_dir=Path(folder)
        )
        services = open_services(config)
        services.db.migrate()
        with closing(services.db):
            player = ensure_player(services, "ann@players.test", "Ann")
            sample, number = _ordered(services, player), count()

            def heap(size: int) -> list[GameId]:
                """So many games that are due."""
                made = copy_games(services, sample, next(number) * games, [player] * size)
                analyse(services)
                return made

            yield from _rates(services, heap, games)
            yield from _memory(services, heap, min(games, turns // 10), turns)


def _ordered(services: Services, player: PlayerId) -> Sample:
    """A game in which orders stand on all sides that are not final: its deadline alone is waited for."""
    scenario, game = first_scenario(), GameId("sample")
    seats = services.scenarios(scenario, {}).scenario.seats
    other = ensure_player(services, "bob@players.test", "Bob")
    players = dict(zip(seats, (player, other), strict=True))
    new_game(services, scenario, players, Options(every=ORDER_EVERY), seed=b"bench" * 8, game=game)
    for ready in (*("\nready",) * ROUNDS, ""):
        for seat, who in players.items():
            work = load_game(services, game)
            ask = asked(work.desk, seat)
            if ask is not None:
                submit(services, game, seat, work.rules.aide.orders(work.view(seat), ask) + ready, "web", who)
    sample = sample_of(services, game)
    concede(services, game, seats[0], player)  # it is due with its copies, and is none of them
    return sample


# --- turns a second -------------------------------------------------------------------------------------------------


def _rates(services: Services, heap: Heap, games: int) -> Iterator[str]:
    """Heaps of games that are due, by turns for one worker and for two."""
    spent: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for _ in range(BY_TURNS):
        for workers, some in spent.items():
            made = heap(games)
            some.append(_played(services, workers, len(made)))
    name = services.db.url.get_backend_name()
    wall = {workers: median(one for one, _ in some) for workers, some in spent.items()}
    busy = {workers: median(one for _, one in some) for workers, some in spent.items()}
    for workers, target in ((1, ""), (2, " (target 20 a second)" if name == "sqlite" else "")):
        rate = f"{1 / wall[workers]:.1f} a second by the clock, {busy[workers] * 1000:.0f} ms of a core each"
        yield f"{games:,} turns due in one minute, {name}, {_workers(workers)}: {rate}{target}"
    told = f"{wall[1] / wall[2]:.2f} times the turns of one by the clock"
    target = " (target 1.7)" if name == "postgresql" else ""
    yield f"  two workers play {told}, each turn for {busy[2] / busy[1]:.2f} times the work{target}"


def _workers(number: int) -> str:
    return "one worker" if number == 1 else "two workers"


def _played(services: Services, workers: int, games: int) -> tuple[float, float]:
    """Seconds by the clock and of the processor for each turn of all games that are due."""
    now = _first_due(services) + timedelta(seconds=1)
    with _started(services.config, _tick_once, workers) as pipes:
        began = time.perf_counter()
        for pipe in pipes:
            pipe.send(now)
        done = [pipe.recv() for pipe in pipes]
        wall = time.perf_counter() - began
    played = sum(one.played for one in done)
    if played != games:
        raise RuntimeError(f"of {games} turns that were due {played} were played")
    return wall / games, sum(one.busy for one in done) / games


def _first_due(services: Services) -> datetime:
    """The deadline of the games just copied: all of them have the sample's, and those played before a later one."""
    return _due(services, func.min(Deadline.due_utc))


def _last_due(services: Services) -> datetime:
    """The last of the deadlines that games wait for."""
    return _due(services, func.max(Deadline.due_utc))


def _due(services: Services, which: Function[datetime]) -> datetime:
    with services.db.reading() as session:
        open_ones = select(which).where(col(Deadline.done_at).is_(None), Deadline.kind == "deadline")
        found = session.exec(open_ones).first()
    return services.clock.now() if found is None else found


@contextmanager
def _started(config: Config, work: Callable[[Config, Connection], None], number: int) -> Iterator[list[Connection]]:
    """Workers that have started and wait for a moment to act on."""
    context = get_context("spawn")
    pairs = [context.Pipe() for _ in range(number)]
    children = [context.Process(target=work, args=(config, there), daemon=True) for _, there in pairs]
    for child, (_, there) in zip(children, pairs, strict=True):
        child.start()
        there.close()  # a worker that dies is heard of
    pipes = [here for here, _ in pairs]
    try:
        for pipe in pipes:
            pipe.recv()
        yield pipes
    finally:
        for child in children:
            child.terminate()
            child.join()


def _tick_once(config: Config, pipe: Connection) -> None:
    """Act on all that is due, whenever a moment comes by the pipe."""
    services = _warm(config)
    pipe.send(None)
    while True:
        now = pipe.recv()
        busy = time.process_time()
        did = tick(services, now)
        busy = time.process_time() - busy
        draw_some(services, DRAWN)
        pipe.send(Worked(len(did.played), busy, _resident()))


def _warm(config: Config) -> Services:
    """Services that have opened the first game, its rules and what they need."""
    services = open_services(config)
    load_game(services, GameId("sample"))
    return services


# --- memory ---------------------------------------------------------------------------------------------------------


def _memory(services: Services, heap: Heap, games: int, turns: int) -> Iterator[str]:
    """A worker's and a web process's memory as turns are played and each game is looked at after each."""
    played, told, some = 0, 0, heap(games)
    yield "memory of one worker and one web process (target: steady), and what a turn and a page took of a core:"
    with _started(services.config, _tick_once, 1) as (worker,), _started(services.config, _look, 1) as (web,):
        while played < turns:
            worker.send(_last_due(services) + LATER)
            done: Worked = worker.recv()
            if not done.played:
                some = heap(games)  # the battles are over
                continue
            web.send(some)
            looked: Worked = web.recv()
            played += done.played
            if played >= told:
                told = played + turns // TOLD
                each = f"{done.busy / done.played * 1000:.0f} and {looked.busy / len(some) * 1000:.0f} ms"
                yield f"  after {played:,} turns {done.resident:.0f} and {looked.resident:.0f} MiB, {each}"


def _look(config: Config, pipe: Connection) -> None:
    """Show a player the page of each game that comes by the pipe, and the list of them."""
    services = open_services(config)
    reader = signed_in(
        create_app(services=services, compiled=True), services, ensure_player(services, "ann@players.test", "Ann")
    )
    pipe.send(None)
    while True:
        games = pipe.recv()
        busy = time.process_time()
        for game in games:
            fetched(reader, f"/g/{game}")
        fetched(reader, "/games")
        pipe.send(Worked(0, time.process_time() - busy, _resident()))


def _resident() -> float:
    """MiB that this process has in memory; 0 where the system does not say so in Linux's way."""
    try:
        told = Path("/proc/self/statm").read_text()
    except OSError:
        return 0.0
    return int(told.split()[1]) * PAGE / 1024**2
