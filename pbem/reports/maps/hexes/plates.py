"""Counters: plates with symbol, code and strength, and the redan on their front.

One side is the negative of the other: the first a solid square plate with light marks, the second a light plate with a
coloured frame and cut corners.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from pbem.engine.hexchart import Counter, HexChart
from pbem.engine.hexes import Facing, Hex, distance
from pbem.engine.mapstyle import SideLook
from pbem.reports.maps.hexes import board, seen
from pbem.reports.maps.hexes.board import centre
from pbem.reports.maps.marks import INKS, Ink, coded, quieter, symbol
from pbem.reports.maps.shapes import (
    Path,
    Point,
    Shape,
    ShapeGroup,
    SvgRect,
    Text,
    around,
    box,
    cut_box,
    polyline,
    text_width,
)


class Plate(NamedTuple):
    """A size of counter, in units of its own that ``scale`` brings to board units."""

    wide: float
    """Width of the plate."""

    high: float
    """Height of the plate."""

    column: float
    """Width of the strength column."""

    cut: float
    """Cut of the second side's corners."""

    code: float
    """Size of the code's letters."""

    symbol: float
    """Height of the unit symbol."""

    digit: float
    """Size of a single strength."""

    scale: float

    @property
    def rect(self) -> SvgRect:
        return around((0, 0), self.wide, self.high)

    @property
    def field(self) -> SvgRect:
        """The plate without its strength column."""
        rect = self.rect
        return rect._replace(right=rect.right - self.column)


def plate_for(hex_width: float) -> Plate:
    """The counter for a hex of so many sheet units: codes never under 27 units (9 pixels on a phone of 400)."""
    k = board.WIDTH / hex_width
    if hex_width >= 75:
        return Plate(73, 59, 19, 11, 31, 28, 29, max(1, 0.87 * k))
    return Plate(57.5, 47, 15, 9, 27, 21, 23, max(1, hex_width / 64) * k)


class PlacedCounter(NamedTuple):
    """A counter with its place worked out: middle of the plate, box of the plate, all in board units."""

    counter: Counter
    at: Point
    rect: SvgRect


_SETBACK: Final = 2.2


_SETBACK_ASIDE: Final = 4.2


_SETBACK_FIGHTING: Final = 6.5


TILT: Final = -9


def stands(chart: HexChart, plate: Plate) -> list[PlacedCounter]:
    """Every counter that is no ghost, placed: set back from its front and from the neighbours it fights or fires on."""
    fights: dict[Hex, list[Hex]] = defaultdict(list)
    pairs = [(m.one, m.other) for m in chart.melees]
    pairs += [(a.path[0], a.path[-1]) for a in chart.arrows if a.kind == "shot" and a.path]
    for one, other in pairs:
        if distance(one, other) == 1:
            fights[one].append(other)
            fights[other].append(one)
    placed = []
    for counter in chart.counters:
        if counter.ghost is None:
            at = _set_back(counter.hex, counter.facing, fights[counter.hex], plate)
            placed.append(PlacedCounter(counter, at, around(at, plate.wide * plate.scale, plate.high * plate.scale)))
    return placed


def _set_back(here: Hex, facing: Facing, enemies: Sequence[Hex], plate: Plate) -> Point:
    """The middle of a plate.  Sideways it keeps within its hex, or the plates of a line would cover each other."""
    x, y = centre(here)
    dx, dy = board.towards(facing)
    back = _SETBACK if facing in (0, 3) else _SETBACK_ASIDE
    px, py = dx * back, dy * back
    for enemy in enemies:
        ex, ey = centre(enemy)
        px += math.copysign(_SETBACK_FIGHTING, ex - x) if enemy.r == here.r else 0
        py += math.copysign(_SETBACK_FIGHTING, ey - y) if enemy.r != here.r else 0
    room = (board.WIDTH - plate.wide * plate.scale) / 2 - (0 if enemies else 1)
    most_x, most_y = min(room, _SETBACK_FIGHTING), _SETBACK_FIGHTING
    return x - max(-most_x, min(px, most_x)), y - max(-most_y, min(py, most_y))


def redan(stand: PlacedCounter) -> list[Shape]:
    """The chevron on the edges of the two front hexes."""
    counter = stand.counter
    if counter.seen is not None:
        return seen.front(counter)
    d = front(counter.facing)
    if counter.look == 1:
        drawn: tuple[Shape, ...] = (Path(d, "s-field", 11.5), Path(d, "s-side1-edge", 8))
    else:
        drawn = (Path(d, "s-field", 11.5), Path(d, "s-side2-frame", 9), Path(d, "s-side2-plate", 2.6))
    return [ShapeGroup(drawn, *centre(counter.hex))]


def front(facing: Facing) -> str:
    """Path data of a redan about the middle of a hex."""
    ring = board.corners(Hex(0, 0), 0.945)
    tip, left, right = ring[facing], ring[facing - 1], ring[(facing + 1) % 6]
    arms = [(tip[0] + (end[0] - tip[0]) * 0.54, tip[1] + (end[1] - tip[1]) * 0.54) for end in (left, right)]
    return polyline((arms[0], tip, arms[1]))


def towards_front(stand: PlacedCounter) -> Point:
    """Where a stand's redan is."""
    return board.corners(stand.counter.hex, 0.85)[stand.counter.facing]


def ready_frame(stand: PlacedCounter, plate: Plate) -> list[Shape]:
    """The second frame of a stand on opportunity; it lies under the redan."""
    counter = stand.counter
    if not counter.ready:
        return []
    rect = plate.rect.grown(4.6)
    d = box(rect) if counter.look == 1 else cut_box(rect, plate.cut + 2)
    drawn = Path(d, "f-field s-field", 5.7), Path(d, f"s-{INKS[counter.look].line}", 2.2)
    return [ShapeGroup(drawn, *stand.at, TILT if counter.disordered else 0, plate.scale)]


def draw(stand: PlacedCounter, plate: Plate) -> Shape:
    """A counter's plate: symbol over code, strength at the right, front rank on top."""
    counter = stand.counter
    if counter.seen is not None:
        return seen.plate(counter, plate.rect, stand.at, (plate.symbol, plate.code, plate.scale), plate.cut)
    ink = INKS[counter.look]
    shapes: list[Shape] = [blank(plate, counter.look, fellow=counter.fellow)]
    field = plate.field
    x, wide = field.middle[0], field.width - 5
    symbol_wide = plate.symbol * 48 / 28
    top = field.top + (2.5 if plate.high > 50 else 2)
    if counter.general:
        small = 0.7
        left = field.right - 2.5 - symbol_wide * small
        shapes.append(symbol(counter.symbol, left, top + plate.symbol * 0.26, plate.symbol * small, f"c-{ink.marks}"))
    else:
        shapes.append(symbol(counter.symbol, x - symbol_wide / 2, top, plate.symbol, f"c-{ink.marks}"))
    shapes.append(coded(counter.code, x, field.bottom - 5.4, plate.code, wide, f"bold f-{ink.marks}"))
    shapes += _strength(counter, plate, ink)
    return ShapeGroup(tuple(shapes), *stand.at, TILT if counter.disordered else 0, plate.scale)


def blank(plate: Plate, look: SideLook, *, fellow: bool = False) -> Shape:
    """A counter of a side with nothing on it.  fellow: of another commander of the reader's side."""
    body = tuple(_body(plate, look))
    if fellow:
        body = quieter(body, box(plate.rect) if look == 1 else cut_box(plate.rect, plate.cut), look)
    return ShapeGroup((_outline(plate, look, "s-field", 5.5), *body))


def _outline(plate: Plate, look: SideLook, cls: str, width: float) -> Shape:
    return Path(box(plate.rect) if look == 1 else cut_box(plate.rect, plate.cut), cls, width)


def _body(plate: Plate, look: SideLook) -> list[Shape]:
    ink = INKS[look]
    rect, inner = plate.rect, plate.field.right
    if look == 1:
        column = rect._replace(left=inner)
        return [
            Path(box(rect), f"f-{ink.plate}"),
            Path(box(column), f"f-{ink.column}"),
            Path(box(rect) + polyline(((inner, rect.top), (inner, rect.bottom))), f"s-{ink.edge}", 2),
        ]
    right = polyline(
        (
            (inner, rect.top),
            (rect.right - plate.cut, rect.top),
            (rect.right, rect.top + plate.cut),
            (rect.right, rect.bottom - plate.cut),
            (rect.right - plate.cut, rect.bottom),
            (inner, rect.bottom),
        ),
        closed=True,
    )
    return [
        Path(cut_box(rect, plate.cut), f"f-{ink.plate}"),
        Path(right, f"f-{ink.column}"),
        Path(cut_box(rect, plate.cut), f"s-{ink.edge}", 3),
    ]


def _strength(counter: Counter, plate: Plate, ink: Ink) -> list[Shape]:
    ranks = counter.ranks
    if not ranks:
        return []
    rect = plate.rect
    x = rect.right - plate.column / 2
    cell = rect.height / len(ranks)
    size = min(plate.digit, cell * (0.86 if len(ranks) < 3 else 1.05))
    shapes: list[Shape] = []
    for i, strength in enumerate(ranks):
        text = str(strength)
        fit = min(size, size * (plate.column - 4.5) / text_width(text, size, "bold"))
        shapes.append(Text(text, x, rect.top + cell * (i + 0.5) + fit * 0.36, fit, f"bold f-{ink.digits}"))
    for i in range(1, len(ranks)):
        y = rect.top + cell * i
        shapes.append(Path(polyline(((plate.field.right, y), (rect.right, y))), f"s-{ink.digits}", 1.6))
    return shapes
