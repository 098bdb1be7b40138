"""What an umpire can rule in Armatys' rules, beside what every rule set has."""

import re
from typing import Any

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.grades import outright
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.rulings.facts import freed, given
from pbem.engine.rulings.language import (
    Press,
    RulingFault,
    RulingLanguage,
    UnitRuled,
    clause,
    general_named,
    model_of,
    row,
)
from pbem.engine.rulings.rows import battle_rows
from pbem.engine.rulings.sighting import SightRows
from pbem.engine.rulings.undoing import undo_shared, while_as_ruled
from pbem.engine.rulings.words import WordRows
from pbem.engine.table.contact import overlaps
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose
from pbem.engine.table.references import say_spot
from pbem.engine.table.ruling import (
    PLACE,
    fog_row,
    place_clauses,
    say_pose,
    spot_ruled,
    turn_presses,
    with_fog,
)
from pbem.rulesets.armatys.fighting.losses import without
from pbem.rulesets.armatys.morale.testing import ROLLS
from pbem.rulesets.armatys.playing.ending import scores
from pbem.rulesets.armatys.reporting.troops import counters
from pbem.rulesets.armatys.seeing.reports import reported
from pbem.rulesets.armatys.state.battle import Battle, Sight
from pbem.rulesets.armatys.state.facts import BattleEnded, FogPut, GeneralChanged, UnitPut
from pbem.rulesets.armatys.state.units import Unit

MOST_COUNTERS = 20
"""That can be ruled."""
CLEAR = Hundredths(100_000)
"""How far is seen where nothing is said."""
ACTS = ("move", "charge", "fire", "rest")
"""What can be forbidden."""


def _counters(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    count = int(found["counters"])
    if count > MOST_COUNTERS:
        raise RulingFault(f"{count} counters are more than {MOST_COUNTERS}, the most that can be ruled")
    return UnitRuled(replace(unit, counters=count), f"counters {count}")


def _figures(battle: Battle, unit: Unit, found: "re.Match[str]") -> UnitRuled:
    """The rearmost of the commonest kind go first (AR-G27)."""
    count, rows = int(found["figures"]), unit.rows
    if not 1 <= count <= unit.figures:
        raise RulingFault(f"{unit.id} has {unit.figures} figures: 1 to {unit.figures} can be ruled, or `removed`")
    while sum(map(len, rows)) > count:
        letters = "".join(rows)
        rows = without(rows, max(sorted(set(letters)), key=letters.count))
    return UnitRuled(replace(unit, rows=rows), f"figures {count}")


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


def undo(before: Battle, after: Battle, now: Battle, fact: Fact[Any]) -> tuple[Fact[Any], ...]:
    """What a ruling did beside its units, taken back."""
    match fact:
        case FogPut(until=until):
            while_as_ruled(after.sight, now.sight, "the fog")
            was = [one.inches for one in before.sight if one.bound <= _now(now) and one.inches < CLEAR]
            return (FogPut(sight=before.sight, inches=was[-1] if was else None, until=until),)
        case GeneralChanged(general=one):
            while_as_ruled(after.generals[one.id], now.generals[one.id], f"general {one.name or one.id}")
            return (GeneralChanged(before.generals[one.id]),)
        case _:
            return undo_shared(before, after, now, fact)


def _now(battle: Battle) -> int:
    return max(1, battle.bound)


def _general(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    one, called = general_named(battle.generals, found["name"])
    if found["dead"]:
        return (GeneralChanged(replace(one, status="dead")),), f"general {called} dead"
    here = spot_ruled(found["at"], f"general {called} at 24,18.5")
    fact = GeneralChanged(replace(one, pose=Pose(here, one.pose.facing)))
    return (fact,), f"general {called} at {say_spot(here)}"


def _fog(battle: Battle, inches: Hundredths | None, until: int) -> FogPut:
    sight = with_fog(
        battle.sight, _now(battle), inches, until, clear=CLEAR, make=Sight, began=lambda one: one.bound,
        far=lambda one: one.inches,
    )  # fmt: skip
    return FogPut(sight=sight, inches=inches, until=until)


def end(battle: Battle, winner: Side | None) -> tuple[BattleEnded, ...]:
    """The battle ends by the umpire's word."""
    verdict = outright(battle.borders, scores(battle, final=True), winner)
    return (BattleEnded(winner=winner, how="ruled", verdict=verdict, rules=(RuleId("AR-D22"),)),)


def describe(battle: Battle, code: str) -> str:
    """``S04 at 24,18, facing 90, 2 of 6 counters``."""
    unit = battle.units.get(StandId(code))
    if unit is None:
        return f"{code}: gone" if StandId(code) in battle.removed else ""
    broken = ", broken" if unit.state == "broken" else ""
    return f"{code} {say_pose(unit.pose)}, {unit.figures} figures, {counters(unit)}{broken}"


def _pistol_press(unit: Unit) -> tuple[Press, ...]:
    empty, loaded = Press("Pistols empty", "pistols empty"), Press("Pistols loaded", "pistols loaded")
    return (empty if unit.pistols_loaded else loaded,)


def presses(battle: Battle, code: str) -> tuple[Press, ...]:
    """Turns by 15 degrees and about, counters, its state, pistols, off the table."""
    unit = battle.units.get(StandId(code))
    if unit is None:
        return ()
    return (
        *turn_presses(unit.pose),
        *((Press("Figures −1", f"figures {unit.figures - 1}"),) if unit.figures > 1 else ()),
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


LANGUAGE: RulingLanguage[Battle] = RulingLanguage(
    rolls=ROLLS,
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
    rows=(
        row(
            "general <name> dead",
            rf"general\s+(?P<name>.+?)\s+(?:is\s+)?(?:(?P<dead>dead|killed)|at\s+(?P<at>{PLACE}))", _general,
            "A general is dead, or with `at 24,18.5` stands there.", "general Major dead",
        ),
        *battle_rows(
            lambda: LANGUAGE, turn="bound", now=_now,
            points="That side has lost so many more points; with a minus, fewer.",
            far="no unit is hidden in this battle; fog bars shots and charges: fog 6",
        ),
        fog_row("bound", _now, _fog),
        *SightRows(
            language=lambda: LANGUAGE, turn="bound", now=_now, place=PLACE, example="24,18.5", report=reported
        ).rows(),
        *WordRows(
            acts=ACTS, allowed=("charge",), turn="bound", now=_now,
            units=lambda battle: {**battle.removed, **battle.units}, words=lambda battle: battle.umpires_words or (),
            given=given, freed=freed,
            lifts="It may charge that enemy in this bound, or until the bound you name, even where a special rule or a "
            "rally it owes bars the charge, or the enemy is unseen or on a bridge; its path must still be clear.",
        ).rows(),
    ),
    clauses=(
        *place_clauses(
            "S04", "The middle of its front stands there.", lambda unit, pose: replace(unit, pose=pose)
        ),
        clause(
            "counters <number>", r"counters\s+(?P<counters>\d{1,3})", _counters,
            "It holds so many counters; at its break number it breaks at the next check.", "S04 counters 3",
        ),
        clause(
            "figures <number>", r"figures\s+(?P<figures>\d{1,3})", _figures,
            "It has so many figures left; they are taken off its rear.", "S04 figures 12",
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
