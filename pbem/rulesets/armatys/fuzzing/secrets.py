"""Battles with all changed that a seat does not know."""

from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.commanders import seats_of
from pbem.engine.hiding import is_hidden, side_sights
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Sighting
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.armatys.state.battle import Battle, units_of
from pbem.rulesets.armatys.state.standing import Standing
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.view import counters_known, side_of


def other_secrets(battle: Battle, ask: Ask[Any]) -> Battle:
    """Other standing orders of all other commanders, other counters wherever the seat does not see them (AR-gen-4,
    AR-Q74)."""
    units = {
        code: one if counters_known(battle, ask.seat, one) else replace(one, counters=(one.counters + 1) % 5)
        for code, one in battle.units.items()
    }
    others = [seat for army in battle.armies for seat in seats_of(army) if seat != ask.seat]
    standing = {**battle.standing, **dict.fromkeys(others, (Standing(StandId(""), "fire", "hold"),))}
    altered = replace(battle, units=units, standing=standing)
    side = side_of(battle, ask.seat)
    return unseen_altered(altered, side) if side is not None and is_hidden(battle) else altered


def unseen_altered(battle: Battle, mine: Side) -> Battle:
    """The battle with all of the other side altered that a side cannot know: units out of its sight moved, changed,
    taken away and added; of those that are not known what is not seen; what the other side sees itself."""
    sights, seen = side_sights(battle, mine), side_sights(battle, mine).seen
    theirs = [code for code in sorted(battle.units) if battle.units[code].side != mine]
    unseen = [code for code in theirs if code not in seen]
    units = {code: one for code, one in battle.units.items() if one.side == mine}
    units |= {code: as_it_may_be(battle.units[code], seen[code]) for code in theirs if code in seen}
    units |= {code: another(battle.units[code]) for code in unseen[1:]}
    if unseen:
        units[ADDED] = replace(another(battle.units[unseen[0]]), id=ADDED)
    assert not isinstance(battle.sights, UnsetType)
    hidden = replace(battle.sights, sides={mine: sights}, shown=tuple(code for code in units if code in theirs))
    known = [code for code, one in seen.items() if one.grade == "known"]
    generals = {
        code: one if one.side == mine or one.touched or any(it.id in known for it in units_of(battle, one)) else
        replace(one, status="dead")
        for code, one in battle.generals.items()
    }  # fmt: skip
    return replace(
        battle, units=units, sights=hidden, generals=generals, held={},
        to_come={code: one for code, one in battle.to_come.items() if one.side == mine},
        removed={code: one for code, one in battle.removed.items() if one.side == mine},
        contacts=tuple(one for one in battle.contacts if one.one in units and one.other in units),
    )  # fmt: skip


ADDED = StandId("X99")


def another(unit: Unit) -> Unit:
    """A unit out of sight as it might be instead."""
    at = Spot(Hundredths(unit.pose.at.x // 2 + 100), Hundredths(unit.pose.at.y // 2 + 100))
    return replace(unit, pose=Pose(at, unit.pose.facing), name="other", counters=1, rows=unit.rows[:1], fired=True)


def as_it_may_be(unit: Unit, sighting: Sighting) -> Unit:
    """A unit in sight, with all of it changed that is not seen at its grade (AR-H3)."""
    if sighting.grade == "known":
        return unit
    return replace(unit, name="other", ability="crack", points=unit.points + 1, counters=unit.counters + 1)
