"""What an umpire can rule in these rules, beside what every rule set has."""

import re

from msgspec.structs import replace

from pbem.engine.grades import outright
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.rulings.language import Press, RulingFault, RulingLanguage, UnitRuled, clause, model_of
from pbem.engine.table.contact import overlaps
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.measures import Tenths, say_degrees
from pbem.engine.table.places import Pose
from pbem.engine.table.references import read_spot, say_spot
from pbem.rulesets.fornovo.fighting.losses import type_of, without
from pbem.rulesets.fornovo.moving.places import standing
from pbem.rulesets.fornovo.playing.ending import scores
from pbem.rulesets.fornovo.reporting.troops import states
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.facts import BattleEnded, UnitPut
from pbem.rulesets.fornovo.state.units import Unit

MORALE = ("good", "halted", "shaken", "routed")
"""What a unit's morale can be (FS-8.1)."""


def _at(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    try:
        place = read_spot(found["at"])
    except ValueError as fault:
        raise RulingFault(str(fault), (f"rule {unit.id} at 24,18.5",)) from fault
    facing = unit.pose.facing if unit.pose else Tenths(0)
    there = replace(unit, pose=Pose(place, facing), inside=None, left_table=None)
    return UnitRuled(there, f"at {say_spot(place)}")


def _facing(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    if unit.pose is None:
        raise RulingFault(f"{unit.id} has no place on the table", (f"rule {unit.id} at 24,18.5, facing 90",))
    tenths = Tenths(round(float(found["facing"]) * 10) % 3600)
    return UnitRuled(replace(unit, pose=Pose(unit.pose.at, tenths)), f"facing {say_degrees(tenths).rstrip(chr(176))}")


def _morale(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    morale = found["morale"].casefold()
    routed = morale == "routed"
    ruled = replace(unit, morale=morale, rout_moves=0, disordered=unit.disordered or routed, debt=0)
    return UnitRuled(ruled, morale)


def _order(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    upset = found["order"].casefold() == "disordered"
    return UnitRuled(replace(unit, disordered=upset), "disordered" if upset else "in order")


def _figures(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    count = int(found["figures"])
    if not 1 <= count <= unit.figures:
        raise RulingFault(f"{unit.id} has {unit.figures} figures: 1 to {unit.figures} can be ruled, or `removed`")
    if unit.guns:
        return UnitRuled(replace(unit, gunners=count), f"figures {count}")
    blocks = unit.blocks
    while sum(one.figures for one in blocks) > count:
        most = max(blocks, key=lambda one: one.figures)
        blocks = without(blocks, (type_of(most),), "rear")
    return UnitRuled(replace(unit, blocks=blocks), f"figures {count}")


def _remove(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    return UnitRuled(replace(unit, blocks=(), gunners=0), "removed")


def add(battle: Battle, code: str, what: str) -> Unit:
    """A new unit like another one: its figures as that one has them now, in good order."""
    model = model_of({**battle.removed, **battle.units}, code, what)
    return replace(model, id=StandId(code), morale="good", rout_moves=0, disordered=False, debt=0, inside=None)


def presses(battle: Battle, code: str) -> tuple[Press, ...]:
    """Turns by 15 degrees and about, figures, morale, order, off the table."""
    unit = battle.units.get(StandId(code))
    if unit is None:
        return ()
    worse = tuple(Press(one.capitalize(), one) for one in MORALE if one != unit.morale)
    figures = (Press("Figures −1", f"figures {unit.figures - 1}"),) if unit.figures > 1 else ()
    order = Press("In order", "in order") if unit.disordered else Press("Disordered", "disordered")
    return (*_turns(unit), *figures, *worse, order, Press("Remove", "removed"))


def _turns(unit: Unit) -> tuple[Press, ...]:
    """None for one without a place."""
    if unit.pose is None:
        return ()
    facing = unit.pose.facing
    turns = (("Turn left 15°", -150), ("Turn right 15°", 150), ("Turn about", 1800))
    to = [(label, say_degrees(Tenths((facing + by) % 3600)).rstrip(chr(176))) for label, by in turns]
    return tuple(Press(label, f"facing {degrees}") for label, degrees in to)


def end(battle: Battle, winner: Side | None) -> tuple[BattleEnded, ...]:
    """The battle ends by the umpire's word."""
    verdict = outright(battle.borders, scores(battle), winner)
    return (BattleEnded(winner=winner, how="ruled", verdict=verdict, rules=(RuleId("FS-Q89"),)),)


def describe(battle: Battle, code: str) -> str:
    """``S04 at 24,18, facing 90, 18 figures, shaken``."""
    unit = battle.units.get(StandId(code))
    if unit is None:
        return f"{code}: gone" if StandId(code) in battle.removed else ""
    place = "off the table"
    if unit.pose is not None:
        place = f"at {say_spot(unit.pose.at)}, facing {say_degrees(unit.pose.facing).rstrip(chr(176))}"
    return f"{code} {place}, {unit.figures} figures, {', '.join(states(battle, unit))}"


def faults(battle: Battle) -> tuple[str, ...]:
    """Units off the table, and close-order units that overlap (G-2, FS-7.10b)."""
    there = standing(battle)
    off = [f"{one.unit.id} is not wholly on the table" for one in there if not wholly_on(battle.table, one.rect)]
    close = [one for one in there if not one.unit.skirmishers]
    pairs = [(one, other) for place, one in enumerate(close) for other in close[place + 1 :]]
    over = [(one, other) for one, other in pairs if overlaps(one.rect, other.rect)]
    return (*off, *(f"{one.unit.id} and {other.unit.id} overlap" for one, other in over))


NUMBER = r"-?\d{1,3}(?:\.\d{1,2})?"

LANGUAGE: RulingLanguage[Battle] = RulingLanguage(
    units=lambda battle: {**battle.removed, **battle.units},
    put=lambda unit: UnitPut(unit=unit),
    describe=describe,
    end=end,
    sides=lambda battle: {one.id: one.name for one in battle.armies},
    presses=presses,
    faults=faults,
    add=add,
    adding="add S99 like S01 at 24,18.5, facing 90",
    clauses=(
        clause(
            "at <inches>", rf"(?:is\s+)?at\s+(?P<at>\(?{NUMBER}\s*,\s*{NUMBER}\)?)", _at,
            "The middle of its front stands there.", "S01 at 24,18.5",
        ),
        clause(
            "facing <degrees>", rf"(?:facing|faces)\s+(?P<facing>{NUMBER})", _facing,
            "It faces so: 0 north, 90 east.", "S01 facing 90",
        ),
        clause(
            "good|halted|shaken|routed", r"(?:is\s+)?(?P<morale>good|halted|shaken|routed)", _morale,
            "Its morale is that.", "S01 shaken",
        ),
        clause(
            "disordered", r"(?:is\s+)?(?P<order>disordered|in\s+order)", _order,
            "It is disordered, or `in order` again.", "S01 disordered",
        ),
        clause(
            "figures <number>", r"figures\s+(?P<figures>\d{1,3})", _figures,
            "It has so many figures left; they are taken off its rear.", "S01 figures 12",
        ),
        clause("removed", r"(?:is\s+)?removed?", _remove, "It is taken off the table.", "S01 removed"),
    ),
)  # fmt: skip
"""The rows of these rules."""
