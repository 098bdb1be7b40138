"""What games and seats are called, by their ids."""

import msgspec
from sqlmodel import Session

from pbem.engine.ids import GameId, Seat
from pbem.service.play.work import Agreed
from pbem.store.tables import Game


class GameSeat(msgspec.Struct, frozen=True):
    """What a seat of a game is called."""

    game: GameId

    title: str

    seat: str = ""
    """The seat; '' where only the game is known."""

    seat_title: str = ""
    """Title of the seat; '' where only the game is known."""


class SeatNames:
    """How games and seats are called; each card of a game is read once."""

    def __init__(self, session: Session) -> None:
        """session: they are read in it."""
        self._session = session
        self._games: dict[GameId, tuple[str, dict[Seat, str]]] = {}

    def place(self, game: GameId, seat: str = "") -> GameSeat:
        """A seat of a game; a game that is no more is called by its id."""
        if game not in self._games:
            row = self._session.get(Game, game)
            titles = msgspec.json.decode(row.options, type=Agreed).titles if row else {}
            self._games[game] = (row.title if row else game, titles)
        title, titles = self._games[game]
        return GameSeat(game, title, seat, titles.get(Seat(seat), seat))
