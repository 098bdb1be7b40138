"""A database on which everything can be tried, and nothing is kept."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlmodel import Session

from pbem.store.db import Database


class Rehearsal(Database):
    """The same database for one rehearsal: each of its transactions is a savepoint within one that is taken back."""

    def __init__(self, real: Database, connection: Connection) -> None:
        """See `rehearsal`."""
        self.url, self.patience = real.url, real.patience
        self._connection = connection

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """As `Database.reading`, but what was tried before is seen."""
        with self._savepoint() as session:
            yield session

    @contextmanager
    def writing(self, *, durable: bool = True) -> Iterator[Session]:
        """As `Database.writing`, for the length of the rehearsal: nothing of it lasts."""
        with self._savepoint() as session:
            yield session
            session.commit()

    @contextmanager
    def _savepoint(self) -> Iterator[Session]:
        with self._trouble_told(), Session(
            self._connection, expire_on_commit=False, join_transaction_mode="create_savepoint"
        ) as session:  # fmt: skip
            session.connection()
            yield session


@contextmanager
def rehearsal(real: Database) -> Iterator[Rehearsal]:
    """Try things out on a database.  Other writers wait meanwhile, so keep it short.  Raises StoreUnavailable."""
    with real.connected() as connection:
        tried = connection.begin()
        try:
            yield Rehearsal(real, connection)
        finally:
            tried.rollback()
