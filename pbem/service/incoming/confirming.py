"""A held mail, and its player's yes or no: by one word in an answer, or by a button on a page."""

from contextlib import suppress
from datetime import datetime
from typing import Literal

import msgspec
from sqlmodel import Session, select

from pbem.engine.ids import GameId
from pbem.engine.language.lines import lines as order_lines
from pbem.mail.tokens import TurnRef, mail_named, tokens_of
from pbem.reports.times import both
from pbem.service.incoming import answers, reasons
from pbem.service.incoming.filing import file_orders
from pbem.service.incoming.judging import MailVerdict, another_players, ask
from pbem.service.incoming.mailcase import MailCase, case_about, mails_named, read_mail
from pbem.service.incoming.quoting import without_ours
from pbem.service.incoming.settling import HandledAlready, MailOutcome, settle, settling
from pbem.service.model.desk import asked, deputy_of
from pbem.service.model.mails import Correspondent
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store.tables import NO_GAME, InMail, InState, MailId, OutMail, SeatRow

Word = Literal["confirm", "reject", "both"]
"""What an answer says of a held mail; both: it contradicts itself."""

YES = frozenset({"confirm", "confirmed", "yes"})
NO = frozenset({"reject", "no"})

LONGEST_SHOWN = 400
"""Lines of a mail that its page shows."""


class BadConfirmLink(Exception):
    """A link or an address to a held mail that does not hold (any more).  The message says why and what to do."""


class HeldMail(msgspec.Struct, frozen=True, kw_only=True):
    """A held mail as its page shows it."""

    tag: str

    state: InState
    """What has become of it."""

    open: bool
    """Whether its turn is still open."""

    game: GameId

    title: str

    seat_title: str

    turn: int

    sender: str
    """Address of its sender; '' when it cannot be read for certain."""

    arrived: datetime
    """When it came in, UTC."""

    told: str
    """When it came in, in its reader's zone."""

    lines: tuple[str, ...]
    """Its lines as typed."""


# --- on the page --------------------------------------------------------------------------------------------------


def look(services: Services, tag: str) -> HeldMail:
    """What a confirm link is about; changes nothing.  Raises BadConfirmLink."""
    case, turn = _named_by(services, tag)
    work = open_game(services, turn.game)
    zone = case.holder.zone if case.holder else work.options.zone
    shown = (case.mail.text or case.mail.html).split("\n")
    is_open = work.desk.turns.get(turn.seat) == turn.turn and asked(work.desk, turn.seat) is not None
    return HeldMail(
        tag=tag, state=_state(case), open=is_open and work.state == "running", game=turn.game, title=work.title,
        seat_title=work.chair(turn.seat).title, turn=turn.turn, sender=case.mail.sender, arrived=case.row.arrived_at,
        told=both(case.row.arrived_at, zone), lines=tuple(line for line in shown if line.strip())[:LONGEST_SHOWN],
    )  # fmt: skip


def confirm(services: Services, tag: str) -> InState:
    """Take a held mail as the orders it gives, as it arrived then; what became of it, and its player is told by mail.

    A mail that is not held any more stays as it is.  Raises BadConfirmLink, StoreUnavailable.
    """
    case, turn = _named_by(services, tag)
    if _state(case) == "held":
        with suppress(HandledAlready):
            file_orders(services, case, _taken(case, turn, "on its page"))
    return look(services, tag).state


def reject(services: Services, tag: str) -> InState:
    """Throw a held mail away: it is kept, and never taken.  What became of it.

    A mail that is not held any more stays as it is.  Raises BadConfirmLink, StoreUnavailable.
    """
    case, turn = _named_by(services, tag)
    if _state(case) == "held":
        with suppress(HandledAlready):
            settle(services, case, "rejected", _thrown_away(case, "on its page"), turn=turn)
    return look(services, tag).state


# --- by mail ------------------------------------------------------------------------------------------------------


def word_of(services: Services, case: MailCase) -> Word | None:
    """What a mail says of the held mail it answers; None when it says nothing of it."""
    turn = case.turn
    player = case.holder.player if case.holder else None
    text = case.mail.text if turn is None or player is None else without_ours(services, turn, player, case.mail.text)
    said = {line.text for line in order_lines(text)}
    yes, no = bool(said & YES), bool(said & NO)
    if yes and no:
        return "both"
    return "confirm" if yes else "reject" if no else None


def by_mail(services: Services, case: MailCase, word: Word) -> MailOutcome:
    """Do what an answer says of the held mail it names; one answer tells what came of it.  Raises HandledAlready."""
    turn = case.turn
    assert turn is not None  # a confirm token is of a turn
    assert case.asked is not None
    if case.person is not None and not case.acts:
        verdict = another_players(services, case, turn)
        return settle(services, case, "held", verdict.note, *verdict.told, turn=turn)
    to = case.person.to if case.person is not None and case.acts else case.holder
    try:
        held, _ = _held_mail(services, case.asked, turn)
    except BadConfirmLink as fault:
        told = [answers.note(to, reasons.not_held(str(fault)), services.config.base_url)] if to else []
        return settle(services, case, "rejected", "the mail it says yes to is not its writer's", *told, turn=turn)
    assert to is not None  # a held mail has a seat with a player
    if _state(held) != "held":
        told = [answers.note(to, reasons.DEALT_WITH, services.config.base_url)]
        return settle(services, case, "rejected", "the mail it names is held no more", *told, turn=turn)
    if word == "both":
        again = ask(services, to, held.row.id, reasons.yes_and_no, (turn,), held.mail.text)
        return settle(services, case, "rejected", "says yes and no", again, turn=turn)
    if word == "reject":
        return _throw_away(services, case, held, turn, to)
    if case.trust == "strict":
        again = ask(services, to, held.row.id, lambda _: reasons.BY_PAGE_ONLY, (turn,), held.mail.text)
        return settle(services, case, "rejected", "this game takes a yes on the page only", again, turn=turn)
    return file_orders(services, held, _taken(held, turn, "by mail"), answering=case)


def _throw_away(services: Services, case: MailCase, held: MailCase, turn: TurnRef, to: Correspondent) -> MailOutcome:
    told = answers.note(to, reasons.THROWN_AWAY, services.config.base_url, held.mail.text, kind="answer")
    first = settling(services, held, "rejected", _thrown_away(held, "by mail"), turn=turn)
    word = settling(services, case, "accepted", f"says no to mail {held.row.id[:16]}", (told,), turn=turn)
    with services.db.writing() as session:
        first(session)
        return word(session)


# --- which mail ---------------------------------------------------------------------------------------------------


def _named_by(services: Services, tag: str) -> tuple[MailCase, TurnRef]:
    """The mail and the turn that a confirm token names."""
    begins = mail_named(tag)
    with services.db.reading() as session:
        mails = mails_named(session, begins) if begins else []
        seats = [(one.game, one.seat) for one in session.exec(select(SeatRow)).all()] if mails else []
    for one in mails:
        turn = tokens_of(services.config).confirmed(tag, one, seats)
        if turn is not None:
            return _held_mail(services, one, turn)
    raise BadConfirmLink("This link to a mail is not one of ours; perhaps it was cut in two.")


def _held_mail(services: Services, name: MailId, turn: TurnRef) -> tuple[MailCase, TurnRef]:
    """A mail that was held for a turn.  Raises BadConfirmLink when the seat is not theirs any more who were asked."""
    row = _fresh(services, name)
    case = case_about(services, row, read_mail(services, row), turn)
    with services.db.reading() as session:
        whom = _asked_whom(session, case, turn)
    holder = case.holder.player if case.holder else None
    if (
        whom is not None
        and whom != holder
        and not deputy_of(open_game(services, turn.game).desk, turn.seat, turn.turn, whom)
    ):
        raise BadConfirmLink("Another player has that side now.")
    return case, turn


def _asked_whom(session: Session, case: MailCase, turn: TurnRef) -> str | None:
    """The player who was asked about a held mail."""
    keys = [(game, case.answer) for game in (turn.game, NO_GAME) if case.answer]
    sent = [one for key in keys if (one := session.get(OutMail, key)) is not None and one.kind == "confirm"]
    return sent[0].player if sent else None


def _fresh(services: Services, name: MailId) -> InMail:
    with services.db.reading() as session:
        return session.get_one(InMail, name)


def _state(case: MailCase) -> InState:
    """What has become of a mail, or of the one of its deliveries that a case is about."""
    return case.was or "stored" if case.others else case.row.state


def _taken(case: MailCase, turn: TurnRef, how: str) -> MailVerdict:
    """Its orders are to be read as orders."""
    writer = case.person.to if case.person is not None and case.acts else case.holder
    zone = writer.zone if writer else "UTC"
    came = f"You confirmed the mail that came {both(case.row.arrived_at, zone)}"
    sender = f" from {case.mail.sender}" if case.mail.sender else ""
    return MailVerdict(
        turn=turn, by=(writer.player if writer else None) or case.mail.sender, remarks=(f"{came}{sender}.",),
        note=f"{case.row.note}; its player said yes {how}", confirmed=True,
    )  # fmt: skip


def _thrown_away(case: MailCase, how: str) -> str:
    return f"{case.row.note}; its player said no {how}"
