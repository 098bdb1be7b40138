"""Figures and places of a scenario file: inches, degrees, spots, areas, lines, stretches of the table's edge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from pbem.engine.scenariofile.gathered import Gathered
from pbem.engine.spec import inside, read
from pbem.engine.table import edges
from pbem.engine.table.measures import Hundredths, Tenths, normal, read_degrees, read_inches, say_inches
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.places import Spot, point
from pbem.engine.table.shapes import line, polygon

Number = int | float
"""Inches or degrees as people write them: ``12``, ``12.5``."""
Pair = tuple[Number, Number]
"""x and y, in inches from the south-west corner."""

V = TypeVar("V")
NOTHING = Hundredths(0)
SOUTH_WEST = Spot(NOTHING, NOTHING)
USUAL_TABLE = edges.Table(Hundredths(3600), Hundredths(3600))
LEAST_TABLE, GREATEST_TABLE = Hundredths(1200), Hundredths(12000)


class TableSpec(msgspec.Struct, frozen=True, kw_only=True):
    """From west to east, from south to north, in inches."""

    width: Number = 36
    depth: Number = 36


class HeldSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Ground to be held: an area by its corners, or what is within so many inches of a place."""

    name: str
    shape: tuple[Pair, ...] = ()
    at: Pair | None = None
    within: Number | None = None


@dataclass
class Measured(Gathered):
    """What has been gathered of a battle on a table.  A rule set derives its own."""

    table: edges.Table = USUAL_TABLE

    def read_table(self, value: object) -> None:
        """Its size: 12 to 120 inches either way."""
        spec = read(TableSpec, value, "table", self.faults)
        if spec is None:
            return
        width, depth = self.length(spec.width, "table.width"), self.length(spec.depth, "table.depth")
        for name, found in (("width", width), ("depth", depth)):
            if not LEAST_TABLE <= found <= GREATEST_TABLE:
                self.fault("table", "a table is 12 to 120 inches either way, and 36 as a rule", name)
                return
        self.table = edges.Table(width, depth)

    def length(self, number: Number, where: str, least: Hundredths = NOTHING) -> Hundredths:
        """A length of at least so much; a fault, and the least, where it is none."""
        found = self._made(lambda: read_inches(str(number)), where, least)
        if found < least:
            self.fault(where, f"{number} is less than {say_inches(least)}")
            return least
        return found

    def bearing(self, number: Number, where: str) -> Tenths:
        """A facing or bearing in degrees clockwise from north, in [0, 360)."""
        return self._made(lambda: normal(read_degrees(str(number))), where, Tenths(0))

    def spot(self, pair: Pair, where: str) -> Spot:
        """A place on the table."""
        found = self._made(lambda: Spot(read_inches(str(pair[0])), read_inches(str(pair[1]))), where, SOUTH_WEST)
        if not edges.holds(self.table, point(found)):
            wide, deep = say_inches(self.table.width), say_inches(self.table.depth)
            self.fault(where, f"{pair[0]},{pair[1]} is off the table, which goes from 0,0 to {wide},{deep}")
        return found

    def area(self, pairs: Sequence[Pair], where: str) -> tuple[Spot, ...]:
        """The corners of an area, at least three, no edges that cross; () with a fault where it is none."""
        return self._shape(polygon, pairs, where)

    def line(self, pairs: Sequence[Pair], where: str) -> tuple[Spot, ...]:
        """The points of a road or another line, at least two; () with a fault where it is none."""
        return self._shape(line, pairs, where)

    def held(self, value: object, where: str) -> AreaToHold | None:
        """Ground to be held, by its own corners or what is within so much of a place; None with a fault."""
        spec = read(HeldSpec, value, where, self.faults)
        if spec is None:
            return None
        if (spec.at is None) == (not spec.shape) or (spec.within is None) != (spec.at is None):
            self.fault(where, "an area has a 'shape' of corners, or a place 'at' and what is 'within' so many inches")
            return None
        if spec.at is not None and spec.within is not None:
            radius = self.length(spec.within, inside(where, "within"), Hundredths(50))
            return AreaToHold(name=spec.name, shape=(self.spot(spec.at, inside(where, "at")),), radius=radius)
        return AreaToHold(name=spec.name, shape=self.area(spec.shape, inside(where, "shape")))

    def stretch(
        self, edge: edges.TableEdge, start: Number | None, end: Number | None, where: str
    ) -> tuple[Hundredths, Hundredths]:
        """A stretch of an edge from its west or south end; all of it where nothing is said."""
        whole = edges.edge_length(self.table, edge)
        low = self.length(start, inside(where, "from")) if start is not None else NOTHING
        high = self.length(end, inside(where, "to")) if end is not None else whole
        if not low <= high <= whole:
            asked = f"{say_inches(low)} to {say_inches(high)}"
            self.fault(where, f"{asked} is no stretch of the {edge} edge, which is {say_inches(whole)} long")
            return NOTHING, whole
        return low, high

    def mouth(
        self, edge: edges.TableEdge, at: Number | None, start: Number | None, end: Number | None, where: str
    ) -> tuple[Hundredths, Hundredths]:
        """Where the middle of a unit's front may enter: one place, or a stretch; all of the edge for neither."""
        if at is None:
            return self.stretch(edge, start, end, where)
        if start is not None or end is not None:
            self.fault(where, "one place, or a stretch from and to: not both", "at")
        return self.stretch(edge, at, at, where)

    def _shape(self, form: Callable[[tuple[Spot, ...]], object], pairs: Sequence[Pair], where: str) -> tuple[Spot, ...]:
        places = tuple(self.spot(pair, inside(where, i)) for i, pair in enumerate(pairs))
        return places if self._made(lambda: form(places), where, None) is not None else ()

    def _made(self, make: Callable[[], V], where: str, otherwise: V) -> V:
        """What is made; a fault, and the other, where it cannot be."""
        try:
            return make()
        except ValueError as fault:
            self.fault(where, str(fault))
            return otherwise
