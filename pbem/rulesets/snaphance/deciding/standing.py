"""Answers given in advance (catalogue section 5): what a seat's standing orders, its pace or its silence decide."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.deciding.responding import evasions, reaction, settles
from pbem.rulesets.snaphance.standing.decisions import spoken
from pbem.rulesets.snaphance.standing.lasting import kept
from pbem.rulesets.snaphance.standing.orders import standing_order, yes_or_no
from pbem.rulesets.snaphance.standing.wishes import alike, led_to, rightness, wanted
from pbem.rulesets.snaphance.state.asks import (
    AskChange,
    AskEvasions,
    AskGroup,
    AskMelee,
    AskOrders,
    AskReaction,
    AskSetUp,
    AskStand,
    AskWay,
    AskYesNo,
    Change,
    GroupChoice,
    MeleeChoice,
    StandChoice,
    Way,
)
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import BidWhen, Decision, StandingOrder
from pbem.rulesets.snaphance.state.group_orders import group_order, has_moved
from pbem.rulesets.snaphance.writing.writing import condition_text

# --- deciding -------------------------------------------------------------------------------------------------------


def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
    """What a seat's standing orders answer, or the default where its pace leaves that to the rules; None to wait.

    Orders and the set-up always wait for the player.  So does the choice of a group (D1) that no bid settles, but at
    pace ``round``.
    At pace ``ask me`` nothing but his standing orders decides for him.
    """
    if isinstance(ask, AskOrders | AskSetUp):
        return None
    settled = _settled(view, ask)
    whole = view.pace != "ask me" or not isinstance(ask, AskReaction | AskEvasions) or settles(view, ask)
    if settled is not None and whole:
        return settled
    if view.pace == "ask me" or (isinstance(ask, AskGroup) and view.pace != "round"):
        return None
    return Given(ask.default, "default")


def silent(view: Battle, ask: Ask[Any]) -> Given[Any]:
    """What is answered for a seat that let its deadline pass: its standing orders, else the default of the ask.

    For orders: none, so that every stand does what its ``idle`` standing order says; bids and standing orders stay.
    """
    if isinstance(ask, AskOrders):
        return Given(kept(view, ask.seat), "deadline")
    return _settled(view, ask) or Given(ask.default, "deadline")


def _settled(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
    """The answer of a bid or a standing order, if one speaks to this ask and the answer is allowed."""
    if isinstance(ask, AskGroup):
        return _bid(view, ask)
    found = _decided(view, ask)
    if found is None:
        return None
    answer, order = found
    return None if ask.refusal(answer) else Given(answer, "standing order", in_words(order))


def _bid(view: Battle, ask: AskGroup) -> Given[Any] | None:
    """The first group of the bids that may still be declared, and whose condition holds (D1)."""
    sheet = view.sheets.get(ask.seat)
    for bid in sheet.bids if sheet else ():
        group = bid.group if isinstance(bid, BidWhen) else bid
        if group in ask.options and (not isinstance(bid, BidWhen) or has_moved(view, bid.when)):
            return Given(GroupChoice(group), "standing order", f"bid {view.groups[group].name}")
    return None


def in_words(order: StandingOrder) -> str:
    """``S06: evade never``."""
    whose = order.stand or (order.group or "all").split(".")[-1]
    when = f" if {condition_text(order.when)}" if order.when is not None else ""
    return f"{whose}: {spoken(order.decision)} {order.value}{when}"


Settled = tuple[Any, StandingOrder] | None
"""The answer a standing order gives to an ask, and that order."""


def _decided(view: Battle, ask: Ask[Any]) -> Settled:
    match ask:
        case AskYesNo():
            return yes_or_no(view, ask)
        case AskWay():
            return _way(view, ask)
        case AskStand():
            return _stand(view, ask)
        case AskMelee():
            return _melee(view, ask)
        case AskReaction():
            return reaction(view, ask)
        case AskEvasions():
            return evasions(view, ask)
        case AskChange():
            order = standing_order(view, ask.stand, "pursuit_leader")
            return (Change(int(order.value)), order) if order is not None else None
        case _:
            return None


_OF_STAND: Mapping[str, Decision] = {
    "battle_stand": "battle_stand", "support": "support", "target": "target", "face_attacker": "face_attacker",
}  # fmt: skip
"""Asks for an enemy, and the decisions that name one."""


def _stand(view: Battle, ask: AskStand) -> Settled:
    """The first of the stands a standing order names that is offered; None when none of them is."""
    if ask.matter == "commander_with":
        own = group_order(view, view.stands[ask.stand].group, "commander_with")
        if own is not None and own.value == "nearest":
            return ask.default, own
        there = [StandId(code) for code in own.value.split() if code in ask.options] if own is not None else []
        return (StandChoice(there[0]), own) if own is not None and there else None
    order = standing_order(view, ask.stand, _OF_STAND[ask.matter])
    if order is None:
        return None
    if order.value == "auto":
        return ask.default, order
    offered = [one for one in ask.options if one is not None]
    if ask.matter == "face_attacker" and order.value in ("yes", "no"):
        return StandChoice(None if order.value == "no" else offered[0]), order
    found = wanted(view, ask.stand, offered, order.value.split())
    return (StandChoice(found[0]), order) if found else None


def _melee(view: Battle, ask: AskMelee) -> Settled:
    """The melee of the first enemy a standing order names, or of the first comrade (D32)."""
    order = standing_order(view, ask.stand, "join_melee")
    if order is None:
        return None
    if order.value == "auto":
        return ask.default, order
    mine = view.stands[ask.stand].side
    fought = {one: melee for melee in ask.options for one in view.melees[melee].stands.values()}
    enemies = [one for one in fought if view.stands[one].side != mine]
    found = wanted(view, ask.stand, enemies, order.value.split()) or wanted(view, ask.stand, [*fought], [
        word for word in order.value.split() if word in fought
    ])  # fmt: skip
    return (MeleeChoice(fought[found[0]]), order) if found else None


_FAR: Mapping[str, Decision] = {"evade": "evade_distance", "retreat": "retreat_distance", "bounce": "bounce_distance"}
_ASIDE: Mapping[str, Decision] = {
    "evade": "evade_side", "retreat": "retreat_side", "bounce": "retreat_side", "pursue": "pursue_side",
}  # fmt: skip
_TO: Mapping[str, Decision] = {
    "evade": "evade_to", "retreat": "retreat_to", "bounce": "retreat_to", "break_off": "break_off_to",
}  # fmt: skip


def _way(view: Battle, ask: AskWay) -> Settled:
    """A way by the hexes named, else by distance and side; of those left, the one most like the default."""
    to = _speaking(view, ask, _TO, "auto")
    options = list(ask.options)
    if to is not None and (there := led_to(options, to.value)):
        return Way(max(there, key=lambda path: alike(path, ask.default.path))), to
    distance, side = _speaking(view, ask, _FAR, "max"), _speaking(view, ask, _ASIDE, "auto")
    order = distance or side
    if order is None or not options:
        said = [standing_order(view, ask.stand, of[ask.matter]) for of in (_FAR, _ASIDE, _TO) if ask.matter in of]
        plain = next((one for one in said if one is not None), None)
        return (ask.default, plain) if plain is not None else None
    if ask.matter in _FAR:
        lengths = [len(path) for path in options]
        most = max(lengths)
        aim = most if distance is None else 0 if distance.value == "min" else int(distance.value)
        nearest = min(abs(length - aim) for length in lengths)
        options = [path for path in options if abs(len(path) - aim) == nearest]
    if side is None:
        return Way(max(options, key=lambda path: alike(path, ask.default.path))), order
    sign = 1 if side.value == "right" else -1
    return Way(min(options, key=lambda path: (-sign * rightness(view, ask.stand, path), path))), order


def _speaking(view: Battle, ask: AskWay, of: Mapping[str, Decision], silent_word: str) -> StandingOrder | None:
    """The standing order for what a table names for this ask, unless it leaves all to the default."""
    decision = of.get(ask.matter)
    order = standing_order(view, ask.stand, decision) if decision is not None else None
    return order if order is not None and order.value != silent_word else None
