"""Whether something has been told to a seat since a page of it was made: asked every few seconds, so it must be cheap.

It says no more than the seat's own list of reports, and when the turn is played once all have submitted, which all
are told: nothing in it changes when another seat sends its orders before.
"""

import msgspec
from sqlmodel import col, select

from pbem.clock import iso
from pbem.engine.ids import GameId, Seat
from pbem.service.play.work import Agreed, open_game
from pbem.service.services import Services
from pbem.store.tables import Deadline, Game, GameState, ReportRow


class Pulse(msgspec.Struct, frozen=True):
    """What an open page asks every few seconds."""

    state: GameState

    number: int
    """Number of the seat's newest report, 0 for how the game began."""

    plays: str = ""
    """When the turn is played, UTC ISO; '' while not all have submitted."""

    @property
    def tag(self) -> str:
        """Another one when anything of it changes."""
        return f"{self.state}-{self.number}-{self.plays}"


def pulse_of(services: Services, game: GameId, seat: Seat) -> Pulse:
    """A seat's, from three rows; only a game whose umpire may hold a report of its is opened."""
    newest = (
        select(ReportRow.number)
        .where(col(ReportRow.game) == game, col(ReportRow.seat) == seat)
        .order_by(col(ReportRow.number).desc())
        .limit(1)
    )
    to_play = select(Deadline.due_utc).where(
        col(Deadline.game) == game, col(Deadline.kind) == "play", col(Deadline.done_at).is_(None)
    )
    with services.db.reading() as session:
        found, due = session.exec(newest).first() or 0, session.exec(to_play).first()
        card = session.get_one(Game, game)
    if msgspec.json.decode(card.options, type=Agreed).options.reports == "held" and card.broken_at is None:
        work = open_game(services, game)  # what waits for its umpire is due too, and not for its players to know
        return Pulse(card.state, max((one.number for one in work.marks_of(seat)), default=0), work.desk.plays_at)
    return Pulse(card.state, found, iso(due) if due else "")
