"""Counters and what hangs on them: plates, redans, badges, ghosts, standards, wrecks.

One side is the negative of the other: the first a solid square plate with light marks, the second a light plate with a
coloured frame and cut corners.  The front edge is for fighting, the rear edge for badges.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbem.engine.chart import Chart, Counter, LoneGeneral, SideLook, Wreck
from pbem.engine.hexes import Facing, Hex, distance
from pbem.reports.maps import board, symbols
from pbem.reports.maps.board import centre
from pbem.reports.maps.shapes import (
    Disc,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Text,
    Use,
    around,
    box,
    clean,
    cut_box,
    polyline,
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


class Plate(NamedTuple):
    """A size of counter, in units of its own that ``scale`` brings to board units.

    wide, high, column: the plate and its strength column.  cut: of the second side's corners.  code, digit: sizes of
    letters and of a single strength.  symbol: height of the unit symbol.
    """

    wide: float
    high: float
    column: float
    cut: float
    code: float
    symbol: float
    digit: float
    scale: float

    @property
    def rect(self) -> Rect:
        return around((0, 0), self.wide, self.high)

    @property
    def field(self) -> Rect:
        """The plate without its strength column."""
        rect = self.rect
        return rect._replace(right=rect.right - self.column)


def plate_for(hex_width: float) -> Plate:
    """The counter for a hex of so many sheet units: codes never under 27 units (9 pixels on a phone of 400)."""
    k = board.WIDTH / hex_width
    if hex_width >= 75:
        return Plate(73, 59, 19, 11, 31, 28, 29, max(1, 0.87 * k))
    return Plate(57.5, 47, 13.5, 9, 27, 21, 25, max(1, hex_width / 64) * k)


class Stand(NamedTuple):
    """A counter with its place worked out: middle of the plate, box of the plate, all in board units."""

    counter: Counter
    at: Point
    rect: Rect


_SETBACK: Final = 2.2
_SETBACK_ASIDE: Final = 4.2
_SETBACK_FIGHTING: Final = 6.5
_TILT: Final = -9
MELEE_R: Final = 19.0
_MELEE_R_ASIDE: Final = 15.5
"""Between two hexes of one row there is less room."""


def badge_scale(hex_width: float) -> float:
    """Badges shrink less than hexes: 0.8 of their size at least."""
    k = hex_width / board.WIDTH
    return max(k, 0.8) / k


def stands(chart: Chart, plate: Plate) -> list[Stand]:
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
            placed.append(Stand(counter, at, around(at, plate.wide * plate.scale, plate.high * plate.scale)))
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


def redan(stand: Stand) -> list[Shape]:
    """The chevron on the edges of the two front hexes."""
    counter = stand.counter
    ring = board.corners(counter.hex, 0.945)
    tip, left, right = ring[counter.facing], ring[counter.facing - 1], ring[(counter.facing + 1) % 6]
    arms = [(tip[0] + (end[0] - tip[0]) * 0.54, tip[1] + (end[1] - tip[1]) * 0.54) for end in (left, right)]
    d = polyline((arms[0], tip, arms[1]))
    if counter.look == 1:
        return [Path(d, "s-field", 11.5), Path(d, "s-side1-edge", 8)]
    return [Path(d, "s-field", 11.5), Path(d, "s-side2-frame", 9), Path(d, "s-side2-plate", 2.6)]


def towards_front(stand: Stand) -> Point:
    """Where a stand's redan is."""
    return board.corners(stand.counter.hex, 0.85)[stand.counter.facing]


def draw(stand: Stand, plate: Plate) -> Shape:
    """A counter's plate: symbol over code, strength at the right, front rank on top."""
    counter = stand.counter
    ink = INKS[counter.look]
    shapes: list[Shape] = [_outline(plate, counter.look, "s-field", 5.5), *_body(plate, counter.look)]
    field = plate.field
    x, wide = field.middle[0], field.width - 5
    symbol_wide = plate.symbol * 48 / 28
    top = field.top + (2.5 if plate.high > 50 else 2)
    if counter.general:
        small = 0.7
        left = field.right - 2.5 - symbol_wide * small
        shapes.append(_symbol(counter.symbol, left, top + plate.symbol * 0.26, plate.symbol * small, f"c-{ink.marks}"))
    else:
        shapes.append(_symbol(counter.symbol, x - symbol_wide / 2, top, plate.symbol, f"c-{ink.marks}"))
    shapes.append(_code(counter.code, x, field.bottom - 5.4, plate.code, wide, f"bold f-{ink.marks}"))
    shapes += _strength(counter, plate, ink)
    return Group(tuple(shapes), *stand.at, _TILT if counter.disordered else 0, plate.scale)


def _symbol(kind: str, x: float, y: float, high: float, cls: str) -> Shape:
    symbols.kind(kind)
    return Use(f"p-{kind}", x, y, high * 48 / 28, high, cls)


def _code(code: str, x: float, baseline: float, size: float, wide: float, cls: str) -> Shape:
    """A code that fits its plate: long ones are set smaller."""
    code = clean(code)
    room = text_width(code, size, "bold")
    return Text(code, x, baseline, size * min(1, wide / room if room else 1), cls)


def _outline(plate: Plate, look: SideLook, cls: str, width: float) -> Shape:
    return Path(box(plate.rect) if look == 1 else cut_box(plate.rect, plate.cut), cls, width)


def ready_frame(stand: Stand, plate: Plate) -> list[Shape]:
    """The second frame of a stand on opportunity; it lies under the redan."""
    counter = stand.counter
    if not counter.ready:
        return []
    rect = plate.rect.grown(4.6)
    d = box(rect) if counter.look == 1 else cut_box(rect, plate.cut + 2)
    drawn = Path(d, "f-field s-field", 5.7), Path(d, f"s-{INKS[counter.look].line}", 2.2)
    return [Group(drawn, *stand.at, _TILT if counter.disordered else 0, plate.scale)]


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
        fit = min(size, size * (plate.column - 2) / text_width(text, size, "bold"))
        shapes.append(Text(text, x, rect.top + cell * (i + 0.5) + fit * 0.36, fit, f"bold f-{ink.digits}"))
    for i in range(1, len(ranks)):
        y = rect.top + cell * i
        shapes.append(Path(polyline(((plate.field.right, y), (rect.right, y))), f"s-{ink.digits}", 1.6))
    return shapes


def melee_discs(chart: Chart, scale: float) -> list[Disc]:
    """Crossed swords on the side two fighting hexes share."""
    discs = []
    for melee in chart.melees:
        (ax, ay), (bx, by) = centre(melee.one), centre(melee.other)
        r = (_MELEE_R_ASIDE if melee.one.r == melee.other.r else MELEE_R) * scale
        discs.append(Disc((ax + bx) / 2, (ay + by) / 2, r, "m-melee", "f-field", "s-ink", "c-ink"))
    return discs


def badges(stand: Stand, fighting: Sequence[Disc], scale: float) -> list[Shape]:
    """What hangs on a counter: gold discs at the rear right, losses at the rear left, the general's star within.

    A badge gives way to crossed swords: it then hangs at the front, or halfway.
    """
    counter = stand.counter
    wide, high = stand.rect.width / 2, stand.rect.height / 2
    rear = 1 if counter.facing in (5, 0, 1) else -1
    star = 11.5 * scale
    star_at = _on_plate(stand, star - 1 - wide, star - 1 - high)
    taken = [(d.x, d.y, d.r) for d in fighting]
    if counter.general:
        taken.append((*star_at, star))
    shapes: list[Shape] = []

    def place(r: float, *spots: Point) -> Point:
        options = [_on_plate(stand, dx, dy) for dx, dy in spots]
        best = min(options, key=lambda p: max([0.0, *(r + o[2] - 4 - math.dist(p, o[:2]) for o in taken)]))
        taken.append((*best, r))
        return best

    gold = 12.5 * scale
    for shown, mark in ((counter.disordered, "m-disordered"), (counter.ready, "m-ready")):
        if shown:
            at = place(gold, (wide - 5, rear * (high - 2)), (wide - 5, -rear * (high - 2)), (0, rear * high))
            shapes.append(Disc(*at, gold, mark, "f-disc", "s-disc-mark", "c-disc-mark"))
    if counter.lost:
        out = 8 if rear > 0 or high < board.ROW / 2.5 else 1
        spots = ((9 - wide, rear * (high + out)), (0, rear * (high + out)), (9 - wide, -rear * (high + out)))
        at = place(15 * scale, *spots)
        shapes.append(burst(at, counter.lost, scale))
    if counter.general:
        shapes.append(Disc(*star_at, star, "m-star", "f-field", "s-ink", "c-ink"))
    return shapes


def _on_plate(stand: Stand, dx: float, dy: float) -> Point:
    """A place on a plate, which may be tilted."""
    turn = math.radians(_TILT if stand.counter.disordered else 0)
    x, y = stand.at
    return x + dx * math.cos(turn) - dy * math.sin(turn), y + dx * math.sin(turn) + dy * math.cos(turn)


def burst(at: Point, lost: int, scale: float) -> Shape:
    """A black star with the points lost in it."""
    size = 20 if lost < 10 else 16
    return Group(
        (
            Use("m-hit", -17, -17, 34, 34, "c-ink s-field"),
            Text(str(lost), 0, size * 0.36, size, "bold f-field"),
        ),
        *at,
        scale=scale,
    )


def ghost(counter: Counter, plate: Plate) -> Shape:
    """Where a unit was last seen: dashed, without front or strength, with the round."""
    rect = plate.rect
    half = rect._replace(left=-plate.field.width / 2 - 2, right=plate.field.width / 2 + 2)
    d = (
        f"M{half.left + 7},{half.top}h{half.width - 14}q7,0,7,7v{half.height - 14}q0,7,-7,7h{14 - half.width}"
        f"q-7,0,-7,-7v{14 - half.height}q0,-7,7,-7z"
    )
    shapes: list[Shape] = [Path(d, "f-ghost-fill s-field", 5), Path(d, "f-ghost-fill s-ghost", 2.2, "6,4.5")]
    if counter.symbol == "unknown":
        shapes.append(Text("?", 0, 14, 42, "bold f-ghost"))
    else:
        high = plate.symbol
        shapes.append(_symbol(counter.symbol, -high * 24 / 28, rect.top + 3, high, "c-ghost"))
        shapes.append(_code(counter.code, 0, rect.bottom - 6, plate.code, half.width - 5, "bold f-ghost"))
    tag = f"r{counter.ghost}"
    wide = text_width(tag, 22, "bold") + 12
    shapes += [
        Path(box(around((0, rect.bottom + 7), wide, 23)), "f-ghost-fill s-ghost", 1.6),
        Text(tag, 0, rect.bottom + 15, 22, "bold f-ghost"),
    ]
    x, y = centre(counter.hex)
    return Group(tuple(shapes), x, y - 4, scale=plate.scale)


def tag(code: str, look: SideLook, at: Point, scale: float) -> list[Shape]:
    """A unit's code in its side's frame: where a march began, or who was destroyed."""
    ink = INKS[look]
    code = clean(code)
    wide = text_width(code, 18, "bold") + 14
    rect = around((0, 0), max(wide, 30), 25)
    d = box(rect) if look == 1 else cut_box(rect, 6)
    return [
        Group(
            (
                Path(d, "f-field s-field", 5.5),
                Path(d, f"f-field s-{ink.line}", 2.2),
                Text(code, 0, 6.6, 18, f"bold f-{ink.line}"),
            ),
            *at,
            scale=scale,
        )
    ]


def standard(general: LoneGeneral, at: Point, scale: float) -> Shape:
    """A general who is with nobody: a lettered standard, beside the hex number."""
    ink = INKS[general.look]
    cloth = Rect(-26, -44, 18, -15)
    d = box(cloth)
    return Group(
        (
            Path("M-28,-45V18", "s-field", 9, cap="round"),
            Path("M-28,-45V17M-36,18q8,-4,16,0", "s-ink", 3.6, cap="round"),
            Path("M-31.5,-46a3.5,3.5,0,1,0,7,0a3.5,3.5,0,1,0,-7,0z", "f-ink"),
            Path(d, "f-field s-field", 5),
            Path(d, f"f-{ink.plate} s-{ink.edge}", 2.4),
            Text(clean(general.letter)[:2], cloth.middle[0], -21, 24, f"bold f-{ink.marks}"),
        ),
        *at,
        scale=scale,
    )


def wreck(lost: Wreck, at: Point, scale: float) -> list[Shape]:
    """Where a unit was destroyed this round: a broken disc over its code."""
    x, y = at
    return [
        *tag(lost.code, lost.look, (x, y + 13 * scale), scale),
        Disc(x, y - 12 * scale, 15 * scale, "m-broken", "f-field", "s-ink", "c-ink"),
    ]
