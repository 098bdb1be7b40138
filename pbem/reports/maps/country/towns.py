"""Towns as little views of them, by size and works; who holds each; boxes off the map."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pbem.engine.countrychart import CountryChart, MapPlace
from pbem.reports.maps.country.layout import CountryLayout
from pbem.reports.maps.marks import INKS
from pbem.reports.maps.shapes import (
    Path,
    Point,
    Shape,
    ShapeGroup,
    SvgRect,
    Text,
    around,
    clean,
    dot,
    polyline,
    text_width,
)


class View(NamedTuple):
    """A little view: walls and roofs that are filled, lines, stone that is left light; its half width and height."""

    roofs: str
    lines: str
    stone: str
    half: float
    high: float


_VILLAGE: Final = View(
    "M-9,0v-9l6,-4.5l6,4.5v9zM8,0v-6l4.5,-4l4.5,4v6z", "M-15,0v-14l3,-8l3,8v14z", "", 17, 22,
)  # fmt: skip
_TOWN: Final = View(
    "M-24,0v-8l5,-4.5l5,4.5v8zM-2,0v-10l7,-5l7,5v10zM14,0v-7l5,-4.5l5,4.5v7z",
    "M-11,0v-18l4.5,-12l4.5,12v18zM-6.5,-30v-3.5", "", 24, 33,
)  # fmt: skip
_CITY: Final = View(
    "M-34,0v-9l5,-5l5,5v9zM-6,0v-12l8,-6l8,6v12zM22,0v-9l6,-5l6,5v9z",
    "M-19,0v-22l5.5,-16l5.5,16v22zM-13.5,-38v-5M-17,-41h7M12,0v-21h8v21zM12,-21v-3.4M16,-21v-3.4M20,-21v-3.4",
    "", 36, 43,
)  # fmt: skip
_WALLS: Final = (
    "M-36,2v-10h4v3h4v-3h4v3h4v-3h4v3h4v-3h3v10zM9,2v-10h3v3h4v-3h4v3h4v-3h4v3h4v-3h4v10z"
    "M-43,3v-16h2.4v2.6h2.4v-2.6h2.4v2.6h2.4v-2.6h2.4v16zM31,3v-16h2.4v2.6h2.4v-2.6h2.4v2.6h2.4v-2.6h2.4v16z"
    "M-9,3v-17h3.6v3h3.6v-3h3.6v3h3.6v-3h3.6v17z"
)
_CASTLE: Final = View(
    "M-20,0v-17h2.6v3h2.7v-3h2.7v3h2.6v-3h2.4v6h3v-13h2.4v3h2.6v-3h2.6v3h2.6v-3h2.4v13h3v-6h2.4v3h2.6v-3h2.6v3h2.6v-3"
    "h2.6v17z",
    "M-3,0v-6a3,3,0,0,1,6,0v6M0,-24v-7M0,-31l8,2.4l-8,2.4", "", 20, 31,
)  # fmt: skip
_HOUSE: Final = View(
    "M-18,0v-12l6,-7l6,7v-3h12v3l6,-7l6,7v12z", "M-12,-8v4M12,-8v4M-2,0v-6h4v6M0,-15v-6", "", 18, 21,
)  # fmt: skip
_GATE: Final = View(
    "M-5,-5v-15h2.6v3h2.4v-3h2.6v3h2.4v-3h2.6v15z",
    "M-18,0v-5h6a4.5,4.5,0,0,1,9,0h6a4.5,4.5,0,0,1,9,0h6v5", "", 18, 20,
)  # fmt: skip
_SIZES: Final = {"village": _VILLAGE, "town": _TOWN, "city": _CITY}
SCALE: Final = 0.88
_LIFT: Final = 13.0
"""A view stands so far above its place."""
MARK: Final = 7.4
"""Half the breadth of the sign of a place."""
MAGAZINE: Final = 17.0


class PlacedView(NamedTuple):
    """A view on the map: where its foot is, what is drawn, its box."""

    shapes: list[Shape]
    box: SvgRect


def _drawn(view: View, at: Point, scale: float) -> Shape:
    shapes: list[Shape] = [Path(view.roofs, "f-roof s-roof-line", 1.5)] if view.roofs else []
    if view.lines:
        shapes.append(Path(view.lines, "s-roof-line", 1.5))
    if view.stone:
        shapes.append(Path(view.stone, "f-field s-roof-line", 1.5))
    return ShapeGroup(tuple(shapes), *at, scale=scale)


def view_of(one: MapPlace, place: CountryLayout) -> PlacedView | None:
    """A place's view, above its sign; None for a place off the map."""
    if one.site in {"box", "exit"}:
        return None
    x, y = place.at(one.at)
    unit, z = place.unit, SCALE * place.unit
    foot = y - (_LIFT + (7 if one.magazine else 0)) * unit
    town = _SIZES[one.site]
    match one.stronghold:
        case "castle":
            shapes = [_drawn(town, (x - 15 * z, foot), z * 0.8), _drawn(_CASTLE, (x + 18 * z, foot + z), z)]
        case "house":
            shapes = [_drawn(_VILLAGE, (x - 15 * z, foot), z), _drawn(_HOUSE, (x + 14 * z, foot + z), z * 0.9)]
        case "bridge":
            shapes = [_drawn(town, (x - 12 * z, foot), z * 0.85), _drawn(_GATE, (x + 22 * z, foot + z), z * 0.9)]
        case "walls":
            shapes = [
                _drawn(town, (x, foot - 4 * z), z),
                _drawn(View("", "", _WALLS, 0, 0), (x, foot + 2 * z), z * (1 if one.site == "city" else 0.8)),
            ]
        case _:
            shapes = [_drawn(town, (x, foot), z)]
    half = {"": town.half, "walls": 43 if one.site == "city" else 35}.get(one.stronghold, 37) * z
    return PlacedView(shapes, SvgRect(x - half, foot - max(town.high, 24) * z, x + half, foot + 3 * z))


def views(chart: CountryChart, place: CountryLayout) -> list[Shape]:
    """Every town, the northern ones first, with the dotted ring of a magazine."""
    shapes: list[Shape] = []
    for one in sorted(chart.places, key=lambda each: each.at[1]):
        found = view_of(one, place)
        if found is None:
            continue
        if one.magazine:
            shapes.append(Path(dot(place.at(one.at), MAGAZINE * place.unit), "s-works", 2.4 * place.unit, "3.2,3.4"))
        shapes += found.shapes
    return shapes


def holder_sign(one: MapPlace, place: CountryLayout) -> list[Shape]:
    """Who holds a place: a square of the first side, an octagon of the second, a ring for neither."""
    (x, y), unit = place.at(one.at), place.unit
    r = MARK * unit
    face: list[Shape] = [Path(dot((x, y), r + 2.6 * unit), "f-field")]
    if one.held is None:
        return [*face, Path(dot((x, y), r * 0.84), "f-field s-ink", 2.2 * unit)]
    ink = INKS[one.held]
    if one.held == 1:
        ring = polyline(((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)), closed=True)
        return [*face, Path(ring, f"f-{ink.plate} s-{ink.edge}", 1.4 * unit)]
    c = r * 0.42
    ring = polyline(
        ((x - c, y - r), (x + c, y - r), (x + r, y - c), (x + r, y + c), (x + c, y + r), (x - c, y + r),
         (x - r, y + c), (x - r, y - c)),
        closed=True,
    )  # fmt: skip
    heart = polyline(((x - c, y - c), (x + c, y - c), (x + c, y + c), (x - c, y + c)), closed=True)
    return [*face, Path(ring, f"f-{ink.plate} s-{ink.edge}", 2.2 * unit), Path(heart, f"f-{ink.edge}")]


# --- off the map ------------------------------------------------------------------------------------------------------


def box_rect(one: MapPlace, place: CountryLayout) -> SvgRect:
    """The box of a place off the map, kept within the field."""
    shown = place.shown.grown(-17 * place.unit)
    half = text_width(clean(one.name), 25 * place.unit, "fell") / 2 + 15 * place.unit
    high = 20 * place.unit
    x, y = place.at(one.at)
    x = min(max(x, shown.left + half), shown.right - half)
    y = min(max(y, shown.top + high), shown.bottom - high)
    return around((x, y), 2 * half, 2 * high)


def _pointed(rect: SvgRect, place: CountryLayout, inset: float) -> str:
    """The outline of a box that points to the edge it lies at."""
    left, top, right, bottom = rect.grown(-inset)
    shown, tip = place.shown, 14 * place.unit
    x, y = rect.middle
    gaps = {"W": x - shown.left, "E": shown.right - x, "N": y - shown.top, "S": shown.bottom - y}
    ring = {
        "E": ((left, top), (right, top), (right + tip, y), (right, bottom), (left, bottom)),
        "W": ((right, top), (left, top), (left - tip, y), (left, bottom), (right, bottom)),
        "N": ((left, bottom), (left, top), (x, top - tip), (right, top), (right, bottom)),
        "S": ((left, top), (left, bottom), (x, bottom + tip), (right, bottom), (right, top)),
    }  # fmt: skip
    return polyline(ring[min(gaps, key=lambda way: gaps[way])], closed=True)


def boxes(chart: CountryChart, place: CountryLayout) -> Iterator[Shape]:
    """The boxes of places off the map that lie by the part shown."""
    near = place.shown.grown(3 * place.mile)
    for one in chart.places:
        if one.site not in {"box", "exit"} or not near.overlap(around(place.at(one.at), 2, 2)):
            continue
        rect = box_rect(one, place)
        x, y = rect.middle
        yield Path(_pointed(rect, place, 0), "f-page s-ink", 2 * place.unit)
        yield Path(_pointed(rect, place, 4.5 * place.unit), "s-soft-ink", 0.9 * place.unit)
        yield Text(clean(one.name), x, y + 8 * place.unit, 25 * place.unit, "fell f-ink")
