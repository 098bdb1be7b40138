"""What stands on the map itself: the cartouche with the scale in miles and in days' march, the rose of the compass."""

import math
from functools import lru_cache
from typing import Final

from pbem.engine.countrychart import CountryChart
from pbem.reports.maps.country import terrain, towns, ways
from pbem.reports.maps.country.layout import CountryLayout
from pbem.reports.maps.country.room import Room
from pbem.reports.maps.fonts import FACE_CLASS, name_face
from pbem.reports.maps.shapes import Path, Point, Shape, SvgRect, Text, around, box, clean, dot, polyline, text_width

_ROSE: Final = 56.0
_LINE: Final = 19.0
_STEPS: Final = (1, 2, 5, 10, 20, 50)
"""Miles of a step of the scale."""
_TRIED: Final = 20
"""Places that are tried along an edge."""


class _Sizes:
    """How large the cartouche of a map is, and its parts."""

    def __init__(self, chart: CountryChart, place: CountryLayout) -> None:
        self.unit = place.unit
        self.step = next((n for n in _STEPS if n * place.mile >= 55 * place.unit), _STEPS[-1])
        self.bar = 4 * self.step * place.mile if place.whole else 2 * self.step * place.mile
        self.steps = 4 if place.whole else 2
        self.rates = [one for one in chart.rates if one.miles * place.mile <= self.bar * 1.3][:3] if place.whole else []
        self.heading = [clean(line) for line in chart.heading] if place.whole else []
        named = max((text_width(one.name, 20 * self.unit, "sans") for one in self.rates), default=0.0)
        self.indent = named + 14 * self.unit
        longest = max((one.miles * place.mile for one in self.rates), default=0.0)
        tail = max(self.bar + 72 * self.unit, longest + 92 * self.unit)
        title = max((text_width(line, 24 * self.unit, "fell") for line in self.heading[1:]), default=0.0)
        self.wide = max(self.indent + tail, title + 40 * self.unit) + 22 * self.unit
        self.high = (
            (58 + 27 * (len(self.heading) - 1) + 70 if self.heading else 14)
            + 46 + (_LINE * len(self.rates) + 12 if self.rates else 0)
        ) * self.unit  # fmt: skip


@lru_cache(maxsize=16)
def spots(bare: CountryChart, place: CountryLayout) -> tuple[SvgRect, SvgRect | None]:
    """Where the cartouche stands, and the rose: where the country is emptiest.  The rose is left out of crops."""
    room = Room(place.shown)
    for road in bare.roads:
        room.fill_points((at for at, _ in ways.road_line(road, place).sampled(5)), 3)
    for river in bare.rivers:
        room.fill_points((at for at, _ in terrain.stream(river, place).sampled(5)), 1)
    for some in (bare.hills, bare.woods):
        for one in some:
            room.fill_points((at for at, _ in terrain.course(one, place).sampled(5)), 1.5)
    for town in bare.places:
        if town.site in {"box", "exit"}:
            room.fill(towns.box_rect(town, place).grown(18), 1000)
        else:
            r = 50 * place.unit
            x, y = place.at(town.at)
            room.fill(SvgRect(x - r, y - r, x + 2.4 * r, y + 0.8 * r), 25)
            room.fill(around((x, y), r, r), 1000)
    sizes = _Sizes(bare, place)
    first = _emptiest(room, sizes.wide + 30 * place.unit, sizes.high + 50 * place.unit if sizes.heading else sizes.high)
    if not place.whole:
        return first, None
    room.fill(first, 50)
    r = _ROSE * place.unit
    return first, _emptiest(room, 2.5 * r, 2.9 * r)


def _emptiest(room: Room, wide: float, high: float) -> SvgRect:
    """The box of that size by the edge of the field that covers least; the lower left corner of equals."""
    field = room.field.grown(-6)
    across = [field.left + (field.width - wide) * n / _TRIED for n in range(_TRIED + 1)]
    down = [field.bottom - high - (field.height - high) * n / _TRIED for n in range(_TRIED + 1)]
    edge = (0, _TRIED)
    spots = [(x, y) for i, x in enumerate(across) for j, y in enumerate(down) if i in edge or j in edge]
    boxes = [SvgRect(x, y, x + wide, y + high) for x, y in spots]
    return min(boxes, key=lambda one: round(room.cost(one)))


def boxes(bare: CountryChart, place: CountryLayout) -> list[SvgRect]:
    """What both fill."""
    return [one for one in spots(bare, place) if one is not None]


def drawn(bare: CountryChart, place: CountryLayout) -> list[Shape]:
    """The cartouche, or a scale alone on a crop; the rose."""
    first, second = spots(bare, place)
    shapes = _cartouche(bare, place, first)
    if second is not None:
        x, y = second.middle
        shapes += rose((x, y + 10 * place.unit), _ROSE * place.unit)
    return shapes


def _notched(rect: SvgRect, notch: float) -> str:
    """A frame with its corners scooped out."""
    left, top, right, bottom = rect
    n = f"{notch:.1f}"
    return (
        f"M{left + notch:.1f},{top:.1f}H{right - notch:.1f}a{n},{n},0,0,0,{n},{n}V{bottom - notch:.1f}"
        f"a{n},{n},0,0,0,-{n},{n}H{left + notch:.1f}a{n},{n},0,0,0,-{n},-{n}V{top + notch:.1f}a{n},{n},0,0,0,{n},-{n}z"
    )


def _scroll(x: float, y: float, up: int, unit: float) -> list[Shape]:
    """Strapwork at the middle of an edge."""

    def turn(side: int) -> str:
        return (
            f"M{x - side * 62 * unit:.1f},{y:.1f}c{side * 10 * unit:.1f},{up * 3 * unit:.1f},{side * 18 * unit:.1f},"
            f"{up * 15 * unit:.1f},{side * 32 * unit:.1f},{up * 13 * unit:.1f}c{side * 9 * unit:.1f},{-up * unit:.1f},"
            f"{side * 10 * unit:.1f},{-up * 11 * unit:.1f},{side * 2 * unit:.1f},{-up * 11 * unit:.1f}"
            f"c{-side * 6 * unit:.1f},0,{-side * 7 * unit:.1f},{up * 8 * unit:.1f},"
            f"{-side * unit:.1f},{up * 8 * unit:.1f}"
        )

    bow = f"M{x - 30 * unit:.1f},{y + up * 13 * unit:.1f}q{30 * unit:.1f},{up * 10 * unit:.1f},{60 * unit:.1f},0"
    leaf = polyline(
        ((x, y + up * 4 * unit), (x + 7 * unit, y + up * 11 * unit), (x, y + up * 18 * unit),
         (x - 7 * unit, y + up * 11 * unit)),
        closed=True,
    )  # fmt: skip
    return [Path(turn(1) + turn(-1) + bow, "s-ink", 1.7 * unit), Path(leaf, "f-hill s-ink", 1.5 * unit)]


def _cartouche(bare: CountryChart, place: CountryLayout, room: SvgRect) -> list[Shape]:
    sizes, unit = _Sizes(bare, place), place.unit
    rect = around(room.middle, sizes.wide, sizes.high)
    left, top, right, _ = rect
    if not sizes.heading:
        return [
            Path(box(rect.grown(-2)), "f-page s-ink", 1.6 * unit),
            *_scale(place, sizes, (left + 20 * unit, top + 28 * unit)),
        ]
    middle = rect.middle[0]
    shapes: list[Shape] = [
        Path(_notched(rect.grown(7 * unit), 20 * unit), "f-field s-ink", 1.2 * unit),
        Path(_notched(rect.grown(3.5 * unit), 18 * unit), "s-hill", 4.6 * unit),
        Path(_notched(rect, 17 * unit), "f-page s-ink", 2 * unit),
        Path(_notched(rect.grown(-6 * unit), 13 * unit), "s-soft-ink", 0.9 * unit),
        *_scroll(middle, rect.top - 7 * unit, -1, unit), *_scroll(middle, rect.bottom + 7 * unit, 1, unit),
    ]  # fmt: skip
    title, *lines = sizes.heading
    face = name_face(title, italic=False)
    size = min(50.0 * unit, 50 * unit * (sizes.wide - 46 * unit) / max(1.0, text_width(title, 50 * unit, face)))
    y = top + 56 * unit
    shapes.append(Text(title, middle, y, size, f"{FACE_CLASS[face]} f-ink"))
    y += 10 * unit
    for line in lines:
        y += 27 * unit
        face = name_face(line, italic=True)
        shapes.append(Text(line, middle, y, 25 * unit, f"{'' if face == 'bold' else FACE_CLASS[face]} f-ink"))
    y += 17 * unit
    rules = polyline(((left + 40 * unit, y), (right - 40 * unit, y)))
    rules += polyline(((left + 60 * unit, y + 4 * unit), (right - 60 * unit, y + 4 * unit)))
    shapes.append(Path(rules, "s-soft-ink", 1))
    x, y = left + sizes.indent + 12 * unit, y + 62 * unit
    return [*shapes, *_dividers(x, y, place, sizes), *_scale(place, sizes, (x, y)), *_marches(place, sizes, (x, y))]


def _dividers(x: float, y: float, place: CountryLayout, sizes: _Sizes) -> list[Shape]:
    """A pair of compasses set to two steps of the scale."""
    unit, span = place.unit, 2 * sizes.step * place.mile
    top = x + span / 2, y - 47 * unit
    legs = polyline(((x, y - 9 * unit), top, (x + span, y - 9 * unit)))
    arc = f"M{top[0] - 22 * unit:.1f},{y - 27 * unit:.1f}q{22 * unit:.1f},{-9 * unit:.1f},{44 * unit:.1f},0"
    return [
        Path(legs, "s-ink", 2 * unit), Path(arc, "s-ink", 1.4 * unit),
        Path(dot((top[0], top[1] - 2 * unit), 4.6 * unit), "f-page s-ink", 2 * unit),
    ]  # fmt: skip


def _scale(place: CountryLayout, sizes: _Sizes, at: Point) -> list[Shape]:
    """The scale in miles."""
    (x, y), unit, step = at, place.unit, sizes.step * place.mile
    shapes: list[Shape] = []
    for n in range(sizes.steps):
        rect = SvgRect(x + n * step, y - 7 * unit, x + (n + 1) * step, y + unit)
        shapes.append(Path(box(rect), f"{'f-ink' if n % 2 == 0 else 'f-field'} s-ink", 1.4 * unit))
    for n in range(sizes.steps + 1):
        last = n == sizes.steps
        words = f"{n * sizes.step} miles" if last else str(n * sizes.step)
        wide = text_width(str(n * sizes.step), 21 * unit, "sans") / 2
        if last:
            shapes.append(Text(words, x + n * step - wide, y + 22 * unit, 21 * unit, "f-ink", "start"))
        else:
            shapes.append(Text(words, x + n * step, y + 22 * unit, 21 * unit, "f-ink"))
    return shapes


def _marches(place: CountryLayout, sizes: _Sizes, at: Point) -> list[Shape]:
    """What each kind of force marches in a day, half a day marked."""
    shapes: list[Shape] = []
    for n, rate in enumerate(sizes.rates):
        (x, y), unit, long = at, place.unit, rate.miles * place.mile
        y += (41 + n * _LINE) * unit
        ticks = "".join(
            polyline(((x + way, y - high * unit), (x + way, y + high * unit)))
            for way, high in ((0, 6), (long / 2, 4), (long, 6))
        )
        shapes += [
            Path(polyline(((x, y), (x + long, y))) + ticks, "s-ink", 2.2 * unit),
            Text(rate.name, x - 9 * unit, y + 6.5 * unit, 20 * unit, "f-ink", "end"),
            Text(f"a day, {rate.miles}", x + long + 10 * unit, y + 6.5 * unit, 20 * unit, "f-ink", "start"),
        ]
    return shapes


def rose(at: Point, r: float) -> list[Shape]:
    """A compass rose."""
    x, y = at

    def out(degrees: float, far: float) -> Point:
        a = math.radians(degrees)
        return x + math.sin(a) * far, y - math.cos(a) * far

    ticks = "".join(polyline((out(a, r * 0.7), out(a, r * 0.76))) for a in range(0, 360, 10))
    dark = light = ""
    for first, long, wide in ((45, 0.62, 0.17), (0, 1.0, 0.2)):
        for a in range(first, 360 + first, 90):
            dark += polyline((at, out(a, r * long), out(a + 45, r * wide)), closed=True)
            light += polyline((at, out(a, r * long), out(a - 45, r * wide)), closed=True)
    return [
        Path(dot(at, r * 0.78), "f-field s-ink", 1.3), Path(dot(at, r * 0.68), "s-ink", 1), Path(ticks, "s-ink", 1),
        Path(light, "f-field s-ink", 1.2), Path(dark, "f-ink s-ink", 1.2),
        Text("N", x, y - r * 1.08, 26, "fell f-ink"),
    ]  # fmt: skip
