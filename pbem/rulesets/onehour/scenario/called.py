"""Battles that a campaign calls, as scenario files of the one-hour rules, and what came of them as men (CA-13).

A unit is 800 foot or 300 horse, or larger or smaller alike for up to a dozen a side.  Each class below A, want of
bread and missing men count as hits from the start.  Guns stay with the train: a beaten side loses as large a share
of them as of its units (CA-Q33).
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from pbem.engine.called import BattleResult, BattleSpec, CalledSide, TakesBattles, UnitLoss
from pbem.engine.fielding import CLASSES, Arm, Arrayed, ArrayedUnit, UnitFate, arm_of, fielded, guns_left, losses
from pbem.engine.ids import Side, StandId
from pbem.engine.table.scenario.drawing_up import DrawnUp, LinesSpec, drawn_up, front_of_foot
from pbem.rulesets.onehour.battle import Battle, UnitType
from pbem.rulesets.onehour.reporting.teller import outcome
from pbem.rulesets.onehour.tables import ELIMINATED_AT

USUAL: Mapping[Arm, int] = {"foot": 800, "horse": 300, "dragoons": 300}
"""Men of a unit."""
MOST = 12
"""Units a side."""
A_CLASS = 2
"""Hits at the start for each class below A."""
MOST_WORN = 10
"""Hits that a unit starts with at the most."""
TURNS = 15
FRONTAGE = 400
NORTH = LinesSpec(north=True, gap=50, first=700, apart=350)
SOUTH = replace(NORTH, north=False)
"""Hundredths of an inch."""
CHARGING = ("FAS", "GEN", "MAA", "DEM")
"""Horse that goes in with the sword: Cavalry; the others are Reiters."""


def scenario_of(spec: BattleSpec, ground: Mapping[str, Any]) -> Mapping[str, Any]:
    """A called battle on its ground as a scenario file.  Raises NotTaken where a side has no unit to field."""
    there = fielded(spec, USUAL, MOST)
    defends = spec.holder or spec.sides[1].side
    works = _works(there.bodies[defends], ground["table"]) if spec.storm else []
    return {
        "rules": "onehour", "name": f"battle-{spec.number}", "title": spec.title,
        "blurb": f"{spec.title}, in the {spec.hour}: {spec.ground}.", "turns": TURNS, "victory": {"by": "units"},
        **{key: value for key, value in ground.items() if key != "army_list"},
        "terrain": [*ground.get("terrain", []), *works],
        "sides": [_side(side, there, ground, north=side.side == defends) for side in spec.sides],
        "commanders": [one for side in spec.sides for one in _commanders(side, there.bodies[side.side])],
    }  # fmt: skip


def _commanders(side: CalledSide, bodies: tuple[ArrayedUnit, ...]) -> list[dict[str, Any]]:
    """Who commands what, where the units are of several commanders."""
    held = {one.seat: [str(body.code) for body in bodies if body.chief.seat == one.seat] for one in side.commands}
    some = [one for one in side.commands if held[one.seat]]
    return [{"name": one.name, "holds": held[one.seat], "side": side.side} for one in some] if len(some) > 1 else []


def _side(side: CalledSide, there: Arrayed, ground: Mapping[str, Any], *, north: bool) -> dict[str, Any]:
    bodies = there.bodies[side.side]
    places = _places(bodies, ground["table"], NORTH if north else SOUTH)
    return {
        "id": side.side, "name": side.name, "letter": str(bodies[0].code)[0], "home": "north" if north else "south",
        "break_at": (len(bodies) + 1) // 2,
        "units": [_unit(one, places.get(one.code), there.scale, north=north) for one in bodies],
    }  # fmt: skip


def _places(bodies: tuple[ArrayedUnit, ...], table: Mapping[str, Any], lines: LinesSpec) -> Mapping[StandId, DrawnUp]:
    """Where those who are there at once stand."""
    at_once = [one for one in bodies if not one.chief.arrives]
    return drawn_up(at_once, {one.code: FRONTAGE for one in at_once}, table, lines)


def _works(bodies: tuple[ArrayedUnit, ...], table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The works that are stormed, about the foot of the first line: they cover it as a town does.  Rules: CA-Q34."""
    drawn = _places(bodies, table, NORTH)
    front = front_of_foot(bodies, {one.code: FRONTAGE for one in bodies}, drawn)
    if front is None:
        return []
    west, east, y = front
    shape = [[west, y - 2], [east, y - 2], [east, y + 1], [west, y + 1]]
    return [{"id": "works", "kind": "town", "name": "the works", "shape": shape}]


def _unit(body: ArrayedUnit, place: DrawnUp | None, scale: int, *, north: bool) -> dict[str, Any]:
    unit: dict[str, Any] = {
        "id": body.code,
        "name": body.chief.name,
        "type": _type(body),
        "hits": starts_with(body, scale),
    }
    if place is None:
        return {**unit, "enters": {"turn": body.chief.arrives + 1, "edge": "north" if north else "south"}}
    return {**unit, "at": [place.x, place.y]}


def _type(body: ArrayedUnit) -> UnitType:
    if arm_of(body.chief.type) != "horse":
        return "Infantry"
    return "Cavalry" if body.chief.type in CHARGING else "Reiters"


def starts_with(body: ArrayedUnit, scale: int) -> int:
    """The hits a unit starts with: its class, want of bread, missing men; a part of a larger unit misses none."""
    full = USUAL[body.arm] * scale // 100
    part = body.men < body.chief.men
    missing = 0 if part else max(0, ELIMINATED_AT * (full - body.men) // full)
    return min(MOST_WORN, missing + A_CLASS * CLASSES.index(body.rating))


# --- what came of it ------------------------------------------------------------------------------------------------


def result_of(spec: BattleSpec, battle: Battle) -> BattleResult:
    """Units as men; the guns of a beaten side by the share of its units that it lost."""
    there = fielded(spec, USUAL, MOST)
    end = outcome(battle)
    winner = Side(end.winner) if end is not None and end.winner else None
    found: list[UnitLoss] = []
    for side in spec.sides:
        bodies = there.bodies[side.side]
        beaten = winner not in (None, side.side)
        found += losses(bodies, partial(_fate, battle, there.scale), beaten=beaten)
        if beaten:
            lost = sum(battle.units[one.code].state == "eliminated" for one in bodies)
            found += guns_left(side, 100 * lost // len(bodies))
    return BattleResult(
        winner=winner, holder=winner or spec.holder, losses=tuple(found), text=end.text if end is not None else "",
        how="aides",
    )  # fmt: skip


def _fate(battle: Battle, scale: int, body: ArrayedUnit) -> UnitFate:
    unit = battle.units[StandId(body.code)]
    begun = starts_with(body, scale)
    return UnitFate(
        destroyed=unit.state == "eliminated", away=unit.state == "left", gone=max(0, unit.hits - begun),
        of=ELIMINATED_AT - begun,
    )  # fmt: skip


TAKES = TakesBattles(scenario=scenario_of, result=result_of)
"""As the value of the rule set has it."""
