"""Battles with hidden units in which all is changed that a side does not know."""

from msgspec import UnsetType
from msgspec.structs import replace

from pbem.engine.hiding import side_sights
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Sighting
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.sights import nominal
from pbem.rulesets.fornovo.state.units import Unit
from pbem.rulesets.fornovo.view import general_seen

ADDED = StandId("X99")


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
    return replace(
        battle, units=units, sights=hidden, held={},
        generals={
            code: one if general_seen(battle, mine, one) else replace(one, removed=True)
            for code, one in battle.generals.items()
        },
        to_come={code: one for code, one in battle.to_come.items() if one.side == mine},
        removed={code: one for code, one in battle.removed.items() if one.side == mine},
    )  # fmt: skip


def another(unit: Unit) -> Unit:
    """A unit out of sight as it might be instead."""
    at = Spot(Hundredths(1100), Hundredths(1300))
    return nominal("horse", replace(unit, pose=Pose(at, 900), name="other", guns=None, inside=None, fired=True))  # type: ignore[arg-type]  # tenths of a degree


def as_it_may_be(unit: Unit, sighting: Sighting) -> Unit:
    """A unit in sight, with all of it changed that is not seen at its grade (FS-H3)."""
    return unit if sighting.grade == "known" else replace(unit, name="other", grade="A", points=unit.points + 1)
