"""Maps: a chart drawn as SVG and PNG, and told in words.  Hexes, tables, countries, each by functions of its own."""

from pbem.reports.maps.drawing import render_svg
from pbem.reports.maps.inline import CountryBoard, HexBoard, Inline, Part, Step, TableBoard
from pbem.reports.maps.kinds import (
    army_box,
    chart_alt,
    drawn_orders,
    drawn_warnings,
    ground_of,
    ground_picture,
    ground_tag,
    inline_map,
    render_glance,
    scale_words,
    signs_words,
    stirred,
    text_map,
    text_map_key,
    ways,
    without_zones,
)
from pbem.reports.maps.paper import Crop
from pbem.reports.maps.png import render_png
from pbem.reports.maps.shapes import SvgRect
from pbem.reports.maps.themes import THEMES, Theme, map_css, page_css

__all__ = [
    "THEMES",
    "CountryBoard",
    "Crop",
    "HexBoard",
    "Inline",
    "Part",
    "Step",
    "SvgRect",
    "TableBoard",
    "Theme",
    "army_box",
    "chart_alt",
    "drawn_orders",
    "drawn_warnings",
    "ground_of",
    "ground_picture",
    "ground_tag",
    "inline_map",
    "map_css",
    "page_css",
    "render_glance",
    "render_png",
    "render_svg",
    "scale_words",
    "signs_words",
    "stirred",
    "text_map",
    "text_map_key",
    "ways",
    "without_zones",
]
