"""Points along a line, stretches of it, lines beside it."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from pbem.reports.maps.shapes import Point


class Trace(NamedTuple):
    """A line with how far along it each of its points lies."""

    points: tuple[Point, ...]
    far: tuple[float, ...]

    @property
    def length(self) -> float:
        return self.far[-1]

    def at(self, way: float) -> tuple[Point, Point]:
        """The point so far along, and the unit vector the line goes on by."""
        way = max(0.0, min(self.length, way))
        i = min(max(1, bisect_left(self.far, way)), len(self.far) - 1)
        (ax, ay), (bx, by) = self.points[i - 1], self.points[i]
        span = self.far[i] - self.far[i - 1] or 1.0
        part = (way - self.far[i - 1]) / span
        return (ax + (bx - ax) * part, ay + (by - ay) * part), ((bx - ax) / span, (by - ay) / span)

    def part(self, start: float, end: float) -> list[Point]:
        """The stretch between two ways along it."""
        inside = [point for point, far in zip(self.points, self.far, strict=True) if start < far < end]
        return [self.at(start)[0], *inside, self.at(end)[0]]

    def sampled(self, step: float) -> list[tuple[Point, Point]]:
        """Points at equal paces with where the line goes, both ends with them."""
        count = max(1, round(self.length / step))
        return [self.at(self.length * n / count) for n in range(count + 1)]


def trace(points: Sequence[Point]) -> Trace:
    """A line, without points that repeat the one before."""
    kept = [points[0], *(b for a, b in pairwise(points) if a != b)]
    if len(kept) == 1:
        kept.append((kept[0][0] + 0.1, kept[0][1]))
    return Trace(tuple(kept), tuple(accumulate((math.dist(a, b) for a, b in pairwise(kept)), initial=0.0)))


def beside(points: Sequence[Point], by: float) -> list[Point]:
    """A line to the right of another, as it goes; negative: to the left."""
    found = []
    last = len(points) - 1
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[max(n - 1, 0)], points[min(n + 1, last)]
        span = math.hypot(bx - ax, by_ - ay) or 1.0
        found.append((x - (by_ - ay) / span * by, y + (bx - ax) / span * by))
    return found


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where two stretches cross; None where they do not."""
    den = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(den) < 1e-9:
        return None
    t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / den
    s = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / den
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) if 0 <= t <= 1 and 0 <= s <= 1 else None
