"""Outlines and lines of any units, and chance that is the same every time."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pbem.reports.maps.shapes import Point

Loop = list[Point]
"""A closed outline, clockwise round what it holds."""


def rounded(loop: Loop, times: int = 3) -> Loop:
    """An outline with its corners cut, again and again, until it is a curve (Chaikin)."""
    for _ in range(times):
        loop = [
            point
            for i, (x, y) in enumerate(loop)
            for nx, ny in (loop[(i + 1) % len(loop)],)
            for point in ((0.75 * x + 0.25 * nx, 0.75 * y + 0.25 * ny), (0.25 * x + 0.75 * nx, 0.25 * y + 0.75 * ny))
        ]
    return loop


def length(line: Sequence[Point]) -> float:
    """Of an open line."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def paced(line: Sequence[Point], step: float, *, closed: bool) -> list[Point]:
    """Points at equal paces along a line, as near to ``step`` as goes evenly; an open line keeps both its ends."""
    walk = [*line, line[0]] if closed else list(line)
    total = length(walk)
    count = max(3 if closed else 1, round(total / step))
    pace = total / count
    points = [walk[0]]
    due = pace
    for a, b in pairwise(walk):
        span = math.dist(a, b)
        while span > 0 and due <= span + 1e-9 and len(points) < count:
            part = min(due / span, 1)
            a = (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)  # noqa: PLW2901 - the walk goes on from here
            points.append(a)
            span = math.dist(a, b)
            due = pace
        due -= span
    return points if closed else [*points, walk[-1]]


def normals(loop: Loop) -> list[Point]:
    """The inward unit vector at every point of a clockwise outline."""
    found = []
    for i in range(len(loop)):
        (ax, ay), (bx, by) = loop[i - 1], loop[(i + 1) % len(loop)]
        span = math.hypot(bx - ax, by - ay) or 1
        found.append((-(by - ay) / span, (bx - ax) / span))
    return found


def shrunk(loop: Loop, by: float) -> Loop:
    """An outline of hex sides moved inwards by a distance, corners kept sharp."""
    result = []
    for i, (x, y) in enumerate(loop):
        (px, py), (nx, ny) = loop[i - 1], loop[(i + 1) % len(loop)]
        a, b = math.dist((px, py), (x, y)), math.dist((x, y), (nx, ny))
        one = (-(y - py) / a, (x - px) / a)
        two = (-(ny - y) / b, (nx - x) / b)
        spread = 1 + one[0] * two[0] + one[1] * two[1]
        result.append((x + (one[0] + two[0]) * by / spread, y + (one[1] + two[1]) * by / spread))
    return result


def holds(loops: Iterable[Loop], point: Point) -> bool:
    """Whether a point lies inside some outlines (even-odd)."""
    x, y = point
    inside = False
    for loop in loops:
        for i, (ax, ay) in enumerate(loop):
            bx, by = loop[i - 1]
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
    return inside


def gap(loops: Iterable[Loop], point: Point) -> float:
    """How far a point is from the nearest of the outlines' points; 1000 when there are none."""
    return min((math.dist(point, p) for loop in loops for p in loop), default=1000.0)


def rows_of_lines(loops: Sequence[Loop], degrees: float, step: float, margin: float) -> list[tuple[Point, Point]]:
    """Parallel lines at an angle that fill some outlines, ``step`` apart, drawn back from the edge by ``margin``."""
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    turned = [[(x * cos + y * sin, y * cos - x * sin) for x, y in loop] for loop in loops]
    heights = [y for loop in turned for _, y in loop]
    if not heights:
        return []
    lines = []
    for i in range(math.ceil(min(heights) / step), math.floor(max(heights) / step) + 1):
        y = i * step
        crossings = sorted(
            (bx - ax) * (y - ay) / (by - ay) + ax
            for loop in turned
            for (ax, ay), (bx, by) in ((loop[j - 1], loop[j]) for j in range(len(loop)))
            if (ay > y) != (by > y)
        )
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            if right - left > 2 * margin + 4:
                a, b = left + margin, right - margin
                lines.append(((a * cos - y * sin, y * cos + a * sin), (b * cos - y * sin, y * cos + b * sin)))
    return lines


def chance(*key: int) -> float:
    """A number from 0 up to 1 that depends on its key alone: scatter that is the same in every picture."""
    mixed = 0x9E3779B97F4A7C15
    for part in key:
        mixed ^= (part + 0x632BE59BD9B4E019) & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        mixed ^= mixed >> 31
    return (mixed >> 11) / (1 << 53)
