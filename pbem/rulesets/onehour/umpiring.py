"""What an umpire can rule in the one-hour rules, beside what every rule set has."""

import re
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hiding import SightingWithdrawn, SightRuled, is_hidden
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.rulings.language import (
    Press,
    RulingFault,
    RulingLanguage,
    RulingRow,
    UnitRuled,
    clause,
    row,
    turned_back_only,
)
from pbem.engine.rulings.reading import side_named
from pbem.engine.rulings.sighting import sight_rows
from pbem.engine.rulings.undoing import need_reported, sight_back, while_as_ruled, words_back
from pbem.engine.rulings.words import UmpiresWord, word_rows
from pbem.engine.sightings import Sighting
from pbem.engine.table.contact import overlaps
from pbem.engine.table.measures import Hundredths, Tenths, say_degrees
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.references import read_spot, say_spot
from pbem.rulesets.onehour.battle import TYPES, Battle, Unit, on_table, other_side
from pbem.rulesets.onehour.facts import (
    BattleEnded,
    LastTurnPut,
    PointsRuled,
    UnitPut,
    VisibilityPut,
    WordFreed,
    WordGiven,
)
from pbem.rulesets.onehour.moving.fitting import footprint, off_table
from pbem.rulesets.onehour.noticed import SightingReported
from pbem.rulesets.onehour.playing.ending import verdict_of
from pbem.rulesets.onehour.sights import FOOT, HORSE, NOMINAL_DEPTH, NOMINAL_WIDTH, as_known

MIDDLING = 7
"""Hits of troops that are reported: some are left."""
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


def _points(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    sides = _sides(battle)
    side, points = side_named(sides, found["side"]), int(found["points"])
    if battle.victory.by != "points":
        raise RulingFault("this battle is not judged by points; to end it write who wins", ("rule end: South wins",))
    return (PointsRuled(side=side, points=points),), f"points {sides[side]} {points:+d}"


def _last_turn(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    last = int(found["turn"])
    if last < max(1, battle.turn):
        raise RulingFault(f"turn {last} is over; to end the battle now write who wins", ("rule end: a draw",))
    return (LastTurnPut(turn=last),), f"last turn {last}"


def _visibility(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    inches = int(found["inches"])
    if not is_hidden(battle):
        raise RulingFault("no unit is hidden in this battle, so visibility changes nothing")
    if not inches:
        raise RulingFault("visibility is 1 inch at least")
    return (VisibilityPut(visibility=Hundredths(inches * 100)),), f"visibility {inches}"


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


def _report(battle: Battle, side: Side, name: StandId, kind: str, place: str) -> tuple[Fact[Any], str]:
    """Troops that a side is told of, as its map shows them."""
    if kind == "guns":
        raise RulingFault("these rules have no guns", ("rule report to South: foot at 24,18.5",))
    try:
        here = read_spot(place)
    except ValueError as fault:
        raise RulingFault(str(fault), ("rule report to South: horse at 24,18.5",)) from fault
    told = Unit(
        id=name, name="", side=other_side(battle, side), type=HORSE if kind == "horse" else FOOT, width=NOMINAL_WIDTH,
        depth=NOMINAL_DEPTH, pose=Pose(here, Tenths(0)), hits=MIDDLING,
    )  # fmt: skip
    shown = as_known(told, Sighting(name, "body" if kind == "troops" else "made out"))
    return SightingReported(side=side, shown=shown), say_spot(here)


def undo(before: Battle, after: Battle, now: Battle, fact: Fact[Any]) -> tuple[Fact[Any], ...]:
    """What a ruling did beside its units, taken back."""
    match fact:
        case PointsRuled(side=side, points=points):
            return (PointsRuled(side=side, points=-points),)
        case WordGiven(word=UmpiresWord(unit=unit, act=act)) | WordFreed(unit=unit, act=act):
            said = [one.umpires_words or () for one in (before, after, now)]
            return words_back(said[0], said[1], said[2], (unit, act), _given, _freed)
        case LastTurnPut() if before.limit is not None:
            while_as_ruled(after.limit, now.limit, "the last turn")
            return (LastTurnPut(turn=before.limit),)
        case VisibilityPut():
            while_as_ruled(_visible(after), _visible(now), "the visibility")
            return (VisibilityPut(visibility=_visible(before)),)
        case SightRuled():
            return sight_back(before, after, now, fact)
        case SightingReported(side=side, shown=shown):
            need_reported(now, side, shown.id)
            return (SightingWithdrawn(side=side, name=shown.id),)
        case _:
            return turned_back_only(before, after, now, fact)


def _visible(battle: Battle) -> Hundredths:
    return Hundredths(battle.sights.visibility) if battle.sights is not UNSET else Hundredths(0)


def _given(word: UmpiresWord) -> Fact[Any]:
    return WordGiven(word=word)


def _freed(unit: StandId, act: str) -> Fact[Any]:
    return WordFreed(unit=unit, act=act)


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
    facing = say_degrees(unit.pose.facing).rstrip(chr(176))
    return f"{code} at {say_spot(unit.pose.at)}, facing {facing}, hits {unit.hits}{dry}"


def presses(battle: Battle, code: str) -> tuple[Press, ...]:
    """Turns by 15 degrees and about, hits, ammunition, off the table."""
    unit = battle.units[StandId(code)]
    if not unit.on_table:
        return ()
    turns = (("Turn left 15°", -150), ("Turn right 15°", 150), ("Turn about", 1800))
    facings = [(label, say_degrees(Tenths((unit.pose.facing + by) % 3600)).rstrip(chr(176))) for label, by in turns]
    return (
        *(Press(label, f"facing {to}") for label, to in facings),
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


NUMBER = r"-?\d{1,3}(?:\.\d{1,2})?"

ROWS: tuple[RulingRow, ...] = (
    row(
        "points <side> +<number>", r"points\s+(?P<side>.+?)\s+(?P<points>[+-]\d{1,3})", _points,
        "Where the battle is judged by points: that side has so many more; with a minus, fewer.", "points South +2",
    ),
    row(
        "last turn <number>", r"last\s+turn\s+(?P<turn>\d{1,2})", _last_turn,
        "The battle ends after that turn.", "last turn 12",
    ),
    row(
        "visibility <inches>", r"visibility\s+(?P<inches>\d{1,2})", _visibility,
        "Where units are hidden: so far they are seen.", "visibility 24",
    ),
    *sight_rows(
        lambda: LANGUAGE, turn="turn", now=lambda battle: max(1, battle.turn),
        place=rf"\(?{NUMBER}\s*,\s*{NUMBER}\)?", example="24,18.5", report=_report,
    ),
    *word_rows(
        ("move", "charge", "shoot"), allowed=("charge",), turn="turn", now=lambda battle: max(1, battle.turn),
        units=lambda battle: battle.units, words=lambda battle: battle.umpires_words or (),
        given=_given, freed=_freed,
        lifts="It may charge that enemy in this turn, or until the turn that is named, also with ammunition left; it "
        "has to reach it as ever, or is put nearer.",
    ),
)  # fmt: skip

LANGUAGE: RulingLanguage[Battle] = RulingLanguage(
    units=lambda battle: battle.units,
    put=lambda unit: UnitPut(unit=unit),
    describe=describe,
    end=end,
    undo=undo,
    sides=_sides,
    presses=presses,
    faults=faults,
    add=add,
    adding="add S99 like S04 at 24,18, facing 90",
    rows=ROWS,
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
            "ammunition none", r"ammunition\s+(?P<some>none|no|yes|some|full)", _ammunition,
            "It has no ammunition, or `ammunition full` again.", "S04 ammunition none",
        ),
        clause("removed", r"(?:is\s+)?removed?", _remove, "It is taken off the table.", "S04 removed"),
    ),
)  # fmt: skip
"""The rows of the one-hour rules."""
