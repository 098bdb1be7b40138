"""How a stand's orders might go on, for the map: farther in the same move, by a further move, a shot, a charge."""

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.fighting.shooting import Volley, may_fire
from pbem.rulesets.snaphance.moving.atoms import begun, opening
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.moving.reaching import explore
from pbem.rulesets.snaphance.playing.checking import Judged, fresh, judged
from pbem.rulesets.snaphance.playing.choices import (
    HexChoice,
    Quarry,
    TargetChoice,
    ends_of,
    quarries_of,
    spots_of,
    targets_of,
    unhindered,
)
from pbem.rulesets.snaphance.playing.goading import goaded
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import Act, Charge, Fight, Fire, Hold, Opportunity, StandOrders, When


class Move(msgspec.Struct, frozen=True):
    """What a stand could do in a move.  spots: where it could end it; quarries: whom it could charge in it."""

    spots: tuple[HexChoice, ...] = ()
    quarries: tuple[Quarry, ...] = ()


class GoingOn(msgspec.Struct, frozen=True, kw_only=True):
    """How orders might go on."""

    so_far: tuple[Act, ...]
    """Their actions, those of a shot such that it may still move."""
    battle: Battle
    """As they leave it."""
    now: Move = Move()
    """In the move that the stand is in, or its first."""
    further: Move = Move()
    """In one more, which takes an order test (SN-4.4a)."""
    targets: tuple[TargetChoice, ...] = ()
    """Whom it could shoot at from there."""


def going_on(view: Battle, orders: StandOrders) -> GoingOn | None:
    """How a stand's orders might go on if they come off as they are; None where nothing can be added to them."""
    so_far = tuple(action for action in orders.actions if not isinstance(action, When))
    if not so_far or len(so_far) < len(orders.actions) or isinstance(so_far[-1], Hold | Charge | Fight | Opportunity):
        return None
    stand = orders.stand
    at = judged(view, orders)
    if at.objections or not at.battle.stands[stand].on_board:
        return None
    last = so_far[-1]
    if isinstance(last, Fire) and not last.then_move:
        so_far = (*so_far[:-1], replace(last, then_move=True))
        if not isinstance(may_fire(view, stand, last.target or stand, last.ranks, then_move=True), Volley):
            return None
        at = judged(view, replace(orders, actions=so_far))
        if at.objections:
            return None
    found = GoingOn(so_far=so_far, battle=at.battle, targets=targets_of(at.battle, stand)[0])
    if view.special and goaded(fresh(view), stand) is not None:
        return found  # only a charge would be taken of it
    return replace(found, now=_move(at, stand, again=False), further=_move(at, stand, again=True))


def _move(at: Judged, stand: StandId, *, again: bool) -> Move:
    """What it could do in the move it is in (or its first), or in a further one; nothing where it may not move."""
    how = opening(at.battle, stand, again, at.walk)
    if isinstance(how, No) or (again and how != "extra"):
        return Move()
    battle, walk = (at.battle, at.walk) if how == "on" and at.walk is not None else begun(at.battle, stand)
    one = battle.stands[stand]
    places = explore(battle, stand, walk, exchanging=True)
    spots = spots_of(ends_of(battle, stand, walk, places), one)
    return Move(tuple(spots), quarries_of(battle, stand, unhindered(places), walk)[0])
