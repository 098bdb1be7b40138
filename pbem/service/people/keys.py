"""Keys with which programs act for a seat: made, listed, taken back, and whose a key is.

A key holds for one seat of one game, and only while its maker may act for that seat.  We keep its digest alone.
"""

import hashlib
import secrets
from datetime import datetime, timedelta

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.service.play.acting import acting_seat, acting_seats
from pbem.service.play.seatnames import GameSeat, SeatNames
from pbem.service.services import Services
from pbem.store.tables import Player, PlayerId, SeatRow, SeatToken

PREFIX = "pbem_"
"""What every key begins with, so that people and programs that look for leaked secrets know it."""

LONGEST_NAME = 60
MOST = 20
"""Keys of one player at a time."""

NOTED_EVERY = timedelta(minutes=10)
"""How finely it is kept when a key was used last: not every question of a program is worth a write."""


class NoKey(Exception):
    """A key cannot be made; the message says why."""


class KeyCard(msgspec.Struct, frozen=True):
    """A key as its owner sees it."""

    id: str
    """Its digest, which gives no right to act."""

    name: str

    place: GameSeat
    """The game and seat it is for."""

    created_at: datetime

    used_at: datetime | None


class KeyHolder(msgspec.Struct, frozen=True):
    """The player and the seat that a key acts for."""

    id: str
    """Digest of the key."""

    player: PlayerId

    game: GameId

    seat: Seat


def make_key(services: Services, player: PlayerId, game: GameId, seat: Seat, name: str) -> str:
    """A new key, which is told this once.  name: what its owner calls it.  Raises NoKey."""
    called = " ".join(name.split())
    if not called or len(called) > LONGEST_NAME or not called.isprintable():
        raise NoKey(f"give the key a name of 1 to {LONGEST_NAME} printable characters, such as “my bot”")
    if not _may_act(services, player, game, seat):
        raise NoKey("you have no such seat; a key can be made for a seat you play, or are the deputy of now")
    key = PREFIX + secrets.token_urlsafe(32)
    now = services.clock.now()
    with services.db.writing() as session:
        have = session.exec(select(SeatToken.digest).where(col(SeatToken.player) == player)).all()
        if len(have) >= MOST:
            raise NoKey(f"you have {MOST} keys, the most allowed; revoke one first")
        session.add(
            SeatToken(digest=_digest(key), player=player, game=game, seat=seat, name=called, created_at=now)
        )  # fmt: skip
    return key


def keys_of(services: Services, player: PlayerId) -> tuple[KeyCard, ...]:
    """A player's keys, the newest first."""
    own = select(SeatToken).where(col(SeatToken.player) == player)
    with services.db.reading() as session:
        rows = session.exec(own.order_by(col(SeatToken.created_at).desc(), col(SeatToken.digest))).all()
        names = SeatNames(session)
        return tuple(
            KeyCard(one.digest, one.name, names.place(one.game, one.seat), one.created_at, one.used_at) for one in rows
        )


def seats_for_keys(services: Services, player: PlayerId) -> tuple[GameSeat, ...]:
    """The seats a player may make keys for: his own, and those he is the deputy of now."""
    with services.db.reading() as session:
        rows = session.exec(select(SeatRow).where(col(SeatRow.player) == player)).all()
        seats = sorted({*((one.game, one.seat) for one in rows), *acting_seats(services, session, player)})
        names = SeatNames(session)
        return tuple(names.place(game, seat) for game, seat in seats)


def take_back(services: Services, player: PlayerId, key_id: str) -> str:
    """No program acts with that key any more; what it was called, '' when the player has no such key."""
    with services.db.writing() as session:
        row = session.get(SeatToken, key_id)
        if row is None or row.player != player:
            return ""
        session.delete(row)
        return row.name


def holder_of(services: Services, key: str) -> KeyHolder | None:
    """Whose a key is, noted as used; None for one that is unknown, or whose owner may not act for its seat any more."""
    if not key.startswith(PREFIX):
        return None
    now = services.clock.now()
    with services.db.reading() as session:
        row = session.get(SeatToken, _digest(key))
        if row is None or not _is_there(session, row.player):
            return None
        holder, used = KeyHolder(row.digest, row.player, row.game, row.seat), row.used_at
    if not _may_act(services, holder.player, holder.game, holder.seat):
        return None
    if used is None or now - used >= NOTED_EVERY:
        _note_use(services, holder.id, now)
    return holder


def _digest(key: str) -> str:
    """What is kept of a key; it is long and random, so that a plain hash gives nothing away."""
    return hashlib.sha256(key.encode()).hexdigest()


def _may_act(services: Services, player: PlayerId, game: GameId, seat: Seat) -> bool:
    with services.db.reading() as session:
        row = session.get(SeatRow, (game, seat))
    return row is not None and (row.player == player or acting_seat(services, game, player) == seat)


def _is_there(session: Session, player: PlayerId) -> bool:
    return session.get_one(Player, player).deleted_at is None


def _note_use(services: Services, key_id: str, now: datetime) -> None:
    with services.db.writing() as session:
        row = session.get(SeatToken, key_id)
        if row is not None:  # else it was taken back this very moment
            row.used_at = now
