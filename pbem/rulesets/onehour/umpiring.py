"""What an umpire can rule in the one-hour rules, beside what every rule set has."""

import re

from msgspec.structs import replace

from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.rulings.language import RulingFault, RulingLanguage, UnitRuled, clause
from pbem.engine.table.contact import overlaps
from pbem.engine.table.measures import Tenths, say_degrees
from pbem.engine.table.places import Pose
from pbem.engine.table.references import read_spot, say_spot
from pbem.rulesets.onehour.battle import Battle, Unit, on_table
from pbem.rulesets.onehour.facts import BattleEnded, UnitPut
from pbem.rulesets.onehour.moving.fitting import footprint, off_table
from pbem.rulesets.onehour.playing.ending import verdict_of

MOST_HITS = 99
"""Hits that can be ruled; 15 remove a unit (OH-elim-1)."""


def _at(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    try:
        place = read_spot(found["at"])
    except ValueError as fault:
        raise RulingFault(str(fault), (f"rule {unit.id} at 24,18.5",)) from fault
    return UnitRuled(replace(unit, pose=Pose(place, unit.pose.facing), state="on table"), f"at {say_spot(place)}")


def _facing(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    tenths = Tenths(round(float(found["facing"]) * 10) % 3600)
    return UnitRuled(replace(unit, pose=Pose(unit.pose.at, tenths)), f"facing {say_degrees(tenths).rstrip(chr(176))}")


def _hits(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    hits = int(found["hits"])
    if hits > MOST_HITS:
        raise RulingFault(f"{hits} hits are more than {MOST_HITS}, the most that can be ruled")
    return UnitRuled(replace(unit, hits=hits), f"hits {hits}")


def _ammunition(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    none = found["some"].casefold() in {"none", "no"}
    return UnitRuled(replace(unit, out_of_ammo=none), f"ammunition {'none' if none else 'yes'}")


def _remove(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    return UnitRuled(replace(unit, state="eliminated"), "removed")


def end(battle: Battle, winner: Side | None) -> tuple[BattleEnded, ...]:
    """The battle ends by the umpire's word."""
    return (BattleEnded(kind="ruled", winner=winner, verdict=verdict_of(battle), rules=(RuleId("OH-D10"),)),)


def describe(battle: Battle, code: str) -> str:
    """``S04 at 24,18, facing 90, hits 3``."""
    unit = battle.units.get(StandId(code))
    if unit is None:
        return ""
    if not unit.on_table:
        return f"{code}: {unit.state}, hits {unit.hits}"
    dry = ", no ammunition" if unit.out_of_ammo else ""
    facing = say_degrees(unit.pose.facing).rstrip(chr(176))
    return f"{code} at {say_spot(unit.pose.at)}, facing {facing}, hits {unit.hits}{dry}"


def faults(battle: Battle) -> tuple[str, ...]:
    """Units off the table, and units that overlap (OH-move-6)."""
    units = on_table(battle)
    off = [f"{one.id} is not wholly on the table" for one in units if off_table(battle, footprint(one))]
    pairs = [(one, other) for place, one in enumerate(units) for other in units[place + 1 :]]
    both = [f"{one.id} and {other.id} overlap" for one, other in pairs if overlaps(footprint(one), footprint(other))]
    return (*off, *both)


NUMBER = r"-?\d{1,3}(?:\.\d{1,2})?"

LANGUAGE: RulingLanguage[Battle] = RulingLanguage(
    units=lambda battle: battle.units,
    put=lambda unit: UnitPut(unit=unit),
    describe=describe,
    end=end,
    sides=lambda battle: {one.id: one.name for one in battle.armies},
    faults=faults,
    clauses=(
        clause(
            "at <inches>", rf"(?:is\s+)?at\s+(?P<at>\(?{NUMBER}\s*,\s*{NUMBER}\)?)", _at,
            "The unit stands there, its centre on that place; a unit that was off the table is on it.",
            "S04 at 24,18.5",
        ),
        clause(
            "facing <degrees>", rf"(?:facing|faces)\s+(?P<facing>{NUMBER})", _facing,
            "It faces so: 0 north, 90 east.", "S04 facing 90",
        ),
        clause(
            "hits <number>", r"(?:hits\s+(?P<hits>\d{1,3}))", _hits,
            "It has so many hits; 15 remove it at the end of a player turn.", "S04 hits 3",
        ),
        clause(
            "ammunition none", r"ammunition\s+(?P<some>none|no|yes|some)", _ammunition,
            "It has no ammunition, or `ammunition yes` again.", "S04 ammunition none",
        ),
        clause("removed", r"(?:is\s+)?removed?", _remove, "It is taken off the table.", "S04 removed"),
    ),
)  # fmt: skip
"""The rows of the one-hour rules."""
