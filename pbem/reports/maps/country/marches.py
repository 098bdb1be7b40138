"""Marches beside the roads: dashes for what was marched, a hollow ribbon for what is ordered."""

import itertools
from typing import Final

from pbem.engine.countrychart import RoadMarch
from pbem.reports.maps.country.layout import CountryLayout
from pbem.reports.maps.country.traces import Trace, beside, trace
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import Path, Point, Shape, dot, polyline
from pbem.reports.maps.strokes import curve

_BESIDE: Final = 13.0


def line_of(march: RoadMarch, place: CountryLayout) -> Trace | None:
    """Where a march is drawn: to the left of its road, or to the right of it when ordered; None for too short a one."""
    points = [place.at(spot) for spot in march.path]
    points = [points[0], *(b for a, b in itertools.pairwise(points) if a != b)]
    if len(points) < 2:
        return None
    side = _BESIDE * place.unit * (-1 if march.kind == "moved" else 1)
    whole = trace(beside(curve(points, 6), side))
    if whole.length < 34 * place.unit:
        return None
    return trace(whole.part(9 * place.unit, whole.length - 9 * place.unit))


def drawn(march: RoadMarch, place: CountryLayout) -> list[Shape]:
    """A march of either kind."""
    line = line_of(march, place)
    if line is None:
        return []
    return _moved(march, line, place) if march.kind == "moved" else _ordered(march, line, place)


def _head(line: Trace, long: float) -> tuple[list[Point], str]:
    """The line short of its head, and the head."""
    (x, y), (ux, uy) = line.at(line.length)
    a = long
    head = polyline(
        ((x + ux * a * 0.3, y + uy * a * 0.3), (x - ux * a * 0.9 - uy * a * 0.62, y - uy * a * 0.9 + ux * a * 0.62),
         (x - ux * a * 0.55, y - uy * a * 0.55),
         (x - ux * a * 0.9 + uy * a * 0.62, y - uy * a * 0.9 - ux * a * 0.62)),
        closed=True,
    )  # fmt: skip
    return line.part(0, line.length - a * 0.6), head


def _moved(march: RoadMarch, line: Trace, place: CountryLayout) -> list[Shape]:
    ink, unit = INKS[march.look].line, place.unit
    shaft, head = _head(line, 17 * unit)
    d = polyline(shaft)
    return [
        Path(d, "s-field", 7.6 * unit), Path(head, "f-field s-field", 5 * unit),
        Path(d, f"s-{ink}", 3.8 * unit, f"{11 * unit:g},{7 * unit:g}"),
        Path(dot(line.points[0], 4.6 * unit), f"f-field s-{ink}", 2.4 * unit),
        Path(head, f"f-{ink}"),
    ]  # fmt: skip


def _ordered(march: RoadMarch, line: Trace, place: CountryLayout) -> list[Shape]:
    ink, unit = INKS[march.look].line, place.unit
    shaft, head = _head(line, 22 * unit)
    d = polyline(shaft)
    ticks = "".join(_tick(line, place.at(spot), 9 * unit) for spot in march.ticks)
    shapes: list[Shape] = [
        Path(d, "s-field", 11 * unit), Path(d, f"s-{ink}", 7.4 * unit), Path(d, "s-field", 3.2 * unit),
        Path(head, f"f-field s-{ink}", 2.4 * unit),
    ]  # fmt: skip
    return [*shapes, Path(ticks, f"s-{ink}", 3.2 * unit)] if ticks else shapes


def _tick(line: Trace, near: Point, half: float) -> str:
    """A stroke across the line, at its point nearest to another."""
    best = min(
        range(len(line.points)), key=lambda n: (line.points[n][0] - near[0]) ** 2 + (line.points[n][1] - near[1]) ** 2
    )
    (x, y), (ux, uy) = line.at(line.far[best])
    return polyline(((x - uy * half, y + ux * half), (x + uy * half, y - ux * half)))
