"""What a seat has ordered, drawn before it is done: thin lines with open heads, and how each unit will stand."""

from collections.abc import Sequence
from typing import Final

from pbem.engine.tablechart import TableChart, Track
from pbem.reports.maps import strokes
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import Group, Path, Point, Shape, dot, polyline
from pbem.reports.maps.tables import tracks, units
from pbem.reports.maps.tables.bodies import Body, body, body_of
from pbem.reports.maps.tables.layout import TableLayout
from pbem.reports.maps.tables.sheet import place_of

_MARCH: Final = "15,5,3,5"
_SHOT: Final = "3,6"


def planned(chart: TableChart, orders: Sequence[Track]) -> list[Shape]:
    """Moves, charges and shots as ordered, in the board units of a page's map."""
    place = place_of(chart)
    standing = {one.code: one for one in chart.bases if one.ghost is None}
    bodies = {code: body_of(one, place) for code, one in standing.items()}
    shapes: list[Shape] = []
    for order in orders:
        if order.kind == "shot":
            shapes += _shot(order, place, bodies)
            continue
        base = standing.get(order.code)
        then = body(order.end, base.width, base.depth, place) if base and order.end else None
        if then:
            shapes += _standing(order, then)
        line = tracks.clear_of([place.at(spot) for spot in order.path], bodies.get(order.code), then)
        if line:
            shapes += _march(line, INKS[order.look].line, bold=order.kind == "charged")
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
    return [Group(shapes, *then.at, then.degrees)]


def _march(line: Sequence[Point], ink: str, *, bold: bool) -> list[Shape]:
    """A line with an open head; a charge is heavier and unbroken."""
    long, half, wide = (22.0, 15.0, 6.5) if bold else (18.0, 12.0, 4.6)
    d, head = polyline(line), polyline(strokes.barbs(line, long, half))
    return [
        Path(d + head, "s-field", wide + 4.5, cap="round"),
        Path(d, f"s-{ink}", wide, "" if bold else _MARCH),
        Path(head, f"s-{ink}", wide, cap="round"),
    ]


def _shot(order: Track, place: TableLayout, bodies: dict[str, Body]) -> list[Shape]:
    """A dotted line, and at the target a ring with a cross in it."""
    ends = tracks.line_of_fire(order, place, bodies) if len(order.path) > 1 else None
    if ends is None:
        return []
    ink = INKS[order.look].line
    (x, y), d = ends[1], polyline(ends)
    aim = dot((x, y), 9) + f"M{x - 14:.1f},{y:.1f}h28M{x:.1f},{y - 14:.1f}v28"
    return [
        Path(d + aim, "s-field", 8, cap="round"),
        Path(d, f"s-{ink}", 3.6, _SHOT),
        Path(aim, f"s-{ink}", 2.6),
    ]
