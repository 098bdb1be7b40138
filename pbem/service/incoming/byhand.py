"""Mails taken as orders, or put aside, on the word of the operator or the umpire; always as of when they came."""

from contextlib import suppress

import msgspec

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef
from pbem.service.incoming.filing import file_orders
from pbem.service.incoming.judging import MailVerdict, who_may
from pbem.service.incoming.mailcase import MailCase, about_turns, case_about, cases_of, read_mail
from pbem.service.incoming.settling import HandledAlready, MailOutcome, outcome_of, settle
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store.tables import InMail, InState, MailId

WAITING: frozenset[InState] = frozenset({"held", "quarantined"})
"""States of mails that wait for a decision of the operator or the player."""

REMARK = "Whoever runs this game had your mail taken as orders."
"""For the player whose mail is taken."""


class UnknownMail(Exception):
    """There is no stored mail of that name."""


class CannotTake(Exception):
    """The operator cannot have a mail taken as orders; the message says why and what to do."""


def stored_mail(services: Services, name: MailId) -> InMail:
    """A mail by its name.  Raises UnknownMail."""
    with services.db.reading() as session:
        row = session.get(InMail, name)
    if row is None:
        raise UnknownMail(f"there is no stored mail {name!r}")
    return row


def release(services: Services, name: MailId, by: str) -> MailOutcome:
    """Take a mail as orders that was held, late, or refused: for the seat its token is of, as it arrived then.

    by: who says so, as the journal is to name him.  One to several seats is taken for each of which it waits.  What
    arrived after the deadline is taken too; a turn that has been played stays as it is.  Raises UnknownMail,
    CannotTake, StoreUnavailable.
    """
    row = stored_mail(services, name)
    taken = [_taken_for(services, case, by) for case in _waiting(services, row)]
    if not taken:
        raise CannotTake(f"mail {name[:16]} was taken already")
    with suppress(HandledAlready):
        for case, verdict in taken:
            file_orders(services, case, verdict)
    return outcome_of(stored_mail(services, name))


def assign(
    services: Services, name: MailId, game: GameId, seat: Seat, by: str, *, reason: str = "", remark: str = REMARK
) -> MailOutcome:
    """Take a mail as the orders of a seat for the turn that is open there, whatever its tokens say, as it arrived then.

    by: as for `release`.  reason: the umpire's, who lets it count.  remark: for its player.
    Raises UnknownMail, UnknownGame, CannotTake, StoreUnavailable.
    """
    row = stored_mail(services, name)
    work = open_game(services, game)
    if work.chair(seat).person is None:
        raise CannotTake(f"no person plays {work.chair(seat).title} in {work.title}")
    turn = TurnRef(game, seat, work.desk.turns.get(seat, 0))
    case = case_about(services, row, read_mail(services, row), turn)
    with suppress(HandledAlready):
        file_orders(services, *_by_operator(case, turn, by, reason, remark))
    return outcome_of(stored_mail(services, name))


def dismiss(services: Services, name: MailId, by: str) -> MailOutcome:
    """Put a mail aside that waits for a decision: it is kept, and never taken.  Any other keeps its outcome.

    by: as for `release`.  Raises UnknownMail, StoreUnavailable.
    """
    row = stored_mail(services, name)
    with suppress(HandledAlready):
        for case in _waiting(services, row) if row.state in WAITING else ():
            settle(services, case, "ignored", f"{row.note}; put aside by {by}", turn=case.turn)
    return outcome_of(stored_mail(services, name))


def _waiting(services: Services, row: InMail) -> list[MailCase]:
    """The cases of a mail that no orders were taken from."""
    cases = cases_of(services, row, read_mail(services, row))
    if len(cases) == 1:
        return [alone(cases[0])] if row.state not in {"accepted", "partly"} else []
    return [one for one in cases if one.was not in {"accepted", "partly"}]


def _taken_for(services: Services, case: MailCase, by: str) -> tuple[MailCase, MailVerdict]:
    """A case with the seat it is to be taken for.  Raises CannotTake."""
    turn = case.turn or who_may(services, case).turn
    if turn is None:
        raise CannotTake(f"mail {case.row.id[:16]} names no turn; give it to a game and a seat")
    return _by_operator(case if case.turns else about_turns(services, case, (turn,)), turn, by)


def _by_operator(
    case: MailCase, turn: TurnRef, by: str, reason: str = "", remark: str = REMARK
) -> tuple[MailCase, MailVerdict]:
    """A case whose text is taken on the operator's word, or with a reason on the umpire's.  Raises CannotTake."""
    if case.mail.kind != "person":
        raise CannotTake(f"the text of mail {case.row.id[:16]} is not read ({case.mail.why}): send its lines anew")
    if case.holder is None:
        raise CannotTake(f"no person plays {turn.seat} in {turn.game}")
    note = f"{case.row.note}; taken by {'the umpire' if reason else by}".lstrip("; ")
    return case, MailVerdict(turn=turn, by=by, note=note, remarks=(remark,), operator=True, reason=reason)


def alone(case: MailCase) -> MailCase:
    """A case that stands for the whole mail."""
    return msgspec.structs.replace(case, others=(), was=None, answer=case.row.answer)
