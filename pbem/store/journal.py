"""A game's journal on disk: byte for byte what the engine sealed, in one unbroken chain.

Entries go through SQLAlchemy Core and msgspec, not the ORM: this is the hot path.
"""

from collections.abc import Sequence
from itertools import pairwise, starmap

import msgspec
from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlmodel import Session

from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import FIRST_HASH, BrokenChain, Entry, check_chain
from pbem.store.errors import BrokenGame, Conflict, NoGame, StoreError
from pbem.store.tables import ChainCheck, Game

FIELDS = ", ".join(Entry.__struct_fields__)

CARD = "SELECT head_seq, head_hash, broken_at, stop_reason FROM game WHERE id = :game"
QUEUE = {"sqlite": text(CARD), "postgresql": text(f"{CARD} FOR UPDATE")}
"""PostgreSQL: writers of one game wait here for one another.  On SQLite there is only one writer at a time anyway."""
MOVE = text("UPDATE game SET head_seq = :seq, head_hash = :hash WHERE id = :game")
HEAD = text(f"SELECT {FIELDS} FROM entry WHERE game = :game ORDER BY seq DESC LIMIT 1")  # noqa: S608  # field names only
LATER = f"SELECT {FIELDS} FROM entry WHERE game = :game AND seq > :seq ORDER BY seq"  # noqa: S608  # field names only
AFTER = text(LATER)
UNTIL = text(f"SELECT {FIELDS} FROM entry WHERE game = :game AND seq <= :seq ORDER BY seq")  # noqa: S608  # the same
SOME_AFTER = text(f"{LATER} LIMIT :most")
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


def load_until(session: Session, game: GameId, seq: Seq) -> list[Entry]:
    """The entries up to a place, in order."""
    return list(starmap(Entry, session.connection().execute(UNTIL, {"game": game, "seq": seq}).all()))


def load_some(session: Session, game: GameId, seq: Seq, most: int) -> list[Entry]:
    """The entries after a place, in order, but not more than so many."""
    return list(starmap(Entry, session.connection().execute(SOME_AFTER, {"game": game, "seq": seq, "most": most})))


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
    entries; `append` does the same.  Raises Conflict when another writer has written since, NoGame when there is no
    game, BrokenGame when its journal is known to be damaged.
    """
    _hold(session, game, *_end(after))


def append(session: Session, entries: Sequence[Entry]) -> None:
    """Write entries that continue a game's journal.

    Raises Conflict when the journal does not end with the entry before the first of them (another writer was first),
    NoGame when there is no such game, BrokenGame when its journal is known to be damaged, StoreError when they are no
    chain.
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
    connection.execute(MOVE, {"game": first.game, "seq": entries[-1].seq, "hash": entries[-1].hash})


def _hold(session: Session, game: GameId, seq: Seq, digest: str) -> None:
    session.flush()  # the row of a new game may still be waiting in the session
    connection = session.connection()
    card = connection.execute(QUEUE[connection.dialect.name], {"game": game}).first()
    if card is None:
        raise NoGame(f"there is no game {game!r}: its row must be added before its journal")
    if card.broken_at is not None:
        raise BrokenGame(game, Seq(card.broken_at), card.stop_reason)
    found = head(session, game)
    if not (_end(found) == (card.head_seq, card.head_hash) == (seq, digest)):
        now = f"entry {found.seq} ({found.hash[:8]})" if found else "nothing"
        raise Conflict(
            f"the journal of {game} was read up to entry {seq} ({digest[:8]}) and now ends with {now}: load it again"
        )


def remember_checks(session: Session, done: Sequence[ChainCheck]) -> None:
    """Note how far chains have been checked."""
    insert = insert_postgresql if session.connection().dialect.name == "postgresql" else insert_sqlite
    noting = insert(ChainCheck)
    anew = {name: noting.excluded[name] for name in ("seq", "hash", "at")}
    noting = noting.on_conflict_do_update(index_elements=["game"], set_=anew)
    session.connection().execute(noting, [one.model_dump() for one in done])


def check_end(game: Game, seq: Seq, digest: str) -> None:
    """Raises BrokenChain when a journal that ends so (place and hash; 0 for none) is not all that was written."""
    if seq < game.head_seq:
        raise BrokenChain(seq + 1, f"entry {seq + 1} is missing: {game.head_seq} entries were written")
    if seq > game.head_seq:
        raise BrokenChain(game.head_seq + 1, f"entry {game.head_seq + 1} was not written by this program")
    if digest != game.head_hash:
        raise BrokenChain(seq, f"entry {seq} is not the one that was written last: its hash differs")


def check_last(entries: Sequence[Entry], seq: Seq, digest: str) -> None:
    """Raises BrokenChain when these do not end with the entry of a place that has a hash."""
    last, found = _end(entries[-1] if entries else None)
    if (last, found) != (seq, digest):
        raise BrokenChain(seq, f"entry {seq} is not the one that was written: its hash differs, or it is missing")


def check_whole(game: Game, entries: Sequence[Entry]) -> None:
    """Raises BrokenChain when these are not a game's journal as it was written, from its first entry to its last."""
    check_chain(entries)
    check_end(game, *_end(entries[-1] if entries else None))


def _end(last: Entry | None) -> tuple[Seq, str]:
    return (last.seq, last.hash) if last else (Seq(0), FIRST_HASH)
