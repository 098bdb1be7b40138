"""A chief parcels the units of a side out anew among its commanders, until the battle begins."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine.commanders import BadParcels, Parcel, given_anew, parcels_of, parcels_said
from pbem.engine.ids import GameId, Seat
from pbem.scenarios import BadScenario
from pbem.service.lobby.filling import Changed, MusterRefused, change, words
from pbem.service.lobby.gathering import Gathering
from pbem.service.play.parcels import ParcelCard, parcel_card
from pbem.service.services import Services
from pbem.store.tables import PlayerId

replace = msgspec.structs.replace


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
    return parcel_card(side, scenario.armies.get(place.seat, ()))


def parcel_out(services: Services, game: GameId, player: PlayerId, holders: Mapping[str, Seat]) -> Gathering:
    """Give each group or unit of the chief's side to a commander; the side's other players get a mail.

    holders: whose each is from now on; one that is not named stays whose it was.  Raises NoMuster, MusterRefused.
    """

    def step(muster: Gathering) -> Changed:
        place = muster.place_of(player)
        if to_parcel_out(services, muster, player) is None or place is None:
            raise MusterRefused("the chief of a side of several commanders alone parcels its units out")
        sides = _sides(services.scenarios(muster.scenario, muster.options.of_scenario).scenario.battle)
        try:
            anew = [given_anew(some, holders) if _chief(some) == place.seat else some for some in sides]
        except BadParcels as fault:
            raise MusterRefused(str(fault)) from fault
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
        told = f"The chief of your side has parcelled its units out anew. {parcels_said(mine)}."
        return Changed(after, words(services, muster, fellows, "Your side is parcelled out anew", told))

    return change(services, game, step)


def _sides(battle: Any) -> list[tuple[Parcel, ...]]:  # noqa: ANN401  # of any rule set
    """The parcels of each side that has several commanders."""
    return [some for army in getattr(battle, "armies", ()) if (some := parcels_of(army))]


def _chief(some: Iterable[Parcel]) -> Seat | None:
    return next((one.seat for one in some if one.chief), None)


def _line(sides: Iterable[tuple[Parcel, ...]]) -> str:
    """As the option ``commanders`` says it."""
    return "; ".join(
        f"{one.name}{' (chief)' if one.chief else ''}: {', '.join(one.holds)}" for some in sides for one in some
    )
