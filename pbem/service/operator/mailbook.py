"""The mails that came in, as the operator leafs through them: newest first, what became of each in plain words."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, get_args

import msgspec
from sqlalchemy import ColumnElement, and_, func, or_
from sqlalchemy.orm import defer
from sqlalchemy.sql.base import ExecutableOption
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId
from pbem.service.operator.blinkers import Blinkers, blinkers_of
from pbem.service.play.seatnames import GameSeat, SeatNames
from pbem.service.services import Services
from pbem.store.tables import Delivery, InMail, InState, MailId, PlayerId

ON_A_PAGE = 50

STALE = timedelta(minutes=10)
"""A mail that has waited longer than this to be read is marked for the operator."""

Show = Literal["needs", "all", "accepted", "partly", "rejected", "ignored"]
"""What is shown: what needs the operator (held, unreadable, waiting too long), everything, or mails of one end."""

SHOWS: tuple[Show, ...] = get_args(Show)

TOLD: dict[InState, str] = {
    "stored": "Waits to be read",
    "accepted": "Orders accepted",
    "partly": "Taken, but for some lines",
    "held": "Held back",
    "ignored": "Set aside, no answer",
    "rejected": "Not taken",
    "quarantined": "Could not be read",
}
"""What became of a mail."""


WHY: dict[str, str] = {
    "nothing": "no line of it could be taken",
    "withdrawn": "it took orders back",
    "extended": "it put the deadline off",
    "earlier": "later orders stood already",
    "closed": "its turn had been played",
    "late": "it came after the deadline",
    "not asked": "nothing was asked of that seat",
    "stopped": "the game is stopped",
    "over": "the battle is over",
    "too long": "it is too long to be orders",
    "conflict": "other orders of the seat had come in between",
    "gaps": "it left units without orders, and was not to be taken as it is",
}
"""What became of orders (`pbem.service.play.turns.Outcome`), where a note says it by its word alone."""


class MailFilter(msgspec.Struct, frozen=True):
    """Which mails to list."""

    show: Show = "needs"
    """By what became of them."""

    game: str = ""
    """Of this game; '' for all."""

    sender: str = ""
    """From an address with this in it; '' for all."""

    page: int = 1
    """Number of the page, from 1."""


class MailCard(msgspec.Struct, frozen=True, kw_only=True):
    """A mail in the list."""

    id: MailId

    at: datetime

    sender: str
    """Sender in its head, else of its envelope; it proves nothing."""

    subject: str

    state: InState
    """What became of it, as stored."""

    told: str
    """What became of it, in words."""

    note: str
    """The mail room's note."""

    hidden: bool
    """Whether the operator must not see its subject, because they play in that battle."""

    stale: bool
    """Whether it has waited too long."""

    about: tuple[GameSeat, ...]
    """The seats it was for."""


class MailList(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the list of mails."""

    wanted: MailFilter

    cards: tuple[MailCard, ...]

    more: bool
    """Whether there is another page."""

    counts: dict[Show, int]
    """Number of mails of each `Show`."""

    games: tuple[GameSeat, ...]
    """Games that mails are for."""


def mails_in(services: Services, reader: PlayerId, wanted: MailFilter) -> MailList:
    """The mails that are wanted, as the operator may see them who is that player."""
    now, blinkers = services.clock.now(), blinkers_of(services, reader)
    with services.db.reading() as session:
        rows = session.exec(
            select(InMail)
            .options(without_raw())
            .where(*_narrowed(wanted, now))
            .order_by(col(InMail.arrived_at).desc(), col(InMail.id))
            .offset((wanted.page - 1) * ON_A_PAGE)
            .limit(ON_A_PAGE + 1)
        ).all()
        shown = rows[:ON_A_PAGE]
        several = deliveries_of(session, [row.id for row in shown])
        names = SeatNames(session)
        cards = tuple(card_of(row, several.get(row.id, ()), blinkers, names, now) for row in shown)
        games = session.exec(select(InMail.game).where(col(InMail.game).is_not(None)).distinct()).all()
        return MailList(
            wanted=wanted, cards=cards, more=len(rows) > ON_A_PAGE, counts=_counts(session, now),
            games=tuple(sorted((names.place(GameId(game)) for game in games if game), key=lambda one: one.title)),
        )  # fmt: skip


def card_of(
    row: InMail, several: tuple[Delivery, ...], blinkers: Blinkers, names: SeatNames, now: datetime
) -> MailCard:
    """A mail as a card."""
    hidden = blinkers.hide(row, several)
    about = [names.place(one.game, one.seat) for one in several]
    if not about and row.game is not None:
        about = [names.place(row.game, row.seat or "")]
    return MailCard(
        id=row.id, at=row.arrived_at, sender=row.sender or row.envelope_from.strip("-") or "nobody named",
        subject="" if hidden else row.subject, state=row.state, told=TOLD[row.state],
        note="" if hidden and _broken(row, several) else in_words(row.note),
        hidden=hidden, stale=_is_stale(row, now), about=tuple(about),
    )  # fmt: skip


def without_raw() -> ExecutableOption:
    """To look at rows of mails without fetching the mails, which are large."""
    return defer(col(InMail.raw))  # type: ignore[arg-type]  # a mapped column is what it takes


def deliveries_of(session: Session, mails: Sequence[MailId]) -> dict[MailId, tuple[Delivery, ...]]:
    """The turns that mails were for, where one was for several."""
    found: dict[MailId, tuple[Delivery, ...]] = {}
    rows = select(Delivery).where(col(Delivery.mail).in_(mails)).order_by(col(Delivery.game), col(Delivery.seat))
    for row in session.exec(rows).all():
        found[row.mail] = (*found.get(row.mail, ()), row)
    return found


def in_words(note: str) -> str:
    """The mail room's note, its short words made plain."""
    return "; ".join(WHY.get(part, part) for part in note.split("; "))


def _broken(row: InMail, several: tuple[Delivery, ...]) -> bool:
    """Whether its note tells of a fault, which may quote what was read."""
    return "quarantined" in {row.state, *(one.state for one in several)}


# --- which ---------------------------------------------------------------------------------------------------------


def _is_stale(row: InMail, now: datetime) -> bool:
    return row.state == "stored" and row.arrived_at < now - STALE


def _needs(now: datetime) -> ColumnElement[bool]:
    waits_long = and_(col(InMail.state) == "stored", col(InMail.arrived_at) < now - STALE)
    return or_(col(InMail.state).in_(("held", "quarantined")), waits_long)


def _narrowed(wanted: MailFilter, now: datetime) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.show == "needs":
        found.append(_needs(now))
    elif wanted.show != "all":
        found.append(col(InMail.state) == wanted.show)
    if wanted.game:
        among = select(Delivery.mail).where(col(Delivery.game) == wanted.game)
        found.append(or_(col(InMail.game) == wanted.game, col(InMail.id).in_(among)))
    if wanted.sender:
        by = (col(InMail.sender), col(InMail.envelope_from))
        found.append(or_(*(one.icontains(wanted.sender, autoescape=True) for one in by)))
    return found


def _counts(session: Session, now: datetime) -> dict[Show, int]:
    """Of all mails, whatever else is asked for."""
    by_state = dict(session.exec(select(InMail.state, func.count()).group_by(col(InMail.state))).all())
    needs = session.exec(select(func.count()).select_from(InMail).where(_needs(now))).one()
    own: dict[Show, int] = {show: by_state.get(show, 0) for show in SHOWS if show not in {"needs", "all"}}
    return {"needs": needs, "all": sum(by_state.values()), **own}
