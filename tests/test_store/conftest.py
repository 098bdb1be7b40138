"""Every test of the store runs on SQLite and on PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.store.db import Database
from tests.fresh import write_schema

Opener = Callable[[], Database]


@pytest.fixture(autouse=True)
def _as_in_use(real_sqlite: None) -> None:
    """How SQLite is set up is what is tested here."""


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a database that is empty: not even migrated."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'pbem.db'}"
    given: str = request.getfixturevalue("postgres_url")
    return given


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a database with nothing but its schema, which the migrations made."""
    if request.param == "sqlite":
        return write_schema(tmp_path / "pbem.db")
    altered = getattr(request.module, "ALTERS_SCHEMA", False)
    given: str = request.getfixturevalue("postgres_copy_of_schema" if altered else "postgres_ready")
    return given


@pytest.fixture
def opener(url: str) -> Iterator[Opener]:
    """Opens the one migrated database again and again, as several processes would; short of patience."""
    opened: list[Database] = []

    def open_it() -> Database:
        opened.append(Database.open(url, patience=2))
        return opened[-1]

    yield open_it
    for database in opened:
        database.close()


@pytest.fixture
def database(opener: Opener) -> Database:
    """A migrated database."""
    return opener()
