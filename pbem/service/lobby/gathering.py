"""A game that gathers its players, as a value: read, changed, and written again if no other process was first."""

from datetime import datetime

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Forked
from pbem.service.options import Options
from pbem.service.play.work import Agreed
from pbem.store.errors import Conflict
from pbem.store.tables import Muster, MusterPlace, MusterState, PlaceState, PlayerId

replace = msgspec.structs.replace


class NoMuster(Exception):
    """There is no such game that gathers its players; the message says so."""


class MusterSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a game that gathers its players."""

    seat: Seat

    state: PlaceState = "open"

    player: PlayerId | None = None

    email: str = ""
    """Address it is kept for; '' for none."""

    aide: str = ""
    """Temperament of its aide-de-camp."""

    asked_at: datetime | None = None
    """When its invitation was sent; once taken, when its player was asked to confirm. None when nothing is awaited."""

    here_at: datetime | None = None
    """When its player last said that they are ready; taking the place says so too."""

    @property
    def filled(self) -> bool:
        """Whether every place is filled."""
        return self.state in {"taken", "aide"}

    @property
    def waited_for(self) -> bool:
        """Whether its player has been asked whether he is here, and has not said so."""
        return self.state == "taken" and self.asked_at is not None


class Gathering(msgspec.Struct, frozen=True, kw_only=True):
    """A muster and its places, in the order of the scenario's seats."""

    id: GameId
    """Id of the game that it becomes."""

    title: str

    rules: str

    scenario: str

    options: Options

    titles: dict[Seat, str]
    """Titles of its seats; the umpire's place among them, the last, where the game is to have one."""

    host: PlayerId

    listed: bool
    """Whether any player may take its open places."""

    note: str
    """What the host wrote."""

    created_at: datetime

    places: tuple[MusterSeat, ...]

    state: MusterState = "gathering"

    forked: Forked | None = None
    """The place in another game's story that it begins at; None for the beginning of its scenario."""

    @property
    def full(self) -> bool:
        """Whether every place is filled."""
        return all(one.filled for one in self.places)

    def place(self, seat: Seat) -> MusterSeat:
        """The place of a seat.  Raises NoMuster."""
        for one in self.places:
            if one.seat == seat:
                return one
        raise NoMuster(f"{self.title} has no seat {seat!r}; its seats are {', '.join(self.titles)}")

    def part(self, seat: Seat) -> str:
        """What the holder of a place does: ``play South in Harrow Down``, ``umpire Harrow Down``."""
        return f"umpire {self.title}" if seat == UMPIRE else f"play {self.titles[seat]} in {self.title}"

    def with_umpire(self) -> "Gathering":
        """The same with an empty place for an umpire."""
        titles = {**self.titles, UMPIRE: "Umpire"}
        return replace(self, titles=titles, places=(*self.places, MusterSeat(seat=UMPIRE)))

    def without_umpire(self) -> "Gathering":
        """The same without a place for an umpire."""
        titles = {seat: title for seat, title in self.titles.items() if seat != UMPIRE}
        return replace(self, titles=titles, places=tuple(one for one in self.places if one.seat != UMPIRE))

    def place_of(self, player: PlayerId) -> MusterSeat | None:
        """The place a player has taken."""
        return next((one for one in self.places if one.player == player), None)

    def having(self, place: MusterSeat) -> "Gathering":
        """The same with another holder of a place."""
        return replace(self, places=tuple(place if one.seat == place.seat else one for one in self.places))


def load(session: Session, game: GameId) -> Gathering:
    """A muster as it stands.  Raises NoMuster."""
    row = session.get(Muster, game)
    if row is None:
        raise NoMuster(f"no game {game!r} gathers its players here")
    places = session.exec(select(MusterPlace).where(col(MusterPlace.game) == game)).all()
    kept = msgspec.json.decode(row.options, type=Agreed)
    seats = {one.seat: one for one in places}
    return Gathering(
        id=row.id, title=row.title, rules=row.rules, scenario=row.scenario, options=kept.options, titles=kept.titles,
        host=row.host, listed=row.listed, note=row.note, created_at=row.created_at, state=row.state,
        places=tuple(_place(seats[seat]) for seat in kept.titles), forked=kept.forked or None,
    )  # fmt: skip


def save(session: Session, before: Gathering | None, after: Gathering) -> None:
    """Write a muster that was read as ``before``, None for a new one.  Raises Conflict when it is another by now."""
    if before is None:
        if session.get(Muster, after.id) is not None:
            raise Conflict(f"somebody else has just made a game {after.id}")
    elif load(session, after.id) != before:
        raise Conflict(f"somebody else has just changed who plays {after.id}")
    session.merge(
        Muster(
            id=after.id, title=after.title, rules=after.rules, scenario=after.scenario, host=after.host,
            options=msgspec.json.encode(Agreed(after.options, after.titles, after.forked or msgspec.UNSET)).decode(),
            listed=after.listed, note=after.note, state=after.state, created_at=after.created_at,
        )
    )  # fmt: skip
    for seat in {one.seat for one in before.places} - set(after.titles) if before else ():
        session.delete(session.get_one(MusterPlace, (after.id, seat)))
    for one in after.places:
        session.merge(
            MusterPlace(
                game=after.id, seat=one.seat, state=one.state, player=one.player, email=one.email, aide=one.aide,
                asked_at=one.asked_at, here_at=one.here_at,
            )
        )  # fmt: skip


def _place(row: MusterPlace) -> MusterSeat:
    return MusterSeat(
        seat=row.seat, state=row.state, player=row.player, email=row.email, aide=row.aide, asked_at=row.asked_at,
        here_at=row.here_at,
    )  # fmt: skip
