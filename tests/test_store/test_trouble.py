"""A database that is locked, gone, full of something else or not set up is said to be so, and nothing is lost."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from pbem.engine.ids import GameId
from pbem.store import journal
from pbem.store.db import Database
from pbem.store.errors import Conflict, StoreError, StoreUnavailable
from pbem.store.tables import Game, InMail, MailId
from tests.fresh import write_schema
from tests.servers import until
from tests.test_store.conftest import Opener
from tests.test_store.samples import GAME, begin, entries, game


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pbem.db"


@pytest.fixture
def sqlite(file: Path) -> Iterator[Database]:
    """A migrated SQLite database that is soon out of patience."""
    database = Database.open(write_schema(file), patience=0.2)
    yield database
    database.close()


def write_a_game(database: Database, name: str = "again") -> None:
    with database.writing() as session:
        session.add(game(GameId(name)))


# --- both ---------------------------------------------------------------------------------------------------------


def test_a_database_that_was_not_set_up(empty_url: str) -> None:
    database = Database.open(empty_url, patience=1)
    if database.file:
        database.file.touch()
    with pytest.raises(StoreUnavailable, match="is not set up: run `pbem migrate`"), database.reading() as session:
        journal.load(session, GAME)
    database.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://host/name", "no database of the kind 'mysql'"),
        ("sqlite://", "games need a database file"),
        ("sqlite:///:memory:", "games need a database file"),
        ("pbem.db", "write sqlite:///path/to/pbem.sqlite3"),
    ],
)
def test_urls_we_cannot_use(url: str, told: str) -> None:
    with pytest.raises(StoreError, match=told):
        Database.open(url)


def test_a_password_is_in_no_message() -> None:
    database = Database.open("postgresql://pbem:geheim@127.0.0.1:1/pbem", patience=2)
    with pytest.raises(StoreUnavailable, match="cannot be reached") as caught, database.reading():
        pass
    assert "geheim" not in str(caught.value) + repr(caught.value) + str(caught.value.__cause__)


def test_a_game_somebody_else_is_writing_is_waited_for_and_then_given_up(opener: Opener, url: str) -> None:
    one, two = opener(), Database.open(url, patience=0.2)
    head = begin(one)[-1]
    with one.writing() as session:
        journal.append(session, entries(['"4"'], head))
        with pytest.raises(StoreUnavailable, match="is locked by another writer"), two.writing() as other:
            journal.append(other, entries(['"not this"'], head))
    with pytest.raises(Conflict), two.writing() as other:
        journal.append(other, entries(['"nor this"'], head))
    two.close()


KILLED = """
import sys
from pbem.store import journal
from pbem.store.db import Database
from tests.test_store.samples import GAME, entries, out_mail

with Database.open(sys.argv[1]).writing() as session:
    journal.append(session, entries(['"lost"'], journal.head(session, GAME)))
    session.add(out_mail(1))
    session.flush()
    print("written, not committed", flush=True)
    sys.stdin.read()
"""


def test_a_writer_killed_before_its_commit_leaves_nothing_and_blocks_nobody(opener: Opener, url: str) -> None:
    database = opener()
    head = begin(database)[-1]
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert child.stdin
    assert child.stdout
    assert child.stdout.readline() == b"written, not committed\n"
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdin.close()
    child.stdout.close()
    with database.reading() as session:
        assert journal.head(session, GAME) == head
    with database.writing() as session:
        journal.append(session, entries(['"4"'], head))


def test_text_from_outside_that_no_database_takes_is_stored_all_the_same(database: Database) -> None:
    with database.writing() as session:
        session.add(begun := game())
        odd = InMail(
            id=MailId("0"), raw=b"\0", door="ingest", arrived_at=begun.created_at, message_id="<\0\udcff@x>", note="\0"
        )
        session.add(odd)
    with database.reading() as session:
        found = session.get(InMail, "0")
    assert found is not None
    assert (found.raw, found.message_id, found.note) == (b"\0", "<��@x>", "�")


# --- SQLite -------------------------------------------------------------------------------------------------------


def test_durable_and_strict(sqlite: Database) -> None:
    """What is acknowledged is on disk; references hold."""
    for session_of in (sqlite.reading, sqlite.writing):
        with session_of() as session:
            asked = [session.connection().exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS]
        assert asked == list(PRAGMAS.values())


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_file_locked_by_another_program(sqlite: Database, file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match=r"pbem\.db is locked by another writer .*; nothing was written"):
            write_a_game(sqlite)
        with sqlite.reading() as session:
            assert session.get(Game, "again") is None
        other.execute("ROLLBACK")
    write_a_game(sqlite)


def test_a_second_writer_waits_from_its_beginning_instead_of_failing_later(sqlite: Database, file: Path) -> None:
    same = file.parent / ".." / file.parent.name / file.name  # by another name: it queues as another process does
    other, begun = Database.open(f"sqlite:///{same}"), threading.Event()

    def second() -> None:
        with other.writing() as session:
            session.get(Game, "first")
            begun.set()
            session.add(game(GameId("second")))

    with ThreadPoolExecutor() as pool, closing(other):
        with sqlite.writing() as session:
            writer = pool.submit(second)
            assert not begun.wait(0.3), "the second writer read what the first is about to change"
            session.add(game(GameId("first")))
        writer.result()
    with sqlite.reading() as session:
        assert session.get(Game, "second") is not None


def test_a_file_that_was_never_there(file: Path) -> None:
    database = Database.open(f"sqlite:///{file}")
    with pytest.raises(StoreUnavailable, match=r"is not there.*pbem migrate"), database.reading():
        pass
    assert not file.exists(), "looking for a database made an empty one"


def test_a_file_taken_away_under_us(sqlite: Database, file: Path, tmp_path: Path) -> None:
    """Writing on into a deleted file would lose every order without a word."""
    begin(sqlite)
    away = tmp_path / "away"
    away.mkdir()
    for part in tmp_path.glob("pbem.db*"):
        part.rename(away / part.name)
    for session_of in (sqlite.reading, sqlite.writing):
        with pytest.raises(StoreUnavailable, match="is not there"), session_of():
            pass
    for part in away.iterdir():
        shutil.copy(part, tmp_path / part.name)
    write_a_game(sqlite)
    with sqlite.reading() as session:
        assert len(journal.load(session, GAME)) == 3


def test_a_file_that_is_something_else(file: Path) -> None:
    file.write_bytes(b"This is no database. " * 500)
    database = Database.open(f"sqlite:///{file}")
    with pytest.raises(StoreUnavailable, match="is not an SQLite database"), database.reading():
        pass
    with pytest.raises(StoreUnavailable, match="is not an SQLite database"):
        database.migrate()
    assert file.read_bytes().startswith(b"This is no database.")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match=r"cannot be made: its folder .*/file: File exists"):
        Database.open(f"sqlite:///{tmp_path / 'file' / 'pbem.db'}").migrate()


def test_a_full_disk(sqlite: Database) -> None:
    begin(sqlite)
    with sqlite.reading() as session:
        head = journal.head(session, GAME)

    def write() -> None:
        with sqlite.writing() as session:
            connection = session.connection()
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            journal.append(session, entries([f'"{"x" * 100_000}"'], head))

    with pytest.raises(StoreUnavailable, match="the disk is full"):
        write()
    with sqlite.reading() as session:
        assert journal.head(session, GAME) == head


def test_a_wrong_statement_is_our_fault_and_not_the_databases(sqlite: Database) -> None:
    with pytest.raises(OperationalError, match="syntax error"), sqlite.writing() as session:
        session.connection().exec_driver_sql("SELEKT 1")


def test_many_threads_share_one_database(sqlite: Database) -> None:
    database = Database.open(str(sqlite.url), patience=10)
    faults: list[BaseException] = []

    def work(who: int) -> None:
        try:
            for number in range(5):
                write_a_game(database, f"{who}.{number}")
        except BaseException as fault:  # noqa: BLE001  # told by the assertion below
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults
    with database.reading() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM game").scalar() == 40
    database.close()


# --- PostgreSQL ---------------------------------------------------------------------------------------------------


def test_a_postgresql_that_went_away_and_came_back(postgres_url: str) -> None:
    """Connections cut by the server: what was going on is told and undone, the next use finds new ones."""
    database = Database.open(postgres_url, patience=2)
    database.migrate()
    head = begin(database)[-1]
    admin = make_url(postgres_url).set(drivername="postgresql").render_as_string(hide_password=False)
    others = sql.SQL(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    left = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"

    def be_cut_off() -> None:
        with database.writing() as session, psycopg.connect(admin, autocommit=True) as other:
            journal.append(session, entries(['"4"'], head))
            other.execute(others)
            until(lambda: other.execute(left).fetchone() == (1,), "the connections to go")
            journal.load(session, GAME)

    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        be_cut_off()
    with database.reading() as session:
        assert journal.head(session, GAME) == head
    with psycopg.connect(admin, autocommit=True) as other:  # now while nobody is at work
        other.execute(others)
        until(lambda: other.execute(left).fetchone() == (1,), "the connections to go")
    with database.reading() as session:
        assert journal.head(session, GAME) == head
    database.close()


def test_two_transactions_in_each_others_way(postgres_url: str) -> None:
    """PostgreSQL breaks one of them off; that one is to be run again, and is told so."""
    database = Database.open(postgres_url, patience=20)
    database.migrate()
    write_a_game(database, "one")
    write_a_game(database, "two")
    met = threading.Barrier(2)
    outcomes: list[str] = []

    def work(first: str, second: str) -> None:
        try:
            with database.writing() as session:
                journal.hold(session, GameId(first), None)
                met.wait(10)
                journal.hold(session, GameId(second), None)
            outcomes.append("done")
        except Conflict:
            outcomes.append("conflict")

    threads = [threading.Thread(target=work, args=names) for names in (("one", "two"), ("two", "one"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    database.close()
    assert sorted(outcomes) == ["conflict", "done"]
