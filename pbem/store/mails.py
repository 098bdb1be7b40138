"""Mails that came in, kept before they are read; lines that went out, known when they come back."""

import hashlib
from collections.abc import Iterable

from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId
from pbem.store.tables import ImapKey, InMail, MailId, OutLine, PlayerId, Row


def mail_id(raw: bytes) -> MailId:
    """A mail's name: the hash of its bytes as they reached us."""
    return MailId(hashlib.sha256(raw).hexdigest())


def keep(session: Session, mail: InMail) -> bool:
    """Store a mail; False when the very same bytes are here already (the stored one stands)."""
    return _add(session, InMail, [mail.model_dump()]) == 1


def keep_key(session: Session, key: ImapKey) -> bool:
    """Note where in a mailbox a mail was seen; False when that was noted already."""
    return _add(session, ImapKey, [key.model_dump()]) == 1


def remember_lines(session: Session, game: GameId, player: PlayerId, lines: Iterable[str]) -> None:
    """Note the lines of a mail to a player, as its reader will compare them (stripped, folded, as it likes)."""
    _add(session, OutLine, [{"game": game, "player": player, "digest": _digest(line)} for line in sorted(set(lines))])


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


def _add(session: Session, table: type[Row], rows: list[dict[str, object]]) -> int:
    """Insert what is not there yet; how many of the rows were new."""
    if not rows:
        return 0
    insert = insert_postgresql if session.connection().dialect.name == "postgresql" else insert_sqlite
    return session.connection().execute(insert(table).on_conflict_do_nothing(), rows).rowcount
