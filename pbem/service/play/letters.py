"""Letters from seat to seat as a seat reads them: with a report, in a digest, in its letterbook."""

from collections.abc import Iterable, Sequence

import msgspec

from pbem.clock import from_iso
from pbem.engine.ids import Seat
from pbem.reports.report import Penned
from pbem.service.model.desk import PressLetter as Kept
from pbem.service.play.pages import deputy_name
from pbem.service.play.work import Mark, Work
from pbem.store.tables import OutMail

LETTER = "letter"
"""The kind of the mail that brings a letter."""


def letters_with(work: Work, seat: Seat, number: int) -> tuple[Penned, ...]:
    """The letters that a seat was sent between its report before and the one of that turn, the oldest first."""
    marks = work.marks_of(seat)
    at = next((index for index, one in enumerate(marks) if one.number == number), None)
    if at is None:
        return ()
    return tuple(penned_of(work, seat, one) for one in work.desk.letters if seat in one.to and _within(one, marks, at))


def letters_of_rows(work: Work, seat: Seat, rows: Iterable[OutMail]) -> tuple[Penned, ...]:
    """The letters that mails of the kind ``letter`` to a seat brought."""
    places = [
        int(row.revision) for row in map(MailRevision.of, rows) if row.kind == LETTER and row.revision.isdecimal()
    ]
    return tuple(penned_of(work, seat, work.desk.letters[place - 1]) for place in places)


class MailRevision(msgspec.Struct, frozen=True):
    """A mail's kind, and what its key tells it from others by: the letter's place, before a deputy's id."""

    kind: str
    revision: str

    @classmethod
    def of(cls, row: OutMail) -> "MailRevision":
        return cls(row.kind, row.key.rpartition(".")[2].partition("-")[0])


def _within(letter: Kept, marks: Sequence[Mark], at: int) -> bool:
    before = marks[at - 1].to_seq if at else 0
    return before < letter.seq <= marks[at].to_seq


def penned_of(work: Work, seat: Seat, one: Kept) -> Penned:
    """One letter of the journal, with the names and times that a seat reads it by."""
    return Penned(
        sender=work.chair(one.sender).title, to=tuple(work.chair(to).title for to in one.to), at=from_iso(one.at),
        text=one.text, by=deputy_name(work, one.sender, one.by) if one.by else "", mine=one.sender == seat,
    )  # fmt: skip
