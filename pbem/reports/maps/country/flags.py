"""Forces as flags on poles: a square flag of the first side, a swallowtail of the second.

What is drawn says how well a force is known: full for what the reader's side sees, light with an envelope for what a
dispatch told, dashed for a sighting, fainter the older it is."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pbem.engine.countrychart import CountryChart, Flag
from pbem.reports.maps.country.layout import CountryLayout
from pbem.reports.maps.country.names import NAME, room_left
from pbem.reports.maps.country.room import Room
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import (
    Path,
    Point,
    Shape,
    ShapeGroup,
    SvgRect,
    SymbolUse,
    Text,
    clean,
    dot,
    hull,
    polyline,
    text_width,
)

HIGH: Final = 33.0
_CODE: Final = 27.0
_WHEN: Final = 20.5
_TAIL: Final = 0.36
"""How deep the notch of a swallowtail is, of its height."""
_OVER_FLAG, _OVER_MARCH = 160.0, 6.0
_UNDER_POLE: Final = 1.2
"""How bad it is that a pole crosses what lies there, of covering it with a cloth."""
_FADES: Final = (0, 2, 4)
"""Days from which a sighting is drawn fainter."""


class PlacedFlag(NamedTuple):
    """A flag: where its foot, its pole's top and its cloth are."""

    flag: Flag
    foot: Point
    top: Point
    cloth: SvgRect
    when_at: Point
    stacked: bool = False
    """Whether it flies from the pole of another."""


class FlagCut(NamedTuple):
    """Widths of a flag: of the code's cell, of the strength's, of all with its tail."""

    code: float
    men: float
    all: float


def cut_of(flag: Flag, unit: float) -> FlagCut:
    """How wide the parts of a flag are."""
    code = text_width(clean(flag.code), _CODE * unit, "bold") + 16 * unit
    men = text_width(clean(flag.strength), _CODE * unit, "bold") + 15 * unit if flag.strength else 0.0
    return FlagCut(code, men, code + men + (HIGH * _TAIL * unit if flag.look == 2 else 0))


def placed(chart: CountryChart, bare: CountryChart, place: CountryLayout, marched: Sequence[Point]) -> list[PlacedFlag]:
    """Each flag where there is room near its place: the reader's own first, the oldest news last."""
    room = Room(place.shown, room_left(bare, place))
    room.fill_points(marched, _OVER_MARCH)
    inside = place.shown.grown(4 * place.unit)
    some = [one for one in chart.flags if _inside(inside, place.at(one.at))]
    found: list[PlacedFlag] = []
    for flag in sorted(some, key=lambda one: (one.grade != "own", one.fellow, one.age, one.code)):
        best = min(_options(flag, place, found), key=lambda one: _cost(one, room, place))
        room.fill(best.cloth, _OVER_FLAG)
        if flag.when:
            room.fill(_when_box(best, place), _OVER_FLAG)
        room.fill_points(_pole(best), 4)
        found.append(best)
    return found


def _inside(box: SvgRect, at: Point) -> bool:
    return box.left <= at[0] <= box.right and box.top <= at[1] <= box.bottom


def _options(flag: Flag, place: CountryLayout, found: Sequence[PlacedFlag]) -> Iterator[PlacedFlag]:
    """Upon the flag of another force there; a pole straight up with its flag to the right, then others: to the left,
    leaning, longer, downward."""
    (x, y), unit, cut = place.at(flag.at), place.unit, cut_of(flag, place.unit)
    for one in found:
        if one.foot == (x, y) and one.top[1] < y:
            step = (HIGH + 4) * unit + (22 * unit if one.flag.when and one.when_at[1] < one.cloth.top else 0)
            top = one.top[0], one.cloth.top - step
            left = top[0] if one.cloth.left >= one.top[0] else top[0] - cut.all
            cloth = SvgRect(left, top[1], left + cut.all, top[1] + HIGH * unit)
            yield PlacedFlag(flag, (x, y), top, cloth, (cloth.left + 2 * unit, cloth.top - 7 * unit), stacked=True)
    for dx, dy in (
        (0, -58), (0, -78), (26, -64), (-26, -64), (42, -48), (-42, -48), (0, -104), (60, -84), (-60, -84), (56, -30),
        (-56, -30), (40, 40), (-40, 40), (0, 46), (80, -50), (-80, -50), (90, 10), (-90, 10), (70, 70), (-70, 70),
        (0, 84), (0, -140), (110, -110), (-110, -110), (130, -40), (-130, -40), (120, 60), (-120, 60),
        (0, 124), (70, 120), (-70, 120), (160, -90), (-160, -90), (175, 10), (-175, 10), (60, -170), (-60, -170),
    ):  # fmt: skip
        top = x + dx * unit, y + dy * unit
        for side in (1, -1):
            left = top[0] if side == 1 else top[0] - cut.all
            cloth = SvgRect(left, top[1], left + cut.all, top[1] + HIGH * unit)
            for over in (True, False) if flag.when else (True,):
                base = cloth.top - 7 * unit if over else cloth.bottom + 20 * unit
                yield PlacedFlag(flag, (x, y), top, cloth, (cloth.left + 2 * unit, base))


def _when_box(one: PlacedFlag, place: CountryLayout) -> SvgRect:
    x, y = one.when_at
    unit = place.unit
    return SvgRect(x, y - _WHEN * 0.75 * unit, x + _when_wide(one.flag, unit), y + _WHEN * 0.22 * unit)


def _when_wide(flag: Flag, unit: float) -> float:
    return text_width(clean(flag.when), _WHEN * unit, "bold") + (24 * unit if flag.grade == "dispatch" else 0)


def _pole(one: PlacedFlag) -> list[Point]:
    (x, y), (tx, ty) = one.foot, one.top
    return [(x + (tx - x) * n / 12, y + (ty - y) * n / 12) for n in range(13)]


def _cost(one: PlacedFlag, room: Room, place: CountryLayout) -> float:
    cost = room.cost(one.cloth.grown(1 if one.stacked else 3 * place.unit))
    if one.flag.when:
        cost += room.cost(_when_box(one, place))
    (x, y), (tx, ty) = one.foot, one.top
    far = math.dist(one.foot, one.top) / place.unit
    if one.stacked:
        return cost + far * 0.3
    cost += room.cost_points(_pole(one)[3:], NAME / 2) * _UNDER_POLE
    return cost + far * 1.1 + abs(tx - x) / place.unit * 1.3 + (6 if one.cloth.left < tx else 0) + (14 if ty > y else 0)


# --- drawn ------------------------------------------------------------------------------------------------------------


def _outline(one: PlacedFlag, unit: float) -> str:
    left, top, right, bottom = one.cloth
    if one.flag.look == 1:
        return polyline(((left, top), (right, top), (right, bottom), (left, bottom)), closed=True)
    notch, middle = HIGH * _TAIL * unit, (top + bottom) / 2
    if one.cloth.left < one.top[0]:  # it flies to the left
        ring = ((right, top), (left, top), (left + notch, middle), (left, bottom), (right, bottom))
    else:
        ring = ((left, top), (right, top), (right - notch, middle), (right, bottom), (left, bottom))
    return polyline(ring, closed=True)


def outline(one: PlacedFlag, place: CountryLayout) -> str:
    """A flag's cloth as path data."""
    return _outline(one, place.unit)


def pole(one: PlacedFlag, place: CountryLayout) -> list[Shape]:
    """What lies under the cloths of all flags."""
    unit = place.unit
    ink = "ghost" if one.flag.grade in {"seen", "body"} and one.flag.age >= _FADES[1] else INKS[one.flag.look].line
    d = polyline((one.foot, (one.top[0], one.top[1] - 5 * unit)))
    dash = _dash(one.flag, unit)
    return [
        Path(d, "s-field", 6.4 * unit),
        Path(d, f"s-{ink}", 2.8 * unit, dash),
        Path(dot((one.top[0], one.top[1] - 6 * unit), 3.4 * unit) + dot(one.foot, 3.6 * unit), f"f-{ink} s-field", 1.2),
    ]


def _dash(flag: Flag, unit: float) -> str:
    """The older the news, the thinner the line."""
    if flag.grade not in {"seen", "body"}:
        return ""
    on, off = (9, 4.5) if flag.age < _FADES[1] else (5, 6) if flag.age < _FADES[2] else (2.2, 6)
    return f"{on * unit:g},{off * unit:g}"


def cloth(one: PlacedFlag, place: CountryLayout) -> list[Shape]:
    """The flag itself."""
    flag, unit = one.flag, place.unit
    d, cut = _outline(one, unit), cut_of(flag, unit)
    own = flag.grade == "own"
    shapes: list[Shape] = [Path(d, "f-field s-field", 6.4 * unit)]
    shapes += _full(one, d, cut, unit) if own else _light(one, d, cut, unit)
    if flag.fellow and own:
        shapes.append(Path(d, "s-field", 2.2 * unit, "6,5"))
    if flag.fights:
        x, y = one.cloth.right - 2 * unit, one.cloth.top - 2 * unit
        shapes.append(Path(dot((x, y), 13 * unit), "f-field s-ink", 2 * unit))
        shapes.append(SymbolUse("m-melee", x - 9 * unit, y - 9 * unit, 18 * unit, 18 * unit, "c-ink"))
    return shapes


def _cells(one: PlacedFlag, cut: FlagCut, unit: float) -> tuple[float, float]:
    """Where the cells of the code and of the strength begin."""
    left = one.cloth.left
    if one.flag.look == 2 and one.cloth.left < one.top[0]:
        left += HIGH * _TAIL * unit
    return left, left + cut.code


def _words(one: PlacedFlag, cut: FlagCut, unit: float, code: str, men: str) -> list[Shape]:
    first, second = _cells(one, cut, unit)
    base = one.cloth.top + HIGH * unit / 2 + _CODE * unit * 0.345
    shapes: list[Shape] = [Text(clean(one.flag.code), first + cut.code / 2, base, _CODE * unit, f"bold f-{code}")]
    if one.flag.strength:
        at = second + cut.men / 2 - (2 * unit if one.flag.look == 2 else 0)
        shapes.append(Text(clean(one.flag.strength), at, base, _CODE * unit, f"bold f-{men}"))
    return shapes


def _full(one: PlacedFlag, d: str, cut: FlagCut, unit: float) -> list[Shape]:
    ink = INKS[one.flag.look]
    shapes: list[Shape] = [Path(d, f"f-{ink.plate} s-{ink.edge}", 2.8 * unit)]
    if one.flag.strength:
        _, second = _cells(one, cut, unit)
        rule = polyline(((second, one.cloth.top + 4 * unit), (second, one.cloth.bottom - 4 * unit)))
        shapes.append(Path(rule, f"s-{ink.marks}", 1.8 * unit))
    return [*shapes, *_words(one, cut, unit, ink.marks, ink.marks)]


def _light(one: PlacedFlag, d: str, cut: FlagCut, unit: float) -> list[Shape]:
    """A flag that is known by news alone."""
    flag = one.flag
    old = flag.grade in {"seen", "body"} and flag.age >= _FADES[1]
    ink = "ghost" if old else INKS[flag.look].line
    shapes: list[Shape] = [Path(d, f"{'f-ghost-fill' if old else 'f-field'} s-{ink}", 2.6 * unit, _dash(flag, unit))]
    if flag.strength:
        _, second = _cells(one, cut, unit)
        rule = polyline(((second, one.cloth.top + 5 * unit), (second, one.cloth.bottom - 5 * unit)))
        shapes.append(Path(rule, f"s-{ink}", 1.6 * unit))
    return [*shapes, *_words(one, cut, unit, ink, ink)]


def date(one: PlacedFlag, place: CountryLayout) -> list[Shape]:
    """Of when it is known, with an envelope where a dispatch says it."""
    flag, unit = one.flag, place.unit
    if not flag.when:
        return []
    x, y = one.when_at
    shapes: list[Shape] = []
    if flag.grade == "dispatch":
        shapes.append(envelope((x + 10 * unit, y - 6.5 * unit), 0.72 * unit))
        x += 24 * unit
    old = flag.grade in {"seen", "body"} and flag.age >= _FADES[1]
    ink = "ghost" if old else INKS[flag.look].line
    shapes.append(Text(clean(flag.when), x, y, _WHEN * unit, f"bold f-{ink} s-field", "start", halo=4.6 * unit))
    return shapes


def envelope(at: Point, scale: float) -> Shape:
    """A letter."""
    return ShapeGroup(
        (
            Path("M-12,-8h24v16h-24z", "f-field s-field", 5),
            Path("M-12,-8h24v16h-24zM-12,-7.4L0,2.5L12,-7.4", "s-ink", 2),
        ),
        *at,
        scale=scale,
    )


def box_of(one: PlacedFlag, place: CountryLayout) -> SvgRect:
    """All that it fills."""
    foot = SvgRect(one.foot[0] - 4, one.foot[1] - 4, one.foot[0] + 4, one.foot[1] + 4)
    boxes = [one.cloth.grown(6 * place.unit), foot]
    return hull([*boxes, _when_box(one, place)] if one.flag.when else boxes)


def clashes(flags: Sequence[PlacedFlag], place: CountryLayout) -> list[tuple[str, str]]:
    """Flags, their dates with them, that cover one another."""
    boxes = [(one.flag.code, [one.cloth, *([_when_box(one, place)] if one.flag.when else [])]) for one in flags]
    return [
        (code, other) for n, (code, mine) in enumerate(boxes) for other, theirs in boxes[n + 1 :]
        if any(a.overlap(b) > 20 for a in mine for b in theirs)
    ]  # fmt: skip
