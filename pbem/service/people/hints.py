"""Hints on the map of a player's first battle, until they put them away."""

from sqlmodel import col, select

from pbem.engine.ids import GameId
from pbem.service.services import Services
from pbem.store.tables import Game, Player, PlayerId, SeatRow


def wants_hints(services: Services, player: PlayerId, game: GameId) -> bool:
    """Whether a game is a player's first, and they have not put the hints away."""
    first = (
        select(SeatRow.game)
        .join(Game, col(Game.id) == col(SeatRow.game))
        .where(col(SeatRow.player) == player)
        .order_by(col(Game.created_at), col(Game.id))
        .limit(1)
    )
    with services.db.reading() as session:
        card = session.get(Player, player)
        return card is not None and card.hints_off_at is None and session.exec(first).first() == game


def no_more_hints(services: Services, player: PlayerId) -> None:
    """Put them away for ever."""
    with services.db.writing() as session:
        card = session.get(Player, player)
        if card is not None and card.hints_off_at is None:
            card.hints_off_at = services.clock.now()
