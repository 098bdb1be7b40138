"""The ground of a map: what is printed before any unit stands on it.

Pattern first, tint second: scalloped trees, hachured slopes, beaded hedges round furrows, reeds, roofs.  Nothing here
depends on units or on the turn, so that a rendered ground may be kept.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from pbem.engine.chart import Chart, Ground
from pbem.engine.hexes import Hex, label, neighbours
from pbem.reports.maps import board
from pbem.reports.maps.board import Loop, centre, chance
from pbem.reports.maps.shapes import Path, Point, Rect, Shape, Text, Use, dot, number, polyline

_ORDER: Final[tuple[Ground, ...]] = (
    "field", "hill", "hill-top", "swamp", "water", "stream", "wood", "impassable", "town",
)  # fmt: skip
"""Later kinds are drawn over earlier ones."""

_WITH: Final[dict[Ground, tuple[Ground, ...]]] = {"hill": ("hill-top",)}
"""What is drawn as one area with a kind: a hill top stands on its hill."""

_TREES: Final = (
    (-14.0, -31.0), (10.0, -33.0), (-28.0, -17.0), (-4.0, -18.0), (23.0, -19.0), (-34.0, 3.0), (34.0, 5.0),
    (-24.0, 22.0), (1.0, 24.0), (25.0, 21.0), (-12.0, 38.0), (14.0, 39.0),
)  # fmt: skip
"""Where trees stand in a hex: clear of the number in its middle.  Those beyond the edge of a wood are left out."""
_REEDS: Final = ((-15.0, -24.0), (18.0, -19.0), (-33.0, 2.0), (33.0, 4.0), (-16.0, 25.0), (19.0, 29.0))
_WAVES: Final = ((-10.0, -26.0), (18.0, -15.0), (-19.0, 19.0), (14.0, 30.0))


def hexes_of(chart: Chart, *kinds: Ground) -> list[Hex]:
    """The hexes of the board with one of some kinds of ground, in the order of their labels."""
    return sorted(
        (g.hex for g in chart.ground if g.ground in kinds and board.on_board(chart, g.hex)),
        key=lambda h: (h.r, h.q),
    )


def kinds_shown(chart: Chart, within: Collection[Hex]) -> list[Ground]:
    """The kinds of ground other than open in some hexes, in drawing order."""
    here = {g.ground for g in chart.ground if g.hex in within}
    return [kind for kind in _ORDER if kind in here]


def shapes(chart: Chart, within: Sequence[Hex]) -> list[Shape]:
    """All that grows, lies and flows, and the grid over it; ``within`` are the hexes in sight."""
    seen = set(within)
    drawn: list[Shape] = list(_tufts(chart, within))
    for kind in _ORDER:
        for area in _areas(hexes_of(chart, kind, *_WITH.get(kind, ()))):
            if not seen.isdisjoint(area):
                drawn += _DRAW[kind](chart, area)
    drawn.append(_grid(within))
    return drawn


def objective(chart: Chart) -> list[Shape]:
    """The gold band round the objective."""
    loops = board.outlines(h for h in chart.objective if board.on_board(chart, h))
    d = "".join(polyline(loop, closed=True) for loop in loops)
    return [Path(d, "s-disc-mark", 6.4), Path(d, "s-disc", 3.4, "9,5")] if d else []


def hex_numbers(chart: Chart, within: Iterable[Hex], size: float) -> list[Shape]:
    """The number in the middle of each hex; on anything but open ground with a light edge."""
    covered = {g.hex for g in chart.ground if g.ground != "open"}
    return [
        Text(label(h), x, y + size * 0.36, size, "f-hex-number s-field" if h in covered else "f-hex-number",
             halo=4.5 if h in covered else 0)
        for h in within
        for x, y in (centre(h),)
    ]  # fmt: skip


def _grid(within: Iterable[Hex]) -> Shape:
    d = "".join(polyline(edge) for edge in board.hex_edges(within))
    return Path(d, "s-grid", 1.5, cap="round")


def _areas(hexes: Sequence[Hex]) -> list[list[Hex]]:
    """Hexes of one kind in connected sets."""
    left = dict.fromkeys(hexes)
    areas = []
    while left:
        area = [next(iter(left))]
        del left[area[0]]
        for here in area:
            for there in neighbours(here):
                if there in left:
                    del left[there]
                    area.append(there)
        areas.append(area)
    return areas


def _rounded(hexes: Iterable[Hex]) -> list[Loop]:
    return [board.rounded(loop) for loop in board.outlines(hexes)]


def _closed(loops: Iterable[Loop]) -> str:
    return "".join(polyline(loop, closed=True) for loop in loops)


def _scattered(
    area: Sequence[Hex], loops: Sequence[Loop], pattern: Sequence[Point], margin: float, salt: int
) -> list[Point]:
    """Places in an area, from north to south: a pattern about each hex, a little out of order, clear of the edge."""
    rims = [board.paced(loop, 8, closed=True) for loop in loops]
    places = []
    for h in area:
        x, y = centre(h)
        for i, (dx, dy) in enumerate(pattern):
            at = (
                x + dx + 5 * (chance(salt, h.q, h.r, i, 1) - 0.5),
                y + dy + 4 * (chance(salt, h.q, h.r, i, 2) - 0.5),
            )
            if board.holds(loops, at) and board.gap(rims, at) > margin:
                places.append(at)
    return sorted(places, key=lambda p: p[1])


def _tufts(chart: Chart, within: Iterable[Hex]) -> list[Shape]:
    covered = {g.hex for g in chart.ground if g.ground != "open"}
    grown: list[Shape] = []
    for h in within:
        if h in covered or chance(h.q, h.r, 7) > 0.34:
            continue
        x, y = centre(h)
        x += (chance(h.q, h.r, 8) - 0.5) * 46
        y += 25 + chance(h.q, h.r, 9) * 9
        grown.append(Use("g-tuft", x - 8, y - 9, 16, 10, "c-grid"))
    return grown


def _wood(_chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    loops = _rounded(area)
    rim = ""
    for loop in loops:
        points = board.paced(loop, 12.5, closed=True)
        ring = [*points[1:], points[0]]
        rim += f"M{number(points[0][0])},{number(points[0][1])}"
        rim += "".join(f"A7,7,0,0,1,{number(x)},{number(y)}" for x, y in ring) + "z"
    trees = [
        Use("g-tree", x - 10, y - 13, 20, 20, "c-wood-line f-tree") for x, y in _scattered(area, loops, _TREES, 10.5, 1)
    ]
    return [Path(rim, "f-wood s-wood-line", 1.8), *trees]


def _slope(loops: Iterable[Loop], longest: float, salt: int) -> str:
    """Hachures: wedges that point downhill, thick end up."""
    d = ""
    for loop in loops:
        rim = board.paced(loop, 6.3, closed=True)
        for i, ((x, y), (nx, ny)) in enumerate(zip(rim, board.normals(rim), strict=True)):
            span = longest * (0.55 + 0.45 * chance(salt, i, round(x), round(y)))
            lean = (chance(salt, i, 5) - 0.5) * 0.24
            nx, ny = nx - ny * lean, ny + nx * lean  # noqa: PLW2901 - each wedge leans a little
            foot, head = (x + nx * 3, y + ny * 3), (x + nx * (3 + span), y + ny * (3 + span))
            d += polyline(
                (foot, (head[0] - ny * 1.25, head[1] + nx * 1.25), (head[0] + ny * 1.25, head[1] - nx * 1.25)),
                closed=True,
            )
    return d


def _brow(loops: Sequence[Loop], inwards: float) -> str:
    """A contour inside the slope; left out where the hill is too narrow for it."""
    rims = [board.paced(loop, 8, closed=True) for loop in loops]
    d = ""
    for loop in loops:
        rim = board.paced(loop, 5, closed=True)
        run: list[Point] = []
        points = [
            (x + nx * inwards, y + ny * inwards) for (x, y), (nx, ny) in zip(rim, board.normals(rim), strict=True)
        ]
        for point in [*points, points[0]]:
            if board.gap(rims, point) > inwards - 2.5:
                run.append(point)
                continue
            d += polyline(run) if len(run) > 2 else ""
            run = []
        d += polyline(run) if len(run) > 2 else ""
    return d


def _hill(_chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    loops = _rounded(area)
    return [
        Path(_closed(loops), "f-hill"),
        Path(_slope(loops, 18, 2), "f-hachure"),
        Path(_brow(loops, 25), "s-hachure", 1.3, "3.2,4"),
    ]


def _hill_top(_chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    loops = _rounded(area)
    return [
        Path(_closed(loops), "f-hachure", opacity=0.16),
        Path(_slope(loops, 13, 3), "f-hachure"),
    ]


def _marsh(_chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    loops = _rounded(area)
    reeds = [
        Use("g-reeds", x - 12, y - 12, 24, 15.3, "c-marsh-line") for x, y in _scattered(area, loops, _REEDS, 12, 4)
    ]
    return [Path(_closed(loops), "f-marsh"), *reeds]


def _field(_chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    loops = [board.shrunk(loop, 6) for loop in board.outlines(area)]
    angle = (-14, 12, 74, -68)[int(chance(area[0].q, area[0].r, 3) * 4)]
    furrows = board.rows_of_lines(loops, angle, 8.5, 6)
    beads = [point for loop in loops for point in board.paced(loop, 8, closed=True)]
    return [
        Path(_closed(loops), "f-crop"),
        Path("".join(polyline(line) for line in furrows), "s-furrow", 1.4),
        Path(_closed(loops), "s-wood-line", 1.4),
        Path("".join(dot(p, 3.1) for p in beads), "f-wood-line"),
    ]


def _beyond(chart: Chart, area: Iterable[Hex]) -> list[Hex]:
    """An area with the places off the board beside it, so that water runs off the edge of the map."""
    beside = dict.fromkeys(n for h in area for n in neighbours(h) if not board.on_board(chart, n))
    corners = dict.fromkeys(n for h in beside for n in neighbours(h) if _off_corner(chart, n))
    return [*area, *(beside | corners)]


def _off_corner(chart: Chart, here: Hex) -> bool:
    column, row = board.column_row(here)
    return not 0 <= column < chart.columns and not 0 <= row < chart.rows


def _water(chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    loops = _rounded(_beyond(chart, area))
    waves = ""
    for x, y in _scattered(area, loops, _WAVES, 12, 6):
        waves += f"M{number(x - 16)},{number(y)}q5.5,-4.5,11,-1t11,1t10,-2"
    d = _closed(loops)
    return [Path(d, "f-water s-water-line", 2), Path(waves, "s-water-line", 1.3, cap="round", opacity=0.75)]


def _stream(chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    d = "".join(_reach(chart, here, joined) for here, joined in _course(area).items())
    return [
        Path(d, "s-water-line", 17, cap="round"),
        Path(d, "s-water", 13, cap="round"),
        Path(d, "s-water-line", 1.1, "11,19,7,26", opacity=0.8),
    ]


def _course(area: Sequence[Hex]) -> dict[Hex, list[Hex]]:
    """Which hex a stream flows on to: neighbours, without rings (three hexes that touch make a fork, not a pond)."""
    joined: dict[Hex, list[Hex]] = {h: [] for h in area}
    reach = {h: {h} for h in area}
    for here in area:
        for there in neighbours(here):
            if there in joined and there not in reach[here]:
                joined[here].append(there)
                joined[there].append(here)
                both = reach[here] | reach[there]
                for h in both:
                    reach[h] = both
    return joined


def _reach(chart: Chart, here: Hex, joined: Sequence[Hex]) -> str:
    """One hex of a stream: from the side it comes in by, past the hex number, to the side it leaves by."""
    x, y = centre(here)
    wander = (x + (chance(here.q, here.r, 11) - 0.5) * 16, y + (13 if chance(here.q, here.r, 12) < 0.5 else -13))
    ends = [_between(here, there) for there in joined]
    if len(ends) < 2:
        ends += _ways_out(chart, here, ends)
    if len(ends) == 2:
        return f"{polyline(ends[:1])}Q{number(wander[0])},{number(wander[1])},{number(ends[1][0])},{number(ends[1][1])}"
    return "".join(polyline((end, wander)) for end in ends) if ends else dot((x, y), 6)


def _between(here: Hex, there: Hex) -> Point:
    (ax, ay), (bx, by) = centre(here), centre(there)
    return (ax + bx) / 2, (ay + by) / 2


def _ways_out(chart: Chart, here: Hex, ends: Sequence[Point]) -> list[Point]:
    """Where a stream that has one known end, or none, leaves its hex: off the map if it can, else across the hex."""
    x, y = centre(here)
    sides = neighbours(here)
    if ends:
        sides = tuple(sorted(sides, key=lambda s: -math.dist(_between(here, s), ends[0])))
        out = [s for s in sides if not board.on_board(chart, s)]
        return [centre(out[0])] if out else [(x, y)]
    out = [s for s in sides if not board.on_board(chart, s)]
    first = out[0] if out else sides[4]
    far = max(sides, key=lambda s: math.dist(centre(s), centre(first)))
    return [centre(first) if out else _between(here, first), _between(here, far)]


def _impassable(_chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    loops = [board.shrunk(loop, 4) for loop in board.outlines(area)]
    lines = board.rows_of_lines(loops, 45, 9, 0) + board.rows_of_lines(loops, -45, 9, 0)
    return [
        Path("".join(polyline(line) for line in lines), "s-soft-ink", 1.2),
        Path(_closed(loops), "s-soft-ink", 2.2),
    ]


def _town(_chart: Chart, area: Sequence[Hex]) -> list[Shape]:
    """Roofs round the hex number, half of each in shade; a church north of the first."""
    roofs = shades = ridges = ""
    for h in area:
        x, y = centre(h)
        count = 7
        first = 0 if h == area[0] else chance(h.q, h.r, 20) * 0.5
        for i in range(count):
            if h == area[0] and i == 0:
                continue
            angle = 2 * math.pi * (i + first) / count - math.pi / 2
            far = 31 + 3 * chance(h.q, h.r, 21, i)
            house = _house((x + math.cos(angle) * far, y + math.sin(angle) * far), angle + math.pi / 2, h, i)
            roofs += polyline(house, closed=True)
            middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ((house[1], house[2]), (house[3], house[0]))]
            shades += polyline((middle[1], middle[0], house[2], house[3]), closed=True)
            ridges += polyline(middle)
    x, y = centre(area[0])
    return [
        Path(roofs, "f-roof"),
        Path(shades, "f-roof-line", opacity=0.32),
        Path(roofs + ridges, "s-roof-line", 1.3),
        Path(f"M{number(x - 8)},{number(y - 34)}h21v11h-21z", "f-roof"),
        Use("g-church", x - 17, y - 47, 33, 28.6, "c-roof-line"),
    ]


def _house(at: Point, turn: float, h: Hex, i: int) -> list[Point]:
    """The four corners of a house, long sides first and third."""
    long, wide = 8.5 + 2.5 * chance(h.q, h.r, 22, i), 5.6
    turn += (chance(h.q, h.r, 23, i) - 0.5) * 0.5
    cos, sin = math.cos(turn), math.sin(turn)
    return [
        (at[0] + dx * cos - dy * sin, at[1] + dx * sin + dy * cos)
        for dx, dy in ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    ]


def name_box(hexes: Iterable[Hex]) -> Rect:
    """The box of a named place: its hexes without their outermost points."""
    boxes = [board.hex_rect(h) for h in hexes]
    return Rect(
        min(b.left for b in boxes),
        min(b.top for b in boxes) + 3,
        max(b.right for b in boxes),
        max(b.bottom for b in boxes) - 3,
    )


_DRAW: Final = {
    "field": _field,
    "hill": _hill,
    "hill-top": _hill_top,
    "swamp": _marsh,
    "water": _water,
    "stream": _stream,
    "wood": _wood,
    "impassable": _impassable,
    "town": _town,
}


def sample(kind: Ground) -> list[Shape]:
    """One hex of a kind of ground about the origin, for the legend; without room for a number."""
    area = [Hex(0, 0)]
    if kind == "water":
        loops = _rounded(area)
        waves = "M-30,-14q5.5,-4.5,11,-1t11,1t10,-2M-8,4q5.5,-4.5,11,-1t11,1t10,-2M-26,20q5.5,-4.5,11,-1t11,1t10,-2"
        return [Path(_closed(loops), "f-water s-water-line", 2), Path(waves, "s-water-line", 2)]
    if kind == "stream":
        d = "M-62,8Q-20,-20,4,0T62,-6"
        return [Path(d, "s-water-line", 17), Path(d, "s-water", 13), Path(d, "s-water-line", 1.1, "11,19")]
    if kind in {"wood", "swamp"}:
        symbol, cls, dx = ("g-tree", "c-wood-line f-tree", 10) if kind == "wood" else ("g-reeds", "c-marsh-line", 11)
        spots = ((-17, -20), (14, -22), (-27, 4), (0, 0), (27, 3), (-13, 25), (16, 25))
        return [
            _DRAW[kind](_ALONE, area)[0],
            *(Use(symbol, x - dx * 1.25, y - 12, dx * 2.5, dx * 2.5 * (1 if kind == "wood" else 0.64), cls)
              for x, y in spots),
        ]  # fmt: skip
    drawn = _DRAW["hill"](_ALONE, area) if kind == "hill-top" else []
    return [*drawn, *_DRAW[kind](_ALONE, area)]


_ALONE: Final = Chart(
    title="",
    subtitle="",
    columns=1,
    rows=1,
    ground=(),
    names=(),
    objective=(),
    objective_text="",
    sides=(),
    counters=(),
)
"""A board of one hex, to draw samples on."""
