"""What a map is drawn from: a few flat shapes, each a value that a macro of ``templates/maps`` prints.

Positions are board units unless said otherwise: a hex is 88 wide, the origin is the centre of hex 0101, y grows to the
south.  ``cls`` is a list of palette classes (``f-`` fill, ``s-`` stroke, ``c-`` colour; see ``themes``).
"""

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import ImageFont

from pbem.reports.maps.fonts import FILES, Face

Point = tuple[float, float]


class SvgRect(NamedTuple):
    """A box: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> "SvgRect":
        return SvgRect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def overlap(self, other: "SvgRect") -> float:
        """The area both boxes cover."""
        left, top, right, bottom = self
        if left >= other[2] or right <= other[0] or top >= other[3] or bottom <= other[1]:
            return 0.0
        return (min(right, other[2]) - max(left, other[0])) * (min(bottom, other[3]) - max(top, other[1]))

    def gap(self, other: "SvgRect") -> float:
        """How far apart both boxes are; 0 where they touch."""
        across = max(0.0, self.left - other.right, other.left - self.right)
        return math.hypot(across, max(0.0, self.top - other.bottom, other.top - self.bottom))

    def holds(self, other: "SvgRect") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


def around(at: Point, wide: float, high: float) -> SvgRect:
    """The box of that size about a point."""
    return SvgRect(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)


def hull(boxes: Iterable[SvgRect]) -> SvgRect:
    """The smallest box round some boxes.  Raises ValueError when there are none."""
    some = list(boxes)
    return SvgRect(
        min(b.left for b in some),
        min(b.top for b in some),
        max(b.right for b in some),
        max(b.bottom for b in some),
    )


class Path(NamedTuple):
    """A path; ``width`` is its stroke's, 0 for none."""

    d: str
    cls: str
    width: float = 0
    dash: str = ""
    cap: str = ""
    opacity: float = 1


class SymbolUse(NamedTuple):
    """A symbol of ``symbols`` in a box."""

    symbol: str
    x: float
    y: float
    width: float
    height: float
    cls: str


class Text(NamedTuple):
    """A line of text; ``halo`` is the stroke of its light edge, 0 for none."""

    text: str

    x: float

    y: float

    size: float

    cls: str

    anchor: str = "middle"

    halo: float = 0

    fit: float = 0
    """Width it is set to in any face, 0 for its own: a browser without our fonts must not let a code run out of its
    plate."""


class Disc(NamedTuple):
    """A round badge with a mark in it."""

    x: float
    y: float
    r: float
    symbol: str
    face: str
    rim: str
    mark: str


class ShapeGroup(NamedTuple):
    """Shapes that are moved, turned (degrees, clockwise) and scaled together."""

    shapes: "tuple[Shape, ...]"
    x: float = 0
    y: float = 0
    turn: float = 0
    scale: float = 1


Shape = Path | SymbolUse | Text | Disc | ShapeGroup


def number(value: float) -> str:
    """A coordinate as SVG wants it: one decimal at most."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def polyline(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data through some points."""
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points) + ("z" if closed else "")


def box(rect: SvgRect) -> str:
    """Path data of a rectangle."""
    return f"M{number(rect.left)},{number(rect.top)}h{number(rect.width)}v{number(rect.height)}h{number(-rect.width)}z"


def cut_box(rect: SvgRect, cut: float) -> str:
    """Path data of a rectangle with its corners cut off: the second side's shape."""
    left, top, right, bottom = rect
    return polyline(
        (
            (left + cut, top),
            (right - cut, top),
            (right, top + cut),
            (right, bottom - cut),
            (right - cut, bottom),
            (left + cut, bottom),
            (left, bottom - cut),
            (left, top + cut),
        ),
        closed=True,
    )


def dot(at: Point, r: float) -> str:
    """Path data of a circle."""
    x, y = at
    half = f"a{number(r)},{number(r)},0,1,0,"
    return f"M{number(x - r)},{number(y)}{half}{number(2 * r)},0{half}{number(-2 * r)},0z"


@cache
def _ruler(face: Face) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FILES[face], 100)


@lru_cache(maxsize=8192)
def text_width(text: str, size: float, face: Face) -> float:
    """How wide a line of text will be, near enough to lay out by (glyphs the face lacks count as its blank)."""
    return float(_ruler(face).getlength(text)) * size / 100


def fitted(text: str, size: float, face: Face, room: float) -> str:
    """A text cut to the room there is, with a sign that it was."""
    if text_width(text, size, face) <= room:
        return text
    while text and text_width(text + "…", size, face) > room:
        text = text[:-1]
    return text.rstrip() + "…"


_UNPRINTABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """Text as XML allows it, on one line: control characters and lone surrogates are left out."""
    return " ".join(_UNPRINTABLE.sub("", text).split())
