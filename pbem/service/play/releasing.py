"""Reports that the umpire holds, released: each goes to its reader, whose time for orders begins."""

from collections.abc import Iterable

from pbem.engine.ids import Seat
from pbem.engine.journal import Reported
from pbem.service.play.clocks import open_clock
from pbem.service.play.mailing import report_mails
from pbem.service.play.rulingmail import untold_rulings
from pbem.service.play.work import Work


def release_reports(work: Work, seats: Iterable[Seat], author: str = "engine", by: str = "") -> None:
    """Hold the reports of these seats no longer: those that are written go out, and the clock that waited runs.

    by: id of the umpire whose word it is; '' for the service.
    """
    waited = False
    for seat in seats:
        untold = [one for one in work.written_for(seat) if one not in work.marks_of(seat)]
        number = work.desk.turns.get(seat, 0) - len(untold)
        rulings = tuple(untold_rulings(work, seat))
        work.note("report", author, Reported(act="released", by=by, seat=seat, number=number))
        waited = waited or bool(untold)
        for mark in untold:
            work.matters = (*work.matters, *report_mails(work, mark, mark.number + 1, "report"))
        work.matters = (*work.matters, *rulings)
    asks = work.desk.open.batch.asks if work.desk.open is not None else ()
    due = work.desk.due or work.desk.shut or work.desk.paused
    if waited and not due and any(not work.chair(one.seat).aide for one in asks):
        open_clock(work, "opened")
