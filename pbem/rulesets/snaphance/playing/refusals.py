"""Why an action that is no march may not be done now (3.19)."""

from pbem.engine.hexes import (
    distance,
)
from pbem.engine.hiding import is_hidden
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.fighting.melee import rests
from pbem.rulesets.snaphance.fighting.opponents import may_attack
from pbem.rulesets.snaphance.fighting.opportunity import opportunity_refusal
from pbem.rulesets.snaphance.fighting.recovery import rally_refusal
from pbem.rulesets.snaphance.fighting.shooting import Volley, may_fire, targets
from pbem.rulesets.snaphance.moving.movement import (
    No,
    action_over,
    no,
)
from pbem.rulesets.snaphance.special.fog import FOG, fogged
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    enemies_of,
    melee_of,
)
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    Fight,
    Fire,
    Opportunity,
    Rally,
)


def action_refusal(battle: Battle, stand: StandId, action: Act) -> No | None:
    """Why an action that is no march may not be done now; None when it may (3.19)."""
    ended = action_over(battle, stand)
    if ended is not None:
        return ended
    if isinstance(action, Rally):
        return rally_refusal(battle, stand)
    if isinstance(action, Opportunity):
        return opportunity_refusal(battle, stand)
    if isinstance(action, Fire):
        return fire_refusal(battle, stand, action)
    if isinstance(action, Fight):
        return _fight_refusal(battle, stand)
    return None


def _fight_refusal(battle: Battle, stand: StandId) -> No | None:
    melee = melee_of(battle, stand)
    if melee is None:
        return no("it is in no melee", "SN-Q20")
    return no("its melee has been fought this round", "SN-Q20") if rests(battle, melee) else None


def fire_refusal(battle: Battle, stand: StandId, action: Fire) -> No | None:
    """Why a stand may not shoot so; None when it may (SN-7).  Without a target: why not at the nearest enemy."""
    target, one = action.target, battle.stands[stand]
    if target is not None and target not in battle.stands:
        return no(f"{target} is not in sight", "SN-H7")
    if target is None:
        enemies = sorted(enemies_of(battle, one.side), key=lambda enemy: (distance(one.hex, enemy.hex), enemy.id))
        near = (*targets(battle, stand), *(enemy.id for enemy in enemies))
        if not near:
            return no("there is no enemy left to fire at", "SN-7.0c")
        target = near[0]
    got = may_fire(battle, stand, target, action.ranks, action.then_move)
    return None if isinstance(got, Volley) else No(got.rules, got.why)


def charge_refusal(battle: Battle, stand: StandId, action: Charge) -> No | None:
    """Why a stand may not attack that enemy at all (SN-10.0a, SN-10.0b); None when it may."""
    target = battle.stands.get(action.target)
    if target is None or not target.on_board:
        away = "is not in sight" if target is None and is_hidden(battle) else "is not on the board"
        return no(f"{action.target} {away}", "SN-Q12")
    if target.side == battle.stands[stand].side:
        return no(f"{action.target} is a friend", "SN-Q12")
    if battle.special and (fog := fogged(battle, battle.stands[stand].hex, target.hex)):
        return no(fog, FOG)
    got = may_attack(battle, stand, action.target)
    return No(got.rules, got.why) if isinstance(got, No) else None
