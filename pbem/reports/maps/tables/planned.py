"""What a seat has ordered, drawn before it is done: thin lines with open heads, and how each unit will stand."""

from collections.abc import Sequence

from pbem.engine.tablechart import TableChart, Track
from pbem.reports.maps import intents
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import Path, Shape, ShapeGroup, polyline
from pbem.reports.maps.tables import tracks, units
from pbem.reports.maps.tables.bodies import Body, body, body_of
from pbem.reports.maps.tables.sheet import place_of


def planned(chart: TableChart, orders: Sequence[Track]) -> list[Shape]:
    """Moves, charges and shots as ordered, in the board units of a page's map."""
    place = place_of(chart)
    standing = {one.code: one for one in chart.bases if one.ghost is None}
    bodies = {code: body_of(one, place) for code, one in standing.items()}
    shapes: list[Shape] = []
    for order in orders:
        if order.kind == "shot":
            ends = tracks.line_of_fire(order, place, bodies) if len(order.path) > 1 else None
            shapes += intents.shot(*ends, INKS[order.look].line) if ends else []
            continue
        base = standing.get(order.code)
        then = body(order.end, base.width, base.depth, place) if base and order.end else None
        if then:
            shapes += _standing(order, then)
        line = tracks.clear_of([place.at(spot) for spot in order.path], bodies.get(order.code), then)
        if line:
            shapes += intents.march(line, INKS[order.look].line, charge=order.kind == "charged")
    return shapes


def _standing(order: Track, then: Body) -> list[Shape]:
    """A footprint to come: an outline with a hollow front."""
    ink = INKS[order.look].line
    d = units.outline(then, order.look)
    y = -then.deep / 2
    tip = polyline(((-10, y), (0, y - units.POINT), (10, y)))
    inset = units.cut_of(then) if order.look == 2 else 0
    edge = polyline(((-then.wide / 2 + inset, y), (then.wide / 2 - inset, y)))
    shapes = (
        Path(d, "s-field", 6),
        Path(d, "f-field", opacity=0.25),
        Path(d, f"s-{ink}", 2.2, "9,5"),
        Path(edge, f"s-{ink}", 4),
        Path(tip, f"f-field s-{ink}", 2.2),
    )
    return [ShapeGroup(shapes, *then.at, then.degrees)]
