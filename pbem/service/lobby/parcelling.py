"""A chief parcels the units of a side out anew among its commanders, until the battle begins."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine.commanders import Parcel, parcels_of
from pbem.engine.ids import GameId, Seat
from pbem.scenarios import BadScenario
from pbem.service.lobby.filling import Changed, MusterRefused, change, words
from pbem.service.lobby.gathering import Gathering
from pbem.service.services import Services
from pbem.store.tables import PlayerId

replace = msgspec.structs.replace


class ShareCard(msgspec.Struct, frozen=True):
    """Units that go together: a group, or a unit."""

    thing: str
    """Its id."""
    title: str
    units: str
    """What it is, in words."""
    seat: Seat
    """Whose it is now."""


class ParcelCard(msgspec.Struct, frozen=True):
    """A side as its chief parcels it out."""

    commanders: tuple[tuple[Seat, str], ...]
    shares: tuple[ShareCard, ...]


def to_parcel_out(services: Services, muster: Gathering, player: PlayerId) -> ParcelCard | None:
    """What a player may parcel out; None for any but the chief of a side of several commanders, before the battle."""
    place = muster.place_of(player)
    if place is None or muster.state != "gathering" or muster.forked is not None or not muster.options.commanders:
        return None
    try:
        scenario = services.scenarios(muster.scenario, muster.options.of_scenario).scenario
    except BadScenario:
        return None
    side = next((some for some in _sides(scenario.battle) if _chief(some) == place.seat), None)
    if side is None:
        return None
    rows = scenario.armies.get(place.seat, ())
    return ParcelCard(
        tuple((one.seat, one.name) for one in side),
        tuple(
            ShareCard(thing, thing.rpartition(".")[2], ", ".join(f"{row.code} {row.name}" for row in _of(rows, thing)),
                      one.seat)
            for one in side for thing in one.holds
        ),
    )  # fmt: skip


def parcel_out(services: Services, game: GameId, player: PlayerId, holders: Mapping[str, Seat]) -> Gathering:
    """Give each group or unit of the chief's side to a commander; the side's other players get a mail.

    holders: whose each is from now on; one that is not named stays whose it was.  Raises NoMuster, MusterRefused.
    """

    def step(muster: Gathering) -> Changed:
        place = muster.place_of(player)
        if to_parcel_out(services, muster, player) is None or place is None:
            raise MusterRefused("the chief of a side of several commanders alone parcels its units out")
        sides = _sides(services.scenarios(muster.scenario, muster.options.of_scenario).scenario.battle)
        anew = [_anew(some, holders) if _chief(some) == place.seat else some for some in sides]
        if anew == sides:
            return Changed(muster)
        after = replace(muster, options=replace(muster.options, commanders=_line(anew)))
        try:
            services.scenarios(after.scenario, after.options.of_scenario)
        except BadScenario as fault:
            raise MusterRefused(str(fault)) from fault
        mine = next(some for some in anew if _chief(some) == place.seat)
        seats = {one.seat for one in mine} - {place.seat}
        fellows = [one.player for one in muster.places if one.seat in seats and one.player is not None]
        said = "; ".join(f"{one.name}: {', '.join(thing.rpartition('.')[2] for thing in one.holds)}" for one in mine)
        told = f"The chief of your side has parcelled its units out anew. {said}."
        return Changed(after, words(services, muster, fellows, "Your side is parcelled out anew", told))

    return change(services, game, step)


def _sides(battle: Any) -> list[tuple[Parcel, ...]]:  # noqa: ANN401  # of any rule set
    """The parcels of each side that has several commanders."""
    return [some for army in getattr(battle, "armies", ()) if (some := parcels_of(army))]


def _chief(some: Iterable[Parcel]) -> Seat | None:
    return next((one.seat for one in some if one.chief), None)


def _anew(some: tuple[Parcel, ...], holders: Mapping[str, Seat]) -> tuple[Parcel, ...]:
    """The same commanders with what each is given.  Raises MusterRefused for one who is given nothing, or is none."""
    seats, given = {one.seat for one in some}, {thing: one.seat for one in some for thing in one.holds}
    given |= {thing: seat for thing, seat in holders.items() if thing in given}
    if not set(given.values()) <= seats:
        raise MusterRefused("choose one of the commanders of your side")
    found = tuple(replace(one, holds=tuple(t for t, seat in given.items() if seat == one.seat)) for one in some)
    if none := next((one.name for one in found if not one.holds), ""):
        raise MusterRefused(f"{none} would command nothing: leave every commander something")
    return found


def _line(sides: Iterable[tuple[Parcel, ...]]) -> str:
    """As the option ``commanders`` says it."""
    return "; ".join(
        f"{one.name}{' (chief)' if one.chief else ''}: {', '.join(one.holds)}" for some in sides for one in some
    )


def _of(rows: Iterable[Any], thing: str) -> list[Any]:
    """The units of a group, or the unit itself."""
    return [row for row in rows if thing == row.code or thing.rpartition(".")[2] == row.group]
