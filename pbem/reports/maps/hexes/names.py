"""Place names: beside what they name, where they hide nothing and nothing hides them.

A name keeps to its place: it never stands nearer to another named place, nor far from its own.  It yields to units: it
shrinks, and where they fill every place it could stand, it is left out until they have gone.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from pbem.engine.hexchart import HexChart, PlaceName
from pbem.reports.maps import fonts
from pbem.reports.maps.hexes import board, ground
from pbem.reports.maps.shapes import Point, Shape, SvgRect, Text, around, clean, text_width

Obstacle = tuple[SvgRect, float]
"""A box and how bad it is to cover all of it with a name."""

HIDES: Final = 12.0
"""Units and their marks: a name there cannot be read."""
NUMBER: Final = 8.0
"""Hex numbers: rather not."""
_ANOTHERS: Final = 1.5
"""Beside another named place: it would be taken for that one's name."""
_NEVER: Final = 2.5
"""A name this badly placed is left out."""
_GOOD: Final = 0.9
"""A name this well placed need not be smaller."""
_SIZES: Final = (1.0, 0.86, 0.74)
_FAR: Final = 34.0
"""Board units between a place and its name at most."""


class HexName(NamedTuple):
    """A place name that has been placed."""

    shape: Shape

    box: SvgRect

    cost: float
    """How poor the place is, 0 for the best."""


class NameRoom(NamedTuple):
    """Where names may stand: inside what, clear of what, and not beside which other named places."""

    inside: SvgRect
    obstacles: Sequence[Obstacle]
    others: Sequence[SvgRect]


def placed(
    chart: HexChart, field: SvgRect, sheet_scale: float, taken: Iterable[Obstacle], numbers: Iterable[SvgRect]
) -> list[HexName]:
    """Every name that finds room, the largest places first.  ``sheet_scale``: sheet units to a board unit."""
    obstacles = [*taken, *((n, NUMBER) for n in numbers)]
    found = []
    for place in sorted(chart.names, key=lambda n: -len(n.hexes)):
        text = clean(place.text)
        hexes = [h for h in place.hexes if board.on_board(chart, h)]
        if not text or not hexes:
            continue
        others = [ground.name_box(n.hexes) for n in chart.names if n.hexes and n is not place]
        room = NameRoom(field.grown(-3), obstacles, others)
        name = _place(place, text, ground.name_box(hexes), room, sheet_scale)
        if name is not None:
            left, top, right, bottom = name.box
            obstacles.append((SvgRect(left - 30, top - 4, right + 30, bottom + 4), 2 * HIDES))
            found.append(name)
    return found


def _place(place: PlaceName, text: str, about: SvgRect, room: NameRoom, sheet_scale: float) -> HexName | None:
    usual = (36 if len(place.hexes) > 3 else 28) * max(1, 0.88 / sheet_scale)
    found = None
    for part in _SIZES:
        found = _sized(place, text, usual * part, about, room) or found
        if found is not None and found.cost <= _GOOD:
            break
    return found


def _sized(place: PlaceName, text: str, size: float, about: SvgRect, room: NameRoom) -> HexName | None:
    face = fonts.name_face(text, italic=True)
    wide, high = text_width(text, size, face) + 4, size * 0.74
    near = room._replace(obstacles=[o for o in room.obstacles if o[0].overlap(about.grown(wide + 90))])
    best: tuple[float, Point] | None = None
    for at, dislike in sorted(_spots(place, about, wide, high), key=lambda spot: spot[1]):
        if best is not None and best[0] <= dislike:
            break
        box = around(at, wide, high)
        away = box.gap(about)
        if not room.inside.holds(box) or away > _FAR or any(other.gap(box) < away for other in room.others):
            continue
        cost = _cost(box, near, dislike, best[0] if best is not None else math.inf)
        if best is None or cost < best[0]:
            best = cost, at
    if best is None or best[0] > _NEVER:
        return None
    x, y = best[1]
    shape = Text(text, x, y + size * 0.36, size, f"{fonts.FACE_CLASS[face]} f-ink s-field", halo=5)
    return HexName(shape, around((x, y), wide, high), best[0])


def _cost(box: SvgRect, room: NameRoom, start: float, limit: float) -> float:
    """What it costs to print a name there; counting ends at the limit."""
    cost = start + _ANOTHERS * any(other.grown(24).overlap(box) for other in room.others)
    for rect, weight in room.obstacles:
        common = rect.overlap(box)
        if common:
            cost += weight * common / min(rect.area, box.area)
            if cost >= limit:
                break
    return cost


def _spots(place: PlaceName, about: SvgRect, wide: float, high: float) -> Iterator[tuple[Point, float]]:
    """Where a name may stand, and how little it is liked there: close by is best, then hills beside, others above.

    Lines of text stand between the rows of hex numbers, or right on the edge of the place.
    """
    x, y = about.middle
    lines = [about.top - high / 2 + 4, about.bottom + high / 2 - 4]
    lines += [
        (row + 0.5) * board.ROW
        for row in range(math.floor(about.top / board.ROW) - 1, math.ceil(about.bottom / board.ROW) + 1)
    ]
    half = (about.width + wide) / 2
    across = [0, *(half * part / 8 for part in (1, 2, 3, 4, 6)), *(half + 5 + away for away in (0, 24, 48, 72))]
    beside = place.kind in {"hill", "hill-top", "town"}
    for line in lines:
        for dx in across:
            for side in (1, -1) if dx else (1,):
                box = around((x + dx * side, line), wide, high)
                off_x = max(0.0, box.left - about.right, about.left - box.right)
                off_y = max(0.0, box.top - about.bottom, about.top - box.bottom)
                dislike = (off_x + off_y) / 30 + math.dist(box.middle, about.middle) / 900 + (0.04 if side < 0 else 0)
                if off_x and off_y:
                    dislike += 0.6
                elif beside != bool(off_x):
                    dislike += 0.35
                if not beside and line > y:
                    dislike += 0.08
                yield box.middle, dislike
