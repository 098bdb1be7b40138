"""A country at a glance: rivers, roads, places, forces, small enough for a list of games."""

from pbem.engine.countrychart import CountryChart
from pbem.reports.maps.country.layout import place_of
from pbem.reports.maps.glances import WIDTH, glance_svg
from pbem.reports.maps.shapes import around, box, dot, polyline

_WATER, _HILL, _WOOD, _ROAD = "water-line", "hachure", "wood-line", "road-line"


def render_glance(chart: CountryChart) -> str:
    """The whole country as a small SVG document."""
    place = place_of(chart)
    lines = [
        f'<path class="{cls}" d="{polyline([place.at(spot) for spot in one.course])}"/>'
        for cls, some in ((_HILL, chart.hills), (_WOOD, chart.woods), (_ROAD, chart.roads), (_WATER, chart.rivers))
        for one in some
        if len(one.course) > 1
    ]
    pixel = place.shown.width / WIDTH
    towns = [f'<path class="ink" d="{dot(place.at(one.at), 1.6 * pixel)}"/>' for one in chart.places]
    forces = [
        f'<path class="side{one.look}" d="{box(around(place.at(one.at), 9 * pixel, 6 * pixel))}"/>'
        for one in chart.flags
        if one.grade == "own"
    ]
    return glance_svg(
        place.shown, ("ink",), [*lines, *towns, *forces], round(pixel * 1.3), (_HILL, _WOOD, _ROAD, _WATER)
    )
