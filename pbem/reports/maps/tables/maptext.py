"""A table in words: the alt text of its picture, and the plain text map of a mail."""

from typing import Final

from pbem.engine.table.edges import Table
from pbem.engine.table.measures import say_inches
from pbem.engine.table.places import Spot
from pbem.engine.table.references import square_on
from pbem.engine.tablechart import Base, Fallen, TableChart, TableFeature
from pbem.reports.maps import lines
from pbem.reports.maps.inline import ToldGround
from pbem.reports.maps.shapes import clean
from pbem.reports.maps.tables.covers import Drawn, is_line, kind_of
from pbem.reports.maps.tables.layout import SQUARE
from pbem.reports.maps.tables.seen import BOXED

_WIDE: Final = 72
"""Characters a line of a mail may have."""
_LETTERED: Final = 26 * 600
"""Hundredths of an inch: beyond, the alphabet has no letter for a square."""
_MARGIN: Final = 4
"""Characters left and right of the field: the number of the row of squares and a bar."""
_ACROSS: Final = (10, 8, 6, 5, 4, 3, 2, 1)
"""How many characters a square may be wide; half as many lines high."""
KINDS: Final[dict[Drawn, tuple[str, str, str]]] = {
    "impassable": ("#", "impassable", "on impassable ground"),
    "town": ("t", "town", "in the town"),
    "works": ("+", "works", "at the works"),
    "hedge": (":", "hedge", "at the hedge"),
    "bridge": ("=", "bridge", "on the bridge"),
    "ford": ("=", "ford", "at the ford"),
    "wood": ("w", "wood", "in the wood"),
    "lake": ("~", "water", "in the water"),
    "river": ("~", "water", "in the river"),
    "road": ("-", "road", "on the road"),
    "marsh": ("m", "marsh", "in the marsh"),
    "field": ("f", "fields", "in the fields"),
    "hill": ("^", "hill", "on the hill"),
}
"""The sign of each kind on the text map, its word, and where one is then; the telling kinds first."""
SIGNS_WORDS: Final = (
    "Units are drawn to scale; the thick edge with the triangle is the front. The tag on a stem has a unit's code and "
    "figure, a dashed outline is where it stood before."
)


def scale_words(chart: TableChart) -> str:
    """How the map measures."""
    return "Grid squares of six inches"


def letters(column: int) -> str:
    """A column's letter: A to Z, then AA."""
    return chr(65 + column) if column < 26 else letters(column // 26 - 1) + chr(65 + column % 26)


# --- told ---------------------------------------------------------------------------------------------------------


def chart_alt(chart: TableChart) -> str:
    """The position in words, side by side."""
    head = ", ".join(t for t in (clean(chart.title), clean(chart.subtitle).replace(" · ", ", ")) if t)
    size = f"{say_inches(chart.width)} by {say_inches(chart.depth)} inches"
    parts = [f"{head or 'Map'}, north up, {size}; places are inches east and north of the south-west corner."]
    for side in chart.sides:
        own = [one for one in chart.bases if one.look == side.look]
        standing = [unit_told(chart, one, named=False) for one in own if one.ghost is None]
        standing += [_fallen(chart, one) for one in chart.fallen if one.look == side.look]
        standing += [_last_seen(chart, one, _code(one)) for one in own if one.ghost is not None]
        parts.append(f"{clean(side.name)}: {'; '.join(standing) or 'nobody in sight'}.")
    fights = [f"{clean(touch.one)} with {clean(touch.other)}" for touch in chart.touches]
    if fights:
        parts.append(f"In contact: {', '.join(fights)}.")
    ground = [
        f"{_named(chart, one)} about {_middle_words(one)}" for one in chart.features if one.kind != "road" and one.shape
    ]
    if ground:
        parts.append(f"Ground: {'; '.join(ground)}.")
    if chart.coming:
        parts.append(f"To come: {clean(chart.coming)}.")
    return " ".join(parts)


def unit_told(chart: TableChart, base: Base, *, named: bool = True) -> str:
    """A unit in words: ``I1 at 24, 18.5 (square E4), facing 90 degrees, in Nab Wood, 6 hits, out of ammunition``."""
    name = " ".join(part for part in (_code(base), clean(base.name) if named else "") if part)
    if base.ghost is not None:
        return _last_seen(chart, base, name)
    figure = f"{clean(base.strength)} {clean(chart.strength_words)}"
    told = [
        f"{name} at {_place_words(chart, base.at.at)}",
        f"facing {base.at.facing / 10:g} degrees" if base.seen not in BOXED else "",
        ", ".join(ground_at(chart, base.at.at)),
        "" if figure in base.told or not base.strength else figure,
        *(clean(text) for text in base.told),
        "another commander's" if base.fellow else "",
    ]
    return ", ".join(part for part in told if part)


def _code(base: Base) -> str:
    code = clean(base.code)
    return code if code.strip("? ") else "somebody"


def _when(turn: int | None) -> str:
    return f"turn {turn}" if turn else "before the battle"


def _last_seen(chart: TableChart, base: Base, name: str) -> str:
    if base.source:
        return f"{name} suspected at {_place_words(chart, base.at.at)}: {clean(base.source)}, {_when(base.ghost)}"
    return f"{name} last seen at {_place_words(chart, base.at.at)} in turn {base.ghost}"


def _fallen(chart: TableChart, one: Fallen) -> str:
    return f"{clean(one.code)} destroyed at {_place_words(chart, one.at.at)}"


def _place_words(chart: TableChart, spot: Spot) -> str:
    square = f" (square {square_on(Table(chart.width, chart.depth), spot)})" if chart.width <= _LETTERED else ""
    return f"{say_inches(spot.x)}, {say_inches(spot.y)}{square}"


def _named(chart: TableChart, one: TableFeature) -> str:
    name, word = clean(one.name), KINDS[kind_of(chart, one)][1]
    return f"{word}, {name}," if name else word


def _middle_words(one: TableFeature) -> str:
    xs, ys = [spot.x for spot in one.shape], [spot.y for spot in one.shape]
    return f"{(min(xs) + max(xs)) / 200:.0f}, {(min(ys) + max(ys)) / 200:.0f}"


def ground_at(chart: TableChart, spot: Spot) -> list[str]:
    """Where a spot lies, in words; nothing for open ground."""
    here = (spot.x / 100, spot.y / 100)
    return [one.words for one in told_ground(chart) if holds(one, here)]


def told_ground(chart: TableChart) -> tuple[ToldGround, ...]:
    """What lies where, the telling kinds first; lines with so much ground to either side as they have."""
    found = []
    for kind, (_, _, where) in KINDS.items():
        for one in chart.features:
            if kind_of(chart, one) == kind and len(one.shape) > 1:
                name = clean(one.name)
                words = f"{where} {name}" if name and kind in {"road", "hedge", "works"} else where
                words = f"{where.split()[0]} {name}" if name and kind not in {"road", "hedge", "works"} else words
                shape = tuple((spot.x / 100, spot.y / 100) for spot in one.shape)
                found.append(ToldGround(words, shape, max(one.half_width / 100, 0.5) if is_line(one) else 0))
    return tuple(found)


def holds(one: ToldGround, here: tuple[float, float]) -> bool:
    """Whether a point, in inches, lies on such ground."""
    if one.reach:
        return any(_off(here, a, b) <= one.reach for a, b in zip(one.shape, one.shape[1:], strict=False))
    return lines.holds([list(one.shape)], here)


def _off(at: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far a point is from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    span = dx * dx + dy * dy
    part = max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / span)) if span else 0.0
    x, y = a[0] + dx * part - at[0], a[1] + dy * part - at[1]
    return float((x * x + y * y) ** 0.5)


# --- the text map -------------------------------------------------------------------------------------------------


def text_map(chart: TableChart) -> list[str]:
    """The map as plain text, every line with a bar; letters above and below, numbers at both sides."""
    columns, rows = _squares(chart.width), _squares(chart.depth)
    per = next((n for n in _ACROSS if n * columns + 2 * _MARGIN <= _WIDE), 1)
    high = max(1, per // 2)
    wide, tall = min(per * columns, _WIDE - 2 * _MARGIN), high * rows
    cell = (SQUARE / per, SQUARE / high)
    signed = _signed(chart, max(cell) / 2)
    grid = [[" "] * wide for _ in range(tall)]
    for row in range(tall):
        for column in range(wide):
            here = (column + 0.5) * cell[0], (tall - row - 0.5) * cell[1]
            corner = "." if column % per == 0 and (tall - row) % high == 1 % high else " "
            grid[row][column] = next((sign for sign, one in signed if holds(one, here)), corner)
    taken: set[tuple[int, int]] = set()
    for base in sorted(chart.bases, key=lambda one: one.ghost is not None):
        at = base.at.at.x / 100 / cell[0], tall - base.at.at.y / 100 / cell[1]
        _write(grid, taken, _printed(base), at)
    head = f"   | {''.join(f'{letters(n):^{per}}' for n in range(columns))}"[:_WIDE].rstrip()
    found = [head]
    for row, line in enumerate(grid):
        from_south = tall - row - 1
        number = str(from_south // high + 1) if from_south % high == high // 2 else ""
        found.append(f"{number:>2} | {''.join(line)} |{number}"[:_WIDE])
    return [*found, head]


def _squares(length: int) -> int:
    return max(1, -(-length // (SQUARE * 100)))


def _signed(chart: TableChart, reach: float) -> list[tuple[str, ToldGround]]:
    """The ground with its signs, the telling kinds first; lines as broad as a character of the map."""
    found = []
    for kind, (sign, _, where) in KINDS.items():
        for one in chart.features:
            if kind_of(chart, one) == kind and len(one.shape) > 1:
                shape = tuple((spot.x / 100, spot.y / 100) for spot in one.shape)
                found.append((sign, ToldGround(where, shape, reach if is_line(one) else 0)))
    return found


def _printed(base: Base) -> str:
    """``N04``; ``(N04)`` where it was last seen; ``<?4>`` where it was told to be."""
    if base.ghost is None:
        return _short(base)
    return f"<{_short(base)}>" if base.source else f"({_short(base)})"


def _short(base: Base) -> str:
    return clean(base.code).replace("|", "/").replace(" ", "")[:8] or "?"


def _write(grid: list[list[str]], taken: set[tuple[int, int]], text: str, at: tuple[float, float]) -> None:
    """Print a unit's code about its place, beside or above another that is there already."""
    wide, tall = len(grid[0]), len(grid)
    row, column = min(max(int(at[1]), 0), tall - 1), int(at[0] - len(text) / 2 + 0.5)
    spots = [(row + dy, min(max(column + dx, 0), max(0, wide - len(text))))
             for dy, dx in ((0, 0), (0, 2), (0, -2), (1, 0), (-1, 0), (1, 3), (-1, -3), (0, 5), (0, -5))]  # fmt: skip
    free = (one for one in spots if 0 <= one[0] < tall
            and not any((one[0], one[1] + n) in taken for n in range(-1, len(text) + 1)))  # fmt: skip
    row, column = next(free, spots[0])
    for n, sign in enumerate(text[:wide]):
        grid[row][column + n] = sign
        taken.add((row, column + n))


def text_map_key(chart: TableChart) -> str:
    """What the signs of the text map mean, those it shows only."""
    shown = {kind_of(chart, one) for one in chart.features if len(one.shape) > 1}
    signs = list(dict.fromkeys(f"{sign} {word}" for kind, (sign, word, _) in KINDS.items() if kind in shown))
    if any(one.ghost is not None and not one.source for one in chart.bases):
        signs.append("in brackets: last seen there")
    if any(one.source for one in chart.bases):
        signs.append("in pointed brackets: told, not seen")
    if chart.blinds:
        signs.append("a body of troops may be a blind: nothing")
    coming = f" To come: {clean(chart.coming)}." if chart.coming else ""
    words = "North up; squares of six inches, lettered from the west, numbered from the south."
    return words + (f" {', '.join(signs)}." if signs else "") + coming
