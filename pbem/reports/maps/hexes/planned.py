"""What a seat has ordered, drawn before it is done."""

from collections.abc import Iterable
from typing import Final

from pbem.engine.hexchart import Arrow
from pbem.reports.maps import intents, marks, strokes
from pbem.reports.maps.hexes import arrows
from pbem.reports.maps.hexes.arrows import STOP
from pbem.reports.maps.shapes import Shape

_INTO: Final = 12.0
"""How far short of the middle of an empty hex a march ends."""


def planned(orders: Iterable[Arrow]) -> list[Shape]:
    """Marches, charges and shots as ordered, in board units."""
    shapes: list[Shape] = []
    for order in orders:
        if len(set(order.path)) < 2:
            continue
        ink = marks.INKS[order.look].line
        if order.kind == "shot":
            shapes += intents.shot(*arrows.line_of_fire(order.path[0], order.path[-1], 0), ink)
        else:
            charge = order.kind == "charged"
            line = strokes.cut(arrows.way(order.path), STOP - 6, STOP - 10 if charge else _INTO)
            shapes += intents.march(line, ink, charge=charge)
    return shapes
