"""Mails that came in, kept before they are read; lines that went out, known when they come back."""

import hashlib
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy.dialects.postgresql import Insert as InsertPostgresql
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import Insert as InsertSqlite
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlmodel import Session, and_, col, delete, func, or_, select

from pbem.engine.ids import GameId
from pbem.store.tables import (
    Delivery,
    ImapKey,
    InMail,
    MailId,
    OnceOnly,
    OutBytes,
    OutLine,
    OutMail,
    PlayerId,
    Record,
)


def mail_id(raw: bytes) -> MailId:
    """A mail's name: the hash of its bytes as they reached us."""
    return MailId(hashlib.sha256(raw).hexdigest())


def keep(session: Session, mail: InMail) -> bool:
    """Store a mail; False when the very same bytes are here already (the stored one stands)."""
    added = _new(session, InMail).values(mail.model_dump()).returning(col(InMail.id))
    return session.connection().execute(added).first() is not None


def keep_key(session: Session, key: ImapKey) -> bool:
    """Note where in a mailbox a mail was seen; False when that was noted already."""
    added = _new(session, ImapKey).values(key.model_dump()).returning(col(ImapKey.uid))
    return session.connection().execute(added).first() is not None


def unread_bytes(session: Session) -> int:
    """Bytes that unread mails fill."""
    return session.exec(select(func.sum(func.length(InMail.raw))).where(InMail.state == "stored")).one() or 0


def forget_bytes(session: Session, before: datetime, most: int = 500) -> int:
    """Remove the bytes of mails that were done with before a day, so many at most; of how many."""
    done = (
        select(OutBytes.game, OutBytes.key)
        .join(OutMail, and_(col(OutMail.game) == col(OutBytes.game), col(OutMail.key) == col(OutBytes.key)))
        .where(col(OutMail.state).in_(("sent", "failed", "suppressed")), col(OutMail.created_at) < before)
        .limit(most)
    )
    names = session.exec(done).all()
    for game, key in names:
        session.connection().execute(delete(OutBytes).where(col(OutBytes.game) == game, col(OutBytes.key) == key))
    return len(names)


def use_once(session: Session, word: str, until: datetime) -> bool:
    """Use up a word that is good for one use; False when it was used before.  until: when it may be forgotten."""
    added = _new(session, OnceOnly).values(word=word, until=until).returning(col(OnceOnly.word))
    return session.connection().execute(added).first() is not None


UNTIL_IT_GOES_ON = "the game is stopped; read again when it goes on"
"""The note of a mail that is kept because its game is stopped."""


def read_again(session: Session, game: GameId) -> None:
    """Have the mails read again that were kept because a game was stopped; of one to several games what was kept."""
    kept = col(Delivery.note) == UNTIL_IT_GOES_ON, col(Delivery.state) == "held"
    parts = select(Delivery.mail).where(*kept, col(Delivery.game) == game)
    mine = or_(col(InMail.game) == game, col(InMail.id).in_(parts))
    waiting = select(InMail).where(col(InMail.state) == "held", mine, col(InMail.note).contains(UNTIL_IT_GOES_ON))
    for mail in session.exec(waiting).all():
        mail.state, mail.note = "stored", ""
        session.connection().execute(delete(Delivery).where(*kept, col(Delivery.mail) == mail.id))


def remember_lines(session: Session, game: GameId, player: PlayerId, lines: Iterable[str]) -> None:
    """Note the lines of a mail to a player, as its reader will compare them (stripped, folded, as it likes)."""
    rows = [{"game": game, "player": player, "digest": digest} for digest in sorted({_digest(line) for line in lines})]
    if rows:
        session.connection().execute(_new(session, OutLine), rows)


def sent_before(session: Session, game: GameId, player: PlayerId, lines: Iterable[str]) -> set[str]:
    """Which of these lines we once sent that player in that game."""
    asked = {_digest(line): line for line in lines}
    ours = select(OutLine.digest).where(col(OutLine.game) == game, col(OutLine.player) == player)
    found: set[str] = set()
    digests = sorted(asked)
    for start in range(0, len(digests), 500):  # SQLite takes some thousand parameters at most
        some = digests[start : start + 500]
        found.update(asked[bytes(digest)] for digest in session.exec(ours.where(col(OutLine.digest).in_(some))))
    return found


def _digest(line: str) -> bytes:
    return hashlib.sha256(line.encode("utf-8", "surrogatepass")).digest()[:16]


def _new(session: Session, table: type[Record]) -> InsertPostgresql | InsertSqlite:
    """An insert that lets a row that is there already stand."""
    if session.connection().dialect.name == "postgresql":
        return insert_postgresql(table).on_conflict_do_nothing()
    return insert_sqlite(table).on_conflict_do_nothing()
