"""The standing order in force for a stand and a decision, and what it says to a plain choice."""

from typing import TYPE_CHECKING

from pbem.engine.ids import GroupId, StandId
from pbem.engine.standing_orders import in_force, precedence
from pbem.rulesets.snaphance.standing.conditions import holds
from pbem.rulesets.snaphance.standing.decisions import STANDING
from pbem.rulesets.snaphance.standing.wishes import wanted
from pbem.rulesets.snaphance.state.asks import (
    AskYesNo,
    YesNo,
)
from pbem.rulesets.snaphance.state.battle import Battle, seat_of_stand, type_of
from pbem.rulesets.snaphance.state.commands import Decision, StandingOrder

if TYPE_CHECKING:
    from pbem.engine.play import Play


def standing_order(view: Battle, stand: StandId, decision: Decision, price: int = 0) -> StandingOrder | None:
    """The standing order of a stand for a decision: its own, else its group's, else its side's.

    Of equal ones those with a condition that holds go before those without.  price: SP that the decision will cost.
    """
    one = view.stands[stand]
    sheet = view.sheets.get(seat_of_stand(view, stand))

    def rank(order: StandingOrder) -> int:
        if order.when is not None and not holds(view, stand, order.when, price):
            return 0
        return precedence(_nearness(order, stand, one.group), conditional=order.when is not None)

    return in_force([order for order in sheet.standing if order.decision == decision] if sheet else (), rank)


def _nearness(order: StandingOrder, stand: StandId, group: GroupId) -> int:
    """3 for an order for this very stand, 2 for its group, 1 for all, 0 for others."""
    if order.stand is not None:
        return 3 if order.stand == stand else 0
    return 1 if order.group is None else 2 if order.group == group else 0


def standing_value(view: Battle, stand: StandId, decision: Decision) -> tuple[str, bool]:
    """The word that holds for a stand and a decision, and whether a standing order gave it."""
    order = standing_order(view, stand, decision)
    return (order.value, True) if order is not None else (STANDING[decision].default, False)


def holding_value(play: "Play[Battle]", stand: StandId, decision: Decision) -> tuple[str, bool]:
    """As ``standing_value``, in play: judged on what the stand's seat sees, where there is something to judge."""
    sheet = play.battle.sheets.get(seat_of_stand(play.battle, stand))
    if sheet is None or all(order.decision != decision for order in sheet.standing):
        return STANDING[decision].default, False
    return standing_value(play.seen(seat_of_stand(play.battle, stand)), stand, decision)


def yes_or_no(view: Battle, ask: AskYesNo) -> tuple[YesNo, StandingOrder] | None:
    """What a standing order says to a plain choice, and that order."""
    decision: Decision = "follow" if ask.matter == "extra_follow" else ask.matter
    price = ask.lost if ask.matter == "town_hold" else 0
    order = standing_order(view, ask.stand, decision, price)
    if order is None and ask.matter == "sk_support":  # what is said of evading goes for supports too
        order = standing_order(view, ask.stand, "evade")
    if order is None:
        return None
    if order.value == "auto":
        return ask.default, order
    return YesNo(_says_yes(view, ask, order.value)), order


def _says_yes(view: Battle, ask: AskYesNo, value: str) -> bool:
    """Whether a word means yes to this ask."""
    if ask.matter == "extra_follow":
        return value.isdigit() and view.stands[ask.stand].doing.moves <= int(value)
    if ask.matter == "follow":
        return value != "stop"
    if ask.matter == "evade_fire" and value.isdigit():
        return ask.dice >= int(value)
    if value == "if sp lost":
        return ask.lost > 0
    if value == "if horse":
        return ask.other is not None and type_of(view, ask.other).is_mounted
    if value == "if combat stand":
        return ask.other is not None and type_of(view, ask.other).is_cs
    if ask.matter == "face_attacker":
        return value == "yes" or (ask.other is not None and bool(wanted(view, ask.stand, [ask.other], value.split())))
    if ask.matter == "sk_support" and value in ("evade", "fire"):
        return value == "evade"
    return value in ("yes", "always", "fire")
