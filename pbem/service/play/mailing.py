"""The mails of a game under work: made from its seats' pages, before anything is written."""

from collections.abc import Iterable, Iterator

from pbem.engine.ids import Seat
from pbem.service.model.mails import MailKind, MailMatter
from pbem.service.play.letters import letters_with
from pbem.service.play.pages import page_of, page_so_far
from pbem.service.play.work import Mark, Work


def compose_mails(work: Work) -> None:
    """Make the mails of all that was noted and has none yet: reports of new marks, and the matters asked for."""
    done = {(m.kind, m.seat, m.turn, m.revision) for m, _ in work.composed}
    for mark in (one for one in work.new_marks if not work.desk.held.get(one.seat)):
        over = work.state == "over" or work.desk.ended
        turn = work.desk.turns.get(mark.seat, 0) + (1 if over else 0)
        if mark.number != turn - 1:
            continue
        for matter in report_mails(work, mark, turn, "over" if over else "report"):
            if (matter.kind, matter.seat, matter.turn, matter.revision) not in done:
                work.composed = (*work.composed, (matter, work.services.compose(work.services.config, matter)))
    for matter in work.matters:
        if (matter.kind, matter.seat, matter.turn, matter.revision) not in done:
            work.composed = (*work.composed, (matter, work.services.compose(work.services.config, matter)))


def report_mails(work: Work, mark: Mark, turn: int, kind: MailKind) -> Iterator[MailMatter]:
    """A report to the persons on its seat.  turn: the seat's turn that it opens."""
    for to in work.addressees(mark.seat, turn):
        yield MailMatter(
            kind=kind, to=to, at=work.now, game=work.game, turn=turn, seat=mark.seat,
            revision=work.revision("0", mark.seat, to), page=page_of(work, mark.seat, mark.number, to.zone),
            penned=letters_with(work, mark.seat, mark.number),
        )  # fmt: skip


def tell_seats(work: Work, kind: MailKind, seats: Iterable[Seat], revision: str) -> None:
    """A mail of a kind to the persons on these seats and their deputies, about the turn that is open."""
    for seat in seats:
        turn = work.desk.turns.get(seat, 0)
        for to in work.addressees(seat, turn):
            matter = MailMatter(
                kind=kind, to=to, at=work.now, game=work.game, turn=turn, seat=seat,
                revision=work.revision(revision, seat, to), page=page_of(work, seat, zone=to.zone),
            )  # fmt: skip
            work.matters = (*work.matters, matter)


def tell_ahead(work: Work) -> None:
    """A mail to every seat that is not asked and that the rules have a word for: when its orders will be needed."""
    asked = {ask.seat for ask in work.desk.open.batch.asks} if work.desk.open else set()
    for seat in (one.seat for one in work.chairs if one.seat not in asked and not work.desk.held.get(one.seat)):
        turn = work.desk.turns.get(seat, 0)
        for to in work.addressees(seat, turn) if work.rules.reporting.ahead(work.view(seat), seat) else ():
            matter = MailMatter(
                kind="begun", to=to, at=work.now, game=work.game, turn=turn, seat=seat,
                revision=work.revision(str(work.last_seq), seat, to), page=page_so_far(work, seat, to.zone),
            )  # fmt: skip
            work.matters = (*work.matters, matter)
