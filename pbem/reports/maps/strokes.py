"""Arrows along any line: marches, charges, retreats and shots as they were done, and open heads."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from pbem.engine.mapstyle import SideLook
from pbem.reports.maps import lines
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import Path, Point, Shape, SvgRect, around, dot, polyline


def curve(points: Sequence[Point], steps: int = 12) -> list[Point]:
    """A smooth line through some points (Catmull-Rom)."""
    if len(points) == 2:
        return lines.paced(points, 6, closed=False)
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
    total = lines.length(line)
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
    return list(reversed(_without(list(reversed(line)), min(end, lines.length(line) * 0.7))))


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
    ink = INKS[look].line
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
    ink = INKS[look].line
    long = min(27.0, lines.length(line) * 0.75)
    shaft, tip, along = _head(line, long - 7)
    pace = lines.length(shaft) or 1
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
    ink = INKS[look].line
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


DRAW: Final = {"moved": moved, "charged": charged, "fell-back": fell_back}


class DrawnShot(NamedTuple):
    """A drawn shot: the dots, the ring at the target, the boxes both fill."""

    dots: list[Shape]

    ring: list[Shape]

    boxes: list[SvgRect]

    near: bool
    """Whether the target is a neighbour."""


def shot(start: Point, end: Point, look: SideLook, *, near: bool = False) -> DrawnShot:
    """Dots of 6 every 11, a ring at the target."""
    ink = INKS[look].line
    far = math.dist(start, end)
    places = []
    for i in range(max(1, math.floor((far - 8) / 11) + 1)):
        part = min(i * 11 / far, 1) if far else 0
        places.append((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    ring = dot(end, 7.2)
    return DrawnShot(
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
