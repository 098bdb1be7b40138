"""Fire judged where units are hidden: of each side on what it sees, and then on what is there (FS-H2, FS-H7)."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from pbem.engine.hiding import as_called, is_hidden, is_seen
from pbem.engine.ids import RuleId, Side
from pbem.engine.play import Play
from pbem.engine.table.noticed import give_away
from pbem.rulesets.fornovo.fighting.planning import Planned, judge, planned
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.state.battle import Battle, army_of
from pbem.rulesets.fornovo.state.facts import OrderRefused
from pbem.rulesets.fornovo.state.noticed import FoundOut
from pbem.rulesets.fornovo.state.orders import FireOrder

NEARER = RuleId("FS-9.10")
"""The order of targets, which is of those that are seen."""


def plans_of(play: Play[Battle], orders: Sequence[FireOrder]) -> list[Planned]:
    """All fire of the step; what is refused or found out is told.  Who shoots, and at whom, gives himself away."""
    if not is_hidden(play.battle):
        plans, refused = planned(play.battle, orders)
        for order, why in refused:
            play.record(OrderRefused(order=order.number, unit=order.unit, why=why.rules))
        return plans
    plans = []
    for side in play.battle.sides:
        plans += _of_side(play, orders, side)
    both = [unit for plan in plans for unit in (plan.order.unit, *(one.target for one in plan.aims))]
    before = play.battle.units
    give_away(play, [unit for unit in both if unit in before], (RuleId("FS-H2"),))
    return plans


def _of_side(play: Play[Battle], orders: Sequence[FireOrder], side: Side) -> list[Planned]:
    """The nearest target is the nearest in sight; a line of fire is barred by whatever is there."""
    before = play.battle
    mine = [one for one in orders if one.unit in before.units and before.units[one.unit].side == side]
    seen = {code: one for code, one in before.units.items() if one.side == side or is_seen(before, side, code)}
    ours, refused = planned(replace(before, units=seen), mine)
    found: list[Planned] = []
    for plan in ours:
        if before.units[plan.order.unit].side != side:
            continue
        truly = judge(before, plan.order, [one for one in found if one.order.unit == plan.order.unit])
        if isinstance(truly, Refusal) and NEARER not in truly.rules:
            refused.append((plan.order, truly))
        else:
            found.append(plan)
    for order, _ in refused:
        if before.units[order.unit].side == side:
            _told(play, mine, order, side)
    return found


def _told(play: Play[Battle], orders: Sequence[FireOrder], order: FireOrder, side: Side) -> None:
    """FS-H7: refused by what its side sees, after the orders of its unit before it, or else found out."""
    view = play.seen(army_of(play.battle, side).seat)
    ours = (one for one in orders if one.unit == order.unit)
    before: list[Planned] = []
    for one in takewhile(lambda one: one.number != order.number, ours):
        made = judge(view, as_called(play.battle, side, one), before)
        before += [made] if isinstance(made, Planned) else []
    fair = judge(view, as_called(play.battle, side, order), before)
    if isinstance(fair, Refusal):
        play.record(OrderRefused(order=order.number, unit=order.unit, why=fair.rules))
    else:
        play.record(FoundOut(side=side, unit=order.unit, what="not as seen", rules=(RuleId("FS-H7"),)))
