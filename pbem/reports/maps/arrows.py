"""What the units did this round: marches, charges, retreats and shots.

A march or a charge starts from the unit's code in its side's frame, keeps clear of the hex numbers on its way, and
stops short of the middle of the hex it ends in.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.hexes import Hex, distance
from pbem.engine.looks import SideLook
from pbem.reports.maps import board, plates, tokens
from pbem.reports.maps.board import centre
from pbem.reports.maps.shapes import Path, Point, Rect, Shape, around, dot, polyline

STOP: Final = 40.0
"""How far short of the middle of a hex an arrow ends."""
_ROUND_NUMBER: Final = (31.0, 21.0)
"""How far a march keeps from the middle of the hexes on its way: to the side, up or down."""


class March(NamedTuple):
    """A drawn march, charge or retreat: its shapes, the tag it starts from if any, the boxes it fills."""

    shapes: list[Shape]
    tag: list[Shape]
    boxes: list[Rect]


def marches(chart: HexChart, scale: float) -> list[March]:
    """Every arrow but the shots, in the chart's order."""
    standing = {c.hex for c in chart.counters if c.ghost is None}
    tags: dict[Hex, int] = defaultdict(int)
    tagged: set[tuple[str, Hex]] = set()
    drawn = []
    for arrow in chart.arrows:
        if arrow.kind == "shot" or len(set(arrow.path)) < 2:
            continue
        start = arrow.path[0]
        line = way(arrow.path)
        label: list[Shape] = []
        boxes: list[Rect] = []
        if start not in standing:
            x, y = centre(start)
            at = (x, y + 27 * scale * tags[start])
            if (arrow.code, start) not in tagged:
                label = tokens.tag(arrow.code, arrow.look, at, scale)
                boxes.append(around(at, 46 * scale, 28 * scale))
                tagged.add((arrow.code, start))
                tags[start] += 1
            line = cut(line, 0, STOP)
        else:
            line = cut(line, STOP - 8, STOP)
        boxes += [around(p, 18, 18) for p in line[::3]]
        drawn.append(March(_DRAW[arrow.kind](line, arrow.look), label, boxes))
    return drawn


def way(path: Sequence[Hex]) -> list[Point]:
    """The line of a march through its hexes, bent past the numbers of those in between."""
    ends = [centre(h) for h in path]
    points = [ends[0]]
    side = _side(ends)
    for before, (x, y), after in zip(ends, ends[1:], ends[2:], strict=False):
        dx, dy = after[0] - before[0], after[1] - before[1]
        span = math.hypot(dx, dy)
        if span < 1:
            points.append((x, y))
            continue
        nx, ny = -dy / span * side, dx / span * side
        off = 1 / math.hypot(nx / _ROUND_NUMBER[0], ny / _ROUND_NUMBER[1])
        points.append((x + nx * off, y + ny * off))
    return _curve([*points, ends[-1]])


def _side(ends: Sequence[Point]) -> int:
    """Which side to pass the numbers on: the inside of the first bend, the right of a straight march."""
    for (ax, ay), (bx, by), (cx, cy) in zip(ends, ends[1:], ends[2:], strict=False):
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if abs(turn) > 1:
            return 1 if turn > 0 else -1
    return 1


def _curve(points: Sequence[Point], steps: int = 12) -> list[Point]:
    """A smooth line through some points (Catmull-Rom)."""
    if len(points) == 2:
        return board.paced(points, 6, closed=False)
    ends = [
        (2 * points[0][0] - points[1][0], 2 * points[0][1] - points[1][1]),
        *points,
        (2 * points[-1][0] - points[-2][0], 2 * points[-1][1] - points[-2][1]),
    ]
    line = [points[0]]
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for i in range(1, steps + 1):
            t = i / steps
            line.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return line


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)


def cut(line: Sequence[Point], start: float, end: float) -> list[Point]:
    """A line without its first and last stretches; something is always left of it."""
    total = board.length(line)
    spare = total - start - end
    if spare < 24:
        start = max(0.0, (total - 24) * start / (start + end))
        end = max(0.0, total - 24 - start)
    return _without(list(reversed(_without(list(reversed(line)), end))), start)


def _without(line: list[Point], first: float) -> list[Point]:
    for i, (a, b) in enumerate(pairwise(line)):
        span = math.dist(a, b)
        if first < span:
            part = first / span
            return [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), *line[i + 1 :]]
        first -= span
    return line[-2:]


def _head(line: Sequence[Point], long: float) -> tuple[list[Point], Point, Point]:
    """A line cut back for its arrow head: the rest, the tip, and the unit vector the head points along."""
    tip = line[-1]
    shaft = _cut_end(line, long)
    base = shaft[-1]
    span = math.dist(base, tip) or 1
    return shaft, tip, ((tip[0] - base[0]) / span, (tip[1] - base[1]) / span)


def _cut_end(line: Sequence[Point], end: float) -> list[Point]:
    return list(reversed(_without(list(reversed(line)), min(end, board.length(line) * 0.7))))


def _spread(tip: Point, along: Point, long: float, half: float, notch: float) -> list[Point]:
    """An arrow head: tip, one barb, notch, other barb."""
    (x, y), (ux, uy) = tip, along
    return [
        (x, y),
        (x - ux * long - uy * half, y - uy * long + ux * half),
        (x - ux * (long - notch), y - uy * (long - notch)),
        (x - ux * long + uy * half, y - uy * long - ux * half),
    ]


def barbs(line: Sequence[Point], long: float, half: float) -> list[Point]:
    """An open head at the end of a line: one barb, tip, other barb.  long, half: its length, half its width."""
    _, tip, along = _head(line, long)
    point, left, _, right = _spread(tip, along, long, half, 0)
    return [left, point, right]


def moved(line: Sequence[Point], look: SideLook) -> list[Shape]:
    """Dashes 12, 7 of 4, with a notched head."""
    ink = plates.INKS[look].line
    shaft, tip, along = _head(line, 15)
    d, head = polyline(shaft), polyline(_spread(tip, along, 19, 9, 5), closed=True)
    return [
        Path(d, "s-field", 8),
        Path(head, "f-field s-field", 4),
        Path(d, f"s-{ink}", 4, "12,7"),
        Path(head, f"f-{ink}"),
    ]


def charged(line: Sequence[Point], look: SideLook) -> list[Shape]:
    """A body that grows from 4 to 15, head 27 by 34."""
    ink = plates.INKS[look].line
    long = min(27.0, board.length(line) * 0.75)
    shaft, tip, along = _head(line, long - 7)
    pace = board.length(shaft) or 1
    left: list[Point] = []
    right: list[Point] = []
    gone = 0.0
    for i, (x, y) in enumerate(shaft):
        (ax, ay), (bx, by) = shaft[max(i - 1, 0)], shaft[min(i + 1, len(shaft) - 1)]
        gone += math.dist((ax, ay), (x, y))
        span = math.hypot(bx - ax, by - ay) or 1
        half = 2 + 5.5 * gone / pace
        nx, ny = -(by - ay) / span * half, (bx - ax) / span * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    body = polyline([*left, *reversed(right)], closed=True)
    head = polyline(_spread(tip, along, long, 17, 7), closed=True)
    return [Path(body + head, "f-field s-field", 4.5), Path(body, f"f-{ink}"), Path(head, f"f-{ink}")]


def fell_back(line: Sequence[Point], look: SideLook) -> list[Shape]:
    """A double line with a hollow head."""
    ink = plates.INKS[look].line
    shaft, tip, along = _head(line, 17)
    d = polyline(shaft)
    head = polyline(_spread(tip, along, 19, 10.5, 0), closed=True)
    return [
        Path(d, "s-field", 11),
        Path(head, "s-field", 6.5),
        Path(d, f"s-{ink}", 7.4),
        Path(d, "s-field", 3),
        Path(head, f"f-field s-{ink}", 2.4),
    ]


_DRAW: Final = {"moved": moved, "charged": charged, "fell-back": fell_back}


class Shot(NamedTuple):
    """A drawn shot: the dots, the ring at the target, the boxes both fill; near: at a neighbour."""

    dots: list[Shape]
    ring: list[Shape]
    boxes: list[Rect]
    near: bool


def shot(start: Point, end: Point, look: SideLook, *, near: bool = False) -> Shot:
    """Dots of 6 every 11, a ring at the target."""
    ink = plates.INKS[look].line
    far = math.dist(start, end)
    places = []
    for i in range(max(1, math.floor((far - 8) / 11) + 1)):
        part = min(i * 11 / far, 1) if far else 0
        places.append((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    ring = dot(end, 7.2)
    return Shot(
        [
            Path(polyline((start, end)), "s-field", 10, cap="round"),
            Path("".join(dot(p, 3) for p in places), f"f-{ink}"),
        ],
        [
            Path(ring, "f-field s-field", 6.5),
            Path(ring, f"f-field s-{ink}", 3),
            Path(dot(end, 3), f"f-{ink}"),
        ],
        [*(around(p, 14, 14) for p in places[::2]), around(end, 22, 22)],
        near,
    )


def shots(chart: HexChart) -> list[Shot]:
    """Every shot.  Shots between the same two hexes lie side by side, clear of the swords there."""
    fought = {frozenset((m.one, m.other)) for m in chart.melees}
    between: dict[frozenset[Hex], list[Arrow]] = defaultdict(list)
    for arrow in chart.arrows:
        if arrow.kind == "shot" and len(arrow.path) > 1 and arrow.path[0] != arrow.path[-1]:
            between[frozenset((arrow.path[0], arrow.path[-1]))].append(arrow)
    drawn = []
    for pair, volleys in between.items():
        first = min(pair)
        for i, arrow in enumerate(volleys):
            lane = (i - (len(volleys) - 1) / 2) * 15
            if pair in fought:
                lane = (27 + 15 * (i // 2)) * (-1 if i % 2 else 1)
            shooter, target = arrow.path[0], arrow.path[-1]
            start, end = line_of_fire(shooter, target, lane if shooter == first else -lane)
            drawn.append(shot(start, end, arrow.look, near=distance(shooter, target) == 1))
    return drawn


def line_of_fire(shooter: Hex, target: Hex, lane: float) -> tuple[Point, Point]:
    """From the shooter's plate to the target's, moved sideways by ``lane``; clear of the codes, which stand low."""
    (ax, ay), (bx, by) = centre(shooter), centre(target)
    span = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / span, (by - ay) / span
    inside = 7 if span < 1.2 * board.WIDTH and uy < 0.1 else 0
    short = 5 if uy < 0 else 1
    edge = min(35 / abs(ux) if abs(ux) > 1e-6 else 99, 30 / abs(uy) if abs(uy) > 1e-6 else 99)
    ax, ay, bx, by = ax - uy * lane, ay + ux * lane, bx - uy * lane, by + ux * lane
    return (ax + ux * (edge - inside), ay + uy * (edge - inside)), (bx - ux * (edge + short), by - uy * (edge + short))
