"""Battles that a campaign calls, as scenario files of Armatys' rules, and what came of them as men (CA-13).

A unit is 800 foot, 300 horse or 200 dragoons at 25 men to a figure, a model gun four pieces; both sides' units are made
larger or smaller alike, so that neither has more than sixteen.  Class A is veteran and good, B trained and average,
C raw and poor; without bread one class lower (CA-Q33).
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from pbem.engine.called import BattleResult, BattleSpec, CalledSide, TakesBattles
from pbem.engine.fielding import CLASSES, Arm, Arrayed, ArrayedUnit, UnitFate, came_of, fielded
from pbem.engine.ids import Side, StandId
from pbem.engine.table.scenario.drawing_up import (
    DrawnUp,
    LinesSpec,
    drawn_up,
    drawn_up_by_rounds,
    front_of_foot,
    spread,
    y_of,
)
from pbem.rulesets.armatys.reporting.teller import outcome
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.tables import BASES

USUAL: Mapping[Arm, int] = {"foot": 800, "horse": 300, "dragoons": 200, "guns": 4}
"""Men of a unit; pieces of a gun."""
MOST = 16
"""Units a side."""
MEN = 25
"""A figure stands for so many."""
LEAST_FIGURES = 4
BOUNDS = 12
BREAKS = 40
"""Of an army's points, in a hundred."""
ABILITY = ("veteran", "trained", "raw")
MORALE = ("good", "average", "poor")
"""Of the classes A, B, C."""
CHARGING = ("FAS", "GEN", "MAA", "DEM")
"""Horse that charges home: one less is required of it."""
SHOT = ("SHO", "SK")
"""Foot without pikes."""
POINTS: Mapping[Arm, int] = {"foot": 2, "horse": 2, "dragoons": 1, "guns": 1}
TENTHS_AN_INCH = 254
"""Tenths of a millimetre."""
NORTH = LinesSpec(north=True, gap=60, first=1100, apart=350)
SOUTH = replace(NORTH, north=False)
WALL_AHEAD = 25
"""Of the foot in works, in hundredths of an inch (AR-G23)."""
BEHIND = 300
"""The generals behind the front of the last line, in hundredths of an inch."""
MOST_GENERALS = 3


def scenario_of(spec: BattleSpec, ground: Mapping[str, Any]) -> Mapping[str, Any]:
    """A called battle on its ground as a scenario file.  Raises NotTaken where a side has no unit to field."""
    there = fielded(spec, USUAL, MOST)
    defends = spec.holder or spec.sides[1].side
    works = _works(there, defends, ground["table"]) if spec.storm else []
    return {
        "rules": "armatys", "name": f"battle-{spec.number}", "title": spec.title,
        "blurb": f"{spec.title}, in the {spec.hour}: {spec.ground}.", "bounds": BOUNDS, "men": MEN * there.scale // 100,
        "victory": {"by": "margin", "drawn_below": 10, "clear_from": 25, "decisive_over": 40},
        **{key: value for key, value in ground.items() if key != "army_list"},
        "terrain": [*ground.get("terrain", []), *works],
        "sides": [_side(side, there, ground["table"], north=side.side == defends) for side in spec.sides],
    }  # fmt: skip


def _side(side: CalledSide, there: Arrayed, table: Mapping[str, Any], *, north: bool) -> dict[str, Any]:
    bodies = there.bodies[side.side]
    edge, lines = ("north", NORTH) if north else ("south", SOUTH)
    made = [(one, _troops(one, there.scale)) for one in bodies]
    places = drawn_up_by_rounds(bodies, _widths(bodies, there.scale), table, lines)
    units = [{**troops, **_place(one, places[one.code], edge)} for one, troops in made]
    points = sum(POINTS[one.arm] for one in bodies)
    return {
        "id": side.side, "name": side.name, "letter": str(bodies[0].code)[0], "home": edge,
        "break_at": max(1, points * BREAKS // 100),
        "batteries": {str(one.code): POINTS["guns"] for one in bodies if one.arm == "guns"},
        "units": units, "generals": _generals(side, bodies, places, table, lines),
    }  # fmt: skip


def _widths(bodies: tuple[ArrayedUnit, ...], scale: int) -> Mapping[StandId, int]:
    return {one.code: _width(_troops(one, scale)) for one in bodies}


def _works(there: Arrayed, defends: Side, table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The works that are stormed: a wall before the foot of the holder's first line.  Rules: CA-Q34, AR-ter-15."""
    bodies = [one for one in there.bodies[defends] if not one.chief.arrives]
    widths = _widths(tuple(bodies), there.scale)
    front = front_of_foot(bodies, widths, drawn_up(bodies, widths, table, NORTH), ahead=WALL_AHEAD)
    if front is None:
        return []
    west, east, y = front
    shape = [[west, y], [east, y]]
    return [{"id": "works", "kind": "wall", "name": "the works", "shape": shape}]


def _troops(body: ArrayedUnit, scale: int) -> dict[str, Any]:
    """A body as a unit, without its place."""
    at = CLASSES.index(body.rating)
    unit: dict[str, Any] = {"id": body.code, "name": body.chief.name, "ability": ABILITY[at], "morale": MORALE[at]}
    if body.arm == "guns":
        return {**unit, "kind": "artillery", "gun": "medium", "battery": str(body.code)}
    unit["points"] = POINTS[body.arm]
    figures = max(LEAST_FIGURES, body.men * 100 // (MEN * scale))
    if body.arm == "foot":
        return {**unit, "kind": "foot", "rows": rows_of_foot(figures, pikes=body.chief.type not in SHOT)}
    if body.arm == "dragoons":
        return {**unit, "kind": "dragoons", "rows": _rows("D", figures, 2)}
    armour = {"H": "full" if body.chief.type == "CUI" else "partly"}
    home = {"charge_modifier": -1} if body.chief.type in CHARGING and body.rating == "A" else {}
    return {**unit, "kind": "horse", "rows": _rows("H", figures, 2), "armour": armour, "pistols": True, **home}


def rows_of_foot(figures: int, *, pikes: bool) -> list[str]:
    """Foot in three rows, a third of each row pikes in the middle; without pikes in two."""
    if not pikes:
        return _rows("M", figures, 2)
    return [_mixed(len(row)) for row in _rows("M", figures, 3)]


def _mixed(files: int) -> str:
    pikes = files // 3
    left = (files - pikes + 1) // 2
    return "M" * left + "P" * pikes + "M" * (files - pikes - left)


def _rows(letter: str, figures: int, count: int) -> list[str]:
    """So many rows, the front ones full."""
    wide = -(-figures // count)
    lengths = [min(wide, figures - wide * n) for n in range(count)]
    return [letter * length for length in lengths if length > 0]


def _width(unit: Mapping[str, Any]) -> int:
    """The breadth of a unit in hundredths of an inch (AR-gen-5)."""
    base = "gun" if "gun" in unit else "infantry" if unit["kind"] == "foot" else "cavalry"
    files = len(unit["rows"][0]) if "rows" in unit else 1
    return -(-files * BASES[base][0] * 100 // TENTHS_AN_INCH)


def _place(body: ArrayedUnit, at: DrawnUp, edge: str) -> dict[str, Any]:
    if body.chief.arrives:
        return {"enters": {"bound": body.chief.arrives + 1, "edge": edge, "at": at.x}}
    return {"at": [at.x, at.y]}


def _generals(
    side: CalledSide,
    bodies: tuple[ArrayedUnit, ...],
    places: Mapping[StandId, DrawnUp],
    table: Mapping[str, Any],
    lines: LinesSpec,
) -> list[dict[str, Any]]:
    """The first commanders of the side, behind its lines; those whose troops are all to come, with one of them."""
    letter = str(bodies[0].code)[0]
    there = [one for one in bodies if not one.chief.arrives]
    names = list(side.leaders[:MOST_GENERALS]) or [f"the commander of {side.name}"]
    if not there:
        return [{"id": f"{letter}G1", "name": names[0], "comes_with": bodies[0].code}]
    last = max(places[one.code].line for one in there)
    y = y_of(table, lines, last, BEHIND)
    return [
        {"id": f"{letter}G{n}", "name": name, "at": [x, y]}
        for n, (name, x) in enumerate(zip(names, spread(table, len(names)), strict=True), 1)
    ]


# --- what came of it ------------------------------------------------------------------------------------------------


def result_of(spec: BattleSpec, battle: Battle) -> BattleResult:
    """Units as men; generals who fell or were taken."""
    gone = [one.name for one in battle.generals.values() if one.status in {"dead", "captured"}]
    return came_of(spec, fielded(spec, USUAL, MOST), outcome(battle), gone, partial(_fate, battle))


def _fate(battle: Battle, beaten: bool, body: ArrayedUnit) -> UnitFate:
    """Gone from the table, or broken at the end in an army that is beaten: destroyed; else by figures lost."""
    unit = battle.units.get(body.code)
    if unit is None:
        return UnitFate(away=True) if body.code in battle.to_come else UnitFate(destroyed=True)
    if unit.gun is not None:
        return UnitFate(destroyed=unit.status == "abandoned" or beaten)
    return UnitFate(
        destroyed=unit.state == "broken" and beaten, gone=unit.start_figures - unit.figures, of=unit.start_figures
    )


TAKES = TakesBattles(scenario=scenario_of, result=result_of)
"""As the value of the rule set has it."""
