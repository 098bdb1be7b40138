"""Ground in connected areas: their outlines, and what is scattered over them."""

from collections.abc import Iterable, Sequence

from pbem.engine.hexes import Hex, neighbours
from pbem.reports.maps import lines
from pbem.reports.maps.hexes import board
from pbem.reports.maps.hexes.board import centre
from pbem.reports.maps.lines import Loop, chance
from pbem.reports.maps.shapes import Point


def connected(hexes: Sequence[Hex]) -> list[list[Hex]]:
    """Hexes of one kind in connected sets."""
    left = dict.fromkeys(hexes)
    found = []
    while left:
        area = [next(iter(left))]
        del left[area[0]]
        for here in area:
            for there in neighbours(here):
                if there in left:
                    del left[there]
                    area.append(there)
        found.append(area)
    return found


def rounded(hexes: Iterable[Hex]) -> list[Loop]:
    """The outlines of some hexes as curves."""
    return [lines.rounded(loop) for loop in board.outlines(hexes)]


def scattered(
    area: Sequence[Hex], loops: Sequence[Loop], pattern: Sequence[Point], margin: float, salt: int
) -> list[Point]:
    """Places in an area, from north to south: a pattern about each hex, a little out of order, clear of the edge."""
    rims = [lines.paced(loop, 8, closed=True) for loop in loops]
    places = []
    for h in area:
        x, y = centre(h)
        for i, (dx, dy) in enumerate(pattern):
            at = (
                x + dx + 5 * (chance(salt, h.q, h.r, i, 1) - 0.5),
                y + dy + 4 * (chance(salt, h.q, h.r, i, 2) - 0.5),
            )
            if lines.holds(loops, at) and lines.gap(rims, at) > margin:
                places.append(at)
    return sorted(places, key=lambda p: p[1])
