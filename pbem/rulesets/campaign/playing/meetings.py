"""What comes of a meeting: blinds, screens, pursuits, stand-offs, small actions, battles called (CA-10, CA-11)."""

from collections.abc import Sequence

import msgspec

from pbem.engine.ids import Side, StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.moving.rates import rate
from pbem.rulesets.campaign.playing import battles, retreats, small
from pbem.rulesets.campaign.playing.marches import Encounter, take_town
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.forces import Force, count
from pbem.rulesets.campaign.state.orders import STANCE_OF, Stance
from pbem.rulesets.campaign.tables import BLIND_HORSE, CAUGHT, HORSE_ODDS, RULE, STANCES, STAND_OFF


class Array(msgspec.Struct, frozen=True):
    """The forces of one side at a meeting, under the senior commander (CA-Q3)."""

    side: Side
    forces: tuple[StandId, ...]
    stance: Stance


def stance_of(force: Force, half: Half) -> Stance:
    """How a force meets the enemy.  Rules: CA-10.

    What has no order avoids; who has just been beaten does not seek.
    """
    order = force.order
    stance: Stance = force.rest or "avoid" if order is None else order.stance or STANCE_OF[order.does]
    return "avoid" if stance == "seek" and half < force.beaten else stance


def settle(play: Play[Campaign], found: Sequence[Encounter]) -> None:
    """Every meeting, in the order of the clock.  Rules: CA-10, CA-Q3."""
    attacked = tuple(code for code, one in sorted(play.battle.forces.items()) if one.attacked)
    if attacked:
        play.record(f.Unattacked(attacked))
    for met in found:
        _one(play, met)
    _storms(play)


def _one(play: Play[Campaign], met: Encounter) -> None:
    here = [code for code in met.forces if play.battle.forces[code].is_there and not play.battle.forces[code].pinned]
    sides = sorted({play.battle.forces[code].side for code in here})
    if len(sides) < 2:
        return
    if _blinds(play, here, met):
        here = [code for code in here if play.battle.forces[code].is_there]
    one, other = _body(play.battle, here, sides[0]), _body(play.battle, here, sides[1])
    if not one.forces or not other.forces:
        return
    first, second = (one, other) if _firmer(one.stance, other.stance) else (other, one)
    holder = met.stood[0] if len(met.stood) == 1 else None
    comes = STANCES[first.stance, second.stance]
    if comes == "battle":
        fight(play, met, first, second, holder)
    elif comes == "catch":
        _pursuit(play, met, first, second, holder)
    elif comes == "horse" and _screens(play, met, first, second, holder):
        return
    else:
        _stand_off(play, met, first, second, holder)


def _firmer(one: Stance, other: Stance) -> bool:
    order = ("seek", "march", "besiege", "hold", "screen", "avoid")
    return order.index(one) <= order.index(other)


def _body(campaign: Campaign, here: Sequence[StandId], side: Side) -> Array:
    """Friends at one place count as one, under the commander who comes first in the scenario (CA-Q3)."""
    mine = [code for code in here if campaign.forces[code].side == side]
    rank = {seat: n for n, seat in enumerate(campaign.officers)}
    senior = min(mine, key=lambda code: (rank.get(campaign.forces[code].seat, 99), code), default=None)
    stance = stance_of(campaign.forces[senior], campaign.half) if senior is not None else "avoid"
    return Array(side, tuple(mine), stance)


def _blinds(play: Play[Campaign], here: Sequence[StandId], met: Encounter) -> bool:
    """A blind vanishes when enough horse meet it.  Rules: CA-Q16."""
    gone = False
    for code in here:
        blind = play.battle.forces[code]
        if blind.kind == "blind":
            against = [play.battle.forces[one] for one in here if play.battle.forces[one].side != blind.side]
            if sum(count(one.units, "horse") for one in against) > BLIND_HORSE:
                ones = tuple(one.code for one in against)
                play.record(
                    f.MetEnemy(ones, (code,), met.at, int(met.minute), "vanishes", None, rules=RULE["CA-Q16"])
                )  # fmt: skip
                play.record(f.Vanished(code, rules=RULE["CA-Q16"]))
                gone = True
    return gone


def _met(play: Play[Campaign], met: Encounter, one: Array, other: Array, comes: str, holder: Side | None) -> None:
    play.record(
        f.MetEnemy(one.forces, other.forces, met.at, int(met.minute), comes, holder, rules=RULE["CA-10"])  # type: ignore[arg-type]  # of its words
    )


def fight(play: Play[Campaign], met: Encounter, one: Array, other: Array, holder: Side | None) -> None:
    """A battle, or a small action.  Rules: CA-11."""
    if small.is_small(play.battle, one.forces, other.forces):
        _met(play, met, one, other, "horse", holder)
        small.fight(play, one.forces, other.forces)
    else:
        _met(play, met, one, other, "battle", holder)
        battles.call(play, met.at, one.side, one.forces, other.forces, holder)


def _pursuit(play: Play[Campaign], met: Encounter, seeker: Array, wary: Array, holder: Side | None) -> None:
    """The slower is caught; of equals, on a die, a rear guard.  Rules: CA-10."""
    fast, slow = _pace(play.battle, seeker), _pace(play.battle, wary)
    if fast > slow:
        fight(play, met, seeker, wary, holder)
        return
    if fast == slow:
        face = play.roll("catch", StandId(f"{seeker.forces[0]}-{wary.forces[0]}"), 1).values[0]
        if face >= CAUGHT:
            _met(play, met, seeker, wary, "rear guard", holder)
            small.fight(play, seeker.forces, wary.forces, quarter=True)
            _slip_away(play, wary)
            return
    _met(play, met, seeker, wary, "stand-off", holder)
    _slip_away(play, wary)


def _pace(campaign: Campaign, body: Array) -> int:
    """Of the slowest."""
    return min(rate(campaign, campaign.forces[code]) for code in body.forces)


def _slip_away(play: Play[Campaign], wary: Array) -> None:
    for code in wary.forces:
        force = play.battle.forces[code]
        if force.is_there:
            retreats.fall_back(play, code, rate(play.battle, force), force.beaten, caught=False)


def _screens(play: Play[Campaign], met: Encounter, one: Array, other: Array, holder: Side | None) -> bool:
    """A screen: only horse fight, and only such as are of like numbers; the rest are halted.  Rules: CA-10."""
    riders = [
        tuple(code for code in body.forces if count(play.battle.forces[code].units, "horse", "dragoons"))
        for body in (one, other)
    ]
    horse = [sum(count(play.battle.forces[code].units, "horse", "dragoons") for code in some) for some in riders]
    if not min(horse) or max(horse) > HORSE_ODDS * min(horse) or len(met.stood) == 2:
        return False
    _met(play, met, one, other, "horse", holder)
    small.fight(play, riders[0], riders[1], only=("horse", "dragoons"))
    return True


def _stand_off(play: Play[Campaign], met: Encounter, one: Array, other: Array, holder: Side | None) -> None:
    """Both stop, half a day apart: who came last is set back.  Rules: CA-10."""
    _met(play, met, one, other, "stand-off", holder)
    back = one if holder == other.side else other if holder == one.side else one
    for code in back.forces:
        force = play.battle.forces[code]
        order = force.order
        retreats.fall_back(play, code, STAND_OFF, force.beaten, caught=False)
        if order is not None and order.does in {"march", "seek"} and play.battle.forces[code].is_there:
            play.record(f.OrderDone(code, order, "the enemy bars the way", rules=RULE["CA-10"]))


def _storms(play: Play[Campaign]) -> None:
    """Forces ordered to storm a breached place do: a battle in works, or a small action.  Rules: CA-16."""
    for code in sorted(play.battle.forces):
        force = play.battle.forces[code]
        order = force.order
        if order is None or order.does != "storm" or not force.is_there or force.pinned:
            continue
        if not force.where.in_town or force.where.town != order.at:
            continue
        garrison = garrison_of(play.battle, force)
        if garrison is None:
            play.record(f.OrderDone(code, order))
            take_town(play, code)
        elif not play.battle.towns[order.at].breached and play.battle.country.towns[order.at].works:
            continue
        else:
            _storm(play, code, garrison.code)


def _storm(play: Play[Campaign], code: StandId, garrison: StandId) -> None:
    before = play.battle
    force, town = before.forces[code], before.country.towns[before.forces[code].where.town]
    if small.is_small(before, (code,), (garrison,)):
        small.fight(play, (code,), (garrison,), works=town.works)
    else:
        defender = before.forces[garrison].side
        battles.call(play, force.where, force.side, (code,), (garrison,), defender, storm=True)


def garrison_of(campaign: Campaign, force: Force) -> Force | None:
    """The enemy garrison of the town a force is in; None for none."""
    return next(
        (
            one for _, one in sorted(campaign.forces.items())
            if one.kind == "garrison" and one.side != force.side and one.is_there and one.where == force.where
        ),
        None,
    )  # fmt: skip
