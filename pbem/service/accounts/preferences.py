"""How a player wants his mail: his addresses, his hours, what is paused, who stands in for him."""

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.service.accounts.ownmail import OwnMail, own_mails
from pbem.service.agreements.deputies import DeputyCard, deputies_of
from pbem.service.outgoing.alarm import waits_for
from pbem.service.outgoing.unheard import Unheard
from pbem.service.people.addresses import AddressCard, addresses_of
from pbem.service.play.pages import game_page
from pbem.service.play.seatnames import GameSeat, SeatNames
from pbem.service.queues import deliverability
from pbem.service.services import Services
from pbem.store.tables import Game, MailPause, Player, PlayerId, SeatRow


class GameMail(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is not over in which he has a seat.  turn: his own number of the turn that is open."""

    place: GameSeat
    turn: int
    paused: bool
    deputies: tuple[DeputyCard, ...]


class YourMail(msgspec.Struct, frozen=True, kw_only=True):
    """All of it.  lost: of his addresses.  quiet_from, quiet_to, digest_at: ``22:00``, '' for none."""

    addresses: tuple[AddressCard, ...]
    lost: tuple[deliverability.Lost, ...]
    zone: str
    quiet_from: str
    quiet_to: str
    digest_at: str
    games: tuple[GameMail, ...]
    mails: tuple[OwnMail, ...]


class Notices(msgspec.Struct, frozen=True):
    """What a game's page says of its reader's mail.

    lost: addresses of his from which mail comes back.  unheard: why the clock waits for him.
    """

    lost: tuple[deliverability.Lost, ...] = ()
    paused: bool = False
    unheard: Unheard | None = None


def your_mail(services: Services, player: PlayerId) -> YourMail:
    """How a player's mail stands."""
    with services.db.reading() as session:
        row = session.get_one(Player, player)
        places, paused = _places(session, player), _paused(session, player)
    return YourMail(
        addresses=addresses_of(services, player), lost=deliverability.lost_of(services, player), zone=row.zone,
        quiet_from=row.quiet_from, quiet_to=row.quiet_to, digest_at=row.digest_at,
        games=tuple(_game_mail(services, one, one.game in paused) for one in places), mails=own_mails(services, player),
    )  # fmt: skip


def notices(services: Services, game: GameId, player: PlayerId, clock_waits: bool = False) -> Notices:
    """What he should know of his mail while he looks at a game.  clock_waits: for him or somebody else."""
    with services.db.reading() as session:
        paused = session.get(MailPause, (game, player)) is not None
    return Notices(
        deliverability.lost_of(services, player), paused, waits_for(services, game, player) if clock_waits else None
    )


def _places(session: Session, player: PlayerId) -> tuple[GameSeat, ...]:
    own = (
        select(SeatRow)
        .join(Game, col(Game.id) == col(SeatRow.game))
        .where(col(SeatRow.player) == player, col(Game.state) != "over")
        .order_by(col(Game.title), col(Game.id))
    )
    names = SeatNames(session)
    return tuple(names.place(one.game, one.seat) for one in session.exec(own).all())


def _paused(session: Session, player: PlayerId) -> frozenset[GameId]:
    rows = session.exec(select(MailPause).where(col(MailPause.player) == player)).all()
    return frozenset(one.game for one in rows)


def _game_mail(services: Services, place: GameSeat, paused: bool) -> GameMail:
    seat = Seat(place.seat)
    return GameMail(
        place=place, turn=game_page(services, place.game, seat).turn, paused=paused,
        deputies=deputies_of(services, place.game, seat),
    )  # fmt: skip
