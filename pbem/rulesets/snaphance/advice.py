"""What the rules say to an order before its time comes: certain refusals, chances, and what acts in its absence."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import label
from pbem.engine.ids import RuleId, StandId
from pbem.engine.spelling import nearest
from pbem.rulesets.snaphance.attack import odds
from pbem.rulesets.snaphance.battle import Battle, melee_of
from pbem.rulesets.snaphance.checking import Objection, check_item
from pbem.rulesets.snaphance.command import modifiers, needs
from pbem.rulesets.snaphance.commands import (
    Act,
    Charge,
    Decision,
    Fight,
    Fire,
    Go,
    Hold,
    Item,
    LeaveTown,
    Rally,
    StandingOrder,
    StandOrders,
    Turn,
    When,
)
from pbem.rulesets.snaphance.refusals import rally_refusal
from pbem.rulesets.snaphance.resolving import Fault, unknown
from pbem.rulesets.snaphance.shooting import Volley, may_fire, targets
from pbem.rulesets.snaphance.standing import STANDING, standing_order, standing_value
from pbem.rulesets.snaphance.wording import listed, plural
from pbem.rulesets.snaphance.writing import actions_text, group_word

DEFAULT = "default"
"""The word that takes a standing order back."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Refusal(msgspec.Struct, frozen=True):
    """What the rules refuse of an order whatever happens before it.  instead: orders that might do."""

    why: str
    rules: tuple[RuleId, ...]
    instead: tuple[str, ...] = ()


class Judgement(msgspec.Struct, frozen=True):
    """An order judged: what is refused for certain, and a remark on what is not.  sure: nothing speaks against it."""

    refusal: Refusal | None
    note: str = ""
    sure: bool = True


AFTER_GROUP_MOVE = Judgement(None, "with the group move; what it can do then is not known yet")


def judge(view: Battle, item: Item) -> Judgement:
    """An order against a seat's view, without dice.  What other stands may yet change is a remark, no refusal."""
    found = check_item(view, item)
    for objection in found:
        if objection.certain:
            return Judgement(Refusal(_why(objection), objection.no.rules, _instead(item, objection)), sure=False)
    return Judgement(None, _note(view, item, found), sure=not found)


def _why(objection: Objection) -> str:
    action, why = objection.action, objection.no.why
    if not objection.step or not isinstance(action, Go | LeaveTown):
        return why
    at = label(action.path[objection.step - 1])
    return why if at in why else f"{at}: {why}"


def _instead(item: Item, objection: Objection) -> tuple[str, ...]:
    """Orders that might do in place of a refused one: what is good of it, a shot at the same enemy, to hold."""
    if not isinstance(item, StandOrders):
        return ()
    actions, bad = item.actions, objection.action
    tries: list[tuple[Act | When, ...]] = []
    if objection.place < len(actions) and not isinstance(actions[objection.place], When):
        before, after = actions[: objection.place], actions[objection.place + 1 :]
        if isinstance(bad, Go) and objection.step > 1:
            tries.append((*before, replace(bad, path=bad.path[: objection.step - 1])))
        if isinstance(bad, Fire) and bad.ranks > 1:
            tries.append((*before, replace(bad, ranks=1), *after))
        if isinstance(bad, Fire) and bad.target is not None:
            tries.append((*before, Fire(), *after))
        if isinstance(bad, Charge):
            tries.append((*before, Fire(target=bad.target)))
        if before or after:
            tries.append((*before, *after))
    tries.append((Hold(),))
    return tuple(actions_text(some) for some in tries)


# --- remarks ------------------------------------------------------------------------------------------------------


def _note(view: Battle, item: Item, doubts: Sequence[Objection]) -> str:
    parts: list[str] = []
    if isinstance(item, StandOrders):
        parts = [_of_rally(view, item), _of_shot(view, item), _of_charge(view, item), *_of_more_moves(view, item)]
    parts += [f"as things stand, {_why(doubt)} ({', '.join(doubt.no.rules)})" for doubt in doubts]
    return "; ".join(part for part in parts if part)


def _of_rally(view: Battle, item: StandOrders) -> str:
    if not any(isinstance(action, Rally) for action in item.actions):
        return ""
    die = _die(view, item.stand, 0)
    return f"needs a {die} to act as well" if die > 1 else "is sure to rally and act"


def _die(view: Battle, stand: StandId, moves: int) -> int:
    """What a die must show in an order test with so many moves made after the first (SN-4.5a to 4.5d)."""
    return needs(view, (stand,)) - sum(term.value for term in modifiers(view, (stand,), "extra_move", earlier=moves))


def _of_more_moves(view: Battle, item: StandOrders) -> list[str]:
    """``needs a 4 for the second move``: each further move by its order test."""
    told: list[str] = []
    more = [a for a in item.actions if isinstance(a, Turn | Go | Charge) and a.again]
    for index, _ in enumerate(more[: len(ORDINALS) - 1]):
        die = _die(view, item.stand, index)
        what = f"needs a {die}" if die <= 6 else "no die is enough"
        told.append(f"{what} for the {ORDINALS[index + 1]} move")
    return told


def _of_shot(view: Battle, item: StandOrders) -> str:
    """Dice and chance of a shot from where the stand is now; nothing for one after a march."""
    for action in item.actions:
        if isinstance(action, Turn | Go | LeaveTown | Charge | When):
            return ""
        if isinstance(action, Fire):
            return _shot(view, item.stand, action)
    return ""


def _shot(view: Battle, stand: StandId, action: Fire) -> str:
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
    odds = f"{plural(volley.dice, 'die', 'dice')}, at least one hit {chance} in 100"
    return f"{target} as things stand: {odds}" if action.target is None else odds


def chance_of_hit(*shots: int) -> int:
    """In 100, rounded: a six or a pair of fives among the dice of any of these shots (SN-7.0d)."""
    missed, ways = 1, 1
    for dice in shots:
        missed, ways = missed * _misses(dice), ways * int(6**dice)
    return (200 * (ways - missed) + ways) // (2 * ways)


def _misses(dice: int) -> int:
    """Ways in which so many dice show no six and at most one five."""
    return int(4**dice) + (dice * int(4 ** (dice - 1)) if dice else 0)


def _of_charge(view: Battle, item: StandOrders) -> str:
    """``6 dice against 4``, on what its seat can see."""
    target = next((action.target for action in item.actions if isinstance(action, Charge)), None)
    if target is None:
        return ""
    found = odds(view, item.stand, target)
    return f"{plural(found.mine.dice, 'die', 'dice')} against {found.theirs.dice}, as things stand"


# --- what acts without an order -----------------------------------------------------------------------------------


def idle(view: Battle, stand: StandId) -> tuple[tuple[Act, ...], str]:
    """What a stand without orders does as things stand, and the standing order behind it ('' for the default)."""
    value, ordered = standing_value(view, stand, "idle")
    if melee_of(view, stand) is not None:
        return (Fight(),), "its melee goes on"
    if view.stands[stand].opportunity:
        return (Hold(),), "it goes on waiting on opportunity"
    actions: list[Act] = []
    if value in ("act", "rally") and view.stands[stand].disordered and rally_refusal(view, stand) is None:
        actions.append(Rally())
    actions.append(Fire() if value in ("act", "fire") and targets(view, stand) else Hold())
    return tuple(actions), _standing_words(view, stand) if ordered else ""


def _standing_words(view: Battle, stand: StandId) -> str:
    order = standing_order(view, stand, "idle")
    if order is None:
        return ""
    whose = order.stand or (group_word(view, order.group) if order.group is not None else "all")
    return f"standing order for {whose}: {order.value}"


# --- standing orders ----------------------------------------------------------------------------------------------


def decision(words: Sequence[str]) -> tuple[Decision, str]:
    """The decision and the value that words name.  Raises Fault saying what there is."""
    said = " ".join(words)
    for name in sorted(STANDING, key=lambda one: -len(one)):
        spoken = name.replace("_", " ")
        if said == spoken:
            raise Fault("not readable", f'"{spoken}" needs an answer: {_values(name)}')
        if said.startswith(f"{spoken} "):
            return name, _value(name, said.removeprefix(spoken).strip())
    known = [name.replace("_", " ") for name in STANDING]
    near = next((one for n in (2, 1) if (one := nearest(" ".join(words[:n]), known)) is not None), None)
    reason = f'"{said}" is no standing order; they begin with one of: {", ".join(known)}'
    raise unknown(reason, " ".join(words[: len(near.split())]) if near else "", near)


def _value(name: Decision, said: str) -> str:
    if said == DEFAULT or said in STANDING[name].values:
        return said
    near = nearest(said, (*STANDING[name].values, DEFAULT))
    spoken = name.replace("_", " ")
    raise unknown(f'"{said}" is no answer to "{spoken}": {_values(name)}', said, near)


def _values(name: Decision) -> str:
    return f"use {listed([*STANDING[name].values, DEFAULT])}".replace(" and default", " or default")


def meaning(order: StandingOrder) -> str:
    """A standing order in words."""
    if order.value == DEFAULT:
        return "taken back"
    one = STANDING[order.decision]
    return f"{one.title}: {one.values[order.value]}"
