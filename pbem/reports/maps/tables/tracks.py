"""What the units of a table did this turn: moves and charges from their dashed last places, retreats, shots."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from pbem.engine.mapstyle import ArrowKind, SideLook
from pbem.engine.tablechart import Base, TableChart, Track
from pbem.reports.maps import lines, strokes
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import (
    Path,
    Point,
    Shape,
    ShapeGroup,
    SvgRect,
    Text,
    around,
    clean,
    dot,
    polyline,
    text_width,
)
from pbem.reports.maps.tables import units
from pbem.reports.maps.tables.bodies import Body, body, body_of
from pbem.reports.maps.tables.layout import TableLayout

_SHORT = 5.0
"""How far before a footprint an arrow ends."""
_TICK, _ON_WAY = 9.0, 14.0
"""Half the length of a tick across a way; how far from the way drawn it may be."""
_LEAST = 16.0
"""A shorter way has no arrow: the last place tells it."""


Sign = ArrowKind | Literal["before"]
"""What a track is drawn by: its arrow, a last place."""


class Drawn(NamedTuple):
    """A track: shapes under the units, shapes over them, the boxes they fill; the signs it is drawn by, each once."""

    below: list[Shape]
    above: list[Shape]
    boxes: list[SvgRect]
    signs: dict[Sign, SideLook]


def drawn(chart: TableChart, place: TableLayout) -> list[Drawn]:
    """Every track, in the chart's order."""
    standing = {one.code: one for one in chart.bases if one.ghost is None}
    bodies = {code: body_of(one, place) for code, one in standing.items()}
    found = []
    for track in chart.tracks:
        if track.kind == "shot":
            found.append(_shot(track, place, bodies))
        else:
            found.append(_march(track, place, standing.get(track.code), list(bodies.values())))
    return found


def _march(track: Track, place: TableLayout, base: Base | None, standing: Sequence[Body]) -> Drawn:
    line = [place.at(spot) for spot in track.path]
    now = body_of(base, place) if base else None
    shapes: list[Shape] = []
    boxes: list[SvgRect] = []
    signs: dict[Sign, SideLook] = {}
    above: list[Text] = []
    before = body(track.start, base.width, base.depth, place) if base and track.start else None
    if before and now and not _alike(before, now):
        shapes.append(last_place(track, before, hidden=_hidden(before.at, standing)))
        boxes.append(before.box)
        signs["before"] = track.look
    line = clear_of(line, _name_of(before) if before else None, now)
    if line:
        if before is None or track.kind == "moved":
            shapes += ring(line[0], track)
        shapes += strokes.DRAW[track.kind](line, track.look)
        shapes += ticks(line, [place.at(spot) for spot in track.ticks], track.look)
        boxes += [around(at, 18, 18) for at in line[::3]]
        above += said(line, track)
        boxes += [SvgRect(one.x, one.y - 19, one.x + text_width(one.text, 20, "bold"), one.y + 5) for one in above]
        signs[track.kind] = track.look
    return Drawn(shapes, [*above], boxes, signs)


def said(line: Sequence[Point], track: Track) -> list[Text]:
    """What is printed beside a way, to the right of its middle."""
    words = clean(track.said)
    if not words:
        return []
    x, y = line[len(line) // 2]
    return [Text(words, x + 13, y + 7, 20, f"bold f-{INKS[track.look].line} s-field", "start", halo=5)]


def _alike(one: Body, other: Body) -> bool:
    return math.dist(one.at, other.at) < 1 and abs(one.degrees - other.degrees) < 1


def _hidden(at: Point, standing: Sequence[Body]) -> bool:
    return any(lines.holds([one.ring(8)], at) for one in standing)


def last_place(track: Track, before: Body, *, hidden: bool) -> Shape:
    """A dashed footprint, its front a little heavier; the code in it where nothing hides it."""
    ink = INKS[track.look].line
    d = units.outline(before, track.look)
    inset, y = units.cut_of(before) if track.look == 2 else 0, -before.deep / 2
    edge = f"M{-before.wide / 2 + inset:.1f},{y:.1f}h{before.wide - 2 * inset:.1f}"
    outline = ShapeGroup(
        (Path(d, "s-field", 4.4), Path(d, f"s-{ink}", 1.8, "6,4.5"), Path(edge, f"s-{ink}", 3.4, "6,4.5")),
        turn=before.degrees,
    )
    code = clean(track.code)
    size = min(20.0, 20 * (max(before.wide, before.deep) - 8) / (text_width(code, 20, "bold") or 1))
    name = Text(code, 0, size * 0.36, size, f"bold f-{ink} s-field", halo=5)
    shown: tuple[Shape, ...] = (outline,) if hidden or size < 13 else (outline, name)
    return ShapeGroup(shown, *before.at)


def ticks(line: Sequence[Point], at: Sequence[Point], look: SideLook) -> list[Shape]:
    """Strokes across a way, that of the half a little longer; none where the way is not drawn."""
    found: list[Shape] = []
    for number, tick in enumerate(at):
        near = min(range(len(line)), key=lambda n: math.dist(line[n], tick))
        (ax, ay), (bx, by) = line[max(0, near - 1)], line[min(len(line) - 1, near + 1)]
        span = math.dist((ax, ay), (bx, by))
        if span and math.dist(line[near], tick) < _ON_WAY:
            half = _TICK * (1.5 if number == 1 else 1) / span
            dx, dy = (by - ay) * half, (ax - bx) * half
            d = polyline(((tick[0] - dx, tick[1] - dy), (tick[0] + dx, tick[1] + dy)))
            found += [Path(d, "s-field", 6), Path(d, f"s-{INKS[look].line}", 3)]
    return found


def ring(at: Point, track: Track) -> list[Shape]:
    """Where a move began."""
    return [Path(dot(at, 5), f"f-field s-{INKS[track.look].line}", 2.6)]


def _name_of(before: Body) -> Body:
    """The middle of a last place, where its code is."""
    return before._replace(wide=34, deep=26)


def clear_of(line: Sequence[Point], before: Body | None, now: Body | None) -> list[Point]:
    """A way without what lies within the bodies at its two ends; nothing for one that is too short to draw."""
    if len(line) < 2 or lines.length(line) < _LEAST:
        return []
    way = lines.paced(line, 3, closed=False)
    if now:
        end = [now.ring(_SHORT)]
        while way and lines.holds(end, way[-1]):
            way.pop()
    if before:
        start = [before.ring()]
        way = way[next((n for n, at in enumerate(way) if not lines.holds(start, at)), len(way)) :]
    return lines.paced(way, 12, closed=False) if len(way) > 1 and lines.length(way) >= _LEAST else []


def line_of_fire(track: Track, place: TableLayout, bodies: dict[str, Body]) -> tuple[Point, Point] | None:
    """From before the shooter's front to the edge of whatever stands at its end."""
    start, end = place.at(track.path[0]), place.at(track.path[-1])
    way = lines.paced((start, end), 3, closed=False) if math.dist(start, end) > 1 else []
    own = bodies.get(track.code)
    target = next((one for code, one in bodies.items() if code != track.code and lines.holds([one.ring(2)], end)), None)
    while target and len(way) > 2 and lines.holds([target.ring(-7)], way[-1]):
        way.pop()
    while own and len(way) > 2 and lines.holds([own.ring(units.POINT)], way[0]):
        way.pop(0)
    return (way[0], way[-1]) if len(way) > 1 and math.dist(way[0], way[-1]) > 10 else None


def _shot(track: Track, place: TableLayout, bodies: dict[str, Body]) -> Drawn:
    ends = line_of_fire(track, place, bodies) if len(track.path) > 1 else None
    if ends is None:
        return Drawn([], [], [], {})
    shot = strokes.shot(*ends, track.look)
    return Drawn([], [*shot.dots, *shot.ring], shot.boxes, {"shot": track.look})
