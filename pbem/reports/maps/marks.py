"""What is the same on every board: the inks of the sides, unit symbols, codes, tags, losses."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from pbem.engine.mapstyle import SideLook
from pbem.reports.maps import symbols
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


class Ink(NamedTuple):
    """The palette roles of a side: plate, its edge or frame, marks on it, strength column, digits in it, arrows."""

    plate: str
    edge: str
    marks: str
    column: str
    digits: str
    line: str


INKS: Final[Mapping[SideLook, Ink]] = {
    1: Ink("side1-plate", "side1-edge", "side1-marks", "side1-column", "side1-edge", "side1-plate"),
    2: Ink("side2-plate", "side2-frame", "side2-marks", "side2-frame", "side2-digits", "side2-frame"),
}


FELLOW: Final = 0.74
"""How much of its side's colour is left on a unit of another commander of the reader's side."""


def quieter(shapes: Iterable[Shape], d: str, look: SideLook) -> tuple[Shape, ...]:
    """A unit's body as it is drawn for another commander's of the reader's side: paler, its border stitched.

    d: its outline.
    """
    pale = (one._replace(opacity=FELLOW) if isinstance(one, Path) and not one.width else one for one in shapes)
    stitches = Path(d, f"s-{INKS[look].marks}" if look == 1 else "s-field", 2.6, "6,5")
    return (Path(d, "f-field"), *pale, stitches)


def symbol(kind: str, x: float, y: float, high: float, cls: str) -> Shape:
    """A unit symbol.  Raises ValueError for a kind that has none."""
    symbols.kind(kind)
    return SymbolUse(f"p-{kind}", x, y, high * 48 / 28, high, cls)


def coded(code: str, x: float, baseline: float, size: float, wide: float, cls: str) -> Shape:
    """A code that fits its plate: long ones are set smaller."""
    code = clean(code)
    room = text_width(code, size, "bold")
    return Text(code, x, baseline, size * min(1, wide / room if room else 1), cls, fit=min(room, wide))


def tag(code: str, look: SideLook, at: Point, scale: float) -> list[Shape]:
    """A unit's code in its side's frame: where a march began, or who was destroyed."""
    ink = INKS[look]
    code = clean(code)
    wide = text_width(code, 18, "bold") + 14
    rect = around((0, 0), max(wide, 30), 25)
    d = box(rect) if look == 1 else cut_box(rect, 6)
    return [
        ShapeGroup(
            (
                Path(d, "f-field s-field", 5.5),
                Path(d, f"f-field s-{ink.line}", 2.2),
                Text(code, 0, 6.6, 18, f"bold f-{ink.line}", fit=wide - 14),
            ),
            *at,
            scale=scale,
        )
    ]


def burst(at: Point, lost: int, scale: float) -> Shape:
    """A black star with the points lost in it."""
    size = 20 if lost < 10 else 16
    return ShapeGroup(
        (
            SymbolUse("m-hit", -17, -17, 34, 34, "c-ink s-field"),
            Text(str(lost), 0, size * 0.36, size, "bold f-field"),
        ),
        *at,
        scale=scale,
    )
