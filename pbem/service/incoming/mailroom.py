"""The mail room: a stored mail is read, its seat is found, its orders are filed, and its writer gets one answer.

Who may order is judged in `pbem.service.incoming.judging`, orders are filed in `filing` beside it, what became of a
mail is written down in `settling`; a held mail waits for a word (`confirming`) or for the operator.
"""

import logging
from contextlib import suppress
from functools import partial
from threading import Lock

import msgspec
from sqlmodel import col, delete

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.mail.machines import TO_BE_CONFIRMED
from pbem.mail.reading import MailText
from pbem.mail.tokens import TurnRef
from pbem.service.incoming.confirming import by_mail, word_of
from pbem.service.incoming.filing import file_orders
from pbem.service.incoming.judging import MailVerdict, judge, unreadable, who_may
from pbem.service.incoming.mailcase import MailCase, about_turns, case_about, cases_of, read_mail
from pbem.service.incoming.queue import next_mails
from pbem.service.incoming.settling import HandledAlready, MailOutcome, Within, finish, outcome_of, settle
from pbem.service.incoming.stopped import kept, waited_for
from pbem.service.incoming.umpiredesk import take_word
from pbem.service.outgoing.returns import note_challenge, note_return
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store.errors import BrokenGame, StoreError
from pbem.store.tables import Delivery, InMail, InState, MailId, PlayerId

log = logging.getLogger(__name__)

READ_AT_ONCE = 50

WAITING: frozenset[InState] = frozenset({"held", "quarantined"})
"""States of mails that wait for a decision of the operator or the player."""


_reading = Lock()
"""The clock reads mails too: two threads at the same mails would both do the work, and one of them for nothing."""


class UnknownMail(Exception):
    """There is no stored mail of that name."""


class CannotTake(Exception):
    """The operator cannot have a mail taken as orders; the message says why and what to do."""


# --- handling -----------------------------------------------------------------------------------------------------


def handle_waiting(services: Services, limit: int = READ_AT_ONCE) -> tuple[MailOutcome, ...]:
    """Handle mails that wait, in the order of arrival, but not too many of one sender (`pbem.service.incoming.queue`).

    One that cannot be handled stops no other.  Raises StoreUnavailable: then what is left waits for the next time.
    """
    with _reading:
        return tuple(handle(services, name) for name in next_mails(services, limit))


def handle(services: Services, name: MailId) -> MailOutcome:
    """Handle one stored mail, once: a mail that was handled before keeps its outcome and its one answer.

    A mail that breaks its reader or a game's rules is quarantined, and the operator told.  One for a game that is
    stopped is kept and answered, and read again when the game goes on.  Raises UnknownMail, StoreUnavailable.
    """
    row = _stored(services, name)
    if row.state != "stored":
        return outcome_of(row)
    try:
        return _handle(services, row)
    except HandledAlready:
        return outcome_of(_stored(services, name))


def retry(services: Services, name: MailId) -> MailOutcome:
    """Handle a mail again that was held or quarantined (its trouble mended); any other keeps its outcome.

    Raises UnknownMail, StoreUnavailable.
    """
    with services.db.writing() as session:
        row = session.get(InMail, name)
        if row is None:
            raise UnknownMail(f"there is no stored mail {name!r}")
        if row.state in WAITING:
            row.state, row.note = "stored", ""
            waits = delete(Delivery).where(col(Delivery.mail) == name, col(Delivery.state).in_(WAITING))
            session.connection().execute(waits)
    return handle(services, name)


def _stored(services: Services, name: MailId) -> InMail:
    with services.db.reading() as session:
        row = session.get(InMail, name)
    if row is None:
        raise UnknownMail(f"there is no stored mail {name!r}")
    return row


def _handle(services: Services, row: InMail) -> MailOutcome:
    """Read it and do what is to be done, for each seat it is addressed to in a transaction of its own."""
    try:
        mail = read_mail(services, row)
        cases = cases_of(services, row, mail)
    except StoreError:
        raise
    except Exception as fault:  # noqa: BLE001  # whatever it is, the next mail must not wait for it
        return _put_aside(services, MailCase(row=row, mail=MailText(kind="unreadable"), person=None), fault)
    if len(cases) == 1 or mail.kind != "person":
        return _case(services, _alone(cases[0]))
    for case in cases:
        if case.was is None:
            with suppress(HandledAlready):  # another worker has judged that one
                _case(services, case)
    return finish(services, row)


def _case(services: Services, case: MailCase) -> MailOutcome:
    """One case: whatever goes wrong in it stops no other."""
    try:
        word = word_of(services, case) if case.asked and case.mail.kind == "person" else None
        if word is not None:
            return by_mail(services, case, word)
        verdict = judge(services, case)
        turn = waited_for(services, case, verdict)
        return _carry_out(services, case, verdict if turn is None else kept(services, case, turn))
    except BrokenGame as fault:
        return _carry_out(
            services, case, kept(services, case, case.turn or TurnRef(fault.game, Seat(""), 0), fault.game)
        )
    except (HandledAlready, StoreError):
        raise
    except Exception as fault:  # noqa: BLE001  # as above
        return _put_aside(services, case, fault)


def _put_aside(services: Services, case: MailCase, fault: Exception) -> MailOutcome:
    """Quarantined: it broke its reader, or the rules of a game."""
    log.error("mail %s could not be handled", case.row.id, exc_info=fault)
    why = f"handling it failed: {type(fault).__name__}: {str(fault)[:200]}"
    return _carry_out(services, case, unreadable(services, case, why))


def _carry_out(services: Services, case: MailCase, verdict: MailVerdict) -> MailOutcome:
    if verdict.state is None and verdict.turn is not None and verdict.turn.seat == UMPIRE:
        return take_word(services, case, verdict.turn, PlayerId(verdict.by))
    if verdict.state is None:
        return file_orders(services, case, verdict)
    within = _of_ours(services, case)
    return settle(services, case, verdict.state, verdict.note, *verdict.told, turn=verdict.turn, within=within)


def _of_ours(services: Services, case: MailCase) -> Within | None:
    """Notes what a machine says of a mail of ours; None when it says nothing of the kind."""
    mail = case.mail
    if mail.returned is not None:
        return partial(note_return, services=services, mail=case.row, returned=mail.returned)
    if mail.why == TO_BE_CONFIRMED:
        return partial(note_challenge, services=services, mail=case.row, answers=mail.answers, turn=case.turn)
    return None


# --- what the operator says ---------------------------------------------------------------------------------------


def release(services: Services, name: MailId, by: str) -> MailOutcome:
    """Take a mail as orders that was held, late, or refused: for the seat its token is of, as it arrived then.

    by: who says so, as the journal is to name him.  One to several seats is taken for each of which it waits.  What
    arrived after the deadline is taken too; a turn that has been played stays as it is.  Raises UnknownMail,
    CannotTake, StoreUnavailable.
    """
    row = _stored(services, name)
    taken = [_taken_for(services, case, by) for case in _waiting(services, row)]
    if not taken:
        raise CannotTake(f"mail {name[:16]} was taken already")
    with suppress(HandledAlready):
        for case, verdict in taken:
            file_orders(services, case, verdict)
    return outcome_of(_stored(services, name))


def assign(services: Services, name: MailId, game: GameId, seat: Seat, by: str) -> MailOutcome:
    """Take a mail as the orders of a seat for the turn that is open there, whatever its tokens say, as it arrived then.

    by: as for `release`.  Raises UnknownMail, UnknownGame, CannotTake, StoreUnavailable.
    """
    row = _stored(services, name)
    work = open_game(services, game)
    if work.chair(seat).person is None:
        raise CannotTake(f"no person plays {work.chair(seat).title} in {work.title}")
    turn = TurnRef(game, seat, work.desk.turns.get(seat, 0))
    case = case_about(services, row, read_mail(services, row), turn)
    with suppress(HandledAlready):
        file_orders(services, *_by_operator(case, turn, by))
    return outcome_of(_stored(services, name))


def dismiss(services: Services, name: MailId, by: str) -> MailOutcome:
    """Put a mail aside that waits for a decision: it is kept, and never taken.  Any other keeps its outcome.

    by: as for `release`.  Raises UnknownMail, StoreUnavailable.
    """
    row = _stored(services, name)
    with suppress(HandledAlready):
        for case in _waiting(services, row) if row.state in WAITING else ():
            settle(services, case, "ignored", f"{row.note}; put aside by {by}", turn=case.turn)
    return outcome_of(_stored(services, name))


def _waiting(services: Services, row: InMail) -> list[MailCase]:
    """The cases of a mail that no orders were taken from."""
    cases = cases_of(services, row, read_mail(services, row))
    if len(cases) == 1:
        return [_alone(cases[0])] if row.state not in {"accepted", "partly"} else []
    return [one for one in cases if one.was not in {"accepted", "partly"}]


def _taken_for(services: Services, case: MailCase, by: str) -> tuple[MailCase, MailVerdict]:
    """A case with the seat it is to be taken for.  Raises CannotTake."""
    turn = case.turn or who_may(services, case).turn
    if turn is None:
        raise CannotTake(f"mail {case.row.id[:16]} names no turn; give it to a game and a seat")
    return _by_operator(case if case.turns else about_turns(services, case, (turn,)), turn, by)


def _by_operator(case: MailCase, turn: TurnRef, by: str) -> tuple[MailCase, MailVerdict]:
    """A case whose text is taken on the operator's word.  Raises CannotTake."""
    if case.mail.kind != "person":
        raise CannotTake(f"the text of mail {case.row.id[:16]} is not read ({case.mail.why}): send its lines anew")
    if case.holder is None:
        raise CannotTake(f"no person plays {turn.seat} in {turn.game}")
    remark = "Whoever runs this game had your mail taken as orders."
    note = f"{case.row.note}; taken by {by}".lstrip("; ")
    return case, MailVerdict(turn=turn, by=by, note=note, remarks=(remark,), operator=True)


def _alone(case: MailCase) -> MailCase:
    """A case that stands for the whole mail."""
    return msgspec.structs.replace(case, others=(), was=None, answer=case.row.answer)
