"""The newsbook of a game: what waits for the next issue, and what each seat has read with its reports."""

from pbem.clock import from_iso
from pbem.engine.ids import UMPIRE, Seat, Seq
from pbem.engine.journal import Newsed
from pbem.reports.report import Penned
from pbem.service.model.desk import NewsItem
from pbem.service.play.work import Work


def turn_now(work: Work) -> str:
    """Name of the turn that is played, by which issues are told apart."""
    return work.rules.course.turn_name(work.battle)


def print_news(work: Work, *, over: bool = False) -> None:
    """Print what was written in earlier turns, to go out with the reports; over: whatever waits.

    Once a turn at most: an issue within one would tell that there was something to decide in it.
    """
    turn = "" if over else turn_now(work)
    if any(not one.issue and not one.struck and one.turn != turn for one in work.desk.news):
        number = max((one.issue for one in work.desk.news), default=0) + 1
        work.note("news", "engine", Newsed(number=number, act="printed", seat=UMPIRE, turn=turn))


def printed_between(work: Work, after: Seq, until: Seq) -> tuple[Penned, ...]:
    """The items printed by these entries, as every reader has them."""
    return tuple(_penned(one) for one in work.desk.news if after < one.printed <= until)


def read_by(work: Work, seat: Seat) -> tuple[Penned, ...]:
    """All that a seat has had with its reports, the newest first."""
    until = max((mark.to_seq for mark in work.marks_of(seat)), default=Seq(0))
    return tuple(reversed(printed_between(work, Seq(0), until)))


def _penned(one: NewsItem) -> Penned:
    return Penned(sender=one.signed, to=(), at=from_iso(one.printed_at), text=one.text, issue=one.issue)
