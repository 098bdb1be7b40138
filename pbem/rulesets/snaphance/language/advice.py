"""What the rules say to an order before its time comes: certain refusals, and what acts in its absence; decisions."""

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import from_label, label
from pbem.engine.ids import RuleId, StandId
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.spelling import nearest
from pbem.engine.wording import listed
from pbem.rulesets.snaphance.fighting.recovery import rally_refusal
from pbem.rulesets.snaphance.fighting.shooting import targets
from pbem.rulesets.snaphance.language.remarks import remarks
from pbem.rulesets.snaphance.language.resolving import Resolver
from pbem.rulesets.snaphance.playing.checking import Objection, check_item
from pbem.rulesets.snaphance.standing.decisions import ALSO_CALLED, OPEN_WORDS, STANDING, spoken
from pbem.rulesets.snaphance.standing.orders import standing_order, standing_value
from pbem.rulesets.snaphance.standing.wishes import CODE, TARGET_WORDS, FireWish, Terms, reach_text, terms_text
from pbem.rulesets.snaphance.state.battle import Battle, melee_of
from pbem.rulesets.snaphance.state.commands import (
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
    When,
)
from pbem.rulesets.snaphance.writing.writing import actions_text, group_word

DEFAULT = "default"
"""The word that takes a standing order back."""


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
    """An order against a seat's view, without dice.

    What other stands may yet change is no refusal: a remark where the order has a condition, else a warning, which is
    found by carrying out the whole sheet (``warning``).
    """
    found = check_item(view, item)
    for objection in found:
        if objection.certain:
            tries = tuple(actions_text(some) for some in instead(item, objection))
            return Judgement(Refusal(why(objection), objection.no.rules, tries), sure=False)
    doubts = (f"not possible now: {why(one)}{_cited(one.no.rules)}" for one in found if conditional(item, one))
    return Judgement(None, "; ".join((*remarks(view, item), *doubts)), sure=not found)


def conditional(item: Item, objection: Objection) -> bool:
    """Whether what is objected to comes after a condition, and so may never come up."""
    actions = item.actions if isinstance(item, StandOrders) else ()
    return any(isinstance(action, When) for action in actions[: objection.place + 1])


def why(objection: Objection) -> str:
    """The reason, with the hex that it is about."""
    action, why = objection.action, objection.no.why
    if not objection.step or not isinstance(action, Go | LeaveTown):
        return why
    at = label(action.path[objection.step - 1])
    return why if at in why else f"{at}: {why}"


def _cited(rules: tuple[RuleId, ...]) -> str:
    return f" ({', '.join(rules)})" if rules else ""


def instead(item: Item, objection: Objection) -> tuple[tuple[Act | When, ...], ...]:
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
    return tuple(tries)


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


def value(desk: Resolver, name: Decision, said: str) -> str:
    """An answer to a decision in its canonical words.  Raises Fault saying what there is."""
    one = STANDING[name]
    if said == DEFAULT or said in one.values:
        return said
    found = one.also.get(said) or _open_value(desk, name, said)
    if found:
        return found
    near = nearest(said, (*one.values, DEFAULT))
    raise unknown(f'"{said}" is no answer to "{spoken(name)}": {_values(name)}', said, near)


def _open_value(desk: Resolver, name: Decision, said: str) -> str:
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


def _targets(desk: Resolver, words: Sequence[str]) -> tuple[str, ...]:
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


def _shots(desk: Resolver, words: Sequence[str]) -> str:
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
    return reach_text(FireWish(targets, least, most))


def _charges(desk: Resolver, words: Sequence[str]) -> str:
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
