"""Where tags stand: where they cover nothing, behind their unit if there is room.

In a crowd a tag shrinks to its code: the strength is on the unit's card and in the text map.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from pbem.engine.tablechart import Base
from pbem.reports.maps.shapes import Point, SvgRect
from pbem.reports.maps.tables import generals
from pbem.reports.maps.tables.bodies import Body, body_of, box_of, crossed
from pbem.reports.maps.tables.layout import TableLayout
from pbem.reports.maps.tables.tags import Tag, in_short, reach, stem_end

_TURNS: Final = (0, 30, -30, 60, -60, 90, -90, 125, -125, 155, -155, 180)
"""Where a tag may be, in degrees from the rear."""
_GAPS: Final = (11.0, 24.0, 42.0, 64.0, 88.0, 118.0)

_LIKED: Final = sorted(
    ((gap - _GAPS[0]) / 60 + abs(turn) / 150 + (0.5 if abs(turn) > 100 else 0), at, turn, gap)
    for at, (turn, gap) in enumerate(product(_TURNS, _GAPS))
)
"""Each place with how little it is liked, the best first; of two that are liked alike, as they stand above."""

_FOOTPRINT: Final = 14.0
_TAG: Final = 26.0
_OUTSIDE: Final = 30.0
_NEAR: Final = 6
"""Inches within which units make a crowd."""
_STEM: Final = 4.0


class Obstacle(NamedTuple):
    """Something a tag should not cover, and how bad it is if it does."""

    box: SvgRect
    weight: float


class _Thing(NamedTuple):
    """A footprint, or another unit's tag with its stem, by its outline."""

    ring: Sequence[Point]
    box: SvgRect
    stem: tuple[Point, Point] | None = None
    spans: tuple[tuple[float, float, float, float], ...] = ()
    """Of each edge of a footprint: the direction across it, and from where to where the footprint lies along that."""


class _Around(NamedTuple):
    """What is about a unit: the field, its own footprint, other footprints, other tags, the rest."""

    field: SvgRect
    own: _Thing
    bodies: Sequence[_Thing]
    tags: Sequence[_Thing]
    obstacles: Sequence[Obstacle]


def placed(bases: Sequence[Base], place: TableLayout, obstacles: Sequence[Obstacle]) -> list[Tag]:
    """A tag for every unit, those in the thickest crowd first, then each once more, the others standing.

    A unit whose tag would cover something, and all near it, have tags in short.
    """
    bodies = [body_of(base, place) for base in bases]
    things = [_footprint(body.ring(3)) for body in bodies]
    near = [{m for m, other in enumerate(bodies) if math.dist(one.at, other.at) < _NEAR * place.inch} for one in bodies]
    order = sorted(range(len(bases)), key=lambda n: (-len(near[n]), n))
    tags: dict[int, Tag] = {}
    crowd: set[int] = set()
    for again in (False, True):
        for n in order:
            if again and near[n] == {n}:
                continue
            zone = _zone(bases[n], bodies[n])
            about = _Around(
                place.shown.grown(-2),
                things[n],
                [one for m, one in enumerate(things) if m != n and zone.overlap(one.box)],
                [one for m, tag in tags.items() if m != n and zone.overlap((one := _tag_thing(tag)).box)],
                [one for one in obstacles if zone.overlap(one.box)],
            )
            tags[n] = _best(in_short(bases[n]) if n in crowd else bases[n], bodies[n], about)
            if _covers_any(tags[n].box, about):
                crowd |= near[n]
                tags[n] = _best(in_short(bases[n]), bodies[n], about)
    return [tags[n] for n in range(len(bases))]


def _zone(base: Base, body: Body) -> SvgRect:
    """All that a unit's tag could cover."""
    return body.box.grown(_GAPS[-1] + 2 * max(reach(base)))


def _footprint(ring: Sequence[Point]) -> _Thing:
    spans = []
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        nx, ny = b[1] - a[1], a[0] - b[0]
        along = [x * nx + y * ny for x, y in ring]
        spans.append((nx, ny, min(along), max(along)))
    return _Thing(ring, box_of(ring), spans=tuple(spans))


def _tag_thing(tag: Tag) -> _Thing:
    box = tag.box.grown(3)
    return _Thing(_ring(box), box, (tag.foot, stem_end(tag)))


def _covers(box: SvgRect, thing: _Thing) -> bool:
    """Whether a box covers something of a footprint."""
    if not thing.box.overlap(box):
        return False
    left, top, right, bottom = box
    for nx, ny, least, most in thing.spans:
        near = nx * (left if nx > 0 else right) + ny * (top if ny > 0 else bottom)
        far = nx * (right if nx > 0 else left) + ny * (bottom if ny > 0 else top)
        if most <= near or far <= least:
            return False
    return True


def _covers_any(box: SvgRect, about: _Around) -> bool:
    """Whether a tag covers a footprint or another tag."""
    return any(_covers(box, one) for one in (about.own, *about.bodies)) or any(
        box.overlap(one.box) for one in about.tags
    )


def _best(base: Base, body: Body, about: _Around) -> Tag:
    best, least = None, math.inf
    for tag, dislike in _choices(base, body):
        if best is not None and dislike >= least:
            break
        cost = _cost(tag, dislike, least, about)
        if best is None or cost < least:
            best, least = tag, cost
    assert best is not None  # there is always a first choice
    return best


def _choices(base: Base, body: Body) -> Iterator[tuple[Tag, float]]:
    """Places for a tag, and how little each is liked, the best first."""
    left, right, high = reach(base)
    fx, fy = body.ahead
    nearer = generals.NEARER if generals.is_general(base) else 0
    for dislike, _at, turn, gap in _LIKED:
        angle = math.radians(180 + turn)
        ux, uy = fx * math.cos(angle) - fy * math.sin(angle), fx * math.sin(angle) + fy * math.cos(angle)
        out = abs(ux * -fy + uy * fx) * body.wide / 2 + abs(ux * fx + uy * fy) * body.deep / 2
        foot = _on_edge(body, (body.at[0] + ux * out, body.at[1] + uy * out))
        far = out + abs(ux) * (right if ux < 0 else left) + abs(uy) * high + gap - nearer
        x, y = body.at[0] + ux * far, body.at[1] + uy * far
        yield Tag(base, (x, y), SvgRect(x - left, y - high, x + right, y + high), foot), dislike


def _on_edge(body: Body, at: Point) -> Point:
    """The point of a footprint nearest to another."""
    fx, fy = body.ahead
    dx, dy = at[0] - body.at[0], at[1] - body.at[1]
    right, forward = -dx * fy + dy * fx, dx * fx + dy * fy
    return body.place(max(-body.wide / 2, min(body.wide / 2, right)), max(-body.deep / 2, min(body.deep / 2, forward)))


def _cost(tag: Tag, dislike: float, limit: float, about: _Around) -> float:
    """What it costs to have a tag there; counting ends at the limit."""
    box, cost = tag.box, dislike
    if not about.field.holds(box):
        cost += _OUTSIDE * (1.1 - about.field.overlap(box) / box.area)
    for hidden in about.obstacles:
        if cost >= limit:
            return cost
        common = hidden.box.overlap(box)
        if common:
            cost += hidden.weight * (0.2 + common / min(box.area, hidden.box.area))
    if cost < limit:
        cost += _among_bodies(tag, about, limit - cost)
    return cost + _among_tags(tag, about, limit - cost) if cost < limit else cost


def _among_bodies(tag: Tag, about: _Around, limit: float) -> float:
    """What it costs that a tag covers footprints, or its stem crosses them."""
    box, (stem, line) = tag.box, _stem(tag)
    cost = _FOOTPRINT * _covers(box, about.own)
    for one in about.bodies:
        if cost > limit:
            break
        if _covers(box, one):
            cost += _FOOTPRINT
        if one.box.overlap(line) and crossed(*stem, one.ring):
            cost += _STEM
    return cost


def _among_tags(tag: Tag, about: _Around, limit: float) -> float:
    """The same of other tags and stems."""
    box, ring, (stem, line) = tag.box, _ring(tag.box), _stem(tag)
    cost = 0.0
    for one in about.tags:
        if cost > limit:
            break
        common = one.box.overlap(box)
        if common:
            cost += _TAG * (0.3 + common / box.area)
        elif one.box.overlap(line) and crossed(*stem, one.ring):
            cost += _STEM
        if one.stem and crossed(*one.stem, ring):
            cost += _STEM
    return cost


def _stem(tag: Tag) -> tuple[tuple[Point, Point], SvgRect]:
    """A tag's stem, and the box round it."""
    stem = tag.foot, stem_end(tag)
    return stem, box_of(stem).grown(0.5)


def _ring(rect: SvgRect) -> tuple[Point, Point, Point, Point]:
    return (rect.left, rect.top), (rect.right, rect.top), (rect.right, rect.bottom), (rect.left, rect.bottom)
