"""Waiting on opportunity (SN-6.1): the test, for one stand or a group, and keeping it in a later turn (SN-Q34)."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import connected, points_between
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.moving.command import order_test
from pbem.rulesets.snaphance.moving.movement import No, action_over, begin, no
from pbem.rulesets.snaphance.moving.turning import turn
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, type_of
from pbem.rulesets.snaphance.state.commands import Act, Hold, Opportunity, TurnTo
from pbem.rulesets.snaphance.state.facts import ActionEnded, Turned, WentOnOpportunity
from pbem.rulesets.snaphance.state.rulings import reading

if TYPE_CHECKING:
    from pbem.engine.play import Play


def opportunity_refusal(battle: Battle, stand: StandId) -> No | None:
    """Why a stand may not test for opportunity now; None when it may, or waits already (SN-6.1a, SN-6.1d)."""
    one = battle.stands[stand]
    if "opportunity" in battle.bans:
        return no("the scenario leaves opportunity out", "SN-6.1a")
    if one.opportunity:
        return None
    if melee_of(battle, stand) is not None:
        return no("it is in a melee", "SN-4.6e", "SN-6.1a")
    if one.doing.moves or one.doing.fired or one.doing.waited:
        return no("going on opportunity is the first thing a stand does in its turn, and is tried once", "SN-6.1a")
    if one.doing.rallied and reading(battle, "SN-Q6") == "one-thing":
        return no("having rallied it makes one move or fires", "SN-Q6", "SN-9.0a")
    if one.disordered:
        return no("it is disordered: it has to rally first", "SN-6.1d", "SN-6.1c")
    return None


def group_opportunity_refusal(battle: Battle, stands: tuple[StandId, ...], *, anywhere: bool = False) -> No | None:
    """Why these stands may not test for opportunity together (SN-4.9a, SN-4.9b); their facings may differ.

    anywhere: wherever they may stand by then.
    """
    some = [battle.stands[one] for one in stands if one in battle.stands]
    if len(some) != len(stands) or len(set(stands)) != len(stands) or len(some) < 2:
        return no("going on opportunity together needs two stands or more", "SN-4.9b")
    for one in some:
        refusal = action_over(battle, one.id) or opportunity_refusal(battle, one.id)
        if refusal is not None:
            return No(refusal.rules, f"{one.id}: {refusal.why}")
    if len({one.group for one in some}) > 1:
        return no("they are not of one command group", "SN-4.9a", "SN-1.4c")
    if len({type_of(battle, one.id).category for one in some}) > 1:
        return no("they are not of the same category", "SN-4.9a", "SN-4.9b")
    if not anywhere and not connected(one.hex for one in some):
        return no("they are not in adjacent hexes", "SN-4.9a", "SN-4.9b")
    return None


def go_on_opportunity(play: "Play[Battle]", stands: tuple[StandId, ...]) -> bool:
    """One test for all these stands (SN-Q22); those that pass wait, their action over (SN-Q70).  Failing costs nothing.

    Those on opportunity already keep it without a test (SN-Q34).
    """
    testing: tuple[StandId, ...] = ()
    for stand in stands:
        if not play.battle.stands[stand].opportunity:
            testing = (*testing, stand)
    if testing and not order_test(play, testing, "opportunity"):
        return False
    for stand in testing:
        play.record(WentOnOpportunity(stand=stand, rules=(RuleId("SN-6.1a"),)))
    for stand in stands:
        play.record(ActionEnded(stand=stand, rules=(RuleId("SN-6.1c"), RuleId("SN-Q70"))))
    return True


def turn_waiting(battle: Battle, stand: StandId, action: Act, later: tuple[Act, ...]) -> Turned | None:
    """A turn by one point that a stand on opportunity makes once without giving it up (SN-6.1c, SN-Q34).

    None where the turn is no such one, or where the stand is to act after it.
    """
    one = battle.stands[stand]
    if not isinstance(action, TurnTo) or action.again or not one.opportunity or one.opp_turned:
        return None
    if points_between(one.facing, action.to) != 1 or any(not isinstance(act, Hold | Opportunity) for act in later):
        return None
    if one.doing.moves or one.doing.fired or action_over(battle, stand) is not None:
        return None
    if isinstance(turn(battle, stand, begin(battle, stand), action.to), No):
        return None
    rules = (RuleId("SN-6.1c"), RuleId("SN-Q34"))
    return Turned(stand=stand, start=one.facing, to=action.to, free=True, rules=rules)
