"""Upright tags with code and strength, on stems."""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from pbem.engine.mapstyle import SideLook
from pbem.engine.tablechart import Base
from pbem.reports.maps.marks import INKS, burst
from pbem.reports.maps.shapes import (
    Disc,
    Path,
    Point,
    Shape,
    ShapeGroup,
    SvgRect,
    Text,
    box,
    clean,
    cut_box,
    dot,
    polyline,
    text_width,
)
from pbem.reports.maps.tables import generals
from pbem.reports.maps.tables.seen import DASHES

CODE: Final = 27.0
"""Size of a code: nine pixels on a phone of 400."""
HIGH: Final = 31.0
_PAD: Final = 7.0
_BADGE: Final = 13.0
"""Radius of what hangs on a tag."""
_BURST: Final = 19.0
"""Half the width of the star with what was lost."""
_CUT: Final = 7.0


_HUNG: Final = (
    "general", "routed", "shaken", "halted", "disordered", "exhausted", "ready", "square", "pursuing", "spent",
    "emptied", "captured", "loaded", "unseen",
)  # fmt: skip
_FACTS: Final = {"pursuing", "loaded", "unseen", "halted", "square"}
"""Marks on a light disc: neither bad nor worse."""
MOST: Final = 3
"""Discs at a tag."""


class Tag(NamedTuple):
    """A tag that has been placed."""

    base: Base

    at: Point

    box: SvgRect
    """Its box, with what hangs on it."""

    foot: Point
    """Where its stem begins."""


def hung_marks(base: Base) -> list[str]:
    """What hangs at the right of a tag, the worst first, three at most: the rest is told on its card."""
    found = [mark for mark in _HUNG if mark in base.marks]
    return (["counters"] if base.counters else [])[:MOST] + found[: MOST - bool(base.counters)]


@lru_cache(maxsize=512)
def widths(code: str, strength: str) -> tuple[float, float]:
    """Of the cells for code and strength; 0 for no strength."""
    code, strength = clean(code) or "?", clean(strength)
    first = max(text_width(code, CODE, "bold") + 2 * _PAD, 30.0)
    return first, max(text_width(strength, CODE, "bold") + 2 * _PAD, 24.0) if strength else 0.0


def size_of(base: Base) -> tuple[float, float]:
    """Widths of the cells of a unit's tag, or of the words beside a general."""
    if generals.is_general(base):
        return generals.width(base), 0.0
    return widths(base.code, base.strength)


def in_short(base: Base) -> Base:
    """The base as its tag shows it in a crowd: by its code alone."""
    return replace(base, name="") if generals.is_general(base) else replace(base, strength="")


def stem_end(tag: Tag) -> Point:
    """Where a stem meets its tag: the nearest point of its cells."""
    half = sum(size_of(tag.base)) / 2
    (x, y), (fx, fy) = tag.at, tag.foot
    return max(x - half, min(x + half, fx)), max(y - HIGH / 2, min(y + HIGH / 2, fy))


def reach(base: Base) -> tuple[float, float, float]:
    """From the middle of a tag to its left, its right and up: with what hangs on it."""
    half = sum(size_of(base)) / 2
    left = half + (2 * _BURST if base.lost else 0)
    return left, half + len(hung_marks(base)) * (2 * _BADGE + 1), HIGH / 2 + 2


def drawn(tag: Tag) -> list[Shape]:
    """The stem, the tag, and what hangs on it: losses at its left, states at its right.  A general has words, and no
    stem where they stand close by him."""
    base = tag.base
    ink = INKS[base.look]
    stem = polyline((tag.foot, stem_end(tag)))
    shapes: list[Shape] = [Path(stem, "s-field", 5), Path(stem, f"s-{ink.line}", 2)]
    if generals.is_general(base):
        close = math.dist(tag.foot, stem_end(tag)) < generals.CLOSE
        return [*([] if close else shapes), generals.label(base, tag.at)]
    shown = cells(base.code, base.strength, base.look) if base.seen is None else token(base)
    shapes.append(ShapeGroup(tuple(shown), *tag.at))
    wide = sum(size_of(base))
    x, y = tag.at
    if base.lost:
        shapes.append(burst((x - wide / 2 - _BURST + 2, y), base.lost, 1.15))
    for n, mark in enumerate(hung_marks(base)):
        at = x + wide / 2 + _BADGE + n * (2 * _BADGE + 1)
        shapes += counted(base, (at, y)) if mark == "counters" else [disc(mark, (at, y))]
    return shapes


def counted(base: Base, at: Point) -> list[Shape]:
    """A disc with a number: gold, or ink where one more breaks the unit."""
    face, rim, digits = ("f-ink", "s-ink", "f-field") if base.last_counter else ("f-disc", "s-disc-mark", "f-disc-mark")
    size = 21 if base.counters < 10 else 16
    return [
        Path(dot(at, _BADGE), f"{face} {rim}", 2),
        Text(str(base.counters), at[0], at[1] + size * 0.36, size, f"bold {digits}", fit=17),
    ]


def disc(mark: str, at: Point) -> Shape:
    """A state's badge: light for a fact, gold for what is worse, ink for the worst."""
    if mark == "general":
        return Disc(*at, _BADGE, "m-star", "f-field", "s-ink", "c-ink")
    if mark in {"routed", "exhausted"}:
        return Disc(*at, _BADGE, f"m-{mark}", "f-ink", "s-ink", "c-field")
    if mark in _FACTS:
        return Disc(*at, _BADGE, f"m-{mark}", "f-field", "s-ink", "c-ink")
    return Disc(*at, _BADGE, f"m-{mark}", "f-disc", "s-disc-mark", "c-disc-mark")


def token(base: Base) -> list[Shape]:
    """The tag of a unit that is not known, dashed as its outline is; a blind's is whole."""
    code, ink = clean(base.code) or "?", INKS[base.look]
    wide = size_of(base)[0]
    rect = SvgRect(-wide / 2, -HIGH / 2, wide / 2, HIGH / 2)
    d = box(rect) if base.look == 1 else cut_box(rect, _CUT)
    return [
        Path(d, "f-field s-field", 5.5),
        Path(d, f"s-{ink.line}", 2.2, "" if base.seen == "blind" else DASHES),
        Text(code, 0, CODE * 0.36, CODE, f"bold f-{ink.line}", fit=text_width(code, CODE, "bold")),
    ]


def cells(code: str, strength: str, look: SideLook) -> list[Shape]:
    """Code and strength side by side about the origin, the strength in the negative of the code."""
    ink = INKS[look]
    code, strength = clean(code) or "?", clean(strength)
    first, second = widths(code, strength)
    rect = SvgRect(-(first + second) / 2, -HIGH / 2, (first + second) / 2, HIGH / 2)
    inner = rect.left + first
    d = box(rect) if look == 1 else cut_box(rect, _CUT)
    shapes: list[Shape] = [Path(d, "s-field", 5.5), Path(d, f"f-{ink.plate}")]
    if strength and look == 1:
        shapes.append(Path(box(rect._replace(left=inner)), f"f-{ink.column}"))
    elif strength:
        right = polyline(
            ((inner, rect.top), (rect.right - _CUT, rect.top), (rect.right, rect.top + _CUT),
             (rect.right, rect.bottom - _CUT), (rect.right - _CUT, rect.bottom), (inner, rect.bottom)),
            closed=True,
        )  # fmt: skip
        shapes.append(Path(right, f"f-{ink.column}"))
    shapes.append(Path(d, f"s-{ink.edge}", 2 if look == 1 else 2.6))
    baseline = CODE * 0.36
    wide = text_width(code, CODE, "bold")
    shapes.append(Text(code, (rect.left + inner) / 2, baseline, CODE, f"bold f-{ink.marks}", fit=wide))
    if strength:
        x, wide = (inner + rect.right) / 2, text_width(strength, CODE, "bold")
        shapes.append(Text(strength, x, baseline, CODE, f"bold f-{ink.digits}", fit=wide))
    return shapes
