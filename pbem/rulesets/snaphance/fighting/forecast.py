"""What a charge promises: dice against dice, and the chances of the round it comes to, exactly, without rolling.

Everything is asked of the functions that carry it out: who fires, how many dice, what hits do, who throws how many.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.fighting.chances import Fighter, hits, melee_round
from pbem.rulesets.snaphance.fighting.contact import charging_shots, contact_shots, dies_after_firing
from pbem.rulesets.snaphance.fighting.footing import disorders, may_stand
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, from_behind, helpers, strike_sum
from pbem.rulesets.snaphance.fighting.morale import (
    Tested,
    adjusted_terms,
    fire_cost,
    morale_loss,
    most_in_melee,
    ranks_after,
)
from pbem.rulesets.snaphance.fighting.shooting import ShotSum
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.special.thin_line import may_come_ragged
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, type_of, with_stand
from pbem.rulesets.snaphance.state.rulings import reading


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """Of a charge."""

    mine: int
    """Melee dice, if no fire changes them."""
    theirs: int
    """Melee dice, if no fire changes them."""
    fire: int
    """Dice shot at the attacker before."""
    beaten: float = 0.0
    """Chances of the enemy's defeat, of a draw, of one's own; all 0 where they cannot be told."""
    drawn: float = 0.0
    """Chances of the enemy's defeat, of a draw, of one's own; all 0 where they cannot be told."""
    thrown_back: float = 0.0
    """Chances of the enemy's defeat, of a draw, of one's own; all 0 where they cannot be told."""


class _State(NamedTuple):
    """What fire may change of a stand.  sp: by rank; () once it is gone."""

    sp: tuple[int, ...]
    disordered: bool


class _After(NamedTuple):
    """How contact fire has left the two battle stands.  cb_lost: it took the attacker's charge bonus (SN-7.4.1a)."""

    attacker: _State
    defender: _State
    cb_lost: bool = False


Afters = Mapping[_After, float]
"""With the chance of each."""


def forecast(battle: Battle, attacker: StandId, target: StandId, *, moved: bool) -> Forecast | None:
    """What comes of an attack by a stand that has come to face its target, if no stand evades.

    None where it comes to no round of their own: they do not meet, the target is in a melee, or would be ridden down.
    moved: in the move that led there.
    """
    if not faces(battle, attacker, target) or melee_of(battle, target) is not None:
        return None
    if type_of(battle, target).category == "Sk" and not may_stand(battle, target, attacker):
        return None
    battle, clash = _in_contact(battle, attacker, target, moved)
    shots = contact_shots(battle, clash)
    fire = sum(shot.dice for shot in shots if shot.target == attacker)
    mine, theirs = _dice(*_once_fired(battle, clash))
    told = Forecast(mine=mine, theirs=theirs, fire=fire)
    if moved and may_come_ragged(battle, attacker):
        return told
    beaten = drawn = thrown_back = 0.0
    for after, chance in _fired(battle, clash, shots).items():
        if not after.attacker.sp:
            thrown_back += chance
        elif not after.defender.sp:
            beaten += chance
        else:
            came = _round(battle, clash, after)
            beaten, drawn = beaten + chance * came[0], drawn + chance * came[1]
            thrown_back += chance * came[2]
    return replace(told, beaten=beaten, drawn=drawn, thrown_back=thrown_back)


def _in_contact(battle: Battle, attacker: StandId, target: StandId, moved: bool) -> tuple[Battle, Clash]:
    """The battle as contact makes it: disorder by surprise and by the ground (SN-10.4a, SN-Q42); and the clash."""
    surprise = from_behind(battle, attacker, target)
    upset = {target} if surprise else set()
    if reading(battle, "SN-Q42") == "before-dice":
        pairs = ((attacker, target, True), (target, attacker, False))
        upset |= {one for one, other, attacks in pairs if disorders(battle, one, other, attacks)}
    for one in sorted(upset):
        battle = with_stand(battle, replace(battle.stands[one], disordered=True))
    clash = Clash(
        attacker=attacker, defender=target, how="charge" if moved else "attack", surprise=surprise,
        attackers_helpers=helpers(battle, attacker, target), defenders_helpers=helpers(battle, target, attacker),
    )  # fmt: skip
    return battle, clash


# --- contact fire ---------------------------------------------------------------------------------------------------


def _fired(battle: Battle, clash: Clash, shots: tuple[ShotSum, ...]) -> Afters:
    """What contact fire may do to the two: all at once, or the charging side's last.

    Rules: SN-7.4, SN-7.5, SN-7.6, SN-Q19.
    """
    one, two = battle.stands[clash.attacker], battle.stands[clash.defender]
    start = _After(_State(one.sp, one.disordered), _State(two.sp, two.disordered))
    if reading(battle, "SN-Q19") == "at-once":
        return _volley(battle, clash, shots, {start: 1.0})
    found: dict[_After, float] = {}
    first = tuple(shot for shot in shots if shot.target == clash.attacker)
    for after, chance in _volley(battle, clash, first, {start: 1.0}).items():
        last = charging_shots(_as_left(battle, clash, after), clash) if after.attacker.sp else ()
        for then, more in _volley(battle, clash, last, {after: chance}).items():
            found[then] = found.get(then, 0.0) + more
    return found


def _volley(battle: Battle, clash: Clash, shots: tuple[ShotSum, ...], begun: Afters) -> Afters:
    afters = begun
    for shot in shots:
        found: dict[_After, float] = {}
        for after, chance in afters.items():
            for then, likely in _suffered(battle, clash, shot, after).items():
                found[then] = found.get(then, 0.0) + chance * likely
        afters = found
    return afters


def _suffered(battle: Battle, clash: Clash, shot: ShotSum, after: _After) -> Afters:
    """What one shot may do to its target (SN-8.1a, SN-8.3b)."""
    at_attacker = shot.target == clash.attacker
    one = after.attacker if at_attacker else after.defender
    if not one.sp:
        return {after: 1.0}
    scored = hits(shot.dice, reading(battle, "SN-Q2") == "one-pair")
    found: dict[_After, float] = {after: scored[0]}
    morale, strong = _morale(_as_left(battle, clash, after), shot.target)
    most = 2 if type_of(battle, shot.shooter).category == "Art" and shot.distance == 1 else 1
    for count, chance in enumerate(scored[1:], 1):
        for die in range(1, 7):
            cost = fire_cost(Tested(morale_loss(max(1, morale - count), die, strong), one.disordered), most)
            hit = _State(ranks_after(one.sp, cost), True)
            cb_lost = after.cb_lost or (at_attacker and _takes_bonus(battle, shot, cost))
            then = _After(hit, after.defender, cb_lost) if at_attacker else _After(after.attacker, hit, cb_lost)
            found[then] = found.get(then, 0.0) + chance / 6
    return found


def _takes_bonus(battle: Battle, shot: ShotSum, cost: int) -> bool:
    """Pistols against lancers (SN-7.4.1a, SN-7.5e)."""
    lancers = type_of(battle, shot.target).category == "Ln"
    pistols = type_of(battle, shot.shooter).category == "Pi"
    return lancers and pistols and (shot.purpose == "defensive" or cost > 0)


def _as_left(battle: Battle, clash: Clash, after: _After) -> Battle:
    for stand, state in ((clash.attacker, after.attacker), (clash.defender, after.defender)):
        one = battle.stands[stand]
        changed = replace(one, sp=state.sp, disordered=state.disordered, destroyed=not state.sp)
        battle = battle if changed == one else with_stand(battle, changed)
    return battle


# --- the round ------------------------------------------------------------------------------------------------------


def _once_fired(battle: Battle, clash: Clash) -> tuple[Battle, Clash]:
    """Without the supports that only fired, and fall (SN-7.5c); those who strike are counted anew."""
    for helper in clash.defenders_helpers:
        if dies_after_firing(battle, helper, clash.attacker):
            battle = with_stand(battle, replace(battle.stands[helper], destroyed=True, sp=()))
    one, two = clash.attacker, clash.defender
    return battle, replace(
        clash, attackers_helpers=helpers(battle, one, two), defenders_helpers=helpers(battle, two, one)
    )


def _dice(battle: Battle, clash: Clash) -> tuple[int, int]:
    return strike_sum(battle, clash, clash.attacker).dice, strike_sum(battle, clash, clash.defender).dice


def _round(battle: Battle, clash: Clash, after: _After) -> tuple[float, float, float]:
    """The round they fight after the fire."""
    battle, clash = _once_fired(_as_left(battle, clash, after), replace(clash, cb_lost=after.cb_lost))
    one, two, strikes = clash.attacker, clash.defender, _dice(battle, clash)
    if reading(battle, "SN-Q42") == "after-dice":
        for stand, other, attacks in ((one, two, True), (two, one, False)):
            if disorders(battle, stand, other, attacks):
                battle = with_stand(battle, replace(battle.stands[stand], disordered=True))
    mine, theirs = _fighter(battle, clash, one, strikes[0]), _fighter(battle, clash, two, strikes[1])
    return melee_round(mine, theirs, reading(battle, "SN-Q2") == "one-pair")


def _fighter(battle: Battle, clash: Clash, stand: StandId, dice: int) -> Fighter:
    one = battle.stands[stand]
    morale, strong = _morale(battle, stand)
    helped = bool(clash.helpers_of(stand)) and reading(battle, "SN-Q52") == "goes-on"
    most = most_in_melee(battle, stand, clash.enemy_of(stand))
    return Fighter(dice, morale, one.disordered, most, sum(one.sp), strong, helped)


def _morale(battle: Battle, stand: StandId) -> tuple[int, bool]:
    """Its adjusted morale before hits, and whether a 6 costs it but 1 (SN-8.0b, SN-Q4)."""
    strong = type_of(battle, stand).sp[0] >= 6 and reading(battle, "SN-Q4") == "commencing"
    return sum(term.value for term in adjusted_terms(battle, stand, 0)), strong
