"""One reading of one scenario file: what has been gathered so far, and what was wrong; figures and places in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.ids import StandId
from pbem.engine.spec import Faults, inside
from pbem.engine.table import edges
from pbem.engine.table.measures import Hundredths, Tenths, normal, read_degrees, read_inches, say_inches
from pbem.engine.table.places import Spot, point
from pbem.engine.table.shapes import line, polygon
from pbem.rulesets.onehour.battle import Army, Arrival, Feature, Switches, Unit
from pbem.rulesets.onehour.scenario.file import Number, Pair

USUAL_TABLE = edges.Table(Hundredths(3600), Hundredths(3600))
USUAL_SWITCHES = Switches()
NOTHING = Hundredths(0)
SET_UP, BY_DICE = "set-up", "armies"
"""Paces that change how a file is read: players set up themselves; armies are drawn."""


@dataclass
class Reading:
    """What the parts of a file have given; each part adds its own, in the order of ``reader._battle``.

    unsound: ids of features with a fault, so that what names them is no fault as well.
    places: where each unit was written, for faults that are found when all are read.
    """

    options: Mapping[str, str]
    faults: Faults = field(default_factory=Faults)
    warnings: Faults = field(default_factory=Faults)
    pace: str = ""
    table: edges.Table = USUAL_TABLE
    switches: Switches = USUAL_SWITCHES
    features: dict[str, Feature] = field(default_factory=dict)
    unsound: tuple[str, ...] = ()
    armies: list[Army] = field(default_factory=list)
    units: dict[StandId, Unit] = field(default_factory=dict)
    places: dict[StandId, str] = field(default_factory=dict)
    arrivals: list[Arrival] = field(default_factory=list)


def length(got: Reading, number: Number, where: str, least: Hundredths = NOTHING) -> Hundredths:
    """A length of at least so much; a fault, and the least, where it is none."""
    try:
        found = read_inches(str(number))
    except ValueError as fault:
        got.faults.add(where, str(fault))
        return least
    if found < least:
        got.faults.add(where, f"{number} is less than {say_inches(least)}")
        return least
    return found


def bearing(got: Reading, number: Number, where: str) -> Tenths:
    """A facing or bearing in degrees clockwise from north, in [0, 360)."""
    try:
        return normal(read_degrees(str(number)))
    except ValueError as fault:
        got.faults.add(where, str(fault))
        return Tenths(0)


def spot(got: Reading, pair: Pair, where: str) -> Spot:
    """A place on the table."""
    try:
        found = Spot(read_inches(str(pair[0])), read_inches(str(pair[1])))
    except ValueError as fault:
        got.faults.add(where, str(fault))
        return Spot(Hundredths(0), Hundredths(0))
    if not edges.holds(got.table, point(found)):
        wide, deep = say_inches(got.table.width), say_inches(got.table.depth)
        got.faults.add(where, f"{pair[0]},{pair[1]} is off the table, which goes from 0,0 to {wide},{deep}")
    return found


def area(got: Reading, pairs: tuple[Pair, ...], where: str) -> tuple[Spot, ...]:
    """The corners of an area, at least three, no edges that cross; () with a fault where it is none."""
    corners = tuple(spot(got, pair, inside(where, i)) for i, pair in enumerate(pairs))
    try:
        polygon(corners)
    except ValueError as fault:
        got.faults.add(where, str(fault))
        return ()
    return corners


def way(got: Reading, pairs: tuple[Pair, ...], where: str) -> tuple[Spot, ...]:
    """The points of a road, at least two; () with a fault where it is none."""
    points = tuple(spot(got, pair, inside(where, i)) for i, pair in enumerate(pairs))
    try:
        line(points)
    except ValueError as fault:
        got.faults.add(where, str(fault))
        return ()
    return points


def stretch(
    got: Reading, edge: edges.TableEdge, start: Number | None, end: Number | None, where: str
) -> tuple[Hundredths, Hundredths]:
    """A stretch of an edge from its west or south end; all of it where nothing is said."""
    whole = edges.edge_length(got.table, edge)
    low = length(got, start, inside(where, "from")) if start is not None else Hundredths(0)
    high = length(got, end, inside(where, "to")) if end is not None else whole
    if not low <= high <= whole:
        asked = f"{say_inches(low)} to {say_inches(high)}"
        got.faults.add(where, f"{asked} is no stretch of the {edge} edge, which is {say_inches(whole)} long")
        return Hundredths(0), whole
    return low, high
