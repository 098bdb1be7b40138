"""Group moves (SN-4.9) and generals' own moves (SN-3.1): lawful or not, step by step."""

from collections.abc import Mapping

import msgspec

from pbem.engine.hexes import (
    Direction,
    Hex,
    connected,
    distance,
    label,
    neighbour,
)
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.moving.atoms import begun, wrong_manner
from pbem.rulesets.snaphance.moving.command import in_range
from pbem.rulesets.snaphance.moving.generals import COMMANDER_MOVE, commander_way
from pbem.rulesets.snaphance.moving.movement import (
    No,
    Walk,
    Yes,
    applied,
    manner_of,
    may_move,
    no,
    settle,
    take,
)
from pbem.rulesets.snaphance.moving.reaching import in_front
from pbem.rulesets.snaphance.playing.goading import goaded
from pbem.rulesets.snaphance.playing.refusals import charge_refusal
from pbem.rulesets.snaphance.special.must_charge import RULE as GOADED
from pbem.rulesets.snaphance.special.must_charge import reason
from pbem.rulesets.snaphance.special.rally_off_map import RULE as RECALL
from pbem.rulesets.snaphance.special.rally_off_map import recall
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Stand,
    commander_of,
    is_here,
    type_of,
)
from pbem.rulesets.snaphance.state.commands import (
    Charge,
    CommanderOrders,
    GroupMove,
)
from pbem.rulesets.snaphance.state.facts import CommanderMoved
from pbem.rulesets.snaphance.state.special_facts import Recalled

Steps = tuple[tuple[StandId, Hex], ...]
"""One step of a whole group: who goes where, in turn."""


class Column(msgspec.Struct, frozen=True):
    """A group move part of the way: who goes first, their budgets, the battle then.  done: steps all have made."""

    order: tuple[StandId, ...]
    walks: Mapping[StandId, Walk]
    battle: Battle
    done: int


def group_refusal(battle: Battle, order: GroupMove) -> No | None:
    """Why these stands may not move as a group (SN-4.9a, SN-3.0c); None when they may."""
    stands = [battle.stands[s] for s in order.stands if s in battle.stands]
    if len(stands) != len(order.stands) or len(set(order.stands)) != len(stands) or len(stands) < 2:
        return no("a group move needs two stands or more", "SN-4.9a")
    if len({one.group for one in stands}) > 1:
        return no("they are not of one command group", "SN-4.9a", "SN-1.4c")
    if battle.active_group not in (None, stands[0].group):
        return no("their group is not the activated one", "SN-1.4c")
    for one in stands:
        driven = goaded(battle, one.id) if battle.special else None
        if driven is not None and driven[1] not in order.attack:
            return no(f"{one.id}: {reason(battle, driven)}", GOADED)
        refusal = may_move(battle, one.id, again=one.doing.moves > 0)
        if refusal is not None:
            return No(refusal.rules, f"{one.id}: {refusal.why}")
    if len({type_of(battle, one.id).category for one in stands}) > 1:
        return no("they are not of the same category", "SN-4.9a")
    if len({one.facing for one in stands}) > 1:
        return no("they do not face the same point", "SN-4.9a")
    if not connected(one.hex for one in stands):
        return no("they are not in adjacent hexes", "SN-4.9a")
    if len({one.doing.moves for one in stands}) > 1:
        return no("they have not made the same number of moves", "SN-4.9a")
    if not any(in_range(battle, one.id) or _began_in_range(battle, one) for one in stands):
        return no("none of them is in command range", "SN-3.0c", "SN-Q1")
    return None


def _began_in_range(battle: Battle, one: Stand) -> bool:
    """Whether a stand that has moved already began its turn in range: a group that did may go on (SN-3.0c)."""
    general, start = commander_of(battle, one.group), one.doing.started_hex
    if general is None or start is None or not one.doing.moves:
        return False
    return distance(start, general.hex) <= general.range


def column(battle: Battle, order: GroupMove) -> Column:
    """A group about to move, its moves begun, those in front first."""
    walks: dict[StandId, Walk] = {}
    for stand in sorted(order.stands):
        battle, walks[stand] = begun(battle, stand)
    return Column(_front_first(battle, order), walks, battle, 0)


def _front_first(battle: Battle, order: GroupMove) -> tuple[StandId, ...]:
    """Those farthest on in the direction of the first step go first, so that none walks into the stand in front."""
    if not order.directions:
        return tuple(sorted(order.stands))
    step = neighbour(Hex(0, 0), Direction(order.directions[0]))

    def along(stand: StandId) -> int:
        here = battle.stands[stand].hex
        return 2 * (here.q * step.q + here.r * step.r) + here.q * step.r + here.r * step.q

    return tuple(sorted(order.stands, key=lambda s: (-along(s), s)))


def group_step(at: Column, order: GroupMove, direction: int) -> tuple[Column, Steps] | No:
    """One step of all; No when one of them may not: no stand is left behind (SN-4.9a).

    One that passes a friend (SN-4.10) is in his hex until its next step; see ``halted``.
    """
    battle, walks = at.battle, dict(at.walks)
    steps: list[tuple[StandId, Hex]] = []
    for stand in at.order:
        here = walks[stand].through[-1] if walks[stand].through else battle.stands[stand].hex
        to = neighbour(here, Direction(direction))
        kind = type_of(battle, stand)
        manner = manner_of(kind, battle.stands[stand].facing, here, to)
        got: Yes | No = wrong_manner(kind, order.how, manner, to) or take(battle, stand, walks[stand], to)
        if isinstance(got, No):
            return No((*got.rules, RuleId("SN-4.9a")), f"{stand}: {got.why}")
        battle, walks[stand] = applied(battle, got.facts), got.walk
        steps.append((stand, to))
    return Column(at.order, walks, battle, at.done + 1), tuple(steps)


def halted(at: Column) -> Column | No:
    """The group as it stands at the end of its move: friends' places taken (SN-4.11), or why it cannot end there."""
    battle, walks = at.battle, dict(at.walks)
    for stand in at.order:
        got = settle(battle, stand, walks[stand])
        if isinstance(got, No):
            return No(got.rules, f"{stand}: {got.why}")
        battle, walks[stand] = applied(battle, got.facts), got.walk
    return Column(at.order, walks, battle, at.done)


class GroupPlan(msgspec.Struct, frozen=True):
    """The steps that all of a group can make, what is refused of its order, and at which step (0: the whole)."""

    steps: tuple[Steps, ...] = ()
    refusal: No | None = None
    step: int = 0


def group_plan(battle: Battle, order: GroupMove) -> GroupPlan:
    """A group's march as far as it is lawful, to where all may halt; and for a charge, whether it comes to its target.

    A charge that does not reach its enemy is refused whole: its way is declared with it (3.18, 1).
    """
    refusal = group_refusal(battle, order) or _target_refusal(battle, order)
    if refusal is not None:
        return GroupPlan((), refusal)
    if not order.directions and (not order.attack or any(battle.stands[s].doing.moves for s in order.stands)):
        return GroupPlan((), no("a group move needs a direction", "SN-4.9a", "SN-4.0c"))
    good = at = column(battle, order)
    made: list[Steps] = []
    for direction in order.directions:
        got = group_step(at, order, direction)
        if isinstance(got, No):
            refusal = got
            break
        at, steps = got
        made.append(steps)
        ended = halted(at)
        good = good if isinstance(ended, No) else ended
        refusal = ended if isinstance(ended, No) and len(made) == len(order.directions) else None
    step = 0 if refusal is None else at.done + (at.done < len(order.directions))
    if order.attack:
        met = any(in_front(good.battle, stand, enemy) for stand in order.stands for enemy in order.attack)
        if refusal is None and not met:
            refusal = no(f"none of them comes to face {', '.join(order.attack)}", "SN-Q12", "SN-Q66")
        return GroupPlan((), refusal, step) if refusal is not None else GroupPlan(tuple(made))
    return GroupPlan(tuple(made[: good.done]), refusal, step)


def marched(battle: Battle, order: GroupMove) -> Battle:
    """The battle when a group has gone as far as it can, without any test and before it attacks."""
    made = group_plan(battle, order).steps
    at = column(battle, order) if made else None
    for direction in order.directions[: len(made)]:
        got = group_step(at, order, direction) if at is not None else None
        at = got[0] if isinstance(got, tuple) else at
    ended = halted(at) if at is not None else None
    return ended.battle if isinstance(ended, Column) else battle


def _target_refusal(battle: Battle, order: GroupMove) -> No | None:
    """Why none of a group may attack an enemy it is to attack (SN-10.0a, SN-10.0b)."""
    for target in order.attack:
        found = [charge_refusal(battle, stand, Charge(target=target)) for stand in order.stands]
        if all(one is not None for one in found):
            return found[0]
    return None


def commander_order(battle: Battle, order: CommanderOrders) -> CommanderMoved | Recalled | No:
    """A general's own move, or a stand brought back (special rule): the fact to record, or why not.

    Rules: SN-3.1a, SN-3.1b, SN-3.1c, SN-3.1d, SN-3.1e.

    To attach himself to a stand in his hex, or to leave the one he is with, is no move (SN-3.1c).
    """
    one = battle.commanders.get(order.commander)
    if one is None or not one.alive:
        return no("there is no such general alive", "SN-3.1a")
    if not is_here(battle, one):
        return no("he is not on the board yet: he comes with his stand", "SCN-arrival-d")
    if battle.active_group not in (None, one.group):
        return no("his group is not the activated one", "SN-1.4c", "SN-3.1a")
    if order.recall is not None:
        got = recall(battle, order.commander, order.recall)
        return got if isinstance(got, Recalled) else no(got, RECALL)
    to = order.to if order.to is not None else one.hex
    if order.join is not None:
        stand = battle.stands.get(order.join)
        if stand is not None and stand.to_come:
            return no(f"{order.join} is not on the board yet", "SCN-arrival-d")
        if stand is None or not stand.on_board or stand.group != one.group:
            return no(f"{order.join} is no stand of his group", "SN-3.1b")
        to = stand.hex
    if one.bound and (to != one.hex or order.join is None):
        return no(f"he has helped {one.helped} and must stay with it", "SN-3.1b", "SN-3.1e")
    if one.move_used and to != one.hex:
        return no("he has made his move", "SN-3.1a")
    way = commander_way(battle, order.commander, to)
    if way is None:
        return no(f"{label(to)} is not within his {COMMANDER_MOVE} hexes", "SN-3.1a")
    return CommanderMoved(commander=one.id, to=to, hexes=way, joins=order.join, rules=(RuleId("SN-3.1a"),))
