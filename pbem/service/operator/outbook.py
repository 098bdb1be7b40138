"""The mails that go out, as the operator leafs through them: what waits, what the relay said, what came back.

What they say is not shown: reports are for one seat's eyes.
"""

from datetime import datetime
from typing import Literal, get_args

import msgspec
from sqlalchemy import ColumnElement, and_, func, or_
from sqlmodel import Session, col, select

from pbem.service.operator.mailbook import ON_A_PAGE
from pbem.service.outgoing.sentmail import NoMail
from pbem.service.play.seatnames import GameSeat, SeatNames
from pbem.service.queues import deliverability
from pbem.service.services import Services
from pbem.store.tables import NO_GAME, OutMail, OutState, Returned

Show = Literal["trouble", "waiting", "kept", "all"]
"""What is shown: put off, given up or come back; on its way to the relay; not sent on purpose; everything."""

SHOWS: tuple[Show, ...] = get_args(Show)

TOLD: dict[OutState, str] = {
    "queued": "Waits",
    "leased": "Being sent",
    "deferred": "Put off",
    "sent": "Sent",
    "failed": "Given up",
    "suppressed": "Not sent",
}
BACK: dict[Returned, str] = {
    "": "",
    "delayed": "Delayed on its way",
    "soft": "Came back, for now",
    "hard": "Came back for good",
}
"""What became of a mail: with the relay, and after it."""


class OutCard(msgspec.Struct, frozen=True, kw_only=True):
    """A mail in the list."""

    id: str
    """Local part of its Message-ID."""

    at: datetime

    to: str

    kind: str

    turn: int

    place: GameSeat | None
    """The seat it is about; None for none."""

    state: OutState

    returned: Returned

    told: str
    """What became of it, in words."""

    reply: str
    """What the relay said, or why it was not sent."""

    attempts: int

    next_at: datetime | None

    sent_at: datetime | None

    can_go: bool
    """Whether it can be sent again."""


class OutList(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the outbox."""

    show: Show

    page: int

    cards: tuple[OutCard, ...]

    more: bool
    """Whether there is another page."""

    counts: dict[Show, int]


def mails_out(services: Services, show: Show = "trouble", page: int = 1) -> OutList:
    """The mails that go out, newest first.  page: from 1."""
    with services.db.reading() as session:
        rows = session.exec(
            select(OutMail)
            .options(deliverability.unread())
            .where(_WHICH[show])
            .order_by(col(OutMail.created_at).desc(), col(OutMail.game), col(OutMail.key))
            .offset((page - 1) * ON_A_PAGE)
            .limit(ON_A_PAGE + 1)
        ).all()
        names = SeatNames(session)
        counted = {one: _count(session, one) for one in SHOWS}
        return OutList(
            show=show, page=page, cards=tuple(_card(row, names) for row in rows[:ON_A_PAGE]),
            more=len(rows) > ON_A_PAGE, counts=counted,
        )  # fmt: skip


def mail_out(services: Services, mail: str) -> OutCard:
    """One, by the local part of its Message-ID.  Raises NoMail."""
    with services.db.reading() as session:
        return _card(_found(session, mail), SeatNames(session))


def send_again(services: Services, mail: str) -> OutCard:
    """Put a mail into the queue once more: the same bytes, the same Message-ID, the same address.

    One that waits for another try is tried now; one that is on its way, or arrived as far as we know, is left alone.
    Raises NoMail.
    """
    now = services.clock.now()
    with services.db.writing() as session:
        row = _found(session, mail)
        if _can_go(row):
            deliverability.send_again(row, row.recipient, now)
        return _card(row, SeatNames(session))


def _found(session: Session, mail: str) -> OutMail:
    found = session.exec(
        select(OutMail).where(col(OutMail.message_id).startswith(f"<{mail}@", autoescape=True)).limit(1)
    ).first()
    if found is None:
        raise NoMail(f"no mail {mail!r} was sent")
    return found


def _card(row: OutMail, names: SeatNames) -> OutCard:
    waits = row.state in {"queued", "deferred"}
    return OutCard(
        id=row.message_id.strip("<>").partition("@")[0], at=row.created_at, to=row.recipient, kind=row.kind,
        turn=row.turn, place=names.place(row.game, row.seat) if row.game != NO_GAME else None, state=row.state,
        returned=row.returned, told=BACK[row.returned] or TOLD[row.state], reply=row.last_reply,
        attempts=row.attempts, next_at=row.next_at if waits else None, sent_at=row.sent_at, can_go=_can_go(row),
    )  # fmt: skip


def _can_go(row: OutMail) -> bool:
    came_back = row.state == "sent" and row.returned in {"soft", "hard"}
    return came_back or row.state in {"failed", "deferred", "suppressed"}


_STATE = col(OutMail.state)
_WHICH: dict[Show, ColumnElement[bool]] = {
    "trouble": or_(_STATE.in_(("deferred", "failed")), and_(_STATE == "sent", col(OutMail.returned) != "")),
    "waiting": _STATE.in_(("queued", "leased", "deferred")),
    "kept": _STATE == "suppressed",
    "all": _STATE.in_(get_args(OutState)),
}


def _count(session: Session, show: Show) -> int:
    return session.exec(select(func.count()).select_from(OutMail).where(_WHICH[show])).one()
