"""From orders to lawful ways, and orders judged without dice.

An action becomes ``Atom``s: single steps, turns and ends of moves, each lawful where the one before it leaves off.  The
script carries the atoms out; the order check walks them on a copy of a view.  Both ask ``movement`` and nobody else.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hexes import (
    FACINGS,
    Direction,
    Facing,
    Hex,
    connected,
    direction_to,
    distance,
    front_hexes,
    label,
    neighbour,
    neighbours,
    points_between,
    turned,
)
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.battle import (
    FOOT_CS,
    Battle,
    Category,
    StandType,
    enemies_of,
    key,
    melee_of,
    stand_at,
    type_of,
)
from pbem.rulesets.snaphance.command import COMMANDER_MOVE, commander_way, in_range
from pbem.rulesets.snaphance.commands import (
    Act,
    Charge,
    CommanderOrders,
    Condition,
    EnemyWithin,
    Fight,
    Fire,
    Go,
    GroupMove,
    Item,
    LeaveTown,
    March,
    Opportunity,
    Rally,
    StandOrders,
    Turn,
    When,
)
from pbem.rulesets.snaphance.facts import CommanderMoved, MoveBegan, Rallied, Shot
from pbem.rulesets.snaphance.ground import bars_rally
from pbem.rulesets.snaphance.movement import (
    Manner,
    No,
    Walk,
    Yes,
    action_over,
    applied,
    begin,
    end_facing,
    leave_town,
    manner_of,
    may_move,
    no,
    settle,
    take,
    turn,
)


class Atom(msgspec.Struct, frozen=True):
    """The smallest part of a move.  step: into ``to``; turn: to ``facing``; leave: out of a town; end: of the move.

    more: further steps of the same move follow (a turn may then end in a zone that the next step leaves).
    place: number of the ordered hex it serves, from 1; 0 where there is none.
    """

    kind: Literal["step", "turn", "leave", "end"]
    to: Hex | None = None
    facing: Facing | None = None
    more: bool = False
    place: int = 0


class Plan(msgspec.Struct, frozen=True):
    """Atoms of an action, and what is refused of it.  step: number of the refused hex, from 1; 0: the whole order."""

    atoms: tuple[Atom, ...]
    refusal: No | None = None
    step: int = 0


class Found(msgspec.Struct, frozen=True):
    """A place a stand could come to in one move.  battle: as it would be then."""

    atoms: tuple[Atom, ...]
    battle: Battle
    walk: Walk


Opening = Literal["on", "first", "extra"]


def opening(battle: Battle, stand: StandId, again: bool, walk: Walk | None) -> Opening | No:
    """Whether an action goes on with the current move, begins the first one, or needs a further one with its test."""
    if walk is not None and not again:
        ended = action_over(battle, stand)
        return ended if ended is not None else "on"
    again = again and battle.stands[stand].doing.moves > 0
    refusal = may_move(battle, stand, again)
    return refusal if refusal is not None else "extra" if again else "first"


def begun(battle: Battle, stand: StandId) -> tuple[Battle, Walk]:
    """A copy of the battle in which a move of the stand has begun, and its budget."""
    battle = MoveBegan(stand=stand).apply(battle)
    return battle, begin(battle, stand)


def try_atom(battle: Battle, stand: StandId, walk: Walk, atom: Atom) -> Yes | No:
    """Whether an atom is lawful now, and its facts."""
    if atom.kind == "step" and atom.to is not None:
        return take(battle, stand, walk, atom.to)
    if atom.kind == "turn" and atom.facing is not None:
        return turn(battle, stand, walk, atom.facing, atom.more)
    if atom.kind == "leave" and atom.to is not None:
        return leave_town(battle, stand, walk, atom.to, atom.facing)
    return settle(battle, stand, walk)


# --- marching and turning ---------------------------------------------------------------------------------------------


def plan(battle: Battle, stand: StandId, walk: Walk, action: Act, following: Act | None = None) -> Plan:
    """The atoms of a marching action in the move that ``walk`` is the budget of.

    following: the next order of the stand; a charge that follows ends the march where its target is met.
    """
    if isinstance(action, Turn):
        more = isinstance(following, Go | Charge) and not following.again
        atom = Atom("turn", facing=action.to, more=more)
        got = try_atom(battle, stand, walk, atom)
        return Plan((), got) if isinstance(got, No) else Plan((atom,))
    if isinstance(action, Go):
        return _plan_march(battle, stand, walk, action, following)
    if isinstance(action, LeaveTown):
        if len(action.path) != 1:
            return Plan((), no("a combat stand leaves a town by 1 hex", "SNT-town-5b"))
        atom = Atom("leave", to=action.path[0], facing=action.end_facing, place=1)
        got = try_atom(battle, stand, walk, atom)
        return Plan((), got) if isinstance(got, No) else Plan((atom,))
    if isinstance(action, Charge):
        return _plan_charge(battle, stand, walk, action.target)
    return Plan(())


def _plan_march(battle: Battle, stand: StandId, walk: Walk, action: Go, following: Act | None) -> Plan:
    target = following.target if isinstance(following, Charge) and not following.again else None
    at = good = Found((), battle, walk)
    refusal: No | None = None
    step = 0
    for place, to in enumerate(action.path, 1):
        if target is not None and at.atoms and meets(at, stand, target):
            break
        got = _towards(at, stand, action.how, to, place)
        if isinstance(got, No):
            refusal, step = got, place
            break
        at = got
        if not at.walk.through:
            good = at
    settled = _ended(at, stand)
    if isinstance(settled, No):
        ended, refusal, step = good, refusal or settled, step or len(action.path)
    else:
        ended = settled
    if ended.atoms:
        faced = _faced(ended, stand, action.end_facing, wanted=refusal is None)
        if isinstance(faced, No):
            refusal = refusal or faced
        else:
            ended = faced
    return Plan(ended.atoms, refusal, step)


def _towards(at: Found, stand: StandId, how: March, to: Hex, place: int) -> Found | No:
    """One step to a neighbour, or the shortest lawful way to a hex farther off."""
    here = at.walk.through[-1] if at.walk.through else at.battle.stands[stand].hex
    if direction_to(here, to) is None:
        return _shortest(at, stand, how, to, place)
    return _one_step(at, stand, how, to, place)


def _one_step(at: Found, stand: StandId, how: March, to: Hex, place: int) -> Found | No:
    here = at.walk.through[-1] if at.walk.through else at.battle.stands[stand].hex
    kind = type_of(at.battle, stand)
    wrong = _wrong_manner(kind, how, manner_of(kind, at.battle.stands[stand].facing, here, to), to)
    if wrong is not None:
        return wrong
    return _after(at, stand, Atom("step", to=to, place=place))


def _after(at: Found, stand: StandId, atom: Atom) -> Found | No:
    got = try_atom(at.battle, stand, at.walk, atom)
    if isinstance(got, No):
        return got
    return Found((*at.atoms, atom), applied(at.battle, got.facts), got.walk)


def _wrong_manner(kind: StandType, how: March, manner: Manner | None, to: Hex) -> No | None:
    """The step is not of the sort that was ordered."""
    if kind.is_free_mover or manner is None:
        return None
    if how == "move":
        return no("only skirmishers, dragoons, light cavalry and guns move freely", "SN-4.1a", "SN-4.0b")
    if how == manner or (how == "sideways_forward" and manner in ("sideways", "forward")):
        return None
    where = {"forward": "front", "backward": "rear", "sideways": "flank", "sideways_forward": "front or flank"}[how]
    rule = {"forward": "SN-4.0b", "backward": "SN-4.7a", "sideways": "SN-4.8a", "sideways_forward": "SN-4.8b"}[how]
    return no(f"{label(to)} is not one of its {where} hexes", rule)


def _shortest(at: Found, stand: StandId, how: March, goal: Hex, place: int) -> Found | No:
    """The shortest lawful way to a hex in this move: then the one without disorder, then the first by hexes."""
    seen = {at.battle.stands[stand].hex}
    edge = [at]
    nearest: No | None = None
    for _ in range(max(at.walk.mp, 2)):
        further: dict[Hex, Found] = {}
        for one in edge:
            here = one.walk.through[-1] if one.walk.through else one.battle.stands[stand].hex
            for to in neighbours(here):
                if to in seen:
                    continue
                got = _one_step(one, stand, how, to, place)
                if isinstance(got, No):
                    nearest = got if to == goal else nearest
                elif to not in further or _worth(got, stand) < _worth(further[to], stand):
                    further[to] = got
        if goal in further:
            return further[goal]
        seen.update(further)
        edge = [further[to] for to in sorted(further)]
    if nearest is not None:
        return nearest
    return no(f"there is no lawful way {_ways(how)} to {label(goal)} in this move", "SN-4.0d", "SN-4.0b")


def _ways(how: March) -> str:
    return {"sideways_forward": "forward and sideways", "move": ""}.get(how, how)


def _worth(found: Found, stand: StandId) -> tuple[bool, bool, tuple[Hex, ...]]:
    path = tuple(atom.to for atom in found.atoms if atom.to is not None)
    return found.battle.stands[stand].disordered, bool(found.walk.through), path


def _ended(at: Found, stand: StandId) -> Found | No:
    """With the place of a friend taken, where the march ends on one (SN-4.11)."""
    return _after(at, stand, Atom("end")) if at.walk.through else at


def _faced(at: Found, stand: StandId, facing: Facing | None, wanted: bool) -> Found | No:
    """With the facing the march ends with: turned for by those who pay, chosen by free movers (SN-4.1a)."""
    if type_of(at.battle, stand).is_free_mover:
        chosen = end_facing(at.battle, stand, facing)
        if isinstance(chosen, No):
            return chosen
        facing = chosen
    elif facing is None or not wanted:
        return at
    if facing == at.battle.stands[stand].facing:
        return at
    return _after(at, stand, Atom("turn", facing=facing))


# --- charging -------------------------------------------------------------------------------------------------------


def in_front(battle: Battle, stand: StandId, target: StandId) -> bool:
    """Whether an enemy stands in a stand's front 2H: where it can be attacked (SN-Q12)."""
    one, other = battle.stands[stand], battle.stands[target]
    return other.on_board and other.hex in front_hexes(one.hex, one.facing)


def meets(found: Found, stand: StandId, target: StandId) -> bool:
    """Whether a march has come to its target."""
    return not found.walk.through and in_front(found.battle, stand, target)


def _plan_charge(battle: Battle, stand: StandId, walk: Walk, target: StandId) -> Plan:
    """No atoms where it faces its target already, else the best approach there is in this move."""
    if meets(Found((), battle, walk), stand, target):
        return Plan(())
    best = approach(explore(battle, stand, walk), stand, target)
    if best is None:
        why = walk.halted or f"it cannot come to face {target} in this move"
        return Plan((), No((*walk.rules, RuleId("SN-Q12"), RuleId("SN-4.0d")), why))
    return Plan(best.atoms)


def approach(places: tuple[Found, ...], stand: StandId, target: StandId) -> Found | None:
    """The cheapest of the places from which a stand faces its target, on forward steps and a point of turning at most.

    Of equal ones: onto the target's front, without disorder, with the fewest other enemies, the least turning, the
    first by hexes.
    """
    met = [one for one in places if meets(one, stand, target)]
    return min(met, key=lambda one: _cheapest(one, stand, target)) if met else None


def _cheapest(
    found: Found, stand: StandId, target: StandId
) -> tuple[int, bool, bool, int, int, tuple[Hex, ...], int]:
    one, other = found.battle.stands[stand], found.battle.stands[target]
    frontal = one.hex in front_hexes(other.hex, other.facing)
    fronts = [stand_at(found.battle, there) for there in front_hexes(one.hex, one.facing)]
    others = sum(1 for s in fronts if s is not None and s.side != one.side and s.id != target)
    path = tuple(atom.to for atom in found.atoms if atom.to is not None)
    return found.walk.spent, not frontal, one.disordered, others, found.walk.points, path, one.facing


def explore(battle: Battle, stand: StandId, walk: Walk) -> tuple[Found, ...]:
    """Every place and facing a stand can come to by forward steps and a point of turning, or freely, in this move.

    Cheapest first; the place it is in is not among them.
    """
    free = type_of(battle, stand).is_free_mover
    one = battle.stands[stand]
    seen = {(one.hex, one.facing, 0)}
    edge = [Found((), battle, walk)]
    found: list[Found] = []
    while edge:
        further: list[Found] = []
        for at in edge:
            for atom in _next_atoms(at, stand, free):
                got = _after(at, stand, atom)
                if isinstance(got, No):
                    continue
                now = got.battle.stands[stand]
                place = got.walk.through[-1] if got.walk.through else now.hex
                if (place, now.facing, got.walk.points) not in seen:
                    seen.add((place, now.facing, got.walk.points))
                    further.append(got)
                    found += _stopping(at, got, stand)
        edge = [got for got in further if not got.battle.stands[stand].doing.over]
    if free:
        found = [turned_to for got in (Found((), battle, walk), *found) for turned_to in _every_facing(got, stand)]
    return tuple(found)


def _stopping(before: Found, found: Found, stand: StandId) -> list[Found]:
    """A place as the end of the move, if the move may end there."""
    if found.walk.through:
        return []
    last = found.atoms[-1]
    got = _after(before, stand, replace(last, more=False)) if last.more else found
    return [] if isinstance(got, No) else [got]


def _next_atoms(at: Found, stand: StandId, free: bool) -> list[Atom]:
    one = at.battle.stands[stand]
    here = at.walk.through[-1] if at.walk.through else one.hex
    if free:
        return [Atom("step", to=to) for to in neighbours(here)]
    atoms = [Atom("step", to=to) for to in front_hexes(here, one.facing)]
    points = 2 if type_of(at.battle, stand).category == "Sh" else 1
    if at.walk.points < points and not at.walk.through:
        atoms += [Atom("turn", facing=turned(one.facing, by), more=True) for by in (1, -1)]
    return atoms


def _every_facing(at: Found, stand: StandId) -> list[Found]:
    """A free mover's place with each facing it may end with, the least turning first."""
    facing = at.battle.stands[stand].facing
    found: list[Found] = [at] if at.atoms and end_facing(at.battle, stand, None) == facing else []
    for to in sorted(FACINGS, key=lambda p: (points_between(facing, p), p)):
        if to != facing:
            got = _after(at, stand, Atom("turn", facing=to))
            found += [] if isinstance(got, No) else [got]
    return found


def reach(view: Battle, stand: StandId) -> tuple[Found, ...]:
    """Every place a stand could come to in the move it may make now, each with its shortest way; () for no move.

    Forward (with a point of turning), backward and sideways, or freely; the one in which it is now left out.
    """
    if may_move(view, stand, again=False) is not None:
        return ()
    battle, walk = begun(view, stand)
    found = list(explore(battle, stand, walk))
    if not type_of(view, stand).is_free_mover:
        found += _straight_ways(Found((), battle, walk), stand, "backward")
        found += _straight_ways(Found((), battle, walk), stand, "sideways")
    return tuple(found)


def _straight_ways(at: Found, stand: StandId, how: March) -> list[Found]:
    """Every place to be reached by steps of one sort."""
    seen = {at.battle.stands[stand].hex}
    edge, found = [at], []
    while edge:
        further: list[Found] = []
        for one in edge:
            here = one.walk.through[-1] if one.walk.through else one.battle.stands[stand].hex
            for to in neighbours(here):
                got = None if to in seen else _one_step(one, stand, how, to, 0)
                if got is not None and not isinstance(got, No):
                    seen.add(to)
                    further.append(got)
        found += [got for got in further if not got.walk.through]
        edge = further
    return found


# --- conditions -------------------------------------------------------------------------------------------------------


def resolved(view: Battle, stand: StandId, actions: tuple[Act | When, ...]) -> tuple[Act, ...]:
    """Actions with their conditions judged on what the stand's seat can see."""
    out: list[Act] = []
    for action in actions:
        if isinstance(action, When):
            out += action.then if holds(view, stand, action.condition) else action.otherwise
        else:
            out.append(action)
    return tuple(out)


_SORTS: Mapping[str, frozenset[Category]] = {
    "horse": frozenset({"Pi", "Ln", "Hs", "FH", "LC"}),
    "foot": FOOT_CS | frozenset({"Sh", "Dr", "Sk"}),
    "guns": frozenset({"Art"}),
}


def holds(view: Battle, stand: StandId, condition: Condition) -> bool:
    """Whether a condition is true of what a seat sees."""
    one = view.stands[stand]
    if isinstance(condition, EnemyWithin):
        for other in view.stands.values():
            if other.side == one.side or not other.on_board or distance(one.hex, other.hex) > condition.hexes:
                continue
            sort = _SORTS.get(condition.what)
            if condition.what in ("any", other.id) or (sort and type_of(view, other.id).category in sort):
                return True
        return False
    about = view.stands.get(condition.stand or stand)
    if about is None:
        return False
    if condition.state == "destroyed":
        return about.destroyed
    if condition.state == "in melee":
        return melee_of(view, about.id) is not None
    return about.on_board and about.disordered == (condition.state == "disordered")


# --- group moves and generals -----------------------------------------------------------------------------------------


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
    for one in stands:
        refusal = may_move(battle, one.id, again=one.doing.moves > 0)
        if refusal is not None:
            return No(refusal.rules, f"{one.id}: {refusal.why}")
    if len({one.group for one in stands}) > 1:
        return no("they are not of one command group", "SN-4.9a", "SN-1.4c")
    if len({type_of(battle, one.id).category for one in stands}) > 1:
        return no("they are not of the same category", "SN-4.9a")
    if len({one.facing for one in stands}) > 1:
        return no("they do not face the same point", "SN-4.9a")
    if not connected(one.hex for one in stands):
        return no("they are not in adjacent hexes", "SN-4.9a")
    if len({one.doing.moves for one in stands}) > 1:
        return no("they have not made the same number of moves", "SN-4.9a")
    if not any(in_range(battle, one.id) for one in stands):
        return no("none of them is in command range", "SN-3.0c", "SN-Q1")
    return None


def column(battle: Battle, order: GroupMove) -> Column:
    """A group about to move, its moves begun, those in front first."""
    walks: dict[StandId, Walk] = {}
    for stand in sorted(order.stands):
        battle, walks[stand] = begun(battle, stand)
    return Column(_front_first(battle, order), walks, battle, 0)


def _front_first(battle: Battle, order: GroupMove) -> tuple[StandId, ...]:
    """Those farthest on in the direction of the first step go first, so that nobody walks into a comrade's back."""
    if not order.directions:
        return tuple(sorted(order.stands))
    step = neighbour(Hex(0, 0), Direction(order.directions[0]))

    def along(stand: StandId) -> int:
        here = battle.stands[stand].hex
        return 2 * (here.q * step.q + here.r * step.r) + here.q * step.r + here.r * step.q

    return tuple(sorted(order.stands, key=lambda s: (-along(s), s)))


def group_step(at: Column, order: GroupMove, direction: int) -> tuple[Column, tuple[tuple[StandId, Hex], ...]] | No:
    """One step of all; No when one of them may not: nobody is left behind (SN-4.9a)."""
    battle, walks = at.battle, dict(at.walks)
    steps: list[tuple[StandId, Hex]] = []
    for stand in at.order:
        to = neighbour(battle.stands[stand].hex, Direction(direction))
        kind = type_of(battle, stand)
        manner = manner_of(kind, battle.stands[stand].facing, battle.stands[stand].hex, to)
        got: Yes | No = _wrong_manner(kind, order.how, manner, to) or take(battle, stand, walks[stand], to)
        if isinstance(got, No):
            return No(got.rules, f"{stand}: {got.why}")
        if got.walk.through:
            return no(f"{stand}: a group does not move through friends or into their places", "SN-4.9a", "SN-4.10c")
        battle, walks[stand] = applied(battle, got.facts), got.walk
        steps.append((stand, to))
    return Column(at.order, walks, battle, at.done + 1), tuple(steps)


def commander_order(battle: Battle, order: CommanderOrders) -> CommanderMoved | No:
    """A general's own move (SN-3.1a to 3.1e): the fact to record, or why not."""
    one = battle.commanders.get(order.commander)
    if one is None or not one.alive:
        return no("there is no such general alive", "SN-3.1a")
    if one.helped:
        return no(f"he has helped {one.helped} and must stay with it", "SN-3.1b", "SN-3.1e")
    if one.move_used:
        return no("he has made his move", "SN-3.1a")
    to = order.to if order.to is not None else one.hex
    if order.join is not None:
        stand = battle.stands.get(order.join)
        if stand is None or not stand.on_board or stand.group != one.group:
            return no(f"{order.join} is no stand of his group", "SN-3.1b")
        to = stand.hex
    way = commander_way(battle, order.commander, to)
    if way is None:
        return no(f"{label(to)} is not within his {COMMANDER_MOVE} hexes", "SN-3.1a")
    return CommanderMoved(commander=one.id, to=to, hexes=way, joins=order.join, rules=(RuleId("SN-3.1a"),))


# --- judging without dice -------------------------------------------------------------------------------------------


class Objection(msgspec.Struct, frozen=True, kw_only=True):
    """Something of an order that would be refused.

    place: of the action in the order, from 0 (an action within a condition has the condition's place).  step: number of
    the refused hex of a path, from 1; 0: the whole action.  certain: whatever the other stands do until then.
    """

    place: int
    action: Act | Item
    step: int
    no: No
    certain: bool


class _Judged(msgspec.Struct, frozen=True):
    """Where a stand would be after the actions judged so far, every test passed and every shot without effect."""

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

    Tests count as passed, shots as without effect, charges as reaching their enemy; both branches of a condition are
    judged.  What other stands may do before is not known: see ``Objection.certain``.
    """
    one = view.stands.get(orders.stand)
    if one is None or not one.on_board:
        gone = no(f"{orders.stand} is no longer in the battle", "SN-1.2a")
        return tuple(
            Objection(place=i, action=a, step=0, no=gone, certain=True)
            for i, a in enumerate(orders.actions) if not isinstance(a, When)
        )  # fmt: skip
    at = _Judged(view, None, ())
    for place, action in enumerate(orders.actions):
        after = orders.actions[place + 1] if place + 1 < len(orders.actions) else None
        following = None if isinstance(after, When) else after
        if isinstance(action, When):
            for branch in (action.then, action.otherwise):
                tried = at
                for i, act in enumerate(branch):
                    tried = _judge(tried, orders.stand, act, branch[i + 1] if i + 1 < len(branch) else following, place)
                at = _Judged(at.battle, at.walk, tried.objections)
        else:
            at = _judge(at, orders.stand, action, following, place)
    return at.objections


def check_item(view: Battle, item: Item) -> tuple[Objection, ...]:
    """What of any line of a sheet would be refused: a stand's orders, a group move, a general's move."""
    if isinstance(item, StandOrders):
        return check_orders(view, item)
    if isinstance(item, GroupMove):
        found = _check_group(view, item)
        return () if found is None else (Objection(place=0, action=item, step=found[0], no=found[1], certain=False),)
    got = commander_order(view, item)
    return (Objection(place=0, action=item, step=0, no=got, certain=False),) if isinstance(got, No) else ()


def _check_group(view: Battle, order: GroupMove) -> tuple[int, No] | None:
    refusal = group_refusal(view, order)
    if refusal is not None:
        return 0, refusal
    at = column(view, order)
    for direction in order.directions:
        got = group_step(at, order, direction)
        if isinstance(got, No):
            return at.done + 1, got
        at = got[0]
    return None


def _judge(at: _Judged, stand: StandId, action: Act, following: Act | None, place: int) -> _Judged:
    """One action judged; the battle as it would be after it."""
    if isinstance(action, Turn | Go | LeaveTown | Charge):
        return _judge_move(at, stand, action, following, place)
    refusal = action_refusal(at.battle, stand, action)
    if refusal is not None:
        certain = bool(_SURE & set(refusal.rules))
        return _objected(at, Objection(place=place, action=action, step=0, no=refusal, certain=certain))
    facts: list[Fact[Battle]] = []
    if isinstance(action, Rally):
        facts.append(Rallied(stand=stand, acts=True))
    if isinstance(action, Fire):
        facts.append(
            Shot(
                shooter=stand, target=action.target or stand, purpose="fire", distance=0, terms=(), dice=(), hits=0,
                then_move=action.then_move,
            )
        )  # fmt: skip
    return _Judged(applied(at.battle, tuple(facts)), at.walk, at.objections)


def _objected(at: _Judged, objection: Objection) -> _Judged:
    return _Judged(at.battle, at.walk, (*at.objections, objection))


def _judge_move(
    at: _Judged, stand: StandId, action: Turn | Go | LeaveTown | Charge, following: Act | None, place: int
) -> _Judged:
    again = not isinstance(action, LeaveTown) and action.again
    if isinstance(action, Charge):
        barred = charge_refusal(at.battle, stand, action)
        if barred is not None:
            certain = bool({RuleId("SN-10.0a")} & set(barred.rules))
            return _objected(at, Objection(place=place, action=action, step=0, no=barred, certain=certain))
    how = opening(at.battle, stand, again, at.walk)
    if isinstance(how, No):
        certain = bool(_SURE & set(how.rules))
        return _objected(at, Objection(place=place, action=action, step=0, no=how, certain=certain))
    battle, walk = (at.battle, at.walk) if how == "on" and at.walk is not None else begun(at.battle, stand)
    made = plan(battle, stand, walk, action, following)
    after = _Judged(battle, walk, at.objections)
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
        after = _Judged(applied(after.battle, got.facts), walk, after.objections)
    return _Judged(after.battle, walk, after.objections)


def _alone(battle: Battle, stand: StandId) -> Battle:
    """The battle as if the stand were alone on the board."""
    return replace(battle, at={key(battle.stands[stand].hex): stand})


def action_refusal(battle: Battle, stand: StandId, action: Act) -> No | None:
    """Why an action that is no march may not be done now; None when it may (3.19)."""
    ended = action_over(battle, stand)
    if ended is not None:
        return ended
    if isinstance(action, Rally):
        return rally_refusal(battle, stand)
    if isinstance(action, Opportunity):
        return opportunity_refusal(battle)
    if isinstance(action, Fire):
        return fire_refusal(battle, stand, action)
    if isinstance(action, Fight) and melee_of(battle, stand) is None:
        return no("it is in no melee", "SN-Q20")
    return None


def rally_refusal(battle: Battle, stand: StandId) -> No | None:
    """Why a stand may not try to rally (SN-9.0a, SN-9.1b, SNT, SN-Q5); None when it may."""
    one = battle.stands[stand]
    if one.doing.moves or one.doing.fired or one.doing.rallied:
        return no("it may try to rally once, at the start of its turn", "SN-9.0a")
    if not one.disordered:
        return no("it is not disordered", "SN-9.0a")
    if melee_of(battle, stand) is not None:
        return no("a stand in close combat cannot rally", "SN-9.1b")
    barred = bars_rally(battle, stand)
    return No((*barred, RuleId("SN-Q5")), "it cannot rally on this ground") if barred else None


def opportunity_refusal(battle: Battle) -> No:
    """Going on opportunity (SN-6.1a) is not built yet; some scenarios leave it out."""
    if "opportunity" in battle.bans:
        return no("this scenario is played without opportunity", "SN-6.1a")
    return no("opportunity is not yet played by this program; use fire, hold or a charge", "SN-6.1a")


def fire_refusal(battle: Battle, stand: StandId, action: Fire) -> No | None:
    """Why a stand may not shoot so; None when it may (SN-7).  Without a target: why not at the nearest enemy."""
    from pbem.rulesets.snaphance.shooting import Volley, may_fire, targets

    target, one = action.target, battle.stands[stand]
    if target is None:
        enemies = sorted(enemies_of(battle, one.side), key=lambda enemy: (distance(one.hex, enemy.hex), enemy.id))
        near = (*targets(battle, stand), *(enemy.id for enemy in enemies))
        if not near:
            return no("there is no enemy left to fire at", "SN-7.0c")
        target = near[0]
    got = may_fire(battle, stand, target, action.ranks, action.then_move)
    return None if isinstance(got, Volley) else No(got.rules, got.why)


def charge_refusal(battle: Battle, stand: StandId, action: Charge) -> No | None:
    """Why a stand may not attack that enemy at all (SN-10.0a, SN-10.0b); None when it may."""
    from pbem.rulesets.snaphance.attack import may_attack

    target = battle.stands.get(action.target)
    if target is None or not target.on_board:
        return no(f"{action.target} is not on the board", "SN-Q12")
    if target.side == battle.stands[stand].side:
        return no(f"{action.target} is a friend", "SN-Q12")
    got = may_attack(battle, stand, action.target)
    return No(got.rules, got.why) if isinstance(got, No) else None
