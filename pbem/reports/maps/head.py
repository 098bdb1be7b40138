"""The head of a map: title, sides with what they have lost, compass.  Positions are sheet units (1200 wide)."""

from collections.abc import Sequence
from typing import Final

from pbem.engine.chart import Chart
from pbem.engine.mapstyle import SideKey
from pbem.reports.maps import fonts
from pbem.reports.maps.marks import INKS, Ink
from pbem.reports.maps.paper import PlacedBoard
from pbem.reports.maps.shapes import (
    Path,
    Point,
    Shape,
    SvgRect,
    SymbolUse,
    Text,
    box,
    clean,
    cut_box,
    fitted,
    text_width,
)

MARGIN: Final = 48.0


_PIPS: Final = 10
"""A side that breaks at more is shown with a bar."""


def head_height(chart: Chart) -> float:
    """What the title and the lines of the sides take above the map."""
    return max(122.0, 42.0 + 40.0 * len(chart.sides))


def head(chart: Chart, place: PlacedBoard) -> list[Shape]:
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
    room = min(starts) - MARGIN - 26
    title = clean(chart.title) or "Map"
    face = fonts.name_face(title, italic=False)
    subtitle = clean(chart.subtitle)
    wide = text_width(title, 66, face)
    size = max(36.0, 66 * min(1, room / wide if wide else 1))
    wide = text_width(subtitle, 28, "sans")
    small = max(22.0, 28 * min(1, (room + 10) / wide if wide else 1))
    x = max(MARGIN, place.frame.left)
    return [
        Text(fitted(title, size, face, room), x, 72, size, f"{fonts.FACE_CLASS[face]} f-ink", "start"),
        Text(fitted(subtitle, small, "sans", room + 10), x, 112, small, "f-ink", "start"),
        *rows,
        SymbolUse("g-compass", right - 78, 36, 88, 88, "c-ink"),
        Text("N", right - 34, 34, 26, "fell f-ink"),
    ]


def _lost(side: SideKey) -> str:
    lost = f"lost {'at least ' if side.at_least else ''}{side.lost}"
    if not side.break_at:
        return f"{lost} {clean(side.counted)}" if side.lost else f"no {clean(side.counted)} lost"
    return f"{lost} of {side.break_at}" if side.lost else f"breaks at {side.break_at}"


def _gauge_width(side: SideKey) -> float:
    if not side.break_at:
        return 0.0
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
    ink = INKS[side.look]
    plate = SvgRect(x, y - 15, x + 32, y + 15)
    letter = clean(side.letter)[:2]
    gauge = x + columns[0] + columns[1]
    return [
        Path(box(plate) if side.look == 1 else cut_box(plate, 7), f"f-{ink.plate} s-{ink.edge}", 2.6),
        Text(letter, *_on_line(plate.middle, 24), 24, f"bold f-{ink.marks}"),
        Text(fitted(clean(side.name), 28, "bold", 262), x + columns[0], y + 10, 28, "bold f-ink", "start"),
        *_gauge(side, gauge, y, ink),
        Text(_lost(side), gauge + columns[2], y + 10, 27, "f-ink", "start"),
    ]


def _on_line(middle: Point, size: float) -> Point:
    """Where a text's baseline lies when its capitals are to stand about a point."""
    return middle[0], middle[1] + size * 0.36


def _gauge(side: SideKey, x: float, y: float, ink: Ink) -> list[Shape]:
    """A box for each break point, filled when lost; a bar when there are many."""
    lost = max(0, min(side.lost, side.break_at))
    if side.break_at > _PIPS:
        bar = SvgRect(x + 1, y - 9, x + 149, y + 9)
        part = bar._replace(right=bar.left + bar.width * lost / side.break_at)
        return [Path(box(part), f"f-{ink.line}"), Path(box(bar), f"s-{ink.line}", 2)]
    cells = [box(SvgRect(x + 1 + 25 * i, y - 10, x + 21 + 25 * i, y + 10)) for i in range(side.break_at)]
    return [Path("".join(cells[:lost]), f"f-{ink.line}"), Path("".join(cells), f"s-{ink.line}", 2)]
