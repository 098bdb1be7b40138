"""The map of a scenario file: hexes, terrain, who may not enter it, named places."""

from typing import get_args

import msgspec

from pbem.engine.hexes import SIDE_HOURS, Hex, from_label, from_side_hour, key, label
from pbem.engine.spec import inside, unknown
from pbem.rulesets.snaphance.scenario.file import Board, CrossingSpec, DefenceSpec, File, Place
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.state.battle import Battle, Category, Crossing, Defence, NamedPlace, Terrain, on_board

WATER = "water"
"""Deep water: impassable, and drawn as what it is."""


def read_terrain(got: ScenarioParts, file: File) -> None:
    """What lies in each hex that is not open, and which categories may not enter it."""
    kinds = [kind for kind in get_args(Terrain) if kind != "open"]
    unknown(file.terrain, (*kinds, WATER), "terrain", got.faults)
    for kind in (*kinds, WATER):
        for here in read_hexes(got, file.terrain.get(kind, []), f"terrain.{kind}"):
            if key(here) in got.ground:
                got.fault(f"terrain.{kind}", f"{label(here)} is {got.ground[key(here)]} already: name it once")
            got.ground[key(here)] = "impassable" if kind == WATER else kind
            if kind == WATER:
                got.water.append(here)
    unknown(file.no_entry, kinds, "no_entry", got.faults)
    for kind in kinds:
        if kind in file.no_entry:
            try:
                got.no_entry[kind] = msgspec.convert(file.no_entry[kind], tuple[Category, ...])
            except msgspec.ValidationError:
                got.fault(f"no_entry.{kind}", f"a list of categories out of {', '.join(get_args(Category))}")


def read_hexes(got: ScenarioParts, labels: object, where: str) -> list[Hex]:
    """A list of labels as hexes; those that are none, or off the board, are faults and left out."""
    if not isinstance(labels, list | tuple):
        got.fault(where, "expected a list of hexes: [0605, 0705]")
        return []
    found = (read_hex(got, text, inside(where, i)) for i, text in enumerate(labels))
    return [here for here in found if here is not None]


def read_hex(got: ScenarioParts, text: object, where: str) -> Hex | None:
    """A label as a hex on the board; None with a fault when it is none."""
    try:
        here = from_label(f"{text:04d}" if isinstance(text, int) else str(text))
    except ValueError as fault:
        got.fault(where, str(fault))
        return None
    if is_on_map(got, here):
        return here
    last = f"{got.board.columns:02d}{got.board.rows:02d}"
    got.fault(where, f"{text} is off the board, which goes from 0101 to {last}")
    return None


def read_crossings(got: ScenarioParts, file: File) -> tuple[Crossing, ...]:
    """Bridges: hexes that only so many stands may step into in a round."""
    found: list[Crossing] = []
    for spec, where in got.items(CrossingSpec, file.crossings, "crossings"):
        here = read_hex(got, spec.hex, inside(where, "hex"))
        if here is None:
            continue
        if spec.stands_a_round < 1:
            got.fault(where, "one stand a round at least; or make the hex impassable", "stands_a_round")
        if got.ground.get(key(here)) == "impassable":
            got.fault(where, f"{label(here)} is impassable: nobody can cross there", "hex")
        if here in {one.hex for one in found}:
            got.fault(where, f"{label(here)} is a crossing already", "hex")
        found.append(Crossing(here, spec.stands_a_round))
    return tuple(found)


def read_defences(got: ScenarioParts, file: File) -> tuple[Defence, ...]:
    """Walls, hedges, wagons: the sides of a hex behind which who stands there is protected."""
    found: list[Defence] = []
    for spec, where in got.items(DefenceSpec, file.defences, "defences"):
        here = read_hex(got, spec.hex, inside(where, "hex"))
        if here is None:
            continue
        if here in {one.hex for one in found}:
            got.fault(where, f"{label(here)} has its defences already: name all its sides together", "hex")
        found.append(Defence(here, _sides(got, spec, inside(where, "sides")), spec.prepared))
    return tuple(found)


def _sides(got: ScenarioParts, spec: DefenceSpec, where: str) -> tuple[int, ...]:
    """Directions of the sides."""
    directions: list[int] = []
    for i, clock in enumerate(SIDE_HOURS if spec.sides == "all" else spec.sides):
        try:
            directions.append(from_side_hour(clock))
        except ValueError as fault:
            got.fault(where, str(fault), i)
    if not spec.sides:
        got.fault(where, "a defence has one side at least: sides: [11, 1], or all")
    return tuple(sorted(set(directions)))


def is_on_map(got: ScenarioParts, here: Hex) -> bool:
    """Whether the board has that hex."""
    return on_board(_empty(got.board), here)


def may_stand(got: ScenarioParts, category: Category, here: Hex) -> bool:
    """Whether the ground of a hex lets a category in."""
    ground = got.ground.get(key(here), "open")
    return ground != "impassable" and category not in got.no_entry.get(ground, ())


def read_places(got: ScenarioParts, file: File) -> tuple[NamedPlace, ...]:
    """Names on the map."""
    return tuple(
        NamedPlace(place.name, tuple(read_hexes(got, place.hexes, inside(where, "hexes"))), place.road)
        for place, where in got.items(Place, file.places, "places")
    )


def _empty(board: Board) -> Battle:
    """A board with nothing on it."""
    return Battle(
        title="",
        year=0,
        columns=board.columns,
        rows=board.rows,
        types={},
        armies=(),
        groups={},
        stands={},
        commanders={},
    )
