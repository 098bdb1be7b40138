"""A map of a table as a page holds it (``maps/inline.py``)."""

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise

from msgspec.structs import replace

from pbem.engine.table.angles import bearing, relative
from pbem.engine.table.places import Pose, Spot, point
from pbem.engine.table.references import say_spot
from pbem.engine.tablechart import Base, TableChart, Track
from pbem.engine.warnings import Footprint
from pbem.reports.maps.inline import Inline, Layers, Part, Step, TableBoard, Tapped, printed
from pbem.reports.maps.shapes import Point, SvgRect, clean, hull, polyline
from pbem.reports.maps.svg import Drawing, document
from pbem.reports.maps.tables import ground, layout, maptext
from pbem.reports.maps.tables.bodies import body, body_of
from pbem.reports.maps.tables.layout import SQUARE, TableLayout
from pbem.reports.maps.tables.overlay import UnitPiece, overlay
from pbem.reports.maps.tables.sheet import ground_shapes, place_of


def inline_map(chart: TableChart, own: Collection[str], *, links: bool) -> Inline:
    """A seat's map."""
    place = place_of(chart)
    over = overlay(chart, place)
    ghosts, pieces = ([_tapped(chart, one, own, place) for one in some] for some in (over.ghosts, over.pieces))
    kinds, drawn = printed(Layers(over.names, (), over.below, ghosts, pieces, (), over.above), links=links)
    board = TableBoard(place.inch, chart.width / 100, chart.depth / 100, SQUARE, maptext.told_ground(chart))
    return Inline(
        width=math.ceil(place.width), height=math.ceil(place.bottom), fight=_fight(chart, place),
        transform=place.transform, symbols=kinds, svg=drawn, board=board, words=maptext.chart_alt(chart),
    )  # fmt: skip


def _tapped(chart: TableChart, piece: UnitPiece, own: Collection[str], place: TableLayout) -> Tapped:
    base = piece.base
    return Tapped(
        code=clean(base.code), place=say_spot(base.at.at), own=base.code in own, ghost=base.ghost is not None,
        told=maptext.unit_told(chart, base), plate=piece.plate, hung=piece.hung,
        outline=polyline(body_of(base, place).ring(), closed=True), facing=f"{base.at.facing / 10:g}",
    )  # fmt: skip


def _fight(chart: TableChart, place: TableLayout) -> SvgRect:
    """The box of the sheet round all that stands or happened, a margin with it."""
    shown, inch = layout.window(chart, "fight"), place.inch
    box = place.sheet(SvgRect(shown.left * inch, (place.depth - shown.top) * inch,
                           shown.right * inch, (place.depth - shown.bottom) * inch))  # fmt: skip
    return SvgRect(max(box.left, 0), max(box.top, 0), min(box.right, place.width), min(box.bottom, place.bottom))


def rings(chart: TableChart, prints: Sequence[Footprint]) -> list[tuple[str, Point]]:
    """Rings round footprints that units would have at one place; the sign is in the middle of them all."""
    place = place_of(chart)
    bodies = [body(one.at, one.width, one.depth, place) for one in prints]
    if not bodies:
        return []
    middle = sum(one.at[0] for one in bodies) / len(bodies), sum(one.at[1] for one in bodies) / len(bodies)
    return [("".join(polyline(one.ring(), closed=True) for one in bodies), middle)]


NEAR, MARGIN = 1200, 3
"""Hundredths of an inch to an enemy that is looked at together with one's own; inches about all of them."""


def army_box(chart: TableChart, own: Collection[str], orders: Sequence[Track]) -> SvgRect | None:
    """The box round one's own, their orders and the enemies near them (the nearest, however far), three inches with
    it; None for none of one's own."""
    standing = [one for one in chart.bases if one.ghost is None]
    mine = [one for one in standing if one.code in own]
    if not mine:
        return None
    foes = [one for one in standing if one.code not in own]
    far = [min(math.dist((foe.at.at.x, foe.at.at.y), (one.at.at.x, one.at.at.y)) for one in mine) for foe in foes]
    near = [foe for foe, way in zip(foes, far, strict=True) if way <= max(NEAR, min(far))]
    place = place_of(chart)
    corners = [corner for one in (*mine, *near) for corner in body_of(one, place).ring()]
    points = [*corners, *(place.at(spot) for one in orders for spot in one.path)]
    box = place.sheet(hull(SvgRect(x, y, x, y) for x, y in points).grown(MARGIN * place.inch))
    return SvgRect(max(box.left, 0), max(box.top, 0), min(box.right, place.width), min(box.bottom, place.bottom))


def ground_of(chart: TableChart) -> TableChart:
    """A chart without anything that changes from turn to turn."""
    return TableChart(
        title="", subtitle="", width=chart.width, depth=chart.depth,
        features=tuple(replace(one, name="") for one in chart.features),
        areas=tuple(replace(one, name="") for one in chart.areas), objective_text="", sides=(), bases=(),
    )  # fmt: skip


def ground_picture(bare: TableChart, part: Part) -> str:
    """A picture under an inline map, as an SVG document.  bare: of ``ground_of``."""
    place = place_of(bare)
    drawing = ground_shapes(bare, place, squares=False) if part == "ground" else Drawing(units=ground.squares(place))
    view = SvgRect(0, 0, math.ceil(place.width), math.ceil(place.bottom))
    return document(drawing, place, view, "paper", ids=f"{part}-", page=part == "ground", dark_too=True)


def stirred(before: TableChart, now: TableChart) -> str:
    """The units that are otherwise than before, outlined: path data in board units."""
    then = {one.code: one for one in before.bases}
    place = place_of(now)
    return "".join(
        polyline(body_of(one, place).ring(5), closed=True)
        for one in now.bases
        if (was := then.get(one.code)) is None or _state(was) != _state(one)
    )


def _state(one: Base) -> tuple[object, ...]:
    return one.at, one.strength, one.counters, one.marks, one.told, one.ghost


def ways(before: TableChart, now: TableChart) -> dict[str, list[Step]]:
    """How each unit came from where it was to where it is: it turns, goes along its way, and turns."""
    place, then = place_of(now), {one.code: one.at for one in before.bases}
    went: dict[str, list[Spot]] = {}
    for track in now.tracks:
        if track.kind != "shot":
            went.setdefault(track.code, []).extend(track.path)
    backwards = {track.code for track in now.tracks if track.kind == "fell-back"}
    found = {}
    for one in now.bases:
        start, path = then.get(one.code, one.at), went.get(one.code, [])
        if one.ghost is None and (path or start != one.at):
            found[one.code] = _steps([*poses(start, path, one.code in backwards), one.at], place)
    return found


def poses(start: Pose, path: Sequence[Spot], backwards: bool) -> Iterator[Pose]:
    """A unit at the ends of every leg of its way, facing along it; backwards: it faces as it did."""
    yield Pose(path[0], start.facing) if path else start
    for one, other in pairwise(path):
        facing = start.facing if backwards else bearing(point(one), point(other))
        yield Pose(one, facing)
        yield Pose(other, facing)


def _steps(some: Sequence[Pose], place: TableLayout) -> list[Step]:
    """The same, counted from the last; from one to the next it turns the short way."""
    (x, y), turn, found = place.at(some[-1].at), 0, [Step(0, 0, 0)]
    for after, one in pairwise(reversed(some)):
        turn += relative(one.facing, after.facing)
        at = place.at(one.at)
        found.append(Step(round(at[0] - x, 1), round(at[1] - y, 1), turn / 10))
    return list(reversed([step for step, _ in groupby(found)]))
