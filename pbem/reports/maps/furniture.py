"""What stands round a map: border, edge numbers, title, sides, compass, legend of what is shown, scale.

Positions here are sheet units (1200 wide).
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from pbem.engine.chart import Chart, Counter, Ground, SideKey, SideLook
from pbem.engine.hexes import Facing, Hex
from pbem.reports.maps import arrows, board, fonts, ground, symbols, units
from pbem.reports.maps.layout import Layout
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
    cut_box,
    polyline,
    text_width,
)

_TITLE_X: Final = 48.0
_PIPS: Final = 10
"""A side that breaks at more is shown with a bar."""
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


def border(place: Layout) -> list[Shape]:
    """The checked border, a check to a column and a row, and the numbers outside it."""
    shown, field, frame = place.window, place.field, place.frame
    shapes: list[Shape] = [
        Path(box(frame), "s-ink", 2.6),
        Path(box(field), "s-ink", 1.4),
    ]
    checks = ""
    numbers: list[Shape] = []
    size = 27 if place.scale > 0.8 else 25
    half = board.WIDTH / 2 * place.scale
    shift = 0.25 * board.WIDTH if shown.bottom > shown.top else 0.5 * board.WIDTH * (shown.top & 1)
    for column in range(shown.left - 1, shown.right + 2):
        x = place.x(column * board.WIDTH + shift)
        if column < 0 or not field.left + 14 < x < field.right - 14:
            continue
        if column % 2 == 0:
            left, right = max(x - half, field.left), min(x + half, field.right)
            checks += box(Rect(left, frame.top + 2.2, right, field.top - 1.6))
            checks += box(Rect(left, field.bottom + 1.6, right, frame.bottom - 2.2))
        numbers.append(Text(f"{column + 1:02d}", x, frame.top - 10, size, "bold f-ink"))
    half = board.ROW / 2 * place.scale
    for row in range(shown.top - 1, shown.bottom + 2):
        y = place.y(row * board.ROW)
        if row < 0 or not field.top + 14 < y < field.bottom - 14:
            continue
        if row % 2 == 0:
            top, bottom = max(y - half, field.top), min(y + half, field.bottom)
            checks += box(Rect(frame.left + 2.2, top, field.left - 1.6, bottom))
            checks += box(Rect(field.right + 1.6, top, frame.right - 2.2, bottom))
        numbers.append(Text(f"{row + 1:02d}", frame.left - 8, y + size * 0.36, size, "bold f-ink", "end"))
    return [*shapes, Path(checks, "f-ink"), *numbers]


def head_height(chart: Chart) -> float:
    """What the title and the lines of the sides take above the map."""
    return max(122.0, 42.0 + 40.0 * len(chart.sides))


def head(chart: Chart, place: Layout) -> list[Shape]:
    """Title, subtitle, the sides with what they have lost, and the compass."""
    right = place.frame.right - 4
    left = right - 104
    rows: list[Shape] = []
    starts = [left]
    if chart.sides:
        columns = _side_columns(chart.sides)
        start = left - sum(columns)
        starts.append(start)
        for i, side in enumerate(chart.sides):
            rows += _side(side, start, 50 + 40 * i, columns)
    room = min(starts) - _TITLE_X - 26
    title = clean(chart.title) or "Map"
    face = fonts.name_face(title, italic=False)
    subtitle = clean(chart.subtitle)
    wide = text_width(title, 66, face)
    size = max(36.0, 66 * min(1, room / wide if wide else 1))
    wide = text_width(subtitle, 28, "sans")
    small = max(22.0, 28 * min(1, (room + 10) / wide if wide else 1))
    x = max(_TITLE_X, place.frame.left)
    return [
        Text(_fitted(title, size, face, room), x, 72, size, f"{fonts.FACE_CLASS[face]} f-ink", "start"),
        Text(_fitted(subtitle, small, "sans", room + 10), x, 112, small, "f-ink", "start"),
        *rows,
        Use("g-compass", right - 78, 36, 88, 88, "c-ink"),
        Text("N", right - 34, 34, 26, "fell f-ink"),
    ]


def _fitted(text: str, size: float, face: fonts.Face, room: float) -> str:
    """A text cut to the room there is, with a sign that it was."""
    if text_width(text, size, face) <= room:
        return text
    while text and text_width(text + "…", size, face) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _lost(side: SideKey) -> str:
    return f"lost {side.lost} of {side.break_at}" if side.lost else f"breaks at {side.break_at}"


def _gauge_width(side: SideKey) -> float:
    return 25.0 * side.break_at - 3 if side.break_at <= _PIPS else 150.0


def _side_columns(sides: Sequence[SideKey]) -> tuple[float, float, float, float]:
    """Widths of letter, name, gauge and words, so that the lines of all sides stand under each other."""
    return (
        44.0,
        min(260.0, max(text_width(clean(s.name), 28, "bold") for s in sides)) + 18,
        max(_gauge_width(s) for s in sides) + 14,
        max(text_width(_lost(s), 27, "sans") for s in sides),
    )


def _side(side: SideKey, x: float, y: float, columns: tuple[float, float, float, float]) -> list[Shape]:
    ink = units.INKS[side.look]
    plate = Rect(x, y - 15, x + 32, y + 15)
    letter = clean(side.letter)[:2]
    gauge = x + columns[0] + columns[1]
    return [
        Path(box(plate) if side.look == 1 else cut_box(plate, 7), f"f-{ink.plate} s-{ink.edge}", 2.6),
        Text(letter, *_on_line(plate.middle, 24), 24, f"bold f-{ink.marks}"),
        Text(_fitted(clean(side.name), 28, "bold", 262), x + columns[0], y + 10, 28, "bold f-ink", "start"),
        *_gauge(side, gauge, y, ink),
        Text(_lost(side), gauge + columns[2], y + 10, 27, "f-ink", "start"),
    ]


def _on_line(middle: Point, size: float) -> Point:
    """Where a text's baseline lies when its capitals are to stand about a point."""
    return middle[0], middle[1] + size * 0.36


def _gauge(side: SideKey, x: float, y: float, ink: units.Ink) -> list[Shape]:
    """A box for each break point, filled when lost; a bar when there are many."""
    lost = max(0, min(side.lost, side.break_at))
    if side.break_at > _PIPS:
        bar = Rect(x + 1, y - 9, x + 149, y + 9)
        part = bar._replace(right=bar.left + bar.width * lost / side.break_at)
        return [Path(box(part), f"f-{ink.line}"), Path(box(bar), f"s-{ink.line}", 2)]
    cells = [box(Rect(x + 1 + 25 * i, y - 10, x + 21 + 25 * i, y + 10)) for i in range(side.break_at)]
    return [Path("".join(cells[:lost]), f"f-{ink.line}"), Path("".join(cells), f"s-{ink.line}", 2)]


class Entry(NamedTuple):
    """A line of the legend: how wide its picture is, the picture (drawn about a point), its words."""

    room: float
    icon: Callable[[Point], list[Shape]]
    words: str

    def drawn(self, x: float, room: float, y: float) -> list[Shape]:
        """The line with its picture in the middle of so much room."""
        return [*self.icon((x + room / 2, y)), Text(self.words, x + room + 12, y + 9, 25, "f-ink", "start")]


_PITCH: Final = 45.0


def legend(chart: Chart, place: Layout, top: float) -> tuple[list[Shape], float]:
    """The legend of what is shown, and where it ends."""
    left, right = max(_TITLE_X, place.frame.left), place.frame.right - 6
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
        words = f"objective: {words}" if words else "objective"
        at = left + 5 * board.WIDTH * place.scale + 74
        band = polyline(((at, end + 12), (at + 56, end + 12)))
        shapes += [
            Path(band, "s-disc-mark", 8),
            Path(band, "s-disc", 4.6, "9,5"),
            Text(_fitted(words, 25, "sans", right - at - 72), at + 70, end + 21, 25, "f-ink", "start"),
        ]
    return shapes, end + 66


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


def _kinds(chart: Chart) -> list[Entry]:
    shown = {c.symbol for c in chart.counters if c.ghost is None or c.symbol != "unknown"}
    entries = [Entry(52, _kind_icon(name), symbol.word) for name, symbol in symbols.KINDS.items() if name in shown]
    if chart.generals:
        first = chart.generals[0]
        entries.append(Entry(52, lambda at: [units.standard(first, (at[0] + 8, at[1] + 9), 0.78)], "general"))
    return entries


def _kind_icon(name: str) -> Callable[[Point], list[Shape]]:
    return lambda at: [Use(f"p-{name}", at[0] - 24, at[1] - 16, 48, 28, "c-ink")]


_DEEDS: Final = (
    ("moved", "moved", arrows.moved),
    ("charged", "charged", arrows.charged),
    ("shot", "shot at", lambda line, look: arrows.shot(line[0], line[-1], look)),
    ("fell-back", "fell back", arrows.fell_back),
)


def _deeds(chart: Chart) -> list[Entry]:
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


def _signs(chart: Chart) -> list[Entry]:
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
        most = next(c.lost for c in live if c.lost)
        entries.append(Entry(36, lambda at: [units.burst(at, most, 1)], symbols.MARKS["hit"].word))
    if chart.wrecks:
        icon = _disc_icon("broken", "f-field", "s-ink", "c-ink", 15)
        entries.append(Entry(36, icon, symbols.MARKS["broken"].word))
    return entries


def _ghosts(chart: Chart) -> list[Entry]:
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


def _grounds(chart: Chart, place: Layout) -> list[Entry]:
    """Small pieces of ground, as the map draws them."""
    shown = set(place.window.hexes())
    return [Entry(58, _ground_icon(kind), _GROUND_WORDS[kind]) for kind in ground.kinds_shown(chart, shown)]


def _ground_icon(kind: Ground) -> Callable[[Point], list[Shape]]:
    return lambda at: [Group(tuple(ground.sample(kind)), at[0], at[1], scale=0.38)]


def _sample(chart: Chart) -> Counter | None:
    """The counter that explains the counters: one of the first side if there is any."""
    live = sorted((c for c in chart.counters if c.ghost is None), key=lambda c: c.look)
    return live[0] if live else None


def _anatomy(counter: Counter) -> tuple[list[Shape], float]:
    """A counter with its parts named, and how wide it is."""
    plain = Counter(
        code=counter.code,
        name=counter.name,
        look=counter.look,
        symbol=counter.symbol,
        hex=Hex(0, 0),
        facing=Facing(0),
        ranks=counter.ranks,
    )
    plate = units.plate_for(board.WIDTH)
    stand = units.Stand(plain, (0, 2), plate.rect)
    ranks = "strength by rank" if len(counter.ranks) > 1 else "strength left"
    lines = ((-40.0, "front", 16.0), (-12.0, ranks, 40.0), (18.0, "unit", 40.0))
    shapes: list[Shape] = [*units.redan(stand), units.draw(stand, plate)]
    for y, words, start in lines:
        shapes.append(Path(polyline(((start, y), (62, y))), "s-ink", 1.2))
        shapes.append(Text(words, 68, y + 9, 25, "f-ink", "start"))
    wide = 40 + 68 + max(text_width(words, 25, "sans") for _, words, _ in lines)
    return [Group(tuple(shapes), 40, 50)], wide


def _scale(chart: Chart, place: Layout, x: float, y: float) -> list[Shape]:
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
