"""A chart of either kind as one picture."""

import zlib

from pbem.engine.chart import Chart
from pbem.reports.maps import kinds, themes
from pbem.reports.maps.paper import Crop
from pbem.reports.maps.shapes import SvgRect
from pbem.reports.maps.svg import document
from pbem.reports.maps.themes import Theme


def render_svg(
    chart: Chart,
    theme: Theme = "paper",
    crop: Crop | None = None,
    *,
    furniture: bool = True,
    style: bool = True,
) -> str:
    """The map as one SVG document.

    theme: ``paper`` (which turns dark for a reader who prefers that), ``dark`` or ``print``.  crop: ``fight`` shows the
    hexes round units and arrows, None the whole board.  furniture: title, sides, compass, legend and scale.
    style: False leaves the style sheet out, for pages that allow none inside: they link ``map_css()``.
    Raises ValueError for a theme, a crop or a kind of unit that there is not.
    """
    theme = themes.check_theme(theme)
    sheet = kinds.lay_out(chart, crop, with_furniture=furniture)
    drawing = kinds.ground_shapes(chart, sheet.place)._replace(units=sheet.units, head=sheet.head, legend=sheet.legend)
    whole = SvgRect(0, 0, sheet.place.width, sheet.height)
    alone = zlib.crc32(repr((chart, theme, crop, furniture)).encode(errors="replace"))
    return document(
        drawing,
        sheet.place,
        whole,
        theme,
        title=kinds.chart_alt(chart),
        ids=f"m{alone:08x}-",
        style=style,
        dark_too=True,
    )  # fmt: skip
