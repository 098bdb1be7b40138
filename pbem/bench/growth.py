"""What piles of games cost: the service's jobs and pages beside more and more of them (``pbem bench --growth``).

Games are copies of two that were really begun, one of which was given up: other ids, hashes sealed anew, mails without
their bytes.  One player has twenty running and up to three hundred finished ones; the others belong to a crowd.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import msgspec
from sqlalchemy import insert, text
from sqlalchemy import select as select_core
from sqlmodel import Session, col, select

from pbem.app import create_app
from pbem.bench.pages import fetched, signed_in
from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.engine.journal import FIRST_HASH, entry_hash
from pbem.jobs import jobs, open_services
from pbem.mail.relay import RelayAnswer
from pbem.scenarios import first_scenario
from pbem.service.agreements.pacts import concede
from pbem.service.operator.doctor import examine
from pbem.service.options import Options
from pbem.service.outgoing.alarm import raise_alarms
from pbem.service.people.seats import ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.gamelist import my_games, refresh_cards
from pbem.service.play.games import new_game
from pbem.service.play.journals import forget_read
from pbem.service.services import Services
from pbem.store.tables import Deadline, EntryRow, Game, OutBytes, OutMail, PlayerId, Record, ReportRow, SeatRow

STAGES = ((10, 10), (100, 100), (1_000, 1_000), (10_000, 1_000))
"""Finished and running games, stage by stage."""

QUICK = ((5, 5), (20, 10))

MINE = (300, 20)
"""How many of the finished and of the running games the measured player has, at the most."""

CROWD = 200
AT_ONCE = 50
OPERATOR = "operator@players.test"


class _Quiet:
    """A relay that takes every mail."""

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        return RelayAnswer("sent", "250 ok")

    def close(self) -> None: ...


class _Sample(msgspec.Struct, frozen=True):
    """A game to be copied: the rows of each table."""

    game: GameId

    rows: Mapping[type[Record], Sequence[Mapping[str, Any]]]


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
            _copy(services, sample, have[which], owners)
            have[which] = stage[which]
        _analyse(services)
        while refresh_cards(services):
            pass
        yield f"{stage[0]:,} finished and {stage[1]:,} running games, {services.db.url.get_backend_name()}:"
        yield from _measured(services, mine, running.game)


def _measured(services: Services, mine: PlayerId, game: GameId) -> Iterator[str]:
    once = jobs(services, _Quiet())
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
    yield _told("doctor, every journal checked", lambda: list(examine(services, names=None, send=False)), None)


def _told(what: str, call: Callable[[], object], target: float | None) -> str:
    began, busy = perf_counter(), process_time()
    call()
    spent, busy = (perf_counter() - began) * 1000, (process_time() - busy) * 1000
    return f"  {what}: {spent:,.0f} ms, {busy:,.0f} of a core" + (f" (target {target:,.0f})" if target else "")


def _own(services: Services, player: PlayerId) -> GameId:
    with services.db.reading() as session:
        running = select(SeatRow.game).join(Game, col(Game.id) == col(SeatRow.game))
        return GameId(session.exec(running.where(SeatRow.player == player, Game.state == "running")).first() or "")


def _samples(services: Services) -> tuple[_Sample, _Sample]:
    """A game given up and a running one, begun by the service."""
    scenario = first_scenario()
    found = []
    for name in ("sample-over", "sample-running"):
        seats = services.scenarios(scenario, {}).scenario.seats
        players = {seat: ensure_player(services, f"{seat}@players.test", str(seat)) for seat in seats}
        game = new_game(services, scenario, players, Options(every=3), seed=b"bench" * 8, game=GameId(name))
        if name == "sample-over":
            concede(services, game, seats[0], players[seats[0]])
        found.append(_read(services, game))
    return found[0], found[1]


def _read(services: Services, game: GameId) -> _Sample:
    tables: tuple[type[Record], ...] = (Game, EntryRow, SeatRow, ReportRow, Deadline, OutMail, OutBytes)
    with services.db.reading() as session:
        return _Sample(game, {one: _rows(session, one, game) for one in tables})


def _rows(session: Session, table: type[Record], game: GameId) -> list[Mapping[str, Any]]:
    columns = Record.metadata.tables[str(table.__tablename__)]
    key = columns.c["id"] if table is Game else columns.c["game"]
    return [dict(row) for row in session.connection().execute(select_core(columns).where(key == game)).mappings()]


def _copy(services: Services, sample: _Sample, start: int, owners: Sequence[PlayerId]) -> None:
    """Copies of a game, one for each owner, who takes its first seat."""
    for first in range(0, len(owners), AT_ONCE):
        rows: dict[type[Record], list[Mapping[str, Any]]] = {table: [] for table in sample.rows}
        for number, owner in enumerate(owners[first : first + AT_ONCE], start + first):
            for table, some in _renamed(sample, GameId(f"{sample.game}-{number}"), owner).items():
                rows[table] += some
        with services.db.writing(durable=False) as session:
            for table, some in rows.items():
                if some:
                    session.connection().execute(insert(Record.metadata.tables[str(table.__tablename__)]), some)


def _renamed(sample: _Sample, game: GameId, owner: PlayerId) -> dict[type[Record], list[Mapping[str, Any]]]:
    rows = {table: [{**row, "game": game} for row in some] for table, some in sample.rows.items()}
    rows[EntryRow] = _sealed(rows[EntryRow])
    head = rows[EntryRow][-1]
    rows[Game] = [
        {**row, "id": game, "head_seq": head["seq"], "head_hash": head["hash"], "cards_due": True}
        for row in sample.rows[Game]
    ]
    rows[SeatRow][0]["player"] = owner
    rows[OutMail] = [
        {**row, "message_id": f"<{game}.{row['key']}@bench.test>", "state": "sent", "undrawn": False}
        for row in rows[OutMail]
    ]
    rows[OutBytes] = [{**row, "raw": b"", "drawing": None} for row in rows[OutBytes]]
    return rows  # type: ignore[return-value]  # rows of mappings, widened


def _sealed(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Entries in a chain of their own."""
    prev, found = FIRST_HASH, []
    for row in rows:
        digest = entry_hash(
            prev, row["game"], row["seq"], row["kind"], row["version"], row["at"], row["author"], row["payload"]
        )
        found.append({**row, "prev": prev, "hash": digest})
        prev = digest
    return found


def _analyse(services: Services) -> None:
    """Let the database look at its tables, as one in use does by itself."""
    with services.db.writing() as session:
        session.connection().execute(text("ANALYZE"))
