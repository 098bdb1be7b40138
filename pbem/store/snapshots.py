"""Battles as they stood: a cache, so that a long journal need not be folded from its first entry.

A snapshot counts only while the journal still holds the very entry it was taken after, and for the rules version that
wrote it.  All of them may be deleted at any time.
"""

from sqlalchemy import text
from sqlmodel import Session, col
from sqlmodel import delete as sql_delete

from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import Entry
from pbem.store.tables import Snapshot

SAVE = text(
    "INSERT INTO snapshot (game, seq, rules_version, hash, data) VALUES (:game, :seq, :rules_version, :hash, :data)"
    " ON CONFLICT (game, seq) DO UPDATE SET rules_version = :rules_version, hash = :hash, data = :data"
)
LATEST = text(
    "SELECT s.seq, s.data FROM snapshot s"
    " JOIN entry e ON e.game = s.game AND e.seq = s.seq AND e.hash = s.hash"
    " WHERE s.game = :game AND s.rules_version = :rules_version AND s.seq <= :at_most"
    " ORDER BY s.seq DESC LIMIT 1"
)
NO_LIMIT = Seq(2**31 - 1)


def save(session: Session, after: Entry, rules_version: str, data: bytes) -> None:
    """Keep a battle as it stood after an entry of its journal.  data: as the rule set's codec encodes it."""
    session.connection().execute(
        SAVE,
        {"game": after.game, "seq": after.seq, "rules_version": rules_version, "hash": after.hash, "data": data},
    )


def latest(session: Session, game: GameId, rules_version: str, at_most: Seq = NO_LIMIT) -> tuple[Seq, bytes] | None:
    """The newest usable snapshot, with the place of the entry it was taken after; None when there is none."""
    asked = {"game": game, "rules_version": rules_version, "at_most": at_most}
    row = session.connection().execute(LATEST, asked).first()
    return (Seq(row.seq), bytes(row.data)) if row else None


def delete(session: Session, game: GameId | None = None) -> int:
    """Forget the snapshots of a game, or of all; how many there were."""
    dropped = sql_delete(Snapshot) if game is None else sql_delete(Snapshot).where(col(Snapshot.game) == game)
    return session.connection().execute(dropped).rowcount
