"""The lines of a table's ground: roads, hedges, works.  Board units."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pbem.engine.tablechart import TableChart, TableFeature
from pbem.reports.maps import lines
from pbem.reports.maps.shapes import Path, Shape, dot, polyline
from pbem.reports.maps.tables.layout import TableLayout
from pbem.reports.maps.tables.outlines import course

_ROAD: Final = 0.62
"""Inches that the metalled part of a road is broad at most."""


def roads(_chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """Two edges with a light way between; where roads meet they are one."""
    broad = {id(one): _broad(one, place) for one in some}
    ends = {place.at(one.shape[n]) for one in some for n in (0, -1)}
    ways = [(polyline(course(one, place, ends)), broad[id(one)]) for one in some]
    return [
        *(Path(d, "s-road-line", wide + 3.4, cap="round") for d, wide in ways),
        *(Path(d, "s-road-fill", wide, cap="round") for d, wide in ways),
    ]


def _broad(one: TableFeature, place: TableLayout) -> float:
    return max(6.0, min(2 * one.half_width / 100 or _ROAD, _ROAD) * place.inch)


def hedges(_chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """Beads on a line."""
    ways = [course(one, place) for one in some]
    beads = "".join(dot(at, 3.6) for way in ways for at in lines.paced(way, 8, closed=False))
    return (
        [Path("".join(polyline(way) for way in ways), "s-wood-line", 1.6), Path(beads, "f-wood-line")] if ways else []
    )


def works(_chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
    """A bank with teeth to its left, the way it is drawn."""
    ways = [course(one, place) for one in some]
    teeth = ""
    for way in ways:
        paced = lines.paced(way, 11, closed=False)
        for (ax, ay), (bx, by) in pairwise(paced):
            span = math.dist((ax, ay), (bx, by)) or 1
            x, y = (ax + bx) / 2, (ay + by) / 2
            teeth += polyline(((x, y), (x + (by - ay) / span * 9, y - (bx - ax) / span * 9)))
    d = "".join(polyline(way) for way in ways)
    return [Path(d, "s-works", 4.2, cap="round"), Path(teeth, "s-works", 2.4)] if ways else []
