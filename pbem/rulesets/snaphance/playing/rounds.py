"""A round's frame: orders, declarations and dice-off (SN-1.4), its end: objectives, the limit."""

from typing import TYPE_CHECKING, Literal

from msgspec import UNSET

from pbem.engine.commanders import parcels_of, seats_of
from pbem.engine.ids import GroupId, RuleId, Seat, Side
from pbem.rulesets.snaphance.moving.arrivals import due, expect
from pbem.rulesets.snaphance.moving.generals import replace_generals
from pbem.rulesets.snaphance.special.held import free_the_held
from pbem.rulesets.snaphance.special.king import by_the_king, royal_bonus
from pbem.rulesets.snaphance.standing.lasting import kept
from pbem.rulesets.snaphance.state.asks import AskGroup, AskOrders, GroupChoice
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    army,
    commander_of,
    group_stands,
    other_side,
)
from pbem.rulesets.snaphance.state.commands import Sheet
from pbem.rulesets.snaphance.state.facts import (
    BattleEnded,
    DiceOff,
    GroupActivated,
    OpportunityEnded,
    OrdersIn,
    OrdersTaken,
    RoundBegan,
)
from pbem.rulesets.snaphance.state.grades import at_the_limit, outright
from pbem.rulesets.snaphance.state.objectives import won
from pbem.rulesets.snaphance.state.rulings import reading
from pbem.rulesets.snaphance.state.victory import check
from pbem.rulesets.snaphance.state.view import view

if TYPE_CHECKING:
    from pbem.engine.play import Play


def take_orders(play: "Play[Battle]") -> None:
    """The orders of a round, from every commander, sealed; at other paces each group's wait for it to act."""
    if play.battle.round == 0:
        play.record(RoundBegan(round=1, rules=(RuleId("SN-1.4a"),)))
    expect(play)
    if play.battle.pace == "round":
        before = play.battle
        seats = tuple((one.id, seat) for one in before.armies for seat in seats_of(one))
        asks = [ask_orders(before, seat, None) for _, seat in seats]
        sheets = play.ask_each(asks, sealed=True)
        for (side, seat), sheet in zip(seats, sheets, strict=True):
            play.record(orders_taken(before, side, seat, sheet))
    play.record(OrdersIn())


def orders_taken(battle: Battle, side: Side, seat: Seat, sheet: Sheet) -> OrdersTaken:
    """A commander's sheet taken.  Whose it is is said only where a side has several commanders."""
    several = bool(parcels_of(army(battle, side)))
    return OrdersTaken(side=side, sheet=sheet, seat=seat if several else UNSET)


def ask_orders(battle: Battle, seat: Seat, group: GroupId | None) -> AskOrders:
    """What a commander is asked for: the orders of the round, or of one group; by default none."""
    return AskOrders(seat=seat, round=battle.round, group=group, default=kept(view(battle, seat), seat))


def unmoved(battle: Battle, side: Side) -> tuple[GroupId, ...]:
    """A side's groups still to be activated this round, of those on the board or about to enter (SN-1.4a, SN-1.4b)."""
    return tuple(
        g for g in sorted(battle.groups)
        if battle.groups[g].side == side and not battle.groups[g].moved and (group_stands(battle, g) or due(battle, g))
    )  # fmt: skip


def declare(play: "Play[Battle]") -> None:
    """Replacements, declarations, dice-off, activation (SN-1.4b, SN-1.4c, SN-Q8, SN-Q47); or the end of the round."""
    fresh_round = not any(group.moved for group in play.battle.groups.values())
    if fresh_round or reading(play.battle, "SN-Q47") == "next-activation":
        replace_generals(play)
    free_the_held(play)
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
    """The group each side names, in secret; a side that has but one is not asked (D1)."""
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
            bonus[one.id] = (general.bonus if general is not None else 0) + royal_bonus(play.battle, one.id)
            dice[one.id] = play.roll("initiative", one.id, 2).values
        totals = {side: sum(dice[side]) + bonus[side] for side in dice}
        best = max(totals.values())
        first = [side for side in dice if totals[side] == best]
        winner = first[0] if len(first) == 1 else _by_turns(play.battle)
        rules = (RuleId("SN-1.4c"),) if len(first) == 1 else (RuleId("SN-1.4c"), RuleId("SN-Q8"))
        royal = by_the_king(play.battle, totals)
        play.record(DiceOff(groups=declared, dice=dice, bonus=bonus, winner=winner, rules=(*rules, *royal)))
        if winner is not None:
            return winner


def _by_turns(battle: Battle) -> Side | None:
    """The side to which a tie goes where it is not thrown again (SN-Q8): that which has not just acted."""
    if reading(battle, "SN-Q8") != "by-turns" or battle.last_active is None:
        return None
    return other_side(battle, battle.last_active)


def _stop_waiting(play: "Play[Battle]") -> None:
    """Those on opportunity wait no longer, where it ends with the round (SN-Q34)."""
    if reading(play.battle, "SN-Q34") != "one-round":
        return
    for stand in sorted(play.battle.stands):
        if play.battle.stands[stand].opportunity and play.battle.stands[stand].on_board:
            play.record(OpportunityEnded(stand=stand, rules=(RuleId("SN-Q34"),)))


def end_round(play: "Play[Battle]") -> None:
    """An objective that ends the battle, the limit of rounds, else the next round (SN-1.4f); or an umpire's word."""
    before = play.battle
    if before.ruled_broken and check(play):
        return
    goal = won(before)
    if goal is not None:
        verdict = outright(before, goal.side)
        play.record(
            BattleEnded(
                kind="objective", winner=goal.side, objective=goal.objective.name, verdict=verdict,
                rules=(RuleId("SCN-objective"),),
            )
        )  # fmt: skip
    elif before.limit is not None and before.round >= before.limit:
        winner, verdict = at_the_limit(before)
        kind: Literal["limit", "draw"] = "limit" if winner is not None else "draw"
        play.record(BattleEnded(kind=kind, winner=winner, verdict=verdict, rules=(RuleId("SCN-victory"),)))
    else:
        _stop_waiting(play)
        play.record(RoundBegan(round=before.round + 1, rules=(RuleId("SN-1.4f"),)))
