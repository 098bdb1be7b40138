"""Streams that find their way from hex to hex, and deep water; both run off the edge of the map.

Each function draws one connected area, in board units.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import Hex, neighbours
from pbem.reports.maps import patterns
from pbem.reports.maps.hexes import areas, board
from pbem.reports.maps.hexes.board import centre
from pbem.reports.maps.lines import chance
from pbem.reports.maps.shapes import Path, Point, Shape, dot, number, polyline

_WAVES: Final = ((-10.0, -26.0), (18.0, -15.0), (-19.0, 19.0), (14.0, 30.0))


def lake(chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """Deep water, with waves."""
    loops = areas.rounded(_beyond(chart, area))
    return patterns.lake(loops, areas.scattered(area, loops, _WAVES, 12, 6))


def _beyond(chart: HexChart, area: Iterable[Hex]) -> list[Hex]:
    """An area with the places off the board beside it, so that water runs off the edge of the map."""
    beside = dict.fromkeys(n for h in area for n in neighbours(h) if not board.on_board(chart, n))
    corners = dict.fromkeys(n for h in beside for n in neighbours(h) if _off_corner(chart, n))
    return [*area, *(beside | corners)]


def _off_corner(chart: HexChart, here: Hex) -> bool:
    column, row = board.column_row(here)
    return not 0 <= column < chart.columns and not 0 <= row < chart.rows


def stream(chart: HexChart, area: Sequence[Hex]) -> list[Shape]:
    """A stream, with ripples."""
    d = "".join(_reach(chart, here, joined) for here, joined in _course(area).items())
    return [
        Path(d, "s-water-line", 17, cap="round"),
        Path(d, "s-water", 13, cap="round"),
        Path(d, "s-water-line", 1.1, "11,19,7,26", opacity=0.8),
    ]


def _course(area: Sequence[Hex]) -> dict[Hex, list[Hex]]:
    """Which hex a stream flows on to: neighbours, without rings (three hexes that touch make a fork, not a pond)."""
    joined: dict[Hex, list[Hex]] = {h: [] for h in area}
    reach = {h: {h} for h in area}
    for here in area:
        for there in neighbours(here):
            if there in joined and there not in reach[here]:
                joined[here].append(there)
                joined[there].append(here)
                both = reach[here] | reach[there]
                for h in both:
                    reach[h] = both
    return joined


def _reach(chart: HexChart, here: Hex, joined: Sequence[Hex]) -> str:
    """One hex of a stream: from the side it comes in by, past the hex number, to the side it leaves by."""
    x, y = centre(here)
    wander = (x + (chance(here.q, here.r, 11) - 0.5) * 16, y + (13 if chance(here.q, here.r, 12) < 0.5 else -13))
    ends = [_between(here, there) for there in joined]
    if len(ends) < 2:
        ends += _ways_out(chart, here, ends)
    if len(ends) == 2:
        return f"{polyline(ends[:1])}Q{number(wander[0])},{number(wander[1])},{number(ends[1][0])},{number(ends[1][1])}"
    return "".join(polyline((end, wander)) for end in ends) if ends else dot((x, y), 6)


def _between(here: Hex, there: Hex) -> Point:
    (ax, ay), (bx, by) = centre(here), centre(there)
    return (ax + bx) / 2, (ay + by) / 2


def _ways_out(chart: HexChart, here: Hex, ends: Sequence[Point]) -> list[Point]:
    """Where a stream that has one known end, or none, leaves its hex: off the map if it can, else across the hex."""
    x, y = centre(here)
    sides = neighbours(here)
    if ends:
        sides = tuple(sorted(sides, key=lambda s: -math.dist(_between(here, s), ends[0])))
        out = [s for s in sides if not board.on_board(chart, s)]
        return [centre(out[0])] if out else [(x, y)]
    out = [s for s in sides if not board.on_board(chart, s)]
    first = out[0] if out else sides[4]
    far = max(sides, key=lambda s: math.dist(centre(s), centre(first)))
    return [centre(first) if out else _between(here, first), _between(here, far)]
