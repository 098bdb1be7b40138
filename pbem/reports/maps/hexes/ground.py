"""The ground of a map: what is printed before any unit stands on it.

Pattern first, tint second: scalloped trees, hachured slopes, beaded hedges round furrows, reeds, roofs.  Nothing here
depends on units or on the turn, so that a rendered ground may be kept.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from pbem.engine.hexchart import Ground, HexChart, Wall
from pbem.engine.hexes import Hex, label
from pbem.reports.maps import patterns
from pbem.reports.maps.hexes import areas, board, land, water
from pbem.reports.maps.hexes.board import centre
from pbem.reports.maps.hexes.layout import Layout
from pbem.reports.maps.lines import chance
from pbem.reports.maps.shapes import Path, Point, Shape, SvgRect, SymbolUse, Text, around, polyline

_ORDER: Final[tuple[Ground, ...]] = (
    "field", "hill", "hill-top", "swamp", "water", "stream", "wood", "impassable", "town",
)  # fmt: skip
"""Later kinds are drawn over earlier ones."""


_WITH: Final[dict[Ground, tuple[Ground, ...]]] = {"hill": ("hill-top",)}
"""What is drawn as one area with a kind: a hill top stands on its hill."""


def hexes_of(chart: HexChart, *kinds: Ground) -> list[Hex]:
    """The hexes of the board with one of some kinds of ground, in the order of their labels."""
    return sorted(
        (g.hex for g in chart.ground if g.ground in kinds and board.on_board(chart, g.hex)),
        key=lambda h: (h.r, h.q),
    )


def kinds_shown(chart: HexChart, within: Collection[Hex]) -> list[Ground]:
    """The kinds of ground other than open in some hexes, in drawing order."""
    here = {g.ground for g in chart.ground if g.hex in within}
    return [kind for kind in _ORDER if kind in here]


def shapes(chart: HexChart, within: Sequence[Hex]) -> list[Shape]:
    """All that grows, lies and flows, and the grid over it; ``within`` are the hexes in sight."""
    seen = set(within)
    drawn: list[Shape] = list(_tufts(chart, within))
    for kind in _ORDER:
        for area in areas.connected(hexes_of(chart, kind, *_WITH.get(kind, ()))):
            if not seen.isdisjoint(area):
                drawn += _DRAW[kind](chart, area)
    drawn += roads(chart)
    drawn.append(_grid(within))
    return drawn


def roads(chart: HexChart) -> list[Shape]:
    """Roads through the middles of their hexes; one that ends at the edge of the board runs off it."""
    courses = [course for road in chart.roads if len(course := [h for h in road if board.on_board(chart, h)]) > 1]
    d = "".join(
        polyline((*_off_board(chart, c[1], c[0]), *map(centre, c), *_off_board(chart, c[-2], c[-1]))) for c in courses
    )
    return [Path(d, "s-road-line", 13, cap="round"), Path(d, "s-road-fill", 9.5, cap="round")] if d else []


def _off_board(chart: HexChart, before: Hex, last: Hex) -> list[Point]:
    """The way on from a road's last hex, where that is off the board."""
    on = Hex(2 * last.q - before.q, 2 * last.r - before.r)
    return [] if board.on_board(chart, on) else [centre(on)]


def walls(chart: HexChart, within: Collection[Hex]) -> list[Shape]:
    """Defended sides of hexes: a bank along the side, with teeth outwards; works made for it have more of them."""
    drawn: list[Shape] = []
    for wall in chart.walls:
        if wall.hex in within and not wall.ditch:
            drawn += wall_side_shapes(wall)
    return drawn


def ditches(chart: HexChart, within: Collection[Hex]) -> list[Shape]:
    """Ditches along the sides of hexes: a thin bank, ticked on the side of the hex."""
    drawn: list[Shape] = []
    for wall in chart.walls:
        if wall.hex in within and wall.ditch:
            drawn += ditch_shapes(wall)
    return drawn


def ditch_shapes(wall: Wall) -> list[Shape]:
    """The ditch of one hex."""
    rim, foot = board.corners(wall.hex, 0.97), board.corners(wall.hex, 0.9)
    bank, ticks = "", ""
    for side in wall.sides:
        a, b, c, d = rim[side], rim[(side + 1) % 6], foot[side], foot[(side + 1) % 6]
        bank += polyline((a, b))
        ticks += "".join(polyline((_between(a, b, t), _between(c, d, t))) for t in (0.1, 0.3, 0.5, 0.7, 0.9))
    return (
        [Path(bank, "s-works", 2, cap="round", opacity=0.75), Path(ticks, "s-works", 1.3, opacity=0.75)] if bank else []
    )


def wall_side_shapes(wall: Wall) -> list[Shape]:
    """The defences of one hex."""
    inner, outer = board.corners(wall.hex, 0.985), board.corners(wall.hex, 1.09)
    bank, teeth = "", ""
    for side in wall.sides:
        a, b, c, d = inner[side], inner[(side + 1) % 6], outer[side], outer[(side + 1) % 6]
        bank += polyline((a, b))
        count = 9 if wall.prepared else 5
        for i in range(count):
            t = (i + 0.5) / count
            teeth += polyline((_between(a, b, t), _between(c, d, t)))
    return [Path(bank, "s-ink", 4.2, cap="round"), Path(teeth, "s-ink", 2.6)] if bank else []


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def objective(chart: HexChart) -> list[Shape]:
    """The gold band round the objective."""
    loops = board.outlines(h for h in chart.objective if board.on_board(chart, h))
    d = "".join(polyline(loop, closed=True) for loop in loops)
    return [Path(d, "s-disc-mark", 6.4), Path(d, "s-disc", 3.4, "9,5")] if d else []


def numbered(chart: HexChart, place: Layout) -> list[Hex]:
    """The hexes whose number is in sight, whole."""
    field = place.board_field
    return [
        h for h in place.window.hexes(1) if board.on_board(chart, h) and field.holds(around(board.centre(h), 50, 28))
    ]


def number_size(place: Layout) -> float:
    """How large hex numbers are, in board units: of a part of a board as large as a telephone needs, where they fit."""
    usual = max(15.0, 16.5 * place.scale)
    return (max(usual, min(26.0, 0.34 * board.WIDTH * place.scale)) if place.window.part else usual) / place.scale


def hex_numbers(chart: HexChart, within: Iterable[Hex], size: float) -> list[Shape]:
    """The number in the middle of each hex; on anything but open ground with a light edge."""
    covered = {g.hex for g in chart.ground if g.ground != "open"}.union(*chart.roads)
    return [
        Text(label(h), x, y + size * 0.36, size, "f-hex-number s-field" if h in covered else "f-hex-number",
             halo=4.5 if h in covered else 0)
        for h in within
        for x, y in (centre(h),)
    ]  # fmt: skip


def _grid(within: Iterable[Hex]) -> Shape:
    d = "".join(polyline(edge) for edge in board.hex_edges(within))
    return Path(d, "s-grid", 1.5, cap="round")


def _tufts(chart: HexChart, within: Iterable[Hex]) -> list[Shape]:
    covered = {g.hex for g in chart.ground if g.ground != "open"}
    grown: list[Shape] = []
    for h in within:
        if h in covered or chance(h.q, h.r, 7) > 0.34:
            continue
        x, y = centre(h)
        x += (chance(h.q, h.r, 8) - 0.5) * 46
        y += 25 + chance(h.q, h.r, 9) * 9
        grown.append(SymbolUse("g-tuft", x - 8, y - 9, 16, 10, "c-grid"))
    return grown


def name_box(hexes: Iterable[Hex]) -> SvgRect:
    """The box of a named place: its hexes without their outermost points."""
    boxes = [board.hex_rect(h) for h in hexes]
    return SvgRect(
        min(b.left for b in boxes),
        min(b.top for b in boxes) + 3,
        max(b.right for b in boxes),
        max(b.bottom for b in boxes) - 3,
    )


_DRAW: Final[dict[Ground, Callable[[HexChart, Sequence[Hex]], list[Shape]]]] = {
    "field": land.field,
    "hill": land.hill,
    "hill-top": land.hill_top,
    "swamp": land.marsh,
    "water": water.lake,
    "stream": water.stream,
    "wood": land.wood,
    "impassable": land.impassable,
    "town": land.town,
}


def sample(kind: Ground) -> list[Shape]:
    """One hex of a kind of ground about the origin, for the legend; without room for a number."""
    area = [Hex(0, 0)]
    if kind == "water":
        loops = areas.rounded(area)
        waves = "M-30,-14q5.5,-4.5,11,-1t11,1t10,-2M-8,4q5.5,-4.5,11,-1t11,1t10,-2M-26,20q5.5,-4.5,11,-1t11,1t10,-2"
        return [Path(patterns.closed(loops), "f-water s-water-line", 2), Path(waves, "s-water-line", 2)]
    if kind == "stream":
        d = "M-62,8Q-20,-20,4,0T62,-6"
        return [Path(d, "s-water-line", 17), Path(d, "s-water", 13), Path(d, "s-water-line", 1.1, "11,19")]
    if kind in {"wood", "swamp"}:
        symbol, cls, dx = ("g-tree", "c-wood-line f-tree", 10) if kind == "wood" else ("g-reeds", "c-marsh-line", 11)
        spots = ((-17, -20), (14, -22), (-27, 4), (0, 0), (27, 3), (-13, 25), (16, 25))
        return [
            _DRAW[kind](_ALONE, area)[0],
            *(SymbolUse(symbol, x - dx * 1.25, y - 12, dx * 2.5, dx * 2.5 * (1 if kind == "wood" else 0.64), cls)
              for x, y in spots),
        ]  # fmt: skip
    drawn = _DRAW["hill"](_ALONE, area) if kind == "hill-top" else []
    return [*drawn, *_DRAW[kind](_ALONE, area)]


_ALONE: Final = HexChart(
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
