"""Names that stand clear of one another: of towns, rivers, hills and woods."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from pbem.engine.countrychart import CountryChart, MapLine, MapPlace, MapRoad
from pbem.reports.maps import fonts, shelf
from pbem.reports.maps.country import cartouche, terrain, towns, ways
from pbem.reports.maps.country.layout import CountryLayout
from pbem.reports.maps.country.room import CELL, Room
from pbem.reports.maps.country.traces import Trace
from pbem.reports.maps.shapes import Point, Shape, ShapeGroup, SvgRect, Text, around, clean, text_width

_SIZE: Final = {"village": 25.0, "town": 27.0, "city": 31.0}
NAME, VIEW, SIGN, ROAD, WATER = 40.0, 20.0, 60.0, 2.2, 0.8
"""How bad it is to cover a cell of a name, of a town's view, of its sign, of a road, of a river."""
_ALOOF: Final = 0.9
"""How bad it is, a step down the list of places where a name may stand."""


class PlacedName(NamedTuple):
    """A name on the map, and the boxes that it fills."""

    text: str
    shapes: tuple[Shape, ...]
    boxes: tuple[SvgRect, ...]


class Lettering(NamedTuple):
    """All names of a map."""

    names: tuple[PlacedName, ...]
    cells: tuple[list[float], ...]
    """What room they leave."""


@lru_cache(maxsize=16)
def room_left(bare: CountryChart, place: CountryLayout) -> tuple[list[float], ...]:
    """What room the names of a map leave for flags, a cell each."""
    made = shelf.stored("room", (bare, place), lambda: msgspec.json.encode(lettering(bare, place).cells))
    return tuple(msgspec.json.decode(made, type=list[list[float]]))


@lru_cache(maxsize=16)
def lettering(bare: CountryChart, place: CountryLayout) -> Lettering:
    """The names of a chart without forces: they stay where they are from turn to turn."""
    room = _ground_room(bare, place)
    placed = _town_names(bare, place, room)
    for road in bare.roads:
        placed += _leads_to(bare, road, place, room)
    for one in bare.rivers:
        placed += _along(one, terrain.stream(one, place), place, room, "fell italic f-water-line", 21.0)
    for one in bare.hills:
        placed += _hill_name(one, place, room)
    for one in bare.woods:
        placed += _wood_name(one, place, room)
    return Lettering(tuple(placed), tuple(room.cells))


def _ground_room(bare: CountryChart, place: CountryLayout) -> Room:
    room = Room(place.shown)
    for sign in cartouche.boxes(bare, place):
        room.fill(sign, 200)
    for road in bare.roads:
        room.fill_points((at for at, _ in ways.road_line(road, place).sampled(CELL * 0.8)), ROAD)
        bridge = ways.bridge_of(road, bare.rivers, place)
        if bridge is not None:
            room.fill(around(bridge[0], 20 * place.unit, 20 * place.unit), SIGN / 4)
    for river in bare.rivers:
        room.fill_points((at for at, _ in terrain.stream(river, place).sampled(CELL * 0.8)), WATER)
    for one in bare.places:
        if one.site in {"box", "exit"}:
            room.fill(towns.box_rect(one, place).grown(12 * place.unit), 200)
            continue
        seen = towns.view_of(one, place)
        if seen is not None:
            room.fill(seen.box, VIEW)
        r = (towns.MAGAZINE if one.magazine else towns.MARK + 2) * place.unit
        room.fill(around(place.at(one.at), 2 * r, 2 * r), SIGN)
    return room


# --- towns ------------------------------------------------------------------------------------------------------------


def _town_names(bare: CountryChart, place: CountryLayout, room: Room) -> list[PlacedName]:
    """The largest first; then each once more, now that the others stand."""
    inside = place.shown.grown(-2 * place.unit)
    some = [one for one in bare.places if one.site in _SIZE and inside.holds(around(place.at(one.at), 1, 1))]
    some.sort(key=lambda one: (-_SIZE[one.site], one.at))
    found: dict[str, tuple[Text, SvgRect]] = {}
    for _ in range(2):
        for one in some:
            if one.id in found:
                room.fill(found[one.id][1], -NAME)
            options = [(room.cost(box) + n * _ALOOF, n, text, box)
                       for n, (text, box) in enumerate(_by_town(one, place))]  # fmt: skip
            _, _, text, box = min(options, key=lambda each: each[:2])
            found[one.id] = text, box
            room.fill(box, NAME)
    return [PlacedName(text.text, (text,), (box,)) for text, box in found.values()]


def _by_town(one: MapPlace, place: CountryLayout) -> Iterator[tuple[Text, SvgRect]]:
    """Where a town's name may stand, the usual places first."""
    (x, y), unit = place.at(one.at), place.unit
    name, size = clean(one.name), _SIZE[one.site] * unit
    face = fonts.name_face(name, italic=False)
    wide = text_width(name, size, face)
    out, seen = (22 if one.magazine else 15) * unit, towns.view_of(one, place)
    above = seen.box.top - 5 * unit if seen else y - out
    cap, low = size * 0.7, size * 0.22
    for left, base in (
        (x + out, y + cap / 2), (x - out - wide, y + cap / 2), (x - wide / 2, y + out + cap),
        (x + out * 0.6, y + out * 0.6 + cap), (x - out * 0.6 - wide, y + out * 0.6 + cap),
        (x - wide * 0.25, y + out + cap), (x - wide * 0.75, y + out + cap),
        (x - wide / 2, above), (x + out, y - cap * 0.1), (x - out - wide, y - cap * 0.1),
        (x + 34 * unit, y - 18 * unit), (x - 34 * unit - wide, y - 18 * unit),
        (x - wide / 2, y + out + cap + 12 * unit),
    ):  # fmt: skip
        text = Text(name, left, base, size, f"{fonts.FACE_CLASS[face]} f-ink s-field", "start", halo=5 * unit)
        yield text, SvgRect(left - 2, base - cap, left + wide + 2, base + low)


def _leads_to(bare: CountryChart, road: MapRoad, place: CountryLayout, room: Room) -> list[PlacedName]:
    """Where a road off the map leads, at its arrow head."""
    away = ways.off_map(bare)
    found = ways.leaving(ways.road_line(road, place), place, backwards=road.a in away)
    inside = place.shown.grown(-20 * place.unit)
    if not away & {road.a, road.b} or not found.head or not inside.holds(around(found.line[-1], 1, 1)):
        return []
    name = next(clean(one.name) for one in bare.places if one.id in away & {road.a, road.b})
    size, (x, y) = 20 * place.unit, found.line[-1]
    words = f"to {name}, {road.miles} miles"
    wide = text_width(words, size, "sans")
    best: tuple[float, Text, SvgRect] | None = None
    for n, (left, base) in enumerate((
        (x + 14 * place.unit, y + size * 0.35), (x - 14 * place.unit - wide, y + size * 0.35),
        (x - wide / 2, y + size * 1.2), (x - wide / 2, y - size * 0.6), (x - wide * 0.2, y + size * 1.2),
        (x - wide * 0.8, y + size * 1.2), (x - wide * 0.2, y - size * 0.6), (x - wide * 0.8, y - size * 0.6),
    )):  # fmt: skip
        box = SvgRect(left - 2, base - size * 0.75, left + wide + 2, base + size * 0.25)
        cost = room.cost(box) + n
        if best is None or cost < best[0]:
            best = cost, Text(words, left, base, size, "f-ink s-field", "start", halo=4.6 * place.unit), box
    if best is None or best[0] > 1500:
        return []
    room.fill(best[2], NAME)
    return [PlacedName(words, (best[1],), (best[2],))]


# --- along lines ------------------------------------------------------------------------------------------------------


def _along(
    one: MapLine, line: Trace, place: CountryLayout, room: Room, cls: str, size: float, off: float = 0,
) -> list[PlacedName]:  # fmt: skip
    """A name along a line, where that is straightest and there is room; none where the part shown is too short."""
    name = clean(one.name)
    size *= place.unit
    wide = text_width(name, size, "fell-italic")
    if not name or len(one.course) < 2 or line.length < wide * 0.6:
        return []
    best: tuple[float, PlacedName] | None = None
    step = max(16.0, (line.length - wide) / 40)
    starts = max(1, int((line.length - wide) / step))
    for n in range(starts + 1):
        for side in (-1, 1):
            made = _stretch(name, line, (n * step, n * step + wide), (off or size * 0.3 + 3) * side, size, cls)
            if made is None:
                continue
            bend, placed = made
            off_middle = abs(n / starts - 0.5) * 6
            cost = sum(room.cost(box) for box in placed.boxes) + bend * 0.7 + off_middle
            if best is None or cost < best[0]:
                best = cost, placed
    if best is None or best[0] > 320:
        return []
    for box in best[1].boxes:
        room.fill(box, NAME / 2)
    return [best[1]]


def _stretch(
    name: str, line: Trace, part: tuple[float, float], off: float, size: float, cls: str
) -> tuple[float, PlacedName] | None:
    """A name on the chord of a stretch, beside it; with how far the line bends from the chord."""
    (ax, ay), _ = line.at(part[0])
    (bx, by), _ = line.at(part[1])
    chord = math.hypot(bx - ax, by - ay)
    if chord < (part[1] - part[0]) * 0.55:
        return None
    if bx < ax or (bx == ax and by > ay):
        ax, ay, bx, by = bx, by, ax, ay
    ux, uy = (bx - ax) / chord, (by - ay) / chord
    points = [line.at(part[0] + (part[1] - part[0]) * n / 6)[0] for n in range(7)]
    bends = [(x - ax) * -uy + (y - ay) * ux for x, y in points]
    clear = (max(bends) if off > 0 else min(bends)) + off
    x, y = (ax + bx) / 2 - uy * clear, (ay + by) / 2 + ux * clear
    return max(bends) - min(bends), turned(name, (x, y), math.degrees(math.atan2(uy, ux)), size, cls)


def turned(name: str, at: Point, degrees: float, size: float, cls: str) -> PlacedName:
    """A name about a point, turned; it fills a row of boxes."""
    wide = text_width(name, size, "fell-italic")
    text = Text(name, 0, size * 0.3, size, f"{cls} s-field", halo=4.4)
    a = math.radians(degrees)
    count = max(1, round(wide / (size * 0.8)))
    boxes = tuple(
        around((at[0] + math.cos(a) * w, at[1] + math.sin(a) * w), wide / count + 2, size * 0.85)
        for w in (wide * ((n + 0.5) / count - 0.5) for n in range(count))
    )
    return PlacedName(name, (ShapeGroup((text,), *at, round(degrees, 1)),), boxes)


def _hill_name(one: MapLine, place: CountryLayout, room: Room) -> list[PlacedName]:
    """Beside the crest of a range; below a round hill."""
    if len(one.course) > 1:
        return _along(one, terrain.course(one, place), place, room, "fell italic f-ink", 27.0, 40 * place.unit)
    return _under(one, place, room, "fell italic f-ink", 20.0, one.half / 100 * place.mile)


def _wood_name(one: MapLine, place: CountryLayout, room: Room) -> list[PlacedName]:
    loop = terrain.wood_loop(one, place)
    deep = (max(y for _, y in loop) - min(y for _, y in loop)) / 2
    return _under(one, place, room, "fell italic f-soft-ink", 22.0, deep)


def _under(one: MapLine, place: CountryLayout, room: Room, cls: str, size: float, deep: float) -> list[PlacedName]:
    """A name below something, above it, or upon it, within the field."""
    name = clean(one.name)
    size *= place.unit
    whole = terrain.course(one, place)
    (x, y), _ = whole.at(whole.length / 2)
    wide = text_width(name, size, "fell-italic")
    shown = place.shown.grown(-4)
    if not name or not shown.holds(around((x, y), 1, 1)):
        return []
    x = min(max(x, shown.left + wide / 2), shown.right - wide / 2)
    spots = [(x, y + deep + size * 0.6), (x, y - deep - size * 0.5), (x, y), (x + wide * 0.4, y + deep + size * 0.6),
             (x - wide * 0.4, y + deep + size * 0.6), (x + wide * 0.4, y - deep - size * 0.5),
             (x - wide * 0.4, y - deep - size * 0.5)]  # fmt: skip
    options = [turned(name, at, 0, size, cls) for at in spots]
    costs = [sum(room.cost(box) for box in option.boxes) + n * 2 for n, option in enumerate(options)]
    least = min(range(len(options)), key=lambda n: costs[n])
    if costs[least] > 320:
        return []
    for box in options[least].boxes:
        room.fill(box, NAME / 2)
    return [options[least]]


def clashes(names: tuple[PlacedName, ...]) -> list[tuple[str, str]]:
    """Names that cover one another."""
    return [
        (one.text, other.text) for n, one in enumerate(names) for other in names[n + 1 :]
        if any(a.overlap(b) > 12 for a in one.boxes for b in other.boxes)
    ]  # fmt: skip
