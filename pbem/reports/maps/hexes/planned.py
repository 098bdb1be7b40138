"""What a seat has ordered, drawn before it is done."""

from collections.abc import Iterable
from typing import Final

from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.hexes import Facing
from pbem.reports.maps import intents, marks, strokes
from pbem.reports.maps.hexes import arrows, board, plates
from pbem.reports.maps.hexes.arrows import STOP
from pbem.reports.maps.hexes.plates import Plate
from pbem.reports.maps.hexes.sheet import place_of
from pbem.reports.maps.shapes import Path, Shape, ShapeGroup, box, cut_box

_INTO: Final = 12.0
"""How far short of the middle of an empty hex a march ends."""
_DASH: Final = "9,5"


def planned(chart: HexChart, orders: Iterable[Arrow]) -> list[Shape]:
    """Marches, charges and shots as ordered, in board units; and how each stand will stand."""
    plate = plates.plate_for(place_of(chart).scale * board.WIDTH)
    shapes: list[Shape] = []
    for order in orders:
        ink = marks.INKS[order.look].line
        if order.facing is not None:
            shapes += _standing(order, order.facing, plate)
        if len(set(order.path)) < 2:
            continue
        if order.kind == "shot":
            shapes += intents.shot(*arrows.line_of_fire(order.path[0], order.path[-1], 0), ink)
        else:
            charge = order.kind == "charged"
            line = strokes.cut(
                arrows.way(order.path), STOP - 6, STOP - 10 if charge else _INTO if order.facing is None else STOP - 4
            )
            shapes += intents.march(line, ink, charge=charge)
    return shapes


def _standing(order: Arrow, facing: Facing, plate: Plate) -> list[Shape]:
    """A counter to come: its outline, where it goes anywhere, and the redan it will have."""
    ink, rect = marks.INKS[order.look].line, plate.rect
    outline = box(rect) if order.look == 1 else cut_box(rect, plate.cut)
    front = plates.front(facing)
    redan = ShapeGroup((Path(front, "s-field", 9), Path(front, f"s-{ink}", 5)), *board.centre(order.path[-1]))
    if len(set(order.path)) < 2:
        return [redan]
    drawn = Path(outline, "s-field", 6), Path(outline, "f-field", opacity=0.25), Path(outline, f"s-{ink}", 2.4, _DASH)
    return [ShapeGroup(drawn, *board.centre(order.path[-1]), 0, plate.scale), redan]
