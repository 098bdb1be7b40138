"""The mails that came in from a player's own addresses, and what became of each, as he may see it."""

from datetime import datetime

import msgspec
from sqlmodel import col, select

from pbem.engine.ids import GameId, Seat
from pbem.service.operator.blinkers import blinkers_of
from pbem.service.operator.mailbook import deliveries_of, without_raw
from pbem.service.people import addresses
from pbem.service.play.seatnames import GameSeat, SeatNames
from pbem.service.services import Services
from pbem.store.tables import Delivery, InMail, InState, PlayerId, SeatRow

SHOWN = 20

TOLD: dict[InState, str] = {
    "stored": "Waiting to be read.",
    "accepted": "Your orders were accepted.",
    "partly": "Your orders were accepted except for some lines; the answer names them.",
    "held": "It does not count yet. The mail we sent you about it says what to do.",
    "ignored": "Set aside: a machine sent it, or we had it already.",
    "rejected": "Nothing in it was accepted; the answer says why.",
    "quarantined": "It could not be read; the operator knows.",
}
ELSEWHERE = "It went to an order address that is not yours, so it does not count for you."


class OwnMail(msgspec.Struct, frozen=True):
    """A mail from one of a player's own addresses."""

    at: datetime
    """When it arrived, UTC."""

    sender: str
    """Address in its head."""

    subject: str
    """Subject in its head."""

    state: InState
    """What became of it, as stored."""

    told: str
    """What became of it, in a sentence."""

    places: tuple[GameSeat, ...]
    """The player's seats that it was for."""


def own_mails(services: Services, player: PlayerId) -> tuple[OwnMail, ...]:
    """The latest mails from a player's registered and confirmed addresses, the newest first."""
    mine = [one.email for one in addresses.addresses_of(services, player) if one.verified]
    knows = blinkers_of(services, player).knows
    his = {(game, seat) for game, seats in knows.items() for seat in seats}
    with services.db.reading() as session:
        seats = session.exec(select(SeatRow).where(col(SeatRow.player) == player)).all()
        his |= {(one.game, one.seat) for one in seats}
        newest = select(InMail).where(col(InMail.sender).in_(mine)).order_by(col(InMail.arrived_at).desc())
        rows = session.exec(newest.options(without_raw()).limit(SHOWN)).all()
        several, names = deliveries_of(session, [row.id for row in rows]), SeatNames(session)
        return tuple(_own_mail(row, several.get(row.id, ()), his, names) for row in rows)


def _own_mail(row: InMail, several: tuple[Delivery, ...], his: set[tuple[GameId, Seat]], names: SeatNames) -> OwnMail:
    """Of a mail that was for no seat of his he learns nothing but that."""
    about = [(one.game, one.seat) for one in several]
    if not about and row.game and row.seat:
        about = [(row.game, row.seat)]
    places = tuple(names.place(*one) for one in about if one in his)
    told = ELSEWHERE if about and not places else TOLD[row.state]
    return OwnMail(row.arrived_at, row.sender, row.subject, row.state, told, places)
