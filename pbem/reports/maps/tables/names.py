"""Place names of a table: in or beside what they name, where they hide nothing and nothing hides them."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pbem.engine.tablechart import TableChart
from pbem.reports.maps import fonts
from pbem.reports.maps.shapes import Point, Rect, Shape, Text, around, clean, text_width
from pbem.reports.maps.tables.bodies import box_of
from pbem.reports.maps.tables.layout import TableLayout

Obstacle = tuple[Rect, float]
"""A box and how bad it is to cover all of it with a name."""
_NEVER: Final = 2.5
"""A name this badly placed is left out."""
_MARKS: Final = 22.0
"""How far the marks of an exit or an entry reach from its line."""
_SEEN: Final = 14.0
"""So much of a place must be in sight for its name to be."""
_SIZE: Final = 33.0
_SMALL: Final = 28.0


class Name(NamedTuple):
    """A place name in its place."""

    shape: Shape
    box: Rect


def placed(chart: TableChart, place: TableLayout, taken: Sequence[Obstacle]) -> list[Name]:
    """Every name that finds room, the largest places first."""
    wanted = [(clean(one.name), box_of(place.at(spot) for spot in one.shape)) for one in chart.features if one.shape]
    wanted += [(clean(one.name), box_of(place.at(spot) for spot in one.shape).grown(_MARKS)) for one in chart.areas
               if one.shape]  # fmt: skip
    obstacles = list(taken)
    found: list[Name] = []
    for text, about in sorted(wanted, key=lambda one: -one[1].area):
        shown = Rect(
            max(about.left, place.shown.left), max(about.top, place.shown.top),
            min(about.right, place.shown.right), min(about.bottom, place.shown.bottom),
        )  # fmt: skip
        if not text or shown.right - shown.left < _SEEN or shown.bottom - shown.top < _SEEN:
            continue
        others = [box.grown(-6) for _, box in wanted if box != about]
        name = _place(text, shown, place, obstacles, others)
        if name is not None:
            found.append(name)
            obstacles.append((name.box.grown(12), 24.0))
    return found


def _place(
    text: str, about: Rect, place: TableLayout, obstacles: Sequence[Obstacle], others: Sequence[Rect]
) -> Name | None:
    size = _SIZE if min(about.width, about.height) > 4 * place.inch else _SMALL
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
        if not field.holds(box):
            continue
        cost = dislike + sum(weight * rect.overlap(box) / min(rect.area or 1, box.area) for rect, weight in obstacles)
        cost += 0.8 * sum(rect.overlap(box) > 0 for rect in others)
        if best is None or cost < best[0]:
            best = cost, at
    if best is None or best[0] > _NEVER:
        return None
    x, y = best[1]
    shape = Text(text, x, y + size * 0.36, size, f"{fonts.FACE_CLASS[face]} f-ink s-field", halo=5)
    return Name(shape, around((x, y), wide, high))


def _spots(about: Rect, wide: float, high: float) -> Iterator[tuple[Point, float]]:
    """Where a name may stand, and how little it is liked there: below, above, in the middle, beside, farther off."""
    x, y = about.middle
    lines = [
        (about.bottom + high * 0.2, 0.0), (about.top - high * 0.2, 0.05), (about.bottom + high * 0.75, 0.1),
        (about.top - high * 0.75, 0.12), (y, 0.3), (about.bottom - high, 0.15), (about.top + high, 0.2),
        (about.bottom + high * 1.8, 0.6), (about.top - high * 1.8, 0.65),
    ]  # fmt: skip
    half = (about.width + wide) / 2
    for line, dislike in lines:
        for part in (0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.05, 1.25):
            for side in (1, -1) if part else (1,):
                away = dislike + part * 0.5
                if part > 1 and abs(line - y) > about.height / 2:
                    away += 0.5
                yield (x + side * half * part, line), away + math.dist((x, y), (x, line)) / 4000
