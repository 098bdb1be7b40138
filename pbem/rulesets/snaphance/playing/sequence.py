"""The sequence of play (1, 3.18a): each call of ``script`` plays one step, found from the battle alone.

A round: both sides' orders; a dice-off; the winner's group acts, stand by stand; the next dice-off; its end.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from pbem.engine.hexes import Hex, label
from pbem.engine.hiding import is_hidden
from pbem.engine.ids import GroupId, MeleeId, RuleId, Seat, Side, StandId
from pbem.rulesets.snaphance.fighting.attack import declared, stepped
from pbem.rulesets.snaphance.fighting.group_attack import attack_together
from pbem.rulesets.snaphance.fighting.melee import rests
from pbem.rulesets.snaphance.fighting.opportunity import go_on_opportunity, group_opportunity_refusal
from pbem.rulesets.snaphance.fighting.recovery import group_rally_refusal, rally_together
from pbem.rulesets.snaphance.moving.arrivals import due, may_enter
from pbem.rulesets.snaphance.moving.command import order_test
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, action_over, begin, fail_move, settle, step
from pbem.rulesets.snaphance.playing.acting import end_action, refused
from pbem.rulesets.snaphance.playing.rounds import ask_orders, declare, orders_taken, take_orders
from pbem.rulesets.snaphance.playing.setting import set_up_all
from pbem.rulesets.snaphance.playing.together import Steps, commander_order, group_plan
from pbem.rulesets.snaphance.playing.turns import fight_on, stand_turn
from pbem.rulesets.snaphance.standing.conditions import resolved
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    commander_of,
    group_stands,
    melee_of,
    seat_of_group,
)
from pbem.rulesets.snaphance.state.commands import CommanderOrders, Fire, GroupMove, GroupWait, Item, StandOrders
from pbem.rulesets.snaphance.state.facts import (
    ActivationEnded,
    CommanderMoved,
    MoveBegan,
    OrderTakenUp,
    StandBegan,
    StandingOrderFired,
)
from pbem.rulesets.snaphance.state.group_orders import group_order
from pbem.rulesets.snaphance.state.venturing import (
    as_called,
    as_is,
    found_out,
    give_away,
    is_blind,
    judged_by,
    was_blind,
)

if TYPE_CHECKING:
    from pbem.engine.play import Play


def script(play: "Play[Battle]") -> None:
    """Play one step."""
    phase = play.battle.phase
    if phase == "set-up":
        set_up_all(play)
    elif phase == "orders":
        take_orders(play)
    elif phase == "declare":
        declare(play)
    elif phase == "activation":
        go_on(play)


def over(battle: Battle) -> bool:
    """Whether the battle has ended."""
    return battle.phase == "over"


def go_on(play: "Play[Battle]") -> None:
    """The next thing in the active group's activation (3.18a): its next order, then its stands without orders, then its
    melees not yet fought, then its end."""
    before = play.battle
    side, group = before.active_side, before.active_group
    if side is None or group is None:
        raise ValueError("an activation without a group")  # a battle that no fact can make
    if before.pace != "round" and before.ordered != before.activation:
        seat = seat_of_group(before, group)
        sheet = play.ask(ask_orders(before, seat, group))
        play.record(orders_taken(before, side, seat, sheet))
        return
    place = next_order(before, group)
    joining = attaching(before, group)
    if joining is not None and joining.joins is not None:
        play.record(
            StandingOrderFired(side=side, stand=joining.joins, decision="attach", value=joining.joins, by_default=False)
        )
        play.record(joining)
        return
    there = (*group_stands(before, group), *due(before, group))
    idle = [one.id for one in there if not one.doing.over and melee_of(before, one.id) is None]
    melees = unfought(before, side, group)
    if place is not None:
        play.record(OrderTakenUp(side=side, place=place))
        carry_out(play, seat_of_group(before, group), place)
    elif idle:
        stand_turn(play, idle[0], ())
    elif melees:
        fight_on(play, melees[0])
    else:
        play.record(ActivationEnded(group=group, rules=(RuleId("SN-1.4e"), RuleId("SN-1.4f"))))


def attaching(battle: Battle, group: GroupId) -> CommanderMoved | None:
    """A general's ride to the stand his standing order names, before his group does anything (D6); None for none.

    An order to himself goes before it.
    """
    order, general = group_order(battle, group, "attach"), commander_of(battle, group)
    if general is None or order is None or any(one.doing.began for one in group_stands(battle, group)):
        return None
    sheet = battle.sheets.get(seat_of_group(battle, group))
    items = sheet.orders if sheet is not None else ()
    if any(isinstance(item, CommanderOrders) and item.commander == general.id for item in items):
        return None
    for code in order.value.split():
        stand = battle.stands.get(StandId(code))
        if stand is None or not stand.on_board or stand.group != group:
            continue
        got = commander_order(battle, CommanderOrders(general.id, join=stand.id))
        return got if isinstance(got, CommanderMoved) and general.attached_to != stand.id else None
    return None


def next_order(battle: Battle, group: GroupId) -> int | None:
    """Place in its commander's sheet of the next order for the active group; None when there is none left."""
    sheet = battle.sheets.get(seat_of_group(battle, group))
    for place, item in enumerate(sheet.orders if sheet else ()):
        if place >= battle.next_order and group_of(battle, item) == group:
            return place
    return None


def group_of(battle: Battle, item: Item) -> GroupId | None:
    """The group an order is for; None for a stand or general that does not exist."""
    if isinstance(item, CommanderOrders):
        general = battle.commanders.get(item.commander)
        return general.group if general is not None else None
    stand = item.stand if isinstance(item, StandOrders) else item.stands[0] if item.stands else None
    found = battle.stands.get(stand) if stand is not None else None
    return found.group if found is not None else None


def unfought(battle: Battle, side: Side, group: GroupId) -> tuple[MeleeId, ...]:
    """Ongoing melees of the group's battle stands not yet fought in this activation (SN-Q20), by id."""
    found: list[MeleeId] = []
    for melee in sorted(battle.melees):
        one = battle.melees[melee]
        ours = one.stands.get(side)
        if ours is not None and battle.stands[ours].group == group and battle.activation not in one.fought_in:
            found += [] if rests(battle, one) else [melee]
    return tuple(found)


def carry_out(play: "Play[Battle]", seat: Seat, place: int) -> None:
    """One order of a commander's sheet."""
    before = play.battle
    item = before.sheets[seat].orders[place]
    if isinstance(item, StandOrders):
        ended = action_over(before, item.stand)
        if ended is not None and not may_enter(before, item.stand):
            refused(play, item.stand, item, ended)
        else:
            actions = as_called(before, seat, item.actions)
            stand_turn(play, item.stand, resolved(play.seen(seat), item.stand, actions))
    elif isinstance(item, GroupMove):
        group_move(play, seat, place)
    elif isinstance(item, GroupWait):
        group_wait(play, item)
    else:
        general_move(play, item)


def general_move(play: "Play[Battle]", order: CommanderOrders) -> None:
    """A general's own move (SN-3.1a, D6)."""
    got = commander_order(play.battle, order)
    if isinstance(got, No):
        refused(play, order.commander, order, got)
    else:
        play.record(got)


def group_wait(play: "Play[Battle]", order: GroupWait) -> None:
    """Stands that rally by one test (SN-9.1a), or test for opportunity as one (SN-4.9b, SN-6.1b)."""
    rallies = order.purpose == "rally"
    refusal = (group_rally_refusal if rallies else group_opportunity_refusal)(play.battle, order.stands)
    if refusal is not None:
        refused(play, order.stands[0] if order.stands else "", order, refusal)
        return
    for stand in order.stands:
        if not play.battle.stands[stand].doing.began:
            play.record(StandBegan(stand=stand, rules=(RuleId("SN-1.4d"),)))
    if rallies:
        rally_together(play, order.stands)
    else:
        go_on_opportunity(play, order.stands)


def group_move(play: "Play[Battle]", seat: Seat, place: int) -> None:
    """Stands that move as one (SN-4.9a): all the same way, no stand left behind; a further move by one test (SN-Q22).

    Their action is over when no later order of the sheet is for them, or when they have attacked (SN-Q66).
    """
    before = play.battle
    order = before.sheets[seat].orders[place]
    if not isinstance(order, GroupMove):
        raise TypeError("not a group move")
    order = as_called(before, seat, order)
    made = group_plan(judged_by(play, order.stands[0]) if order.stands else before, order)
    targets = as_is(before, seat, order.attack)
    if made.refusal is not None and not made.steps:
        refused(play, order.stands[0] if order.stands else seat, order, made.refusal, made.step)
        return
    stands = tuple(sorted(order.stands))
    to_fire = tuple(stand for stand in stands if fires_later(before, seat, place, stand))
    walks = _set_out(play, stands, made.steps, targets, to_fire)
    if walks is None:
        return
    if made.refusal is not None:
        refused(play, order.stands[0], order, made.refusal, made.step)
    attacked = _attack_together(play, stands, targets, "charge" if made.steps else "attack", walks)
    for stand in stands:
        if stand in attacked or not ordered_later(play.battle, seat, place, stand):
            end_action(play, stand)


def _set_out(
    play: "Play[Battle]", stands: tuple[StandId, ...], steps: tuple[Steps, ...], attack: tuple[StandId, ...],
    to_fire: tuple[StandId, ...],
) -> Mapping[StandId, Walk] | None:  # fmt: skip
    """A group's move begun and made, a further one after its test: what each has left of it.  None when the test failed
    (SN-4.5e, SN-Q22), or when stands on opportunity have ended it."""
    before = play.battle
    for stand in stands:
        if not play.battle.stands[stand].doing.began:
            play.record(StandBegan(stand=stand, rules=(RuleId("SN-1.4d"),)))
    if not steps:
        return {}
    if any(before.stands[s].doing.moves for s in stands) and not order_test(play, stands, "extra_move"):
        fail_move(play, stands)
        return None
    for stand in stands:
        play.record(MoveBegan(stand=stand, rules=(RuleId("SN-4.9a"),)))
    walks = _march_together(play, stands, steps, attack, to_fire)
    if walks is None:
        for stand in stands:
            end_action(play, stand)
    return walks


def _march_together(
    play: "Play[Battle]", stands: tuple[StandId, ...], made: tuple[Steps, ...], attack: tuple[StandId, ...],
    to_fire: tuple[StandId, ...],
) -> Mapping[StandId, Walk] | None:  # fmt: skip
    """One step of all after another, each checked again as it is taken; then friends' places are taken.

    What each has left comes back.  What stands on opportunity do about each step of all (3.18b) may end the move: None
    then, for all, as no stand is left behind (SN-4.9a).
    """
    before = play.battle
    walks = {stand: begin(before, stand) for stand in stands}
    blinds = [one for one in attack if is_blind(before, one)]
    for one in blinds:
        found_out(play, stands[0], f"charge {one}", was_blind(one), (RuleId("SN-H10"),))
    attack = tuple(one for one in attack if one not in blinds)
    give_away(play, *((*stands, *attack) if attack else ()))
    if attack and made and _held_up(play, declared(play, tuple((s, to, walks[s]) for s, to in made[0]), attack)):
        return None
    for steps in made:
        moved: tuple[tuple[StandId, Hex, Walk], ...] = ()
        for stand, to in steps:
            if not play.battle.stands[stand].on_board:
                continue
            start = play.battle.stands[stand].hex
            got = step(play, stand, walks[stand], to)
            if isinstance(got, No):
                if is_hidden(play.battle):
                    found_out(play, stand, f"go {label(to)}", got.why, got.rules, before)
                return walks
            walks[stand] = got
            moved = (*moved, (stand, start, got))
        if _held_up(play, stepped(play, moved, attack, to_fire)):
            return None
    moved = ()
    for stand, _ in made[-1]:
        if not play.battle.stands[stand].on_board:
            continue
        start = play.battle.stands[stand].hex
        ended = settle(play.battle, stand, walks[stand])
        for fact in ended.facts if isinstance(ended, Yes) else ():
            play.record(fact)
        moved = (*moved, (stand, start, walks[stand]))
    return None if _held_up(play, stepped(play, moved, attack, to_fire)) else walks


def _held_up(play: "Play[Battle]", ended: tuple[StandId, ...]) -> bool:
    """Whether one of a group that is still there goes no farther; those that are gone hold up none."""
    return play.battle.phase == "over" or any(play.battle.stands[stand].on_board for stand in ended)


def _attack_together(
    play: "Play[Battle]", stands: tuple[StandId, ...], targets: tuple[StandId, ...], how: Literal["charge", "attack"],
    walks: Mapping[StandId, Walk],
) -> tuple[StandId, ...]:  # fmt: skip
    """The attacks a charging group ends in (SN-Q66, SN-10.2g); who has attacked."""
    targets = tuple(one for one in targets if play.battle.stands[one].on_board)
    if not targets or play.battle.phase == "over":
        return ()
    return attack_together(play, stands, how, targets, walks)


def fires_later(battle: Battle, seat: Seat, place: int, stand: StandId) -> bool:
    """Whether a later order of the sheet has a stand fire (SN-6.2f)."""
    later = (item for item in battle.sheets[seat].orders[place + 1 :] if isinstance(item, StandOrders))
    return any(isinstance(action, Fire) for item in later if item.stand == stand for action in item.actions)


def ordered_later(battle: Battle, seat: Seat, place: int, stand: StandId) -> bool:
    """Whether a later order of the sheet is for a stand."""
    for item in battle.sheets[seat].orders[place + 1 :]:
        if isinstance(item, StandOrders) and item.stand == stand:
            return True
        if isinstance(item, GroupMove | GroupWait) and stand in item.stands:
            return True
    return False
