"""Reports that the umpire holds, released: each goes to its reader, whose time for orders begins.

With the last of a battle that is over its secrets are laid open.
"""

from collections.abc import Collection, Iterable

from pbem.engine.ids import Seat
from pbem.engine.journal import Reported, Revealed
from pbem.service.model.mails import MailMatter
from pbem.service.play.clocks import open_clock
from pbem.service.play.mailing import report_mails
from pbem.service.play.playermail import add_word
from pbem.service.play.rulingmail import untold_rulings
from pbem.service.play.work import Mark, Work


def release_reports(work: Work, seats: Iterable[Seat], author: str = "engine", by: str = "") -> None:
    """Hold the reports of these seats no longer: those that are written go out, and the clock that waited runs.

    by: id of the umpire whose word it is; '' for the service.
    """
    untold: list[Mark] = []
    rulings: list[MailMatter] = []
    for seat in seats:
        mine = [one for one in work.written_for(seat) if one not in work.marks_of(seat)]
        number = work.turn_of(seat)
        rulings += untold_rulings(work, seat)
        work.note("report", author, Reported(act="released", by=by, seat=seat, number=number))
        untold += mine
    asks = work.desk.open.batch.asks if work.desk.open is not None else ()
    due = work.desk.due or work.desk.shut or work.desk.paused
    if untold and not due and any(not work.chair(one.seat).aide for one in asks):
        open_clock(work, "opened")
    if work.desk.ended and not work.desk.held:
        lay_open(work)
        tell_seed(work, {mark.seat for mark in untold})
    for mark in untold:
        last = work.desk.ended and mark.number == work.desk.turns.get(mark.seat, 0)
        work.matters = (*work.matters, *report_mails(work, mark, mark.number + 1, "over" if last else "report"))
    work.matters = (*work.matters, *rulings)


def lay_open(work: Work) -> None:
    """The battle is over, and every side has its last report: the seed of the dice is published."""
    work.note("seed", "engine", Revealed(work.seed))
    work.state = "over"


def tell_seed(work: Work, besides: Collection[Seat]) -> None:
    """The seed to those whose last report came before it was published.  besides: seats whose last report has it."""
    lead = "Every side has its last report now, and the seed of the dice is published."
    seed = f"The seed: {work.seed}. Its SHA-256 is in your first report; with it anyone can roll every die again."
    debrief = ("Full debrief", f"{work.services.config.base_url}/g/{work.game}/debrief")
    for chair in work.chairs:
        if chair.person is not None and chair.seat not in besides:
            add_word(work, "pact", chair, chair.person, "the battle is laid open", lead, (seed,), button=debrief)
