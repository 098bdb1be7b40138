"""Several commanders a side: whose each group or unit is, as values both a battle and a scenario file are read by.

A side whose units are not parcelled out has one seat, its army's.  A parcelled side has a seat a commander; its army's
own seat is then the chief's, or the first commander's where there is no chief: the seat that speaks for the side.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.facts import Fact
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.wording import listed

T = TypeVar("T")
S = TypeVar("S")
"""A rule set's standing order."""
P = TypeVar("P", bound=msgspec.Struct)
"""A packet of orders: tuples alone."""


class Parcel(msgspec.Struct, frozen=True, kw_only=True):
    """What one of several commanders of a side holds."""

    seat: Seat
    """The commander's seat (``conde``)."""
    name: str
    """As players read it (``Condé``)."""
    holds: tuple[str, ...]
    """Ids of the groups or units the commander orders, as the rule set parcels them out."""
    chief: bool = False
    """Whether the commander is the chief of the side."""


class OneOfArmy(Protocol):
    """A unit or general."""

    @property
    def id(self) -> StandId:
        """Its code."""

    @property
    def side(self) -> Side:
        """Whose it is."""


class Commanded(Protocol):
    """What is asked of an army; where its units can be parcelled out it has a field ``parcels`` too, UNSET for one
    commander."""

    @property
    def id(self) -> Side:
        """``huguenot``."""

    @property
    def seat(self) -> Seat:
        """The seat that speaks for the side: its only one, its chief's, or its first."""


def parcels_of(army: Commanded) -> tuple[Parcel, ...]:
    """The parcels of a side that has several commanders, in the scenario's order; () for a side of one."""
    found: tuple[Parcel, ...] | UnsetType = getattr(army, "parcels", UNSET)
    return () if isinstance(found, UnsetType) else found


def seats_of(army: Commanded) -> tuple[Seat, ...]:
    """The seats of a side, in the scenario's order."""
    return tuple(one.seat for one in parcels_of(army)) or (army.seat,)


def side_with(armies: Iterable[Commanded], seat: Seat) -> Side | None:
    """The side a seat plays; None for umpires and spectators."""
    return next((one.id for one in armies if seat in seats_of(one)), None)


def holder(army: Commanded, thing: str) -> Seat:
    """The seat that orders a group or unit of a side."""
    return next((one.seat for one in parcels_of(army) if thing in one.holds), army.seat)


def holds(army: Commanded, seat: Seat, thing: str) -> bool:
    """Whether a group or unit of a side is a seat's to order."""
    return holder(army, thing) == seat


def leads(army: Commanded, seat: Seat, one: OneOfArmy) -> bool:
    """Whether a unit or general of a side is a seat's to order; what a unit has detached goes with it."""
    return one.side == army.id and holds(army, seat, led_as(one))


def commander_of(armies: Iterable[Commanded], one: OneOfArmy) -> Seat:
    """The seat that orders a unit or general, of whichever side."""
    return next(holder(army, led_as(one)) for army in armies if army.id == one.side)


def led_as(one: OneOfArmy) -> str:
    """The code by which a unit is parcelled out: its own, or of a detached part that of the whole."""
    return getattr(one, "parent", None) or one.id


def spokesman(some: Sequence[Parcel]) -> Seat:
    """The seat that speaks for a side of several commanders: the chief's, else the first."""
    return next((one.seat for one in some if one.chief), some[0].seat)


def said_by_sides(asks: Sequence[Ask[P]], given: Sequence[P]) -> dict[Side, P]:
    """Of each side asked, what its commanders said as one packet, in the order of the asks."""
    parts: dict[Side, list[P]] = {}
    for ask, packet in zip(asks, given, strict=True):
        parts.setdefault(_side_asked(ask), []).append(packet)
    return {side: as_one(some) for side, some in parts.items()}


def _side_asked(ask: Any) -> Side:  # noqa: ANN401  # an ask that names its side
    return Side(ask.side)


def as_one(parts: Sequence[P]) -> P:
    """Packets, one or more, as one: each of their tuples in turn."""
    if len(parts) == 1:
        return parts[0]
    names = parts[0].__struct_fields__
    return type(parts[0])(**{name: tuple(one for part in parts for one in getattr(part, name)) for name in names})


def name_of(armies: Iterable[Commanded], seat: Seat) -> str:
    """What a commander is called; '' for a seat that is the only one of its side."""
    return next((one.name for army in armies for one in parcels_of(army) if one.seat == seat), "")


def led_by_fellow(armies: Iterable[Commanded], seat: Seat, side: Side, thing: str) -> str:
    """The other commander of a seat's own side who has a group or unit; '' for its own, and for any of the enemy's."""
    army = next((one for one in armies if one.id == side), None)
    if army is None or seat not in seats_of(army) or holds(army, seat, thing):
        return ""
    return name_of([army], holder(army, thing))


def fellows(armies: Sequence[Commanded], seat: Seat) -> tuple[Seat, ...]:
    """The other seats of a seat's side, in the scenario's order."""
    return tuple(other for army in armies if seat in seats_of(army) for other in seats_of(army) if other != seat)


def led_by_chief(armies: Sequence[Commanded], seat: Seat) -> tuple[Seat, ...]:
    """The other commanders of its side, where a seat is the chief of it; else ()."""
    chief = any(one.seat == seat and one.chief for army in armies for one in parcels_of(army))
    return fellows(armies, seat) if chief else ()


class CommandersStanding(Fact[Any], Generic[S], frozen=True):
    """A commander's standing orders as they now stand: that seat's own secret."""

    side: Side
    standing: tuple[S, ...]
    seat: Seat | UnsetType = UNSET
    """Whose they are, where the side has several commanders."""

    @property
    def giver(self) -> Seat:
        """Whose they are."""
        return Seat(self.side) if self.seat is UNSET else self.seat

    def apply(self, battle: T) -> T:
        """They take the place of those the commander gave before."""
        standing = {**battle.standing, self.giver: self.standing}  # type: ignore[attr-defined]  # of a rule set with these
        return replace(battle, standing=standing)  # type: ignore[type-var]  # every battle is a struct

    def seen_by(self, battle: Any, seat: Seat) -> bool:  # noqa: ANN401  # of any rule set
        """The commander's alone."""
        return seat in (UMPIRE, self.giver)


# --- parcelled out anew ---------------------------------------------------------------------------------------------


class BadParcels(Exception):
    """Units cannot be parcelled out so; the message says why."""


class ParcelledOut(Fact[Any], frozen=True, tag="parcelled out"):
    """A side's chief has given its groups or units to its commanders anew; its own side's alone to know."""

    side: Side
    holds: Mapping[Seat, tuple[str, ...]]
    """What each commander has from now on."""

    def apply(self, battle: T) -> T:
        """Each commander has what he was given."""
        armies = tuple(self._army(one) for one in battle.armies)  # type: ignore[attr-defined]  # of any rule set
        return replace(battle, armies=armies)  # type: ignore[type-var]  # every battle is a struct

    def seen_by(self, battle: Any, seat: Seat) -> bool:  # noqa: ANN401  # of any rule set
        """Its own side's alone."""
        return seat == UMPIRE or side_with(battle.armies, seat) == self.side

    def _army(self, army: Any) -> Any:  # noqa: ANN401  # of any rule set
        if army.id != self.side:
            return army
        return replace(army, parcels=tuple(replace(one, holds=self.holds[one.seat]) for one in parcels_of(army)))


def given_anew(some: tuple[Parcel, ...], holders: Mapping[str, Seat]) -> tuple[Parcel, ...]:
    """The same commanders with what each is given.

    holders: whose each group or unit is from now on; one that is not named stays whose it was.  Raises BadParcels for
    one that goes to no commander of the side, and for a commander who is given nothing.
    """
    seats, given = {one.seat for one in some}, {thing: one.seat for one in some for thing in one.holds}
    given |= {thing: seat for thing, seat in holders.items() if thing in given}
    if not set(given.values()) <= seats:
        raise BadParcels("choose one of the commanders of your side")
    found = tuple(replace(one, holds=tuple(t for t, seat in given.items() if seat == one.seat)) for one in some)
    if none := next((one.name for one in found if not one.holds), ""):
        raise BadParcels(f"{none} would command nothing: leave every commander something")
    return found


def parcels_said(some: Iterable[Parcel]) -> str:
    """``Condé: Main and Foot; Coligny: Van``."""
    return "; ".join(f"{one.name}: {listed([short_of(thing) for thing in one.holds])}" for one in some)


def parcelled_words(view: Any, fact: ParcelledOut) -> str:  # noqa: ANN401  # of any rule set
    """``The chief has parcelled the side out. Condé: Main and Foot; Coligny: Van.``."""
    army = next(one for one in view.armies if one.id == fact.side)
    some = [replace(one, holds=fact.holds[one.seat]) for one in parcels_of(army)]
    return f"The chief has parcelled the side out. {parcels_said(some)}."


def short_of(thing: str) -> str:
    """A group or unit as its own side calls it: without the name of the side."""
    return thing.rpartition(".")[2]
