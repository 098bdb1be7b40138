"""Maps: a chart drawn as SVG and PNG, and told in words."""

from pbem.reports.maps.inline import Inline, drawn_orders, ground_of, ground_picture, ground_tag, inline_map
from pbem.reports.maps.layout import Crop
from pbem.reports.maps.png import render_png
from pbem.reports.maps.svg import render_svg
from pbem.reports.maps.themes import THEMES, Theme, map_css, page_css
from pbem.reports.maps.words import chart_alt, text_map, text_map_key

__all__ = [
    "THEMES",
    "Crop",
    "Inline",
    "Theme",
    "chart_alt",
    "drawn_orders",
    "ground_of",
    "ground_picture",
    "ground_tag",
    "inline_map",
    "map_css",
    "page_css",
    "render_png",
    "render_svg",
    "text_map",
    "text_map_key",
]
