"""The legend of what a map shows, and nothing else; the scale.  Positions are sheet units (1200 wide)."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec

from pbem.engine.hexchart import Counter, Ground, HexChart, Wall
from pbem.engine.hexes import Facing, Hex
from pbem.engine.looks import SideLook
from pbem.reports.maps import marks, strokes, symbols
from pbem.reports.maps.head import MARGIN
from pbem.reports.maps.hexes import board, ground, plates, tokens
from pbem.reports.maps.hexes.layout import Layout
from pbem.reports.maps.shapes import (
    Disc,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Text,
    Use,
    around,
    box,
    clean,
    fitted,
    polyline,
    text_width,
)

_GROUND_WORDS: Final[dict[Ground, str]] = {
    "wood": "wood",
    "hill": "hill",
    "hill-top": "hill top",
    "stream": "stream",
    "field": "fields",
    "swamp": "marsh",
    "town": "town",
    "water": "deep water",
    "impassable": "impassable",
}


class Entry(NamedTuple):
    """A line of the legend: how wide its picture is, the picture (drawn about a point), its words."""

    room: float
    icon: Callable[[Point], list[Shape]]
    words: str

    def drawn(self, x: float, room: float, y: float) -> list[Shape]:
        """The line with its picture in the middle of so much room."""
        return [*self.icon((x + room / 2, y)), Text(self.words, x + room + 12, y + 9, 25, "f-ink", "start")]


_PITCH: Final = 45.0


def legend(chart: HexChart, place: Layout, top: float) -> tuple[list[Shape], float]:
    """The legend of what is shown, and where it ends."""
    left, right = max(MARGIN, place.frame.left), place.frame.right - 6
    shapes: list[Shape] = [
        Path(polyline(((left, top), (right, top))), "s-ink", 1.6),
        Path(polyline(((left, top + 4), (right, top + 4))), "s-ink", 0.9),
    ]
    sample = _sample(chart)
    key, key_wide = _anatomy(sample) if sample else ([], 0.0)
    ghosts = _ghosts(chart)
    if key:
        key_wide = max([key_wide, *(_column_width([g]) + 28 for g in ghosts)])
    signs = _signs(chart) if key else [*_signs(chart), *ghosts]
    groups = [g for g in (_kinds(chart), _deeds(chart), signs, _grounds(chart, place)) if g]
    columns, rows = _columns(groups, right - left - key_wide)
    if key:
        shapes.append(Group(tuple(key), right - key_wide, top + 30))
        shapes += [s for g in ghosts for s in g.drawn(right - key_wide + 4, 68, top + 42 + 3.2 * _PITCH)]
        rows = max(rows, 4 if ghosts else 3)
    x, y = left, top + 42
    gaps = right - left - key_wide - sum(_column_width(c) for c in columns)
    gutter = min(60.0, max(26.0, gaps / max(1, len(columns))))
    for column in columns:
        room = max(e.room for e in column)
        for i, entry in enumerate(column):
            shapes += entry.drawn(x, room, y + i * _PITCH)
        x += _column_width(column) + gutter
    end = y + rows * _PITCH - 14 if columns or key else top + 24
    shapes += _scale(chart, place, left, end)
    if chart.objective:
        words = clean(chart.objective_text)
        words = words if words.startswith("objective") else f"objective: {words}".removesuffix(": ")
        at = left + 5 * board.WIDTH * place.scale + 74
        band = polyline(((at, end + 12), (at + 56, end + 12)))
        shapes += [
            Path(band, "s-disc-mark", 8),
            Path(band, "s-disc", 4.6, "9,5"),
            Text(fitted(words, 25, "sans", right - at - 72), at + 70, end + 21, 25, "f-ink", "start"),
        ]
    waiting = _to_come(chart, right - left)
    shapes += [Text(words, left, end + 80 + i * 32, 25, "f-ink", "start") for i, words in enumerate(waiting)]
    return shapes, end + 66 + (14 + len(waiting) * 32 if waiting else 0)


def _to_come(chart: HexChart, room: float) -> list[str]:
    """Who is still to come, in lines that fit: ``to come: S03 in round 2 at 0609;``."""
    lines: list[str] = []
    parts = [part for part in clean(chart.coming).split("; ") if part]
    for i, part in enumerate(parts):
        words = f"{part}{';' if i + 1 < len(parts) else ''}"
        longer = f"{lines[-1]} {words}" if lines else f"to come: {words}"
        if lines and text_width(longer, 25, "sans") > room:
            lines.append(words)
        else:
            lines[-1:] = [longer]
    return [fitted(line, 25, "sans", room) for line in lines]


def _columns(groups: Sequence[Sequence[Entry]], room: float) -> tuple[list[list[Entry]], int]:
    """The entries in columns with as few rows as the width allows; groups share a column where that saves two rows."""
    apart, together = _folded(groups, room), _folded([[e for g in groups for e in g]], room)
    best = apart if _height(apart) <= _height(together) + 1 else together
    return best, _height(best)


def _height(columns: Sequence[Sequence[Entry]]) -> int:
    return max((len(c) for c in columns), default=0)


def _folded(lists: Sequence[Sequence[Entry]], room: float) -> list[list[Entry]]:
    """Lists in columns of at least four lines, of as few more as it takes to fit a width if that can be done."""
    longest = max((len(g) for g in lists), default=0)
    columns: list[list[Entry]] = []
    for rows in range(4, max(4, longest) + 1):
        columns = [list(g[i : i + rows]) for g in lists for i in range(0, len(g), rows)]
        if sum(_column_width(c) + 26 for c in columns) <= room:
            break
    return columns


def _column_width(column: Sequence[Entry]) -> float:
    return max(e.room for e in column) + 12 + max(text_width(e.words, 25, "sans") for e in column)


def _kinds(chart: HexChart) -> list[Entry]:
    shown = {c.symbol for c in chart.counters if c.ghost is None or c.symbol != "unknown"}
    entries = [Entry(52, _kind_icon(name), symbol.word) for name, symbol in symbols.KINDS.items() if name in shown]
    if chart.generals:
        first = chart.generals[0]
        entries.append(Entry(52, lambda at: [tokens.standard(first, (at[0] + 8, at[1] + 9), 0.78)], "general"))
    return entries


def _kind_icon(name: str) -> Callable[[Point], list[Shape]]:
    return lambda at: [Use(f"p-{name}", at[0] - 24, at[1] - 16, 48, 28, "c-ink")]


def _shot(line: Sequence[Point], look: SideLook) -> list[Shape]:
    drawn = strokes.shot(line[0], line[-1], look)
    return [*drawn.dots, *drawn.ring]


_DEEDS: Final = (
    ("moved", "moved", strokes.moved),
    ("charged", "charged", strokes.charged),
    ("shot", "shot at", _shot),
    ("fell-back", "fell back", strokes.fell_back),
)


def _deeds(chart: HexChart) -> list[Entry]:
    entries = []
    for kind, words, draw in _DEEDS:
        looks = [a.look for a in chart.arrows if a.kind == kind]
        if looks:
            entries.append(Entry(82, _deed_icon(draw, looks[0]), words))
    return entries


def _deed_icon(
    draw: Callable[[Sequence[Point], SideLook], list[Shape]], look: SideLook
) -> Callable[[Point], list[Shape]]:
    return lambda at: draw([(at[0] - 38 + 4 * i, at[1]) for i in range(20)], look)


def _signs(chart: HexChart) -> list[Entry]:
    live = [c for c in chart.counters if c.ghost is None]
    entries = []
    for shown, name, face, rim, mark, r in (
        (any(c.disordered for c in live), "disordered", "f-disc", "s-disc-mark", "c-disc-mark", 14),
        (any(c.ready for c in live), "ready", "f-disc", "s-disc-mark", "c-disc-mark", 14),
        (any(c.general for c in live), "star", "f-field", "s-ink", "c-ink", 14),
        (bool(chart.melees), "melee", "f-field", "s-ink", "c-ink", 17),
    ):
        if shown:
            entries.append(Entry(36, _disc_icon(name, face, rim, mark, r), symbols.MARKS[name].word))
    if any(c.lost for c in live):
        entries.append(Entry(36, lambda at: [marks.burst(at, 2, 1)], symbols.MARKS["hit"].word))
    if chart.wrecks:
        icon = _disc_icon("broken", "f-field", "s-ink", "c-ink", 15)
        entries.append(Entry(36, icon, symbols.MARKS["broken"].word))
    return entries


def _ghosts(chart: HexChart) -> list[Entry]:
    rounds = sorted({c.ghost for c in chart.counters if c.ghost is not None})
    if rounds:
        words = f"last seen, round {rounds[0]}" if len(rounds) == 1 else "last seen, by round"
        return [Entry(44, _ghost_icon(rounds[0]), words)]
    return []


def _disc_icon(name: str, face: str, rim: str, mark: str, r: float) -> Callable[[Point], list[Shape]]:
    return lambda at: [Disc(*at, r, f"m-{name}", face, rim, mark)]


def _ghost_icon(seen: int) -> Callable[[Point], list[Shape]]:
    return lambda at: [
        Path(box(around(at, 42, 32)), "f-ghost-fill s-ghost", 2, "6,4.5"),
        Text(f"r{seen}", at[0], at[1] + 8, 22, "bold f-ghost"),
    ]


def _grounds(chart: HexChart, place: Layout) -> list[Entry]:
    """Small pieces of ground, as the map draws them."""
    shown = set(place.window.hexes())
    entries = [Entry(58, _ground_icon(kind), _GROUND_WORDS[kind]) for kind in ground.kinds_shown(chart, shown)]
    for prepared, words in ((False, "defences"), (True, "prepared defences")):
        if any(wall.prepared == prepared and wall.hex in shown for wall in chart.walls):
            entries.append(Entry(58, _wall_icon(prepared), words))
    return entries


def _wall_icon(prepared: bool) -> Callable[[Point], list[Shape]]:
    shapes = tuple(ground.wall_side_shapes(Wall(Hex(0, 0), (0, 5), prepared)))
    return lambda at: [Group(shapes, at[0], at[1] + 12, scale=0.5)]


def _ground_icon(kind: Ground) -> Callable[[Point], list[Shape]]:
    return lambda at: [Group(tuple(ground.sample(kind)), at[0], at[1], scale=0.38)]


def _sample(chart: HexChart) -> Counter | None:
    """The counter that explains the counters: of the first side if there is any; one of several ranks if there is any.

    Its strength is the same in every turn, so that the legend is.
    """
    live = sorted((c for c in chart.counters if c.ghost is None), key=lambda c: (c.look, -len(c.ranks), c.code))
    return msgspec.structs.replace(live[0], ranks=(5, 4, 3)[: len(live[0].ranks)]) if live else None


def _anatomy(counter: Counter) -> tuple[list[Shape], float]:
    """A counter with its parts named, and how wide it is."""
    plain = msgspec.structs.replace(
        counter, hex=Hex(0, 0), facing=Facing(0), disordered=False, ready=False, general=False, lost=0
    )
    plate = plates.plate_for(board.WIDTH)
    stand = plates.Stand(plain, (0, 2), plate.rect)
    ranks = "strength by rank" if len(counter.ranks) > 1 else "strength left"
    lines = ((-40.0, "front", 16.0), (-12.0, ranks, 40.0), (18.0, "unit", 40.0))
    shapes: list[Shape] = [*plates.redan(stand), plates.draw(stand, plate)]
    for y, words, start in lines:
        shapes.append(Path(polyline(((start, y), (62, y))), "s-ink", 1.2))
        shapes.append(Text(words, 68, y + 9, 25, "f-ink", "start"))
    wide = 40 + 68 + max(text_width(words, 25, "sans") for _, words, _ in lines)
    return [Group(tuple(shapes), 40, 50)], wide


def _scale(chart: HexChart, place: Layout, x: float, y: float) -> list[Shape]:
    """Five hexes long, numbered in the scenario's own unit."""
    step = board.WIDTH * place.scale
    bar = Rect(x, y + 6, x + 5 * step, y + 17)
    blacks = "".join(box(Rect(x + i * step, bar.top, x + (i + 1) * step, bar.bottom)) for i in (0, 2, 4))
    shapes: list[Shape] = [Path(box(bar), "f-field s-ink", 1.8), Path(blacks, "f-ink")]
    full = 5 * chart.scale
    middle = f"{full / 2:g}"
    for at, words in ((x, "0"), (x + 2.5 * step, middle), (x + 5 * step, f"{full} {clean(chart.scale_unit)}")):
        shapes.append(Text(words, at, bar.bottom + 25, 24, "f-ink"))
    return shapes
