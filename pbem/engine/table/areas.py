"""Points, segments and rectangles in polygons (OH-G7, AR-G9, AR-G13, AR-G23, G-31)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from pbem.engine.table import distances
from pbem.engine.table.angles import Point
from pbem.engine.table.clipping import beyond_line, in_window, joined, seen_by, surrounds
from pbem.engine.table.measures import NOISE, TOLERANCE, TOUCH, Inches, total
from pbem.engine.table.rects import Rect, grown
from pbem.engine.table.shapes import Polygon, Polyline, pieces
from pbem.engine.table.shapes import area as area_of


def inside(at: Point, area: Polygon, slack: float = TOLERANCE) -> bool:
    """Whether a point is inside a polygon or on its edge, or outside by no more than the slack (OH-G7)."""
    x, y = at
    west, south, east, north = area.box
    if x < west - slack or x > east + slack or y < south - slack or y > north + slack:
        return False
    return surrounds(area.points, x, y) or distances.point_polygon(at, area) <= slack + NOISE


def meets(rect: Rect, area: Polygon) -> bool:
    """Whether a rectangle shares area with a polygon: reaches more than 0.01" into it (OH-G6, OH-G7)."""
    x, y, _, _, half_width, half_depth, _ = rect
    west, south, east, north = area.box
    around = half_width + half_depth
    if x < west - around or x > east + around or y < south - around or y > north + around:
        return False
    if area.convex:
        return depth(rect, area.points, TOUCH + NOISE) > TOUCH + NOISE
    seen = seen_by(rect, area.points)
    if surrounds(seen, 0.0, 0.0):
        return True
    wide, deep = half_width - TOUCH - NOISE, half_depth - TOUCH - NOISE
    au, av = seen[-1]
    for bu, bv in seen:
        beside = (au > wide and bu > wide) or (au < -wide and bu < -wide)
        beside = beside or (av > deep and bv > deep) or (av < -deep and bv < -deep)
        if not beside and in_window(((au, av), (bu, bv)), -wide, wide, -deep, deep):
            return True
        au, av = bu, bv
    return False


def share(rect: Rect, area: Polygon) -> float:
    """The part of a rectangle's area that lies in a polygon, 0 to 1."""
    left = seen_by(rect, area.points)
    for nx, ny, least in (
        (1.0, 0.0, -rect.half_width),
        (-1.0, 0.0, -rect.half_width),
        (0.0, 1.0, -rect.half_depth),
        (0.0, -1.0, -rect.half_depth),
    ):
        left = beyond_line(left, nx, ny, least)
    return abs(area_of(tuple(left))) / (4 * rect.half_width * rect.half_depth)


def more_than_half(rect: Rect, area: Polygon) -> bool:
    """Whether more than half of a rectangle is in a polygon (AR-G23): exactly half is not."""
    return share(rect, area) > 0.5 + NOISE


def pieces_inside(start: Point, end: Point, area: Polygon | Rect) -> tuple[tuple[Inches, Inches], ...]:
    """The pieces of a segment inside a shape, as distances (from, to) from its start; along an edge is not inside."""
    found = _parts_in_rect(start, end, area) if isinstance(area, Rect) else _parts_in_polygon(start, end, area)
    return tuple((Inches(one), Inches(other)) for one, other in found)


def length_inside(start: Point, end: Point, area: Polygon | Rect) -> Inches:
    """The length of a segment inside a shape, all pieces together."""
    return total(to - since for since, to in pieces_inside(start, end, area))


def length_inside_any(start: Point, end: Point, areas: Iterable[Polygon | Rect]) -> Inches:
    """The length of a segment inside any of the shapes; where they overlap it counts once (AR-G9)."""
    found = joined((piece for area in areas for piece in pieces_inside(start, end, area)), 0.0)
    return total(to - since for since, to in found)


def passes(start: Point, end: Point, rect: Rect) -> bool:
    """Whether a segment is plainly far from a rectangle."""
    (ax, ay), (bx, by), around = start, end, rect.half_width + rect.half_depth
    ex, ey, dx, dy = bx - ax, by - ay, rect.x - ax, rect.y - ay
    off, long, along = dx * ey - dy * ex, ex * ex + ey * ey, dx * ex + dy * ey
    far = around * sqrt(long)
    return off > far or -off > far or along < -far or along - long > far


def crosses(start: Point, end: Point, area: Polygon | Rect) -> bool:
    """Whether a segment runs inside a shape for more than 0.01" (OH-G11)."""
    if isinstance(area, Rect) and passes(start, end, area):
        return False
    return length_inside(start, end, area) > TOUCH + NOISE


def crosses_line(start: Point, end: Point, way: Polyline) -> bool:
    """Whether a segment meets a polyline; touching it counts (AR-G23, G-34)."""
    return any(distances.segments((start, end), piece) <= NOISE for piece in pieces(way))


def divided(rect: Rect, way: Polyline) -> bool:
    """Whether a polyline runs more than 0.01" within a rectangle (G-31)."""
    west, south, east, north = way.box
    around = rect.half_width + rect.half_depth
    if rect.x < west - around or rect.x > east + around or rect.y < south - around or rect.y > north + around:
        return False
    within = grown(rect, -NOISE)
    return any(crosses(start, end, within) for start, end in pieces(way))


def depth(rect: Rect, points: Sequence[Point], enough: float = 0.0) -> float:
    """How far a convex polygon and a rectangle reach into each other; not positive: at least so far they are apart.

    points: of the polygon, or of a segment.  enough: once the depth is found to be no more than this, the answer may be
    any depth that is no more either; a smaller one is not looked for.
    """
    x, y, fx, fy, half_width, half_depth, _ = rect
    us = [(px - x) * fy - (py - y) * fx for px, py in points]
    vs = [(px - x) * fx + (py - y) * fy for px, py in points]
    least = min(half_width + max(us), half_width - min(us), half_depth + max(vs), half_depth - min(vs))
    if least <= enough:
        return least
    seen = list(zip(us, vs, strict=True))
    au, av = seen[-1]
    clockwise = _clockwise(tuple(points))
    for bu, bv in seen:
        if least <= enough:
            return least
        du, dv = bu - au, bv - av
        long = sqrt(du * du + dv * dv)
        if long:
            nu, nv = (-dv, du) if clockwise else (dv, -du)  # outwards
            edge = (au * nu + av * nv) / long
            least = min(least, edge + (half_width * abs(nu) + half_depth * abs(nv)) / long)
        au, av = bu, bv
    return least


@lru_cache(maxsize=4096)
def _clockwise(points: tuple[Point, ...]) -> bool:
    """Which way round a polygon's corners go."""
    return area_of(points) < 0


def _parts_in_rect(start: Point, end: Point, rect: Rect) -> list[tuple[float, float]]:
    long = distances.points(start, end)
    wide, deep = rect.half_width, rect.half_depth
    a, b = seen_by(rect, (start, end))
    found = in_window((a, b), -wide + NOISE, wide - NOISE, -deep + NOISE, deep - NOISE)
    if not found:
        return []
    since, to = distances.points(a, found[0]), distances.points(a, found[1])
    return [(since, min(to, long))] if to > since else []


def _parts_in_polygon(start: Point, end: Point, area: Polygon) -> list[tuple[float, float]]:
    (x, y), (ex, ey) = start, end
    west, south, east, north = area.box
    if max(x, ex) <= west or min(x, ex) >= east or max(y, ey) <= south or min(y, ey) >= north:
        return []
    long = distances.points(start, end)
    if not long:
        return []
    fx, fy = (ex - x) / long, (ey - y) / long
    # Each corner: how far along the line, how far to its right.
    seen = [((px - x) * fx + (py - y) * fy, (px - x) * fy - (py - y) * fx) for px, py in area.points]
    marks = {0.0, float(long)}
    au, av = seen[-1]
    for bu, bv in seen:
        if (av > 0) != (bv > 0):
            marks.add(au + (bu - au) * av / (av - bv))
        if -NOISE <= bv <= NOISE:
            marks.add(bu)
        au, av = bu, bv
    row = sorted(mark for mark in marks if 0 <= mark <= long)
    found = []
    for since, to in pairwise(row):
        mid = (since + to) / 2
        if to - since > NOISE and surrounds(seen, mid, 0.0) and not _on_edge(seen, mid):
            found.append((since, to))
    return joined(found, 0.0)


def _on_edge(seen: list[Point], mid: float) -> bool:
    """Whether an edge runs along the line where it is ``mid`` from its start."""
    au, av = seen[-1]
    for bu, bv in seen:
        if abs(av) <= NOISE and abs(bv) <= NOISE and min(au, bu) <= mid <= max(au, bu):
            return True
        au, av = bu, bv
    return False
