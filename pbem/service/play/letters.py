"""Letters from seat to seat as a seat reads them: with a report, in a digest, in its letterbook."""

from collections.abc import Iterable

import msgspec

from pbem.clock import from_iso
from pbem.engine.ids import UMPIRE, Seat, Seq
from pbem.engine.journal import LetterAct, Pressed
from pbem.engine.wording import capital, listed
from pbem.reports.letter import Button, Letter, Para, Section
from pbem.reports.letters import penned
from pbem.reports.report import Penned
from pbem.service.model.desk import PressLetter as Kept
from pbem.service.model.mails import Correspondent, MailMatter
from pbem.service.play.couriers import deliver_rides, same_side, turns_ridden
from pbem.service.play.newsbook import printed_between
from pbem.service.play.pages import deputy_name
from pbem.service.play.work import Work
from pbem.store.tables import OutMail

LETTER = "letter"
"""The kind of the mail that brings a letter."""


def title_of(work: Work, seat: Seat) -> str:
    """What a seat is called as the writer or reader of a letter; the umpire's too."""
    return "the umpire" if seat == UMPIRE else work.chair(seat).title


def signed(work: Work, one: Kept) -> str:
    """Who a letter says it is from."""
    return title_of(work, answers_to(work, one)) if not one.signed or _is_seat(work, one.signed) else one.signed


def answers_to(work: Work, one: Kept) -> Seat:
    """Where an answer to a letter goes: to the seat it is signed by, which need not be the one that wrote it."""
    return Seat(one.signed) if _is_seat(work, one.signed) else one.sender


def _is_seat(work: Work, name: str) -> bool:
    return any(one.seat == name for one in work.chairs)


def wait_for_umpire(work: Work) -> bool:
    """Whether a letter written now waits for the umpire's word."""
    if work.umpire is None:
        return False
    said = work.desk.letters_wait
    return work.options.letters == "umpire" if said is None else said


def letters_with(work: Work, seat: Seat, number: int) -> tuple[Penned, ...]:
    """The letters that came to a seat between its report before and the one of that turn, then the newsbook."""
    marks = work.marks_of(seat)
    at = next((index for index, one in enumerate(marks) if one.number == number), None)
    if at is None:
        return ()
    before, until = marks[at - 1].to_seq if at else Seq(0), marks[at].to_seq
    came = [one for one in work.desk.letters if seat in one.arrived and before < one.arrived[seat].seq <= until]
    letters = tuple(penned_of(work, seat, one) for one in sorted(came, key=lambda one: one.arrived[seat].seq))
    return (*letters, *printed_between(work, before, until))


def letters_of_rows(work: Work, seat: Seat, rows: Iterable[OutMail]) -> tuple[Penned, ...]:
    """The letters that mails of the kind ``letter`` to a seat brought."""
    places = [
        int(row.revision) for row in map(MailRevision.of, rows) if row.kind == LETTER and row.revision.isdecimal()
    ]
    return tuple(penned_of(work, seat, work.desk.letters[place - 1]) for place in places)


def mail_letter(work: Work, place: int, to: Iterable[Seat]) -> None:
    """Mail a letter that has come to these seats.  place: its number among all letters, from 1."""
    kept = work.desk.letters[place - 1]
    for seat in (one for one in to if one != UMPIRE):
        turn, one = work.desk.turns.get(seat, 0), penned_of(work, seat, kept)
        for person in work.addressees(seat, turn):
            matter = MailMatter(
                kind="letter", to=person, at=work.now, game=work.game, turn=turn, seat=seat,
                revision=work.revision(str(place), seat, person), letter=_letter_mail(work, seat, one, person),
            )  # fmt: skip
            work.matters = (*work.matters, matter)


def _letter_mail(work: Work, seat: Seat, one: Penned, person: Correspondent) -> Letter:
    taken, writes = f"a letter of {one.sender} was taken", f"{capital(one.sender)} writes to you in {work.title}"
    back = Para(
        "Answer this mail to write back: what you write above the quotation goes to "
        f"{one.sender} as a letter. You can also write on the web.", quiet=True,
    )  # fmt: skip
    url = f"{work.services.config.base_url}/g/{work.game}/letters"
    blocks = (Button("Open your letters", url),) if one.taken else (Button("Write back", url), back)
    return Letter(
        kicker=f"{work.title}. A letter for {work.chair(seat).title}.",
        title=f"{work.title}: {taken}" if one.taken else writes,
        sections=(Section("", penned((one,), person.zone)), Section("", blocks)),
        preheader=f"{work.title}: a letter.",
    )  # fmt: skip


def deliver_due(work: Work, seat: Seat, turn: int) -> None:
    """Note the delivery of the letters that are due with a turn of a seat; they come with its report."""
    deliver_rides(work, seat)
    for one in work.desk.letters:
        if seat in one.waits_for and one.due.get(seat, turn + 1) <= turn:
            act = LetterAct(does="delivered", letter=one.seq)
            work.note("press", "engine", Pressed(sender=UMPIRE, to=(seat,), text="", act=act))


class MailRevision(msgspec.Struct, frozen=True):
    """A mail's kind, and what its key tells it from others by: the letter's place, before a deputy's id."""

    kind: str
    revision: str

    @classmethod
    def of(cls, row: OutMail) -> "MailRevision":
        return cls(row.kind, row.key.rpartition(".")[2].partition("-")[0])


def penned_of(work: Work, seat: Seat, one: Kept) -> Penned:
    """One letter of the journal as a seat reads it.

    Its writer, and one who has taken it, read it as it was written; its addressees as it was delivered.
    """
    came, own = one.arrived.get(seat), one.sender == seat
    taken = came is not None and came.taken
    later = came is not None and not own and came.seq != one.seq
    return Penned(
        sender=signed(work, one), to=tuple(title_of(work, to) for to in one.to), at=from_iso(one.at),
        text=one.text if own or taken else one.given or one.text,
        by=deputy_name(work, one.sender, one.by) if one.by and one.sender != UMPIRE else "", mine=own,
        arrived=from_iso(came.at) if later and came is not None else None, taken=taken,
        sent_from=one.sent_from if own or same_side(work, seat, answers_to(work, one)) else "",
    )  # fmt: skip


def fate_of(work: Work, one: Kept) -> str:
    """What has become of a letter, in a few words."""
    came = [title_of(work, seat) for seat in one.to if seat in one.arrived]
    taken = [title_of(work, seat) for seat, arrival in one.arrived.items() if arrival.taken]
    waits = [f"{title_of(work, seat)}{_when(work, seat, one)}" for seat in one.waits_for]
    lost = one.lost and len(came) < len(one.to)
    parts = (
        f"delivered to {listed(came)}" if came else "",
        f"on its way to {listed(waits)}" if waits and work.state != "over" else "",
        f"never came to {listed(waits)}" if waits and work.state == "over" else "",
        "lost" if lost else "", f"read by {listed(taken)}" if taken else "",
        "changed by the umpire" if one.given else "",
    )  # fmt: skip
    return "; ".join(filter(None, parts))


def _when(work: Work, seat: Seat, one: Kept) -> str:
    turns = one.due[seat] - work.desk.turns.get(seat, 0) if seat in one.due else 0
    turns = one.rides[seat] - turns_ridden(work, one) if seat in one.rides else turns
    return f" (with the report after {turns} {'turn' if turns == 1 else 'turns'})" if turns > 0 else ""
