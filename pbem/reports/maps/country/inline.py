"""A map of a country as a page holds it (``maps/inline.py``)."""

import math
from collections.abc import Collection, Sequence

from pbem.engine.countrychart import CountryChart, Flag, RoadMarch
from pbem.reports.maps import shelf
from pbem.reports.maps.country import flags, layout, maptext, marches
from pbem.reports.maps.country.bare import ground_of
from pbem.reports.maps.country.flags import PlacedFlag
from pbem.reports.maps.country.layout import CountryLayout, place_of
from pbem.reports.maps.country.overlay import overlay
from pbem.reports.maps.country.sheet import ground_shapes
from pbem.reports.maps.inline import CountryBoard, Inline, Layers, Part, Step, Tapped, printed
from pbem.reports.maps.shapes import Point, Shape, SvgRect, clean, hull
from pbem.reports.maps.svg import Drawing, document


def inline_map(chart: CountryChart, own: Collection[str], *, links: bool) -> Inline:
    """A seat's map."""
    place = place_of(chart)
    over = overlay(chart, place)
    fresh = [one for one in over.flags if one.flag.grade == "own"]
    told = [one for one in over.flags if one.flag.grade != "own"]
    poles = [shape for one in fresh for shape in flags.pole(one, place)]
    kinds, drawn = printed(
        Layers(
            [*over.signs, *poles], (), over.marched, [_tapped(one, own, place) for one in told],
            [_tapped(one, own, place) for one in fresh], (), over.fights,
        ), links=links,
    )  # fmt: skip
    board = CountryBoard(
        tuple((one.id, clean(one.name), *_rounded(place.at(one.at))) for one in chart.places),
        place.mile,
    )
    return Inline(
        width=math.ceil(place.width), height=math.ceil(place.bottom), fight=_fight(chart, place),
        transform=place.transform, symbols=kinds, svg=drawn, board=board, words=maptext.chart_alt(chart),
    )  # fmt: skip


def _rounded(at: Point) -> Point:
    return round(at[0], 1), round(at[1], 1)


def _tapped(one: PlacedFlag, own: Collection[str], place: CountryLayout) -> Tapped:
    flag = one.flag
    under = [] if flag.grade == "own" else flags.pole(one, place)
    shapes = [*under, *flags.cloth(one, place), *flags.date(one, place)]
    return Tapped(
        code=clean(flag.code), place=flag.place or f"{flag.at[0] / 100:g},{flag.at[1] / 100:g}",
        own=flag.code in own, ghost=flag.grade != "own", told=maptext.flag_told(flag), plate=shapes, hung=(),
        outline=flags.outline(one, place), facing="0",
    )  # fmt: skip


def _fight(chart: CountryChart, place: CountryLayout) -> SvgRect:
    shown, mile = layout.window(chart, "fight"), place.mile
    box = place.sheet(SvgRect(shown.left * mile, shown.top * mile, shown.right * mile, shown.bottom * mile))
    return _within(box, place)


def _within(box: SvgRect, place: CountryLayout) -> SvgRect:
    return SvgRect(max(box.left, 0), max(box.top, 0), min(box.right, place.width), min(box.bottom, place.bottom))


MARGIN, LEAST = 12, 36
"""Miles shown about one's own forces; miles across at the least."""


def army_box(chart: CountryChart, own: Collection[str], orders: Sequence[RoadMarch]) -> SvgRect | None:
    """The box round one's own and their orders, twelve miles with it; None for none of one's own."""
    mine = [one for one in chart.flags if one.code in own and one.grade == "own"]
    if not mine:
        return None
    place = place_of(chart)
    points = [place.at(one.at) for one in mine]
    points += [place.at(spot) for one in orders for spot in one.path]
    box = hull(SvgRect(x, y, x, y) for x, y in points).grown(MARGIN * place.mile)
    box = box.grown(max(0.0, LEAST * place.mile - max(box.width, box.height)) / 2)
    return _within(place.sheet(box), place)


def planned(chart: CountryChart, orders: Sequence[RoadMarch]) -> list[Shape]:
    """Marches as ordered, in the board units of a page's map."""
    place = place_of(chart)
    return [shape for one in orders for shape in marches.drawn(one, place)]


def ground_picture(bare: CountryChart, part: Part) -> str:
    """A picture under an inline map, as an SVG document: all of it is the ground."""
    return shelf.stored("picture", (bare, part), lambda: _ground_picture(bare, part).encode()).decode()


def _ground_picture(bare: CountryChart, part: Part) -> str:
    place = place_of(bare)
    drawing = ground_shapes(ground_of(bare), place) if part == "ground" else Drawing()
    view = SvgRect(0, 0, math.ceil(place.width), math.ceil(place.bottom))
    return document(drawing, place, view, "paper", ids=f"{part}-", page=part == "ground", dark_too=True)


def stirred(before: CountryChart, now: CountryChart) -> str:
    """The forces that are otherwise than before, outlined: path data in board units."""
    then = {_which(one): one for one in before.flags}
    place = place_of(now)
    return "".join(
        flags.outline(one, place) for one in overlay(now, place).flags
        if _state(then.get(_which(one.flag))) != _state(one.flag)
    )  # fmt: skip


def _which(flag: Flag) -> tuple[str, str]:
    """What tells a flag from others: a force's code; of sightings, which all have the same code, the place too."""
    return flag.code, flag.place if flag.grade in {"seen", "body"} else ""


def _state(flag: Flag | None) -> tuple[object, ...]:
    return () if flag is None else (flag.at, flag.strength, flag.told, flag.grade, flag.fights)


def ways(before: CountryChart, now: CountryChart) -> dict[str, list[Step]]:
    """How each force came from where it was to where it is: along its road."""
    place = place_of(now)
    then = {one.code: one.at for one in before.flags if one.grade == "own"}
    went: dict[str, list[tuple[int, int]]] = {}
    for march in now.marches:
        if march.kind == "moved":
            went.setdefault(march.code, []).extend(march.path)
    found = {}
    for one in now.flags:
        start = then.get(one.code)
        if start is None or one.grade != "own" or (start == one.at and one.code not in went):
            continue
        x, y = place.at(one.at)
        path = [place.at(spot) for spot in (start, *went.get(one.code, ()), one.at)]
        found[one.code] = [Step(round(px - x, 1), round(py - y, 1)) for px, py in path]
    return found
