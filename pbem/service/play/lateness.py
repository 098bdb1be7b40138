"""Missed deadlines: excused as the players agreed, told to the other players."""

from collections.abc import Iterable, Mapping

from pbem.clock import from_iso, iso
from pbem.engine.ids import Seat
from pbem.engine.journal import Clocked
from pbem.reports.times import both
from pbem.service.model import deadlines
from pbem.service.options import Missed
from pbem.service.play.playermail import add_word
from pbem.service.play.work import Work

AFTERWARDS: Mapping[Missed, str] = {
    "standing orders": "After that the turn is played with their standing orders.",
    "aide": "After that the aide-de-camp gives their orders.",
    "wait": "The game waits for them; you don't have to do anything.",
}
"""What comes of late orders, by the game's policy for missed turns."""


def may_be_excused(work: Work, late: Iterable[Seat]) -> bool:
    """Whether every one of the late has an agreed excuse left."""
    return all(_left(work, seat) > 0 for seat in late)


def _left(work: Work, seat: Seat) -> int:
    return work.options.excused - work.desk.excused.get(seat, 0)


def excuse(work: Work, late: Iterable[Seat]) -> None:
    """Note that the late are excused: the deadline is a day later, and every player is told."""
    assert work.desk.open is not None
    names = tuple(late)
    due = iso(deadlines.day_later(work.options, max(from_iso(work.desk.due), work.now)))
    for seat in names:
        work.note("clock", seat, Clocked(act="excused", ask=work.desk.open.seq, due=due))
    who = _titles(work, names)
    for chair in work.chairs:
        if chair.person is None:
            continue
        if chair.seat in names:
            left = _left(work, chair.seat)
            more = "one more missed deadline" if left == 1 else f"{left or 'no'} more missed deadlines"
            title = "You have an extra day"
            lead = "Your orders had not arrived by the deadline. You are excused this time."
            said = (f"After this you are excused {more}.",)
        else:
            title, lead = f"{who} late, and excused", f"Orders from {who} had not arrived by the deadline."
            said = ("The players agreed to excuse this, so the deadline is a day later.",)
        add_word(work, "missed", chair, chair.person, title, lead, said, moved=True, button=_game(work))


def tell_of_late(work: Work, late: Iterable[Seat], until: str) -> None:
    """Tell the other players who missed the deadline, and what happens next.  until: end of grace, UTC ISO, or ''."""
    names = tuple(late)
    who = _titles(work, names)
    for chair in work.chairs:
        if chair.person is None or chair.seat in names:
            continue
        counts = f"They still count until {both(from_iso(until), chair.person.zone)}." if until else ""
        said = " ".join(filter(None, (counts, AFTERWARDS[work.options.missed])))
        lead = f"Orders from {who} had not arrived by the deadline."
        add_word(work, "missed", chair, chair.person, f"{who} late", lead, (said,), button=_game(work))


def _titles(work: Work, seats: Iterable[Seat]) -> str:
    return " and ".join(work.chair(seat).title for seat in seats)


def _game(work: Work) -> tuple[str, str]:
    return "The game", f"{work.services.config.base_url}/g/{work.game}"
