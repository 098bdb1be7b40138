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

from pbem.engine.chart import Chart
from pbem.reports.maps import fonts, kinds, shelf, svg, themes
from pbem.reports.maps.encode import encode_png
from pbem.reports.maps.palette import Colour, colour, palette_of, tally
from pbem.reports.maps.paper import Crop, PlacedBoard
from pbem.reports.maps.shapes import SvgRect
from pbem.reports.maps.svg import Drawing, MapSheet
from pbem.reports.maps.themes import Theme

_KEPT: Final = 8
"""Grounds kept in a process: some 4 MB each at 1200 pixels."""
_PANELS: Final = 16
"""Heads and legends kept: some 1 MB each."""
_UNITS: Final = 4
"""Drawings of units kept: on an open table both sides' maps of a turn show the same ones.  Some 4 MB each."""
_FONTS: Final = [*fonts.FILES.values(), fonts.FALLBACK]
PNG_BYTES: Final = 150 * 1024
"""What a map in a mail should weigh at most."""
QUICK_BYTES: Final = 100 * 1024
"""What a map weighs for which no more pains are taken."""
_WIDTHS: Final = (200, 4800)


class DrawnGround(NamedTuple):
    """A ground that was drawn: its pixels, and the palette of every map on it."""

    image: Image.Image
    palette: Image.Image


class GroundKey(NamedTuple):
    """All that the look of a ground depends on."""

    bare: Chart
    """Whether it is drawn bare, as `kinds.ground_of` has it."""

    place: PlacedBoard

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
    """An image as PNG; a large one with more pains, that a mail stays small."""
    quick = encode_png(image, 6)
    return quick if len(quick) <= QUICK_BYTES else encode_png(image, 9)


def render_image(chart: Chart, width: int, theme: Theme, crop: Crop | None, *, furniture: bool) -> Image.Image:
    """The map as a palette image."""
    theme = themes.check_theme(theme)
    if not _WIDTHS[0] <= width <= _WIDTHS[1]:
        raise ValueError(f"a map {width} pixels wide: ask for {_WIDTHS[0]} to {_WIDTHS[1]}")
    sheet = kinds.lay_out(chart, crop, with_furniture=furniture)
    kept = kept_ground(ground_key(chart, sheet.place, theme, width))
    return _reduced(put_together(sheet, theme, width, kept.image), kept.palette)


def ground_key(chart: Chart, place: PlacedBoard, theme: Theme, width: int) -> GroundKey:
    """What the ground of a chart is kept by."""
    return GroundKey(kinds.ground_of(chart), place, theme, width)


@lru_cache(maxsize=_KEPT)
def kept_ground(key: GroundKey) -> DrawnGround:
    """The ground under a map with its border, and the palette; drawn once for all turns of a game."""
    both = io.BytesIO(shelf.stored("ground", key, lambda: _packed(_drawn(key))))
    size = int.from_bytes(both.read(4), "big")
    image, palette = (Image.open(io.BytesIO(part)) for part in (both.read(size), both.read()))
    image.load()
    palette.load()
    return DrawnGround(image, palette)


def _packed(ground: DrawnGround) -> bytes:
    """Both images as PNG, without loss, the length of the first before it."""
    found = []
    for one in ground:
        out = io.BytesIO()
        one.save(out, "PNG", compress_level=1)
        found.append(out.getvalue())
    return len(found[0]).to_bytes(4, "big") + b"".join(found)


def _drawn(key: GroundKey) -> DrawnGround:
    scale = key.width / key.place.width
    strip = _map_strip(key.place, scale)
    drawing = kinds.ground_shapes(key.bare, key.place)
    text = _text(drawing, key.place, strip, key.theme, scale, opaque=True)
    image = _raster(text).convert("RGB")
    sample = kinds.sample(key.bare)
    palette = themes.PALETTES[key.theme]
    own = [colour(palette[role]) for role in palette if role not in themes.RARE or f"-{role}" in text]
    return DrawnGround(image, palette_of(own, tally(image), sample_colours(sample, key.theme)))


@lru_cache(maxsize=2 * len(themes.THEMES))
def sample_colours(chart: Chart, theme: Theme) -> Tally[Colour]:
    """How often each colour comes in a picture of every kind of unit, arrow and mark: what a palette must hold."""
    sheet = kinds.lay_out(chart, None, with_furniture=True)
    width, height = round(sheet.place.width), round(sheet.place.bottom - sheet.place.top)
    bare = Image.new("RGB", (width, height), themes.PALETTES[theme]["field"])
    return tally(put_together(sheet, theme, width, bare))


def _map_strip(place: PlacedBoard, scale: float) -> SvgRect:
    return _strip(place, place.top, place.bottom, scale)


def _strip(place: PlacedBoard, top: float, bottom: float, scale: float) -> SvgRect:
    """A strip of the sheet, as wide as it, in whole pixels: no smaller."""
    return SvgRect(0, math.floor(top * scale), math.ceil(place.width * scale), math.ceil(bottom * scale))


def _text(drawing: Drawing, place: PlacedBoard, box: SvgRect, theme: Theme, scale: float, *, opaque: bool) -> str:
    """Some layers in a box of pixels, as SVG."""
    view = SvgRect(box.left / scale, box.top / scale, box.right / scale, box.bottom / scale)
    size = round(box.width), round(box.height)
    return svg.document(drawing, place, view, theme, page=opaque, pixels=size)


def _raster(text: str) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, font_files=_FONTS)
    return Image.open(io.BytesIO(png))


@lru_cache(maxsize=_PANELS)
def _panel(text: str) -> Image.Image:
    """A head or a legend, by all that is in it: from turn to turn most legends are the same."""
    return _raster(text).convert("RGB")


@lru_cache(maxsize=_UNITS)
def _units(text: str) -> Image.Image:
    """Counters, arrows and marks, by all that is in them."""
    return _raster(text).convert("RGBA")


def put_together(sheet: MapSheet, theme: Theme, width: int, ground: Image.Image) -> Image.Image:
    """Head, ground with units over it, and legend, on one page."""
    place, scale = sheet.place, width / sheet.place.width
    page = Image.new("RGB", (width, math.ceil(sheet.height * scale)), themes.PALETTES[theme]["page"])
    for drawing, top, bottom in (
        (Drawing(head=sheet.head), 0.0, place.top),
        (Drawing(legend=sheet.legend), place.bottom, sheet.height),
    ):
        if any(drawing):
            box = _strip(place, top, bottom, scale)
            page.paste(_panel(_text(drawing, place, box, theme, scale, opaque=True)), (0, int(box.top)))
    page.paste(ground, (0, int(_map_strip(place, scale).top)))
    box = _clipped(sheet.busy, page, scale)
    if sheet.units and box.width > 0 and box.height > 0:
        over = _units(_text(Drawing(units=sheet.units), place, box, theme, scale, opaque=False))
        page.paste(over, (int(box.left), int(box.top)), over)
    return page


def _clipped(rect: SvgRect, page: Image.Image, scale: float) -> SvgRect:
    """A box of the sheet in whole pixels of a page, no smaller."""
    return SvgRect(
        max(0, math.floor(rect.left * scale)),
        max(0, math.floor(rect.top * scale)),
        min(page.width, math.ceil(rect.right * scale)),
        min(page.height, math.ceil(rect.bottom * scale)),
    )


def forget() -> None:
    """Drop all that is kept."""
    kept_ground.cache_clear()
    sample_colours.cache_clear()
    _panel.cache_clear()
    forget_units()


def forget_units() -> None:
    """Drop the units alone, as every new turn does."""
    _units.cache_clear()


def _reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
