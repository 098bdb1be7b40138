"""What the rules say to an order before its time comes: certain refusals, chances, and what acts in its absence."""

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import from_label, label
from pbem.engine.ids import RuleId, StandId
from pbem.engine.spelling import nearest
from pbem.rulesets.snaphance.battle import Battle, melee_of
from pbem.rulesets.snaphance.commands import (
    Act,
    Charge,
    Decision,
    Enter,
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
from pbem.rulesets.snaphance.deciding.decisions import ALSO_CALLED, OPEN_WORDS, STANDING, spoken
from pbem.rulesets.snaphance.deciding.standing import standing_order, standing_value
from pbem.rulesets.snaphance.deciding.wishes import CODE, TARGET_WORDS, Reach, Terms, reach_text, terms_text
from pbem.rulesets.snaphance.fighting.attack import odds
from pbem.rulesets.snaphance.fighting.shooting import Volley, may_fire, targets
from pbem.rulesets.snaphance.moving.command import modifiers, needs
from pbem.rulesets.snaphance.playing.checking import Objection, check_item
from pbem.rulesets.snaphance.playing.refusals import rally_refusal
from pbem.rulesets.snaphance.words.resolving import Desk, Fault, unknown
from pbem.rulesets.snaphance.words.wording import listed, plural
from pbem.rulesets.snaphance.words.writing import actions_text, group_word

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
    parts += [f"as things stand, {_why(doubt)}{_cited(doubt.no.rules)}" for doubt in doubts]
    return "; ".join(part for part in parts if part)


def _cited(rules: tuple[RuleId, ...]) -> str:
    return f" ({', '.join(rules)})" if rules else ""


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
    if view.stands[stand].to_come:
        return (Enter(),), "it comes onto the board"
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


YES_ELSE_NO = "?"
"""The answer of a standing order that is but a condition: ``evade again if class A or B``."""


def yes_else_no(order: StandingOrder) -> tuple[StandingOrder, StandingOrder]:
    """Yes while its condition holds, and no otherwise."""
    yes, no = ("yes", "no") if "no" in STANDING[order.decision].values else ("always", "never")
    return replace(order, value=no, when=None), replace(order, value=yes)


def decision(words: Sequence[str], *, conditional: bool = False) -> tuple[Decision, str]:
    """The decision that words name, and the words of its answer.  Raises Fault saying what there is.

    conditional: a condition follows, and may be all the answer there is.
    """
    said = " ".join(words)
    if said == "stop":
        return "extra_moves", "0"
    names: dict[str, Decision] = {spoken(name): name for name in STANDING}
    for name in sorted((*names, *ALSO_CALLED), key=lambda one: -len(one)):
        meant = names.get(name) or ALSO_CALLED[name]
        if said == name and conditional and {"no", "never"} & set(STANDING[meant].values):
            return meant, YES_ELSE_NO
        if said == name:
            raise Fault("not readable", f'"{name}" needs an answer: {_values(meant)}')
        if said.startswith(f"{name} "):
            return meant, said.removeprefix(name).strip()
    near = next((one for n in (2, 1) if (one := nearest(" ".join(words[:n]), names)) is not None), None)
    some = "idle, evade, pursue or retreat distance"
    reason = f'"{said}" is no standing order; they begin with words such as {some}: the order help has them all'
    raise unknown(reason, " ".join(words[: len(near.split())]) if near else "", near)


def value(desk: Desk, name: Decision, said: str) -> str:
    """An answer to a decision in its canonical words.  Raises Fault saying what there is."""
    one = STANDING[name]
    if said == DEFAULT or said in one.values:
        return said
    found = one.also.get(said) or _open_value(desk, name, said)
    if found:
        return found
    near = nearest(said, (*one.values, DEFAULT))
    raise unknown(f'"{said}" is no answer to "{spoken(name)}": {_values(name)}', said, near)


def _open_value(desk: Desk, name: Decision, said: str) -> str:
    """What is said beside the fixed words, in canonical words; '' when it makes no sense."""
    words = [word for word in said.split() if word not in ("and", "then")]
    match STANDING[name].opens:
        case "targets":
            return " ".join(_targets(desk, words))
        case "stands":
            return " ".join(desk.mine_of(word) for word in words) if all(map(CODE.fullmatch, words)) else ""
        case "hexes":
            if not all(len(word) == 4 and word.isdigit() for word in words):
                return ""
            for word in words:
                desk.on_board(from_label(word))
            return " ".join(words)
        case "shots":
            return _shots(desk, words)
        case "charges":
            return _charges(desk, words)
        case _:
            return ""


def _targets(desk: Desk, words: Sequence[str]) -> tuple[str, ...]:
    """Target words in their canonical form; () when one is none."""
    found: list[str] = []
    for word in words:
        if CODE.fullmatch(word):
            found.append(desk.known(word))
        elif word in TARGET_WORDS:
            found.append(TARGET_WORDS[word])
        elif (near := nearest(word, TARGET_WORDS)) is not None:
            raise unknown(f'"{word}" names no enemies. Did you mean "{near}"?', word, near)
        else:
            return ()
    return tuple(dict.fromkeys(found))


_PARTS = re.compile(r"(?:at (?P<at>.+?))?(?: ?within (?P<most>[0-9]{1,2}))?(?: ?from (?P<least>[0-9]{1,2}))?")
_TERMS = re.compile(
    r"(?:at (?P<at>.+?))?(?P<but>(?: ?not (?:pikes|pike|cover))*)(?: ?(?:if|by) (?P<margin>(?:[0-9]{1,2} )?more|"
    r"[0-9]{1,2}) dice)?"
)


def _shots(desk: Desk, words: Sequence[str]) -> str:
    """``at N02 horse within 3 from 2``."""
    if words and not {"at", "within", "from"} & {words[0]}:
        words = ["at", *words]
    parts = _PARTS.fullmatch(" ".join(word for word in words if word not in ("hexes", "hex")))
    if parts is None:
        return ""
    at = (parts["at"] or "").split()
    targets = _targets(desk, at)
    if at and not targets:
        return ""
    least, most = int(parts["least"] or 0), int(parts["most"] or 99)
    if least > most:
        raise Fault("not readable", f"from {least} hexes on and within {most} there is nothing")
    return reach_text(Reach(targets, least, most))


def _charges(desk: Desk, words: Sequence[str]) -> str:
    """``at horse not cover if 2 more dice``."""
    if words and words[0] not in ("at", "not", "if", "by"):
        words = ["at", *words]
    parts = _TERMS.fullmatch(" ".join(words))
    if parts is None:
        return ""
    at = (parts["at"] or "").split()
    targets = _targets(desk, at)
    if at and not targets:
        return ""
    but = tuple(dict.fromkeys({"pike": "pikes"}.get(word, word) for word in parts["but"].replace("not ", "").split()))
    more = parts["margin"]
    margin = None if more is None else int(more.split()[0]) if more[0].isdigit() else 1
    return terms_text(Terms(targets, but, margin))


def _values(name: Decision) -> str:
    fixed = [*STANDING[name].values]
    opens = STANDING[name].opens
    if opens:
        fixed.append(OPEN_WORDS[opens][0])
    return f"use {listed([*fixed, DEFAULT])}".replace(" and default", " or default")


def meaning(order: StandingOrder) -> str:
    """A standing order in words."""
    if order.value == DEFAULT:
        return "taken back"
    one = STANDING[order.decision]
    return f"{one.title}: {one.values.get(order.value, order.value)}"
