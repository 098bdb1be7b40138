"""What is said of an order that stands: the dice it needs, the chances of its shots and charges."""

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.wording import listed, plural
from pbem.rulesets.snaphance.fighting.chances import chance_of_hit, shares
from pbem.rulesets.snaphance.fighting.evasion import may_evade
from pbem.rulesets.snaphance.fighting.forecast import forecast
from pbem.rulesets.snaphance.fighting.melee_dice import helpers
from pbem.rulesets.snaphance.fighting.odds import odds
from pbem.rulesets.snaphance.fighting.opponents import contacted, may_attack
from pbem.rulesets.snaphance.fighting.shooting import Volley, may_fire, targets
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.moving.command import modifiers, needs
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.playing.checking import judged
from pbem.rulesets.snaphance.playing.turns import rallies_before
from pbem.rulesets.snaphance.standing.orders import standing_value
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import (
    Charge,
    Fire,
    Go,
    Item,
    LeaveTown,
    Rally,
    StandOrders,
    TurnTo,
    When,
)
from pbem.rulesets.snaphance.state.facts import Rallied

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def remarks(view: Battle, item: Item) -> tuple[str, ...]:
    """What is to be said of a line of a sheet, on what its seat can see."""
    if not isinstance(item, StandOrders):
        return ()
    then = rallied(view, item)
    parts = (_of_rally(view, item), _of_shot(then, item), *further_moves(view, item), _of_charge(then, item))
    return tuple(part for part in parts if part)


def rallied(view: Battle, item: StandOrders) -> Battle:
    """The view with a stand in order that will rally before its orders, and that with success (D3)."""
    return Rallied(stand=item.stand, acts=True).apply(view) if _rallies_first(view, item) else view


def _rallies_first(view: Battle, item: StandOrders) -> bool:
    one = view.stands.get(item.stand)
    if one is None or not one.on_board or not one.disordered:
        return False
    return rallies_before(view, item.stand, item.actions, standing_value(view, item.stand, "rally")[0])


def _of_rally(view: Battle, item: StandOrders) -> str:
    first = _rallies_first(view, item)
    if not first and not any(isinstance(action, Rally) for action in item.actions):
        return ""
    die = _die(view, item.stand, 0)
    told = f"needs a {die} to act as well" if die > 1 else "is sure to rally and act"
    return f"rallies first, {told}" if first else told


def _die(view: Battle, stand: StandId, moves: int) -> int:
    """What a die must show in an order test with so many moves made after the first.

    Rules: SN-4.5a, SN-4.5b, SN-4.5c, SN-4.5d.
    """
    return needs(view, (stand,)) - sum(term.value for term in modifiers(view, (stand,), "extra_move", earlier=moves))


def further_moves(view: Battle, item: StandOrders) -> Iterator[str]:
    """``needs a 4 for the second move``: each further move by its order test."""
    more = [a for a in item.actions if isinstance(a, TurnTo | Go | Charge) and a.again]
    for index, _ in enumerate(more[: len(ORDINALS) - 1]):
        die = _die(view, item.stand, index)
        what = f"needs a {die}" if die <= 6 else "no die is enough"
        yield f"{what} for the {ORDINALS[index + 1]} move"


# --- shots ----------------------------------------------------------------------------------------------------------


def _of_shot(view: Battle, item: StandOrders) -> str:
    """Dice and chance of a shot from where the stand is now; nothing for one after a march."""
    for action in item.actions:
        if isinstance(action, TurnTo | Go | LeaveTown | Charge | When):
            return ""
        if isinstance(action, Fire):
            return shot_remark(view, item.stand, action)
    return ""


def shot_remark(view: Battle, stand: StandId, action: Fire) -> str:
    """``4 dice, at least one hit 60 in 100``: a shot from where the stand is in this view; '' for none."""
    target = action.target
    if target is None:
        found = targets(view, stand)
        if not found:
            return ""
        target = found[0]
    volley = may_fire(view, stand, target, action.ranks, action.then_move)
    if not isinstance(volley, Volley):
        return ""
    chance = chance_of_hit(*(shot.dice for shot in volley.shots))
    told = _roughly(view, f"{plural(volley.dice, 'die', 'dice')}, at least one hit {chance} in 100", target)
    return f"nearest now is {target}: {told}" if action.target is None else told


# --- charges --------------------------------------------------------------------------------------------------------


def _of_charge(view: Battle, item: StandOrders) -> str:
    """``6 dice against 4, beats it 72 in 100, drawn 11, driven back 17``."""
    place = next((i for i, action in enumerate(item.actions) if isinstance(action, Charge)), None)
    if place is None:
        return ""
    charge = item.actions[place]
    assert isinstance(charge, Charge)
    there = judged(view, replace(item, actions=item.actions[: place + 1]))
    if not faces(there.battle, item.stand, charge.target):
        found = odds(view, item.stand, charge.target)
        told = f"{plural(found.mine.dice, 'die', 'dice')} against {found.theirs.dice}"
        return _roughly(there.battle, told, charge.target)
    moved = there.walk is not None and there.walk.steps > 0
    return charge_remark(there.battle, item.stand, charge.target, moved=moved)


def charge_remark(there: Battle, stand: StandId, target: StandId, *, moved: bool) -> str:
    """What an attack promises a stand that has come to face its target in this view; moved: in the same move."""
    barred = may_attack(there, stand, target)
    if isinstance(barred, No):
        return barred.why
    battle = replace(there, active_side=there.stands[stand].side)
    near = (target, *contacted(battle, stand), *helpers(battle, target, stand))
    evades = any(may_evade(battle, one, stand, fire=False, near_attacked=one != target) is None for one in near)
    found = forecast(battle, stand, target, moved=moved)
    if found is None:
        return "it evades, or is ridden down" if evades else ""
    told = [f"{plural(found.mine, 'die', 'dice')} against {found.theirs}"]
    if found.fire:
        told.append(f"under the fire of {plural(found.fire, 'die', 'dice')}")
    if found.beaten or found.drawn or found.thrown_back:
        chances = shares(found.beaten, found.drawn, found.thrown_back)
        told += [f"beats it {chances[0]} in 100", f"drawn {chances[1]}", f"driven back {chances[2]}"]
    told += ["if no enemy evades"] if evades else []
    return _roughly(battle, ", ".join(told), *near)


def _roughly(view: Battle, told: str, *enemies: StandId) -> str:
    """What was worked out from the declared values of an enemy that is not known is told as no more than about right.

    Rules: SN-H3.
    """
    unknown = [one for one in dict.fromkeys(enemies) if view.stands[one].seen is not UNSET]
    return f"about {told}: {listed(unknown)} {'is' if len(unknown) == 1 else 'are'} not known" if unknown else told
