"""Steps as said -> orders in exact figures, for one unit as the battle stands; and a remark on what an aim came to."""

from collections.abc import Callable, Sequence

import msgspec

from pbem.engine.ids import RuleId, StandId
from pbem.engine.language.linefaults import Fault
from pbem.engine.table.angles import relative
from pbem.engine.table.edges import inwards
from pbem.engine.table.measures import Hundredths, Tenths, normal
from pbem.engine.table.places import Pose, Spot, point
from pbem.engine.table.places import spot as stored
from pbem.engine.table.rects import Anchor, centre, placed, size
from pbem.engine.table.words.places import AnyPlace
from pbem.engine.wording import listed
from pbem.rulesets.onehour.battle import Arrival, Battle, Unit, arrival_of
from pbem.rulesets.onehour.commands import (
    NO_PIVOT,
    Charge,
    Enter,
    Go,
    Hold,
    HoldFire,
    Leg,
    Move,
    MoveOrder,
    Order,
    Pivot,
    Shoot,
    ShotOrder,
    TurnToFace,
    legs,
)
from pbem.rulesets.onehour.language import parsed
from pbem.rulesets.onehour.language.goals import Goal, goal_of
from pbem.rulesets.onehour.language.parsed import Step
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.moving.roads import road_allowance
from pbem.rulesets.onehour.standing.acting import middle_of
from pbem.rulesets.onehour.standing.aims import (
    STILL,
    Cut,
    allowance,
    by_road,
    charge,
    farthest,
    pivot_to,
    pose_after,
    roads_under,
)
from pbem.rulesets.onehour.tables import ARC
from pbem.rulesets.onehour.writing.wording import length
from pbem.rulesets.onehour.writing.writing import angle

FULL = "as far as may be"


class Plan(msgspec.Struct, frozen=True):
    """What a line makes a unit do.  note: how an aim was made exact, '' where nothing was left open.

    wanted: targets of a shot that are still to be found, when it is known where everybody then is.
    """

    orders: tuple[Order, ...]
    note: str = ""
    nearest: bool = False


def planned(desk: Resolver, battle: Battle, unit: StandId, steps: Sequence[Step]) -> Plan:
    """The orders that steps come to.  battle: as it stands when the unit's turn comes.  Raises Fault."""
    moves = [step for step in steps if not isinstance(step, parsed.ShootAt | parsed.ParsedHoldFire)]
    shots = [step for step in steps if isinstance(step, parsed.ShootAt | parsed.ParsedHoldFire)]
    _in_turn(unit, steps, shots)
    order, note = _moved(desk, battle, battle.units[unit], moves) if moves else (None, "")
    shot, nearest = _shot(desk, unit, shots)
    orders = tuple(one for one in (order, shot) if one is not None)
    return Plan(orders, note, nearest)


def _in_turn(unit: StandId, steps: Sequence[Step], shots: Sequence[Step]) -> None:
    """One shot at most, and after the move.  Raises Fault."""
    if len(shots) > 1:
        targets = [code for step in shots if isinstance(step, parsed.ShootAt) for code in step.codes]
        offer = (f"{unit} shoot {' else '.join(targets)}",) if len(targets) > 1 else ()
        raise Fault(
            "not allowed", "a unit shoots at one target in a turn; others can follow it with else", about=unit,
            rules=(RuleId("OH-shoot-2"),), offers=offer,
        )  # fmt: skip
    if shots and isinstance(shots[0], parsed.ShootAt) and steps[-1] is not shots[0]:
        raise Fault(
            "not allowed", "a unit shoots after it has moved: the shot comes last on its line", about=unit,
            rules=(RuleId("OH-seq-2"), RuleId("OH-move-5")),
        )  # fmt: skip


def _shot(desk: Resolver, unit: StandId, shots: Sequence[Step]) -> tuple[ShotOrder | None, bool]:
    """The shot, and whether the nearest are to be added to its targets."""
    if not shots:
        return None, False
    step = shots[0]
    if isinstance(step, parsed.ShootAt):
        return Shoot(unit=unit, targets=tuple(desk.enemy(code) for code in step.codes)), step.nearest
    return HoldFire(unit=unit), False


# --- moves --------------------------------------------------------------------------------------------------------

Made = tuple[MoveOrder, str]
"""An order of step 1, and a remark."""

_BEFORE = (parsed.ParsedPivot, parsed.FaceTo)
_EXACT = (parsed.ParsedPivot, parsed.FaceTo, parsed.Forward, parsed.BadPath)


def _moved(desk: Resolver, battle: Battle, unit: Unit, steps: Sequence[Step]) -> Made:
    match steps[0]:
        case parsed.EnterAt() as first:
            return _entered(desk, battle, unit, first, steps[1:])
        case parsed.HoldStill():
            _alone(unit, steps, "hold")
            return Hold(unit=unit.id), ""
        case parsed.TurnTo(code=code):
            _alone(unit, steps, "turn to")
            return TurnToFace(unit=unit.id, attacker=desk.enemy(code)), ""
        case parsed.SetAt():
            raise Fault(
                "not allowed", "units are set up before the first turn only", about=unit.id, rules=(RuleId("OH-D1"),)
            )
    if any(isinstance(step, parsed.HoldStill | parsed.TurnTo | parsed.EnterAt | parsed.SetAt) for step in steps):
        raise Fault(
            "not readable", "what a unit does in its move is one thing: it moves, holds, turns or enters", about=unit.id
        )
    aims = [step for step in steps if not isinstance(step, _EXACT) or step == parsed.Forward(None)]
    if not aims:
        return _exact(desk, unit, steps), ""
    if len(aims) > 1:
        raise _bad_path(unit, "one aim makes a move")
    place = steps.index(aims[0])
    return _aimed(desk, battle, unit, steps[:place], aims[0], steps[place + 1 :])


def _alone(unit: Unit, steps: Sequence[Step], word: str) -> None:
    if len(steps) > 1:
        raise Fault("not readable", f'beside "{word}" a unit does nothing else in its move', about=unit.id)


def _bad_path(unit: Unit, why: str) -> Fault:
    reason = f"{why}: a unit pivots, goes straight ahead once and pivots again"
    return Fault("not allowed", reason, about=unit.id, rules=(RuleId("OH-move-3"), RuleId("OH-Q3")))


def _exact(desk: Resolver, unit: Unit, steps: Sequence[Step]) -> Move:
    """A move in figures; the rules judge its shape."""
    return Move(unit=unit.id, legs=_legs(desk, unit, unit.pose, steps))


def _legs(desk: Resolver, unit: Unit, pose: Pose, steps: Sequence[Step]) -> tuple[Leg, ...]:
    """Steps as legs, from a pose; what is nothing is left out."""
    found: list[Leg] = []
    for step in steps:
        match step:
            case parsed.ParsedPivot(by=by):
                found.append(Pivot(by))
            case parsed.FaceTo(to=to):
                found.append(Pivot(_turn_to(desk, unit, along(pose, found), to)))
            case parsed.Forward(by=by) if by is not None:
                found.append(Go(by))
            case parsed.BadPath():
                found += _unlawful(step)
    kept = [leg for leg in found if leg.by or (isinstance(leg, Go) and leg is not found[0] and leg is not found[-1])]
    return tuple(kept) if kept != [Go(STILL)] else ()


def _unlawful(step: parsed.BadPath) -> list[Leg]:
    by = Hundredths(step.by or 0)
    if step.word == "back":
        return [Go(by, "back")]
    if step.word == "sideways":
        return [Go(by, step.hand or "right")]
    exact = f"pivot {step.hand} {angle(step.by)}" if step.by else f"pivot {step.hand} 90"
    turn = f'to change facing write such as "{exact}"'
    why = f"these rules know no wheel: a unit pivots about its centre; {turn}" if step.word == "wheel" else turn
    written = step.word if step.by else f"{step.word} {step.hand}"
    raise Fault("not readable", why, fixes=((written, "pivot" if step.by else exact),))


def along(pose: Pose, found: Sequence[Leg]) -> Pose:
    """The pose after some legs."""
    for leg in found:
        if isinstance(leg, Pivot):
            pose = Pose(pose.at, normal(pose.facing + leg.by))
        elif leg.way == "ahead":
            pose = pose_after(pose, Tenths(0), leg.by)
    return pose


def _turn_to(desk: Resolver, unit: Unit, pose: Pose, to: Tenths | AnyPlace) -> Tenths:
    """The pivot that makes a unit at that pose face a bearing or a place."""
    if isinstance(to, int):
        return relative(normal(to), pose.facing)
    return pivot_to(pose, desk.place(to, unit).at)


# --- aims ---------------------------------------------------------------------------------------------------------


def _aimed(
    desk: Resolver, battle: Battle, unit: Unit, before: Sequence[Step], aim: Step, after: Sequence[Step]
) -> Made:
    if len(before) > 1 or len(after) > 1 or not all(isinstance(step, _BEFORE) for step in (*before, *after)):
        raise _bad_path(unit, "before and after an aim a unit can pivot once")
    if isinstance(aim, parsed.ChargeAt):
        return _charged(desk, battle, unit, before, aim, after)
    if isinstance(aim, parsed.Along):
        return _by_road(desk, battle, unit, before, aim, after)
    if isinstance(aim, parsed.Forward):
        start = _only_pivot(_legs(desk, unit, unit.pose, before))
        goal = Goal(start, allowance(unit), FULL)
    elif before:
        raise _bad_path(unit, "an order by aim pivots to its aim at the start")
    else:
        goal = goal_of(desk, battle, unit, unit.pose, aim)
    return _gone(desk, battle, unit, goal, after)


def _only_pivot(found: Sequence[Leg]) -> Tenths:
    return next((leg.by for leg in found if isinstance(leg, Pivot)), Tenths(0))


def _gone(desk: Resolver, battle: Battle, unit: Unit, goal: Goal, after: Sequence[Step]) -> Made:
    """As far toward a goal as is lawful."""
    most = min(part for part in (goal.far, goal.most, allowance(unit)) if part is not None)
    cut = farthest(battle, _ordering(desk, unit, unit.pose, goal.pivot, after), most)
    if cut.order is None or not (cut.by or goal.pivot):
        raise _nowhere(unit, goal.word, cut)
    return cut.order, _remark(goal, cut, most)


def _ordering(
    desk: Resolver, unit: Unit, pose: Pose, pivot: Tenths, after: Sequence[Step]
) -> Callable[[Hundredths], Move]:
    """The move of so far, with what follows it."""

    def made(by: Hundredths) -> Move:
        start: tuple[Leg, ...] = legs(pivot, by, Tenths(0))
        end = _only_pivot(_legs(desk, unit, pose_after(pose, pivot, by), after))
        return Move(unit=unit.id, legs=legs(pivot, by, end) if end else start)

    return made


def _nowhere(unit: Unit, word: str, cut: Cut) -> Fault:
    """An aim toward which nothing at all is lawful."""
    why = listed(tuple(dict.fromkeys(one.why for one in cut.stopped))) or "it is there"
    cited = tuple(dict.fromkeys(rule for one in cut.stopped for rule in one.rules))
    return Fault("not allowed", f"{unit.id} cannot go {word}: {why}", about=unit.id, rules=cited)


def _remark(goal: Goal, cut: Cut, most: Hundredths) -> str:
    """``toward 24,18: 0.7 inches short``, and what stopped it."""
    full = goal.word == FULL
    parts = [goal.word]
    left = Hundredths(goal.far - cut.by)
    if full and cut.by == goal.far:
        return ""
    if not full and left > 0:
        parts.append(f"{length(left)} short")
    if cut.by < most and cut.stopped:
        first = cut.stopped[0]
        cited = f" ({', '.join(first.rules)})" if first.rules else ""
        parts.append(f"stops because {first.why}{cited}" if cut.by else f"it only pivots because {first.why}{cited}")
    return ": ".join([parts[0], "; ".join(parts[1:])]) if len(parts) > 1 else parts[0]


# --- charges ------------------------------------------------------------------------------------------------------


def _charged(
    desk: Resolver, battle: Battle, unit: Unit, before: Sequence[Step], aim: parsed.ChargeAt, after: Sequence[Step]
) -> Made:
    """A charge: with its pivot as said, else with the least that is lawful."""
    target = desk.enemy(aim.code)
    start = [leg.by for leg in _legs(desk, unit, unit.pose, before) if isinstance(leg, Pivot)]
    start += [Tenths(0)] if before and not start else []
    start += [aim.pivot] if aim.pivot is not None else []
    end = [leg.by for leg in _legs(desk, unit, unit.pose, after) if isinstance(leg, Pivot)]
    if end and not start:
        return Charge(unit=unit.id, target=target, pivot_start=end[0]), "the pivot of a charge is made at its start"
    if len(start) > 1:
        raise _bad_path(unit, "a charger pivots once")
    if start:
        return Charge(unit=unit.id, target=target, pivot_start=start[0], pivot_end=end[0] if end else Tenths(0)), ""
    found = charge(battle, unit.id, target)
    if found is not None:
        return found, ""
    return best_refused(battle, unit, target), ""


def best_refused(battle: Battle, unit: Unit, target: StandId) -> Charge:
    """A charge that is refused anyhow: with the pivot toward the enemy's centre, if that says more than none."""
    plain = Charge(unit=unit.id, target=target)
    turn = pivot_to(unit.pose, point(battle.units[target].pose.at))
    aimed = Charge(unit=unit.id, target=target, pivot_start=turn)
    if abs(turn) > ARC:
        return aimed
    objections = [done(battle, order) for order in (plain, aimed)]
    misses = [isinstance(one, No) and any(o.code == "no-contact" for o in one.objections) for one in objections]
    return aimed if misses[0] and not misses[1] else plain


# --- roads --------------------------------------------------------------------------------------------------------


def _by_road(
    desk: Resolver, battle: Battle, unit: Unit, before: Sequence[Step], aim: parsed.Along, after: Sequence[Step]
) -> Made:
    """Along a road: as far as said, or as far as is lawful toward a place."""
    ground = desk.named(aim.road, unit)
    if ground.way is None:
        raise Fault("not readable", f"{ground.word} is no road", about=unit.id)
    start = _legs(desk, unit, unit.pose, before)
    if aim.by is not None:
        end = _legs(desk, unit, unit.pose, after)
        return Move(unit=unit.id, legs=(*start, Go(aim.by), *end), road=True), ""
    if ground.feature not in roads_under(battle, unit):
        raise Fault(
            "not allowed", f"{unit.id} is not on {ground.word}: its centre is more than an inch off", about=unit.id,
            rules=(RuleId("OH-G16"), RuleId("OH-Q10")),
        )  # fmt: skip
    if after:
        raise _bad_path(unit, "say how far along the road it goes, to pivot after it")
    most = road_allowance(battle, unit)
    if aim.to is None:
        cut = by_road(battle, unit.id, ground.feature, most, pivot=_only_pivot(start))
        goal = Goal(NO_PIVOT, most, f"along {ground.word}, full")
    else:
        if before:
            raise _bad_path(unit, "toward a place the road says the direction")
        target = desk.place(aim.to, unit)
        cut = by_road(battle, unit.id, ground.feature, most, to=target.at)
        goal = Goal(NO_PIVOT, cut.by, f"along {ground.word} to {target.word}")
    if cut.order is None or not cut.by:
        raise _nowhere(unit, goal.word, cut)
    return cut.order, _remark(goal, cut, most) if aim.to is None else _to_place(goal, cut)


def _to_place(goal: Goal, cut: Cut) -> str:
    why = f": stops because {cut.stopped[0].why}" if cut.stopped else ""
    return f"{goal.word}{why}"


# --- entering -----------------------------------------------------------------------------------------------------


def _entered(desk: Resolver, battle: Battle, unit: Unit, step: parsed.EnterAt, steps: Sequence[Step]) -> Made:
    """Onto the table at a place of its edge, and on from there."""
    arrival = arrival_of(battle, unit.id)
    if arrival is None or unit.state != "to come":
        raise Fault("not allowed", f"{unit.id} is on the table already", about=unit.id, rules=(RuleId("OH-Q42"),))
    at = _entry(desk, battle, unit, arrival, step)
    pose = entry_pose(unit, arrival, at)
    aims = [one for one in steps if not isinstance(one, _EXACT) or one == parsed.Forward(None)]
    if not aims:
        return Enter(unit=unit.id, at=at, legs=_legs(desk, unit, pose, steps)), ""
    if any(isinstance(one, parsed.ChargeAt) for one in aims):
        why = "a unit may not charge in the turn it enters"
        raise Fault("not allowed", why, about=unit.id, rules=(RuleId("OH-Q42"),))
    going = isinstance(aims[0], parsed.Toward | parsed.UpTo | parsed.Forward)
    if not going or len(aims) > 1 or steps[0] is not aims[0] or len(steps) > 2:
        raise _bad_path(unit, "a unit that enters goes on by one aim at most")
    full = isinstance(aims[0], parsed.Forward)
    goal = Goal(Tenths(0), allowance(unit), FULL) if full else goal_of(desk, battle, unit, pose, aims[0])
    most = min(part for part in (goal.far, goal.most, allowance(unit)) if part is not None)
    ordering = _ordering(desk, unit, pose, goal.pivot, steps[1:])
    cut = farthest(battle, lambda by: Enter(unit=unit.id, at=at, legs=ordering(by).legs), most)
    if cut.order is None:
        raise _nowhere(unit, goal.word, cut)
    return cut.order, _remark(goal, cut, most)


def _entry(desk: Resolver, battle: Battle, unit: Unit, arrival: Arrival, step: parsed.EnterAt) -> Spot:
    """Where it enters: as said, else in the middle of its stretch."""
    if step.at is None:
        return middle_of(battle.table, arrival)
    return stored(desk.place(step.at, unit).at)


def entry_pose(unit: Unit, arrival: Arrival, at: Spot) -> Pose:
    """Where a unit is that has its front on the table edge (OH-Q42)."""
    facing = inwards(arrival.edge)
    rect = placed(Pose(at, facing), size(unit.width, unit.depth), Anchor.FRONT)
    return Pose(stored(centre(rect)), facing)
