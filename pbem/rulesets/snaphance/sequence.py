"""The sequence of play (1, 3.1, 3.18a): each call of ``script`` plays one step, found from the battle alone.

A round: both sides' orders; a dice-off; the winner's group acts, stand by stand; the next dice-off; its end.
"""

from typing import TYPE_CHECKING

from pbem.engine.hexes import (
    Facing,
    Hex,
    depth,
    direction_to,
    distance,
    front_hexes,
    neighbours,
    points_between,
)
from pbem.engine.ids import GroupId, MeleeId, RuleId, Side, StandId
from pbem.rulesets.snaphance.acting import act, end_action, fight, rally, refused, shoot, walk_atoms
from pbem.rulesets.snaphance.asks import AskGroup, AskOrders, AskYesNo, GroupChoice, YesNo
from pbem.rulesets.snaphance.battle import (
    Battle,
    army,
    commander_of,
    group_stands,
    key,
    melee_of,
    stand_at,
    terrain,
    type_of,
)
from pbem.rulesets.snaphance.command import order_test, replace_generals
from pbem.rulesets.snaphance.commands import (
    Act,
    Charge,
    CommanderOrders,
    Fire,
    Go,
    GroupMove,
    Hold,
    Item,
    LeaveTown,
    Rally,
    StandOrders,
    Turn,
)
from pbem.rulesets.snaphance.facts import (
    ActivationEnded,
    BattleEnded,
    DiceOff,
    GroupActivated,
    MoveBegan,
    OrdersIn,
    OrdersTaken,
    OrderTakenUp,
    RoundBegan,
    StandBegan,
    StandingOrderFired,
    Turned,
)
from pbem.rulesets.snaphance.movement import No, Walk, action_over, begin, fail_move, may_move, step
from pbem.rulesets.snaphance.plan import (
    begun,
    charge_refusal,
    column,
    commander_order,
    explore,
    fire_refusal,
    group_refusal,
    group_step,
    rally_refusal,
    resolved,
)
from pbem.rulesets.snaphance.standing import kept, standing_value
from pbem.rulesets.snaphance.view import view
from pbem.rulesets.snaphance.zones import behind_or_beside

if TYPE_CHECKING:
    from pbem.engine.play import Play


def script(play: "Play[Battle]") -> None:
    """Play one step."""
    phase = play.battle.phase
    if phase == "orders":
        take_orders(play)
    elif phase == "declare":
        declare(play)
    elif phase == "activation":
        go_on(play)


SHELTER = ("woods", "town")
"""Ground in which skirmishers may stand and fight (SN-10.5d)."""


def over(battle: Battle) -> bool:
    """Whether the battle has ended."""
    return battle.phase == "over"


# --- the round ------------------------------------------------------------------------------------------------------


def take_orders(play: "Play[Battle]") -> None:
    """The orders of a round, from both sides, sealed; at other paces each group's orders wait for its activation."""
    if play.battle.round == 0:
        play.record(RoundBegan(round=1, rules=(RuleId("SN-1.4a"),)))
    if play.battle.pace == "round":
        before = play.battle
        sides = tuple(one.id for one in before.armies)
        asks = [ask_orders(before, side, None) for side in sides]
        sheets = play.ask_each(asks, sealed=True)
        for side, sheet in zip(sides, sheets, strict=True):
            play.record(OrdersTaken(side=side, sheet=sheet))
    play.record(OrdersIn())


def ask_orders(battle: Battle, side: Side, group: GroupId | None) -> AskOrders:
    """What a side is asked for: the orders of the round, or of one group; by default none."""
    seat = army(battle, side).seat
    return AskOrders(seat=seat, round=battle.round, group=group, default=kept(view(battle, seat), seat))


def unmoved(battle: Battle, side: Side) -> tuple[GroupId, ...]:
    """A side's groups still to be activated this round, of those that are on the board (SN-1.4a, SN-1.4b)."""
    return tuple(
        g for g in sorted(battle.groups)
        if battle.groups[g].side == side and not battle.groups[g].moved and group_stands(battle, g)
    )  # fmt: skip


def declare(play: "Play[Battle]") -> None:
    """Replacements, declarations, dice-off, activation (SN-1.4b, SN-1.4c, SN-Q8, SN-Q47); or the end of the round."""
    replace_generals(play)
    before = play.battle
    waiting = {one.id: unmoved(before, one.id) for one in before.armies}
    sides = [one.id for one in before.armies if waiting[one.id]]
    if not sides:
        end_round(play)
        return
    declared = _declared(play, sides)
    winner = sides[0] if len(sides) == 1 else _dice_off(play, declared)
    play.record(
        GroupActivated(
            side=winner, group=declared[winner], activation=play.battle.activation + 1, contested=len(sides) > 1,
            rules=(RuleId("SN-1.4c"),),
        )
    )  # fmt: skip


def _declared(play: "Play[Battle]", sides: list[Side]) -> dict[Side, GroupId]:
    """The group each side names, in secret; nobody is asked who has but one (D1)."""
    before = play.battle
    declared = {side: unmoved(before, side)[0] for side in sides}
    choosing = [side for side in sides if len(unmoved(before, side)) > 1]
    asks: list[AskGroup] = []
    for side in choosing:
        options = unmoved(before, side)
        asks.append(AskGroup(seat=army(before, side).seat, options=options, default=GroupChoice(options[0])))
    answers = play.ask_each(asks, sealed=True)
    for side, answer in zip(choosing, answers, strict=True):
        declared[side] = answer.group
    return declared


def _dice_off(play: "Play[Battle]", declared: dict[Side, GroupId]) -> Side:
    """2D6 and the general's bonus each, ties again (SN-1.4c, SN-Q8)."""
    while True:
        dice: dict[Side, tuple[int, ...]] = {}
        bonus: dict[Side, int] = {}
        for one in play.battle.armies:
            general = commander_of(play.battle, declared[one.id])
            bonus[one.id] = general.bonus if general is not None else 0
            dice[one.id] = play.roll("initiative", one.id, 2).values
        totals = {side: sum(dice[side]) + bonus[side] for side in dice}
        best = max(totals.values())
        first = [side for side in dice if totals[side] == best]
        winner = first[0] if len(first) == 1 else None
        rules = (RuleId("SN-1.4c"),) if winner is not None else (RuleId("SN-1.4c"), RuleId("SN-Q8"))
        play.record(DiceOff(groups=declared, dice=dice, bonus=bonus, winner=winner, rules=rules))
        if winner is not None:
            return winner


def end_round(play: "Play[Battle]") -> None:
    """The objective, the limit of rounds, else the next round (SN-1.4f)."""
    before = play.battle
    aim = before.objective
    if aim is not None and before.round == aim.at_round:
        for one in before.armies:
            if len(held(before, one.id)) >= aim.need:
                play.record(BattleEnded(kind="objective", winner=one.id))
                return
    if before.limit is not None and before.round >= before.limit:
        winner = ahead(before)
        play.record(BattleEnded(kind="limit" if winner is not None else "draw", winner=winner))
        return
    play.record(RoundBegan(round=before.round + 1, rules=(RuleId("SN-1.4f"),)))


def held(battle: Battle, side: Side) -> tuple[Hex, ...]:
    """Objective hexes in a side's hands: it was the last to pass through, and no enemy stands there or next to it."""
    found: list[Hex] = []
    for here in battle.objective.hexes if battle.objective else ():
        near = [stand_at(battle, there) for there in (here, *neighbours(here))]
        if battle.holders.get(key(here)) == side and all(one is None or one.side == side for one in near):
            found.append(here)
    return tuple(found)


def ahead(battle: Battle) -> Side | None:
    """The side that has lost the smaller share of its break points; None when they are equal."""
    one, two = battle.armies
    shares = one.break_lost * two.break_total, two.break_lost * one.break_total
    if shares[0] == shares[1]:
        return None
    return one.id if shares[0] < shares[1] else two.id


# --- an activation --------------------------------------------------------------------------------------------------


def go_on(play: "Play[Battle]") -> None:
    """The next thing in the active group's activation (3.18a): its next order, then its stands without orders, then its
    melees not yet fought, then its end."""
    before = play.battle
    side, group = before.active_side, before.active_group
    if side is None or group is None:
        raise ValueError("an activation without a group")  # a battle that no fact can make
    if before.pace != "round" and before.ordered != before.activation:
        sheet = play.ask(ask_orders(before, side, group))
        play.record(OrdersTaken(side=side, sheet=sheet))
        return
    place = next_order(before, side, group)
    idle = [one.id for one in group_stands(before, group) if not one.doing.over and melee_of(before, one.id) is None]
    melees = unfought(before, side, group)
    if place is not None:
        play.record(OrderTakenUp(side=side, place=place))
        carry_out(play, side, place)
    elif idle:
        stand_turn(play, idle[0], ())
    elif melees:
        fight_on(play, melees[0])
    else:
        play.record(ActivationEnded(group=group, rules=(RuleId("SN-1.4e"), RuleId("SN-1.4f"))))


def next_order(battle: Battle, side: Side, group: GroupId) -> int | None:
    """Place in the sheet of the next order for the active group; None when there is none left."""
    sheet = battle.sheets.get(side)
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
            found.append(melee)
    return tuple(found)


def carry_out(play: "Play[Battle]", side: Side, place: int) -> None:
    """One order of the sheet."""
    before = play.battle
    item = before.sheets[side].orders[place]
    if isinstance(item, StandOrders):
        ended = action_over(before, item.stand)
        if ended is not None:
            refused(play, item.stand, item, ended)
        else:
            seat = army(before, side).seat
            stand_turn(play, item.stand, resolved(play.seen(seat), item.stand, item.actions))
    elif isinstance(item, GroupMove):
        group_move(play, side, place)
    else:
        general_move(play, item)


def general_move(play: "Play[Battle]", order: CommanderOrders) -> None:
    """A general's own move (SN-3.1a, D6)."""
    got = commander_order(play.battle, order)
    if isinstance(got, No):
        refused(play, order.commander, order, got)
    else:
        play.record(got)


# --- a stand's turn -------------------------------------------------------------------------------------------------


def stand_turn(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> None:
    """A stand's whole turn: face an attacker, rally, its orders in turn; without any, ``idle`` (3.18a).

    A melee it is in is fought at this place if ``fight`` is ordered, else last of all (D35).
    """
    if not play.battle.stands[stand].doing.began:
        play.record(StandBegan(stand=stand, rules=(RuleId("SN-1.4d"),)))
    if not any(isinstance(action, Turn | Go | LeaveTown | Charge) for action in actions):
        face_attacker(play, stand)
    if melee_of(play.battle, stand) is not None:
        _orders(play, stand, actions)
        return
    break_off(play, stand)
    rally_first(play, stand, actions)
    done = _orders(play, stand, actions)
    if not done and not any(isinstance(action, Hold) for action in actions):
        idle(play, stand, rallies=not actions)
    end_action(play, stand)


def _orders(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Its actions, one after another; whether anything of them was carried out."""
    walk: Walk | None = None
    done = False
    for place, action in enumerate(actions):
        if play.battle.phase == "over" or not play.battle.stands[stand].on_board:
            break
        following = actions[place + 1] if place + 1 < len(actions) else None
        if approaches_in_vain(play.battle, stand, actions[place:]):
            continue
        acted = act(play, stand, action, walk, following)
        walk, done = acted.walk, done or acted.done
    return done


def approaches_in_vain(battle: Battle, stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Whether the first action is the approach of an attack that is refused: its way is declared with it (3.18, 1)."""
    for place, action in enumerate(actions):
        if isinstance(action, Charge):
            return place > 0 and not action.again and charge_refusal(battle, stand, action) is not None
        if not isinstance(action, Go | Turn) or (place > 0 and action.again):
            return False
    return False


def attackers_aside(battle: Battle, stand: StandId) -> tuple[StandId, ...]:
    """Enemies attacking a stand's flank or rear while none attacks its front, strongest first (SN-4.6d, SN-10.4d).

    Attacking: with the stand in their front 2H; of a stand in a melee, those of that melee only.
    """
    one = battle.stands[stand]
    melee = melee_of(battle, stand)
    facing_it: list[StandId] = []
    for here in neighbours(one.hex):
        other = stand_at(battle, here)
        if other is None or other.side == one.side:
            continue
        looks = one.hex in front_hexes(other.hex, other.facing)
        if looks and (melee is None or melee_of(battle, other.id) == melee):
            facing_it.append(other.id)
    blind = behind_or_beside(one.hex, one.facing)
    aside = [s for s in facing_it if battle.stands[s].hex in blind]
    if len(aside) < len(facing_it):
        return ()
    return tuple(sorted(aside, key=lambda s: (-sum(battle.stands[s].sp), s)))


def face_attacker(play: "Play[Battle]", stand: StandId) -> None:
    """It may turn to the strongest enemy on its flank or rear, by any number of points (D34; SN-4.6d, SN-10.4d)."""
    side = play.battle.stands[stand].side
    seat = army(play.battle, side).seat
    options = attackers_aside(play.seen(seat), stand)
    if not options:
        return
    ask = AskYesNo(seat=seat, matter="face_attacker", stand=stand, other=options[0], default=YesNo(yes=True))
    if not play.ask(ask).yes:
        return
    one = play.battle.stands[stand]
    to = facing_towards(one.facing, one.hex, play.battle.stands[options[0]].hex)
    rule = "SN-10.4d" if melee_of(play.battle, stand) is not None else "SN-4.6d"
    play.record(Turned(stand=stand, start=one.facing, to=to, free=True, rules=(RuleId(rule), RuleId("SN-Q70"))))


def facing_towards(facing: Facing, here: Hex, there: Hex) -> Facing:
    """Of the two facings that have a neighbour in front, the one that takes less turning."""
    towards = direction_to(here, there)
    if towards is None:
        raise ValueError("only a neighbour can be faced")
    both = (Facing(towards), Facing((towards + 1) % 6))
    return min(both, key=lambda p: (points_between(facing, p), p))


def threats(battle: Battle, stand: StandId) -> tuple[StandId, ...]:
    """Enemies in a stand's front 2H from whom skirmishers must break off: combat stands, LC, Sh and Dr (SN-Q51)."""
    one = battle.stands[stand]
    found: list[StandId] = []
    for here in front_hexes(one.hex, one.facing):
        other = stand_at(battle, here)
        kind = type_of(battle, other.id) if other is not None and other.side != one.side else None
        if other is not None and kind is not None and (kind.is_cs or kind.category in ("LC", "Sh", "Dr")):
            found.append(other.id)
    return tuple(found)


def break_off(play: "Play[Battle]", stand: StandId) -> None:
    """Skirmishers that begin their turn with an enemy in front move off first (SN-10.5g, SN-Q51; D36).

    To where no such enemy is in front, as far from those they had there as may be and straight back; they stay where
    they may fight, and where there is no such place.
    """
    before = play.battle
    feared = threats(before, stand) if type_of(before, stand).category == "Sk" else ()
    if not feared or terrain(before, before.stands[stand].hex) in SHELTER or may_move(before, stand, again=False):
        return
    begun_battle, walk = begun(before, stand)
    ways = [one for one in explore(begun_battle, stand, walk) if not threats(one.battle, stand)]
    if not ways:
        return
    start = before.stands[stand]
    best = min(ways, key=lambda one: (
        -away(one.battle, stand, feared), depth(start.hex, start.facing, one.battle.stands[stand].hex), len(one.atoms)
    ))  # fmt: skip
    play.record(MoveBegan(stand=stand, rules=(RuleId("SN-10.5g"), RuleId("SN-Q51"))))
    walk_atoms(play, stand, begin(play.battle, stand), best.atoms)


def away(battle: Battle, stand: StandId, feared: tuple[StandId, ...]) -> int:
    """Hexes from a stand to the nearest of some others."""
    return min(distance(battle.stands[stand].hex, battle.stands[other].hex) for other in feared)


def rally_first(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> None:
    """A disordered stand rallies before its orders unless they begin with that or it has been told not to (D3)."""
    before = play.battle
    if not actions or isinstance(actions[0], Rally) or rally_refusal(before, stand) is not None:
        return
    side = before.stands[stand].side
    value, given = standing_value(play.seen(army(before, side).seat), stand, "rally")
    if value == "no" or (value == "not before a charge" and any(isinstance(one, Charge) for one in actions)):
        return
    play.record(
        StandingOrderFired(side=side, stand=stand, decision="rally", value=value, by_default=not given)
    )
    rally(play, stand)


def idle(play: "Play[Battle]", stand: StandId, rallies: bool = True) -> None:
    """What a stand without orders does: rally, fire at the nearest, hold (the ``idle`` standing order).

    rallies: False for a stand whose orders could not be carried out: rallying comes before orders, not after.
    """
    before = play.battle
    one = before.stands[stand]
    if not one.on_board or one.doing.over or before.phase == "over":
        return
    value, given = standing_value(play.seen(army(before, one.side).seat), stand, "idle")
    may_rally = rallies and value in ("act", "rally") and rally_refusal(before, stand) is None
    may_shoot = value in ("act", "fire") and fire_refusal(before, stand, Fire()) is None
    if not may_rally and not may_shoot:
        return
    play.record(StandingOrderFired(side=one.side, stand=stand, decision="idle", value=value, by_default=not given))
    if may_rally:
        rally(play, stand)
    again = play.battle
    if may_shoot and not again.stands[stand].doing.over and fire_refusal(again, stand, Fire()) is None:
        shoot(play, stand, Fire())


# --- melees and groups ----------------------------------------------------------------------------------------------


def fight_on(play: "Play[Battle]", melee: MeleeId) -> None:
    """An ongoing melee nobody has ordered: it is compulsory, and comes last (SN-Q20, D35)."""
    before = play.battle
    side = before.active_side
    ours = [s for s in sorted(before.melees[melee].stands.values()) if before.stands[s].side == side]
    if not before.stands[ours[0]].doing.began:
        play.record(StandBegan(stand=ours[0], rules=(RuleId("SN-Q20"),)))
        face_attacker(play, ours[0])
    fight(play, ours[0])


def group_move(play: "Play[Battle]", side: Side, place: int) -> None:
    """Stands that move as one (SN-4.9a): all the same way, nobody left behind; a further move by one test (SN-Q22).

    Their action is over when no later order of the sheet is for them.
    """
    before = play.battle
    order = before.sheets[side].orders[place]
    if not isinstance(order, GroupMove):
        raise TypeError("not a group move")
    refusal = group_refusal(before, order)
    made, why = ((), refusal) if refusal is not None else _group_steps(before, order)
    if not made:
        refused(play, order.stands[0], order, why or No((RuleId("SN-4.9a"),), "it goes nowhere"), 0 if refusal else 1)
        return
    stands = tuple(sorted(order.stands))
    further = any(before.stands[s].doing.moves for s in stands)
    for stand in stands:
        if not play.battle.stands[stand].doing.began:
            play.record(StandBegan(stand=stand, rules=(RuleId("SN-1.4d"),)))
    if further and not order_test(play, stands, "extra_move"):
        fail_move(play, stands)
        return
    for stand in stands:
        play.record(MoveBegan(stand=stand, rules=(RuleId("SN-4.9a"),)))
    _march_together(play, stands, made)
    if why is not None:
        refused(play, order.stands[0], order, why, len(made) + 1)
    for stand in stands:
        if not ordered_later(play.battle, side, place, stand):
            end_action(play, stand)


Steps = tuple[tuple[StandId, Hex], ...]


def _group_steps(battle: Battle, order: GroupMove) -> tuple[tuple[Steps, ...], No | None]:
    """The steps all can make, and why no more."""
    at = column(battle, order)
    made: list[Steps] = []
    for direction in order.directions:
        got = group_step(at, order, direction)
        if isinstance(got, No):
            return tuple(made), got
        at, steps = got
        made.append(steps)
    return tuple(made), None


def _march_together(play: "Play[Battle]", stands: tuple[StandId, ...], made: tuple[Steps, ...]) -> None:
    """One step of all after another, each checked again as it is taken."""
    before = play.battle
    walks = {stand: begin(before, stand) for stand in stands}
    for steps in made:
        for stand, to in steps:
            got = step(play, stand, walks[stand], to)
            if isinstance(got, No):
                return
            walks[stand] = got


def ordered_later(battle: Battle, side: Side, place: int, stand: StandId) -> bool:
    """Whether a later order of a side's sheet is for a stand."""
    for item in battle.sheets[side].orders[place + 1 :]:
        if isinstance(item, StandOrders) and item.stand == stand:
            return True
        if isinstance(item, GroupMove) and stand in item.stands:
            return True
    return False
