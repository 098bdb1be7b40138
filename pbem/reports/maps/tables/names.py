"""Place names of a table: in or beside what they name, where they hide nothing and nothing hides them.

A name keeps to its place: it never stands nearer to another named place, nor far from its own.  It shrinks for units,
and is left out where they fill every place it could stand.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from pbem.engine.tablechart import TableChart, TableFeature
from pbem.reports.maps import fonts, lines
from pbem.reports.maps.lines import Loop
from pbem.reports.maps.shapes import Point, Shape, ShapeGroup, SvgRect, Text, around, clean, text_width
from pbem.reports.maps.tables.bodies import box_of
from pbem.reports.maps.tables.covers import is_line
from pbem.reports.maps.tables.layout import TableLayout

Obstacle = tuple[SvgRect, float]
"""A box and how bad it is to cover all of it with a name."""
_NEVER: Final = 2.5
"""A name this badly placed is left out."""
_GOOD: Final = 0.9
"""A name this well placed need not be smaller."""
_SIZES: Final = (1.0, 0.86, 0.74)
_FAR: Final = 40.0
"""Sheet units between a place and its name at most."""
_MARKS: Final = 22.0
"""How far the marks of an exit or an entry reach from its line."""
_SEEN: Final = 14.0
"""So much of a place must be in sight for its name to be."""
_SIZE: Final = 33.0
_SMALL: Final = 28.0


class TableName(NamedTuple):
    """A place name that has been placed."""

    shape: Shape

    box: SvgRect

    cost: float
    """How poor the place is, 0 for the best."""


class _Wanted(NamedTuple):
    """A name to be placed, and the box of what it names."""

    text: str

    about: SvgRect

    loop: Loop | None = None
    """Outline of a river."""


def placed(chart: TableChart, place: TableLayout, taken: Sequence[Obstacle]) -> list[TableName]:
    """Every name that finds room, the largest places first."""
    wanted = [_wanted(one, place) for one in chart.features if one.shape]
    wanted += [_Wanted(clean(one.name), box_of(place.at(spot) for spot in one.shape).grown(_MARKS))
               for one in chart.areas if one.shape]  # fmt: skip
    obstacles = list(taken)
    found: list[TableName] = []
    for one in sorted(wanted, key=lambda one: -one.about.area):
        shown = _cut(one.about, place.shown)
        if not one.text or shown.width < _SEEN or shown.height < _SEEN:
            continue
        others = [other.about.grown(-6) for other in wanted if other is not one]
        name = _afloat(one.text, one.loop, place, obstacles) if one.loop else None
        name = name or _place(one.text, shown, place, obstacles, others)
        if name is not None:
            found.append(name)
            obstacles.append((name.box.grown(12), 24.0))
    return found


def _wanted(one: TableFeature, place: TableLayout) -> _Wanted:
    points = [place.at(spot) for spot in one.shape]
    if is_line(one):
        walked = lines.paced(points, 4, closed=False)
        return _Wanted(clean(one.name), around(walked[len(walked) // 2], 30, 30))
    return _Wanted(clean(one.name), box_of(points), points if one.kind == "river" and len(points) > 2 else None)


def _cut(box: SvgRect, to: SvgRect) -> SvgRect:
    """What of a box lies in another; of no width or height where nothing does."""
    left, top = max(box.left, to.left), max(box.top, to.top)
    return SvgRect(left, top, max(left, min(box.right, to.right)), max(top, min(box.bottom, to.bottom)))


# --- along a river ------------------------------------------------------------------------------------------------


def _afloat(text: str, loop: Loop, place: TableLayout, obstacles: Sequence[Obstacle]) -> TableName | None:
    """A name along the water, where it runs straightest and nothing hides it; None where it finds no such stretch."""
    size = _SMALL
    face = fonts.name_face(text, italic=True)
    wide, high = text_width(text, size, face) + 10, size * 0.74
    stream = _midstream(loop)
    field = place.shown.grown(-4)
    best: tuple[float, Point, float] | None = None
    for n, start in enumerate(stream):
        end = next((at for at in stream[n:] if math.dist(start, at) >= wide), None)
        if end is None:
            break
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
        turn = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
        bent = max(_off(at, start, end) for at in stream[n : stream.index(end) + 1])
        box = _turned_box(middle, wide, high, turn)
        if not field.holds(box) or bent > high * 0.55 or abs(turn) > 50:
            continue
        cost = bent / 40 + abs(turn) / 200 + _hidden(box, obstacles)
        if best is None or cost < best[0]:
            best = cost, middle, turn
    if best is None or best[0] > 1:
        return None
    _, at, turn = best
    words = Text(text, 0, size * 0.36, size, f"{fonts.FACE_CLASS[face]} f-ink s-water", halo=4)
    return TableName(ShapeGroup((words,), *at, round(turn, 1)), _turned_box(at, wide, high, turn), best[0])


def _midstream(loop: Loop) -> list[Point]:
    """Points about the middle of a band, from west to east, or from north to south where it runs so."""
    box = box_of(loop)
    flat = box.width >= box.height
    start, end = (box.left, box.right) if flat else (box.top, box.bottom)
    found = []
    for n in range(1, int((end - start) / 8)):
        at = start + n * 8
        cuts = sorted(_cuts(loop if flat else [(y, x) for x, y in loop], at))
        if len(cuts) == 2:
            middle = (cuts[0] + cuts[1]) / 2
            found.append((at, middle) if flat else (middle, at))
    return found


def _cuts(loop: Loop, at: float) -> Iterator[float]:
    """Where an outline crosses the upright line at some x."""
    for (ax, ay), (bx, by) in pairwise([*loop, loop[0]]):
        if (ax > at) != (bx > at):
            yield ay + (by - ay) * (at - ax) / (bx - ax)


def _off(at: Point, start: Point, end: Point) -> float:
    """How far a point is from the line through two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return abs((at[0] - start[0]) * dy - (at[1] - start[1]) * dx) / (math.hypot(dx, dy) or 1)


def _turned_box(at: Point, wide: float, high: float, degrees: float) -> SvgRect:
    """The upright box round a line of text at an angle."""
    sine, cosine = abs(math.sin(math.radians(degrees))), abs(math.cos(math.radians(degrees)))
    return around(at, wide * cosine + high * sine, wide * sine + high * cosine)


# --- in or beside a place -----------------------------------------------------------------------------------------


def _place(
    text: str, about: SvgRect, place: TableLayout, obstacles: Sequence[Obstacle], others: Sequence[SvgRect]
) -> TableName | None:
    usual = _SIZE if min(about.width, about.height) > 4 * place.inch else _SMALL
    found = None
    for part in _SIZES:
        found = _sized(text, usual * part, about, place, obstacles, others) or found
        if found is not None and found.cost <= _GOOD:
            break
    return found


def _sized(
    text: str, size: float, about: SvgRect, place: TableLayout, obstacles: Sequence[Obstacle], others: Sequence[SvgRect]
) -> TableName | None:
    face = fonts.name_face(text, italic=True)
    wide, high = text_width(text, size, face) + 4, size * 0.74
    field = place.shown.grown(-4)
    reach = about.grown(wide + 3 * high)
    obstacles = [one for one in obstacles if one[0].overlap(reach)]
    others = [one for one in others if one.overlap(reach)]
    best: tuple[float, Point] | None = None
    for at, dislike in sorted(_spots(about, wide, high), key=lambda spot: spot[1]):
        if best is not None and best[0] <= dislike:
            break
        box = around(at, wide, high)
        away = box.gap(about)
        if not field.holds(box) or away > _FAR or any(other.gap(box) < away for other in others):
            continue
        cost = dislike + _hidden(box, obstacles)
        cost += 0.8 * sum(rect.overlap(box) > 0 for rect in others)
        if best is None or cost < best[0]:
            best = cost, at
    if best is None or best[0] > _NEVER:
        return None
    x, y = best[1]
    shape = Text(text, x, y + size * 0.36, size, f"{fonts.FACE_CLASS[face]} f-ink s-field", halo=5)
    return TableName(shape, around((x, y), wide, high), best[0])


def _hidden(box: SvgRect, obstacles: Sequence[Obstacle]) -> float:
    """What it costs that a name covers other things."""
    cost = 0.0
    for rect, weight in obstacles:
        common = rect.overlap(box)
        if common:
            cost += weight * common / min(rect.area, box.area)
    return cost


def _spots(about: SvgRect, wide: float, high: float) -> Iterator[tuple[Point, float]]:
    """Where a name may stand, and how little it is liked there: below, above, in the middle, beside, farther off."""
    x, y = about.middle
    heights = [
        (about.bottom + high * 0.2, 0.0), (about.top - high * 0.2, 0.05), (about.bottom + high * 0.75, 0.1),
        (about.top - high * 0.75, 0.12), (y, 0.3), (about.bottom - high, 0.15), (about.top + high, 0.2),
        (about.bottom + high * 1.8, 0.6), (about.top - high * 1.8, 0.65),
    ]  # fmt: skip
    half = (about.width + wide) / 2
    for line, dislike in heights:
        for part in (0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.05, 1.25):
            for side in (1, -1) if part else (1,):
                away = dislike + part * 0.5
                if part > 1 and abs(line - y) > about.height / 2:
                    away += 0.5
                yield (x + side * half * part, line), away + math.dist((x, y), (x, line)) / 4000
