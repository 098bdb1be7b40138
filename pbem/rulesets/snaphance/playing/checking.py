"""Orders judged without dice: what would be refused, and why, before anything is played."""

import msgspec
from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hexes import key
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.fighting.breaking import away_from
from pbem.rulesets.snaphance.fighting.opportunity import group_opportunity_refusal
from pbem.rulesets.snaphance.fighting.recovery import group_rally_refusal
from pbem.rulesets.snaphance.moving.arrivals import come_on, near_edge, not_yet
from pbem.rulesets.snaphance.moving.atoms import begun, opening, try_atom
from pbem.rulesets.snaphance.moving.movement import (
    No,
    Walk,
    applied,
    no,
)
from pbem.rulesets.snaphance.moving.turning import turn_to_attacker
from pbem.rulesets.snaphance.playing.goading import goaded
from pbem.rulesets.snaphance.playing.plan import breaks_off, plan
from pbem.rulesets.snaphance.playing.refusals import action_refusal, charge_refusal
from pbem.rulesets.snaphance.playing.together import commander_order, group_plan
from pbem.rulesets.snaphance.special.must_charge import RULE as GOADED
from pbem.rulesets.snaphance.special.must_charge import charges, reason
from pbem.rulesets.snaphance.state.battle import Battle, Doing, with_stand
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    Condition,
    Enter,
    Fire,
    Go,
    GroupMove,
    GroupWait,
    Hold,
    Is,
    Item,
    LeaveTown,
    Opportunity,
    Rally,
    StandOrders,
    TurnTo,
    When,
)
from pbem.rulesets.snaphance.state.facts import OrderTested, Rallied, Shot, StandBegan, rested


class Objection(msgspec.Struct, frozen=True, kw_only=True):
    """Something of an order that would be refused."""

    place: int
    """Of the action in the order, from 0 (an action within a condition has the condition's place)."""
    action: Act | Item
    step: int
    """Number of the refused hex of a path, from 1; 0: the whole action."""
    no: No
    certain: bool
    """Whatever the other stands do until then."""


class Judged(msgspec.Struct, frozen=True):
    """Where a stand would be after the actions judged so far, every test passed and every shot without effect.

    walk: the move it is in then, None for none.
    """

    battle: Battle
    walk: Walk | None
    objections: tuple[Objection, ...]


_SURE = frozenset(
    RuleId(rule)
    for rule in ("SN-15.0c", "SN-4.0c", "SN-7.2d", "SN-7.2e", "SN-7.3a", "SN-6.1a", "SN-4.4a", "SN-9.0a", "SN-4.3a")
)
"""Rules that refuse an order whatever others do."""


def check_orders(view: Battle, orders: StandOrders) -> tuple[Objection, ...]:
    """What of a stand's orders would be refused, judged against a view without dice.

    Orders are for the stand's next turn: it is judged as one that has done nothing yet.  Tests count as passed, shots
    as without effect, charges as reaching their enemy; both branches of a condition are judged.  What other stands may
    do before is not known: see ``Objection.certain``.
    """
    return (*driven_on(view, orders), *judged(view, orders).objections)


def judged(view: Battle, orders: StandOrders) -> Judged:
    """How a stand's orders leave it, judged in the same way, and what of them would be refused."""
    view = fresh(view)
    one = view.stands.get(orders.stand)
    if one is None or one.gone:
        why = no(f"{orders.stand} is no longer in the battle", "SN-1.2a")
        return Judged(view, None, _all_refused(orders, why))
    if not one.to_come:
        view = StandBegan(stand=orders.stand).apply(view)
        return _carried_out(Judged(_broken_off(view, orders), None, ()), orders)
    at = _arrived(view, orders)
    return _carried_out(at, orders) if at is not None and not at.objections else at or Judged(view, None, ())


def driven_on(view: Battle, orders: StandOrders) -> tuple[Objection, ...]:
    """Orders that do not attack the enemy upon which a special rule drives a stand that can reach it now."""
    one = view.stands.get(orders.stand)
    first = next((action for action in orders.actions if not isinstance(action, When)), None)
    if not view.special or one is None or one.gone or first is None:
        return ()
    driven = goaded(fresh(view), orders.stand)
    if driven is None or charges(orders.actions, driven[1]):
        return ()
    why = no(reason(view, driven), GOADED)
    return (Objection(place=0, action=first, step=0, no=why, certain=False),)


def _carried_out(at: Judged, orders: StandOrders) -> Judged:
    for place, action in enumerate(orders.actions):
        after = orders.actions[place + 1] if place + 1 < len(orders.actions) else None
        following = None if isinstance(after, When) else after
        if isinstance(action, When):
            for branch, held in ((action.then, True), (action.otherwise, False)):
                tried = _supposed(at, orders.stand, action.condition, held=held)
                for i, act in enumerate(branch):
                    tried = _judge(tried, orders.stand, act, branch[i + 1] if i + 1 < len(branch) else following, place)
                at = Judged(at.battle, at.walk, tried.objections)
        else:
            at = _judge(at, orders.stand, action, following, place)
    return at


def _supposed(at: Judged, stand: StandId, condition: Condition, *, held: bool) -> Judged:
    """As a branch of a condition finds it: ``if disordered then rally`` is for a stand in disorder (SN-9.0a)."""
    if not isinstance(condition, Is) or condition.stand not in {None, stand}:
        return at
    if condition.state not in {"disordered", "in order"}:
        return at
    disordered = (condition.state == "disordered") == held
    battle = with_stand(at.battle, replace(at.battle.stands[stand], disordered=disordered))
    return Judged(battle, at.walk, at.objections)


def _all_refused(orders: StandOrders, why: No) -> tuple[Objection, ...]:
    return tuple(
        Objection(place=i, action=a, step=0, no=why, certain=True)
        for i, a in enumerate(orders.actions) if not isinstance(a, When)
    )  # fmt: skip


def _arrived(view: Battle, orders: StandOrders) -> Judged | None:
    """A stand that is to come as its orders find it: on the board, or off it with the reason.  None: told to hold."""
    absent = not_yet(view, orders.stand)
    if absent is not None:
        return Judged(view, None, _all_refused(orders, absent))
    if all(isinstance(action, Hold) for action in orders.actions):
        return None
    at = Judged(view, None, ())
    first = orders.actions[0]
    return at if isinstance(first, Enter) else _judge_entry(at, orders.stand, Enter(), 0)


def _judge_entry(at: Judged, stand: StandId, action: Enter, place: int) -> Judged:
    """An entry judged; certain, where it could not come on there if it were alone."""
    got = come_on(at.battle, stand, action.hex)
    if not isinstance(got, No):
        return Judged(applied(at.battle, got.facts), got.walk, at.objections)
    alone = replace(at.battle, at={})
    ever = {here for one in at.battle.stands[stand].enters for here in near_edge(alone, one)}
    sure = not at.battle.stands[stand].to_come or not (action.hex is None or action.hex in ever)
    return _objected(at, Objection(place=place, action=action, step=0, no=got, certain=sure))


def fresh(view: Battle) -> Battle:
    """The view as the next activation finds it: no stand has done anything, no general has moved or helped.

    That is what orders are written for, whenever they are written.
    """
    stands = {s: replace(one, moved=False, doing=Doing()) for s, one in view.stands.items()}
    return replace(view, active_group=None, stands=stands, commanders=rested(view))


def _broken_off(view: Battle, orders: StandOrders) -> Battle:
    """With skirmishers out of reach of the enemy in front of them, if their orders do not begin with that (D36)."""
    first = orders.actions[0] if orders.actions else None
    known = () if first is None or isinstance(first, When) else (first,)
    way = None if breaks_off(view, orders.stand, known) else away_from(view, orders.stand)
    return view if way is None else way.battle


def check_item(view: Battle, item: Item) -> tuple[Objection, ...]:
    """What of any line of a sheet would be refused: a stand's orders, a group move, a general's move."""
    if isinstance(item, StandOrders):
        return check_orders(view, item)
    view = fresh(view)
    if isinstance(item, GroupMove):
        return _check_group(view, item)
    if isinstance(item, GroupWait) and item.purpose == "rally":
        # Who is in order now may be in disorder then, and who is apart side by side.
        bar = group_rally_refusal(view, item.stands)
        return () if bar is None else (Objection(place=0, action=item, step=0, no=bar, certain=False),)
    if isinstance(item, GroupWait):
        refusal = group_opportunity_refusal(view, item.stands)
        never = group_opportunity_refusal(view, item.stands, anywhere=True)
        sure = never is not None and bool((_SURE | {RuleId("SN-4.9a"), RuleId("SN-4.9b")}) & set(never.rules))
        return () if refusal is None else (Objection(place=0, action=item, step=0, no=refusal, certain=sure),)
    got = commander_order(view, item)
    sure = item.recall is None  # whom he is to bring back may still have to leave the board
    return (Objection(place=0, action=item, step=0, no=got, certain=sure),) if isinstance(got, No) else ()


def _check_group(view: Battle, order: GroupMove) -> tuple[Objection, ...]:
    """What of a group move would be refused; certain, where they could not make it with no other stand on the board."""
    made = group_plan(view, order)
    if made.refusal is None:
        return ()
    alone = replace(view, at={key(view.stands[s].hex): s for s in order.stands if s in view.stands})
    march = group_plan(alone, replace(order, attack=())).refusal if order.directions else None
    certain = march is not None and RuleId("SN-3.0c") not in march.rules
    return (Objection(place=0, action=order, step=made.step, no=made.refusal, certain=certain),)


def _judge(at: Judged, stand: StandId, action: Act, following: Act | None, place: int) -> Judged:
    """One action judged; the battle as it would be after it."""
    if isinstance(action, Enter):
        return _judge_entry(at, stand, action, place)
    if at.battle.stands[stand].to_come:
        return at
    if isinstance(action, TurnTo | Go | LeaveTown | Charge):
        return _judge_move(at, stand, action, following, place)
    refusal = action_refusal(at.battle, stand, action)
    if refusal is not None:
        # Who is out of range now may have come nearer when the stand's turn comes.
        certain = bool(_SURE & set(refusal.rules)) and RuleId("SN-Q48") not in refusal.rules
        return _objected(at, Objection(place=place, action=action, step=0, no=refusal, certain=certain))
    facts: list[Fact[Battle]] = []
    if isinstance(action, Rally):
        facts.append(Rallied(stand=stand, acts=True))
    if isinstance(action, Opportunity):  # what is ordered after it is for a failed test (SN-6.1b)
        facts.append(
            OrderTested(
                stands=(stand,), purpose="opportunity", die=1, terms=(), modified=1, needs=6, passed=False
            )
        )  # fmt: skip
    if isinstance(action, Fire):
        facts.append(
            Shot(
                shooter=stand, target=action.target or stand, purpose="fire", distance=0, terms=(), dice=(), hits=0,
                then_move=action.then_move,
            )
        )  # fmt: skip
    walk = None if isinstance(action, Fire) else at.walk  # a shot ends the move before it (SN-4.0c)
    return Judged(applied(at.battle, tuple(facts)), walk, at.objections)


def _objected(at: Judged, objection: Objection) -> Judged:
    """With one objection more: after one that may prove wrong nothing is certain, for the stand may be elsewhere."""
    certain = objection.certain and all(one.certain for one in at.objections)
    return Judged(at.battle, at.walk, (*at.objections, replace(objection, certain=certain)))


def _judge_move(
    at: Judged, stand: StandId, action: TurnTo | Go | LeaveTown | Charge, following: Act | None, place: int
) -> Judged:
    again = not isinstance(action, LeaveTown) and action.again
    to_attacker = turn_to_attacker(at.battle, stand, action.to) if isinstance(action, TurnTo) and not again else None
    if to_attacker is not None and at.walk is None:
        return Judged(to_attacker.apply(at.battle), None, at.objections)
    if isinstance(action, Charge):
        barred = charge_refusal(at.battle, stand, action)
        if barred is not None:
            certain = bool({RuleId("SN-10.0a")} & set(barred.rules))
            return _objected(at, Objection(place=place, action=action, step=0, no=barred, certain=certain))
    how = opening(at.battle, stand, again, at.walk)
    if isinstance(how, No):
        certain = how.sure or bool(_SURE & set(how.rules))
        return _objected(at, Objection(place=place, action=action, step=0, no=how, certain=certain))
    battle, walk = (at.battle, at.walk) if how == "on" and at.walk is not None else begun(at.battle, stand)
    made = plan(battle, stand, walk, action, following)
    after = Judged(battle, walk, at.objections)
    if made.refusal is not None:
        alone = plan(_alone(battle, stand), stand, walk, action)
        certain = alone.refusal is not None and not isinstance(action, Charge)
        after = _objected(
            after, Objection(place=place, action=action, step=made.step, no=made.refusal, certain=certain)
        )
    for atom in made.atoms:
        got = try_atom(after.battle, stand, walk, atom)
        if isinstance(got, No):
            break
        walk = got.walk
        after = Judged(applied(after.battle, got.facts), walk, after.objections)
    return Judged(after.battle, walk, after.objections)


def _alone(battle: Battle, stand: StandId) -> Battle:
    """The battle as if the stand were alone on the board."""
    return replace(battle, at={key(battle.stands[stand].hex): stand})
