"""What the signs of a country mean, those it shows alone."""

from collections.abc import Callable
from typing import Final

from pbem.engine.countrychart import CountryChart, Flag, MapPlace, RoadMarch
from pbem.engine.mapstyle import SideLook
from pbem.reports.maps import key
from pbem.reports.maps.country import flags, marches, towns, ways
from pbem.reports.maps.country.layout import CountryLayout, CountryWindow
from pbem.reports.maps.country.overlay import CountryOverlay
from pbem.reports.maps.key import KeyEntry
from pbem.reports.maps.shapes import Path, Point, Shape, ShapeGroup, SvgRect, clean, dot, polyline

_ROOM: Final = 92.0
_PLAIN: Final = CountryLayout(
    CountryWindow(0, 0, 1, 1), 1.0, 1.0, (0, 0), 0, 0, SvgRect(0, 0, 0, 0), SvgRect(0, 0, 0, 0), whole=True
)
"""A layout by which single signs are drawn about the origin."""


def legend(chart: CountryChart, place: CountryLayout, over: CountryOverlay) -> tuple[list[Shape], float]:
    """The shapes, and where the sheet ends."""
    left, right, y = place.frame.left, place.frame.right, place.bottom + 16
    entries = [[*_forces(chart, over)], [*_places(chart)], [*_roads(chart)]]
    columns, rows = key.columns_within([group for group in entries if group], right - left)
    shapes = [*key.rule(left, right, y), *key.set_out(columns, (left, y + 38), right - left)]
    return shapes, y + 62 + (rows - 1) * key.PITCH


def _at(shapes: list[Shape]) -> Callable[[Point], list[Shape]]:
    return lambda at: [ShapeGroup(tuple(shapes), *at)]


def _forces(chart: CountryChart, over: CountryOverlay) -> list[KeyEntry]:
    found = []
    seen: set[tuple[SideLook, str]] = set()
    words = {
        "own": "force, thousands of men", "dispatch": "as its last dispatch says",
        "seen": "seen, of such a number", "body": "troops seen, number unknown",
    }  # fmt: skip
    for one in over.flags:
        flag = one.flag
        grade = "old" if flag.grade in {"seen", "body"} and flag.age >= 2 else flag.grade
        if (flag.look, grade) in seen or len(seen) > 6:
            continue
        seen.add((flag.look, grade))
        told = words.get(grade, "seen days ago")
        if grade == "own":
            told = f"{next((clean(side.name) for side in chart.sides if side.look == flag.look), '')}: {told}"
        found.append(KeyEntry(_ROOM, _flag_icon(flag), told))
    for kind, words_of in (("moved", "marched"), ("ordered", "ordered, a stroke each half-day")):
        march = next((one for one in chart.marches if one.kind == kind), None)
        if march is not None:
            some = RoadMarch(march.kind, march.look, "", ((-4200, 1200 * (-1 if kind == "ordered" else 1)),
                             (4200, 1200 * (-1 if kind == "ordered" else 1))))  # fmt: skip
            found.append(KeyEntry(_ROOM, _at(marches.drawn(some, _PLAIN)), words_of))
    return found


def _flag_icon(flag: Flag) -> Callable[[Point], list[Shape]]:
    wide = flags.cut_of(flag, 0.84).all
    cloth = SvgRect(-wide / 2, -16, wide / 2, -16 + flags.HIGH * 0.84)
    one = flags.PlacedFlag(flag, (-wide / 2, 16), (-wide / 2, -16), cloth, (0, 0))
    plain = _PLAIN._replace(unit=0.84)
    return _at([*flags.pole(one, plain), *flags.cloth(one, plain)])


def _places(chart: CountryChart) -> list[KeyEntry]:
    found = []
    shown = {one.stronghold for one in chart.places} | {one.site for one in chart.places}
    for sign, site, hold, words in (
        ("city", "city", "walls", "city with works"), ("town", "town", "", "market town"),
        ("castle", "town", "castle", "castle"), ("house", "village", "house", "fortified house"),
        ("bridge", "village", "bridge", "bridge held"), ("village", "village", "", "village"),
    ):  # fmt: skip
        if sign not in shown:
            continue
        one = MapPlace(id="", name="", at=(0, 3000), site=site, stronghold=hold)  # type: ignore[arg-type]  # of the words
        view = towns.view_of(one, _PLAIN)
        found.append(KeyEntry(_ROOM, _at(view.shapes if view else []), words))
    if any(one.magazine for one in chart.places):
        ring = Path(dot((0, 0), towns.MAGAZINE), "s-works", 2.4, "3.2,3.4")
        found.append(KeyEntry(_ROOM, _at([ring]), "magazine"))
    for side in chart.sides:
        holder = MapPlace(id="", name="", at=(0, 0), held=side.look)
        if any(one.held == side.look for one in chart.places):
            found.append(KeyEntry(_ROOM, _at(towns.holder_sign(holder, _PLAIN)), f"held by {clean(side.name)}"))
    if any(one.held is None and one.site not in {"box", "exit"} for one in chart.places):
        neither = towns.holder_sign(MapPlace(id="", name="", at=(0, 0)), _PLAIN)
        found.append(KeyEntry(_ROOM, _at(neither), "held by neither"))
    return found


def _roads(chart: CountryChart) -> list[KeyEntry]:
    line = polyline(((-38, 0), (38, 0)))
    found = []
    if any(one.great for one in chart.roads):
        found.append(KeyEntry(_ROOM, _at([Path(line, "s-road-line", 6.2), Path(line, "s-road-fill", 3)]), "great road"))
    beads = dot((-12, 0), 4.3) + dot((14, 0), 4.3)
    found.append(
        KeyEntry(_ROOM, _at([Path(line, "s-road-line", 2.6), Path(beads, "f-road-line s-page", 1.4)]),
                 "road; a bead each half-day")
    )  # fmt: skip
    if any(one.bridge for one in chart.roads):
        bridge = Path(ways.BRIDGE, "s-ink", 2.2)
        found.append(KeyEntry(_ROOM, _at([bridge]), "bridge that can be broken"))
    if any(one.broken for one in chart.roads):
        found.append(KeyEntry(_ROOM, _at([Path(ways.BROKEN, "s-ink", 2.2)]), "broken bridge"))
    return found
