"""The campaign cut to what a seat may know (CA-6)."""

from msgspec.structs import replace

from pbem.engine.called import UnitLoss
from pbem.engine.facts import Fact
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign, Goal, Host, exact, side_of_seat
from pbem.rulesets.campaign.state.country import Magazine
from pbem.rulesets.campaign.state.facts import BattleCalled, BattleReturned
from pbem.rulesets.campaign.state.knowledge import Knowledge

UNKNOWN = StandId("")
"""The force with which another commander is."""


def view(battle: Campaign, seat: Seat) -> Campaign:
    """What a seat may know: its own forces where its commander is, others of its side as of the last dispatch, and
    what has been told it.  All of it for the umpire, and for all when the campaign is over."""
    if seat == UMPIRE or battle.phase == "over":
        return battle
    side = side_of_seat(battle, seat)
    knows = battle.knows.get(seat, Knowledge())
    seen = {code: one for code, one in battle.forces.items() if exact(battle, seat, one)}
    told = {code: one for code, one in knows.reports.items() if code not in seen}
    return replace(
        battle,
        forces={**told, **{code: replace(one, as_of=Half(-1)) for code, one in seen.items()}},
        towns={town: Magazine(knows.held.get(town)) for town in battle.towns},
        armies=tuple(_host(battle, one, seat, side) for one in battle.armies),
        officers={who: one if who == seat else replace(one, head=UNKNOWN) for who, one in battle.officers.items()},
        goals=tuple(one for one in battle.goals if not one.private or _own_aim(one, seat, knows)),
        knows={seat: knows} if seat in battle.knows else {},
        couriers={}, riders=0, posted=(), works={}, passed={}, beyond={},
        broken=dict.fromkeys(knows.broken, Half(0)),
        wet=battle.half if battle.raining else Half(-1),
        asked={who: day for who, day in battle.asked.items() if who == seat},
        stirred=tuple(who for who in battle.stirred if who == seat),
        sheets={who: sheet for who, sheet in battle.sheets.items() if who == seat},
        spies={who: town for who, town in battle.spies.items() if who == seat},
        fights=tuple(replace(one, default=None, result=None) for one in battle.fights if seat in one.known),
        scored=tuple(one for one in battle.scored if seat in one.to),
        fallen=(), guns={}, mustered={},
        left={whose: some for whose, some in battle.left.items() if whose == side},
    )  # fmt: skip


def _own_aim(goal: Goal, seat: Seat, knows: Knowledge) -> bool:
    """Whether a private aim is the seat's: the one it has drawn; before the lots are dealt, those it may draw."""
    return goal.private == seat and knows.aim in {"", goal.name}


def learned(fact: Fact[Campaign], battle: Campaign, seat: Seat) -> Fact[Campaign] | None:
    """A fact as a seat learns of it.  Of a battle that is called not what the campaign's table would make of it; of one
    that is over the seat's own forces, its side's losses, and of the enemy's those who were taken."""
    if not fact.seen_by(battle, seat):
        return None
    if isinstance(fact, BattleReturned) and seat != UMPIRE and battle.phase != "over":
        return _returned(fact, battle, seat)
    if isinstance(fact, BattleCalled) and seat != UMPIRE and battle.phase != "over":
        return replace(fact, default=None)
    return fact


def _returned(fact: BattleReturned, battle: Campaign, seat: Seat) -> BattleReturned:
    side = side_of_seat(battle, seat)
    spec = next(one.spec for one in battle.fights if one.spec.number == fact.number)
    mine = {unit.code for one in spec.sides if one.side == side for unit in one.units}
    losses = (one if one.unit in mine else UnitLoss(one.unit, taken=one.taken) for one in fact.result.losses)
    return replace(
        fact, forces=tuple(one for one in fact.forces if one.seat == seat),
        result=replace(fact.result, losses=tuple(one for one in losses if one.all)),
    )  # fmt: skip


def _host(battle: Campaign, army: Host, seat: Seat, side: Side | None) -> Host:
    """An army with the points that a seat knows of."""
    private = {one.name for one in battle.goals if one.private}
    known = [one for one in battle.scored if seat in one.to and one.goal not in private] if army.id == side else []
    return replace(army, points=sum(one.points for one in known))
