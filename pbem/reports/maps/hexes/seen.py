"""Counters of units that are not known: made out, or no more than a body of troops.  All have one size."""

from pbem.engine.hexchart import Counter
from pbem.reports.maps.hexes import board
from pbem.reports.maps.marks import INKS, coded, symbol
from pbem.reports.maps.shapes import Path, Point, Shape, ShapeGroup, SvgRect, box, cut_box, dot, polyline
from pbem.reports.maps.tables.seen import DASHES

FRONT = 0.33
"""How much of a side of the hex the thin front of a unit that is made out covers."""


def front(counter: Counter) -> list[Shape]:
    """The thin chevron of a unit that is made out; a body of troops has no front."""
    if counter.seen == "body":
        return []
    ring = board.corners(counter.hex, 0.93)
    tip, left, right = ring[counter.facing], ring[counter.facing - 1], ring[(counter.facing + 1) % 6]
    arms = [(tip[0] + (end[0] - tip[0]) * FRONT, tip[1] + (end[1] - tip[1]) * FRONT) for end in (left, right)]
    d = polyline((arms[0], tip, arms[1]))
    return [Path(d, "s-field", 6), Path(d, f"s-{INKS[counter.look].line}", 2.8)]


def plate(counter: Counter, rect: SvgRect, at: Point, sizes: tuple[float, float, float], cut: float) -> Shape:
    """A dashed outline with the sign of its kind, or with three dots, over its token; colour and corners are its
    side's.  sizes: of the symbol, of the letters, and the plate's scale."""
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
