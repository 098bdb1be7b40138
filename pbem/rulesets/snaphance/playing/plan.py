"""From orders to lawful ways.

An action becomes ``Atom``s, each lawful where the one before it leaves off.  The script carries them out; the order
check walks them on a copy of a view.  Both ask ``movement`` alone.
"""

from collections.abc import Sequence

import msgspec

from pbem.engine.hexes import (
    Facing,
    Hex,
    direction_to,
    distance,
    label,
    neighbours,
)
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.fighting.breaking import bound_off, clears
from pbem.rulesets.snaphance.fighting.opponents import choice_refusal
from pbem.rulesets.snaphance.moving.atoms import Atom, Found, after, begun, one_step, try_atom
from pbem.rulesets.snaphance.moving.movement import (
    No,
    Walk,
    no,
)
from pbem.rulesets.snaphance.moving.reaching import approach, explore, meets
from pbem.rulesets.snaphance.moving.turning import end_facing
from pbem.rulesets.snaphance.state.battle import Battle, type_of
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    Go,
    LeaveTown,
    March,
    TurnTo,
)


class Plan(msgspec.Struct, frozen=True):
    """Atoms of an action, and what is refused of it.  step: number of the refused hex, from 1; 0: the whole order."""

    atoms: tuple[Atom, ...]
    refusal: No | None = None
    step: int = 0


def plan(battle: Battle, stand: StandId, walk: Walk, action: Act, following: Act | None = None) -> Plan:
    """The atoms of a marching action in the move that ``walk`` is the budget of.

    following: the next order of the stand; a charge that follows ends the march where its target is met.
    """
    if isinstance(action, TurnTo):
        more = isinstance(following, Go | Charge) and not following.again
        atom = Atom("turn", facing=action.to, more=more)
        got = try_atom(battle, stand, walk, atom)
        return Plan((), got) if isinstance(got, No) else Plan((atom,))
    if isinstance(action, Go):
        return _plan_march(battle, stand, walk, action, following)
    if isinstance(action, LeaveTown):
        if len(action.path) != 1:
            return Plan((), no("a combat stand leaves a town by 1 hex", "SNT-town-5b"))
        atom = Atom("leave", to=action.path[0], facing=action.end_facing, place=1)
        got = try_atom(battle, stand, walk, atom)
        return Plan((), got) if isinstance(got, No) else Plan((atom,))
    if isinstance(action, Charge):
        return _plan_charge(battle, stand, walk, action.target)
    return Plan(())


def _plan_march(battle: Battle, stand: StandId, walk: Walk, action: Go, following: Act | None) -> Plan:
    target = following.target if isinstance(following, Charge) and not following.again else None
    at = good = Found((), battle, walk)
    refusal: No | None = None
    step = 0
    for place, to in enumerate(action.path, 1):
        if target is not None and at.atoms and meets(at, stand, target):
            break
        got = _towards(at, stand, action.how, to, place)
        if isinstance(got, No):
            refusal, step = got, place
            break
        at = got
        if not at.walk.through:
            good = at
    settled = _ended(at, stand)
    if isinstance(settled, No):
        ended, refusal, step = good, refusal or settled, step or len(action.path)
    else:
        ended = settled
    if ended.atoms:
        faced = _faced(ended, stand, action.end_facing, wanted=refusal is None)
        if isinstance(faced, No) and refusal is not None:
            faced = _faced(ended, stand, None, wanted=False)
        if isinstance(faced, No):
            return Plan((), refusal or faced, step)  # where it would have to end otherwise than ordered it does not go
        ended = faced
    if target is not None and ended.atoms and meets(ended, stand, target):
        barred = choice_refusal(ended.battle, stand, target)
        if barred is not None:
            return Plan((), barred)
    return Plan(ended.atoms, refusal, step)


def _towards(at: Found, stand: StandId, how: March, to: Hex, place: int) -> Found | No:
    """One step to a neighbour, or the shortest lawful way to a hex farther off."""
    here = at.walk.through[-1] if at.walk.through else at.battle.stands[stand].hex
    if direction_to(here, to) is None:
        return _shortest(at, stand, how, to, place)
    return one_step(at, stand, how, to, place)


def _shortest(at: Found, stand: StandId, how: March, goal: Hex, place: int) -> Found | No:
    """The shortest lawful way to a hex in this move: then the one without disorder, then the first by hexes."""
    seen = {at.battle.stands[stand].hex}
    edge = [at]
    nearest: No | None = None
    for _ in range(max(at.walk.mp, 2)):
        further: dict[Hex, Found] = {}
        for one in edge:
            here = one.walk.through[-1] if one.walk.through else one.battle.stands[stand].hex
            for to in neighbours(here):
                if to in seen:
                    continue
                got = one_step(one, stand, how, to, place)
                if isinstance(got, No):
                    nearest = got if to == goal else nearest
                elif to not in further or _worth(got, stand) < _worth(further[to], stand):
                    further[to] = got
        if goal in further:
            return further[goal]
        seen.update(further)
        edge = [further[to] for to in sorted(further)]
    if nearest is not None:
        return nearest
    return no(f"there is no lawful way {_ways(how)} to {label(goal)} in this move", "SN-4.0d", "SN-4.0b")


def _ways(how: March) -> str:
    return {"sideways_forward": "forward and sideways", "move": ""}.get(how, how)


def _worth(found: Found, stand: StandId) -> tuple[bool, bool, tuple[Hex, ...]]:
    path = tuple(atom.to for atom in found.atoms if atom.to is not None)
    return found.battle.stands[stand].disordered, bool(found.walk.through), path


def _ended(at: Found, stand: StandId) -> Found | No:
    """With the place of a friend taken, where the march ends on one (SN-4.11)."""
    return after(at, stand, Atom("end")) if at.walk.through else at


def _faced(at: Found, stand: StandId, facing: Facing | None, wanted: bool) -> Found | No:
    """With the facing the march ends with: turned for by those who pay, chosen by free movers (SN-4.1a)."""
    if type_of(at.battle, stand).is_free_mover:
        chosen = end_facing(at.battle, stand, facing)
        if isinstance(chosen, No):
            return chosen
        facing = chosen
    elif facing is None or not wanted:
        return at
    if facing == at.battle.stands[stand].facing:
        return at
    return after(at, stand, Atom("turn", facing=facing))


def charge_from(places: Sequence[Found], stand: StandId, target: StandId) -> Found | None:
    """The cheapest of the places from which a stand may charge its target; None where there is none."""
    met = (one for one in places if meets(one, stand, target))
    return approach(tuple(one for one in met if choice_refusal(one.battle, stand, target) is None), stand, target)


def _plan_charge(battle: Battle, stand: StandId, walk: Walk, target: StandId) -> Plan:
    """No atoms where it faces its target already, else the best approach there is in this move."""
    if meets(Found((), battle, walk), stand, target):
        return Plan((), choice_refusal(battle, stand, target))
    goal = battle.stands[target].hex
    near = distance(battle.stands[stand].hex, goal) <= walk.mp - walk.spent + 1
    places = explore(battle, stand, walk, beside=goal) if near else ()
    met = tuple(one for one in places if meets(one, stand, target))
    best = charge_from(met, stand, target)
    if best is not None:
        return Plan(best.atoms)
    if met:
        return Plan((), choice_refusal(met[0].battle, stand, target))
    why = walk.halted or f"it cannot come to face {target} in this move"
    return Plan((), No((*walk.rules, RuleId("SN-Q12"), RuleId("SN-4.0d")), why))


def breaks_off(battle: Battle, stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Whether a stand's orders begin with a march that breaks off."""
    first = actions[0] if actions else None
    if not isinstance(first, Go) or not bound_off(battle, stand):
        return False
    ahead, walk = begun(battle, stand)
    return clears(ahead, stand, plan(ahead, stand, walk, first).atoms)
