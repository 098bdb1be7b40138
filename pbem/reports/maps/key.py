"""Parts of a legend, whatever the board.  Positions are sheet units (1200 wide)."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from pbem.engine.mapstyle import ArrowKind, SideLook
from pbem.reports.maps import strokes
from pbem.reports.maps.shapes import Disc, Path, Point, Shape, Text, clean, fitted, polyline, text_width


class KeyEntry(NamedTuple):
    """A line of the legend: how wide its picture is, the picture (drawn about a point), its words."""

    room: float
    icon: Callable[[Point], list[Shape]]
    words: str

    def drawn(self, x: float, room: float, y: float) -> list[Shape]:
        """The line with its picture in the middle of so much room."""
        return [*self.icon((x + room / 2, y)), Text(self.words, x + room + 12, y + 9, 25, "f-ink", "start")]


OF_FELLOW: Final = "another commander's"
"""Beside the sign of a unit that another commander of the reader's side has."""
PITCH: Final = 45.0


def to_come(coming: str, room: float) -> list[str]:
    """Who is still to come, in lines that fit: ``to come: S03 in round 2 at 0609;``."""
    lines: list[str] = []
    parts = [part for part in clean(coming).split("; ") if part]
    for i, part in enumerate(parts):
        words = f"{part}{';' if i + 1 < len(parts) else ''}"
        longer = f"{lines[-1]} {words}" if lines else f"to come: {words}"
        if lines and text_width(longer, 25, "sans") > room:
            lines.append(words)
        else:
            lines[-1:] = [longer]
    return [fitted(line, 25, "sans", room) for line in lines]


def columns_of(groups: Sequence[Sequence[KeyEntry]], room: float) -> tuple[list[list[KeyEntry]], int]:
    """The entries in columns with as few rows as the width allows; groups share a column where that saves two rows."""
    apart, together = folded(groups, room), folded([[e for g in groups for e in g]], room)
    best = apart if height(apart) <= height(together) + 1 else together
    return best, height(best)


def columns_within(groups: Sequence[Sequence[KeyEntry]], room: float) -> tuple[list[list[KeyEntry]], int]:
    """The same, of as many rows as it takes to fit the width."""
    columns, rows = columns_of(groups, room)
    if _wide(columns) <= room:
        return columns, rows
    together = folded([[e for g in groups for e in g]], room)
    return together, height(together)


def height(columns: Sequence[Sequence[KeyEntry]]) -> int:
    """Lines of the longest column."""
    return max((len(c) for c in columns), default=0)


def folded(lists: Sequence[Sequence[KeyEntry]], room: float) -> list[list[KeyEntry]]:
    """Lists in columns of at least four lines, of as few more as it takes to fit a width if that can be done."""
    longest = max((len(g) for g in lists), default=0)
    columns: list[list[KeyEntry]] = []
    for rows in range(4, max(4, longest) + 1):
        columns = [list(g[i : i + rows]) for g in lists for i in range(0, len(g), rows)]
        if _wide(columns) <= room:
            break
    return columns


def _wide(columns: Sequence[Sequence[KeyEntry]]) -> float:
    return sum(column_width(c) + 26 for c in columns)


def column_width(column: Sequence[KeyEntry]) -> float:
    """What its pictures and words take."""
    return max(e.room for e in column) + 12 + max(text_width(e.words, 25, "sans") for e in column)


def _shot(line: Sequence[Point], look: SideLook) -> list[Shape]:
    drawn = strokes.shot(line[0], line[-1], look)
    return [*drawn.dots, *drawn.ring]


DEEDS: Final[tuple[tuple[ArrowKind, str, Callable[[Sequence[Point], SideLook], list[Shape]]], ...]] = (
    ("moved", "moved", strokes.moved),
    ("charged", "charged", strokes.charged),
    ("shot", "shot at", _shot),
    ("fell-back", "fell back", strokes.fell_back),
)


def set_out(columns: Sequence[Sequence[KeyEntry]], at: Point, room: float) -> list[Shape]:
    """Columns beside one another from a point, spread over a width; pictures of a column in line."""
    x, y = at
    spare = room - sum(column_width(column) for column in columns)
    gutter = min(60.0, max(26.0, spare / max(1, len(columns))))
    shapes: list[Shape] = []
    for column in columns:
        widest = max(entry.room for entry in column)
        for i, entry in enumerate(column):
            shapes += entry.drawn(x, widest, y + i * PITCH)
        x += column_width(column) + gutter
    return shapes


def objective(told: str, at: Point, right: float) -> list[Shape]:
    """The sign of the objective and what it is, as far as the right margin."""
    (x, y), words = at, clean(told)
    words = words if words.startswith("objective") else f"objective: {words}".removesuffix(": ")
    band = polyline(((x, y + 12), (x + 56, y + 12)))
    return [
        Path(band, "s-disc-mark", 8),
        Path(band, "s-disc", 4.6, "9,5"),
        Text(fitted(words, 25, "sans", right - x - 72), x + 70, y + 21, 25, "f-ink", "start"),
    ]


def foot(coming: str, left: float, right: float, y: float) -> tuple[list[Shape], float]:
    """Who is still to come, below the scale, and where the legend ends."""
    waiting = to_come(coming, right - left)
    shapes: list[Shape] = [Text(words, left, y + 80 + i * 32, 25, "f-ink", "start") for i, words in enumerate(waiting)]
    return shapes, y + 66 + (14 + len(waiting) * 32 if waiting else 0)


def deed_icon(
    draw: Callable[[Sequence[Point], SideLook], list[Shape]], look: SideLook
) -> Callable[[Point], list[Shape]]:
    """A short arrow of a kind."""
    return lambda at: draw([(at[0] - 38 + 4 * i, at[1]) for i in range(20)], look)


def disc_icon(name: str, face: str, rim: str, mark: str, r: float) -> Callable[[Point], list[Shape]]:
    """A round badge."""
    return lambda at: [Disc(*at, r, f"m-{name}", face, rim, mark)]


def rule(left: float, right: float, top: float) -> list[Shape]:
    """The double line above a legend."""
    return [
        Path(polyline(((left, top), (right, top))), "s-ink", 1.6),
        Path(polyline(((left, top + 4), (right, top + 4))), "s-ink", 0.9),
    ]
