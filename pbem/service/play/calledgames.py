"""The battles that a campaign has called, as games of their own."""

from sqlmodel import Session, col, select

from pbem.engine.ids import GameId
from pbem.store.tables import Game


def battles_of(session: Session, game: GameId) -> tuple[GameId, ...]:
    """The games that a campaign's battles are, or were, fought as, in the order in which they were called."""
    sought = f'"called":{{"game":"{game}",'
    found = session.exec(select(Game).where(col(Game.options).contains(sought, autoescape=True))).all()
    return tuple(one.id for one in sorted(found, key=lambda one: (one.created_at, one.id)))
