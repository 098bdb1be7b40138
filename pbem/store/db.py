"""The database: reading transactions, writing transactions, and what it means when it is not there.

SQLite with WAL, synchronous FULL and BEGIN IMMEDIATE for one machine; PostgreSQL by psycopg 3 for many.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from pbem.store.errors import Conflict, StoreError, StoreUnavailable

PATIENCE = 10.0
"""Seconds to wait for another writer."""

AT_ONCE, AT_ONCE_TRIES, AT_ONCE_PAUSE = 0.5, 20, 0.1
"""Two that open a new SQLite file together: going over to WAL fails at once, without any patience; so, try again.

Seconds within which a failure was no waiting, tries, seconds between them.
"""

SQLITE_TROUBLE = {
    sqlite3.SQLITE_BUSY: "is locked by another writer",
    sqlite3.SQLITE_LOCKED: "is locked by another writer",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_IOERR: "cannot be read or written (input/output error)",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_READONLY: "may not be written by this user",
    sqlite3.SQLITE_PERM: "may not be opened by this user",
    sqlite3.SQLITE_NOTADB: "is not an SQLite database",
    sqlite3.SQLITE_CORRUPT: "is damaged: restore a copy",
}
"""SQLite's primary result codes that are trouble of the file, not of our statement."""


class Database:
    """One database.  Many threads may use it; each process opens its own."""

    def __init__(self, url: URL, patience: float) -> None:
        """See `Database.open`."""
        self.url = url
        self.patience = patience
        self._turn = _turn_at(self.file) if self.file else None
        self._engine = _sqlite(url, patience) if self.file else _postgres(url, patience)
        reading = (
            {"writes": False} if self.file else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )
        self._reading = self._engine.execution_options(**reading)
        self._writing = self._engine.execution_options(writes=True)
        self._noting = self._engine.execution_options(writes=True, durable=False)
        # Sessions begin by an event of theirs: an engine's own makes each statement of theirs look for listeners.
        self._begin = _begin if self.file else _postgres_begin(patience)
        self._apart = self._engine.execution_options(writes=True)
        event.listen(self._apart, "begin", self._begin)

    @classmethod
    def open(cls, url: str, patience: float = PATIENCE) -> "Database":
        """Nothing is touched yet.  url: ``sqlite:///file`` or ``postgresql+psycopg://user@host/name``.

        patience: seconds to wait for another writer before StoreUnavailable.  Raises StoreError for any other URL.
        """
        try:
            read = make_url(url)
        except ArgumentError as fault:
            raise StoreError("the database URL cannot be read; write sqlite:///path/to/pbem.sqlite3") from fault
        if read.drivername == "postgresql":
            read = read.set(drivername="postgresql+psycopg")
        if read.drivername not in {"sqlite", "postgresql+psycopg"}:
            raise StoreError(
                f"no database of the kind {read.drivername!r}: use sqlite:///file or postgresql+psycopg://…"
            )
        if read.drivername == "sqlite" and read.database in {None, "", ":memory:"}:
            raise StoreError("games need a database file: write sqlite:///path/to/pbem.sqlite3")
        return cls(read, patience)

    @property
    def file(self) -> Path | None:
        """The database file; None on PostgreSQL."""
        return Path(self.url.database or "") if self.url.drivername == "sqlite" else None

    @property
    def name(self) -> str:
        """What to call it in a message: no password in it."""
        return f"the database {self.file or self.url.render_as_string(hide_password=True)}"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One consistent view of everything; what was read stays readable afterwards.  Raises StoreUnavailable.

        Trying to write is a mistake, and raises.
        """
        with self._session(self._reading) as session:
            yield session
            if session.new or session.dirty or session.deleted:
                raise StoreError("rows were changed in a reading session, which writes nothing: use writing()")

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[Session]:
        """One transaction: all of it is written when the block ends, or nothing if it raises.

        On SQLite the only writer from the start, so keep it short: compute first.  durable: whether to wait until the
        disk has it; what is written without may be lost in a power cut, whole.  Raises StoreUnavailable, and Conflict
        where PostgreSQL broke off one of two transactions that were in each other's way.
        """
        with self._in_turn(), self._session(self._writing if durable else self._noting) as session:
            yield session
            session.commit()

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection that may write, for what is no session's work.  Raises StoreUnavailable."""
        with self._trouble_told(), self._apart.connect() as connection:
            yield connection

    def migrate(self) -> None:
        """Bring the schema to what this program needs; create the database file if there is none.

        An SQLite file that holds something is copied first (``pbem.sqlite3.before-0011``).  Raises StoreUnavailable.
        """
        from pbem.store.migrate import upgrade  # slow: alembic

        for _ in range(AT_ONCE_TRIES):
            began = monotonic()
            try:
                with self._trouble_told():
                    upgrade(self)
            except StoreUnavailable as fault:
                if "is locked" not in str(fault) or monotonic() - began > AT_ONCE:
                    raise
                sleep(AT_ONCE_PAUSE)
            else:
                return
        with self._trouble_told():
            upgrade(self)

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """SQLite has one writer, and busy threads try again at random: those of one process queue here.

        One who has waited as long as he would for another process goes on, and is told by SQLite.
        """
        mine = self._turn is not None and self._turn.acquire(timeout=self.patience)
        try:
            yield
        finally:
            if self._turn is not None and mine:
                self._turn.release()

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        with self._trouble_told(), _Session(engine, expire_on_commit=False, info={"begin": self._begin}) as session:
            session.connection()  # begin now: trouble shows before any work is done
            yield session

    @contextmanager
    def _trouble_told(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as fault:
            told = self._told(fault)
            if told is None:
                raise
            raise told from fault
        except PoolTimeout as fault:
            raise StoreUnavailable(
                f"{self.name} has no connection free for us: too much is going on at once"
            ) from fault

    def _told(self, fault: DBAPIError) -> StoreError | None:
        """What a driver's error means; None when it is a fault of the statement."""
        cause = fault.orig
        words = str(cause).strip()
        if isinstance(cause, sqlite3.Error):
            if "no such table" in words:
                return self._not_set_up(words)
            # The low byte is the primary code; a fault raised by the sqlite3 module itself has none.
            trouble = SQLITE_TROUBLE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
            if trouble is None:
                return None
            if trouble.startswith("may not be written") and os.access(self.file or "", os.W_OK):
                return None  # our own guard: a reading session tried to write
            if self.file and not self.file.exists():
                trouble = "is not there; was it moved? `pbem migrate` makes a new one"
            return StoreUnavailable(f"{self.name} {trouble} ({words}); nothing was written, try again")
        return self._told_by_postgresql(cause, words)

    def _told_by_postgresql(self, cause: BaseException | None, words: str) -> StoreError | None:
        """The same for PostgreSQL, whose driver takes a sixteenth of a start: a service on SQLite never imports it."""
        import psycopg.errors  # slow: psycopg

        if isinstance(cause, psycopg.errors.UndefinedTable):
            return self._not_set_up(words)
        if isinstance(cause, psycopg.errors.SerializationFailure | psycopg.errors.DeadlockDetected):
            return Conflict(f"{self.name} broke off one of two transactions in each other's way: load again ({words})")
        if isinstance(cause, psycopg.errors.LockNotAvailable):
            return StoreUnavailable(
                f"{self.name} is locked by another writer ({words}); nothing was written, try again"
            )
        if isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
            return StoreUnavailable(f"{self.name} cannot be reached ({words}); nothing was written, try again")
        return None

    def _not_set_up(self, words: str) -> StoreUnavailable:
        return StoreUnavailable(f"{self.name} is not set up: run `pbem migrate` ({words})")


class _Session(Session):
    """A session of ours.  info: ``begin``, what each of its transactions begins with."""


@event.listens_for(_Session, "after_begin")
def _begin_session(session: _Session, _: object, connection: Connection) -> None:
    session.info["begin"](connection)


_turns: dict[Path, Lock] = {}
_turns_lock = Lock()


def _turn_at(file: Path) -> Lock:
    """The turn of a file's writers in this process, however often it is opened."""
    with _turns_lock:
        return _turns.setdefault(file.absolute(), Lock())


def _sqlite(url: URL, patience: float) -> Engine:
    path = Path(url.database or "").absolute()

    def connect() -> sqlite3.Connection:
        # mode=rw: a file that is gone is an error, never a fresh empty database.
        return sqlite3.connect(
            f"{path.as_uri()}?mode=rw", uri=True, timeout=patience, isolation_level=None, check_same_thread=False
        )

    engine = create_engine(url, creator=connect)
    event.listen(engine, "connect", lambda raw, record: _set_up(raw, record, path))
    event.listen(engine, "checkout", lambda raw, record, proxy: _same_file(record, path))
    event.listen(engine, "checkin", lambda raw, record: _leave_nothing_open(raw))
    return engine


def _set_up(raw: DBAPIConnection, record: ConnectionPoolEntry, path: Path) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        raw.cursor().execute(f"PRAGMA {pragma}")
    record.info["file"] = _identity(path)


def _leave_nothing_open(raw: DBAPIConnection | None) -> None:
    """SQLite leaves a transaction open whose COMMIT failed (a reference to nothing); SQLAlchemy takes it for ended."""
    if raw is not None:
        raw.rollback()


def _same_file(record: ConnectionPoolEntry, path: Path) -> None:
    """Never write into a file that was deleted or replaced under an open connection: open it again, or say so."""
    if record.info.get("file") != _identity(path):
        raise DisconnectionError


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _begin(connection: Connection) -> None:
    """Writers queue at BEGIN IMMEDIATE: a transaction that turns writer later can fail without waiting at all."""
    options = connection.get_execution_options()
    writes, durable = options.get("writes", False), options.get("durable", True)
    if connection.info.get("writes") != writes:
        connection.exec_driver_sql(f"PRAGMA query_only = {int(not writes)}")
        connection.info["writes"] = writes
    if connection.info.get("durable", True) != durable:
        connection.exec_driver_sql(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        connection.info["durable"] = durable
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgres(url: URL, patience: float) -> Engine:
    return create_engine(
        url,
        pool_pre_ping=True,  # a restarted server is met by a new connection, not by an error
        # No prepared statements: pgbouncer before 1.22 mixes them up.
        connect_args={"prepare_threshold": None, "connect_timeout": max(2, int(patience))},
    )


def _postgres_begin(patience: float) -> Callable[[Connection], None]:
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("writes"):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{int(patience * 1000)}ms'")
        if not options.get("durable", True):
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")

    return begin
