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
    """Mail settings of one game under way in which the player has a seat."""

    place: GameSeat
    """The game and the player's seat in it."""

    turn: int
    """Number of the open turn, as the seat counts."""

    paused: bool
    """Whether mail about the game is paused."""

    deputies: tuple[DeputyCard, ...]
    """Deputies of the seat."""


class YourMail(msgspec.Struct, frozen=True, kw_only=True):
    """A player's mail settings, and what came in from their addresses."""

    addresses: tuple[AddressCard, ...]
    """The player's addresses."""

    lost: tuple[deliverability.Lost, ...]
    """Those of the addresses that mail comes back from."""

    zone: str
    """The player's zone, IANA."""

    quiet_from: str
    """Beginning of the quiet hours, ``22:00``; '' for none."""

    quiet_to: str
    """End of the quiet hours, ``07:30``; '' for none."""

    digest_at: str
    """Hour of the daily digest, ``18:00``; '' for none."""

    games: tuple[GameMail, ...]
    """The games under way in which the player has a seat."""

    mails: tuple[OwnMail, ...]
    """The player's latest mails."""


class Notices(msgspec.Struct, frozen=True):
    """What a game's page says of its reader's mail."""

    lost: tuple[deliverability.Lost, ...] = ()
    """The reader's addresses that mail comes back from."""

    paused: bool = False
    """Whether the reader has paused mail about the game."""

    unheard: Unheard | None = None
    """Why the clock waits for the reader; None when it does not."""


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
    """What he should know of his mail while he looks at a game.  clock_waits: for this player or another."""
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
