"""Upright tags with code and strength, on stems, where they cover nothing: behind the unit if there is room."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pbem.engine.looks import SideLook
from pbem.engine.tablechart import Base
from pbem.reports.maps.marks import INKS, burst
from pbem.reports.maps.shapes import (
    Disc,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Text,
    box,
    clean,
    cut_box,
    polyline,
    text_width,
)
from pbem.reports.maps.tables.bodies import Body, body_of, crossed, touching
from pbem.reports.maps.tables.layout import TableLayout

CODE: Final = 27.0
"""Size of a code: nine pixels on a phone of 400."""
HIGH: Final = 31.0
_PAD: Final = 7.0
_BADGE: Final = 13.0
"""Radius of what hangs on a tag."""
_BURST: Final = 19.0
"""Half the width of the star with what was lost."""
_CUT: Final = 7.0

_TURNS: Final = (0, 30, -30, 60, -60, 90, -90, 125, -125, 155, -155, 180)
"""Where a tag may be, in degrees from the rear."""
_GAPS: Final = (11.0, 24.0, 42.0, 64.0, 88.0)

_FOOTPRINT: Final = 9.0
_TAG: Final = 12.0
_OUTSIDE: Final = 30.0
_STEM: Final = 4.0


class Obstacle(NamedTuple):
    """Something a tag should not cover, and how bad it is if it does."""

    box: Rect
    weight: float


class Tag(NamedTuple):
    """A tag in its place.  box: with what hangs on it.  foot: where its stem begins."""

    base: Base
    at: Point
    box: Rect
    foot: Point


def hung_marks(base: Base) -> list[str]:
    """What hangs at the right of a tag."""
    return [mark for mark in ("general", "disordered", "ready", "spent", "captured") if mark in base.marks]


def widths(code: str, strength: str) -> tuple[float, float]:
    """Of the cells for code and strength; 0 for no strength."""
    code, strength = clean(code) or "?", clean(strength)
    first = max(text_width(code, CODE, "bold") + 2 * _PAD, 30.0)
    return first, max(text_width(strength, CODE, "bold") + 2 * _PAD, 24.0) if strength else 0.0


def size_of(base: Base) -> tuple[float, float]:
    """Widths of the cells of a unit's tag."""
    return widths(base.code, base.strength)


def _reach(base: Base) -> tuple[float, float, float]:
    """From the middle of a tag to its left, its right and up: with what hangs on it."""
    half = sum(size_of(base)) / 2
    left = half + (2 * _BURST if base.lost else 0)
    return left, half + len(hung_marks(base)) * (2 * _BADGE + 1), HIGH / 2 + 2


def placed(bases: Sequence[Base], place: TableLayout, obstacles: Sequence[Obstacle]) -> list[Tag]:
    """A tag for every unit, those in the thickest crowd first, then each once more, the others standing."""
    bodies = [body_of(base, place) for base in bases]
    rings = [body.ring(3) for body in bodies]
    boxes = [Rect(*_bounds(ring)) for ring in rings]
    near = [sum(math.dist(one.at, other.at) < 6 * place.inch for other in bodies) for one in bodies]
    order = sorted(range(len(bases)), key=lambda n: (-near[n], n))
    tags: dict[int, Tag] = {}
    for _ in range(2):
        for n in order:
            others = [tag.box for m, tag in tags.items() if m != n]
            tags[n] = _best(bases[n], bodies[n], _Around(place.shown, n, rings, boxes, others, obstacles))
    return [tags[n] for n in range(len(bases))]


class _Around(NamedTuple):
    """What is about a unit: the field, its own number, all footprints and their boxes, other tags, the rest."""

    field: Rect
    own: int
    rings: Sequence[Sequence[Point]]
    boxes: Sequence[Rect]
    tags: Sequence[Rect]
    obstacles: Sequence[Obstacle]


def _best(base: Base, body: Body, about: _Around) -> Tag:
    best: tuple[float, Tag] | None = None
    for tag, dislike in _choices(base, body):
        cost = _cost(tag, dislike, about)
        if best is None or cost < best[0]:
            best = cost, tag
        if cost == dislike == 0:
            break
    assert best is not None  # there is always a first choice
    return best[1]


def _choices(base: Base, body: Body) -> Iterator[tuple[Tag, float]]:
    """Places for a tag, and how little each is liked."""
    left, right, high = _reach(base)
    fx, fy = body.ahead
    for gap in _GAPS:
        for turn in _TURNS:
            angle = math.radians(180 + turn)
            ux, uy = fx * math.cos(angle) - fy * math.sin(angle), fx * math.sin(angle) + fy * math.cos(angle)
            out = abs(ux * -fy + uy * fx) * body.wide / 2 + abs(ux * fx + uy * fy) * body.deep / 2
            far = out + abs(ux) * (right if ux < 0 else left) + abs(uy) * high + gap
            x, y = body.at[0] + ux * far, body.at[1] + uy * far
            foot = body.at[0] + ux * out * 0.98, body.at[1] + uy * out * 0.98
            foot = _on_edge(body, foot)
            tag = Tag(base, (x, y), Rect(x - left, y - high, x + right, y + high), foot)
            yield tag, (gap - _GAPS[0]) / 60 + abs(turn) / 150 + (0.5 if abs(turn) > 100 else 0)


def _on_edge(body: Body, at: Point) -> Point:
    """The point of a footprint nearest to another."""
    fx, fy = body.ahead
    dx, dy = at[0] - body.at[0], at[1] - body.at[1]
    right, forward = -dx * fy + dy * fx, dx * fx + dy * fy
    return body.place(max(-body.wide / 2, min(body.wide / 2, right)), max(-body.deep / 2, min(body.deep / 2, forward)))


def _cost(tag: Tag, dislike: float, about: _Around) -> float:
    cost = dislike
    own = tag.box
    if not about.field.grown(-2).holds(own):
        inside = about.field.overlap(own) / own.area
        cost += _OUTSIDE * (1.1 - inside)
    ring = ((own.left, own.top), (own.right, own.top), (own.right, own.bottom), (own.left, own.bottom))
    end = _stem_end(tag)
    for n, (other, other_box) in enumerate(zip(about.rings, about.boxes, strict=True)):
        if other_box.overlap(own) and touching(other, ring):
            cost += _FOOTPRINT
        if n != about.own and crossed(tag.foot, end, other):
            cost += _STEM
    for box_there in about.tags:
        common = box_there.grown(3).overlap(own)
        if common:
            cost += _TAG * (0.3 + common / own.area)
        elif crossed(tag.foot, end, _ring(box_there)):
            cost += _STEM
    for one in about.obstacles:
        common = one.box.overlap(own)
        if common:
            cost += one.weight * (0.2 + common / min(own.area, one.box.area))
    return cost


def _ring(rect: Rect) -> tuple[Point, Point, Point, Point]:
    return (rect.left, rect.top), (rect.right, rect.top), (rect.right, rect.bottom), (rect.left, rect.bottom)


def _bounds(ring: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def _stem_end(tag: Tag) -> Point:
    """Where a stem meets its tag: the nearest point of its cells."""
    half = sum(size_of(tag.base)) / 2
    (x, y), (fx, fy) = tag.at, tag.foot
    return max(x - half, min(x + half, fx)), max(y - HIGH / 2, min(y + HIGH / 2, fy))


def drawn(tag: Tag) -> list[Shape]:
    """The stem, the tag, and what hangs on it: losses at its left, states at its right."""
    base = tag.base
    ink = INKS[base.look]
    stem = polyline((tag.foot, _stem_end(tag)))
    shapes: list[Shape] = [Path(stem, "s-field", 5), Path(stem, f"s-{ink.line}", 2)]
    shapes.append(Group(tuple(cells(base.code, base.strength, base.look)), *tag.at))
    wide = sum(size_of(base))
    x, y = tag.at
    if base.lost:
        shapes.append(burst((x - wide / 2 - _BURST + 2, y), base.lost, 1.15))
    for n, mark in enumerate(hung_marks(base)):
        at = x + wide / 2 + _BADGE + n * (2 * _BADGE + 1)
        shapes.append(disc(mark, (at, y)))
    return shapes


def disc(mark: str, at: Point) -> Shape:
    """A state's badge."""
    if mark == "general":
        return Disc(*at, _BADGE, "m-star", "f-field", "s-ink", "c-ink")
    return Disc(*at, _BADGE, f"m-{mark}", "f-disc", "s-disc-mark", "c-disc-mark")


def cells(code: str, strength: str, look: SideLook) -> list[Shape]:
    """Code and strength side by side about the origin, the strength in the negative of the code."""
    ink = INKS[look]
    code, strength = clean(code) or "?", clean(strength)
    first, second = widths(code, strength)
    rect = Rect(-(first + second) / 2, -HIGH / 2, (first + second) / 2, HIGH / 2)
    inner = rect.left + first
    d = box(rect) if look == 1 else cut_box(rect, _CUT)
    shapes: list[Shape] = [Path(d, "s-field", 5.5), Path(d, f"f-{ink.plate}")]
    if strength and look == 1:
        shapes.append(Path(box(rect._replace(left=inner)), f"f-{ink.column}"))
    elif strength:
        right = polyline(
            ((inner, rect.top), (rect.right - _CUT, rect.top), (rect.right, rect.top + _CUT),
             (rect.right, rect.bottom - _CUT), (rect.right - _CUT, rect.bottom), (inner, rect.bottom)),
            closed=True,
        )  # fmt: skip
        shapes.append(Path(right, f"f-{ink.column}"))
    shapes.append(Path(d, f"s-{ink.edge}", 2 if look == 1 else 2.6))
    baseline = CODE * 0.36
    wide = text_width(code, CODE, "bold")
    shapes.append(Text(code, (rect.left + inner) / 2, baseline, CODE, f"bold f-{ink.marks}", fit=wide))
    if strength:
        x, wide = (inner + rect.right) / 2, text_width(strength, CODE, "bold")
        shapes.append(Text(strength, x, baseline, CODE, f"bold f-{ink.digits}", fit=wide))
    return shapes
