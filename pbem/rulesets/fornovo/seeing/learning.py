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
from pbem.rulesets.fornovo import view as seats
from pbem.rulesets.fornovo.seeing.looking import place_of
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import fighting_facts as g
from pbem.rulesets.fornovo.state import noticed as n
from pbem.rulesets.fornovo.state import raising_facts as r
from pbem.rulesets.fornovo.state import special_facts as x
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.sights import NOBODY, as_known, pose_as_seen

PUBLIC = (
    f.TurnBegan, f.OrdersAsked, f.PhaseBegan, f.RolesChosen, f.BattleEnded, f.WoodFound, g.WorksHit, r.ListsDone,
    x.GroundClosed, f.FogPut, *OF_THE_BATTLE,
)  # fmt: skip
"""What both sides learn as it is."""
OF_OWN = (
    f.OrderRefused, f.UnitPut, f.MoveMade, f.ChargeMoved, f.Evaded, f.Recoiled, f.FollowedUp, f.DrivenOut, f.RoutMoved,
    f.PursuitMoved, f.OffTable, f.CameBack, f.StakesMoved, f.CrewLeft, f.DebtPaid, f.PursuitAllowed, x.UnitArrived,
    f.HedgeWorked, r.ArmyRaised,
)  # fmt: skip
"""What only the unit's own side learns: of the other's moves it sees what it sees."""
OF_KNOWN = (
    f.Mutinied, f.MoraleChanged, f.Disordered, f.Recovered, f.Rallied, f.FalseRout, f.ChargeFailed, f.ChargeEnded,
    f.CombatDisordered, f.RecoilOwed, f.HorsesDispersed, f.StakesLost, f.BurstThrough, f.PursuitBegan, f.PursuitEnded,
    f.Overrun, g.Tested, g.Shot, g.GunsHit, g.Saved, g.FiguresLost, g.WagonsHit, x.SpecialActed, x.Marked,
)  # fmt: skip
"""What the other side learns of units that it knows."""


def learned(fact: Fact[Any], battle: Battle, seat: Seat) -> Fact[Any] | None:
    """A fact as a seat learns of it; None where it does not.  battle: as it stood before."""
    if not fact.seen_by(battle, seat):
        return None
    if not is_hidden(battle) or seat == UMPIRE or isinstance(fact, PUBLIC):
        return fact
    side = seats.side_of(battle, seat)
    if side is None or isinstance(fact, f.GroundHeld):
        return None
    if isinstance(fact, WordGiven | WordFreed):
        return word_learned(fact, battle, side, seat)
    return _noticed(fact, battle, side) if isinstance(fact, OfSide) else _of_side(fact, battle, side)


def _of_side(fact: Fact[Any], battle: Battle, side: Side) -> Fact[Any] | None:
    if isinstance(fact, ParcelledOut):
        return fact
    sights, names = side_sights(battle, side), seats.enemies_called(battle, side)
    if isinstance(fact, f.GeneralChanged | g.GeneralAtRisk):
        return _of_general(fact, battle, side, names)
    if isinstance(fact, g.RoundDecided):
        losers = tuple(names.get(unit, unit) for unit in fact.losers if unit in sights.seen or unit not in names)
        return replace(fact, losers=losers) if losers else None
    whose = _subject(fact)
    mine = whose not in names and (bool(whose) or getattr(fact, "side", side) == side)
    if isinstance(fact, f.StakesMoved | f.HedgeWorked):
        fact = replace(fact, terrain=())
    if isinstance(fact, OF_OWN) and not mine:
        return None
    theirs = {code for code in map(StandId, names_within(fact)) if code in names}
    if not mine and not theirs <= sights.seen.keys():
        return None
    known = {code for code in theirs if code in sights.seen and sights.seen[code].grade == "known"}
    told = renamed(fact, names)
    return told if known == theirs else _dimmed(told, {names[code] for code in theirs - known}, mine=mine)


def _subject(fact: Fact[Any]) -> StandId:
    """The unit that a fact is about, by its true code; '' for none."""
    for name in ("unit", "charge", "combat", "chase", "units"):
        found = getattr(fact, name, None)
        if found is not None:
            one = getattr(found, "unit", None) or getattr(found, "id", None) or getattr(found, "units", found)
            return StandId(one[0] if isinstance(one, tuple) else one)
    return NOBODY


def _of_general(
    fact: f.GeneralChanged | g.GeneralAtRisk, battle: Battle, side: Side, names: dict[StandId, StandId]
) -> Fact[Any] | None:
    """Of a general whom a side sees before and after, and of its own."""
    if isinstance(fact, g.GeneralAtRisk):
        return fact if seats.general_seen(battle, side, battle.generals[fact.general]) else None
    now = fact.general
    stays = seats.general_seen(battle, side, now) or now.removed
    return renamed(fact, names) if stays and seats.general_seen(battle, side, battle.generals[now.id]) else None


def _dimmed(fact: Fact[Any], unknown: set[StandId], *, mine: bool) -> Fact[Any] | None:
    """What is learned where some units are not known: what they do, without its numbers."""
    if isinstance(fact, g.FiguresLost):
        if not mine:
            return None
        return replace(fact, shot=None)
    if isinstance(fact, g.VolleyFired):
        return fact if mine else replace(fact, figures=0, halvings=0, salvee=False)
    if isinstance(fact, f.ChargeDeclared) and not mine:
        return replace(fact, charge=replace(fact.charge, start=None))
    if isinstance(fact, f.ChargeAnswered) and not mine:
        return replace(fact, square=None)
    return None if isinstance(fact, OF_KNOWN) and not mine else fact


def _noticed(fact: OfSide[Battle], battle: Battle, side: Side) -> Fact[Any] | None:
    """What a side noticed itself, by the names it knows."""
    sights = side_sights(battle, side)
    match fact:
        case n.Sighted():
            unit = battle.units[fact.unit]
            shown = as_known(replace(unit, pose=place_of(battle, unit)), fact.sighting)
            names = seats.enemies_called(battle, side)
            return replace(fact, unit=fact.sighting.name, shown=_without_shots(shown, names))
        case n.LostSight():
            return replace(fact, unit=fact.name, at=_as_seen(sights, fact.unit, fact.at))
        case SeenMoving():
            start, end = (_as_seen(sights, fact.unit, pose) for pose in (fact.start, fact.end))
            name = names_of(sights).get(fact.unit, fact.unit)
            return replace(fact, unit=name, start=start, end=end) if start != end else None
        case n.FoundOut():
            names = names_of(sights)
            return replace(fact, enemies=tuple(names[unit] for unit in fact.enemies if unit in names))
        case _:
            return fact


def _without_shots(unit: Any, names: dict[StandId, StandId]) -> Any:  # noqa: ANN401  # a unit
    return renamed(unit, {code: name for code, name in names.items() if code != unit.id})


def _as_seen(sights: SideSights[Any], unit: StandId, pose: Pose) -> Pose:
    sighting = sights.seen.get(unit)
    return pose_as_seen(sighting.grade, pose) if sighting is not None else pose
