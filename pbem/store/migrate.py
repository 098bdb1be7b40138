"""Alembic, run by the program itself: the migrations lie beside the tables they change."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Protocol

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, create_engine, text
from sqlalchemy.pool import NullPool

from pbem.store.errors import StoreError, StoreUnavailable

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('pbem.migrate', 0))"
"""Processes released together would otherwise create the same tables (PostgreSQL); the loser finds nothing to do."""


class Upgradable(Protocol):
    """What is known of a database that is migrated."""

    url: URL
    """Where it is."""

    patience: float
    """Seconds to wait for another writer."""

    @property
    def file(self) -> Path | None:
        """Its file; None for a server's."""
        ...

    @property
    def name(self) -> str:
        """What to call it in a message: no password in it."""
        ...


def config(connection: Connection) -> Config:
    """Alembic's settings, for a connection it is to use."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def revision(connection: Connection) -> str | None:
    """The revision a database is at; None for one that was never set up."""
    return MigrationContext.configure(connection).get_current_revision()


def newest(connection: Connection) -> str | None:
    """The revision that this program needs."""
    return ScriptDirectory.from_config(config(connection)).get_current_head()


def upgrade(database: Upgradable) -> None:
    """Migrate to the newest revision, all of it or nothing.  Raises StoreError when a newer pbem was here before."""
    options = {}
    if database.file:
        folder = database.file.absolute().parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise StoreUnavailable(f"{database.name} cannot be made: its folder {folder}: {fault.strerror}") from fault
        # No transactions of the driver's own: it would commit before every CREATE, and a failure leave half of it.
        options = {"isolation_level": None, "timeout": database.patience}
    engine = create_engine(database.url, poolclass=NullPool, connect_args=options)
    with engine.connect() as connection:
        if database.file:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(text(LOCK))
        _upgrade(connection, database)
        connection.commit()


def _upgrade(connection: Connection, database: Upgradable) -> None:
    settings = config(connection)
    scripts = ScriptDirectory.from_config(settings)
    now = revision(connection)
    if now == scripts.get_current_head():
        return
    if now is not None and now not in {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(
            f"{database.name} is at revision {now}, which a newer pbem made: run that one, or restore a copy"
        )
    if now is not None and database.file:
        _copy(database.file, database.file.with_name(f"{database.file.name}.before-{scripts.get_current_head()}"))
    command.upgrade(settings, "head")


def _copy(source: Path, target: Path) -> None:
    """A whole copy of a live SQLite database; one already there, from a try that failed, is written anew."""
    target.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
