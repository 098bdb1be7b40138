"""A country laid out on a sheet: the shapes of every layer."""

import math
from typing import Final

from pbem.engine.countrychart import CountryChart
from pbem.reports.maps import fonts
from pbem.reports.maps.country import cartouche, terrain, towns, ways
from pbem.reports.maps.country.bare import ground_of
from pbem.reports.maps.country.layout import CountryLayout, place_of
from pbem.reports.maps.country.legend import legend
from pbem.reports.maps.country.names import lettering
from pbem.reports.maps.country.overlay import overlay
from pbem.reports.maps.paper import Crop
from pbem.reports.maps.shapes import Path, Shape, ShapeGroup, SvgRect, Text, box, clean, fitted, hull, text_width
from pbem.reports.maps.svg import Drawing, MapSheet

HEAD: Final = 126.0
_CHECK: Final = 5
"""Miles of a check of the border."""
_LEGEND: Final = 2000.0
"""Sheet units below the map that a legend never reaches: a crop's country runs on there and must be covered."""


def lay_out(chart: CountryChart, crop: Crop | None, *, with_furniture: bool) -> MapSheet:
    """Work out everything but the ground.  Raises ValueError for a crop that there is not."""
    place = place_of(chart, crop, head=HEAD if with_furniture else 0)
    over = overlay(chart, place)
    busy = hull(place.sheet(one.grown(6)) for one in over.boxes) if over.boxes else SvgRect(0, 0, 0, 0)
    field = place.field
    busy = SvgRect(max(busy.left, field.left), max(busy.top, field.top),
                   min(busy.right, field.right), min(busy.bottom, field.bottom))  # fmt: skip
    shapes = over.shapes(place)
    if not with_furniture:
        return MapSheet(place, math.ceil(place.bottom), shapes, [], [], busy)
    key, end = legend(chart, place, over)
    return MapSheet(place, math.ceil(end), shapes, head(chart, place), key, busy)


def head(chart: CountryChart, place: CountryLayout) -> list[Shape]:
    """Title and day."""
    left = place.frame.left
    room = place.frame.width
    title, subtitle = clean(chart.title) or "Map", clean(chart.subtitle)
    face = fonts.name_face(title, italic=False)
    wide = text_width(title, 62, face)
    size = max(36.0, 62 * min(1, room / wide if wide else 1))
    return [
        Text(fitted(title, size, face, room), left, 72, size, f"{fonts.FACE_CLASS[face]} f-ink", "start"),
        Text(fitted(subtitle, 28, "sans", room), left, 112, 28, "f-ink", "start"),
    ]


def ground_shapes(chart: CountryChart, place: CountryLayout) -> Drawing:
    """The ground, its names, and the border: nothing in them depends on the turn."""
    bare = ground_of(chart)
    names = [shape for one in lettering(bare, place).names for shape in one.shapes]
    ground: list[Shape] = [
        *terrain.hills(bare.hills, place), *terrain.woods(bare.woods, place), *terrain.rivers(bare.rivers, place),
        *ways.roads(bare, place), *ways.bridges(bare, place), *towns.views(bare, place), *names,
        *towns.boxes(bare, place), *cartouche.drawn(bare, place),
    ]  # fmt: skip
    # a clip would take as long as all the rest: what lies beyond the field is covered by the sheet's edges instead
    return Drawing(border=[Path(box(place.field), "f-field"), ShapeGroup(tuple(ground), *place.origin), *border(place)])


def _edges(place: CountryLayout) -> Shape:
    """The sheet round the field, with all that lies under the head and the legend."""
    field = place.field
    rects = (
        SvgRect(0, 0, place.width, field.top), SvgRect(0, field.bottom, place.width, place.bottom + _LEGEND),
        SvgRect(0, field.top, field.left, field.bottom), SvgRect(field.right, field.top, place.width, field.bottom),
    )  # fmt: skip
    return Path("".join(box(one) for one in rects), "f-page")


def border(place: CountryLayout) -> list[Shape]:
    """Two lines with checks between them, five miles each."""
    inner, outer = place.field, place.frame
    wide, gap = 8.0, 4.0
    d = ""
    for least, most, first, last, scale, origin, across in (
        (place.window.left, place.window.right, inner.left, inner.right, place.mile, place.origin[0], True),
        (place.window.top, place.window.bottom, inner.top, inner.bottom, place.mile, place.origin[1], False),
    ):
        for n in range(math.floor(least / _CHECK), math.ceil(most / _CHECK)):
            if n % 2:
                continue
            start = max(first, origin + n * _CHECK * scale)
            end = min(last, origin + (n + 1) * _CHECK * scale)
            if end <= start:
                continue
            if across:
                rects = [SvgRect(start, y, end, y + wide) for y in (outer.top + gap, outer.bottom - gap - wide)]
            else:
                rects = [SvgRect(x, start, x + wide, end) for x in (outer.left + gap, outer.right - gap - wide)]
            d += "".join(box(one) for one in rects)
    return [_edges(place), Path(d, "f-ink"), Path(box(outer), "s-ink", 2.4), Path(box(inner), "s-ink", 1.4)]
