"""Dice against dice in an attack, before any fire."""

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import FACINGS, distance, front_hexes, neighbours
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.fighting.melee_dice import (
    Clash,
    StrikeSum,
    from_behind,
    helpers,
    strike_sum,
)
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.state.battle import Battle, stand_at, with_stand


class Odds(msgspec.Struct, frozen=True):
    """Melee dice of both sides in an attack, as things stand and before any fire."""

    mine: StrikeSum
    theirs: StrikeSum


def odds(view: Battle, attacker: StandId, target: StandId) -> Odds:
    """Dice against dice, without rolling; an attacker not yet in contact is put where a straight advance brings it."""
    stand = view.stands[attacker]
    moved = not faces(view, attacker, target)
    if moved:
        view = _brought_up(view, attacker, target)
    surprise = from_behind(view, attacker, target)
    clash = Clash(
        attacker=attacker, defender=target, how="charge" if moved or stand.doing.hexes else "attack", surprise=surprise,
        attackers_helpers=helpers(view, attacker, target), defenders_helpers=helpers(view, target, attacker),
    )  # fmt: skip
    return Odds(strike_sum(view, clash, attacker), strike_sum(view, clash, target))


def _brought_up(view: Battle, attacker: StandId, target: StandId) -> Battle:
    """The view with the attacker in the free hex beside its target that is nearest to it, facing the target."""
    stand, enemy = view.stands[attacker], view.stands[target]
    beside = [here for here in neighbours(enemy.hex) if stand_at(view, here) is None]
    if not beside:
        return view
    to = min(beside, key=lambda here: (distance(stand.hex, here), here))
    facing = next(p for p in (stand.facing, *FACINGS) if enemy.hex in front_hexes(to, p))
    doing = replace(stand.doing, started_hex=stand.doing.started_hex or stand.hex, trail=(*stand.doing.trail, to))
    return with_stand(view, replace(stand, hex=to, facing=facing, doing=doing))
