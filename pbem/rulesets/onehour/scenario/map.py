"""The ground of a scenario file: table, switches, terrain (OH-G8, catalogue section 2)."""

import re

from msgspec.structs import replace

from pbem.engine.spec import inside, read
from pbem.engine.table import areas, edges
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.table.places import point
from pbem.engine.table.shapes import crossing, polygon
from pbem.rulesets.onehour.battle import Feature, Switches
from pbem.rulesets.onehour.scenario.file import FeatureSpec, File, SwitchSpec, TableSpec
from pbem.rulesets.onehour.scenario.reading import Reading, area, bearing, length, spot, way
from pbem.rulesets.onehour.tables import FRONTAGE

LEAST_TABLE, GREATEST_TABLE = Hundredths(1200), Hundredths(12000)
LEAST_DEPTH = Hundredths(100)
"""OH-Q2."""
LONGEST_BONUS = Hundredths(1200)
CROSSING_WIDTH = 2
"""In inches, as it would be written (OH-G8)."""
BEYOND_BANKS, NARROWEST = Hundredths(200), Hundredths(50)


def read_table(got: Reading, file: File) -> None:
    """Its size: 12 to 120 inches either way."""
    spec = read(TableSpec, file.table, "table", got.faults)
    if spec is None:
        return
    width, depth = length(got, spec.width, "table.width"), length(got, spec.depth, "table.depth")
    for name, found in (("width", width), ("depth", depth)):
        if not LEAST_TABLE <= found <= GREATEST_TABLE:
            got.faults.add(inside("table", name), "a table is 12 to 120 inches either way, and 36 as a rule")
            return
    got.table = edges.Table(width, depth)


def read_switches(got: Reading, file: File) -> None:
    """What the battle plays otherwise."""
    spec = read(SwitchSpec, file.switches, "switches", got.faults)
    if spec is None:
        return
    bonus = length(got, spec.road_bonus, "switches.road_bonus")
    if bonus > LONGEST_BONUS:
        got.faults.add("switches.road_bonus", "more than 12 inches: write 3, or 0 for none (OH-R-terr-5)")
    frontage = read_frontage(got, spec.frontage, "switches.frontage")
    got.switches = Switches(
        woods=spec.woods,
        pikes=spec.pikes,
        road_bonus=bonus,
        frontage=frontage,
        depth=read_depth(got, spec.depth, frontage, "switches.depth"),
        shoot_into_melee=spec.shoot_into_melee,
    )


def read_frontage(got: Reading, number: float, where: str) -> Hundredths:
    """The width of a unit: 4 to 6 inches (OH-unit-2)."""
    found = length(got, number, where)
    least, greatest = FRONTAGE
    if not least <= found <= greatest:
        limits = f"{say_inches(least)} to {say_inches(greatest)}"
        got.faults.add(where, f"a unit is {limits} inches wide (OH-unit-2)")
        return least
    return found


def read_depth(got: Reading, number: float, frontage: Hundredths, where: str) -> Hundredths:
    """The depth of a unit: from 1 inch up to its width (OH-Q2)."""
    found = length(got, number, where)
    if not LEAST_DEPTH <= found <= frontage:
        got.faults.add(where, f"a unit is 1 to {say_inches(frontage)} inches deep: no deeper than wide (OH-Q2)")
        return LEAST_DEPTH
    return found


def read_terrain(got: Reading, file: File) -> None:
    """All features, in the order of the file; a crossing may name a river that comes after it."""
    specs: list[tuple[FeatureSpec, str]] = []
    for i, value in enumerate(file.terrain):
        where = f"terrain[{i}]"
        spec = read(FeatureSpec, value, where, got.faults)
        if spec is not None:
            _check_names(got, spec, where)
            specs.append((spec, where))
    laid = [(spec, where) for spec, where in specs if spec.over is not None]
    for spec, where in specs:
        if spec.over is None:
            _shape(got, spec, where)
    for spec, where in laid:
        _crossing(got, spec, where)
    got.unsound = tuple(one.id for one in got.features.values() if not one.shape)
    got.features = {one.id: one for one in got.features.values() if one.shape}
    _warn_of_water(got)


def _check_names(got: Reading, spec: FeatureSpec, where: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9-]*", spec.id):
        got.faults.add(inside(where, "id"), f"{spec.id!r} is no id: small letters, digits and hyphens: west-wood")
    if spec.id in got.features:
        got.faults.add(inside(where, "id"), f"there is a piece of terrain {spec.id} already")
    named = [one.id for one in got.features.values() if spec.name and one.name.lower() == spec.name.lower()]
    if named:
        got.faults.add(inside(where, "name"), f"{named[0]} has that name already, and orders go by names")
    got.features.setdefault(spec.id, Feature(id=spec.id, kind=spec.kind, shape=(), name=spec.name, drawn=spec.drawn))


def _shape(got: Reading, spec: FeatureSpec, where: str) -> None:
    """A feature by its own corners or points."""
    for key, value in (("at", spec.at), ("bearing", spec.bearing), ("width", spec.width)):
        if value is not None:
            got.faults.add(inside(where, key), f"{key!r} is for a crossing that is laid 'over' a river")
    if spec.shape is None:
        more = ", or 'over', 'at' and 'bearing'" if spec.kind == "crossing" else ""
        got.faults.add(where, f"'shape' is missing: a list of places, [[x, y], ...]{more}")
        return
    places = inside(where, "shape")
    shape = way(got, spec.shape, places) if spec.kind == "road" else area(got, spec.shape, places)
    got.features[spec.id] = replace(got.features[spec.id], shape=shape)


def _crossing(got: Reading, spec: FeatureSpec, where: str) -> None:
    """A bridge or ford laid across a river (OH-G8)."""
    if spec.kind != "crossing":
        got.faults.add(inside(where, "over"), f"'over' is for a crossing, and this is a {spec.kind}")
        return
    if spec.shape is not None:
        got.faults.add(inside(where, "shape"), "a crossing has a shape of its own, or is laid 'over' a river: not both")
    if spec.at is None:
        got.faults.add(where, "'at' is missing: a place in the river where it is crossed, [x, y]")
        return
    rivers = {one.id: one for one in got.features.values() if one.kind == "river"}
    if spec.over not in rivers:
        there = f"there are: {', '.join(rivers)}" if rivers else "there is none"
        got.faults.add(inside(where, "over"), f"{spec.over!r} is no river; {there}")
        return
    middle = spot(got, spec.at, inside(where, "at"))
    wide = length(got, CROSSING_WIDTH if spec.width is None else spec.width, inside(where, "width"), NARROWEST)
    along = bearing(got, 0 if spec.bearing is None else spec.bearing, inside(where, "bearing"))
    river = rivers[spec.over].shape
    if not river:
        return
    try:
        shape = crossing(polygon(river), middle, along, wide, BEYOND_BANKS)
    except ValueError as fault:
        got.faults.add(inside(where, "at"), str(fault))
        return
    got.features[spec.id] = replace(got.features[spec.id], shape=shape)


def _warn_of_water(got: Reading) -> None:
    """A river without a crossing is a wall (OH-R-terr-4); a crossing that touches no river crosses nothing."""
    rivers = [one for one in got.features.values() if one.kind == "river"]
    crossings = [one for one in got.features.values() if one.kind == "crossing"]
    for river in rivers:
        if not any(_meet(one, river) for one in crossings):
            got.warnings.add("terrain", f"nobody can cross {river.name or river.id}: it has no bridge and no ford")
    for one in crossings:
        if not any(_meet(one, river) for river in rivers):
            got.warnings.add("terrain", f"{one.name or one.id} crosses no river")


def _meet(one: Feature, river: Feature) -> bool:
    """Whether a crossing shares ground with a river."""
    band, corners = polygon(river.shape), [point(corner) for corner in one.shape]
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return any(areas.crosses(a, b, band) for a, b in sides)
