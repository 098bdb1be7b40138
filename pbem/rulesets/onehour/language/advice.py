"""What the rules say to an order before its time comes, and what would be taken instead of one that is refused."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.angles import relative
from pbem.engine.table.measures import Hundredths, Tenths, normal
from pbem.engine.table.places import Pose, point
from pbem.rulesets.onehour.battle import Battle, Unit, enemies_of, fights_of
from pbem.rulesets.onehour.commands import (
    Charge,
    Enter,
    Go,
    Hold,
    Move,
    MoveOrder,
    Order,
    Pivot,
    Shoot,
    ShotOrder,
    TurnToFace,
    legs,
    moving,
)
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.fighting.shooting import aimed
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.moving.moves import shape_of
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.moving.roads import rides, road_allowance
from pbem.rulesets.onehour.playing.checking import check
from pbem.rulesets.onehour.standing.aims import (
    allowance,
    charge,
    distance_to_range,
    distance_to_touch,
    farthest,
    pivot_to,
    range_to,
    straight,
)
from pbem.rulesets.onehour.tables import RANGE, ROWS

MOST = 3
NONE = Tenths(0)


def told(objections: Sequence[Objection]) -> str:
    """All the reasons, as one sentence; one that only repeats another in other words is left out."""
    whys = list(dict.fromkeys(one.why for one in objections))
    return "; ".join(why for why in whys if not any(why != other and why in other for other in whys))


def moved(battle: Battle, order: MoveOrder) -> Battle:
    """The battle after an order of step 1, as it is if the order is refused."""
    came = done(battle, order)
    return battle if came is None or isinstance(came, No) else came.apply(battle)


def instead(battle: Battle, orders: Sequence[Order]) -> tuple[tuple[Order, ...], ...]:
    """What one unit might be ordered in place of orders that are refused, the likest first; each would be taken.

    battle: as it stands when its turn comes.
    """
    unit = battle.units[orders[0].unit]
    step = next((one for one in orders if isinstance(one, MoveOrder)), None)
    shot = next((one for one in orders if isinstance(one, ShotOrder)), None)
    found: list[tuple[Order, ...]] = []
    for tried in _tries(battle, unit, step, shot):
        if tried not in found and tried != tuple(orders) and _taken(battle, tried):
            found.append(tried)
        if len(found) == MOST:
            break
    return tuple(found)


def _taken(battle: Battle, orders: Sequence[Order]) -> bool:
    """Whether all of a unit's orders would be carried out."""
    for order in orders:
        if check(battle, order):
            return False
        battle = moved(battle, order) if isinstance(order, MoveOrder) else battle
    return bool(orders)


def _tries(battle: Battle, unit: Unit, step: MoveOrder | None, shot: ShotOrder | None) -> Iterator[tuple[Order, ...]]:
    after = (shot,) if shot is not None else ()
    if step is not None and check(battle, step):
        for other in _other_moves(battle, unit, step):
            yield (other, *after)
            if after and isinstance(other, Move):
                yield (other,)
        yield from ((other,) for other in _other_deeds(battle, unit, step))
        if isinstance(shot, Shoot):
            yield (shot,)
    elif isinstance(shot, Shoot):
        before = (step,) if step is not None else ()
        for tried in _other_shots(battle, unit, step, shot):
            yield (*before, *tried) if before and isinstance(tried[0], ShotOrder) else tried
        yield before
    yield (Hold(unit=unit.id),)


# --- moves --------------------------------------------------------------------------------------------------------


def _other_moves(battle: Battle, unit: Unit, step: MoveOrder) -> Iterator[MoveOrder]:
    match step:
        case Move(legs=parts, road=False) if shape_of(parts) is None:
            yield from _lawful(battle, unit, step)
        case Move(road=True):
            going = max((leg.by for leg in step.legs if isinstance(leg, Go)), default=Hundredths(0))
            cut = farthest(battle, lambda by: replace(step, legs=_to(step, by)), going)
            yield from [cut.order] if cut.order is not None and cut.by else []
            for ride in rides(battle, unit):
                into = relative(ride.facing, unit.pose.facing)
                yield moving(unit.id, min(going, road_allowance(battle, unit)), into, road=True)
            plain = straight(battle, unit.id, NONE, min(going, allowance(unit)))
            yield from [plain.order] if plain.order is not None and plain.by else []
        case Move():
            yield from _shorter(battle, unit, step)
        case Enter(at=at, legs=parts):
            going = max((leg.by for leg in parts if isinstance(leg, Go)), default=allowance(unit))
            most = min(max(going, unit.depth), allowance(unit))
            entered = farthest(battle, lambda by: Enter(unit=unit.id, at=at, legs=(Go(by),)), most, least=unit.depth)
            yield from [entered.order] if entered.order is not None else []
        case Charge(target=target):
            better = charge(battle, unit.id, target)
            yield from [better] if better is not None else []
        case _:
            return


def _to(step: Move, by: Hundredths) -> tuple[Pivot | Go, ...]:
    return tuple(replace(leg, by=by) if isinstance(leg, Go) else leg for leg in step.legs)


def _shorter(battle: Battle, unit: Unit, step: Move) -> Iterator[MoveOrder]:
    """The same move less far, with its pivots, then without the last, then without either."""
    shape = shape_of(step.legs)
    assert shape is not None
    most = min(shape.advance, allowance(unit))
    for first, last in ((shape.first, shape.last), (shape.first, NONE), (NONE, shape.last), (NONE, NONE)):
        cut = straight(battle, unit.id, first, most, end=_always(last))
        if cut.order is not None and (cut.by or first or last):
            yield cut.order


def _always(turn: Tenths) -> Callable[[Pose], Tenths]:
    return lambda pose: turn


def _lawful(battle: Battle, unit: Unit, step: Move) -> Iterator[MoveOrder]:
    """Moves that end where a bad path would have ended, or go as far as it does before it turns."""
    parts = step.legs
    ways = {"back": Tenths(1800), "right": Tenths(900), "left": Tenths(-900)}
    aside = next((leg for leg in parts if isinstance(leg, Go) and leg.way != "ahead"), None)
    if aside is not None:
        pivot = ways[aside.way]
        most = min(aside.by, allowance(unit))
        back = relative(normal(-pivot), NONE)
        cut = farthest(battle, lambda by: moving(unit.id, by, pivot, back), most)
        yield from [cut.order] if cut.order is not None and cut.by else []
        return
    for count in range(len(parts) - 1, 0, -1):
        if shape_of(parts[:count]) is not None:
            yield Move(unit=unit.id, legs=parts[:count])
            break
    pivots = [leg.by for leg in parts if isinstance(leg, Pivot)]
    far = Hundredths(sum(leg.by for leg in parts if isinstance(leg, Go)))
    turn = relative(normal(sum(pivots)), NONE)
    cut = straight(battle, unit.id, turn, min(far, allowance(unit)))
    yield from [cut.order] if cut.order is not None else []


# --- instead of a move --------------------------------------------------------------------------------------------


def _other_deeds(battle: Battle, unit: Unit, step: MoveOrder) -> Iterator[Order]:
    """Another deed that does what was meant: a shot for a charge, coming nearer, turning to face."""
    fights = [one.attacker for one in fights_of(battle, unit.id) if one.target == unit.id]
    yield from (TurnToFace(unit=unit.id, attacker=enemy) for enemy in fights)
    if isinstance(step, Charge) and step.target in battle.units:
        yield Shoot(unit=unit.id, targets=(step.target,))
        yield from (one for one in (charge(battle, unit.id, enemy) for enemy in _met_first(battle, step)) if one)
        enemy = battle.units[step.target]
        pivot = pivot_to(unit.pose, point(enemy.pose.at))
        touch = distance_to_touch(unit, pivot, footprint(enemy)) or allowance(unit)
        cut = straight(battle, unit.id, pivot, min(touch, allowance(unit)))
        yield from [cut.order] if cut.order is not None and cut.by else []


def _met_first(battle: Battle, step: Charge) -> list[StandId]:
    return [StandId(one.by) for one in check(battle, step) if one.code == "wrong-target" and one.by in battle.units]


# --- shots --------------------------------------------------------------------------------------------------------


def _other_shots(battle: Battle, unit: Unit, step: MoveOrder | None, shot: Shoot) -> Iterator[tuple[Order, ...]]:
    """The same shot from another facing or from nearer by; another target; a charge."""
    there = moved(battle, step) if step is not None else battle
    for target in shot.targets:
        if target in battle.units and (step is None or isinstance(step, Move)):
            yield from _turned(there, unit, step, target, shot)
            if step is None:
                yield from _nearer(battle, unit, target, shot)
    near = nearest_targets(there, unit.id)
    yield from ((Shoot(unit=unit.id, targets=(target,)),) for target in near[:1])
    charges = (charge(battle, unit.id, target) for target in shot.targets if target in battle.units)
    yield from ((one,) for one in charges if one is not None)


def _turned(there: Battle, unit: Unit, step: Move | None, target: StandId, shot: Shoot) -> Iterator[tuple[Order, ...]]:
    """With the least pivot that brings the target into arc, at the end of the move if there is one."""
    shape = shape_of(step.legs) if step is not None else None
    if (shape is not None and shape.last) or (step is not None and step.road):
        return
    pivot = pivot_to_shoot(there, unit.id, target)
    if pivot is None or not pivot:
        return
    first, advance = (shape.first, shape.advance) if shape is not None else (NONE, Hundredths(0))
    joined = legs(relative(normal(first + pivot), NONE), advance, NONE) if not advance else legs(first, advance, pivot)
    yield (Move(unit=unit.id, legs=joined), shot)


def pivot_to_shoot(battle: Battle, unit: StandId, target: StandId) -> Tenths | None:
    """The least pivot towards a target after which a unit could shoot at it; None where facing it does not help.

    The middle of its front turns with it, so that this is not worked out but tried, halving what is left each time.
    """
    one = battle.units[unit]
    order = Shoot(unit=unit, targets=(target,))

    def lawful(pivot: Tenths) -> bool:
        pose = Pose(one.pose.at, normal(one.pose.facing + pivot))
        return not isinstance(aimed(replace(battle, units={**battle.units, unit: replace(one, pose=pose)}), order), No)

    if lawful(NONE):
        return NONE
    aimed_at = pivot_to(one.pose, point(battle.units[target].pose.at))
    if not lawful(aimed_at):
        return None
    low, high = 0, abs(aimed_at)
    sign = 1 if aimed_at > 0 else -1
    while high - low > 1:
        half = (low + high) // 2
        low, high = (low, half) if lawful(Tenths(sign * half)) else (half, high)
    return Tenths(sign * high)


def _nearer(battle: Battle, unit: Unit, target: StandId, shot: Shoot) -> Iterator[tuple[Order, ...]]:
    """After going toward it until it is in range."""
    enemy = battle.units[target]
    pivot = pivot_to(unit.pose, point(enemy.pose.at))
    far = distance_to_range(unit, enemy, pivot, RANGE)
    if far and far <= allowance(unit):
        yield (moving(unit.id, far, pivot), shot)


def nearest_targets(battle: Battle, unit: StandId) -> list[StandId]:
    """Enemies a unit may shoot at from where it stands, the nearest first (OH-G10), of equal ones by id."""
    one = battle.units[unit]
    if not ROWS[one.type].shoots or one.out_of_ammo:
        return []
    some = [
        (range_to(one, enemy), enemy.id) for enemy in enemies_of(battle, one.side)
        if not isinstance(aimed(battle, Shoot(unit=unit, targets=(enemy.id,))), No)
    ]  # fmt: skip
    return [enemy for _, enemy in sorted(some)]
