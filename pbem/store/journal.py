"""A game's journal on disk: byte for byte what the engine sealed, in one unbroken chain.

Entries go through SQLAlchemy Core and msgspec, not the ORM: this is the hot path.
"""

from collections.abc import Sequence
from itertools import pairwise, starmap

import msgspec
from sqlalchemy import bindparam, text
from sqlmodel import Session

from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import FIRST_HASH, Entry
from pbem.store.errors import Conflict, NoGame, StoreError

FIELDS = ", ".join(Entry.__struct_fields__)

QUEUE = text("SELECT id FROM game WHERE id = :game FOR UPDATE")
"""PostgreSQL: writers of one game wait here for one another.  On SQLite there is only one writer at a time anyway."""
THERE = text("SELECT id FROM game WHERE id = :game")
HEAD = text(f"SELECT {FIELDS} FROM entry WHERE game = :game ORDER BY seq DESC LIMIT 1")  # noqa: S608  # field names only
AFTER = text(f"SELECT {FIELDS} FROM entry WHERE game = :game AND seq > :seq ORDER BY seq")  # noqa: S608  # field names only
SOME = text(
    f"SELECT {FIELDS} FROM entry WHERE game = :game AND kind IN :kinds ORDER BY seq"  # noqa: S608  # field names only
).bindparams(bindparam("kinds", expanding=True))
INSERT = {
    dialect: f"INSERT INTO entry ({FIELDS}) VALUES ({', '.join([mark] * len(Entry.__struct_fields__))})"  # noqa: S608  # the same
    for dialect, mark in (("sqlite", "?"), ("postgresql", "%s"))
}
"""In the driver's own style: filling in named parameters takes as long as writing them."""


def load(session: Session, game: GameId) -> list[Entry]:
    """The whole journal, in order; empty when there is none.  The chain is not checked here: `journal.check_chain`."""
    return load_after(session, game, Seq(0))


def load_after(session: Session, game: GameId, seq: Seq) -> list[Entry]:
    """The entries after a place, in order."""
    return list(starmap(Entry, session.connection().execute(AFTER, {"game": game, "seq": seq}).all()))


def load_kinds(session: Session, game: GameId, kinds: Sequence[str]) -> list[Entry]:
    """The entries of some kinds, in order: no chain, but enough for a part of the story."""
    found = session.connection().execute(SOME, {"game": game, "kinds": list(kinds)}).all()
    return list(starmap(Entry, found))


def head(session: Session, game: GameId) -> Entry | None:
    """The last entry; None when nothing is written yet."""
    row = session.connection().execute(HEAD, {"game": game}).first()
    return Entry(*row) if row else None


def hold(session: Session, game: GameId, after: Entry | None) -> None:
    """Make this transaction the game's only writer, and make sure that the journal still ends where it was read to.

    after: the last entry that was read, None for an empty journal.  Call it first in a transaction that writes no
    entries; `append` does the same.  Raises Conflict when somebody has written since, NoGame when there is no game.
    """
    _hold(session, game, after.seq if after else Seq(0), after.hash if after else FIRST_HASH)


def append(session: Session, entries: Sequence[Entry]) -> None:
    """Write entries that continue a game's journal.

    Raises Conflict when the journal does not end with the entry before the first of them (another writer was first),
    NoGame when there is no such game, StoreError when they are no chain.
    """
    if not entries:
        return
    first = entries[0]
    for one, two in pairwise(entries):
        if (two.game, two.seq, two.prev) != (first.game, one.seq + 1, one.hash):
            raise StoreError(f"entry {two.seq} of {two.game} does not follow entry {one.seq} of {one.game}")
    _hold(session, first.game, Seq(first.seq - 1), first.prev)
    connection = session.connection()
    connection.exec_driver_sql(INSERT[connection.dialect.name], [msgspec.structs.astuple(entry) for entry in entries])


def _hold(session: Session, game: GameId, seq: Seq, digest: str) -> None:
    session.flush()  # the row of a new game may still be waiting in the session
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        connection.execute(QUEUE, {"game": game})
    found = head(session, game)
    if found is None and connection.execute(THERE, {"game": game}).first() is None:
        raise NoGame(f"there is no game {game!r}: its row must be added before its journal")
    if (found.seq, found.hash) != (seq, digest) if found else seq != 0:
        now = f"entry {found.seq} ({found.hash[:8]})" if found else "nothing"
        raise Conflict(
            f"the journal of {game} was read up to entry {seq} ({digest[:8]}) and now ends with {now}: load it again"
        )
