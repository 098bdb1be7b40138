"""A table at a glance: where the ground is and where the units are, small enough for a list of games."""

from typing import Final

from pbem.engine.tablechart import Base, Cover, TableChart, TableFeature
from pbem.reports.maps.glances import WIDTH, glance_svg
from pbem.reports.maps.shapes import SvgRect, polyline
from pbem.reports.maps.tables import bodies, layout
from pbem.reports.maps.tables.layout import TableLayout

_GROUNDS: Final[dict[Cover, str]] = {
    "field": "crop", "marsh": "marsh", "hill": "hill", "lake": "water", "river": "water", "wood": "wood",
    "town": "roof",
}  # fmt: skip
"""Roles of the palette by kind, in the order they are drawn."""


def render_glance(chart: TableChart) -> str:
    """The whole table as a small SVG document."""
    place = layout.layout(chart, layout.window(chart, None), head=0)
    shapes = [
        *(_ground(one, place) for kind in _GROUNDS for one in chart.features if one.kind == kind),
        *(_line(one, place) for one in chart.features if one.kind == "road"),
        *(_unit(one, place) for one in chart.bases if one.ghost is None),
    ]
    wide, high = chart.width / 100 * place.inch, chart.depth / 100 * place.inch
    box = SvgRect(0, 0, wide, high)
    return glance_svg(box, list(_GROUNDS.values()), shapes, round(wide / WIDTH * 1.4), ("road-line",))


def _ground(one: TableFeature, place: TableLayout) -> str:
    if len(one.shape) < 3:
        return ""
    return f'<path class="{_GROUNDS[one.kind]}" d="{polyline([place.at(spot) for spot in one.shape], closed=True)}"/>'


def _line(one: TableFeature, place: TableLayout) -> str:
    if len(one.shape) < 2:
        return ""
    return f'<path class="road-line" d="{polyline([place.at(spot) for spot in one.shape])}"/>'


def _unit(base: Base, place: TableLayout) -> str:
    return f'<path class="side{base.look}" d="{polyline(bodies.corners(base, place), closed=True)}"/>'
