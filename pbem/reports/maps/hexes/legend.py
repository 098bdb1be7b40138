"""The legend of what a map shows, and nothing else; the scale.  Positions are sheet units (1200 wide)."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from pbem.engine.blinds import MAY_BE
from pbem.engine.hexchart import Counter, Ground, HexChart, Wall
from pbem.engine.hexes import Facing, Hex
from pbem.engine.mapstyle import ChartGrade, SideLook
from pbem.reports.maps import marks, symbols
from pbem.reports.maps.head import MARGIN
from pbem.reports.maps.hexes import board, ground, plates, seen, tokens
from pbem.reports.maps.hexes.layout import Layout
from pbem.reports.maps.key import (
    DEEDS,
    OF_FELLOW,
    PITCH,
    KeyEntry,
    column_width,
    columns_within,
    deed_icon,
    disc_icon,
    foot,
    objective,
    rule,
    set_out,
)
from pbem.reports.maps.shapes import (
    Path,
    Point,
    Shape,
    ShapeGroup,
    SvgRect,
    SymbolUse,
    Text,
    around,
    box,
    clean,
    polyline,
    text_width,
)
from pbem.reports.maps.tables.seen import BOXED, HEARSAY

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


def legend(chart: HexChart, place: Layout, top: float) -> tuple[list[Shape], float]:
    """The legend of what is shown, and where it ends."""
    left, right = max(MARGIN, place.frame.left), place.frame.right - 6
    shapes = rule(left, right, top)
    sample = _sample(chart)
    key, key_wide = _anatomy(sample) if sample else ([], 0.0)
    ghosts = _ghosts(chart)
    if key:
        key_wide = max([key_wide, *(column_width([g]) + 28 for g in ghosts)])
    signs = _signs(chart) if key else [*_signs(chart), *ghosts]
    groups = [g for g in (_kinds(chart), _deeds(chart), signs, _grounds(chart, place)) if g]
    columns, rows = columns_within(groups, right - left - key_wide)
    if key:
        shapes.append(ShapeGroup(tuple(key), right - key_wide, top + 30))
        shapes += [s for g in ghosts for s in g.drawn(right - key_wide + 4, 68, top + 42 + 3.2 * PITCH)]
        rows = max(rows, 4 if ghosts else 3)
    shapes += set_out(columns, (left, top + 42), right - left - key_wide)
    end = top + 28 + rows * PITCH if columns or key else top + 24
    shapes += _scale(chart, place, left, end)
    if chart.objective:
        shapes += objective(chart.objective_text, (left + 5 * board.WIDTH * place.scale + 74, end), right)
    below, bottom = foot(chart.coming, left, right, end)
    return [*shapes, *below], bottom


def _kinds(chart: HexChart) -> list[KeyEntry]:
    shown = {c.symbol for c in chart.counters if c.seen not in BOXED and (c.ghost is None or c.symbol != "unknown")}
    entries = [KeyEntry(52, _kind_icon(name), symbol.word) for name, symbol in symbols.KINDS.items() if name in shown]
    if chart.generals:
        first = chart.generals[0]
        entries.append(KeyEntry(52, lambda at: [tokens.standard(first, (at[0] + 8, at[1] + 9), 0.78)], "general"))
    return entries


def _fellow_icon(look: SideLook) -> Callable[[Point], list[Shape]]:
    plate = plates.plate_for(board.WIDTH)
    return lambda at: [ShapeGroup((plates.blank(plate, look, fellow=True),), *at, scale=0.6)]


def _kind_icon(name: str) -> Callable[[Point], list[Shape]]:
    return lambda at: [SymbolUse(f"p-{name}", at[0] - 24, at[1] - 16, 48, 28, "c-ink")]


def _deeds(chart: HexChart) -> list[KeyEntry]:
    entries = []
    for kind, words, draw in DEEDS:
        looks = [a.look for a in chart.arrows if a.kind == kind]
        if looks:
            entries.append(KeyEntry(82, deed_icon(draw, looks[0]), words))
    return entries


def _signs(chart: HexChart) -> list[KeyEntry]:
    live = [c for c in chart.counters if c.ghost is None]
    entries = []
    for shown, name, face, rim, mark, r in (
        (any(c.disordered for c in live), "disordered", "f-disc", "s-disc-mark", "c-disc-mark", 14),
        (any(c.ready for c in live), "ready", "f-disc", "s-disc-mark", "c-disc-mark", 14),
        (any(c.general for c in live), "star", "f-field", "s-ink", "c-ink", 14),
        (any(c.unseen for c in live), "unseen", "f-field", "s-ink", "c-ink", 14),
        (bool(chart.melees), "melee", "f-field", "s-ink", "c-ink", 17),
    ):
        if shown:
            entries.append(KeyEntry(36, disc_icon(name, face, rim, mark, r), symbols.MARKS[name].word))
    entries += [KeyEntry(52, _fellow_icon(look), OF_FELLOW) for look in sorted({c.look for c in live if c.fellow})]
    if any(c.lost for c in live):
        entries.append(KeyEntry(36, lambda at: [marks.burst(at, 2, 1)], symbols.MARKS["hit"].word))
    for grade, words in _GRADES.items():
        looks = sorted({c.look for c in live if c.seen == grade})
        if looks or (grade == "blind" and chart.blinds):
            entries.append(KeyEntry(52, _seen_icon(grade, looks[0] if looks else 1), words))
    entries += [
        KeyEntry(52, _suspected_icon(look), "told, not seen")
        for look in sorted({c.look for c in chart.counters if c.source})[:1]
    ]
    if chart.wrecks:
        icon = disc_icon("broken", "f-field", "s-ink", "c-ink", 15)
        entries.append(KeyEntry(36, icon, symbols.MARKS["broken"].word))
    return entries


_GRADES: Final[Mapping[ChartGrade, str]] = {
    "made out": "made out: kind and front", "body": "a body of troops", "blind": MAY_BE,
}  # fmt: skip


def _seen_icon(grade: ChartGrade, look: SideLook) -> Callable[[Point], list[Shape]]:
    sample = Counter(code="?", name="", look=look, symbol="foot", hex=Hex(0, 0), facing=Facing(0), ranks=(), seen=grade)
    plate = plates.plate_for(board.WIDTH)
    return lambda at: [seen.plate(sample, plate.rect, at, (plate.symbol, plate.code, plate.scale * 0.6), plate.cut)]


def _suspected_icon(look: SideLook) -> Callable[[Point], list[Shape]]:
    ink = f"{marks.INKS[look].line}"
    return lambda at: [
        Path(box(around(at, 46, 32)), f"f-field s-{ink}", 3, HEARSAY, cap="round"),
        Text("?", at[0], at[1] + 9, 26, f"bold f-{ink}"),
    ]


def _ghosts(chart: HexChart) -> list[KeyEntry]:
    rounds = sorted({c.ghost for c in chart.counters if c.ghost is not None and not c.source})
    if rounds:
        words = f"last seen, round {rounds[0]}" if len(rounds) == 1 else "last seen, by round"
        return [KeyEntry(44, _ghost_icon(rounds[0]), words)]
    return []


def _ghost_icon(seen: int) -> Callable[[Point], list[Shape]]:
    return lambda at: [
        Path(box(around(at, 42, 32)), "f-ghost-fill s-ghost", 2, "6,4.5"),
        Text(f"r{seen}", at[0], at[1] + 8, 22, "bold f-ghost"),
    ]


def _grounds(chart: HexChart, place: Layout) -> list[KeyEntry]:
    """Small pieces of ground, as the map draws them."""
    shown = set(place.window.hexes())
    entries = [KeyEntry(58, _ground_icon(kind), _GROUND_WORDS[kind]) for kind in ground.kinds_shown(chart, shown)]
    for prepared, words in ((False, "defences"), (True, "prepared defences")):
        if any(wall.prepared == prepared and wall.hex in shown and not wall.ditch for wall in chart.walls):
            entries.append(KeyEntry(58, _wall_icon(prepared), words))
    if any(wall.ditch and wall.hex in shown for wall in chart.walls):
        entries.append(KeyEntry(58, _ditch_icon, "ditch"))
    if any(not shown.isdisjoint(road) for road in chart.roads):
        entries.append(KeyEntry(58, _road_icon, "road"))
    return entries


def _ditch_icon(at: Point) -> list[Shape]:
    return [ShapeGroup(tuple(ground.ditch_shapes(Wall(Hex(0, 0), (0, 5), ditch=True))), at[0], at[1] + 12, scale=0.5)]


def _road_icon(at: Point) -> list[Shape]:
    d = f"M{at[0] - 24},{at[1] + 4}L{at[0] - 4},{at[1] - 3}L{at[0] + 24},{at[1]}"
    return [Path(d, "s-road-line", 9), Path(d, "s-road-fill", 6)]


def _wall_icon(prepared: bool) -> Callable[[Point], list[Shape]]:
    shapes = tuple(ground.wall_side_shapes(Wall(Hex(0, 0), (0, 5), prepared)))
    return lambda at: [ShapeGroup(shapes, at[0], at[1] + 12, scale=0.5)]


def _ground_icon(kind: Ground) -> Callable[[Point], list[Shape]]:
    return lambda at: [ShapeGroup(tuple(ground.sample(kind)), at[0], at[1], scale=0.38)]


def _sample(chart: HexChart) -> Counter | None:
    """The counter that explains the counters: of the first side if there is any; one of several ranks if there is any.

    Its strength is the same in every turn, so that the legend is.
    """
    live = sorted(
        (c for c in chart.counters if c.ghost is None and c.seen is None), key=lambda c: (c.look, -len(c.ranks), c.code)
    )
    return msgspec.structs.replace(live[0], ranks=(5, 4, 3)[: len(live[0].ranks)]) if live else None


def _anatomy(counter: Counter) -> tuple[list[Shape], float]:
    """A counter with its parts named, and how wide it is."""
    plain = msgspec.structs.replace(
        counter, hex=Hex(0, 0), facing=Facing(0), disordered=False, ready=False, general=False, lost=0
    )
    plate = plates.plate_for(board.WIDTH)
    stand = plates.PlacedCounter(plain, (0, 2), plate.rect)
    ranks = "strength by rank" if len(counter.ranks) > 1 else "strength left"
    lines = ((-40.0, "front", 16.0), (-12.0, ranks, 40.0), (18.0, "unit", 40.0))
    shapes: list[Shape] = [*plates.redan(stand), plates.draw(stand, plate)]
    for y, words, start in lines:
        shapes.append(Path(polyline(((start, y), (62, y))), "s-ink", 1.2))
        shapes.append(Text(words, 68, y + 9, 25, "f-ink", "start"))
    wide = 40 + 68 + max(text_width(words, 25, "sans") for _, words, _ in lines)
    return [ShapeGroup(tuple(shapes), 40, 50)], wide


def _scale(chart: HexChart, place: Layout, x: float, y: float) -> list[Shape]:
    """Five hexes long, numbered in the scenario's own unit."""
    step = board.WIDTH * place.scale
    bar = SvgRect(x, y + 6, x + 5 * step, y + 17)
    blacks = "".join(box(SvgRect(x + i * step, bar.top, x + (i + 1) * step, bar.bottom)) for i in (0, 2, 4))
    shapes: list[Shape] = [Path(box(bar), "f-field s-ink", 1.8), Path(blacks, "f-ink")]
    full = 5 * chart.scale
    middle = f"{full / 2:g}"
    for at, words in ((x, "0"), (x + 2.5 * step, middle), (x + 5 * step, f"{full} {clean(chart.scale_unit)}")):
        shapes.append(Text(words, at, bar.bottom + 25, 24, "f-ink"))
    return shapes
