"""Journals gone over, entry by entry: all of them when the operator asks, and bit by bit in the background."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlmodel import Session, col, or_, select

from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import FIRST_HASH, BrokenChain, Entry, check_chain_from
from pbem.service.play.broken import stop_broken
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.errors import BrokenGame
from pbem.store.tables import ChainCheck, Game

AT_ONCE = 2000
"""Entries that are checked in one go in the background: some milliseconds of work."""

JOURNALS = 100
"""Journals that are checked in one go at the most: short ones cost more than their entries."""

ROUND = timedelta(days=1)
"""How long after a journal was gone over to its end the next round of it begins."""


class Sound(msgspec.Struct, frozen=True):
    """Journals without a fault: how many, and their entries."""

    games: int
    entries: int

    before: int = 0
    """Journals of finished games that were left out: the background has gone over them lately."""


def check_all(services: Services, *, again: bool = True) -> Iterator[BrokenGame | Sound]:
    """Every journal from its first entry to its last: each that is damaged, and at the end how many are not.

    again: those of finished games too that the background has gone over within two rounds.  It stops a game
    that is damaged and mails the operator, as opening it does, and mails again until the operator lets the game go on.
    """
    with services.db.reading() as session:
        every = session.exec(select(Game.id).order_by(col(Game.id))).all()
        left = set() if again else _gone_over(session, services.clock.now() - 2 * ROUND)
    games = [game for game in every if game not in left]
    sound, entries = 0, 0
    for game in games:
        found = _check(services, GameId(game))
        if isinstance(found, BrokenGame):
            yield found
        else:
            sound, entries = sound + 1, entries + found
    yield Sound(sound, entries, len(left))


def _gone_over(session: Session, since: datetime) -> set[GameId]:
    """Finished games whose journals the background has found sound to their end since then.

    What a game wrote between that and its own end is gone over in the next round of the background.
    """
    done = select(ChainCheck.game).join(Game, col(ChainCheck.game) == col(Game.id))
    done = done.where(Game.state == "over", col(Game.broken_at).is_(None))
    return {GameId(game) for game in session.exec(done.where(ChainCheck.seq == 0, ChainCheck.at > since)).all()}


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


def check_some(services: Services, most: int = AT_ONCE) -> tuple[GameId, ...]:
    """Check the next entries of the journals that have waited longest; of which games, none when all are done for now.

    most: entries.  It goes on where the last call left off, whichever process that was; two at once do the same work.
    Raises StoreUnavailable.
    """
    now = services.clock.now()
    with services.db.reading() as session:
        bits = [*_next_bits(session, now, most)]
    done = [one for one in (_checked(services, bit, now) for bit in bits) if one is not None]
    if done:
        with services.db.writing(durable=False) as session:
            journal.remember_checks(session, done)
    return tuple(bit.card.id for bit in bits)


def _checked(services: Services, bit: _Bit, now: datetime) -> ChainCheck | None:
    """How far a journal is checked now; None for one that is damaged."""
    game, entries = bit.card.id, bit.entries
    try:
        check_chain_from(entries, bit.seq, bit.hash)
        seq, digest = (entries[-1].seq, entries[-1].hash) if entries else (bit.seq, bit.hash)
        if bit.last:
            journal.check_end(bit.card, seq, digest)
    except BrokenChain as fault:
        stop_broken(services, game, fault)
        return None
    return ChainCheck(game=game, at=now) if bit.last else ChainCheck(game=game, seq=seq, hash=digest, at=now)


def _next_bits(session: Session, now: datetime, most: int) -> Iterator[_Bit]:
    """The rest of the round that was begun last, then the journals whose last round is the longest ago."""
    due = or_(col(ChainCheck.at).is_(None), col(ChainCheck.seq) > 0, col(ChainCheck.at) <= now - ROUND)
    waiting = (
        select(Game, ChainCheck)
        .join(ChainCheck, col(ChainCheck.game) == col(Game.id), isouter=True)
        .where(col(Game.broken_at).is_(None), due)
        .order_by(col(ChainCheck.seq).desc().nulls_last(), col(ChainCheck.at).nulls_first(), col(Game.id))
    )
    found: Sequence[tuple[Game, ChainCheck | None]] = session.exec(waiting.limit(min(most, JOURNALS))).all()
    for card, done in found:
        seq, digest = (done.seq, done.hash) if done is not None else (Seq(0), FIRST_HASH)
        entries = journal.load_some(session, card.id, seq, most)
        yield _Bit(card, seq, digest, entries, len(entries) < most)
        most -= len(entries)
        if most <= 0:
            return
