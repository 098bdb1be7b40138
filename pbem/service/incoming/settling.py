"""What became of a mail, written down with its answers: once, in one transaction."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec
from sqlmodel import Session, col, func, select

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef
from pbem.service.incoming import answers
from pbem.service.incoming.mailcase import MailCase
from pbem.service.incoming.warned import warned
from pbem.service.outgoing import replying
from pbem.service.outgoing.replying import Answer
from pbem.service.services import Services
from pbem.store.tables import Delivery, InMail, InState, MailId, MailKey, OutMail

SHOWN_NOTE = 500


class MailOutcome(msgspec.Struct, frozen=True):
    """What became of a mail."""

    mail: MailId

    state: InState

    note: str = ""

    game: GameId | None = None

    seat: Seat | None = None

    answer: MailKey | None = None
    """Key of its one answer in the outbox; None when it gets none."""


class HandledAlready(Exception):
    """Another worker was first."""


Write = Callable[[Session], MailOutcome]
"""Writes down what became of a mail, in a transaction.  Raises HandledAlready."""

Within = Callable[[Session], str]
"""Something else to be written in that transaction; gives words for the mail's note."""


def settle(
    services: Services, case: MailCase, state: InState, note: str, *told: Answer, turn: TurnRef | None = None,
    within: Within | None = None,
) -> MailOutcome:  # fmt: skip
    """Write what became of a mail that no game was changed by.  Raises HandledAlready."""
    write = settling(services, case, state, note, told, turn=turn, within=within)
    with services.db.writing() as session:
        return write(session)


def settling(
    services: Services, case: MailCase, state: InState, note: str, told: Iterable[Answer] = (), *,
    turn: TurnRef | None = None, within: Within | None = None,
) -> Write:  # fmt: skip
    """What writes down what became of a mail, or of the one of its deliveries that the case is about.

    told: letters about it; the first is the answer to the mail, and all are made now, before anything is written.
    Those whose readers got too many of the kind today are left out (`pbem.service.incoming.answers.within_reason`).
    """
    now, row = services.clock.now(), case.row
    turn = turn or (case.turn if case.others else None)
    with services.db.reading() as session:
        letters = [answers.within_reason(session, one, now) for one in told]
        if letters and letters[0] is not None:
            letters[0] = warned(session, letters[0], row.sender, now)
        made = _made(services, session, case, letters, now)
    if letters and letters[0] is None:
        note = "; ".join(filter(None, (note, "not answered: too many answers of the kind went out today")))
    answer = made[0].row.key if letters and letters[0] is not None and letters[0].kind != "operator" else None

    def write(session: Session) -> MailOutcome:
        fresh = session.get(InMail, row.id, with_for_update=True)
        if fresh is None or fresh.state != row.state:
            raise HandledAlready
        said = "; ".join(filter(None, (note, within(session) if within else "")))
        for one in made:
            replying.put_out(session, one)
        outcome = MailOutcome(
            mail=row.id, state=state, note=said[:SHOWN_NOTE], game=turn.game if turn else None,
            seat=turn.seat if turn else None, answer=answer or case.answer,
        )  # fmt: skip
        fresh.message_id, fresh.sender = case.mail.message_id, case.mail.sender or fresh.sender
        if case.others and turn is not None:
            _write_delivery(session, case, outcome, turn, now)
        else:
            _write(fresh, outcome, now)
        return outcome

    return write


def finish(services: Services, row: InMail) -> MailOutcome:
    """Sum up a mail whose every delivery has been judged.  Raises HandledAlready."""
    with services.db.writing() as session:
        fresh = session.get(InMail, row.id, with_for_update=True)
        if fresh is None or fresh.state != row.state:
            raise HandledAlready
        _sum_up(session, fresh, services.clock.now())
        return outcome_of(fresh)


def outcome_of(row: InMail) -> MailOutcome:
    """What became of a mail that is handled."""
    return MailOutcome(row.id, row.state, row.note, row.game, row.seat, row.answer)


def about(mail: MailId, number: int = 0) -> str:
    """What tells the letters about a mail from others, in their keys, and from one another: ``4fd1``, ``4fd1-2``."""
    return f"{mail[:16]}-{number + 1}" if number else mail[:16]


def _made(
    services: Services, session: Session, case: MailCase, letters: Iterable[Answer | None], now: datetime
) -> list[replying.Made]:
    """The letters as they will be sent, each with a key of its own."""
    made: list[replying.Made] = []
    for number, one in enumerate(letters):
        if one is not None:
            mail = one.asks or case.row.id
            again = mail != case.row.id or case.row.handled_at is not None or case.others
            begun = _letters_about(session, mail) if again else 0
            made.append(replying.made(services, one, about(mail, begun + number), case.mail.message_id, now))
    return made


def _letters_about(session: Session, mail: MailId) -> int:
    """How many letters went out about a mail: one that is judged again, or in parts, has some."""
    mine = select(func.count()).select_from(OutMail).where(col(OutMail.key).contains(f".{about(mail)}"))
    return session.exec(mine).one()


def _write(fresh: InMail, outcome: MailOutcome, now: datetime) -> None:
    fresh.state, fresh.note, fresh.handled_at = outcome.state, outcome.note, now
    fresh.game, fresh.seat, fresh.answer = outcome.game, outcome.seat, outcome.answer


def _write_delivery(session: Session, case: MailCase, outcome: MailOutcome, turn: TurnRef, now: datetime) -> None:
    had = session.get(Delivery, (case.row.id, turn.game, turn.seat))
    if (had.state if had else None) != case.was:
        raise HandledAlready
    session.merge(
        Delivery(
            mail=case.row.id, game=turn.game, seat=turn.seat, turn=turn.turn, state=outcome.state, note=outcome.note,
            answer=outcome.answer, handled_at=now,
        )
    )  # fmt: skip
    if case.row.state != "stored":
        session.flush()
        _sum_up(session, session.get_one(InMail, case.row.id), now)


def _sum_up(session: Session, fresh: InMail, now: datetime) -> None:
    """A mail that waits in one of its deliveries waits; one that was taken in some of them was partly taken."""
    deliveries = select(Delivery).where(Delivery.mail == fresh.id).order_by(col(Delivery.game), col(Delivery.seat))
    parts = session.exec(deliveries).all()
    states = Counter(one.state for one in parts)
    state: InState = "rejected"
    if len(states) == 1:
        (state,) = states
    elif waits := [one for one in ("held", "quarantined") if one in states]:
        state = waits[0]  # type: ignore[assignment]  # one of two words of it
    elif {"accepted", "partly"} & set(states):
        state = "partly"
    note = "; ".join(f"{one.game}, {one.seat}: {one.state}{f' ({one.note})' if one.note else ''}" for one in parts)
    answered = [one.answer for one in parts if one.answer]
    _write(fresh, MailOutcome(fresh.id, state, note[:SHOWN_NOTE], answer=answered[0] if answered else None), now)
