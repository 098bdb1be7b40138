"""An umpire sees the pages of a seat: the journal says so, once for each of the seat's turns."""

from pbem.engine.ids import UMPIRE, Seat
from pbem.engine.journal import Seated
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.rights import concerns, need_right
from pbem.store.tables import PlayerId


def note_look(services: Services, work: Work, seat: Seat, by: PlayerId) -> None:
    """Journal that an umpire sees a seat's pages, unless it says so of this turn already.

    work: the game as it was opened just now.  Nothing is journaled once the battle is over and all is open.  Raises
    NotUmpire, UnknownGame.
    """
    _need_sight(work, seat, by)
    if work.state == "over" or _noted(work, seat, by):
        return

    def attempt() -> None:
        now = open_game(services, work.game)
        _need_sight(now, seat, by)
        if not _noted(now, seat, by):
            now.note("seat", UMPIRE, Seated(seat=seat, act="looked", who=by))
            now.write()

    retried(attempt)


def _need_sight(work: Work, seat: Seat, by: PlayerId) -> None:
    """Raises NotUmpire, for a seat of the side too that a co-umpire of one side does not see."""
    need_right(work, by, "look", one_side=concerns(work, by, seat))


def _noted(work: Work, seat: Seat, by: PlayerId) -> bool:
    return (by, seat, work.desk.turns.get(seat, 0)) in work.desk.looks
