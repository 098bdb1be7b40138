"""Battles that a campaign calls, as scenario files of Armatys' rules, and what came of them as men (CA-13).

A unit is 800 foot, 300 horse or 200 dragoons at 25 men to a figure, a model gun four pieces; both sides' units are made
larger or smaller alike, so that neither has more than sixteen.  Class A is veteran and good, B trained and average,
C raw and poor; without bread one class lower (CA-Q33).
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from pbem.engine.called import BattleResult, BattleSpec, TakesBattles
from pbem.engine.fielding import CLASSES, Arm, ArrayedUnit, UnitFate, came_of, fielded
from pbem.engine.table.scenario.calling import (
    BREAKS,
    MEN,
    TENTHS_AN_INCH,
    ArrayedSide,
    TableArray,
    UnitSheet,
    arrayed_sides,
    commanders,
    file_head,
    ground_with,
    works_of,
)
from pbem.engine.table.scenario.drawing_up import LinesSpec
from pbem.rulesets.armatys.reporting.teller import outcome
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.tables import BASES

USUAL: Mapping[Arm, int] = {"foot": 800, "horse": 300, "dragoons": 200, "guns": 4}
"""Men of a unit; pieces of a gun."""
MOST = 16
"""Units a side."""
LEAST_FIGURES = 4
ABILITY = ("veteran", "trained", "raw")
MORALE = ("good", "average", "poor")
"""Of the classes A, B, C."""
CHARGING = ("FAS", "GEN", "MAA", "DEM")
"""Horse that charges home: one less is required of it."""
SHOT = ("SHO", "SK")
"""Foot without pikes."""
POINTS: Mapping[Arm, int] = {"foot": 2, "horse": 2, "dragoons": 1, "guns": 1}
NORTH = LinesSpec(north=True, gap=60, first=1100, apart=350)


def scenario_of(spec: BattleSpec, ground: Mapping[str, Any]) -> Mapping[str, Any]:
    """A called battle on its ground as a scenario file.  Raises NotTaken where a side has no unit to field."""
    there, table = fielded(spec, USUAL, MOST), ground["table"]
    how = TableArray("bound", NORTH, lambda body: _troops(body, there.scale), _width)
    sides = [*arrayed_sides(spec, there, table, how)]
    return {
        **file_head(spec, "armatys", how.turn, there.scale),
        **ground_with(ground, works_of(spec, there, table, how, "wall")),  # AR-ter-15
        "sides": [_side(one) for one in sides],
        "commanders": [who for one in sides for who in commanders(one, _generals(one))],
    }


def _side(one: ArrayedSide) -> dict[str, Any]:
    points = sum(POINTS[body.arm] for body in one.bodies)
    return {
        **one.head, "break_at": max(1, points * BREAKS // 100),
        "batteries": {str(body.code): POINTS["guns"] for body in one.bodies if body.arm == "guns"},
        "units": one.units, "generals": _generals(one),
    }  # fmt: skip


def _generals(one: ArrayedSide) -> list[dict[str, Any]]:
    """The first commanders behind the lines; where all troops are to come, one with the first of them."""
    if not one.commanders:
        return [{"id": f"{one.letter}G1", "name": one.first_commander, "comes_with": one.bodies[0].code}]
    return [{"id": f"{one.letter}G{n}", "name": name, "at": [x, y]} for n, (name, x, y) in enumerate(one.commanders, 1)]


def _troops(body: ArrayedUnit, scale: int) -> UnitSheet:
    """A body as a unit, without its place."""
    at = CLASSES.index(body.rating)
    unit: UnitSheet = {"id": body.code, "name": body.chief.name, "ability": ABILITY[at], "morale": MORALE[at]}
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
