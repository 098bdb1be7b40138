"""Hills as strokes, woods, and rivers that widen to their mouths."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pbem.engine.countrychart import MapLine
from pbem.reports.maps import lines, patterns
from pbem.reports.maps.country.layout import CountryLayout
from pbem.reports.maps.country.traces import Trace, beside, trace
from pbem.reports.maps.lines import Loop, chance
from pbem.reports.maps.shapes import Path, Point, Shape, polyline
from pbem.reports.maps.strokes import curve

_STROKE: Final = 19.0
"""The longest strokes of a steep slope."""
_GENTLE: Final = 0.45
"""How long those of the other slope are, compared."""
_TOGETHER: Final = 24
"""Strokes drawn as one path: a renderer is slow with long ones."""
_THIN: Final = 4.4
"""Rivers narrower than this are a line."""


@lru_cache(maxsize=256)
def course(line: MapLine, place: CountryLayout) -> Trace:
    """A line as it is drawn, in board units."""
    points = [place.at(spot) for spot in line.course]
    return trace(curve(points, 8) if len(points) > 1 else points)


def _salt(line: MapLine) -> int:
    return sum(map(ord, line.name)) + len(line.course) + sum(line.course[0])


# --- rivers -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def stream(line: MapLine, place: CountryLayout) -> Trace:
    """A river as it winds."""
    whole, salt, unit = course(line, place), _salt(line), place.unit
    phase = [chance(salt, n) * 2 * math.pi for n in range(2)]
    found = []
    steps = whole.sampled(5 * unit)
    for n, ((x, y), (ux, uy)) in enumerate(steps):
        way = 5 * n
        sway = (math.sin(way / 23 + phase[0]) + 0.7 * math.sin(way / 11 + phase[1])) * 2.0 * unit
        sway *= min(1.0, n / 4, (len(steps) - 1 - n) / 4)
        found.append((x - uy * sway, y + ux * sway))
    return trace(found)


def _breadth(line: MapLine, part: float) -> float:
    first, last = line.breadth
    return first + (last - first) * part


def rivers(some: Sequence[MapLine], place: CountryLayout) -> list[Shape]:
    """All of them: first the banks, then the water, so that they run into one another."""
    banks, water, thin = "", "", ""
    for one in some:
        if len(one.course) < 2:
            continue
        points = stream(one, place).points
        last = len(points) - 1
        wide = [_breadth(one, n / last) * place.unit / 2 for n in range(last + 1)]
        right, left = beside(points, 1), beside(points, -1)
        ring = [_out(p, q, w) for p, q, w in zip(points, right, wide, strict=True)]
        ring += [_out(p, q, w) for p, q, w in zip(reversed(points), reversed(left), reversed(wide), strict=True)]
        d = polyline(ring, closed=True)
        if max(one.breadth) < _THIN:
            thin += polyline(points)
        else:
            banks, water = banks + d, water + d
    shapes: list[Shape] = []
    if thin:
        shapes.append(Path(thin, "s-water-line", 2.1 * place.unit, cap="round"))
    if banks:
        shapes += [Path(banks, "f-water-line s-water-line", 2.8 * place.unit, cap="round"), Path(water, "f-water")]
    return shapes


def _out(point: Point, toward: Point, by: float) -> Point:
    return point[0] + (toward[0] - point[0]) * by, point[1] + (toward[1] - point[1]) * by


# --- hills ------------------------------------------------------------------------------------------------------------


def hills(some: Sequence[MapLine], place: CountryLayout) -> list[Shape]:
    """A tint along each crest, and strokes that run down from it."""
    if not some:
        return []
    tint = ""
    strokes: list[str] = []
    for one in some:
        ridge = len(one.course) > 1
        tint += _ridge_tint(one, place) if ridge else polyline(_round(one, place, 1.0), closed=True)
        strokes += _ridge_strokes(one, place) if ridge else _round_strokes(one, place)
    some_strokes = ("".join(strokes[n : n + _TOGETHER]) for n in range(0, len(strokes), _TOGETHER))
    return [Path(tint, "f-hill"), *(Path(d, "f-hachure") for d in some_strokes)]


def _ridge_tint(one: MapLine, place: CountryLayout) -> str:
    whole, unit = course(one, place), place.unit
    right: Loop = []
    left: Loop = []
    for n, ((x, y), (ux, uy)) in enumerate(whole.sampled(9 * unit)):
        way = 9.0 * n * unit
        ease = max(0.0, min(1.0, way / (46 * unit), (whole.length - way) / (46 * unit))) ** 0.6
        for side, points in ((1, right), (-1, left)):
            steep = one.steep == "both" or (one.steep == "right") == (side == 1)
            wide = (22 + 4 * math.sin(way / 31)) if steep else (14 + 4 * math.sin(way / 27 + 2))
            points.append((x - uy * side * wide * ease * unit, y + ux * side * wide * ease * unit))
    return polyline([*right, *reversed(left)], closed=True)


def _ridge_strokes(one: MapLine, place: CountryLayout) -> list[str]:
    whole, unit, salt = course(one, place), place.unit, _salt(one)
    found: list[str] = []
    way, n = 0.0, 0
    while way < whole.length:
        at, along = whole.at(way)
        taper = min(1.0, 0.35 + way / (60 * unit), 0.35 + (whole.length - way) / (60 * unit))
        for side in (1, -1):
            steep = one.steep == "both" or (one.steep == "right") == (side == 1)
            if not steep and chance(salt, n, 3) < 0.45:
                continue
            long = _STROKE * unit * taper * (1.0 if steep else _GENTLE) * (0.6 + 0.4 * chance(salt, n, side))
            lean = (chance(salt, n, side, 7) - 0.5) * 0.4
            out = -along[1] * side + along[0] * lean, along[0] * side + along[1] * lean
            found.append(_wedge(at, out, along, long, unit))
        n += 1
        way += (5.2 + chance(salt, n, 9) * 1.8) * unit
    return found


def _wedge(at: Point, out: Point, along: Point, long: float, unit: float) -> str:
    """A stroke down a slope, thick at the top."""
    x, y = at[0] + out[0] * 2.2 * unit, at[1] + out[1] * 2.2 * unit
    half = 1.3 * unit
    return polyline(
        ((x - along[0] * half, y - along[1] * half), (x + along[0] * half, y + along[1] * half),
         (x + out[0] * long, y + out[1] * long)),
        closed=True,
    )  # fmt: skip


def _round(one: MapLine, place: CountryLayout, part: float) -> Loop:
    (x, y), r = place.at(one.course[0]), one.half / 100 * place.mile * part
    salt = _salt(one)
    return [
        (x + r * 1.2 * (0.94 + 0.12 * chance(salt, n)) * math.cos(turn), y + r * 0.8 * math.sin(turn))
        for n, turn in ((n, 2 * math.pi * n / 30) for n in range(30))
    ]


def _round_strokes(one: MapLine, place: CountryLayout) -> list[str]:
    (cx, cy), salt, unit = place.at(one.course[0]), _salt(one), place.unit
    rim = lines.paced(_round(one, place, 0.62), 5 * unit, closed=True)
    found: list[str] = []
    for n, (x, y) in enumerate(rim):
        span = math.hypot(x - cx, y - cy) or 1
        out = (x - cx) / span, (y - cy) / span
        long = (8 + 5 * chance(salt, n)) * unit * (0.75 if out[1] < 0 else 1.2)
        found.append(_wedge((x, y), out, (-out[1], out[0]), long, unit))
    return found


# --- woods ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def wood_loop(one: MapLine, place: CountryLayout) -> tuple[Point, ...]:
    """The edge of a wood, as it wobbles."""
    middle, salt = course(one, place), _salt(one)
    r = max(one.half / 100 * place.mile, 9 * place.unit)
    found = []
    line = middle.sampled(max(middle.length / 6, 4))
    right = [(at, along, 1) for at, along in line]
    left = [(at, along, -1) for at, along in reversed(line)]
    for n, ((x, y), (ux, uy), side) in enumerate((*right, *left)):
        wide = r * (0.86 + 0.28 * chance(salt, n))
        found.append((x - uy * side * wide, y + ux * side * wide))
        if n in (len(line) - 1, len(line) * 2 - 1):  # round the end of its middle line
            for turn in (45, 90, 135):
                a = math.radians(turn)
                ox, oy = (
                    -uy * side * math.cos(a) + ux * side * math.sin(a),
                    ux * side * math.cos(a) + uy * side * math.sin(a),
                )
                bent = r * (0.86 + 0.28 * chance(salt, n, turn))
                found.append((x + ox * bent, y + oy * bent))
    loop = lines.rounded(found, 2)
    turned = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, [*loop[1:], loop[0]], strict=True))
    return tuple(loop if turned > 0 else reversed(loop))


def woods(some: Sequence[MapLine], place: CountryLayout) -> list[Shape]:
    """Scalloped edges with trees in them."""
    if not some:
        return []
    loops = [list(wood_loop(one, place)) for one in some]
    trees: list[Point] = []
    for n, loop in enumerate(loops):
        xs, ys = [x for x, _ in loop], [y for _, y in loop]
        step = 17 * place.unit
        for row in range(math.ceil((max(ys) - min(ys)) / (step * 0.85)) + 1):
            for column in range(math.ceil((max(xs) - min(xs)) / step) + 1):
                x = min(xs) + (column + row % 2 / 2) * step + (chance(n, row, column) - 0.5) * 5
                y = min(ys) + row * step * 0.85 + (chance(n, row, column, 4) - 0.5) * 4
                if lines.holds([loop], (x, y)) and lines.gap([loop], (x, y)) > 9:
                    trees.append((x, y + 2))
    return patterns.wood(loops, sorted(trees, key=lambda at: at[1]))
