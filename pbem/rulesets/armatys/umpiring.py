"""What an umpire can rule in Armatys' rules, beside what every rule set has."""

import re
from typing import Any

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.grades import outright
from pbem.engine.hiding import SightingWithdrawn, SightRuled
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.rulings.language import (
    Press,
    RulingFault,
    RulingLanguage,
    UnitRuled,
    clause,
    model_of,
    turned_back_only,
)
from pbem.engine.rulings.sighting import sight_rows
from pbem.engine.rulings.undoing import need_reported, sight_back
from pbem.engine.sightings import Sighting
from pbem.engine.table.contact import overlaps
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.measures import Tenths, say_degrees
from pbem.engine.table.places import Pose
from pbem.engine.table.references import read_spot, say_spot
from pbem.rulesets.armatys.playing.ending import scores
from pbem.rulesets.armatys.reporting.troops import counters
from pbem.rulesets.armatys.state.battle import Battle, other_side
from pbem.rulesets.armatys.state.facts import BattleEnded, UnitPut
from pbem.rulesets.armatys.state.noticed import SightingReported
from pbem.rulesets.armatys.state.sights import NOMINAL, Arm, as_known
from pbem.rulesets.armatys.state.units import Unit

MOST_COUNTERS = 20
"""That can be ruled."""


def _at(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    try:
        place = read_spot(found["at"])
    except ValueError as fault:
        raise RulingFault(str(fault), (f"rule {unit.id} at 24,18.5",)) from fault
    return UnitRuled(replace(unit, pose=Pose(place, unit.pose.facing)), f"at {say_spot(place)}")


def _facing(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    tenths = Tenths(round(float(found["facing"]) * 10) % 3600)
    return UnitRuled(replace(unit, pose=Pose(unit.pose.at, tenths)), f"facing {say_degrees(tenths).rstrip(chr(176))}")


def _counters(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    count = int(found["counters"])
    if count > MOST_COUNTERS:
        raise RulingFault(f"{count} counters are more than {MOST_COUNTERS}, the most that can be ruled")
    return UnitRuled(replace(unit, counters=count), f"counters {count}")


def _state(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    broken = found["state"].casefold() == "broken"
    changed = replace(unit, state="broken" if broken else "steady", break_due=None, pursuit=None)
    return UnitRuled(changed, "broken" if broken else "steady")


def _pistols(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    loaded = found["pistols"].casefold() == "loaded"
    return UnitRuled(replace(unit, pistols_loaded=loaded), f"pistols {'loaded' if loaded else 'empty'}")


def _remove(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    return UnitRuled(replace(unit, rows=()), "removed")


def add(battle: Battle, code: str, what: str) -> Unit:
    """A new unit like another one: its figures as that one has them now, without counters."""
    model = model_of({**battle.removed, **battle.units}, code, what)
    return Unit(
        id=StandId(code), name=model.name, side=model.side, kind=model.kind, pose=model.pose, rows=model.rows,
        ability=model.ability, morale=model.morale, armour=model.armour, grenadiers=model.grenadiers,
        lance=model.lance, bow=model.bow, bayonet=model.bayonet, gun=model.gun, galloper=model.galloper,
        scale=model.scale, points=model.points, start_figures=model.figures, pistols=model.pistols,
        pistols_loaded=model.pistols, mounted=model.mounted,
    )  # fmt: skip


def _report(battle: Battle, side: Side, name: StandId, kind: str, place: str) -> tuple[Fact[Any], str]:
    """Troops that a side is told of, as its map shows them."""
    try:
        here = read_spot(place)
    except ValueError as fault:
        raise RulingFault(str(fault), ("rule report to South: horse at 24,18.5",)) from fault
    arm: Arm = "horse" if kind == "horse" else "guns" if kind == "guns" else "foot"
    of, rows = NOMINAL[arm]
    told = Unit(
        id=name, name="", side=other_side(battle, side), kind=of, rows=rows, gun="medium" if arm == "guns" else None,
        pose=Pose(here, Tenths(0)),
    )  # fmt: skip
    shown = as_known(told, Sighting(name, "body" if kind == "troops" else "made out"))
    return SightingReported(side=side, shown=shown), say_spot(here)


def undo(before: Battle, after: Battle, now: Battle, fact: Fact[Any]) -> tuple[Fact[Any], ...]:
    """What a ruling did beside its units, taken back."""
    match fact:
        case SightRuled():
            return sight_back(before, after, now, fact)
        case SightingReported(side=side, shown=shown):
            need_reported(now, side, shown.id)
            return (SightingWithdrawn(side=side, name=shown.id),)
        case _:
            return turned_back_only(before, after, now, fact)


def end(battle: Battle, winner: Side | None) -> tuple[BattleEnded, ...]:
    """The battle ends by the umpire's word."""
    verdict = outright(battle.borders, scores(battle, final=True), winner)
    return (BattleEnded(winner=winner, how="ruled", verdict=verdict, rules=(RuleId("AR-D22"),)),)


def describe(battle: Battle, code: str) -> str:
    """``S04 at 24,18, facing 90, 2 of 6 counters``."""
    unit = battle.units.get(StandId(code))
    if unit is None:
        return f"{code}: gone" if StandId(code) in battle.removed else ""
    facing = say_degrees(unit.pose.facing).rstrip(chr(176))
    broken = ", broken" if unit.state == "broken" else ""
    return f"{code} at {say_spot(unit.pose.at)}, facing {facing}, {counters(unit)}{broken}"


def _pistol_press(unit: Unit) -> tuple[Press, ...]:
    empty, loaded = Press("Pistols empty", "pistols empty"), Press("Pistols loaded", "pistols loaded")
    return (empty if unit.pistols_loaded else loaded,)


def presses(battle: Battle, code: str) -> tuple[Press, ...]:
    """Turns by 15 degrees and about, counters, its state, pistols, off the table."""
    unit = battle.units.get(StandId(code))
    if unit is None:
        return ()
    turns = (("Turn left 15°", -150), ("Turn right 15°", 150), ("Turn about", 1800))
    facings = [(label, say_degrees(Tenths((unit.pose.facing + by) % 3600)).rstrip(chr(176))) for label, by in turns]
    return (
        *(Press(label, f"facing {to}") for label, to in facings),
        *((Press("Counters −1", f"counters {unit.counters - 1}"),) if unit.counters else ()),
        Press("Counters +1", f"counters {unit.counters + 1}"),
        Press("Steady", "steady") if unit.state == "broken" else Press("Broken", "broken"),
        *(_pistol_press(unit) if unit.pistols else ()),
        Press("Remove", "removed"),
    )


def faults(battle: Battle) -> tuple[str, ...]:
    """Units off the table, and units that overlap (AR-G4, AR-G20)."""
    units = [one for _, one in sorted(battle.units.items())]
    off = [f"{one.id} is not wholly on the table" for one in units if not wholly_on(battle.table, one.rect)]
    pairs = [(one, other) for place, one in enumerate(units) for other in units[place + 1 :]]
    return (*off, *(f"{one.id} and {other.id} overlap" for one, other in pairs if overlaps(one.rect, other.rect)))


NUMBER = r"-?\d{1,3}(?:\.\d{1,2})?"

LANGUAGE: RulingLanguage[Battle] = RulingLanguage(
    units=lambda battle: {**battle.removed, **battle.units},
    put=lambda unit: UnitPut(unit=unit),
    undo=undo,
    describe=describe,
    end=end,
    sides=lambda battle: {one.id: one.name for one in battle.armies},
    presses=presses,
    faults=faults,
    add=add,
    adding="add S99 like S04 at 24,18.5, facing 90",
    rows=sight_rows(
        lambda: LANGUAGE, turn="bound", now=lambda battle: max(1, battle.bound),
        place=rf"\(?{NUMBER}\s*,\s*{NUMBER}\)?", example="24,18.5", report=_report,
    ),
    clauses=(
        clause(
            "at <inches>", rf"(?:is\s+)?at\s+(?P<at>\(?{NUMBER}\s*,\s*{NUMBER}\)?)", _at,
            "The middle of its front stands there.", "S04 at 24,18.5",
        ),
        clause(
            "facing <degrees>", rf"(?:facing|faces)\s+(?P<facing>{NUMBER})", _facing,
            "It faces so: 0 north, 90 east.", "S04 facing 90",
        ),
        clause(
            "counters <number>", r"counters\s+(?P<counters>\d{1,3})", _counters,
            "It holds so many counters; at its break number it breaks at the next check.", "S04 counters 3",
        ),
        clause(
            "broken", r"(?:is\s+)?(?P<state>broken|steady|rallied)", _state,
            "It is broken, or `steady` again.", "S04 steady",
        ),
        clause(
            "pistols loaded", r"pistols\s+(?P<pistols>loaded|empty)", _pistols,
            "Its pistols are loaded, or `pistols empty`.", "S04 pistols loaded",
        ),
        clause("removed", r"(?:is\s+)?removed?", _remove, "It is taken off the table.", "S04 removed"),
    ),
)  # fmt: skip
"""The rows of Armatys' rules."""
