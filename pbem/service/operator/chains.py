"""Journals gone over, entry by entry: all of them when the operator asks, and bit by bit in the background."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec
from sqlmodel import Session, col, or_, select

from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import BrokenChain, Entry, check_chain_from
from pbem.service.play.broken import stop_broken
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.errors import BrokenGame
from pbem.store.tables import ChainCheck, Game

AT_ONCE = 2000
"""Entries that are checked in one go in the background: some milliseconds of work."""

ROUND = timedelta(days=1)
"""How long after a journal was gone over to its end the next round of it begins."""


class Sound(msgspec.Struct, frozen=True):
    """Journals without a fault: how many, and their entries."""

    games: int
    entries: int


def check_all(services: Services) -> Iterator[BrokenGame | Sound]:
    """Every journal from its first entry to its last: each that is damaged, and at the end how many are not.

    A game that is damaged is stopped and its operator told, as when it is opened.  One that was stopped for that is
    told of again until it is let go on.
    """
    with services.db.reading() as session:
        games = session.exec(select(Game.id).order_by(col(Game.id))).all()
    sound, entries = 0, 0
    for game in games:
        found = _check(services, GameId(game))
        if isinstance(found, BrokenGame):
            yield found
        else:
            sound, entries = sound + 1, entries + found
    yield Sound(sound, entries)


def _check(services: Services, game: GameId) -> BrokenGame | int:
    with services.db.reading() as session:
        card, entries = session.get_one(Game, game), journal.load(session, game)
    try:
        journal.check_whole(card, entries)
    except BrokenChain as fault:
        return stop_broken(services, game, fault)
    if card.broken_at is not None:
        return BrokenGame(game, card.broken_at, f"{card.stop_reason} (it is restored: let it go on with `pbem resume`)")
    return len(entries)


# --- in the background --------------------------------------------------------------------------------------------


class _Bit(msgspec.Struct, frozen=True):
    """Some entries of a journal to be checked."""

    card: Game

    seq: Seq

    hash: str

    entries: list[Entry]

    last: bool
    """They reach its end."""


def check_some(services: Services, most: int = AT_ONCE) -> GameId | None:
    """Check the next entries of the journal that has waited longest; which one, None when none is to be checked now.

    It goes on where the last call left off, whichever process that was; two at once do the same work.  Raises
    StoreUnavailable.
    """
    now = services.clock.now()
    with services.db.reading() as session:
        bit = _next_bit(session, now, most)
    if bit is None:
        return None
    game, entries = bit.card.id, bit.entries
    try:
        check_chain_from(entries, bit.seq, bit.hash)
        seq, digest = (entries[-1].seq, entries[-1].hash) if entries else (bit.seq, bit.hash)
        if bit.last:
            journal.check_end(bit.card, seq, digest)
    except BrokenChain as fault:
        stop_broken(services, game, fault)
        return game
    done = ChainCheck(game=game, at=now) if bit.last else ChainCheck(game=game, seq=seq, hash=digest, at=now)
    with services.db.writing() as session:
        journal.remember_check(session, done)
    return game


def _next_bit(session: Session, now: datetime, most: int) -> _Bit | None:
    """The rest of the round that was begun last, else the journal whose last round is the longest ago."""
    due = or_(col(ChainCheck.at).is_(None), col(ChainCheck.seq) > 0, col(ChainCheck.at) <= now - ROUND)
    waiting = (
        select(Game)
        .join(ChainCheck, col(ChainCheck.game) == col(Game.id), isouter=True)
        .where(col(Game.broken_at).is_(None), due)
        .order_by(col(ChainCheck.seq).desc().nulls_last(), col(ChainCheck.at).nulls_first(), col(Game.id))
    )
    card = session.exec(waiting.limit(1)).first()
    if card is None:
        return None
    done = session.get(ChainCheck, card.id) or ChainCheck(game=card.id, at=now)
    entries = journal.load_some(session, card.id, done.seq, most)
    return _Bit(card, done.seq, done.hash, entries, len(entries) < most)
