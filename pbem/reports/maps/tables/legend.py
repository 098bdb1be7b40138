"""The legend of what a table's map shows, and nothing else; the ruler.  Positions are sheet units (1200 wide)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from pbem.engine.blinds import MAY_BE
from pbem.engine.mapstyle import ChartGrade, SideLook
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import Base, TableChart
from pbem.reports.maps import marks, symbols
from pbem.reports.maps.head import MARGIN
from pbem.reports.maps.key import (
    DEEDS,
    OF_FELLOW,
    PITCH,
    KeyEntry,
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
    Text,
    around,
    box,
    clean,
    polyline,
    text_width,
)
from pbem.reports.maps.tables import generals, ground, tags, units
from pbem.reports.maps.tables.bodies import body_of
from pbem.reports.maps.tables.covers import Drawn
from pbem.reports.maps.tables.layout import TableLayout, TableWindow
from pbem.reports.maps.tables.samples import sample
from pbem.reports.maps.tables.seen import BOXED, HEARSAY
from pbem.reports.maps.tables.tracks import Sign

_WORDS: Final[dict[Drawn, str]] = {
    "wood": "wood", "field": "fields", "marsh": "marsh", "town": "town", "hill": "hill", "lake": "water",
    "river": "river", "bridge": "bridge", "ford": "ford", "road": "road", "hedge": "hedge", "works": "works",
    "impassable": "impassable",
}  # fmt: skip
_ICON: Final = (50.0, 25.0)
"""Size of a footprint in the legend."""


def legend(
    chart: TableChart, place: TableLayout, top: float, signs: Mapping[Sign, SideLook]
) -> tuple[list[Shape], float]:
    """The legend of what is shown, and where it ends.  signs: of what was done, see ``Overlay``."""
    left, right = max(MARGIN, place.frame.left), place.frame.right - 6
    shapes = rule(left, right, top)
    known = [one for one in chart.bases if one.ghost is None and one.seen is None]
    live = [one for one in known if not generals.is_general(one)]
    key, key_wide = _anatomy(min(live, key=lambda one: (one.look, one.code)), chart) if live else ([], 0.0)
    groups = [g for g in (_kinds(chart), _deeds(signs), _signs(chart), _grounds(chart, place)) if g]
    columns, rows = columns_within(groups, right - left - key_wide)
    if key:
        shapes.append(ShapeGroup(tuple(key), right - key_wide, top + 30))
        rows = max(rows, 3)
    shapes += set_out(columns, (left, top + 42), right - left - key_wide)
    end = top + 28 + rows * PITCH if columns or key else top + 24
    return _foot(chart, place, shapes, SvgRect(left, end, right, end))


def _foot(chart: TableChart, place: TableLayout, shapes: list[Shape], line: SvgRect) -> tuple[list[Shape], float]:
    """The ruler with what the squares are, the objective, who is to come."""
    left, end, right = line.left, line.top, line.right
    shapes = [*shapes, *_ruler(place, left, end)]
    x = left + _ruled(place) * place.inch + 50
    words = "squares of 6″"
    shapes.append(Text(words, x, end + 21, 25, "f-ink", "start"))
    x += text_width(words, 25, "sans") + 40
    if any(one.kind == "objective" for one in chart.areas):
        shapes += objective(chart.objective_text, (x, end), right)
    below, bottom = foot(chart.coming, left, right, end)
    return [*shapes, *below], bottom


def _ruled(place: TableLayout) -> int:
    """How many inches the ruler has."""
    return 12 if 12 * place.inch < 420 else 6


def _ruler(place: TableLayout, x: float, y: float) -> list[Shape]:
    """Twelve inches as on the map, six where inches are long: the first six one by one."""
    inch, whole = place.inch, _ruled(place)
    bar = SvgRect(x, y + 6, x + whole * inch, y + 17)
    blacks = [(0, 1), (2, 3), (4, 5), (6, whole)]
    d = "".join(box(SvgRect(x + a * inch, bar.top, x + b * inch, bar.bottom)) for a, b in blacks if a < b)
    shapes: list[Shape] = [Path(box(bar), "f-field s-ink", 1.8), Path(d, "f-ink")]
    for n, words in ((0, "0"), (6, "6″"), (12, "12″"))[: 1 + whole // 6]:
        shapes.append(Text(words, x + n * inch, bar.bottom + 25, 24, "f-ink"))
    return shapes


def _kinds(chart: TableChart) -> list[KeyEntry]:
    live = [one for one in chart.bases if one.ghost is None and one.seen not in BOXED]
    look: SideLook = min((one.look for one in live), default=1)
    shown = {one.symbol for one in live}
    return [
        KeyEntry(_ICON[0] + 4, _kind_icon(name, look), one.word) for name, one in symbols.KINDS.items() if name in shown
    ]


def _kind_icon(name: str, look: SideLook) -> Callable[[Point], list[Shape]]:
    """A footprint of that kind, front up."""
    return lambda at: list(_footprint(_sample(name, look), at))


def _sample(symbol: str, look: SideLook) -> Base:
    """A unit twice as wide as deep, whatever those of the battle are: a kind looks the same in every legend."""
    return Base(
        code="", name="", look=look, symbol=symbol, at=Pose(Spot(Hundredths(0), Hundredths(0)), Tenths(0)),
        width=Hundredths(200 if symbol == generals.GENERAL else 400), depth=Hundredths(200), strength="",
    )  # fmt: skip


def _footprint(base: Base, at: Point, wide: float = _ICON[0]) -> tuple[Shape, ...]:
    nowhere = SvgRect(0, 0, 0, 0)
    place = TableLayout(TableWindow(0, 0, 0, 0), wide / 4, 0, 0, (0, 0), 0, 0, nowhere, nowhere)
    return (ShapeGroup((units.front(body_of(base, place), base), units.plate(base, place)), at[0], at[1] + 3),)


def _deeds(signs: Mapping[Sign, SideLook]) -> list[KeyEntry]:
    entries = [KeyEntry(82, deed_icon(draw, signs[kind]), words) for kind, words, draw in DEEDS if kind in signs]
    return [*entries, KeyEntry(82, _before_icon(signs["before"]), "stood before")] if "before" in signs else entries


def _before_icon(look: SideLook) -> Callable[[Point], list[Shape]]:
    line = f"s-{marks.INKS[look].line}"
    rect = around((0, 0), 60, 28)
    return lambda at: [ShapeGroup((Path(box(rect), line, 1.8, "6,4.5"), Path("M-30,-14h60", line, 3.4, "6,4.5")), *at)]


def _signs(chart: TableChart) -> list[KeyEntry]:
    live = [one for one in chart.bases if one.ghost is None]
    entries = [KeyEntry(36, _state_icon(mark), words) for mark, words in _STATES.items()
               if any(mark in one.marks for one in live)]  # fmt: skip
    if any(one.counters for one in live):
        entries.append(KeyEntry(62, _counters_icon, "counters; one more breaks it"))
    for answer in dict.fromkeys(one.answer for one in live if one.answer):
        icon = disc_icon(answer, "f-field", "s-ink", "c-ink", units.ANSWER)
        entries.append(KeyEntry(36, icon, symbols.MARKS[answer].word))
    if chart.touches:
        entries.append(KeyEntry(36, disc_icon("melee", "f-field", "s-ink", "c-ink", 16), "in contact"))
    entries += [
        KeyEntry(_ICON[0] + 4, _fellow_icon(look), OF_FELLOW)
        for look in sorted({one.look for one in live if one.fellow})
    ]
    if any(one.lost for one in live):
        entries.append(KeyEntry(36, lambda at: [marks.burst(at, 2, 1)], clean(chart.lost_words)))
    if chart.fallen:
        entries.append(KeyEntry(36, disc_icon("broken", "f-field", "s-ink", "c-ink", 15), "destroyed this turn"))
    for grade, words in _GRADES.items():
        looks = sorted({one.look for one in live if one.seen == grade})
        if looks or (grade == "blind" and chart.blinds):
            entries.append(KeyEntry(_ICON[0] + 4, _seen_icon(grade, looks[0] if looks else 1), words))
    entries += [
        KeyEntry(52, _suspected_icon(look), "told, not seen")
        for look in sorted({one.look for one in chart.bases if one.source})[:1]
    ]
    turns = sorted({one.ghost for one in chart.bases if one.ghost is not None and not one.source})
    if turns:
        words = f"last seen, turn {turns[0]}" if len(turns) == 1 else "last seen, by turn"
        entries.append(KeyEntry(48, _ghost_icon(turns[0]), words))
    return entries


_STATES: Final = {
    "general": "general with it",
    "disordered": "disordered",
    "ready": "ready",
    "spent": "out of ammunition",
    "captured": "captured",
    "unseen": "yours, unseen",
    "routed": "broken, its front torn",
    "shaken": "shaken: may not advance",
    "halted": "halted: may not advance",
    "exhausted": "half lost",
    "square": "in square",
    "pursuing": "pursuing",
    "emptied": "pistols fired",
    "loaded": "gun ready to fire",
}


_GRADES: Final[Mapping[ChartGrade, str]] = {
    "made out": "made out: kind and front", "body": "a body of troops", "blind": MAY_BE,
}  # fmt: skip


def _fellow_icon(look: SideLook) -> Callable[[Point], list[Shape]]:
    return lambda at: list(_footprint(replace(_sample("foot", look), fellow=True), at))


def _seen_icon(grade: ChartGrade, look: SideLook) -> Callable[[Point], list[Shape]]:
    """A unit that is not known, front up."""
    return lambda at: list(_footprint(replace(_sample("foot", look), seen=grade), at))


def _suspected_icon(look: SideLook) -> Callable[[Point], list[Shape]]:
    ink = f"{marks.INKS[look].line}"
    return lambda at: [
        Path(box(around(at, 46, 28)), f"f-field s-{ink}", 3, HEARSAY, cap="round"),
        Text("?", at[0], at[1] + 9, 26, f"bold f-{ink}"),
    ]


def _counters_icon(at: Point) -> list[Shape]:
    held = replace(_sample("foot", 1), counters=2)
    last = replace(held, counters=5, last_counter=True)
    return [*tags.counted(held, (at[0] - 14, at[1])), *tags.counted(last, (at[0] + 14, at[1]))]


def _state_icon(mark: str) -> Callable[[Point], list[Shape]]:
    return lambda at: [tags.disc(mark, at)]


def _ghost_icon(seen: int) -> Callable[[Point], list[Shape]]:
    return lambda at: [
        Path(box(around(at, 48, 26)), "f-ghost-fill s-ghost", 2, "6,4.5"),
        Text(f"t{seen}", at[0], at[1] + 8, 21, "bold f-ghost"),
    ]


def _grounds(chart: TableChart, place: TableLayout) -> list[KeyEntry]:
    """Small pieces of ground, as the map draws them."""
    entries = [KeyEntry(62, _ground_icon(kind), _WORDS[kind]) for kind in ground.kinds_shown(chart, place)]
    shown = dict.fromkeys((one.kind, one.look) for one in chart.areas if one.kind != "objective")
    for kind_of_area, look in shown:
        owner = next((clean(side.name) for side in chart.sides if side.look == look), "")
        words = {"deployment": "sets up", "exit": "leaves", "entry": "comes in"}[kind_of_area]
        entries.append(KeyEntry(62, _area_icon(kind_of_area, look), f"{owner} {words}" if owner else words))
    return entries


def _area_icon(kind: str, look: SideLook | None) -> Callable[[Point], list[Shape]]:
    ink = marks.INKS[look].line if look else "soft-ink"
    if kind == "deployment":
        return lambda at: [Path(box(around(at, 54, 28)), f"s-{ink}", 2.4, "13,6")]
    head = "M-9,6L0,20L9,6z" if kind == "exit" else "M-9,20L0,6L9,20z"
    return lambda at: [ShapeGroup((Path("M-28,0h56", f"s-{ink}", 7), Path(head, f"f-{ink}")), at[0], at[1] - 6)]


def _ground_icon(kind: Drawn) -> Callable[[Point], list[Shape]]:
    return lambda at: [ShapeGroup(tuple(sample(kind)), at[0], at[1], scale=0.92)]


def _anatomy(base: Base, chart: TableChart) -> tuple[list[Shape], float]:
    """A unit with its parts named, and how wide that is.  Its figure is the same in every turn, as the legend is."""
    plain = _sample(base.symbol, base.look)
    strength = "6" if base.strength else ""
    tag = ShapeGroup(tuple(tags.cells(base.code, strength, base.look)), 50, 84)
    stem = Path("M50,50V70", f"s-{marks.INKS[base.look].line}", 2)
    words = [
        (6.0, 62.0, "front"),
        (
            84.0,
            52.0 + sum(tags.widths(base.code, strength)) / 2,
            "unit" + (f", {clean(chart.strength_words)}" if strength else ""),
        ),
    ]
    shapes: list[Shape] = [*_footprint(plain, (50, 27), 84), stem, tag]
    for y, start, text in words:
        shapes.append(Path(polyline(((start, y), (106, y))), "s-ink", 1.2))
        shapes.append(Text(text, 112, y + 9, 25, "f-ink", "start"))
    return shapes, 118 + max(text_width(text, 25, "sans") for _, _, text in words)
