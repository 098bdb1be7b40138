"""The map of a country as data: places, roads, rivers, hills, woods, and what the reader knows of forces in it.

Spots are hundredths of a mile to the east and to the south of the map's north-west corner."""

from typing import Literal

import msgspec

from pbem.engine.mapstyle import SideKey, SideLook

MileSpot = tuple[int, int]
Grade = Literal["own", "dispatch", "seen", "body"]
"""How a force is known: by the reader's own eyes, by a dispatch, by a sighting with numbers, by one without."""
Site = Literal["village", "town", "city", "box", "exit"]
"""How large a place is; a box and an exit lie off the map."""
Stronghold = Literal["", "walls", "castle", "house", "bridge"]


class MapPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the map."""

    id: str
    """As orders name it."""
    name: str
    at: MileSpot
    site: Site = "town"
    stronghold: Stronghold = ""
    """What its works are; '' for none."""
    magazine: bool = False
    held: SideLook | None = None
    """Whose it is, as far as the reader knows."""


class MapRoad(msgspec.Struct, frozen=True, kw_only=True):
    """A road from one place to another."""

    a: str
    b: str
    course: tuple[MileSpot, ...]
    """From a to b, both ends with it."""
    miles: int
    halves: int
    """Half-days it takes an army with its wagons."""
    great: bool = False
    """Whether it is drawn as a great road."""
    bridge: str = ""
    """The bridge it crosses by; '' for none."""
    broken: bool = False
    """Whether the reader knows that bridge to be broken."""


class MapLine(msgspec.Struct, frozen=True, kw_only=True):
    """A river from its source, the crest of hills, or the middle of a wood."""

    name: str
    course: tuple[MileSpot, ...]
    half: int = 0
    """Of a wood or a round hill, how far it reaches to either side, in hundredths of a mile."""
    breadth: tuple[int, int] = (2, 5)
    """Of a river as drawn, at its source and at its mouth."""
    steep: Literal["left", "right", "both"] = "both"
    """The side of the steep slope of hills, seen along the crest."""


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """A force as the reader knows it."""

    code: str
    name: str
    look: SideLook
    at: MileSpot
    place: str = ""
    """The place it is at, '' on a road."""
    where: str = ""
    """The same in words."""
    strength: str = ""
    """Thousands of men: ``6``, ``9-13``; '' for what is not known."""
    grade: Grade = "own"
    when: str = ""
    """Of when it is known, as printed beside it; '' for now."""
    age: int = 0
    """How many days old that is."""
    told: tuple[str, ...] = ()
    """Its state in words."""
    fellow: bool = False
    """Whether another commander of the reader's side has it."""
    fights: bool = False
    """Whether it is in a battle."""


class RoadMarch(msgspec.Struct, frozen=True):
    """A march along roads: made in this turn, or ordered.  ticks: where it is at the end of each half-day."""

    kind: Literal["moved", "ordered"]
    look: SideLook
    code: str
    path: tuple[MileSpot, ...]
    ticks: tuple[MileSpot, ...] = ()


class DayRate(msgspec.Struct, frozen=True):
    """A day's march: ``army with wagons``, in miles."""

    name: str
    miles: int


class CountryChart(msgspec.Struct, frozen=True, kw_only=True, tag="country"):
    """One seat's map."""

    title: str
    subtitle: str
    heading: tuple[str, ...] = ()
    """What stands in the cartouche, the country's name first."""
    width: int
    """Miles from west to east."""
    height: int
    """Miles from north to south."""
    rates: tuple[DayRate, ...] = ()
    places: tuple[MapPlace, ...]
    roads: tuple[MapRoad, ...]
    rivers: tuple[MapLine, ...] = ()
    hills: tuple[MapLine, ...] = ()
    woods: tuple[MapLine, ...] = ()
    sides: tuple[SideKey, ...]
    flags: tuple[Flag, ...] = ()
    marches: tuple[RoadMarch, ...] = ()
    fights: tuple[MileSpot, ...] = ()
    """Where a battle or a small action was fought in this turn."""
