"""Ordinary fire (SN-7.0, SN-7.7a): the shot, what its target does about it, and the target's evasion."""

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.attack import charge_shooter
from pbem.rulesets.snaphance.fighting.evasion import evade, wishes_to_evade_fire
from pbem.rulesets.snaphance.fighting.reactions import answer_to_shot, opportunity_shot
from pbem.rulesets.snaphance.fighting.shooting import ShotSum, may_fire, resolve, shot_sum
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.state.asks import Response
from pbem.rulesets.snaphance.state.battle import (
    Battle,
)
from pbem.rulesets.snaphance.state.tables import rules
from pbem.rulesets.snaphance.state.venturing import found_out, give_away, is_blind, was_blind


def fire(play: Play[Battle], shooter: StandId, target: StandId, ranks: int = 1, then_move: bool = False) -> None:
    """Ordinary fire, from the order to the target's evasion (SN-7.0, SN-7.7a; section 4, points 3, 9 and 10)."""
    if is_blind(play.battle, target):
        found_out(play, shooter, f"fire {target}", was_blind(target), rules("SN-H10"))
        return
    allowed = may_fire(play.battle, shooter, target, ranks, then_move)
    if isinstance(allowed, No):
        found_out(play, shooter, f"fire {target}", allowed.why, allowed.rules)
        return
    give_away(play, shooter, target)
    evading = wishes_to_evade_fire(play, target, shooter, allowed.dice)
    response = None if evading else answer_fire(play, shooter, target)
    returned: tuple[ShotSum, ...] = ()
    if response is not None and response.does == "fire":
        returned = _returned(play, shooter, target)
    if not _still_there(play.battle, shooter):
        return
    volley = shot_sum(play.battle, shooter, target, ranks, then_move, evading)
    resolve(play, (*volley.shots, *returned))
    if response is not None and response.does == "charge":
        charge_shooter(play, target, shooter)
    if evading and _still_there(play.battle, target):
        evade(play, target, shooter, fire=True)


def _still_there(battle: Battle, stand: StandId) -> bool:
    return battle.phase != "over" and battle.stands[stand].on_board


def answer_fire(play: Play[Battle], shooter: StandId, target: StandId) -> Response | None:
    """The interrupt of 3.18b at a shot: what its target does, if it waits on opportunity (SN-6.0a, D18)."""
    return answer_to_shot(play, shooter, target)


def _returned(play: Play[Battle], shooter: StandId, target: StandId) -> tuple[ShotSum, ...]:
    """The shots a target on opportunity gives back: at once with those of a stationary shooter (SN-6.4.1a).

    Against one that has moved up it fires first, and nothing is left to come (SN-6.4.1b).
    """
    shot = opportunity_shot(play.battle, target, shooter, charging=False)
    if isinstance(shot, No):
        return ()
    if not play.battle.stands[shooter].doing.hexes:
        return shot.shots
    resolve(play, shot.shots)
    return ()
