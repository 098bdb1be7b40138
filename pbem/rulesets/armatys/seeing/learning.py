"""What a seat learns of a fact where units are hidden: nothing of units out of its sight, and by the names it knows.

Moves of the other side are learned by ``SeenMoving``; of a unit that is not known its numbers are not learned.
"""

from typing import Any

from msgspec.structs import replace

from pbem.engine.commanders import ParcelledOut
from pbem.engine.facts import Fact
from pbem.engine.hiding import OfSide, is_hidden, side_sights
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.rulings.facts import OF_THE_BATTLE, WordFreed, WordGiven, word_learned
from pbem.engine.sightings import SideSights, names_of, names_within, renamed
from pbem.engine.table.noticed import SeenMoving
from pbem.engine.table.places import Pose
from pbem.rulesets.armatys import view as seats
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import detached as d
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state import noticed as n
from pbem.rulesets.armatys.state import special_facts as x
from pbem.rulesets.armatys.state.battle import Battle, army_of
from pbem.rulesets.armatys.state.sights import as_known, pose_as_seen

PUBLIC = (f.BoundBegan, f.OrdersAsked, f.PhaseBegan, f.BattleEnded, f.FogPut, *OF_THE_BATTLE)
"""What both sides learn as it is."""
OF_OWN = (
    f.OrderRefused, f.UnitArrived, f.Moved, f.Retired, f.UnitPut, f.GeneralMoved, f.StandingGiven, c.ChargeMoved,
    c.CrewFled, c.FaceTurned, d.Detached, d.Rejoined, d.CrewReturned, x.CameBack, x.LaneTaken,
)  # fmt: skip
"""What only the unit's own side learns: of the other's moves it sees what it sees."""
OF_KNOWN = (
    f.CountersTaken, f.Recovered, f.ClassRolled, f.QuietBound, f.Risked, f.PursuitBegan, f.PursuitEnded,
    c.BayonetsFixed, c.Interpenetrated, x.SpecialActed, x.FollowTried,
)  # fmt: skip
"""What the other side learns of units that it knows."""
NOBODY = StandId("")


def learned(fact: Fact[Any], battle: Battle, seat: Seat) -> Fact[Any] | None:
    """A fact as a seat learns of it; None where it does not.  battle: as it stood before."""
    if not is_hidden(battle) or seat == UMPIRE or isinstance(fact, PUBLIC):
        return seats.learned(fact, battle, seat)
    side = seats.side_of(battle, seat)
    if side is None or isinstance(fact, f.GroundHeld):
        return None
    if isinstance(fact, OfSide):
        return _noticed(fact, battle, side) if fact.side == side else None
    if isinstance(fact, WordGiven | WordFreed):
        return word_learned(fact, battle, side, seat)
    cut = seats.learned(fact, battle, seat)
    return _of_side(cut, battle, side) if cut is not None else None


def _of_side(fact: Fact[Any], battle: Battle, side: Side) -> Fact[Any] | None:
    if isinstance(fact, ParcelledOut):
        return fact
    sights = side_sights(battle, side)
    names = names_of(sights)
    if isinstance(fact, f.GeneralChanged):
        return fact if seats.general_seen(battle, side, battle.generals[fact.general.id]) else None
    if isinstance(fact, f.MeleeDecided):
        seen = tuple(names.get(unit, unit) for unit in fact.melee.units if unit in names or _own(battle, side, unit))
        return replace(fact, melee=replace(fact.melee, units=seen)) if seen else None
    whose = getattr(fact, "general", None) or getattr(fact, "unit", None) or getattr(fact, "one", None)
    mine = _own(battle, side, getattr(whose, "id", whose)) if whose else getattr(fact, "side", side) == side
    if isinstance(fact, OF_OWN) and not mine:
        return None
    if isinstance(fact, f.Risked):
        fact = replace(fact, by="")
    theirs = {code for code in map(StandId, names_within(fact)) if _enemy(battle, side, code)}
    if not mine and not theirs <= names.keys():
        return None
    unknown = [code for code in theirs if code not in names or sights.seen[code].grade != "known"]
    called = renamed(fact, {**dict.fromkeys(theirs, NOBODY), **names})
    return called if not unknown else called if mine and not isinstance(fact, f.Fired) else _dimmed(called)


def _dimmed(fact: Fact[Any]) -> Fact[Any] | None:
    """What is learned of units that are not known: what they do, without its numbers."""
    if isinstance(fact, OF_KNOWN):
        return None
    if isinstance(fact, f.Fired):
        return replace(fact, figures=0, size=0, groups=0, required=0, empties=False, dice=())
    if isinstance(fact, f.ReactionTested):
        return replace(fact, required=None, parts=())
    return fact


def _own(battle: Battle, side: Side, code: StandId) -> bool:
    one = battle.units.get(code) or battle.generals.get(code) or battle.removed.get(code) or battle.to_come.get(code)
    return one is not None and one.side == side


def _enemy(battle: Battle, side: Side, code: StandId) -> bool:
    one = battle.units.get(code) or battle.removed.get(code) or battle.to_come.get(code)
    return one is not None and one.side != side


def _noticed(fact: OfSide[Battle], battle: Battle, side: Side) -> Fact[Any] | None:
    """What a side noticed itself, by the names it knows."""
    sights = side_sights(battle, side)
    match fact:
        case n.Sighted():
            shown = as_known(seats.as_seen(battle, army_of(battle, side).seat, battle.units[fact.unit]), fact.sighting)
            return replace(fact, unit=fact.sighting.name, shown=shown)
        case n.LostSight():
            return replace(fact, unit=fact.name, at=_as_seen(battle, sights, fact.unit, fact.at))
        case SeenMoving():
            start, end = (_as_seen(battle, sights, fact.unit, pose) for pose in (fact.start, fact.end))
            name = names_of(sights).get(fact.unit, fact.unit)
            return replace(fact, unit=name, start=start, end=end) if start != end else None
        case n.FoundOut():
            names = names_of(sights)
            return replace(fact, enemies=tuple(names[unit] for unit in fact.enemies if unit in names))
        case _:
            return fact


def _as_seen(battle: Battle, sights: SideSights[Any], unit: StandId, pose: Pose) -> Pose:
    sighting = sights.seen.get(unit)
    return pose_as_seen(battle.units[unit], sighting.grade, pose) if sighting is not None else pose
