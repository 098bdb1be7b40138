"""When a turn that is over was open: until when orders for it counted, and when it was played."""

from datetime import datetime, timedelta

import msgspec

from pbem.clock import from_iso
from pbem.mail.tokens import TurnRef
from pbem.service.model.desk import Desk
from pbem.service.model.deskfold import fold_desk, read_all
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.tables import ReportRow


class Past(msgspec.Struct, frozen=True):
    """A turn that is over."""

    played: datetime
    """When it was played, UTC."""

    until: datetime | None
    """When its deadline and grace had passed, UTC; None when no clock ran."""

    def in_time(self, arrived: datetime) -> bool:
        """Whether a mail that came at that time could have counted, had it been read at once."""
        return arrived < self.played and (self.until is None or arrived < self.until)


def came_in_time(services: Services, turn: TurnRef, arrived: datetime) -> bool:
    """Whether a mail for a turn that is over could have counted, had it been read when it came."""
    with services.db.reading() as session:
        told = session.get(ReportRow, (turn.game, turn.seat, turn.turn))
    if told is not None and arrived > told.at:  # it came after what it should have changed had been reported
        return False
    found = past(services, turn)
    return found is not None and found.in_time(arrived)


def past(services: Services, turn: TurnRef) -> Past | None:
    """When a seat's turn was open, by its game's journal; None for one that is not over."""
    work = open_game(services, turn.game)
    with services.db.reading() as session:
        notes = read_all(work.rules.codec, journal.load(session, turn.game))
    before: Desk | None = None
    for note in notes:
        if before is not None and note.kind == "answer" and _is_open(before, turn):
            until = from_iso(before.due) + timedelta(hours=work.options.grace) if before.due else None
            return Past(from_iso(note.at), until)
        before = fold_desk([note], before)
    return None


def _is_open(desk: Desk, turn: TurnRef) -> bool:
    """Whether a seat is asked, in that turn of its own."""
    return desk.turns.get(turn.seat) == turn.turn and desk.open is not None and desk.open.ask_of(turn.seat) is not None
