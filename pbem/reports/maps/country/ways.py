"""Roads with a bead at each half-day, and the bridges that carry them."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from pbem.engine.countrychart import CountryChart, MapLine, MapRoad
from pbem.reports.maps.country.layout import CountryLayout
from pbem.reports.maps.country.terrain import stream
from pbem.reports.maps.country.traces import Trace, crossing, trace
from pbem.reports.maps.shapes import Path, Point, Shape, ShapeGroup, dot, polyline
from pbem.reports.maps.strokes import curve

_BEAD: Final = 4.3
BRIDGE: Final = "M-12,-8.5l3,3.4h18l3,-3.4M-12,8.5l3,-3.4h18l3,3.4"
BROKEN: Final = "M-14,-8.5l3,3.4h6l2.4,3M-14,8.5l3,-3.4h6l-2,-3M14,-8.5l-3,3.4h-5l-2.6,-3M14,8.5l-3,-3.4h-6l2.4,-3"
_STRUCK: Final = "M-6.5,-12.5l13,25M6.5,-12.5l-13,25"
_FAR: Final = 13.0
"""Miles to a place off the map beyond which only the beginning of the road is drawn."""
_STUB: Final = 6.0


@lru_cache(maxsize=512)
def road_line(road: MapRoad, place: CountryLayout) -> Trace:
    """A road as it is drawn."""
    return trace(curve([place.at(spot) for spot in road.course], 10))


def off_map(chart: CountryChart) -> frozenset[str]:
    """Places off the map."""
    return frozenset(one.id for one in chart.places if one.site in {"box", "exit"})


def roads(chart: CountryChart, place: CountryLayout) -> list[Shape]:
    """All roads, those that leave the map broken."""
    away, unit = off_map(chart), place.unit
    great = plain = broken = beads = heads = ""
    for one in chart.roads:
        line = road_line(one, place)
        if away & {one.a, one.b}:
            found = leaving(line, place, backwards=one.a in away)
            broken, heads = broken + polyline(found.line), heads + found.head
            continue
        d = polyline(line.points)
        if one.great:
            great += d
        else:
            plain += d
        beads += "".join(dot(line.at(line.length * n / one.halves)[0], _BEAD * unit) for n in range(1, one.halves))
    shapes: list[Shape] = []
    for d, cls, width, dash in (
        (broken, "s-road-line", 2.6, f"{7 * unit:g},{5 * unit:g}"), (great, "s-road-line", 6.2, ""),
        (plain, "s-road-line", 2.6, ""), (great, "s-road-fill", 3.0, ""),
    ):  # fmt: skip
        if d:
            shapes.append(Path(d, cls, width * unit, dash))
    if heads:
        shapes.append(Path(heads, "f-road-line"))
    if beads:
        shapes.append(Path(beads, "f-road-line s-field", 1.4 * unit))
    return shapes


class RoadOff(NamedTuple):
    """A road off the map, and an arrow head where only its beginning is drawn, else ''."""

    line: Sequence[Point]
    head: str


def leaving(line: Trace, place: CountryLayout, *, backwards: bool) -> RoadOff:
    """The road off the map as it is drawn.  backwards: whether its first end lies off the map."""
    if backwards:
        line = trace(tuple(reversed(line.points)))
    if line.length <= _FAR * place.mile:
        return RoadOff(line.points, "")
    some = line.part(0, _STUB * place.mile)
    (x, y), (ux, uy) = line.at(_STUB * place.mile)
    a = 9 * place.unit
    head = polyline(
        ((x + ux * a, y + uy * a), (x - ux * a * 0.6 - uy * a * 0.7, y - uy * a * 0.6 + ux * a * 0.7),
         (x - ux * a * 0.6 + uy * a * 0.7, y - uy * a * 0.6 - ux * a * 0.7)),
        closed=True,
    )  # fmt: skip
    return RoadOff(some, head)


@lru_cache(maxsize=512)
def bridge_of(road: MapRoad, rivers: tuple[MapLine, ...], place: CountryLayout) -> tuple[Point, float] | None:
    """Where a road's bridge is and how it lies, in degrees; None for a road without one, or that crosses no river.

    Where it crosses several, at the first of the broadest."""
    if not road.bridge:
        return None
    best: tuple[int, Point, float] | None = None
    waters = _waters(rivers, place)
    for a, b in pairwise(road_line(road, place).points):
        near = {each for spot in (a, b) for each in waters.get(_cell(spot), ())}
        for c, d, breadth in near:
            at = crossing(a, b, c, d)
            if at is not None and (best is None or breadth > best[0]):
                best = breadth, at, math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return (best[1], best[2]) if best else None


_CELL: Final = 40.0


def _cell(spot: Point) -> tuple[int, int]:
    return int(spot[0] // _CELL), int(spot[1] // _CELL)


@lru_cache(maxsize=16)
def _waters(rivers: tuple[MapLine, ...], place: CountryLayout) -> dict[tuple[int, int], list[tuple[Point, Point, int]]]:
    """Short stretches of all rivers with their breadth, by the cells in and about which they lie."""
    found: dict[tuple[int, int], list[tuple[Point, Point, int]]] = {}
    for river in rivers:
        if len(river.course) < 2:
            continue
        for c, d in pairwise(stream(river, place).points):
            column, row = _cell(c)
            for cell in ((column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)):
                found.setdefault(cell, []).append((c, d, max(river.breadth)))
    return found


def bridges(chart: CountryChart, place: CountryLayout) -> list[Shape]:
    """A sign on each road that a named bridge carries."""
    return [
        ShapeGroup((Path(BRIDGE, "s-field", 5.5), Path(BRIDGE, "s-ink", 2.2)), *found[0], found[1], 0.78 * place.unit)
        for one in chart.roads
        if (found := bridge_of(one, chart.rivers, place)) is not None
    ]


def broken_bridges(chart: CountryChart, place: CountryLayout) -> list[Shape]:
    """A struck bridge where the reader knows it to be broken; halfway along a road that crosses no river drawn."""
    shapes: list[Shape] = []
    for one in chart.roads:
        if not one.broken:
            continue
        line = road_line(one, place)
        at, turn = bridge_of(one, chart.rivers, place) or (line.at(line.length / 2)[0], 0.0)
        shapes.append(
            ShapeGroup(
                (Path(dot((0, 0), 16), "f-field"), Path(BROKEN, "s-ink", 2.2), Path(_STRUCK, "s-side2-frame", 3)),
                *at, turn, 0.95 * place.unit,
            )
        )  # fmt: skip
    return shapes
