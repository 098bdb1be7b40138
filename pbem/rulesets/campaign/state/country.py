"""The board: towns, boxes off the map, roads and the bridges that carry them; ways over it (CA-1)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NewType

import msgspec
from msgspec.structs import replace

from pbem.engine.couriers import way
from pbem.engine.ids import Side

TownId = NewType("TownId", str)
"""A place by the id of its file: ``chipping-norton``."""
Cmiles = NewType("Cmiles", int)
"""Hundredths of a mile."""
MILE = 100


class Town(msgspec.Struct, frozen=True, kw_only=True):
    """A place where roads meet, or a box off the map."""

    id: TownId
    name: str
    x: int
    """Miles to the east of the map's north-west corner."""
    y: int
    """Miles to the south of it."""
    supply: int
    """Men it feeds a day."""
    magazine: bool = False
    """Whether it feeds all."""
    works: int = 0
    """The level of its walls, 0 for none."""
    ground: str = ""
    """What a battle there is fought on, in words."""
    field: str = "open"
    """The file of that ground, for rule sets that take battles."""
    kind: Literal["town", "box", "exit"] = "town"
    """A box is off the map; what enters an exit has left the campaign."""
    stronghold: Literal["", "walls", "castle", "house", "bridge"] = ""
    """What its works are drawn as."""


class Highway(msgspec.Struct, frozen=True, kw_only=True):
    """A road between two towns."""

    a: TownId
    b: TownId
    length: Cmiles
    bridge: str = ""
    """The bridge by which it crosses a river, '' for none."""
    by: tuple[tuple[int, int], ...] = ()
    """Where the map draws it between its towns, from a to b, in tenths of a mile."""
    great: bool = False
    """Whether the map draws it as a great road."""


class Stream(msgspec.Struct, frozen=True):
    """A river from its source, the crest of hills or the middle of a wood, as the map draws it."""

    name: str
    points: tuple[tuple[int, int], ...]
    """In tenths of a mile."""
    half: int = 0
    """How far a wood or a round hill reaches to either side, in tenths of a mile."""
    breadth: tuple[int, int] = (2, 5)
    """Of a river as drawn, at its source and its mouth."""
    steep: Literal["left", "right", "both"] = "both"
    """The steep side of hills, seen along the crest."""


class Country(msgspec.Struct, frozen=True, kw_only=True):
    """The board.  It never changes."""

    width: int
    """Miles from west to east."""
    height: int
    """Miles from north to south."""
    towns: Mapping[TownId, Town]
    roads: tuple[Highway, ...]
    leads: Mapping[TownId, tuple[Highway, ...]] = {}
    """The roads of each town."""
    far: Mapping[TownId, Mapping[TownId, Cmiles]] = {}
    """Miles by the shortest way from each town to each, all roads open; what no road leads to is left out."""
    rivers: tuple[Stream, ...] = ()
    hills: tuple[Stream, ...] = ()
    woods: tuple[Stream, ...] = ()
    heading: tuple[str, ...] = ()
    """What stands in the map's cartouche."""

    def road(self, one: TownId, other: TownId) -> Highway | None:
        """The road between two towns; None where there is none."""
        return next((road for road in self.leads.get(one, ()) if other in (road.a, road.b)), None)

    def beside(self, town: TownId) -> list[tuple[TownId, Highway]]:
        """The towns at the other ends of its roads."""
        return [(road.b if road.a == town else road.a, road) for road in self.leads.get(town, ())]


class Whereabouts(msgspec.Struct, frozen=True):
    """Where a force or a courier is: in a town, or on the road from one to another."""

    town: TownId
    """Where it is or has come from; '' for what is not on the board."""
    to: TownId = TownId("")
    """Where the road leads; '' in a town."""
    done: Cmiles = Cmiles(0)
    """How far along that road."""

    @property
    def in_town(self) -> bool:
        """Whether it is in a town."""
        return bool(self.town) and not self.to


NOWHERE = Whereabouts(TownId(""))
"""Not on the board."""


def open_to_all(road: Highway) -> bool:
    """Whether a road can be used: the usual way."""
    return True


def shortest(
    country: Country, start: TownId, end: TownId, use: Callable[[Highway], bool] = open_to_all
) -> tuple[Cmiles, tuple[TownId, ...]] | None:
    """The shortest way by roads that may be used: its length and its towns, both ends among them; None for none."""

    def steps(town: TownId) -> Iterable[tuple[TownId, int]]:
        if town != start and country.towns[town].kind == "exit":
            return []
        return [(there, road.length) for there, road in country.beside(town) if use(road)]

    found = way(start, end, steps)
    return (Cmiles(found[0]), found[1]) if found is not None else None


def ends(country: Country, where: Whereabouts) -> tuple[tuple[TownId, Cmiles], ...]:
    """The towns a place on the board lies between, each with how far it is."""
    if not where.town:
        return ()
    road = country.road(where.town, where.to) if where.to else None
    if road is None:
        return ((where.town, Cmiles(0)),)
    return ((where.town, where.done), (where.to, Cmiles(road.length - where.done)))


def apart(country: Country, one: Whereabouts, other: Whereabouts) -> Cmiles | None:
    """Miles by road between two places; None where no road leads, or one is off the board."""
    if {one.town, one.to} == {other.town, other.to} and one.to and other.to:
        road = country.road(one.town, one.to)
        assert road is not None
        there = other.done if other.town == one.town else road.length - other.done
        return Cmiles(abs(one.done - there))
    found = [
        first + between + last
        for town, first in ends(country, one)
        for end, last in ends(country, other)
        if (between := country.far[town].get(end)) is not None
    ]
    return Cmiles(min(found)) if found else None


def measured(country: Country) -> Country:
    """A country with the roads of its towns, and its distances."""
    leads = {town: tuple(one for one in country.roads if town in (one.a, one.b)) for town in country.towns}
    country = replace(country, leads=leads)
    far = {
        town: {end: found[0] for end in country.towns if (found := shortest(country, town, end)) is not None}
        for town in country.towns
    }
    return replace(country, far=far)


def same_spot(country: Country, one: Whereabouts, other: Whereabouts) -> bool:
    """Whether two places are one, whichever way the road to it is told."""
    if one == other:
        return True
    return bool(one.to) and {one.town, one.to} == {other.town, other.to} and apart(country, one, other) == 0


def near_town(country: Country, where: Whereabouts) -> TownId:
    """The town a place on the board is, or is nearest to."""
    return min(ends(country, where), key=lambda end: end[1])[0] if where.town else TownId("")


def way_on(
    country: Country, where: Whereabouts, end: TownId, use: Callable[[Highway], bool] = open_to_all
) -> tuple[Cmiles, tuple[TownId, ...]] | None:
    """The shortest way to a town from any place of the board: its length, the towns still to come."""
    found: list[tuple[int, tuple[TownId, ...]]] = []
    for town, far in ends(country, where):
        road = country.road(where.town, where.to) if where.to else None
        if far and road is not None and not use(road):
            continue
        on = shortest(country, town, end, use)
        if on is not None:
            found.append((far + on[0], on[1][1:] if not far else on[1]))
    best = min(found, default=None)
    return (Cmiles(best[0]), best[1]) if best is not None else None


class Magazine(msgspec.Struct, frozen=True):
    """Who holds a town, and what has been eaten of it."""

    side: Side | None
    """Its garrison's, or the last that marched in."""
    eaten: int = 0
    """Days on which an army has lived of it."""
    prepared: int = 0
    """Half-days of work at siege guns before it."""
    breached: bool = False
