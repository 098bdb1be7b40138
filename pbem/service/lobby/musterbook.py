"""Games that gather their players, as one of them, their host or any other player may see them."""

from datetime import datetime

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.service.agreements.seating import cannot_take
from pbem.service.lobby.filling import HERE_WITHIN
from pbem.service.lobby.gathering import Gathering, MusterSeat, NoMuster, load
from pbem.service.lobby.invitations import LASTS, came_back, kept_for
from pbem.service.lobby.parcelling import to_parcel_out
from pbem.service.lobby.terms import AgreedTerm, chosen, terms
from pbem.service.people.addresses import addresses_of
from pbem.service.play.forks import Whence, whence_of
from pbem.service.play.parcels import ParcelCard
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store.tables import Game, Muster, MusterPlace, MusterState, PlaceState, Player, PlayerId, SeatRow


class PlaceCard(msgspec.Struct, frozen=True, kw_only=True):
    """A place of a gathering game, as its reader may see it."""

    seat: Seat

    title: str

    state: PlaceState

    who: str
    """Name of its player; to the host alone, the address of one who is invited."""

    mine: bool = False
    """Whether the reader has it."""

    for_me: str = ""
    """The reader's address that it is kept for; '' for none."""

    waited_for: bool = False
    """Whether its player has been asked to confirm and has not yet."""

    umpires: bool = False
    """Whether it is the umpire's."""

    until: datetime | None = None
    """When the invitation or the question lapses."""

    changeable: bool = False
    """Whether the host may give it to another player."""

    lost: bool = False
    """Whether the invitation did not arrive; told to the host alone."""


class MusterCard(msgspec.Struct, frozen=True, kw_only=True):
    """A game that gathers its players."""

    id: GameId

    title: str

    rules: str

    scenario: str
    """The battle, as `battlebook` names it."""

    host: str

    hosted: bool
    """Whether the reader is its host."""

    listed: bool

    note: str

    state: MusterState

    created_at: datetime

    places: tuple[PlaceCard, ...]

    chosen: tuple[str, str]
    """The terms in two sentences."""

    terms: tuple[AgreedTerm, ...]

    waiting: bool
    """Whether it is full, but for players who have yet to confirm."""

    free: bool
    """Whether the reader may take one of its places."""

    whence: Whence | None = None
    """The game in whose middle it begins; None for the beginning of its scenario."""

    parcels: ParcelCard | None = None
    """What the reader, the chief of a side, may parcel out; None for any other reader."""

    @property
    def umpired(self) -> bool:
        """Whether it is to have an umpire."""
        return any(one.umpires for one in self.places)

    @property
    def mine(self) -> PlaceCard | None:
        """The reader's own place."""
        return next((one for one in self.places if one.mine), None)

    @property
    def for_me(self) -> PlaceCard | None:
        """The place kept for the reader."""
        return next((one for one in self.places if one.for_me), None)


class OpenSeat(msgspec.Struct, frozen=True):
    """An empty seat of a game under way."""

    game: GameId

    seat: Seat

    side: str
    """Title of the seat."""

    title: str

    turn: int
    """Name of the open turn."""


def muster_card(services: Services, game: GameId, reader: PlayerId) -> MusterCard:
    """A muster as a player sees it.  Raises NoMuster also for one that he has no part in and could not join."""
    emails = _emails(services, reader)
    with services.db.reading() as session:
        muster = load(session, game)
        card = _card(services, session, muster, reader, emails)
    card = msgspec.structs.replace(card, parcels=to_parcel_out(services, muster, reader))
    if not (card.hosted or card.mine or card.for_me or card.free):
        raise NoMuster(f"no game {game!r} gathers its players here")
    forked = muster.forked
    return card if forked is None else msgspec.structs.replace(card, whence=whence_of(services, forked, reader))


def musters_of(services: Services, reader: PlayerId) -> tuple[MusterCard, ...]:
    """The musters that a player hosts, has a place in or is invited to; those that wait for his word first."""
    emails = _emails(services, reader)
    with services.db.reading() as session:
        hosted = select(Muster.id).where(col(Muster.host) == reader, col(Muster.state) == "gathering")
        about = (
            select(MusterPlace.game)
            .join(Muster, col(Muster.id) == col(MusterPlace.game))
            .where(col(Muster.state) == "gathering")
            .where((col(MusterPlace.player) == reader) | col(MusterPlace.email).in_(emails))
        )
        names = sorted({*session.exec(hosted).all(), *session.exec(about).all()})
        cards = [_card(services, session, load(session, GameId(one)), reader, emails) for one in names]
    cards = [one for one in cards if one.hosted or one.mine or one.for_me]
    return tuple(sorted(cards, key=lambda one: (not _wants_me(one), one.created_at)))


def open_musters(services: Services, reader: PlayerId) -> tuple[MusterCard, ...]:
    """The musters with a place that a player may take, the oldest first."""
    emails = _emails(services, reader)
    with services.db.reading() as session:
        found = select(Muster.id).where(col(Muster.state) == "gathering", col(Muster.listed).is_(True))
        names = session.exec(found.order_by(col(Muster.created_at), col(Muster.id))).all()
        cards = [_card(services, session, load(session, GameId(one)), reader, emails) for one in names]
    return tuple(one for one in cards if one.free)


def open_seats(services: Services, reader: PlayerId) -> tuple[OpenSeat, ...]:
    """The seats of running games that a substitute is looked for, and that the player may take."""
    with services.db.reading() as session:
        found = (
            select(SeatRow.game, SeatRow.seat)
            .join(Game, col(Game.id) == col(SeatRow.game))
            .where(col(SeatRow.state) == "open", col(Game.state) == "running")
            .order_by(col(Game.created_at), col(SeatRow.seat))
        )
        seats = session.exec(found).all()
    return tuple(filter(None, (_open_seat(services, GameId(game), Seat(seat), reader) for game, seat in seats)))


def _open_seat(services: Services, game: GameId, seat: Seat, reader: PlayerId) -> OpenSeat | None:
    """A seat, if the reader may take it."""
    work = open_game(services, game)
    chair = work.chair(seat)
    if cannot_take(work, chair, reader):
        return None
    return OpenSeat(game, seat, chair.title, work.title, work.desk.turns.get(seat, 0))


def _wants_me(card: MusterCard) -> bool:
    return card.for_me is not None or (card.mine is not None and card.mine.waited_for)


def _emails(services: Services, player: PlayerId) -> frozenset[str]:
    """The addresses of a player that are proven to be his."""
    return frozenset(one.email for one in addresses_of(services, player) if one.verified)


def _card(
    services: Services, session: Session, muster: Gathering, reader: PlayerId, emails: frozenset[str]
) -> MusterCard:
    rules = services.rules(muster.rules)
    hosted = muster.host == reader
    places = tuple(_place(services, session, muster, one, reader, emails) for one in muster.places)
    gathers = muster.state == "gathering"
    return MusterCard(
        id=muster.id, title=muster.title, rules=muster.rules, scenario=muster.scenario,
        host=session.get_one(Player, muster.host).name,
        hosted=hosted, listed=muster.listed, note=muster.note, state=muster.state, created_at=muster.created_at,
        places=places, chosen=chosen(muster.options), terms=terms(muster.options, rules),
        waiting=gathers and muster.full,
        free=gathers and (muster.listed or hosted) and muster.place_of(reader) is None
        and any(one.state == "open" and (hosted or not one.umpires) for one in places),
    )  # fmt: skip


def _place(
    services: Services, session: Session, muster: Gathering, place: MusterSeat, reader: PlayerId, emails: frozenset[str]
) -> PlaceCard:
    hosted = muster.host == reader
    gathers = muster.state == "gathering"
    for_me = next((one for one in emails if gathers and kept_for(place, one, services)), "")
    until = None
    if place.asked_at is not None:
        until = place.asked_at + (HERE_WITHIN if place.waited_for else LASTS)
    return PlaceCard(
        seat=place.seat, title=muster.titles[place.seat], state=place.state, who=_who(session, place, hosted=hosted),
        umpires=place.seat == UMPIRE, mine=place.player == reader, for_me=for_me,
        waited_for=place.waited_for, until=until,
        changeable=gathers and hosted and (place.state != "taken" or place.player == reader),
        lost=hosted and place.state == "invited" and came_back(session, muster, place.email),
    )  # fmt: skip


def _who(session: Session, place: MusterSeat, *, hosted: bool) -> str:
    if place.player is not None:
        return session.get_one(Player, place.player).name
    if place.state == "aide":
        return " ".join(filter(None, ("the", place.aide, "aide-de-camp")))
    return place.email if hosted else ""
