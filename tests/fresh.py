"""A database with its schema, made once a process and copied: the migrations have tests of their own."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.store.db import Database


def new_database(path: Path) -> Database:
    """A new SQLite database in that file, open."""
    write_schema(path)
    return Database.open(f"sqlite:///{path}")


def write_schema(path: Path) -> str:
    """Make that file a new SQLite database; its URL."""
    path.write_bytes(_schema())
    return f"sqlite:///{path}"


@cache
def _schema() -> bytes:
    """The bytes of an empty one."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        db = Database.open(f"sqlite:///{path}")
        db.migrate()
        db.close()
        return path.read_bytes()
