"""Many games for measuring: copies of a few that the service really began, with ids and hash chains of their own."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import insert, text
from sqlalchemy import select as select_core
from sqlmodel import Session, select

from pbem.engine.ids import GameId
from pbem.engine.journal import FIRST_HASH, entry_hash
from pbem.mail.relay import RelayAnswer
from pbem.service.play.gamelist import card_key
from pbem.service.services import Services
from pbem.store.tables import (
    Deadline,
    EntryRow,
    Game,
    ListCard,
    OutBytes,
    OutMail,
    Player,
    PlayerId,
    Record,
    ReportRow,
    SeatRow,
)

Names = Mapping[str | None, tuple[str, str]]
"""Name and zone of each player."""
Rows = dict[type[Record], list[Mapping[str, Any]]]

AT_ONCE = 50
"""Games written in one transaction."""


class QuietRelay:
    """A relay that takes every mail."""

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Take it."""
        return RelayAnswer("sent", "250 ok")

    def close(self) -> None:
        """Nothing is open."""


class Sample(msgspec.Struct, frozen=True):
    """A game to be copied: the rows of each table."""

    game: GameId

    rows: Mapping[type[Record], Sequence[Mapping[str, Any]]]


def sample_of(services: Services, game: GameId) -> Sample:
    """A game as it stands now."""
    tables: tuple[type[Record], ...] = (Game, EntryRow, SeatRow, ReportRow, Deadline, OutMail, OutBytes, ListCard)
    with services.db.reading() as session:
        return Sample(game, {one: _rows(session, one, game) for one in tables})


def _rows(session: Session, table: type[Record], game: GameId) -> list[Mapping[str, Any]]:
    columns = Record.metadata.tables[str(table.__tablename__)]
    key = columns.c["id"] if table is Game else columns.c["game"]
    found = select_core(columns).where(key == game).order_by(*columns.primary_key)
    return [dict(row) for row in session.connection().execute(found).mappings()]


def copy_games(services: Services, sample: Sample, start: int, owners: Sequence[PlayerId]) -> list[GameId]:
    """Copies of a game, one for each owner, who takes its first seat; their ids, numbered from ``start`` on."""
    with services.db.reading() as session:
        told = session.exec(select(Player.id, Player.name, Player.zone)).all()
    names: Names = {player: (name, zone) for player, name, zone in told}
    games = [GameId(f"{sample.game}-{number}") for number in range(start, start + len(owners))]
    for first in range(0, len(owners), AT_ONCE):
        rows: Rows = {table: [] for table in sample.rows}
        for game, owner in zip(games[first : first + AT_ONCE], owners[first : first + AT_ONCE], strict=True):
            for table, some in _renamed(sample, game, owner, names).items():
                rows[table] += some
        with services.db.writing(durable=False) as session:
            for table, some in rows.items():
                if some:
                    session.connection().execute(insert(Record.metadata.tables[str(table.__tablename__)]), some)
    return games


def _renamed(
    sample: Sample, game: GameId, owner: PlayerId, names: Names
) -> dict[type[Record], list[Mapping[str, Any]]]:
    rows = {table: [{**row, "game": game} for row in some] for table, some in sample.rows.items()}
    rows[EntryRow] = _sealed(rows[EntryRow])
    head = rows[EntryRow][-1]
    rows[Game] = [{**row, "id": game, "head_seq": head["seq"], "head_hash": head["hash"]} for row in sample.rows[Game]]
    rows[SeatRow][0]["player"] = owner
    seats = sorted((one["seat"], *names.get(one["player"], ("", ""))) for one in rows[SeatRow])
    key = card_key(head["hash"], rows[Game][0]["state"], tuple(seats))
    rows[ListCard] = [{**row, "key": key, "data": row["data"].replace(sample.game, game)} for row in rows[ListCard]]
    rows[OutMail] = [
        {**row, "message_id": f"<{game}.{row['key']}@bench.test>", "state": "sent", "undrawn": False}
        for row in rows[OutMail]
    ]
    rows[OutBytes] = [{**row, "raw": b"", "drawing": None} for row in rows[OutBytes]]
    return rows  # type: ignore[return-value]  # rows of mappings, widened


def _sealed(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Entries in a chain of their own."""
    prev, found = FIRST_HASH, []
    for row in rows:
        digest = entry_hash(
            prev, row["game"], row["seq"], row["kind"], row["version"], row["at"], row["author"], row["payload"]
        )
        found.append({**row, "prev": prev, "hash": digest})
        prev = digest
    return found


def analyse(services: Services) -> None:
    """Let the database look at its tables, as one in use does by itself."""
    with services.db.writing() as session:
        session.connection().execute(text("ANALYZE"))
