"""What a seat has ordered, drawn before it is done: thin lines with open heads; what was done has filled ones."""

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.engine.hexchart import Arrow
from pbem.reports.maps import marks, strokes
from pbem.reports.maps.hexes import arrows
from pbem.reports.maps.hexes.arrows import STOP
from pbem.reports.maps.shapes import Path, Point, Shape, dot, polyline

_INTO: Final = 12.0
"""How far short of the middle of an empty hex a march ends."""
_MARCH: Final = "15,5,3,5"
_SHOT: Final = "3,6"


def planned(orders: Iterable[Arrow]) -> list[Shape]:
    """Marches, charges and shots as ordered, in board units."""
    shapes: list[Shape] = []
    for order in orders:
        if len(set(order.path)) < 2:
            continue
        ink = marks.INKS[order.look].line
        if order.kind == "shot":
            shapes += _shot(order, ink)
        else:
            charge = order.kind == "charged"
            line = strokes.cut(arrows.way(order.path), STOP - 6, STOP - 10 if charge else _INTO)
            shapes += _march(line, ink, bold=charge)
    return shapes


def _march(line: Sequence[Point], ink: str, *, bold: bool) -> list[Shape]:
    """A line with an open head; a charge is heavier and unbroken."""
    long, half, wide = (22.0, 15.0, 6.5) if bold else (18.0, 12.0, 4.6)
    d, head = polyline(line), polyline(strokes.barbs(line, long, half))
    return [
        Path(d + head, "s-field", wide + 4.5, cap="round"),
        Path(d, f"s-{ink}", wide, "" if bold else _MARCH),
        Path(head, f"s-{ink}", wide, cap="round"),
    ]


def _shot(order: Arrow, ink: str) -> list[Shape]:
    """A dotted line, and at the target a ring with a cross in it."""
    start, end = arrows.line_of_fire(order.path[0], order.path[-1], 0)
    x, y = end
    aim = dot(end, 9) + f"M{x - 14:.1f},{y:.1f}h28M{x:.1f},{y - 14:.1f}v28"
    d = polyline((start, end))
    return [
        Path(d + aim, "s-field", 8, cap="round"),
        Path(d, f"s-{ink}", 3.6, _SHOT),
        Path(aim, f"s-{ink}", 2.6),
    ]
