"""A PostgreSQL of our own (or that of PBEM_TEST_PG_URL), and a fresh database for each test that asks."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import URL, make_url

from pbem.store.db import Database
from tests.servers import HOST, free_port, missing, own_directory, running, until

WHY = "every query runs on it too"
numbers = count(1)


def programs() -> Path:
    """Debian's folder of PostgreSQL programs, the newest; they are not on anybody's PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else missing("postgresql", f"not installed; {WHY}")


def as_postgres() -> list[str]:
    """What to put before a command: PostgreSQL does not run as root, so root drops to its user."""
    if os.geteuid() != 0:
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        missing("postgresql", "root cannot run it, and there is no user postgres to drop to")
    return [shutil.which("runuser") or missing("runuser", "root cannot run PostgreSQL"), "-u", "postgres", "--"]


def answers(url: URL) -> bool:
    """Whether the server lets us in: for a moment it listens and is still starting up."""
    try:
        psycopg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False)).close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[URL]:
    """The server, one for the session: a URL of its database ``postgres``, as a user who may create databases."""
    given = os.environ.get("PBEM_TEST_PG_URL")
    if given:
        yield make_url(given).set(drivername="postgresql+psycopg")
        return
    bin_ = programs()
    drop = as_postgres()
    with own_directory("postgres") as home:
        if drop:
            shutil.chown(home, "postgres")
        data, port = home / "data", free_port()
        options = ["-U", "pbem", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run(
            [*drop, str(bin_ / "initdb"), "-D", str(data), *options], cwd=home, capture_output=True, check=True
        )
        settings = {
            "listen_addresses": HOST,
            "unix_socket_directories": str(home),
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "timezone": "Pacific/Chatham",  # +12:45 and DST: a naive time shows at once
        }
        command = [*drop, str(bin_ / "postgres"), "-D", str(data), "-p", str(port)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        url = URL.create("postgresql+psycopg", username="pbem", host=HOST, port=port, database="postgres")
        with running(command, home / "postgres.log", port):
            until(lambda: answers(url), "PostgreSQL, which listens, to have started")
            yield url


@pytest.fixture
def postgres_url(postgres_server: URL) -> Iterator[str]:
    """The SQLAlchemy URL of an empty database, dropped afterwards, whoever is still connected."""
    with fresh_database(postgres_server) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_schema(postgres_server: URL) -> Iterator[str]:
    """The URL of a database with nothing but its schema, to be copied: the migrations have tests of their own."""
    with fresh_database(postgres_server) as url:
        db = Database.open(url)
        db.migrate()
        db.close()
        yield url


@pytest.fixture
def postgres_copy_of_schema(postgres_server: URL, postgres_schema: str) -> Iterator[str]:
    """The URL of a database of one's own with its schema, which may be altered."""
    with fresh_database(postgres_server, postgres_schema) as url:
        yield url


@dataclass
class Emptied:
    """A database that one test after the other has, each under another name: to make one takes as long as a test."""

    server: URL
    url: str

    def rename(self, name: str) -> None:
        """Empty it, whoever is still connected, and give it another name."""
        before = make_url(self.url).database or ""
        with psycopg.connect(_plain(make_url(self.url)), autocommit=True) as connection:
            connection.execute(f"SELECT pg_terminate_backend(pid) {OTHERS}", [before])
            rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            tables = sql.SQL(", ").join(sql.Identifier(one) for (one,) in rows if one != "alembic_version")
            connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(tables))
        with psycopg.connect(_plain(self.server), autocommit=True) as connection:
            until(lambda: not connection.execute(IN_IT, [before]).fetchall(), "it to be left")
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            connection.execute(rename.format(sql.Identifier(before), sql.Identifier(name)))
        self.url = self.server.set(database=name).render_as_string(hide_password=False)


IN_IT = "SELECT pid FROM pg_stat_activity WHERE datname = %s"
OTHERS = "FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


def _plain(url: URL) -> str:
    """For psycopg itself."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def postgres_emptied(postgres_server: URL, postgres_schema: str) -> Iterator[Emptied]:
    """The one that is used again and again."""
    with fresh_database(postgres_server, postgres_schema) as url:
        database = Emptied(postgres_server, url)
        yield database
        database.rename(make_url(url).database or "")  # to be dropped


@pytest.fixture
def postgres_ready(postgres_emptied: Emptied) -> Iterator[str]:
    """The URL of a database with its schema and nothing else, for this test alone."""
    yield postgres_emptied.url
    postgres_emptied.rename(f"pbem_test_{os.getpid()}_{next(numbers)}")  # a name that no cache knows


@contextmanager
def fresh_database(server: URL, template: str = "template1") -> Iterator[str]:
    """The SQLAlchemy URL of a new database, dropped afterwards.  template: the URL of one to copy, that nobody uses."""
    name = f"pbem_test_{os.getpid()}_{next(numbers)}"
    source = make_url(template).database if ":" in template else template
    admin = server.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(admin, autocommit=True) as connection:
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(create.format(sql.Identifier(name), sql.Identifier(source or "template1")))
        try:
            yield server.set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
