"""What the units did this round: marches, charges, retreats and shots.

A march or a charge starts from the unit's code in its side's frame, keeps clear of the hex numbers on its way, and
stops short of the middle of the hex it ends in.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.hexes import Hex, distance
from pbem.reports.maps import marks, strokes
from pbem.reports.maps.hexes import board
from pbem.reports.maps.hexes.board import centre
from pbem.reports.maps.shapes import Point, Shape, SvgRect, around

STOP: Final = 40.0
"""How far short of the middle of a hex an arrow ends."""
_ROUND_NUMBER: Final = (31.0, 21.0)
"""How far a march keeps from the middle of the hexes on its way: to the side, up or down."""


class DrawnMarch(NamedTuple):
    """A drawn march, charge or retreat: its shapes, the tag it starts from if any, the boxes it fills."""

    shapes: list[Shape]
    tag: list[Shape]
    boxes: list[SvgRect]


def marches(chart: HexChart, scale: float) -> list[DrawnMarch]:
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
        boxes: list[SvgRect] = []
        if start not in standing:
            x, y = centre(start)
            at = (x, y + 27 * scale * tags[start])
            if (arrow.code, start) not in tagged:
                label = marks.tag(arrow.code, arrow.look, at, scale)
                boxes.append(around(at, 46 * scale, 28 * scale))
                tagged.add((arrow.code, start))
                tags[start] += 1
            line = strokes.cut(line, 0, STOP)
        else:
            line = strokes.cut(line, STOP - 8, STOP)
        boxes += [around(p, 18, 18) for p in line[::3]]
        drawn.append(DrawnMarch(strokes.DRAW[arrow.kind](line, arrow.look), label, boxes))
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
    return strokes.curve([*points, ends[-1]])


def _side(ends: Sequence[Point]) -> int:
    """Which side to pass the numbers on: the inside of the first bend, the right of a straight march."""
    for (ax, ay), (bx, by), (cx, cy) in zip(ends, ends[1:], ends[2:], strict=False):
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if abs(turn) > 1:
            return 1 if turn > 0 else -1
    return 1


def shots(chart: HexChart) -> list[strokes.DrawnShot]:
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
            drawn.append(strokes.shot(start, end, arrow.look, near=distance(shooter, target) == 1))
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
