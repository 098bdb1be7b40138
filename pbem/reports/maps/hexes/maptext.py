"""A map in words: the alt text of its picture, and the plain text map of a mail."""

from collections.abc import Sequence
from typing import Final

from pbem.engine.blinds import MAY_BE
from pbem.engine.hexchart import Counter, Ground, HexChart
from pbem.engine.hexes import Hex, hour, label
from pbem.reports.maps.hexes import board
from pbem.reports.maps.shapes import clean
from pbem.reports.maps.tables.seen import BOXED

_WIDE: Final = 72
"""Characters a line of a mail may have."""
_SIGNS: Final[dict[Ground, tuple[str, str]]] = {
    "wood": ("w", "wood"),
    "hill": ("^", "hill"),
    "hill-top": ("A", "hill top"),
    "stream": ("~", "stream"),
    "field": ("f", "fields"),
    "swamp": ("m", "marsh"),
    "town": ("t", "town"),
    "water": ("=", "deep water"),
    "impassable": ("#", "impassable"),
}
_PLACES: Final[dict[Ground, str]] = {
    "wood": "in the wood",
    "hill": "on the hill",
    "hill-top": "on the hill top",
    "stream": "in the stream",
    "field": "in the fields",
    "swamp": "in the marsh",
    "town": "in the town",
}


_GRADES: Final = {"made out": "made out", "body": "a body of troops", "blind": MAY_BE}


SIGNS_WORDS: Final = (
    "Each counter shows its unit's code, strength and, by a chevron, its front; a tilted counter is disordered."
)


def scale_words(chart: HexChart) -> str:
    """``A hex is 100 m``."""
    return f"A hex is {chart.scale} {chart.scale_unit}"


def chart_alt(chart: HexChart) -> str:
    """The position in words, side by side: for the alt text of the picture and for who cannot see it."""
    ground = _ground_at(chart)
    head = ", ".join(t for t in (clean(chart.title), clean(chart.subtitle).replace(" · ", ", ")) if t)
    parts = [f"{head or 'Map'}, north up."]
    for side in chart.sides:
        own = [c for c in chart.counters if c.look == side.look]
        standing = [_standing(c, ground.get(c.hex, "open")) for c in own if c.ghost is None]
        standing += [f"a general alone at {label(g.hex)}" for g in chart.generals if g.look == side.look]
        standing += [f"{clean(w.code)} destroyed at {label(w.hex)}" for w in chart.wrecks if w.look == side.look]
        last = [f"{_code(c)} {_last(c)}" for c in own if c.ghost is not None]
        words = "; ".join(part for part in (", ".join(standing), ", ".join(last)) if part)
        parts.append(f"{clean(side.name)}: {words or 'nobody in sight'}.")
    fights = [_fight(chart, m.one, m.other) for m in chart.melees]
    if fights:
        parts.append(f"In mêlée: {', '.join(fights)}.")
    if chart.coming:
        parts.append(f"To come: {clean(chart.coming)}.")
    return " ".join(parts)


def _code(counter: Counter) -> str:
    code = clean(counter.code)
    return code if code.strip("? ") else "somebody"


def _when(turn: int | None) -> str:
    return f"round {turn}" if turn else "before the battle"


def _last(counter: Counter) -> str:
    """``last seen at 0605 in round 3``; ``suspected at 0605: spy, round 3``."""
    if counter.source:
        return f"suspected at {label(counter.hex)}: {clean(counter.source)}, {_when(counter.ghost)}"
    return f"last seen at {label(counter.hex)} in round {counter.ghost}"


def _standing(counter: Counter, ground: Ground) -> str:
    told = [
        _GRADES.get(counter.seen or "", ""),
        _PLACES.get(ground, ""),
        "disordered" if counter.disordered else "",
        "on opportunity" if counter.ready else "",
        "not seen by those you see" if counter.unseen else "",
        "with the general" if counter.general else "",
        f"lost {counter.lost}" if counter.lost else "",
    ]
    state = ", ".join(t for t in told if t)
    return f"{_code(counter)} at {label(counter.hex)}" + (f" ({state})" if state else "")


def counter_told(chart: HexChart, counter: Counter) -> str:
    """A counter in words: ``S04 Right troops, at 0906 in the wood, facing 12, strength 4, disordered``."""
    name = " ".join(part for part in (_code(counter), clean(counter.name)) if part)
    if counter.ghost is not None:
        return f"{name}, {_last(counter)}"
    where = _PLACES.get(_ground_at(chart).get(counter.hex, "open"), "")
    told = [
        f"{name}, at {label(counter.hex)}{f' {where}' if where else ''}",
        f"facing {hour(counter.facing)}" if counter.seen not in BOXED else "",
        f"strength {', '.join(map(str, counter.ranks))}" if counter.ranks else "",
        "disordered" if counter.disordered else "",
        "on opportunity" if counter.ready else "",
        "not seen by those you see" if counter.unseen else "",
        "with the general" if counter.general else "",
        "another commander's" if counter.fellow else "",
        f"lost {counter.lost}" if counter.lost else "",
    ]
    return ", ".join(part for part in told if part)


def ground_rows(chart: HexChart) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The ground as signs, a text for each row of hexes, ``.`` for open; and what the signs there mean."""
    kinds = _ground_at(chart)
    rows = []
    for row in range(chart.rows):
        here = (kinds.get(board.at_column_row(column, row), "open") for column in range(chart.columns))
        rows.append("".join(_SIGNS[kind][0] if kind != "open" else "." for kind in here))
    used = set("".join(rows))
    return tuple(rows), tuple(pair for pair in ((".", "open"), *_SIGNS.values()) if pair[0] in used)


def _ground_at(chart: HexChart) -> dict[Hex, Ground]:
    return {g.hex: g.ground for g in chart.ground}


def _fight(chart: HexChart, one: Hex, other: Hex) -> str:
    names = []
    for here in (one, other):
        codes = [_code(c) for c in chart.counters if c.hex == here and c.ghost is None]
        names.append(codes[0] if codes else label(here))
    return " with ".join(names)


def text_map(chart: HexChart) -> list[str]:
    """The map as plain text, every line with a bar (so that no line of it is ever read as an order).

    Even rows lie half a hex to the right.  A map too wide for 72 columns comes in pieces, west first, with a line of
    column numbers to each and a bare bar between them.  ``text_map_key`` explains the signs.
    """
    cells = _cells(chart)
    pitch = max([5, *(len(_short(c)) + 2 for c in chart.counters)])
    most = max(1, (_WIDE - 4 - 2 * (pitch // 2)) // pitch)
    size = -(-chart.columns // -(-chart.columns // most))
    lines: list[str] = []
    for first in range(0, chart.columns, size):
        columns = range(first, min(first + size, chart.columns))
        if first:
            lines.append("   |")
        lines.append(_row("  ", [(f"{c + 1:02d}", "") for c in columns], pitch, 0))
        for row in range(chart.rows):
            here = [cells.get(board.at_column_row(c, row), (".", "")) for c in columns]
            lines.append(_row(f"{row + 1:02d}", here, pitch, pitch // 2 * (row & 1)))
    return lines


def text_map_key(chart: HexChart) -> str:
    """What the signs of the text map mean, those it shows only."""
    shown = {g.ground for g in chart.ground if board.on_board(chart, g.hex)}
    signs = [f"{sign} {word}" for kind, (sign, word) in _SIGNS.items() if kind in shown]
    if chart.generals:
        signs.append(f"*{clean(chart.generals[0].letter)} a general alone")
    if any(c.ghost is not None and not c.source for c in chart.counters):
        signs.append("in brackets: last seen there")
    if any(c.source for c in chart.counters):
        signs.append("in pointed brackets: told, not seen")
    if chart.blinds:
        signs.append("a body of troops may be a blind: nothing")
    coming = f" To come: {clean(chart.coming)}." if chart.coming else ""
    return "North up, even rows half a hex to the right." + (f" {', '.join(signs)}." if signs else "") + coming


def _cells(chart: HexChart) -> dict[Hex, tuple[str, str]]:
    """What stands in each place of the text map: code, and the sign of the ground after it."""
    signs = {g.hex: _SIGNS[g.ground][0] for g in chart.ground if g.ground != "open"}
    cells = {h: (sign, "") for h, sign in signs.items()}
    for c in chart.counters:
        if c.ghost is not None:
            cells[c.hex] = f"<{_short(c)}>" if c.source else f"({_short(c)})", ""
    for g in chart.generals:
        cells[g.hex] = f"*{clean(g.letter)[:2]}", signs.get(g.hex, "")
    for c in chart.counters:
        if c.ghost is None:
            cells[c.hex] = _short(c), signs.get(c.hex, "")
    return cells


def _short(counter: Counter) -> str:
    return clean(counter.code).replace("|", "/").replace(" ", "")[:8] or "?"


def _row(head: str, cells: Sequence[tuple[str, str]], pitch: int, shift: int) -> str:
    """One line: each cell's text about its place, the sign of the ground right after it."""
    line = [" "] * (3 + pitch * (len(cells) + 1) + shift)
    for i, (text, after) in enumerate(cells):
        at = 3 + pitch * (i + 1) + shift - len(text) // 2
        for offset, letter in enumerate(text + after):
            line[at + offset] = letter
    line[:4] = f"{head} |"
    return "".join(line).rstrip()
