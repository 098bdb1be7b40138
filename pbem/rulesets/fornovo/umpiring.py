"""What an umpire can rule in these rules, beside what every rule set has."""

import re
from typing import Any, get_args

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
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.measures import TOUCH, Hundredths
from pbem.engine.table.references import say_spot
from pbem.engine.table.ruling import PLACE, fog_row, place_clauses, say_pose, spot_ruled, turn_presses, with_fog
from pbem.rulesets.fornovo.fighting.losses import type_of, without
from pbem.rulesets.fornovo.morale.tests import Test
from pbem.rulesets.fornovo.moving.places import overlap, standing
from pbem.rulesets.fornovo.moving.seeing import VISIBILITY
from pbem.rulesets.fornovo.playing.ending import scores
from pbem.rulesets.fornovo.reporting.troops import states
from pbem.rulesets.fornovo.seeing.reports import reported
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.facts import BattleEnded, FogPut, GeneralChanged, UnitPut
from pbem.rulesets.fornovo.state.scene import Sight
from pbem.rulesets.fornovo.state.units import Unit

MORALE = ("good", "halted", "shaken", "routed")
"""What a unit's morale can be (FS-8.1)."""
ACTS = ("move", "charge", "fire", "rally")
"""What can be forbidden."""


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
    return (*turn_presses(unit.pose), *figures, *worse, order, Press("Remove", "removed"))


def end(battle: Battle, winner: Side | None) -> tuple[BattleEnded, ...]:
    """The battle ends by the umpire's word."""
    verdict = outright(battle.borders, scores(battle), winner)
    return (BattleEnded(winner=winner, how="ruled", verdict=verdict, rules=(RuleId("FS-Q89"),)),)


def describe(battle: Battle, code: str) -> str:
    """``S04 at 24,18, facing 90, 18 figures, shaken``."""
    unit = battle.units.get(StandId(code))
    if unit is None:
        return f"{code}: gone" if StandId(code) in battle.removed else ""
    place = say_pose(unit.pose) if unit.pose is not None else "off the table"
    return f"{code} {place}, {unit.figures} figures, {', '.join(states(battle, unit))}"


def faults(battle: Battle) -> tuple[str, ...]:
    """Units off the table, and close-order units that overlap (G-2, FS-7.10b)."""
    there = standing(battle)
    off = [f"{one.unit.id} is not wholly on the table" for one in there if not wholly_on(battle.table, one.rect)]
    close = [one for one in there if not one.unit.skirmishers]
    pairs = [(one, other) for place, one in enumerate(close) for other in close[place + 1 :]]
    over = [(one, other) for one, other in pairs if overlap(battle, one.unit, other.unit) > TOUCH]
    return (*off, *(f"{one.unit.id} and {other.unit.id} overlap" for one, other in over))


def undo(before: Battle, after: Battle, now: Battle, fact: Fact[Any]) -> tuple[Fact[Any], ...]:
    """What a ruling did beside its units, taken back."""
    match fact:
        case FogPut(until=until):
            while_as_ruled(after.sight, now.sight, "the fog")
            clear = _clear(now)
            was = [one.inches for one in before.sight if one.turn <= _now(now) and one.inches < clear]
            return (FogPut(before.sight, was[-1] if was else None, until),)
        case GeneralChanged(general=one):
            while_as_ruled(after.generals[one.id], now.generals[one.id], f"general {one.name or one.id}")
            return (GeneralChanged(before.generals[one.id]),)
        case _:
            return undo_shared(before, after, now, fact)


def _now(battle: Battle) -> int:
    return max(1, battle.turn)


def _clear(battle: Battle) -> Hundredths:
    """How far is seen where nothing is said (FS-11.3a)."""
    return battle.visibility or battle.inches(VISIBILITY)


def _fog(battle: Battle, inches: Hundredths | None, until: int) -> FogPut:
    sight = with_fog(
        battle.sight, _now(battle), inches, until, clear=_clear(battle), make=Sight, began=lambda one: one.turn,
        far=lambda one: one.inches,
    )  # fmt: skip
    return FogPut(sight, inches, until)


def _general(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    """A general is out of the battle (FS-3.1.3), rides alone, or is with a unit (FS-3.1.2)."""
    one, called = general_named(battle.generals, found["name"])
    if found["dead"]:
        return (GeneralChanged(replace(one, removed=True, attached_to=None)),), f"general {called} dead"
    if found["at"]:
        here = spot_ruled(found["at"], f"general {called} at 24,18.5")
        there = replace(one, at=here, attached_to=None, removed=False, to_come=False)
        return (GeneralChanged(there),), f"general {called} at {say_spot(here)}"
    unit = battle.units.get(StandId(found["unit"].upper()))
    if unit is None or unit.side != one.side:
        raise RulingFault(f"{found['unit']} is no unit of that general's side", (f"rule general {called} at 24,18.5",))
    there = replace(one, at=None, attached_to=unit.id, removed=False, to_come=False)
    return (GeneralChanged(there),), f"general {called} with {unit.id}"


ROLLS = tuple(
    f"fs.{one}" for one in (
        "arrival", "ditch", "false_rout", "general", "gunhit", "init", "melee", "mutiny", "save", "shoot", "sniper",
        "sniper_evade", "special", "woods", *get_args(Test),
    )
)  # fmt: skip
"""Labels of the rolls."""

LANGUAGE: RulingLanguage[Battle] = RulingLanguage(
    rolls=ROLLS,
    units=lambda battle: {**battle.removed, **battle.units},
    put=lambda unit: UnitPut(unit=unit),
    describe=describe,
    end=end,
    sides=lambda battle: {one.id: one.name for one in battle.armies},
    presses=presses,
    faults=faults,
    add=add,
    adding="add S99 like S01 at 24,18.5, facing 90",
    undo=undo,
    rows=(
        row(
            "general <name> dead",
            r"general\s+(?P<name>.+?)\s+(?:is\s+)?(?:(?P<dead>dead|killed)|with\s+(?P<unit>[a-z]{1,3}\d{1,3})|"
            rf"at\s+(?P<at>{PLACE}))", _general,
            "A general is out of the battle, or with `at 24,18.5` rides there, or with `with S01` joins that unit.",
            "general Major dead",
        ),
        *battle_rows(
            lambda: LANGUAGE, turn="turn", now=_now,
            points="That side has lost so many more points; with a minus, fewer.",
            far="no unit is hidden in this battle; fog bars sight and charges: fog 6",
        ),
        fog_row("turn", _now, _fog),
        *SightRows(
            language=lambda: LANGUAGE, turn="turn", now=_now, place=PLACE, example="24,18.5", report=reported
        ).rows(),
        *WordRows(
            acts=ACTS, allowed=("charge",), turn="turn", now=_now,
            units=lambda battle: {**battle.removed, **battle.units}, words=lambda battle: battle.umpires_words or (),
            given=given, freed=freed,
            lifts="It may charge that enemy in this turn, or until the turn you name, even when halted or shaken, when "
            "the enemy is unseen, or where its arm, the enemy's, woods or a special rule bar the charge; its path must "
            "still be clear.",
        ).rows(),
    ),
    clauses=(
        *place_clauses(
            "S01", "The middle of its front stands there.",
            lambda unit, pose: replace(unit, pose=pose, inside=None, left_table=None, went_home=False),
        ),
        clause(
            "good|halted|shaken|routed", r"(?:is\s+)?(?P<morale>good(?!\s+order)|halted|shaken|routed)", _morale,
            "Its morale is that.", "S01 shaken",
        ),
        clause(
            "disordered", r"(?:is\s+)?(?P<order>disordered|(?:in|good)\s+order)", _order,
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
