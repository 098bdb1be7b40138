"""The ground of a table: areas and lines as they are, to scale, and what matters of it.

Nothing here depends on units or on the turn, so that a rendered ground may be kept.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from pbem.engine.tablechart import Area, TableChart, TableFeature
from pbem.reports.maps import lines
from pbem.reports.maps.lines import Loop, chance
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import Path, Point, Shape, SvgRect, SymbolUse, dot, polyline
from pbem.reports.maps.tables import crossings, land, ways
from pbem.reports.maps.tables.covers import Drawn, kind_of
from pbem.reports.maps.tables.layout import SQUARE, TableLayout
from pbem.reports.maps.tables.outlines import SOFT, clockwise, outline

ORDER: Final[tuple[Drawn, ...]] = (
    "field", "hill", "marsh", "lake", "river", "wood", "impassable", "road", "ford", "bridge", "town", "hedge", "works",
)  # fmt: skip
"""Later kinds are drawn over earlier ones."""


def shapes(chart: TableChart, place: TableLayout) -> list[Shape]:
    """All that grows, lies and flows."""
    drawn: list[Shape] = list(_tufts(chart, place))
    for kind in ORDER:
        some = [one for one in chart.features if kind_of(chart, one) == kind and len(one.shape) > 1]
        drawn += _DRAW[kind](chart, some, place)
    return drawn


def kinds_shown(chart: TableChart, place: TableLayout) -> list[Drawn]:
    """The kinds of ground in sight, in drawing order."""
    here = set()
    for one in chart.features:
        points = [place.at(spot) for spot in one.shape]
        if len(points) > 1 and place.shown.grown(-8).overlap(SvgRect(*bounds(points)).grown(1)):
            here.add(kind_of(chart, one))
    return [kind for kind in ORDER if kind in here]


def _tufts(chart: TableChart, place: TableLayout) -> list[Shape]:
    """Grass here and there on open ground."""
    covered = [outline(one, place) for one in chart.features if len(one.shape) > 2]
    grown: list[Shape] = []
    step = 2.6
    for row in range(int(place.depth / step) + 1):
        for column in range(int(place.across / step) + 1):
            if chance(column, row, 7) > 0.2:
                continue
            x = (column + chance(column, row, 8)) * step * place.inch
            y = (row + chance(column, row, 9)) * step * place.inch
            if not any(lines.holds([loop], (x, y)) for loop in covered):
                grown.append(SymbolUse("g-tuft", x - 8, y - 9, 16, 10, "c-grid"))
    return grown


def squares(place: TableLayout) -> list[Shape]:
    """The lines of the lettered squares, a cross where they meet.

    The squares' names are in the border alone: C2 is also what a unit of horse is called.
    """
    wide, high, step = place.across * place.inch, place.depth * place.inch, SQUARE * place.inch
    columns = [n * step for n in range(1, math.ceil(place.across / SQUARE))]
    rows = [high - n * step for n in range(1, math.ceil(place.depth / SQUARE))]
    grid = "".join(polyline(((x, 0), (x, high))) for x in columns) + "".join(
        polyline(((0, y), (wide, y))) for y in rows
    )
    crosses = "".join(
        polyline(((x - 6, y), (x + 6, y))) + polyline(((x, y - 6), (x, y + 6))) for x in columns for y in rows
    )
    return [Path(grid, "s-grid", 1.5), Path(crosses, "s-hex-number", 1.3)]


# --- what matters of it -------------------------------------------------------------------------------------------


def areas(chart: TableChart, place: TableLayout) -> list[Shape]:
    """Objectives, where a side sets up, where units leave and come."""
    return [shape for one in chart.areas if one.shape for shape in AREAS[one.kind](one, place)]


def area_path(one: Area, place: TableLayout) -> str:
    """The outline of an area as path data: round, along the edge, or by its corners."""
    points = [place.at(spot) for spot in one.shape]
    if len(points) == 1:
        return dot(points[0], max(one.radius / 100 * place.inch, 13))
    return polyline(points, closed=len(points) > 2)


def _objective(one: Area, place: TableLayout) -> list[Shape]:
    d = area_path(one, place)
    band: list[Shape] = [Path(d, "s-disc-mark", 6.4), Path(d, "s-disc", 3.4, "9,5")]
    if len(one.shape) == 1 and not one.radius:
        x, y = place.at(one.shape[0])
        band.append(SymbolUse("m-star", x - 8, y - 8, 16, 16, "c-disc-mark"))
    return band


def _deployment(one: Area, place: TableLayout) -> list[Shape]:
    """A dashed line with teeth inwards: here, not beyond."""
    ink = INKS[one.look].line if one.look else "soft-ink"
    points = [place.at(spot) for spot in one.shape]
    if len(points) < 3:
        return [Path(area_path(one, place), f"s-{ink}", 2.4, "13,6")]
    loop = clockwise(points)
    hatch = lines.rows_of_lines([loop], 45 if one.look == 1 else -45, 26, 3)
    return [
        Path("".join(polyline(line) for line in hatch), f"s-{ink}", 1.1, opacity=0.3),
        Path(polyline(loop, closed=True), f"s-{ink}", 2.4, "13,6"),
    ]


def _way(one: Area, place: TableLayout, inwards: float) -> list[Shape]:
    """A broad line along a stretch of the edge, with arrow heads out of the table or into it."""
    ink = INKS[one.look].line if one.look else "soft-ink"
    points = [place.at(spot) for spot in one.shape]
    if len(points) == 1:
        x, y = points[0]
        points = [(x - place.inch, y), (x + place.inch, y)]
    middle = place.across * place.inch / 2, place.depth * place.inch / 2
    d = polyline(points)
    heads = ""
    for (ax, ay), (bx, by) in pairwise(points):
        span = lines.length(((ax, ay), (bx, by))) or 1
        ux, uy = (bx - ax) / span, (by - ay) / span
        nx, ny = -uy, ux
        if (middle[0] - ax) * nx + (middle[1] - ay) * ny < 0:
            nx, ny = -nx, -ny
        for x, y in lines.paced(((ax, ay), (bx, by)), 70, closed=False)[1:-1] or [((ax + bx) / 2, (ay + by) / 2)]:
            base, tip = (6.0, 20.0) if inwards > 0 else (20.0, 6.0)
            heads += polyline(
                ((x - ux * 9 + nx * base, y - uy * 9 + ny * base), (x + nx * tip, y + ny * tip),
                 (x + ux * 9 + nx * base, y + uy * 9 + ny * base)),
                closed=True,
            )  # fmt: skip
    return [Path(d, f"s-{ink}", 7), Path(heads, f"f-{ink} s-field", 1.5)]


AREAS: Final[dict[str, Callable[[Area, TableLayout], list[Shape]]]] = {
    "objective": _objective,
    "deployment": _deployment,
    "exit": lambda one, place: _way(one, place, -1),
    "entry": lambda one, place: _way(one, place, 1),
}


# --- kinds --------------------------------------------------------------------------------------------------------

Kind = Callable[[TableChart, Sequence[TableFeature], TableLayout], list[Shape]]


def _each(draw: Callable[[Loop, float, int], list[Shape]], soft: float = SOFT) -> Kind:
    """Draws each area by its outline: the outline, an inch, a number of its own for chance.  soft: see ``outline``."""

    def drawn(_chart: TableChart, some: Sequence[TableFeature], place: TableLayout) -> list[Shape]:
        found = []
        for n, one in enumerate(some):
            if len(one.shape) > 2:
                found += draw(outline(one, place, soft), place.inch, n)
        return found

    return drawn


_DRAW: Final[dict[Drawn, Kind]] = {
    "field": _each(land.field, 0),
    "hill": _each(land.hill),
    "marsh": _each(land.marsh),
    "lake": _each(land.lake),
    "river": _each(land.river),
    "wood": _each(land.wood),
    "impassable": _each(land.impassable, 0.2),
    "town": land.towns,
    "road": ways.roads,
    "bridge": crossings.bridges,
    "ford": crossings.fords,
    "hedge": ways.hedges,
    "works": ways.works,
}


def bounds(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
