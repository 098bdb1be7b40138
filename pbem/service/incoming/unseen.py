"""Mails that came in time and were found only after their turn had been played: the operator gets a list of them."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.clock import from_iso, iso
from pbem.engine.ids import GameId, Seat
from pbem.service.outgoing.notices import tell_operator
from pbem.service.services import Services
from pbem.store.tables import NO_GAME, InMail, MailId, OutMail, mail_key

NOTE = "it came in time, but its turn was played before it was seen"
"""What is noted of such a mail, which is held."""

EVERY = timedelta(hours=1)
"""How often at most the operator is told."""

OVERLAP = timedelta(minutes=1)
"""A mail may be handled while a list is made: one of that minute may be in two lists, and none is left out."""

LISTED = 40
"""Mails a list names; of the rest it says how many there are."""

ABOUT = "unseen-"
"""How the names of those lists begin; the time stands behind it."""


def tell_of_unseen(services: Services) -> int:
    """One mail about all that have been found since the last such mail, an hour after it at the earliest; how many.

    Raises StoreUnavailable.
    """
    now = services.clock.now()
    with services.db.reading() as session:
        last = _last_told(session)
        if last is not None and now - last < EVERY:
            return 0
        held = select(InMail.id, InMail.game, InMail.seat, InMail.arrived_at).where(
            col(InMail.state) == "held", col(InMail.note).contains(NOTE)
        )
        if last is not None:
            held = held.where(col(InMail.handled_at) > last - OVERLAP)
        found = session.exec(held.order_by(col(InMail.arrived_at), col(InMail.id))).all()
    if not found:
        return 0
    lines = [_line(*mail) for mail in found[:LISTED]]
    more = [f"and {len(found) - LISTED} more"] if len(found) > LISTED else []
    title = "Orders arrived in time but were found after their turn was played"
    tell_operator(services, f"{ABOUT}{iso(now)}", title, "\n".join([*lines, *more]))
    return len(found)


def _line(mail: MailId, game: GameId | None, seat: Seat | None, arrived: datetime) -> str:
    where = f"{game}, {seat}" if game else "several games"
    return f"{mail[:16]}: {where}, {arrived:%Y-%m-%d %H:%M} UTC"


def _last_told(session: Session) -> datetime | None:
    begins = mail_key(0, "", "operator", ABOUT)
    told = select(OutMail.key).where(OutMail.game == NO_GAME, col(OutMail.key).startswith(begins, autoescape=True))
    last = session.exec(told.order_by(col(OutMail.key).desc()).limit(1)).first()
    return from_iso(last.removeprefix(begins)) if last else None
