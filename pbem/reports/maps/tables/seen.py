"""Units that are not known: made out, a body of troops, a blind, suspected.  All of one grade have one size."""

from typing import Final

from pbem.engine.tablechart import Base
from pbem.reports.maps.lines import rows_of_lines
from pbem.reports.maps.marks import INKS, symbol
from pbem.reports.maps.shapes import Path, Shape, ShapeGroup, SvgRect, Text, around, box, clean, cut_box, dot, polyline
from pbem.reports.maps.tables.bodies import Body, body_of
from pbem.reports.maps.tables.layout import TableLayout

DASHES: Final = "9,5"
_DEEPER: Final = 1.5
"""How many times deeper than its nominal base the box of a body of troops is drawn: a box, not a footprint."""
AGES: Final = ((1, "6,4.5"), (3, "4,7"))
"""Dashes of a ghost, by how many turns old it is at most."""
OLDER: Final = "2,6"
HEARSAY: Final = ".1,7"
"""Dots of what was told and not seen; with round caps."""
BOXED: Final = ("body", "blind")
"""Grades of which no front is drawn."""


def ghost_dashes(age: int) -> str:
    """The older, the more gaps."""
    return next((dashes for most, dashes in AGES if age <= most), OLDER)


def front(body: Body, base: Base) -> Shape:
    """The front of a unit that is made out: a thin chevron ahead of it.  A body of troops and a blind have none."""
    if base.seen in BOXED:
        return ShapeGroup((), *body.at)
    y, half = -body.deep / 2 - 4, min(16.0, body.wide * 0.25)
    d = polyline(((-half, y), (0, y - 12), (half, y)))
    return ShapeGroup((Path(d, "s-field", 6), Path(d, f"s-{INKS[base.look].line}", 2.6)), *body.at, body.degrees)


def plate(base: Base, place: TableLayout) -> Shape:
    """A dashed outline with the sign of its kind, or with three dots; a blind's is whole and hatched.  Colour and
    corners are its side's."""
    if base.seen == "blind":
        return _blind(base, place)
    body, ink = body_of(base, place), INKS[base.look]
    body_of_troops = base.seen == "body"
    deep = body.deep * _DEEPER if body_of_troops else body.deep
    rect = around((0, 0), body.wide, deep)
    d = box(rect) if base.look == 1 else cut_box(rect, min(9.0, deep * 0.2))
    high = min(deep * 0.62, body.wide * 0.4)
    inside: tuple[Shape, ...]
    if body_of_troops:
        r = max(2.2, min(5.0, deep * 0.11))
        inside = (Path("".join(dot((step * body.wide * 0.2, 0), r) for step in (-1, 0, 1)), f"f-{ink.line}"),)
    else:
        inside = (symbol(base.symbol, -high * 24 / 28, -high / 2, high, f"c-{ink.line}"),)
    drawn = (Path(d, "f-field s-field", 5), *inside, Path(d, f"s-{ink.line}", 2.2, DASHES))
    return ShapeGroup(drawn, *body.at, body.degrees)


def _blind(base: Base, place: TableLayout) -> Shape:
    """The same for true and false ones: of the nominal size, whatever is behind it."""
    body, ink = body_of(base, place), INKS[base.look]
    rect = around((0, 0), body.wide, body.deep)
    d = box(rect) if base.look == 1 else cut_box(rect, min(9.0, body.deep * 0.2))
    hatched = Path(hatching(rect, 8), f"s-{ink.line}", 1.8)
    drawn = (Path(d, "f-field s-field", 5), hatched, Path(d, f"s-{ink.line}", 2.6))
    return ShapeGroup(drawn, *body.at, body.degrees)


def hatching(rect: SvgRect, step: float) -> str:
    """Path data of slanting lines that fill a plate."""
    loop = [(rect.left, rect.top), (rect.right, rect.top), (rect.right, rect.bottom), (rect.left, rect.bottom)]
    return "".join(polyline(line) for line in rows_of_lines([loop], -45, step, 2))


def suspected(base: Base, place: TableLayout) -> Shape:
    """Troops of which a side was told, upright: dots round a query, who told of them and when."""
    body, ink = body_of(base, place), INKS[base.look]
    rect = around((0, 0), body.wide * 1.1, body.deep * _DEEPER)
    d = box(rect) if base.look == 1 else cut_box(rect, min(9.0, rect.height * 0.2))
    words = f"{clean(base.source)} t{base.ghost}" if base.ghost else clean(base.source)
    size = min(32.0, rect.height * 0.8)
    return ShapeGroup(
        (
            ShapeGroup(
                (Path(d, "f-field s-field", 5), Path(d, f"s-{ink.line}", 3, HEARSAY, cap="round")), turn=body.degrees
            ),
            Text("?", 0, size * 0.36, size, f"bold f-{ink.line}"),
            Text(words, 0, rect.height / 2 + 19, 21, f"bold f-{ink.line} s-field", halo=5),
        ),
        *body.at,
    )
