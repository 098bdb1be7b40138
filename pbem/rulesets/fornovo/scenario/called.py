"""Battles that a campaign calls, as scenario files of these rules, and what came of them as men (CA-13).

A unit is 800 foot, 300 horse or 200 dragoons at 25 men to a figure, a model gun four pieces; both sides' units are made
larger or smaller alike, so that neither has more than a dozen.  Class A is Grade B, B is C, C is D; without bread one
class lower (CA-Q38).
"""

from collections.abc import Mapping, Sequence
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
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.reporting.teller import outcome
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.units import losses as figures_lost
from pbem.rulesets.fornovo.state.units import shattered

USUAL: Mapping[Arm, int] = {"foot": 800, "horse": 300, "dragoons": 200, "guns": 8}
"""Men of a unit; pieces of a battery."""
MOST = 12
"""Units a side."""
PIECES = 4
"""A model gun stands for so many."""
GUNNERS = 4
"""To a model gun."""
SCALE: t.FigureScale = 15
GRADES: tuple[t.Grade, ...] = ("B", "C", "D")
"""Of the classes A, B, C."""
HORSE: Mapping[str, dict[str, Any]] = {
    "GEN": {"armour": "A", "melee": "heavy_lance", "barded": True},
    "MAA": {"armour": "H", "melee": "heavy_lance"},
    "DEM": {"armour": "M", "melee": "heavy_lance"},
    "REI": {"armour": "H", "missile": "pistol", "charge": "trot"},
    "CUI": {"armour": "H", "missile": "pistol", "charge": "trot"},
    "MIL": {"armour": "H", "missile": "pistol"},
    "FAS": {"armour": "M", "missile": "pistol"},
    "LC": {"armour": "L", "missile": "arquebus", "order": "skirmish"},
    "CRO": {"armour": "L", "missile": "arquebus", "order": "skirmish"},
}
"""By types of the common army list; what has no word for it charges at the gallop."""
TROTTERS: Mapping[str, Any] = {"armour": "M", "missile": "pistol", "charge": "trot"}
"""Any other horse."""
PIKES = ("SWI", "LAN", "IPK")
SHOT = ("SHO", "SK")
"""Foot without pikes."""
WIDE_SLEEVES = 1580
"""FS-2.14e: before that year a sleeve is at most three wide, and no more than half of a unit are shot."""
WIDEST = 14
"""Figures, beyond which a unit stands a rank deeper."""
DEEP = 3
"""Ranks of foot (FS-2.1b)."""
NORTH = LinesSpec(north=True, gap=80, first=1300, apart=400)
HEAVY = 3
"""The level from which works are heavy."""


def scenario_of(spec: BattleSpec, ground: Mapping[str, Any]) -> Mapping[str, Any]:
    """A called battle on its ground as a scenario file.  Raises NotTaken where a side has no unit to field."""
    there, table, year = fielded(spec, USUAL, MOST), ground["table"], int(spec.date.split()[-1])
    how = TableArray("turn", NORTH, lambda body: _troops(body, there.scale, year), _width)
    sides = [*arrayed_sides(spec, there, table, how)]
    kind = "heavy_works" if spec.works >= HEAVY else "light_works"
    return {
        **file_head(spec, "fornovo", how.turn, there.scale), "scale": SCALE, "year": year,
        **ground_with(ground, works_of(spec, there, table, how, kind)),  # FS-11.10d, FS-11.10e
        "sides": [_side(one) for one in sides],
        "commanders": [who for one in sides for who in commanders(one, _generals(one))],
    }  # fmt: skip


def _side(one: ArrayedSide) -> dict[str, Any]:
    return {**one.head, "break_share": BREAKS, "units": one.units, "generals": _generals(one)}


def _generals(one: ArrayedSide) -> list[dict[str, Any]]:
    """The senior commander is C/C, the next are S/Gs with as many units each; all to come, he comes with the first."""
    if not one.commanders:
        first = min(one.bodies, key=lambda body: body.chief.arrives)
        enters = {"turn": first.chief.arrives + 1, "edge": one.edge, "at": one.places[first.code].x}
        return [{"id": f"{one.letter}C1", "name": one.first_commander, "kind": "cc", "enters": enters}]
    (chief, east, north), *others = one.commanders
    return [
        {"id": f"{one.letter}C1", "name": chief, "kind": "cc", "at": [east, north]},
        *({"id": f"{one.letter}G{n}", "name": name, "kind": "sg", "at": [x, y],
           "assigned": _assigned(one, name, [other for other, _, _ in others])}
          for n, (name, x, y) in enumerate(others, 1)),
    ]  # fmt: skip


def _assigned(one: ArrayedSide, general: str, others: Sequence[str]) -> list[str]:
    """Codes of the units of an S/G: an equal share of his commander's units, dealt in turn to that commander's S/Gs.

    others: all S/Gs of the side, this one among them.
    """
    mine = one.of(general) if one.commands else ""
    fellows = [name for name in others if not mine or one.of(name) == mine]
    there = [str(body.code) for body in one.bodies if not body.chief.arrives and mine in ("", body.chief.seat)]
    return there[fellows.index(general) :: len(fellows)]


def _troops(body: ArrayedUnit, scale: int, year: int) -> UnitSheet:
    """A body as a unit, without its place."""
    grade = GRADES[CLASSES.index(body.rating)]
    unit: UnitSheet = {"id": body.code, "name": body.chief.name, "grade": grade}
    if body.arm == "guns":
        models = min(t.MOST_GUNS, max(1, body.men * 100 // (PIECES * scale)))
        return {**unit, "class": "artillery", "guns": {"kind": "medium", "n": models}, "gunners": GUNNERS * models}
    figures = max(t.LEAST_FIGURES, body.men * 100 // (MEN * scale))
    if body.arm == "dragoons":
        return {**unit, "class": "mounted_foot", "missile": "musket", "rows": _rows(figures, DEEP)}
    if body.arm == "horse":
        nobles = {"nobles": True} if body.chief.type == "GEN" and grade != "D" else {}
        kind = HORSE.get(body.chief.type, TROTTERS)
        return {**unit, "class": "cavalry", **kind, **nobles, "rows": _rows(figures, 2)}
    if body.chief.type in PIKES:
        return {**unit, "armour": "M", "melee": "pike", "rows": _rows(figures, 4)}
    if body.chief.type in SHOT:
        order = "skirmish" if body.chief.type == "SK" else "close"
        return {**unit, "order": order, "missile": "musket", "rows": _rows(figures, DEEP)}
    return {**unit, "training": ["pike_and_shot"], "blocks": pike_and_shot(figures, year)}


def pike_and_shot(figures: int, year: int) -> list[dict[str, Any]]:
    """Two thirds shot, in two sleeves about the pikes; earlier half.  Rules: CA-Q38, FS-2.14b, FS-2.14c, FS-2.14e."""
    late = year >= WIDE_SLEEVES
    figures = max(figures, DEEP * (3 if late else 4))
    shot = (figures + 1) // 3 if late else figures // 4
    widest = 4 if late else 3
    wide = next(n for n in range(widest, 0, -1) if shot // n + (2 * (shot % n) > n) >= DEEP)
    sleeve = {"rows": _in_rows(shot, wide), "missile": "musket" if late else "arquebus"}
    pikes = _in_rows(figures - 2 * shot, wide if late else 2 * wide)
    return [
        {"name": "left", **sleeve},
        {"name": "pikes", "rows": pikes, "armour": "M", "melee": "pike"},
        {"name": "right", **sleeve},
    ]


def _rows(figures: int, deep: int) -> list[int]:
    """So many rows, more where they would be too wide."""
    return _in_rows(figures, -(-figures // max(deep, -(-figures // WIDEST))))


def _in_rows(figures: int, wide: int) -> list[int]:
    """The front ones full."""
    return [min(wide, figures - before) for before in range(0, figures, wide)]


def _width(unit: Mapping[str, Any]) -> int:
    """The breadth of a unit in hundredths of an inch (FS-1.2)."""
    files: int
    if "guns" in unit:
        files, base = unit["guns"]["n"], "gun"
    else:
        files = sum(one["rows"][0] for one in unit.get("blocks", [unit]))
        base = ("horse" if "class" in unit else "foot") + (" skirmish" if unit.get("order") == "skirmish" else "")
    return -(-files * t.BASES[SCALE, base][0] * 1000 // TENTHS_AN_INCH)


# --- what came of it ------------------------------------------------------------------------------------------------


def result_of(spec: BattleSpec, battle: Battle) -> BattleResult:
    """Units as men; generals who fell or were taken."""
    gone = [one.name for one in battle.generals.values() if one.removed and not one.to_come]
    return came_of(spec, fielded(spec, USUAL, MOST), outcome(battle), gone, partial(_fate, battle))


def _fate(battle: Battle, beaten: bool, body: ArrayedUnit) -> UnitFate:
    """Gone from the table, or routed or shattered at the end in an army that is beaten: destroyed; else by figures."""
    unit = battle.units.get(body.code)
    if unit is None:
        return UnitFate(away=True) if body.code in battle.to_come else UnitFate(destroyed=True)
    if body.arm == "guns":
        return UnitFate(destroyed=unit.guns is None or beaten)
    if unit.left_table is not None:
        return UnitFate(away=True)
    return UnitFate(
        destroyed=beaten and (unit.morale == "routed" or shattered(unit)), gone=figures_lost(unit), of=unit.start
    )


TAKES = TakesBattles(scenario=scenario_of, result=result_of)
"""As the value of the rule set has it."""
