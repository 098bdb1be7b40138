"""The ground of a scenario file: areas, lines, and crossings that are laid over rivers.

A rule set names its kinds of ground and derives its own ``GroundSpec``, with the keys that its rules need.
"""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from pbem.engine.spec import inside
from pbem.engine.table import areas
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot, point
from pbem.engine.table.scenario.measured import NOTHING, Measured, Number, Pair
from pbem.engine.table.shapes import crossing, polygon

CROSSING_WIDTH = 2
"""In inches, as it would be written."""
BEYOND_BANKS, NARROWEST = Hundredths(200), Hundredths(50)


class GroundSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of ground.  shape: corners of an area, or the points of a line.  width: of a line, or of a crossing.

    A crossing may be laid instead: ``over`` a river, ``at`` a place in it, for units that go by that bearing, so wide.
    """

    id: str
    kind: str
    name: str = ""
    shape: tuple[Pair, ...] | None = None
    over: str | None = None
    at: Pair | None = None
    bearing: Number | None = None
    width: Number | None = None


S = TypeVar("S", bound=GroundSpec)


class Laid(msgspec.Struct, Generic[S], frozen=True):
    """A piece of ground as it lies: () for a shape with a fault; width: of a line that has one of its own."""

    spec: S
    shape: tuple[Spot, ...]
    width: Hundredths = NOTHING


@dataclass(frozen=True, kw_only=True)
class GroundKinds(Generic[S]):
    """The kinds of ground of a rule set.  Those that are no lines are areas."""

    spec: type[S]
    lines: frozenset[str]
    """Kinds that are lines."""
    wide: frozenset[str] = frozenset()
    """Kinds of lines that may have a width of their own: the others are as wide as the rules say."""
    named_once: bool = True
    """Whether no two pieces may have one name, because orders go by names."""
    river: str = "river"
    """The kind, an area, that a crossing is laid over."""
    crossing: str = "crossing"

    def read(self, got: Measured, values: Iterable[object]) -> list[Laid[S]]:
        """All pieces in the order of the file; a crossing may name a river that comes after it."""
        laid: dict[str, Laid[S]] = {}
        specs: list[tuple[S, str]] = []
        for spec, where in got.items(self.spec, values, "terrain"):
            _check_id(got, spec, laid, where)
            if self.named_once:
                _check_name(got, spec, [one.spec for one in laid.values()], where)
            laid.setdefault(spec.id, Laid(spec, ()))
            specs.append((spec, where))
        for spec, where in specs:
            if spec.over is None:
                laid[spec.id] = self._shaped(got, spec, where)
        for spec, where in specs:
            if spec.over is not None:
                rivers = {one.spec.id: one.shape for one in laid.values() if one.spec.kind == self.river}
                laid[spec.id] = Laid(laid[spec.id].spec, self._over(got, spec, rivers, where) or laid[spec.id].shape)
        return list(laid.values())

    def _shaped(self, got: Measured, spec: S, where: str) -> Laid[S]:
        """A piece by its own corners or points."""
        wide = spec.kind in self.wide
        for key, value in (("at", spec.at), ("bearing", spec.bearing), ("width", None if wide else spec.width)):
            if value is not None:
                got.fault(where, f"{key!r} is for a crossing that is laid 'over' a river", key)
        if spec.shape is None:
            more = ", or 'over', 'at' and 'bearing'" if spec.kind == self.crossing else ""
            got.fault(where, f"'shape' is missing: a list of places, [[x, y], ...]{more}")
            return Laid(spec, ())
        places = inside(where, "shape")
        shape = got.line(spec.shape, places) if spec.kind in self.lines else got.area(spec.shape, places)
        width = (
            got.length(spec.width, inside(where, "width"), NARROWEST) if wide and spec.width is not None else NOTHING
        )
        return Laid(spec, shape, width)

    def _over(self, got: Measured, spec: S, rivers: dict[str, tuple[Spot, ...]], where: str) -> tuple[Spot, ...]:
        """A bridge or ford laid across a river; () with a fault."""
        if spec.kind != self.crossing:
            got.fault(where, f"'over' is for a crossing, and this is a {spec.kind}", "over")
            return ()
        if spec.shape is not None:
            got.fault(where, "a crossing has a shape of its own, or is laid 'over' a river: not both", "shape")
        if spec.at is None:
            got.fault(where, "'at' is missing: a place in the river where it is crossed, [x, y]")
            return ()
        if spec.over not in rivers:
            there = f"there are: {', '.join(rivers)}" if rivers else "there is none"
            got.fault(where, f"{spec.over!r} is no river; {there}", "over")
            return ()
        middle = got.spot(spec.at, inside(where, "at"))
        wide = got.length(CROSSING_WIDTH if spec.width is None else spec.width, inside(where, "width"), NARROWEST)
        along = got.bearing(0 if spec.bearing is None else spec.bearing, inside(where, "bearing"))
        river = rivers[spec.over]
        if not river:
            return ()
        try:
            return crossing(polygon(river), middle, along, wide, BEYOND_BANKS)
        except ValueError as fault:
            got.fault(where, str(fault), "at")
            return ()

    def warn_of_water(self, got: Measured, laid: Iterable[Laid[S]]) -> None:
        """A river without a crossing is a wall; a crossing that touches no river crosses nothing."""
        there = [one for one in laid if one.shape]
        rivers = [one for one in there if one.spec.kind == self.river]
        crossings = [one for one in there if one.spec.kind == self.crossing]
        for river in rivers:
            if not any(_meet(one.shape, river.shape) for one in crossings):
                name = river.spec.name or river.spec.id
                got.warn("terrain", f"nobody can cross {name}: it has no bridge and no ford")
        for one in crossings:
            if not any(_meet(one.shape, river.shape) for river in rivers):
                got.warn("terrain", f"{one.spec.name or one.spec.id} crosses no river")


def _check_id(got: Measured, spec: GroundSpec, before: Container[str], where: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9-]*", spec.id):
        got.fault(where, f"{spec.id!r} is no id: small letters, digits and hyphens: west-wood", "id")
    if spec.id in before:
        got.fault(where, f"there is a piece of terrain {spec.id} already", "id")


def _check_name(got: Measured, spec: GroundSpec, before: Iterable[GroundSpec], where: str) -> None:
    named = [one.id for one in before if spec.name and one.name.lower() == spec.name.lower()]
    if named:
        got.fault(where, f"{named[0]} has that name already, and orders go by names", "name")


def _meet(one: tuple[Spot, ...], river: tuple[Spot, ...]) -> bool:
    """Whether a crossing shares ground with a river."""
    band, corners = polygon(river), [point(corner) for corner in one]
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return any(areas.crosses(a, b, band) for a, b in sides)
