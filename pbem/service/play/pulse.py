"""Whether something has been told to a seat since a page of it was made: asked every few seconds, so it must be cheap.

It says no more than the seat's own list of reports: nothing in it changes when another seat sends its orders.
"""

import msgspec
from sqlmodel import col, select

from pbem.engine.ids import GameId, Seat
from pbem.service.post import Post
from pbem.store.tables import Game, GameState, ReportRow


class Pulse(msgspec.Struct, frozen=True):
    """The newest report of a seat.  number: 0 for how the game began."""

    state: GameState
    number: int

    @property
    def tag(self) -> str:
        """Another one when anything of it changes."""
        return f"{self.state}-{self.number}"


def pulse_of(post: Post, game: GameId, seat: Seat) -> Pulse:
    """A seat's, from two rows and without opening the game."""
    newest = (
        select(ReportRow.number)
        .where(col(ReportRow.game) == game, col(ReportRow.seat) == seat)
        .order_by(col(ReportRow.number).desc())
        .limit(1)
    )
    with post.db.reading() as session:
        found = session.exec(newest).first()
        state = session.get_one(Game, game).state
    return Pulse(state, found or 0)
