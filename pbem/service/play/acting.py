"""The seats that a player acts for as a deputy now."""

from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef
from pbem.service.model.desk import Desk, deputy_of
from pbem.service.play.work import UnknownGame, open_game
from pbem.service.services import Services
from pbem.store.errors import BrokenGame
from pbem.store.tables import Game, OutMail, PlayerId


def acts_for(services: Services, turn: TurnRef, player: PlayerId) -> bool:
    """Whether a player is the deputy of a seat in a turn, and in the one that is open now, of which an answer tells.

    Raises UnknownGame.
    """
    desk = open_game(services, turn.game).desk
    return all(deputy_of(desk, turn.seat, one, player) for one in (turn.turn, desk.turns.get(turn.seat, 0)))


def acting_seat(services: Services, game: GameId, player: PlayerId) -> Seat | None:
    """The seat of a game that a player acts for now as its deputy; None for none, or when the game is not to be had."""
    try:
        return deputy_seat(open_game(services, game).desk, player)
    except (UnknownGame, BrokenGame):
        return None


def deputy_seat(desk: Desk, player: PlayerId) -> Seat | None:
    """The seat that a player is the deputy of in its open turn."""
    return next((seat for seat in desk.deputies if deputy_of(desk, seat, desk.turns.get(seat, 0), player)), None)


def acting_seats(services: Services, session: Session, player: PlayerId) -> tuple[tuple[GameId, Seat], ...]:
    """The seats of games that are played which a player acts for now as a deputy.

    Every deputy was mailed when named: those mails say where to look.
    """
    named = (
        select(OutMail.game)
        .join(Game, col(Game.id) == col(OutMail.game))
        .where(col(OutMail.player) == player, col(OutMail.kind) == "deputy", col(Game.state) == "running")
        .distinct()
    )
    games = sorted(session.exec(named).all())
    found = ((GameId(game), acting_seat(services, GameId(game), player)) for game in games)
    return tuple((game, seat) for game, seat in found if seat is not None)
