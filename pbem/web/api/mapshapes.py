"""What the API gives of a map as data: of hexes, a table in inches, a country.  The outside form, as in `shapes`."""

from typing import TypeAlias

from pbem.engine.mapstyle import SideKey
from pbem.web.api.shapes import Out

# --- of every kind -----------------------------------------------------------------------------------------------


class ArrowShape(Out):
    """A move, charge, shot or retreat, place by place.  facing: how a unit ends on a table, in degrees from north;
    null on hexes, and where nothing moves."""

    kind: str
    look: int
    code: str
    path: tuple[str, ...]
    facing: float | None


class MapSideShape(SideKey, frozen=True):
    """A side, and how much it has lost of the number at which it breaks; counted: what is counted.  look: 1 for the
    first-named side, else 2."""


# --- hexes --------------------------------------------------------------------------------------------------------


class GroundShape(Out):
    """A hex.  kind: open, wood, hill, hill-top, stream, field, swamp, town, water or
    impassable."""

    hex: str
    kind: str


class PlaceNameShape(Out):
    """A name printed beside hexes."""

    text: str
    kind: str
    hexes: tuple[str, ...]


class WallShape(Out):
    """Defended sides of a hex, by clock hour: 1, 3, 5, 7, 9, 11.  prepared: works made for it."""

    hex: str
    sides: tuple[int, ...]
    prepared: bool


class CounterShape(Out):
    """A unit on a map of hexes.  look: of its side (`sides`).  symbol: of its kind.  ranks: strength, front
    rank first.  lost: points lost this turn.  seen_in: null for one in view, else the round in which it
    was seen last."""

    code: str
    name: str
    look: int
    symbol: str
    hex: str
    facing: int
    ranks: tuple[int, ...]
    disordered: bool
    ready: bool
    general: bool
    lost: int
    seen_in: int | None


class GeneralShape(Out):
    """A general who is with no unit."""

    letter: str
    look: int
    hex: str


class MeleeShape(Out):
    """An ongoing melee between two hexes."""

    one: str
    other: str


class WreckShape(Out):
    """Where a unit was destroyed this turn."""

    code: str
    look: int
    hex: str


class HexPiecesShape(Out, tag_field="kind", tag="hexes"):
    """What is on a map of hexes, over its ground."""

    counters: tuple[CounterShape, ...]
    generals: tuple[GeneralShape, ...]
    arrows: tuple[ArrowShape, ...]
    melees: tuple[MeleeShape, ...]
    wrecks: tuple[WreckShape, ...]


class HexMapShape(HexPiecesShape, tag="hexes"):
    """A turn's map as the seat saw it.  Hexes are pointy-topped, numbered by column, then row, two digits each, from
    the top left; even rows lie half a hex to the right.  scale: so many of scale_unit a hex."""

    number: int
    title: str
    subtitle: str
    columns: int
    rows: int
    scale: int
    scale_unit: str
    ground: tuple[GroundShape, ...]
    names: tuple[PlaceNameShape, ...]
    walls: tuple[WallShape, ...]
    objective: tuple[str, ...]
    objective_text: str
    sides: tuple[MapSideShape, ...]
    coming: str


# --- a table in inches --------------------------------------------------------------------------------------------


class FeatureShape(Out):
    """A piece of terrain.  kind: wood, field, marsh, town, hill, lake, river, crossing, road, hedge, works or
    impassable.  shape: the corners of an area; of a road, hedge or works the points of a line, with half its width.
    name: empty for none."""

    id: str
    kind: str
    shape: tuple[str, ...]
    half_width: float
    name: str


class AreaShape(Out):
    """A part of the table that matters.  kind: objective, deployment, exit or entry.  shape: corners; one place with a
    radius for a round one; two places for a stretch of the edge.  look: of its side; null for a neutral one."""

    kind: str
    shape: tuple[str, ...]
    radius: float
    name: str
    look: int | None


class BaseShape(Out):
    """A unit on a table.  at: its middle.  facing: degrees clockwise from north.  width: along its front; depth: from
    front to rear.  strength: as printed on the map.  marks: disordered, ready, general, spent, captured.  lost: points
    lost this turn.  seen_in: null for one in view, else the turn in which it was seen last.  told: its states in
    words."""

    code: str
    name: str
    look: int
    symbol: str
    at: str
    facing: float
    width: float
    depth: float
    strength: str
    marks: tuple[str, ...]
    lost: int
    seen_in: int | None
    told: tuple[str, ...]


class ContactShape(Out):
    """Two units in contact, and where they touch."""

    one: str
    other: str
    at: str


class FallenShape(Out):
    """Where a unit was destroyed this turn, and how it stood."""

    code: str
    look: int
    at: str
    facing: float


class TablePiecesShape(Out, tag_field="kind", tag="table"):
    """What is on a table, over its terrain."""

    bases: tuple[BaseShape, ...]
    arrows: tuple[ArrowShape, ...]
    contacts: tuple[ContactShape, ...]
    fallen: tuple[FallenShape, ...]


class TableMapShape(TablePiecesShape, tag="table"):
    """A turn's map as the seat saw it.  Inches: x to the east, y to the north, from the south-west corner; places are
    written ``24,18.5``.  width: from west to east; depth: from south to north."""

    number: int
    title: str
    subtitle: str
    width: float
    depth: float
    features: tuple[FeatureShape, ...]
    areas: tuple[AreaShape, ...]
    objective_text: str
    sides: tuple[MapSideShape, ...]
    coming: str


# --- a country ----------------------------------------------------------------------------------------------------


class TownShape(Out):
    """A place.  at: miles to the east and south of the map's north-west corner.  site: village, town, city, box or exit
    (off the map).  stronghold: walls, castle, house, bridge or empty.  held: the look of its holder's side as far as
    the seat knows; null for neither."""

    id: str
    name: str
    at: str
    site: str
    stronghold: str
    magazine: bool
    held: int | None


class RoadShape(Out):
    """A road between two places.  halves: half-days it takes an army with wagons.  bridge: the one it crosses by, empty
    for none; broken: as far as the seat knows."""

    a: str
    b: str
    course: tuple[str, ...]
    miles: int
    halves: int
    bridge: str
    broken: bool


class CourseShape(Out):
    """A river, hills or a wood.  kind: river, hills or wood."""

    kind: str
    name: str
    course: tuple[str, ...]


class FlagShape(Out):
    """A force.  at: miles.  place: '' on a road.  strength: thousands of men, a range where that is seen.  grade: own,
    dispatch, seen or body.  when: of when it is known; empty for now.  age: the same in days.  told: its states in
    words."""

    code: str
    name: str
    look: int
    at: str
    place: str
    strength: str
    grade: str
    when: str
    age: int
    told: tuple[str, ...]


class CountryPiecesShape(Out, tag_field="kind", tag="country"):
    """What is in a country, over its ground."""

    flags: tuple[FlagShape, ...]
    arrows: tuple[ArrowShape, ...]
    places: tuple[TownShape, ...]
    fights: tuple[str, ...]


class CountryMapShape(CountryPiecesShape, tag="country"):
    """A turn's map as the seat saw it.  Spots are written ``49,52.5``: miles to the east and to the south of the
    north-west corner."""

    number: int
    title: str
    subtitle: str
    width: int
    height: int
    roads: tuple[RoadShape, ...]
    ground: tuple[CourseShape, ...]
    sides: tuple[MapSideShape, ...]


Pieces: TypeAlias = HexPiecesShape | TablePiecesShape | CountryPiecesShape
Map: TypeAlias = HexMapShape | TableMapShape | CountryMapShape
