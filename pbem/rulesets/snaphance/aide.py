"""The aide-de-camp: sensible orders for a seat, written as a player would write them.

It sees what the seat sees, and nothing of it is random.  For each stand it weighs what the stand may do (``choices``):
shoot where dice are many, charge where the odds are good, take and hold the objective, rally, keep a flank covered; and
writes the best as order lines.  Numbers here are the aide's judgement, not rules.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.hexes import Facing, Hex, distance, flank_hexes, in_wide_arc, neighbours, rear_hexes
from pbem.engine.ids import CommanderId, GroupId, Side, StandId
from pbem.rulesets.snaphance.advice import judge
from pbem.rulesets.snaphance.asks import AskGroup, AskOrders, GroupChoice
from pbem.rulesets.snaphance.attack import odds
from pbem.rulesets.snaphance.battle import (
    Battle,
    Stand,
    commander_of,
    enemies_of,
    group_stands,
    melee_of,
    side_of_seat,
    stands_of,
    terrain,
    type_of,
    with_stand,
)
from pbem.rulesets.snaphance.checking import check_orders, fresh
from pbem.rulesets.snaphance.choices import Choices, Quarry, Spot, choices
from pbem.rulesets.snaphance.command import COMMANDER_MOVE, in_range
from pbem.rulesets.snaphance.commands import Act, Charge, CommanderOrders, Fire, Item, Rally, StandOrders
from pbem.rulesets.snaphance.standing import kept
from pbem.rulesets.snaphance.writing import answer_text

CHARGE_MARGIN = 2
"""Melee dice more than the enemy's that make a charge worth it."""
SHOT_LOOK = 3
"""A march that ends this near the enemy ends with a shot."""
CHARGERS = 2
"""As many are sent at one enemy."""
SHOTS, CHARGES, MARCHES = 0, 1, 2
SHOT_DICE = 3
"""A shot of as many dice is worth standing still for."""


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """What a stand is to do.  weight: how much its group's turn is worth for it.  ends: the hex it will hold."""

    stand: StandId
    actions: tuple[Act, ...]
    weight: int
    ends: Hex
    rank: int
    """When in its group's turn: SHOTS, then CHARGES, then MARCHES."""
    target: StandId | None = None
    """The enemy it charges."""


def aide(view: Battle, ask: Ask[Any]) -> str:
    """Order text for an ask: a sheet of orders; the group to declare; for any other question its default."""
    side = side_of_seat(view, ask.seat)
    if side is None:
        return answer_text(view, ask.default)
    if isinstance(ask, AskGroup):
        return answer_text(view, GroupChoice(_bids(view, ask.options, _intents(view, side, ask.options))[0]))
    if isinstance(ask, AskOrders):
        before = kept(view, ask.seat)
        groups = _groups(view, side) if ask.group is None else (ask.group,)
        intents = _intents(view, side, groups)
        bids = _bids(view, groups, intents) if ask.group is None else ()
        return answer_text(view, replace(before, orders=_orders(view, groups, intents), bids=bids))
    return answer_text(view, ask.default)


def _groups(view: Battle, side: Side) -> tuple[GroupId, ...]:
    return tuple(g for g in sorted(view.groups) if view.groups[g].side == side and group_stands(view, g))


def _orders(view: Battle, groups: tuple[GroupId, ...], intents: tuple[Intent, ...]) -> tuple[Item, ...]:
    """Group by group: the general, then shots, then the best charges, then the marches of those who are in front."""
    orders: list[Item] = []
    for group in groups:
        mine = sorted((i for i in intents if view.stands[i.stand].group == group), key=lambda i: _turn(view, i))
        rider = _general(view, group, mine)
        if rider is not None:
            orders.append(rider)
        orders += [StandOrders(intent.stand, intent.actions) for intent in mine if intent.actions]
    return tuple(orders)


def _turn(view: Battle, intent: Intent) -> tuple[int, int, StandId]:
    """When it acts: of those that charge the surest first, of those that march those nearest the enemy."""
    if intent.rank == CHARGES:
        return intent.rank, -intent.weight, intent.stand
    one = view.stands[intent.stand]
    return intent.rank, min((distance(one.hex, e.hex) for e in enemies_of(view, one.side)), default=0), intent.stand


def _bids(view: Battle, groups: tuple[GroupId, ...], intents: tuple[Intent, ...]) -> tuple[GroupId, ...]:
    """The group with most to gain first."""
    worth = dict.fromkeys(groups, 0)
    for intent in intents:
        group = view.stands[intent.stand].group
        if group in worth:
            worth[group] = max(worth[group], intent.weight)
    return tuple(sorted(groups, key=lambda g: (-worth[g], g)))


def _intents(view: Battle, side: Side, groups: tuple[GroupId, ...]) -> tuple[Intent, ...]:
    """What each stand of these groups is to do; no two are sent to one hex, few at one enemy."""
    goals = _goals(view, side)
    fresh_view = fresh(view)
    taken: set[Hex] = set()
    found: list[Intent] = []
    for stand in stands_of(view, side):
        if stand.group in groups and melee_of(view, stand.id) is None:
            charged = [intent.target for intent in found]
            spared = frozenset(t for t in charged if t is not None and charged.count(t) >= CHARGERS)
            intent = _intent(fresh_view, stand.id, goals.get(stand.id), frozenset(taken), spared)
            taken.add(intent.ends)
            found.append(intent)
    return tuple(found)


def _goals(view: Battle, side: Side) -> dict[StandId, Hex]:
    """For each foot stand the objective hex it is to hold: nearest pairs first, one stand a hex."""
    hexes = dict.fromkeys(here for one in view.objectives for here in one.hexes)
    foot = [s for s in stands_of(view, side) if not type_of(view, s.id).is_mounted]
    pairs = sorted((distance(s.hex, h), s.id, h) for s in foot for h in hexes)
    goals: dict[StandId, Hex] = {}
    for _, stand, goal in pairs:
        if stand not in goals and goal not in goals.values():
            goals[stand] = goal
    return goals


# --- one stand ----------------------------------------------------------------------------------------------------


def _intent(
    view: Battle, stand: StandId, goal: Hex | None, taken: frozenset[Hex], spared: frozenset[StandId]
) -> Intent:
    """The best of what a stand may do.  spared: enemies that enough of its friends charge."""
    one = view.stands[stand]
    open_to = choices(view, stand)
    rally: tuple[Act, ...] = (Rally(),) if open_to.rally else ()
    charge = _best_charge(view, one, open_to, spared)
    if charge is not None:
        quarry, margin = charge
        ends = quarry.path[-1] if quarry.path else one.hex
        actions = (*rally, Charge(target=quarry.stand))
        return Intent(
            stand=stand, actions=actions, weight=20 + 4 * margin, ends=ends, rank=CHARGES, target=quarry.stand
        )
    shot = open_to.targets[0] if open_to.targets else None
    if rally:
        then: tuple[Act, ...] = (Fire(target=shot.stand),) if shot is not None and shot.dice > 1 else ()
        return Intent(stand=stand, actions=(*rally, *then), weight=6, ends=one.hex, rank=SHOTS)
    spot = _best_spot(view, one, open_to, goal, taken)
    if shot is not None and shot.dice >= SHOT_DICE and (spot is None or not _worth_leaving(view, one, spot, goal)):
        return Intent(stand=stand, actions=(Fire(target=shot.stand),), weight=8 + shot.dice, ends=one.hex, rank=SHOTS)
    if spot is not None:
        return _going(view, one, spot)
    if shot is not None:
        return Intent(stand=stand, actions=(Fire(target=shot.stand),), weight=8 + shot.dice, ends=one.hex, rank=SHOTS)
    return Intent(stand=stand, actions=(), weight=0, ends=one.hex, rank=MARCHES)


def _going(view: Battle, one: Stand, spot: Spot) -> Intent:
    """March to a spot, and shoot from there if it is a shooting stand."""
    actions = spot.acts
    if type_of(view, one.id).fire and not type_of(view, one.id).is_mcs:
        near = min((distance(spot.hex, e.hex) for e in enemies_of(view, one.side)), default=99)
        shooting = (*actions, Fire())
        if near <= SHOT_LOOK and judge(view, StandOrders(one.id, shooting)).refusal is None:
            actions = shooting
    return Intent(stand=one.id, actions=actions, weight=4 + spot.mp, ends=spot.hex, rank=MARCHES)


def _best_charge(view: Battle, one: Stand, open_to: Choices, spared: frozenset[StandId]) -> tuple[Quarry, int] | None:
    """The charge with the best odds, if they are good enough and nothing speaks against it; the margin in dice."""
    weighed = [(_margin(view, one, quarry), quarry) for quarry in open_to.quarries if quarry.stand not in spared]
    for margin, quarry in sorted(weighed, key=lambda found: (-found[0], found[1].stand)):
        if margin < CHARGE_MARGIN:
            return None
        if not check_orders(view, StandOrders(one.id, (Charge(target=quarry.stand),))):
            return quarry, margin
    return None


def _margin(view: Battle, one: Stand, quarry: Quarry) -> int:
    """Melee dice more than the enemy's, and what speaks for or against the charge besides."""
    enemy = view.stands[quarry.stand]
    if quarry.path:
        doing = replace(one.doing, started_hex=one.hex, started_facing=one.facing, hexes=len(quarry.path))
        there = replace(one, hex=quarry.path[-1], facing=quarry.facing, doing=replace(doing, trail=quarry.path))
        view = with_stand(view, there)
    got = odds(view, one.id, quarry.stand)
    margin = got.mine.dice - got.theirs.dice
    if not _behind(enemy, quarry, one):
        margin -= _contact_shot(view, enemy)
    if enemy.disordered or sum(enemy.sp) <= 2:
        margin += 1
    return margin


def _contact_shot(view: Battle, enemy: Stand) -> int:
    """What the fire of an enemy met in front is worth in melee dice: a third of its own."""
    column = type_of(view, enemy.id).fire.get("PB")
    return 0 if column is None else max(0, enemy.sp[0] + column) // 3


def _behind(enemy: Stand, quarry: Quarry, one: Stand) -> bool:
    """The approach ends on the enemy's flank or rear."""
    ends = quarry.path[-1] if quarry.path else one.hex
    return ends in flank_hexes(enemy.hex, enemy.facing) or ends in rear_hexes(enemy.hex, enemy.facing)


def _best_spot(view: Battle, one: Stand, open_to: Choices, goal: Hex | None, taken: frozenset[Hex]) -> Spot | None:
    """The place in reach that is worth more than where it stands; None to stay."""
    stay = _value(view, one, one.hex, one.facing, goal)
    best: tuple[int, Spot] | None = None
    for spot in open_to.spots:
        if (spot.disordered and not one.disordered) or spot.ends or spot.hex in taken:
            continue
        value = _value(view, one, spot.hex, spot.facing, goal) - spot.mp
        if value > stay and (best is None or value > best[0]):
            best = (value, spot)
    return best[1] if best is not None else None


def _worth_leaving(view: Battle, one: Stand, spot: Spot, goal: Hex | None) -> bool:
    """Whether marching is better than a good shot: towards an objective nobody contests, early enough."""
    if goal is None or one.hex == goal:
        return False
    return (
        distance(spot.hex, goal) < distance(one.hex, goal)
        and min((distance(spot.hex, e.hex) for e in enemies_of(view, one.side)), default=99) > 1
    )


def _value(view: Battle, one: Stand, here: Hex, facing: Facing, goal: Hex | None) -> int:
    """What it is worth for a stand to be in a hex with a facing; more is better."""
    kind = type_of(view, one.id)
    enemies = enemies_of(view, one.side)
    friends = [s for s in stands_of(view, one.side) if s.id != one.id]
    value = 0
    if kind.is_mounted:
        value -= 4 * _to_prey(view, one, here, enemies)
        value -= sum(6 for e in enemies if _shoots_at(view, e, here))
    elif goal is not None:
        value -= 8 * distance(here, goal)
    else:
        value -= 5 * min((abs(distance(here, e.hex) - 2) for e in enemies), default=0)
    if kind.category in ("Dr", "Sk") and terrain(view, here) == "woods":
        value += 6
    if terrain(view, here) in ("hill-slope", "hill-top"):
        value += 3
    value += sum(2 for friend in friends if friend.hex in neighbours(here))
    for enemy in enemies:
        apart = distance(here, enemy.hex)
        if apart <= 4:
            ahead = in_wide_arc(here, facing, enemy.hex)
            value += (3 if apart <= 2 else 1) if ahead else -(6 - apart)
    return value


def _to_prey(view: Battle, one: Stand, here: Hex, enemies: list[Stand]) -> int:
    """How far mounted are from where they would charge; a formed front of pikes is 4 hexes farther than it is."""
    far = 99
    for enemy in enemies:
        kind = type_of(view, enemy.id)
        apart = abs(distance(here, enemy.hex) - type_of(view, one.id).mp_first)
        if kind.category in ("Pk", "PS") and not enemy.disordered and in_wide_arc(enemy.hex, enemy.facing, here):
            apart += 4
        far = min(far, apart)
    return 0 if far == 99 else far


def _shoots_at(view: Battle, enemy: Stand, here: Hex) -> bool:
    """Whether an enemy stand could fire into a hex at two hexes or less."""
    fire = type_of(view, enemy.id).fire
    return bool(fire) and distance(enemy.hex, here) <= 2 and in_wide_arc(enemy.hex, enemy.facing, here)


# --- generals -----------------------------------------------------------------------------------------------------


def _general(view: Battle, group: GroupId, intents: Sequence[Intent]) -> CommanderOrders | None:
    """The general rides to a stand of his group that is to rally, else stays with one, the strongest in his range."""
    general = commander_of(view, group)
    if general is None or not group_stands(view, group):
        return None
    with_him = view.stands.get(general.attached_to) if general.attached_to is not None else None
    if with_him is not None and (with_him.disordered or melee_of(view, with_him.id) is not None):
        return None
    near = [s for s in group_stands(view, group) if distance(general.hex, s.hex) <= COMMANDER_MOVE]
    rallying = {i.stand for i in intents if i.actions and isinstance(i.actions[0], Rally)}
    needy = [s for s in near if s.id in rallying]
    if not needy:
        needy = [s for s in near if with_him is None and in_range(view, s.id)]
    if not needy:
        return None
    best = min(needy, key=lambda s: (-sum(s.sp), s.id))
    return _join(view, general.id, best.id)


def _join(view: Battle, general: CommanderId, stand: StandId) -> CommanderOrders | None:
    """Nothing to order when he is there already."""
    return None if view.commanders[general].attached_to == stand else CommanderOrders(general, join=stand)
