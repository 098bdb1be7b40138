"""A battle with what one seat may not see altered: what the seat sees has to be the same."""

from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.hiding import has_blinds, is_hidden, side_sights
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Sighting
from pbem.engine.table.measures import Hundredths, Tenths, normal
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.onehour.battle import Battle, State, Unit, UnitType, side_of_seat
from pbem.rulesets.onehour.commands import Hold, Sheet, StandingFire, StandingMove
from pbem.rulesets.onehour.tables import ROWS

OTHERS = (StandingMove(whom="all", how="keep", distance=Hundredths(700)), StandingFire(whom="foot", cover=True))


def other_secrets(battle: Battle, ask: Ask[Any]) -> Battle:
    """The battle with the other side's orders, its standing orders and its secret arrivals altered."""
    mine = side_of_seat(battle, ask.seat)
    sheets = dict(battle.sheets)
    for one in battle.armies:
        if one.id != mine:
            theirs = [unit for unit in sorted(battle.units) if battle.units[unit].side == one.id]
            sheets[one.id] = Sheet(orders=tuple(Hold(unit=unit) for unit in theirs[:1]), standing=OTHERS)
    hidden = {
        unit for one in battle.arrivals if one.secret for unit in one.units
        if battle.units[unit].side != mine and battle.units[unit].state == "to come"
    }  # fmt: skip
    others = {unit: replace(battle.units[unit], hits=1, name="others") for unit in sorted(hidden)}
    units = {**battle.units, **others}
    coming = tuple(replace(one, turn=one.turn + 1) if hidden.issuperset(one.units) else one for one in battle.arrivals)
    altered = replace(battle, sheets=sheets, units=units, arrivals=coming)
    return unseen_altered(altered, mine) if mine is not None and is_hidden(battle) else altered


def unseen_altered(battle: Battle, mine: Side) -> Battle:
    """The battle with all of the other side altered that a side cannot know: units out of its sight moved, changed,
    taken away and added; of those that are not known what is not seen; what the other side sees itself."""
    sights, seen = side_sights(battle, mine), side_sights(battle, mine).seen
    theirs = [unit for unit in sorted(battle.units) if battle.units[unit].side != mine]
    units = {unit: one for unit, one in battle.units.items() if one.side == mine}
    unseen = [unit for unit in theirs if unit not in seen]
    for unit in theirs:
        if unit in seen:
            units[unit] = _as_it_may_be(battle.units[unit], seen[unit], blinds=has_blinds(battle))
        elif unit != next(iter(unseen)):
            units[unit] = _another(battle.units[unit])
    if unseen:
        added = _another(battle.units[unseen[0]])
        units[StandId("X99")] = replace(added, id=StandId("X99"), name="added", state="on table")
    others = tuple(one for one in battle.contacts if one.attacker in units and one.target in units)
    assert not isinstance(battle.sights, UnsetType)
    hidden = replace(battle.sights, sides={mine: sights}, shown=tuple(unit for unit in units if unit in theirs))
    gone = {unit for unit in battle.units if unit not in units}
    coming = tuple(one for one in battle.arrivals if not gone.intersection(one.units))
    ties = tuple(replace(tie, units=tuple(unit for unit in tie.units if unit in units)) for tie in battle.ties)
    left = {unit: way for unit, way in battle.left_by.items() if battle.units[unit].side == mine}
    return replace(
        battle, units=units, contacts=others, sights=hidden, holders={}, left_by=left, arrivals=coming, ties=ties
    )  # fmt: skip


def _another(unit: Unit) -> Unit:
    """A unit out of sight as it might be instead."""
    at = Spot(Hundredths(unit.pose.at.x // 2 + 100), Hundredths(unit.pose.at.y // 2 + 100))
    other: UnitType = "Cavalry" if unit.type == "Infantry" else "Infantry"
    state: State = unit.state if unit.state == "to come" else "eliminated" if unit.on_table else "on table"
    return replace(
        unit, pose=Pose(at, unit.pose.facing), type=other, hits=(unit.hits + 7) % 15, name="other", state=state
    )


def _as_it_may_be(unit: Unit, sighting: Sighting, *, blinds: bool) -> Unit:
    """A unit in sight, with all of it changed that is not seen at its grade (OH-H3); a blind is troops and troops are
    a blind (OH-H10)."""
    if sighting.grade == "known":
        return unit
    wide = replace(unit, name="other", width=Hundredths(550), depth=Hundredths(150), out_of_ammo=not unit.out_of_ammo)
    if sighting.grade == "made out":
        return replace(wide, type="Swordsmen" if not ROWS[unit.type].horse else "Reiters")
    other: UnitType = "Cavalry" if unit.type == "Infantry" else "Infantry"
    facing = normal(Tenths(unit.pose.facing + 900))
    if blinds:
        wide = replace(wide, blind=UNSET if unit.blind else True)
    return replace(wide, type=other, hits=(unit.hits + 7) % 15, pose=Pose(unit.pose.at, facing))
