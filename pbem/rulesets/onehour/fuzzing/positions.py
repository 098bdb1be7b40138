"""What is played: battles of the shipped scenarios and random positions, by the number of the game."""

from collections.abc import Sequence
from typing import Any, get_args

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.fuzzing import Library, Setup
from pbem.engine.sightings import Sights
from pbem.engine.table.angles import ahead
from pbem.engine.table.contact import meets
from pbem.engine.table.edges import TableEdge, wholly_on
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot, point
from pbem.engine.table.rects import Rect
from pbem.rulesets.onehour.battle import TYPES, Battle, Switches, Unit, Woods
from pbem.rulesets.onehour.moving.fitting import at_pose, footprint
from pbem.rulesets.onehour.moving.ground import forbidden, town_end
from pbem.rulesets.onehour.scenario.reader import scenario

SCENARIOS = 6
"""One game of so many is a shipped scenario; they are long, and the random ones odder."""
HIDDEN = 30
"""In so many games of a hundred units are hidden."""
TRIES = 12
"""Places made up for a unit before it stays in its line."""
SIDES = ("south", "north")
AREAS = ("woods", "town", "marsh", "lake", "hill")


def setup(chance: Chance, number: int, library: Library[Battle]) -> Setup[Battle]:
    """A game by its number: a random position, or a scenario, set up by its players in some; half of the switches
    switched in half of those."""
    names = library.names()
    if number % SCENARIOS == 0 and names:
        battle = library.battle(chance.pick(names), "")
        if chance.odds(50):
            battle = replace(battle, switches=switched(battle, chance))
        if chance.odds(25) and all(one.zone for one in battle.armies):
            battle = _set_up_by_players(battle)
    else:
        battle = random_position(chance)
    wild = chance.odds(35)
    if chance.odds(HIDDEN):
        battle = replace(battle, sights=Sights(visibility=chance.pick((600, 1200, 2400, 3600))))
    return Setup(battle, battle.title, tuple(one.seat for one in battle.armies), wild=wild)


def _set_up_by_players(battle: Battle) -> Battle:
    """The same battle at the pace at which players set up."""
    units = {u: replace(one, state="to place") if one.on_table else one for u, one in battle.units.items()}
    return replace(battle, deploys=True, units=units)


def switched(battle: Battle, chance: Chance) -> Switches:
    """Everything that may be switched without moving a unit: woods where no unit would stand in a forbidden one."""
    woods: Sequence[Woods] = get_args(Woods)
    return replace(
        battle.switches, pikes=chance.odds(50), shoot_into_melee=chance.odds(50),
        road_bonus=Hundredths(chance.below(5) * 100), woods=chance.pick((battle.switches.woods, *woods)),
    )  # fmt: skip


# --- random positions -----------------------------------------------------------------------------------------------


def random_position(chance: Chance) -> Battle:
    """A few units of any sort, at odd angles on odd ground, near one another; made through the scenario reader."""
    wide, deep = 24 + 6 * chance.below(4), 24 + 6 * chance.below(4)
    points = chance.pick((0, 0, 0, 1, 2))
    spec: dict[str, Any] = {
        "rules": "onehour", "name": "random", "title": "A random position", "blurb": "Made by lot.",
        "turns": 4 + chance.below(6), "table": {"width": wide, "depth": deep}, "first": chance.pick((*SIDES, None)),
        "switches": {"woods": chance.pick(get_args(Woods)), "pikes": chance.odds(50),
                     "frontage": chance.pick((4, 4, 5, 6)), "depth": chance.pick((1, 2, 2, 3.5)),
                     "road_bonus": chance.pick((0, 3, 4.25)), "shoot_into_melee": chance.odds(70)},
        "terrain": _terrain(chance, wide, deep), "sides": [_side(chance, side, wide, deep) for side in SIDES],
        "objectives": _objectives(chance, wide, deep, points),
    }  # fmt: skip
    if points:
        spec["victory"] = {"by": "points", "unit": 1, "lead": 1 + chance.below(2)}
    if chance.odds(20):
        spec["exits"] = [{"name": "the way home", "edge": chance.pick(tuple(TableEdge)).value, "points": points}]
    pace = chance.pick(("turn", "turn", "turn", "set-up", "armies"))
    read = scenario(spec, {"pace": pace})
    while read.battle is None and (spec["terrain"] or pace != "turn"):
        if spec["terrain"]:
            spec["terrain"].pop()
        else:
            pace = "turn"
        read = scenario(spec, {"pace": pace})
    if read.battle is None:
        raise RuntimeError(f"the random position is refused: {read.faults}")
    return _scattered(read.battle, chance) if pace == "turn" else read.battle


def _objectives(chance: Chance, wide: int, deep: int, points: int) -> list[dict[str, Any]]:
    if chance.odds(40):
        return []
    areas = [
        {"name": f"place {n}", "at": [6 + chance.below(wide - 12), 6 + chance.below(deep - 12)], "within": 3}
        for n in range(1, 2 + chance.below(2))
    ]  # fmt: skip
    test = chance.pick(("end", "end", "turn", "at once"))
    return [{
        "name": "places", "areas": areas, "hold": chance.pick(("alone", "last")), "test": test,
        "from_turn": 3 if test != "end" else 1, "points": points,
    }]  # fmt: skip


def _side(chance: Chance, side: str, wide: int, deep: int) -> dict[str, Any]:
    """Two to six units in a line along its edge, some of which come later."""
    letter, y = side[0].upper(), 2 if side == "south" else deep - 2
    units: list[dict[str, Any]] = []
    for n in range(1, min(2 + chance.below(4), (wide - 1) // 7) + 1):
        kind = chance.pick(TYPES)
        unit: dict[str, Any] = {
            "id": f"{letter}{n:02d}", "name": f"unit {letter}{n}", "type": kind, "at": [7 * n - 3, y],
            "hits": chance.below(14) if chance.odds(30) else 0,
        }  # fmt: skip
        if kind in {"Infantry", "Reiters"} and chance.odds(35):
            unit["out_of_ammo"] = True
        if n > 1 and chance.odds(20):
            del unit["at"]
            edge = chance.pick((side, "east", "west"))
            unit["enters"] = {"turn": 1 + chance.below(4), "edge": edge, "secret": chance.odds(40)}
        units.append(unit)
    break_at = {"break_at": len(units)} if chance.odds(20) else {}
    low, high = (0, 6) if side == "south" else (deep - 6, deep)
    zone = [[0, low], [wide, low], [wide, high], [0, high]]
    return {"id": side, "name": side.title(), "letter": letter, "home": side, "units": units, "zone": zone, **break_at}


def _terrain(chance: Chance, wide: int, deep: int) -> list[dict[str, Any]]:
    """Odd shapes between the lines; sometimes a river with crossings, and a road."""
    found: list[dict[str, Any]] = []
    for n in range(chance.below(5)):
        kind = chance.pick(AREAS)
        found.append({"id": f"{kind}-{n}", "name": f"the {kind} {n}", "kind": kind, "shape": _blot(chance, wide, deep)})
    road = chance.odds(50)
    if chance.odds(35):
        found += _river(chance, wide, deep)
    if road:
        xs = [chance.below(wide + 1) for _ in range(3)]
        shape = [[xs[0], 0], [xs[1], deep / 2 + chance.below(5) - 2], [xs[2], deep]]
        found.append({"id": "road", "kind": "road", "name": "the old road", "shape": shape})
    return found


def _blot(chance: Chance, wide: int, deep: int) -> list[list[float]]:
    """A polygon, star-shaped about its middle and mostly concave."""
    corners = 3 + chance.below(6)
    x, y = 5 + chance.below(wide - 10), 9 + chance.below(max(1, deep - 18))
    found: list[list[float]] = []
    for n in range(corners):
        fx, fy = ahead(Tenths((3600 * n // corners + chance.below(300)) % 3600))
        far = (100 + chance.below(400)) / 100
        found.append([_held(x + fx * far, wide), max(4.5, min(deep - 4.5, round(y + fy * far, 2)))])
    return found


def _held(value: float, most: int) -> float:
    return max(0.0, min(float(most), round(value, 2)))


def _river(chance: Chance, wide: int, deep: int) -> list[dict[str, Any]]:
    """A band from west to east, with up to three crossings laid over it."""
    bends = [0.0, wide / 3, 2 * wide / 3, float(wide)]
    north = [deep / 2 + chance.below(500) / 100 for _ in bends]
    width = 1 + chance.below(200) / 100
    upper = [[round(x, 2), round(y, 2)] for x, y in zip(bends, north, strict=True)]
    lower = [[x, round(y - width, 2)] for x, y in reversed(upper)]
    found: list[dict[str, Any]] = [{"id": "river", "name": "the river", "kind": "river", "shape": [*upper, *lower]}]
    for n, x in enumerate(chance.mixed([bends[1], bends[2]])[: 1 + chance.below(2)]):
        y = upper[bends.index(x)][1] - width / 2
        middle = [round(x, 2), round(y, 2)]
        found.append({
            "id": f"ford-{n}", "name": f"ford {n}", "kind": "crossing", "over": "river", "at": middle,
            "bearing": chance.below(41) - 20, "width": 2,
        })  # fmt: skip
    return found


def _scattered(battle: Battle, chance: Chance) -> Battle:
    """Units moved about: anywhere that is lawful, near the middle and at any angle."""
    units = dict(battle.units)
    for unit in list(units.values()):
        if not unit.on_table or chance.odds(25):
            continue
        for _ in range(TRIES):
            low = battle.table.depth // 5
            x, y = chance.below(battle.table.width), low + chance.below(3 * battle.table.depth // 5)
            moved = replace(unit, pose=Pose(Spot(Hundredths(x), Hundredths(y)), Tenths(chance.below(3600))))
            if _stands(battle, moved, [footprint(one) for one in units.values() if one.on_table and one.id != unit.id]):
                units[unit.id] = moved
                break
    return replace(battle, units=units)


def _stands(battle: Battle, unit: Unit, others: list[Rect]) -> bool:
    place = at_pose(unit, unit.pose)
    return (
        wholly_on(battle.table, place)
        and not any(meets(place, one) for one in others)
        and not forbidden(battle, unit.type, place)
        and not town_end(battle, unit.type, point(unit.pose.at))
    )
