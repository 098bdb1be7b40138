"""Order mails that came after their deadline, which the umpire lets count."""

from datetime import datetime, timedelta

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.service.incoming.byhand import CannotTake, assign
from pbem.service.incoming.lateword import LATE, is_near, is_open
from pbem.service.incoming.mailcase import cases_of, read_mail
from pbem.service.incoming.requests import answer_of
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import need_right
from pbem.service.umpire.timing import NoTime, reason_of
from pbem.store.tables import Delivery, InMail, MailId, PlayerId

SHOWN = timedelta(days=14)
"""Older mails are not shown."""
MOST = 6


class LateMail(msgspec.Struct, frozen=True, kw_only=True):
    """An order mail that came too late."""

    mail: MailId
    seat: Seat
    title: str
    """Of the seat."""
    at: datetime
    """When it came, UTC."""
    turn: int
    """The seat's turn that it is for."""
    text: str
    """Its words."""
    played: bool
    """Whether its turn has been played, so that the game has to be turned back before it can count."""


def late_mails(work: Work) -> tuple[LateMail, ...]:
    """Those that no orders were taken from, the newest first; none of a turn before the one played last."""
    with work.services.db.reading() as session:
        rows = _rows(session, work)
    found = [one for row in rows for one in _of(work, row)]
    return tuple(found[:MOST])


def count_late(services: Services, game: GameId, mail: MailId, seat: Seat, reason: str, by: PlayerId) -> str:
    """Let a late mail count for a seat's turn while that is open, or asked again because the game was turned back.

    seat: of those that the mail names.  What was done, in a sentence.  Raises NotUmpire, NoTime for no reason, for a
    mail that is none of these and for one whose turn has been played, UnknownGame.
    """
    work, why = open_game(services, game), reason_of(reason)
    need_right(work, by, "clock")
    need_unchanged(work, by)
    found = next((one for one in late_mails(work) if (one.mail, one.seat) == (mail, seat)), None)
    if found is None:
        raise NoTime("that mail is no late one any more; look at the page again")
    if found.played:
        raise NoTime(
            f"that turn of {found.title} has been played without it: turn the game back to before it, then let it count"
        )
    try:
        done = assign(services, mail, game, found.seat, by, reason=why, remark=REMARK)
    except CannotTake as fault:
        raise NoTime(str(fault)) from fault
    if done.state not in {"accepted", "partly"}:
        raise NoTime(f"no orders could be taken from that mail: {done.note or done.state}")
    return f"The orders of {found.title} count; an answer tells their player how they were understood."


REMARK = "The umpire lets this mail count although it came after the deadline."
"""For the player whose mail counts."""


def _rows(session: Session, work: Work) -> list[InMail]:
    since = work.now - SHOWN
    whole = select(InMail).where(
        InMail.game == work.game, col(InMail.note).in_(LATE), col(InMail.state) == "rejected", InMail.arrived_at > since
    )
    parts = (
        select(InMail)
        .join(Delivery, col(Delivery.mail) == col(InMail.id))
        .where(
            Delivery.game == work.game, col(Delivery.note).in_(LATE), col(Delivery.state) == "rejected",
            InMail.arrived_at > since,
        )
    )  # fmt: skip
    found = {row.id: row for one in (whole, parts) for row in session.exec(one)}
    return sorted(found.values(), key=lambda row: row.arrived_at, reverse=True)


def _of(work: Work, row: InMail) -> list[LateMail]:
    """A late mail, for each seat of the game whose turn it names and that no orders were taken from it for."""
    mail, seats = read_mail(work.services, row), [one.seat for one in work.chairs]
    cases = [one for one in cases_of(work.services, row, mail) if one.was in {None, "rejected"}]
    turns = [one.turn for one in cases if one.turn is not None and one.turn.seat in seats]
    return [
        LateMail(
            mail=row.id, seat=turn.seat, title=work.chair(turn.seat).title, at=row.arrived_at, turn=turn.turn,
            text=answer_of(mail.text or mail.html), played=not is_open(work, turn),
        )
        for turn in turns
        if turn.game == work.game and is_near(work, turn)
    ]  # fmt: skip
