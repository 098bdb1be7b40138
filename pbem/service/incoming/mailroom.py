"""The mail room: a stored mail is read, its seat is found, its orders are filed, and its writer gets one answer.

Who may order is judged in `pbem.service.incoming.judging`, orders are filed in `filing` beside it, what became of a
mail is written down in `settling`; a held mail waits for a word (`confirming`) or for the operator.
"""

import logging
from contextlib import suppress
from functools import partial
from threading import Lock

from sqlmodel import col, delete

from pbem.engine.ids import UMPIRE, Seat
from pbem.mail.machines import TO_BE_CONFIRMED
from pbem.mail.reading import MailText
from pbem.mail.tokens import TurnRef
from pbem.service.incoming.byhand import WAITING, UnknownMail, alone, stored_mail
from pbem.service.incoming.confirming import by_mail, word_of
from pbem.service.incoming.filing import file_orders
from pbem.service.incoming.judging import MailVerdict, judge, unreadable
from pbem.service.incoming.mailcase import MailCase, cases_of, read_mail
from pbem.service.incoming.queue import next_mails
from pbem.service.incoming.settling import HandledAlready, MailOutcome, Within, finish, outcome_of, settle
from pbem.service.incoming.stopped import kept, waited_for
from pbem.service.incoming.umpiredesk import take_word
from pbem.service.outgoing.returns import note_challenge, note_return
from pbem.service.services import Services
from pbem.store.errors import BrokenGame, StoreError
from pbem.store.tables import Delivery, InMail, MailId, PlayerId

log = logging.getLogger(__name__)

READ_AT_ONCE = 50


_reading = Lock()
"""The clock reads mails too: two threads at the same mails would both do the work, and one of them for nothing."""


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
    row = stored_mail(services, name)
    if row.state != "stored":
        return outcome_of(row)
    try:
        return _handle(services, row)
    except HandledAlready:
        return outcome_of(stored_mail(services, name))


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
        return _case(services, alone(cases[0]))
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
