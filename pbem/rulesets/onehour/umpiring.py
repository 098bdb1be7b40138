"""What an umpire can rule in the one-hour rules, beside what every rule set has."""

import re

from msgspec.structs import replace

from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.rulings.facts import freed, given
from pbem.engine.rulings.language import Press, RulingFault, RulingLanguage, RulingRow, UnitRuled, clause
from pbem.engine.rulings.rows import battle_rows
from pbem.engine.rulings.sighting import SightRows
from pbem.engine.rulings.undoing import undo_shared
from pbem.engine.rulings.words import WordRows
from pbem.engine.table.contact import overlaps
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.ruling import PLACE, place_clauses, say_pose, turn_presses
from pbem.rulesets.onehour.battle import TYPES, Battle, Unit, on_table
from pbem.rulesets.onehour.facts import BattleEnded, UnitPut
from pbem.rulesets.onehour.moving.fitting import footprint, off_table
from pbem.rulesets.onehour.playing.ending import verdict_of
from pbem.rulesets.onehour.seeing.reports import reported

MIDDLING = 7
"""Hits of troops that are reported: some are left."""
MOST_HITS = 99
"""Hits that can be ruled; 15 remove a unit (OH-elim-1)."""


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


def _by_points(battle: Battle) -> str:
    """Why points cannot be ruled; '' where they can."""
    return "" if battle.victory.by == "points" else "this battle is not judged by points; to end it write who wins"


def add(battle: Battle, code: str, what: str) -> Unit:
    """A new unit: of one of the four types, or like another one, without hits."""
    side = next((one.id for one in battle.armies if code.startswith(one.letter)), None)
    if side is None:
        letters = " or ".join(one.letter for one in battle.armies)
        raise RulingFault(f"{code} is of no side; codes begin with {letters}")
    like, _space, other = what.partition(" ")
    model = battle.units.get(StandId(other.strip().upper())) if like.casefold() == "like" else None
    if model is not None and model.side != side:
        raise RulingFault(f"{model.id} is of the other side")
    kind = model.type if model is not None else next((one for one in TYPES if one.casefold() == what.casefold()), None)
    if kind is None:
        raise RulingFault(f"there is no {what!r} in these rules; there are {', '.join(TYPES)}")
    size = (model.width, model.depth) if model is not None else (battle.switches.frontage, battle.switches.depth)
    return Unit(
        id=StandId(code), name=model.name if model is not None else kind, side=side, type=kind, width=size[0],
        depth=size[1], pose=Pose(Spot(Hundredths(0), Hundredths(0)), Tenths(0)), state="left",
    )  # fmt: skip


def _sides(battle: Battle) -> dict[Side, str]:
    return {one.id: one.name for one in battle.armies}


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
    return f"{code} {say_pose(unit.pose)}, hits {unit.hits}{dry}"


def presses(battle: Battle, code: str) -> tuple[Press, ...]:
    """Turns by 15 degrees and about, hits, ammunition, off the table."""
    unit = battle.units[StandId(code)]
    if not unit.on_table:
        return ()
    return (
        *turn_presses(unit.pose),
        *((Press("Hits −1", f"hits {unit.hits - 1}"),) if unit.hits else ()),
        Press("Hits +1", f"hits {unit.hits + 1}"),
        Press("Ammunition", "ammunition yes") if unit.out_of_ammo else Press("No ammunition", "ammunition none"),
        Press("Remove", "removed"),
    )


def faults(battle: Battle) -> tuple[str, ...]:
    """Units off the table, and units that overlap (OH-move-6)."""
    units = on_table(battle)
    off = [f"{one.id} is not wholly on the table" for one in units if off_table(battle, footprint(one))]
    pairs = [(one, other) for place, one in enumerate(units) for other in units[place + 1 :]]
    both = [f"{one.id} and {other.id} overlap" for one, other in pairs if overlaps(footprint(one), footprint(other))]
    return (*off, *both)


def _now(battle: Battle) -> int:
    return max(1, battle.turn)


ROWS: tuple[RulingRow, ...] = (
    *battle_rows(
        lambda: LANGUAGE, turn="turn", now=_now, counts=_by_points,
        points="Where the battle is judged by points: that side has so many more; with a minus, fewer.",
        far="no unit is hidden in this battle, so visibility changes nothing",
    ),
    *SightRows(
        language=lambda: LANGUAGE, turn="turn", now=_now, place=PLACE, example="24,18.5", report=reported
    ).rows(),
    *WordRows(
        acts=("move", "charge", "shoot"), allowed=("charge",), turn="turn", now=_now,
        units=lambda battle: battle.units, words=lambda battle: battle.umpires_words or (),
        given=given, freed=freed,
        lifts="It may charge that enemy in this turn, or until the turn that is named, also with ammunition left; it "
        "has to reach it as ever, or is put nearer.",
    ).rows(),
)  # fmt: skip

LANGUAGE: RulingLanguage[Battle] = RulingLanguage(
    units=lambda battle: battle.units,
    rolls=("army", "first", "shoot", "ammo", "melee"),
    put=lambda unit: UnitPut(unit=unit),
    describe=describe,
    end=end,
    undo=undo_shared,
    sides=_sides,
    presses=presses,
    faults=faults,
    add=add,
    adds_kinds=True,
    adding="add S99 like S04 at 24,18, facing 90",
    rows=ROWS,
    clauses=(
        *place_clauses(
            "S04", "The unit stands there, its centre on that place; a unit that was off the table is on it.",
            lambda unit, pose: replace(unit, pose=pose, state="on table"),
        ),
        clause(
            "hits <number>", r"(?:hits\s+(?P<hits>\d{1,3}))", _hits,
            "It has so many hits; 15 remove it at the end of a player turn.", "S04 hits 3",
        ),
        clause(
            "ammunition none", r"ammunition\s+(?P<some>none|no|yes|some|full)", _ammunition,
            "It has no ammunition, or `ammunition full` again.", "S04 ammunition none",
        ),
        clause("removed", r"(?:is\s+)?removed?", _remove, "It is taken off the table.", "S04 removed"),
    ),
)  # fmt: skip
"""The rows of the one-hour rules."""
