"""How fast a turn is written and a journal read, beside what the bare driver needs for the same (``pbem bench``)."""

import gc
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import msgspec

from pbem.engine.ids import GameId
from pbem.engine.journal import Codec, Draft, Entry, check_chain, fold, seal, story
from pbem.store import journal
from pbem.store.db import Database
from pbem.store.tables import Game

GAME = GameId("bench")
INSERT = "INSERT INTO entry (game, seq, kind, version, at, author, payload, prev, hash) VALUES (?,?,?,?,?,?,?,?,?)"


class Appending(msgspec.Struct, frozen=True):
    """Milliseconds to write a turn's entries in one durable transaction."""

    entries: int

    ours: float

    floor: float
    """The same by the driver alone, unchecked."""

    @property
    def ratio(self) -> float:
        """How many times the floor."""
        return self.ours / self.floor


class Folding(msgspec.Struct, frozen=True):
    """Entries a second, decoded and folded into a battle."""

    entries: int

    folded: float
    """Folding entries that are in memory."""

    fetched: float
    """Reading their rows by the bare driver, and nothing else."""

    read_and_folded: float
    """Reading them from the database, too."""

    checked: float
    """Checking the hash chain, too."""


def bench_append(entries: Sequence[Entry], size: int = 40, rounds: int = 60) -> Appending:
    """Write a journal turn by turn, ours and the floor's by turns into two SQLite files; medians.

    entries: of one game, from its first; cut into turns of ``size`` entries, as many as there are, at most ``rounds``.
    """
    turns = [entries[at : at + size] for at in range(0, len(entries) - size + 1, size)][:rounds]
    with TemporaryDirectory() as folder:
        ours = _with_game(Path(folder) / "ours.db", entries[0].game)
        _with_game(Path(folder) / "floor.db", entries[0].game).close()
        with closing(sqlite3.connect(Path(folder) / "floor.db", isolation_level=None)) as driver:
            driver.execute("PRAGMA synchronous = FULL")

            def write(some: Sequence[Entry]) -> None:
                with ours.writing() as session:
                    journal.append(session, some)

            def write_bare(some: Sequence[Entry]) -> None:
                driver.execute("BEGIN IMMEDIATE")
                driver.executemany(INSERT, [msgspec.structs.astuple(entry) for entry in some])
                driver.execute("COMMIT")

            with undisturbed():
                times = [(_seconds(partial(write, turn)), _seconds(partial(write_bare, turn))) for turn in turns]
        ours.close()
    return Appending(size, median(t[0] for t in times) * 1000, median(t[1] for t in times) * 1000)


def bench_fold(codec: Codec[Any], entries: Sequence[Entry], rounds: int = 7) -> Folding:
    """Fold a stored journal again and again; medians, of this process's time.  entries: of one game, from its first."""
    with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "games.db")) as driver:
        database = _with_game(Path(folder) / "games.db", entries[0].game)
        with database.writing() as session:
            journal.append(session, entries)

        def read() -> list[Entry]:
            with database.reading() as session:
                return journal.load(session, entries[0].game)

        def folded(found: Sequence[Entry]) -> None:
            fold(story(codec, found).lines)

        def checked() -> None:
            found = read()
            check_chain(found)
            folded(found)

        def fetched() -> None:
            driver.execute(f"SELECT {journal.FIELDS} FROM entry ORDER BY seq").fetchall()  # noqa: S608  # field names only

        stored = read()
        works: tuple[Callable[[], None], ...] = (
            lambda: folded(stored), fetched, lambda: folded(read()), checked
        )  # fmt: skip
        with undisturbed():
            times = [[_seconds(work, process_time) for work in works] for _ in range(rounds)]
        database.close()
    rates = [len(entries) / median(column) for column in zip(*times, strict=True)]
    return Folding(len(entries), *rates)


def sealed(codec: Codec[Any], drafts: Sequence[Draft]) -> list[Entry]:
    """Drafts as the journal of a game that is only measured."""
    return seal(codec, GAME, None, "2026-01-01T00:00:00.000Z", drafts)


def _with_game(file: Path, game: GameId) -> Database:
    database = Database.open(f"sqlite:///{file}")
    database.migrate()
    row = Game(
        id=game, title="", rules="", rules_version="", scenario="", seed="", created_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    with database.writing() as session:
        session.add(row)
    return database


def _seconds(work: Callable[[], None], clock: Callable[[], float] = perf_counter) -> float:
    began = clock()
    work()
    return clock() - began


@contextmanager
def undisturbed() -> Iterator[None]:
    """As timeit measures: garbage is collected before, not in between."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
