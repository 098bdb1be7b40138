"""The schema on disk is the one in the code; a migration is done whole or not at all, and never without a copy."""

import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from pbem.store import journal, migrate
from pbem.store.db import Database
from pbem.store.errors import StoreError
from pbem.store.tables import Record
from tests.test_store.conftest import Opener
from tests.test_store.samples import GAME, begin

ALTERS_SCHEMA = True
"""Each test has a database of its own making."""
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("motto", sa.Text(), nullable=True))
    op.create_table("half", sa.Column("id", sa.Text(), primary_key=True))
    {then}


def downgrade() -> None:
    pass
"""


@pytest.fixture
def migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations to add to; its ``versions``."""
    copy = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "MIGRATIONS", copy)
    return copy / "versions"


def newest(versions: Path) -> str:
    return max(path.name[:4] for path in versions.glob("0*.py"))


def tables(database: Database) -> set[str]:
    with database.reading() as session:
        return set(inspect(session.connection()).get_table_names())


def test_the_migrations_make_the_tables_of_the_code(url: str, database: Database) -> None:
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        command.check(migrate.config(connection))
    assert tables(database) == {*Record.metadata.tables, "alembic_version"}


def test_a_table_that_no_migration_knows_is_found_out(url: str, database: Database) -> None:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE game DROP COLUMN title")
    with engine.connect() as connection, pytest.raises(Exception, match="title"):
        command.check(migrate.config(connection))


def test_every_foreign_key_waits_for_the_commit(database: Database) -> None:
    with database.reading() as session:
        found = inspect(session.connection())
        options = [key["options"] for name in Record.metadata.tables for key in found.get_foreign_keys(name)]
    assert options
    assert {(one.get("deferrable"), one.get("initially")) for one in options} == {(True, "DEFERRED")}


def test_migrating_again_does_nothing(database: Database, tmp_path: Path) -> None:
    written = begin(database)
    database.migrate()
    with database.reading() as session:
        assert journal.load(session, GAME) == written
    assert not list(tmp_path.glob("*.before-*"))


def test_down_to_nothing_and_up_again(url: str, database: Database) -> None:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        command.downgrade(migrate.config(connection), "base")
    assert tables(database) == {"alembic_version"}
    database.migrate()
    assert tables(database) == {*Record.metadata.tables, "alembic_version"}


def test_a_migration_keeps_the_games_and_a_copy_of_the_file(database: Database, migrations: Path) -> None:
    written = begin(database)
    (migrations / "next.py").write_text(NEXT.format(head=newest(migrations), then="pass"))
    database.migrate()
    assert "half" in tables(database)
    with database.reading() as session:
        assert journal.load(session, GAME) == written
    if database.file:
        copy = database.file.with_name("pbem.db.before-next")
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("SELECT count(*) FROM entry").fetchone() == (len(written),)
            assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (newest(migrations),)


def test_a_migration_that_fails_leaves_everything_as_it_was(database: Database, migrations: Path) -> None:
    written = begin(database)
    failing = migrations / "next.py"
    failing.write_text(NEXT.format(head=newest(migrations), then='op.execute("SELECT nothing FROM nowhere")'))
    with pytest.raises((SQLAlchemyError, StoreError), match="nowhere"):
        database.migrate()
    assert "half" not in tables(database)
    with database.reading() as session:
        assert "motto" not in {column["name"] for column in inspect(session.connection()).get_columns("game")}
        assert journal.load(session, GAME) == written
    failing.write_text(NEXT.format(head=newest(migrations), then="pass"))
    database.migrate()
    assert "half" in tables(database)


def test_a_database_of_a_newer_program_is_left_alone(database: Database) -> None:
    with database.writing() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = 'from the future'")
    with pytest.raises(StoreError, match="revision from the future, which a newer pbem made"):
        database.migrate()


def test_processes_released_together_migrate_once(empty_url: str) -> None:
    databases = [Database.open(empty_url, patience=20) for _ in range(4)]
    start = threading.Barrier(len(databases))
    faults: list[BaseException] = []

    def work(database: Database) -> None:
        try:
            start.wait()
            database.migrate()
        except BaseException as fault:  # noqa: BLE001  # told by the assertion below
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(database,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults
    assert tables(databases[0]) == {*Record.metadata.tables, "alembic_version"}
    for database in databases:
        database.close()


def test_a_first_migration_makes_the_folders_it_needs(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'var' / 'games' / 'pbem.db'}")
    database.migrate()
    begin(database)
    database.close()


def test_two_openers_see_one_database(opener: Opener) -> None:
    begin(opener())
    with opener().reading() as session:
        assert len(journal.load(session, GAME)) == 3
