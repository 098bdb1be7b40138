"""A chart as a PNG of few colours: a kept ground, everything else drawn over it, one fixed palette.

Each picture is put together the same way whether its ground was kept or not, so the same chart gives the same bytes.
"""

import io
import math
from collections import Counter as Tally
from functools import lru_cache
from typing import Final, NamedTuple

import resvg_py
from PIL import Image

from pbem.engine.chart import Chart, GroundHex
from pbem.engine.hexes import Hex
from pbem.reports.maps import fonts, svg, themes
from pbem.reports.maps.layout import Crop, Layout
from pbem.reports.maps.palette import Colour, colour, palette_of, tally
from pbem.reports.maps.sampler import sampler
from pbem.reports.maps.shapes import Rect
from pbem.reports.maps.svg import Drawing, Sheet
from pbem.reports.maps.themes import Theme

_KEPT: Final = 8
"""Grounds kept in a process: some 4 MB each at 1200 pixels."""
_FONTS: Final = [*fonts.FILES.values(), fonts.FALLBACK]
_WIDTHS: Final = (200, 4800)


class Kept(NamedTuple):
    """A ground that was drawn: its pixels, and the palette of every map on it."""

    image: Image.Image
    palette: Image.Image


class GroundKey(NamedTuple):
    """All that the look of a ground depends on."""

    columns: int
    rows: int
    ground: tuple[GroundHex, ...]
    objective: tuple[Hex, ...]
    place: Layout
    theme: Theme
    width: int


def render_png(
    chart: Chart,
    width: int = 1200,
    theme: Theme = "paper",
    crop: Crop | None = None,
    *,
    furniture: bool = True,
) -> bytes:
    """The map as a PNG, opaque, of at most 64 colours.

    width: pixels, 200 to 4800; the rest as for ``render_svg``.
    Raises ValueError for a width, a theme, a crop or a kind of unit that there is not.
    """
    return encoded(render_image(chart, width, theme, crop, furniture=furniture))


def encoded(image: Image.Image) -> bytes:
    """An image as PNG."""
    data = io.BytesIO()
    image.save(data, "PNG", compress_level=6)
    return data.getvalue()


def render_image(chart: Chart, width: int, theme: Theme, crop: Crop | None, *, furniture: bool) -> Image.Image:
    """The map as a palette image."""
    theme = themes.check_theme(theme)
    if not _WIDTHS[0] <= width <= _WIDTHS[1]:
        raise ValueError(f"a map {width} pixels wide: ask for {_WIDTHS[0]} to {_WIDTHS[1]}")
    sheet = svg.lay_out(chart, crop, with_furniture=furniture)
    kept = kept_ground(ground_key(chart, sheet.place, theme, width))
    return _reduced(put_together(sheet, theme, width, kept.image), kept.palette)


def ground_key(chart: Chart, place: Layout, theme: Theme, width: int) -> GroundKey:
    """What the ground of a chart is kept by."""
    return GroundKey(chart.columns, chart.rows, chart.ground, chart.objective, place, theme, width)


@lru_cache(maxsize=_KEPT)
def kept_ground(key: GroundKey) -> Kept:
    """The ground under a map with its border, and the palette; drawn once for all turns of a game."""
    chart = sampler(key.columns, key.rows, key.ground, key.objective)
    scale = key.width / key.place.width
    strip = _pixels(_map_strip(key.place), scale)
    image = _raster(svg.ground_shapes(chart, key.place), key.place, strip, key.theme, scale, opaque=True)
    own = [colour(text) for text in themes.PALETTES[key.theme].values()]
    return Kept(image, palette_of(own, tally(image), sample_colours(key.theme)))


@lru_cache(maxsize=len(themes.THEMES))
def sample_colours(theme: Theme) -> Tally[Colour]:
    """How often each colour comes in a picture of every kind of counter, arrow and mark: what a palette must hold."""
    chart = sampler(8, 6, (), ())
    sheet = svg.lay_out(chart, None, with_furniture=True)
    width = round(sheet.place.width)
    whole = _pixels(Rect(0, 0, sheet.place.width, sheet.height), 1)
    bare = _raster(Drawing(border=[]), sheet.place, whole, theme, 1, opaque=True)
    return tally(put_together(sheet, theme, width, bare))


def _map_strip(place: Layout) -> Rect:
    return Rect(0, place.top, place.width, place.bottom)


def _pixels(rect: Rect, scale: float) -> Rect:
    """A box of the sheet in whole pixels, no smaller."""
    return Rect(
        math.floor(rect.left * scale),
        math.floor(rect.top * scale),
        math.ceil(rect.right * scale),
        math.ceil(rect.bottom * scale),
    )


def _raster(drawing: Drawing, place: Layout, strip: Rect, theme: Theme, scale: float, *, opaque: bool) -> Image.Image:
    """Some layers in a box of pixels; transparent where nothing is drawn unless opaque."""
    view = Rect(strip.left / scale, strip.top / scale, strip.right / scale, strip.bottom / scale)
    size = (round(strip.width), round(strip.height))
    text = svg.document(drawing, place, view, theme, page=opaque, pixels=size)
    png = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, font_files=_FONTS)
    image = Image.open(io.BytesIO(png))
    return image.convert("RGB") if opaque else image.convert("RGBA")


def put_together(sheet: Sheet, theme: Theme, width: int, ground: Image.Image) -> Image.Image:
    """Head, ground with units over it, and legend, on one page."""
    place, scale = sheet.place, width / sheet.place.width
    strip = _pixels(_map_strip(place), scale)
    page = Image.new("RGB", (width, math.ceil(sheet.height * scale)), themes.PALETTES[theme]["page"])
    page.paste(ground, (0, int(strip.top)))
    _over(page, Drawing(units=sheet.units), sheet, sheet.busy, theme, scale)
    _over(page, Drawing(head=sheet.head), sheet, Rect(0, 0, place.width, place.top), theme, scale)
    _over(page, Drawing(legend=sheet.legend), sheet, Rect(0, place.bottom, place.width, sheet.height), theme, scale)
    return page


def _over(page: Image.Image, drawing: Drawing, sheet: Sheet, where: Rect, theme: Theme, scale: float) -> None:
    """Draw some layers over a page, within a box of the sheet."""
    if not any(drawing):
        return
    box = _pixels(where, scale)
    box = Rect(max(0, box.left), max(0, box.top), min(page.width, box.right), min(page.height, box.bottom))
    if box.width < 1 or box.height < 1:
        return
    layer = _raster(drawing, sheet.place, box, theme, scale, opaque=False)
    page.paste(layer, (int(box.left), int(box.top)), layer)


def _reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
