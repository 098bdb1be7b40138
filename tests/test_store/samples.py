"""Games and journals to store."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import FIRST_HASH, Entry, entry_hash
from pbem.store import journal
from pbem.store.db import Database
from pbem.store.tables import Deadline, Game, MailKey, OutMail, Player, PlayerId, mail_key

NOW = datetime(2026, 3, 14, 9, 26, 53, 589793, UTC)
GAME = GameId("harrow-down-1")
ANNE = PlayerId("anne")


def game(name: GameId = GAME) -> Game:
    return Game(
        id=name,
        title="Harrow Down",
        rules="snaphance",
        rules_version="1",
        scenario="harrow-down",
        seed="00",
        created_at=NOW,
    )


def player(name: PlayerId = ANNE) -> Player:
    return Player(id=name, name=name.title(), email=f"{name}@example.org", zone="Europe/London", created_at=NOW)


def entries(
    payloads: Sequence[str], after: Entry | None = None, name: GameId = GAME, author: str = "engine"
) -> list[Entry]:
    """A chain of entries with these payloads."""
    seq, prev = (after.seq, after.hash) if after else (0, FIRST_HASH)
    made: list[Entry] = []
    for payload in payloads:
        seq += 1
        at = "2026-03-14T09:26:53.589Z"
        digest = entry_hash(prev, name, seq, "press", 1, at, author, payload)
        made.append(Entry(name, Seq(seq), "press", 1, at, author, payload, prev, digest))
        prev = digest
    return made


def begin(database: Database, name: GameId = GAME, count: int = 3) -> list[Entry]:
    """A game with some entries in its journal."""
    written = entries([f'{{"text":"{number}"}}' for number in range(count)], name=name)
    with database.writing() as session:
        session.add(game(name))
        journal.append(session, written)
    return written


def deadline(number: int, due: datetime = NOW, name: GameId = GAME) -> Deadline:
    return Deadline(
        game=name, id=f"{number}.deadline", ask_seq=Seq(number), kind="deadline", due_utc=due, zone="UTC", wall_time=""
    )


def out_mail(number: int, priority: int = 5, next_at: datetime = NOW, turn: int = 1) -> OutMail:
    return OutMail(
        game=GAME,
        key=mail_key(turn, Seat("south"), "report", number),
        kind="report",
        turn=turn,
        seat="south",
        sender="orders@example.org",
        recipient="anne@example.org",
        message_id=f"<k.{turn}.{number}@example.org>",
        raw=b"From: orders@example.org\r\n\r\n\x00\xff\r\n",
        priority=priority,
        created_at=NOW,
        next_at=next_at,
    )


def later(minutes: float) -> datetime:
    return NOW + timedelta(minutes=minutes)


def key_of(mail: OutMail) -> tuple[GameId, MailKey]:
    return mail.game, mail.key
