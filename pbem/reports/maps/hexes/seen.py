"""Counters of units that are not known: made out, a body of troops, a blind, suspected.  All have one size."""

from pbem.engine.hexchart import Counter
from pbem.reports.maps.hexes import board
from pbem.reports.maps.marks import INKS, coded, symbol
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
    cut_box,
    dot,
    polyline,
    text_width,
)
from pbem.reports.maps.tables.seen import BOXED, DASHES, HEARSAY, hatching

FRONT = 0.33
"""How much of a side of the hex the thin front of a unit that is made out covers."""


def front(counter: Counter) -> list[Shape]:
    """The thin chevron of a unit that is made out; a body of troops and a blind have none."""
    if counter.seen in BOXED:
        return []
    ring = board.corners(counter.hex, 0.93)
    tip, left, right = ring[counter.facing], ring[counter.facing - 1], ring[(counter.facing + 1) % 6]
    arms = [(tip[0] + (end[0] - tip[0]) * FRONT, tip[1] + (end[1] - tip[1]) * FRONT) for end in (left, right)]
    d = polyline((arms[0], tip, arms[1]))
    return [Path(d, "s-field", 6), Path(d, f"s-{INKS[counter.look].line}", 2.8)]


def plate(counter: Counter, rect: SvgRect, at: Point, sizes: tuple[float, float, float], cut: float) -> Shape:
    """A dashed outline with the sign of its kind, or with three dots, over its token; colour and corners are its
    side's.  sizes: of the symbol, of the letters, and the plate's scale."""
    if counter.seen == "blind":
        return _blind(counter, rect, at, sizes, cut)
    ink = INKS[counter.look]
    high, letters, scale = sizes
    d = box(rect) if counter.look == 1 else cut_box(rect, cut)
    top = rect.top + 2.5
    inside: Shape
    if counter.seen == "body":
        r = high * 0.13
        middle = top + high / 2
        inside = Path("".join(dot((step * high * 0.55, middle), r) for step in (-1, 0, 1)), f"f-{ink.line}")
    else:
        inside = symbol(counter.symbol, -high * 24 / 28, top, high, f"c-{ink.line}")
    code = coded(counter.code, 0, rect.bottom - 5.4, letters, rect.width - 5, f"bold f-{ink.line}")
    drawn = (Path(d, "f-field s-field", 5), inside, code, Path(d, f"s-{ink.line}", 2.2, DASHES))
    return ShapeGroup(drawn, *at, scale=scale)


def _blind(counter: Counter, rect: SvgRect, at: Point, sizes: tuple[float, float, float], cut: float) -> Shape:
    """A hatched plate with its token on a field of its own: the same for true and false ones."""
    ink = INKS[counter.look]
    _, letters, scale = sizes
    d, inner = _shape(counter, rect, cut), around(rect.middle, rect.width * 0.62, letters * 1.25)
    code = coded(
        counter.code, inner.middle[0], inner.bottom - letters * 0.26, letters, inner.width - 5, f"bold f-{ink.line}"
    )
    drawn = (
        Path(d, "f-field s-field", 5), Path(hatching(rect, 11), f"s-{ink.line}", 2), Path(d, f"s-{ink.line}", 2.8),
        Path(_shape(counter, inner, cut * 0.7), f"f-field s-{ink.line}", 2), code,
    )  # fmt: skip
    return ShapeGroup(drawn, *at, scale=scale)


def suspected(counter: Counter, rect: SvgRect, at: Point, scale: float) -> Shape:
    """Troops of which a side was told: dots round a query, who told of them and when."""
    ink, source = INKS[counter.look], clean(counter.source)
    words = f"{source} r{counter.ghost}" if counter.ghost else source
    d = _shape(counter, rect, 6)
    fit = min(text_width(words, 20, "bold"), rect.width - 6)
    drawn = (
        Path(d, "f-field s-field", 5), Path(d, f"s-{ink.line}", 3, HEARSAY, cap="round"),
        Text("?", 0, rect.top + rect.height * 0.56, 32, f"bold f-{ink.line}"),
        Text(words, 0, rect.bottom - 6, 20, f"bold f-{ink.line}", fit=fit),
    )  # fmt: skip
    return ShapeGroup(drawn, *at, scale=scale)


def _shape(counter: Counter, rect: SvgRect, cut: float) -> str:
    return box(rect) if counter.look == 1 else cut_box(rect, cut)
