"""What a seat learns of a fact where units are hidden: nothing of units out of its sight, and by the names it knows.

A fact is unseen unless it says otherwise.  Moves of the other side are learned by ``SeenMoving`` and its like.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.commanders import ParcelledOut
from pbem.engine.facts import Fact
from pbem.engine.hiding import OfSide, is_hidden, side_sights
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.rulings.facts import OF_THE_BATTLE, WordFreed, WordGiven, word_learned
from pbem.engine.sightings import names_of, renamed
from pbem.engine.table.noticed import SeenMoving
from pbem.engine.table.places import Pose
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour import noticed as n
from pbem.rulesets.onehour.battle import Battle, side_of_seat
from pbem.rulesets.onehour.sights import NO_FACING, as_known

PUBLIC = (
    f.FirstThrown,
    f.OrderOfSides,
    f.PhaseBegan,
    f.PlayerTurnBegan,
    f.BattleEnded,
    *OF_THE_BATTLE,
)
"""What both sides learn as it is."""
OF_THE_SIDE = (f.ArmyDrawn, f.SetUpMade, ParcelledOut)
OF_THE_UNIT = (f.Moved, f.Entered, f.LeftTable)
"""What only the unit's own side learns."""
NAMED: Mapping[type, tuple[str, ...]] = {
    f.Charged: ("unit", "target"), f.TurnedToFace: ("unit", "attacker"), f.Shot: ("unit", "target"),
    f.Struck: ("unit", "target"), f.Eliminated: ("unit",), n.BlindUnveiled: ("unit",),
}  # fmt: skip
"""What a side learns that has all these units in sight."""


def learned(fact: Fact[Any], battle: Battle, seat: Seat) -> Fact[Any] | None:
    """A fact as a seat learns of it; None where it does not.  battle: as it stood before."""
    if not is_hidden(battle) or seat == UMPIRE:
        return fact if fact.seen_by(battle, seat) else None
    side = side_of_seat(battle, seat)
    if isinstance(fact, PUBLIC):
        return fact
    return _of_side(fact, battle, side, seat) if side is not None else None


def _of_side(fact: Fact[Any], battle: Battle, side: Side, seat: Seat) -> Fact[Any] | None:
    names = names_of(side_sights(battle, side))
    if isinstance(fact, OfSide):
        return _noticed(fact, battle, side, names) if fact.seen_by(battle, seat) else None
    if isinstance(fact, OF_THE_SIDE):
        return fact if fact.side == side else None
    if isinstance(fact, WordGiven | WordFreed):
        return word_learned(fact, battle, side, seat)
    if isinstance(fact, OF_THE_UNIT):
        return fact if battle.units[fact.unit].side == side else None
    if isinstance(fact, f.UnitPut):
        return fact if fact.unit.side == side else None
    if isinstance(fact, f.PlayerTurnEnded):
        return replace(fact, holders=side_sights(battle, side).held)
    if type(fact) in NAMED:
        there = [getattr(fact, name) for name in NAMED[type(fact)]]
        known = all(unit in names or battle.units[unit].side == side for unit in there)
        return renamed(fact, names) if known else None
    return fact if isinstance(fact, f.OrdersTaken | f.StandingOrderActed | f.Refused) and fact.side == side else None


def _noticed(fact: OfSide[Battle], battle: Battle, side: Side, names: Mapping[StandId, StandId]) -> Fact[Any] | None:
    """What a side noticed itself, by the names it knows."""
    match fact:
        case n.Sighted():
            shown = as_known(battle.units[fact.unit], fact.sighting)
            return replace(fact, unit=fact.sighting.name, shown=shown)
        case n.LostSight():
            return replace(fact, unit=fact.name, at=_as_seen(battle, side, fact.unit, fact.at))
        case SeenMoving():
            start, end = (_as_seen(battle, side, fact.unit, pose) for pose in (fact.start, fact.end))
            return replace(fact, unit=names.get(fact.unit, fact.unit), start=start, end=end) if start != end else None
        case n.FoundOut():
            seen = tuple(names[unit] for unit in fact.enemies if unit in names)
            return replace(fact, order=renamed(fact.order, names), enemies=seen)
        case _:
            return fact


def _as_seen(battle: Battle, side: Side, unit: StandId, pose: Pose) -> Pose:
    """A pose of a unit, without a facing where no more than a body of troops is seen."""
    sighting = side_sights(battle, side).seen.get(unit)
    return Pose(pose.at, NO_FACING) if sighting is not None and sighting.grade == "body" else pose
