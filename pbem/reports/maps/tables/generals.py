"""Generals on a table: an upright plate with a star, the code and the name beside it."""

from typing import Final

from pbem.engine.tablechart import Base
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import (
    Path,
    Point,
    Shape,
    ShapeGroup,
    SymbolUse,
    Text,
    around,
    box,
    clean,
    cut_box,
    text_width,
)
from pbem.reports.maps.tables.bodies import Body

GENERAL: Final = "commander"
"""The symbol by which a chart says that a base is a general's."""
SIZE: Final = 22.0
"""Of the words beside a general."""
_GROWN: Final = 6.0
"""By how much his plate is larger than his base, to every side."""
_LEAST: Final = 28.0
"""A side of his plate is at least so long."""
_STAR: Final = 22.0
NEARER: Final = 9.0
"""By how much his words stand nearer than a unit's tag."""
CLOSE: Final = 26.0
"""Words so near to his base need no stem."""


def is_general(base: Base) -> bool:
    """Whether it is a general's base, and no unit's."""
    return base.symbol == GENERAL


def words(base: Base) -> str:
    """What stands beside him: his code, by which orders name him, and the last word of his name."""
    return " ".join((clean(base.code), *clean(base.name).split()[-1:]))


def plate(base: Base, body: Body) -> Shape:
    """His base as a plate with a star, upright whichever way he faces."""
    ink = INKS[base.look]
    wide, deep = (max(_LEAST, side + 2 * _GROWN) for side in (body.wide, body.deep))
    rect = around((0, 0), wide, deep)
    d = box(rect) if base.look == 1 else cut_box(rect, _GROWN)
    star = SymbolUse("m-star", -_STAR / 2, -_STAR / 2, _STAR, _STAR, f"c-{ink.marks}")
    return ShapeGroup((Path(d, "s-field", 6), Path(d, f"f-{ink.plate} s-{ink.edge}", 2.6), star), *body.at)


def width(base: Base) -> float:
    """Of the words beside him."""
    return text_width(words(base), SIZE, "bold") + 8


def label(base: Base, at: Point) -> Shape:
    """The words beside him, about a point."""
    said, line = words(base), f"bold f-{INKS[base.look].line} s-field"
    return Text(said, at[0], at[1] + SIZE * 0.36, SIZE, line, halo=6, fit=text_width(said, SIZE, "bold"))
