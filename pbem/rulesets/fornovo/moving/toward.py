"""Aims made exact: a place to go to, an enemy to charge -> a wheel and a straight advance that would be taken."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.angles import bearing, relative
from pbem.engine.table.distances import points
from pbem.engine.table.measures import NOISE, Hundredths, Tenths, hundredths
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import Face, Rect, centre, middle
from pbem.engine.table.turning import wheeled
from pbem.rulesets.fornovo.moving.charging import Rush, rush
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.places import charge_move, normal_move, rect_of
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.units import Unit

MOST_WHEEL = 1200
"""Tenths of a degree: a place farther about is for a turn on the spot."""
STEP, ROUNDS, NEAR = 10, 8, 0.2
"""Tenths of a degree to which a wheel is rounded; tries to find it; inches within which a unit is there."""
HALVINGS = 7
"""Of the way, until one is found that is free."""
ASIDE = (0, 50, -50, 100, -100, 200, -200)
"""Tenths of a degree off an enemy's middle at which a charge is tried."""


def toward(battle: Battle, unit: Unit, before: Sequence[o.Leg], to: Spot) -> tuple[o.Leg, ...]:
    """A wheel toward a place and straight on, as far as the move and the ground allow; () where there is no way.

    before: parts of the same move that come first.  Skirmishers go there in any direction (FS-7.11).
    """
    made = march(battle, unit, before) if before else None
    if isinstance(made, Refusal):
        return ()
    now = made.unit if made else unit
    rect = rect_of(battle, now)
    if rect is None or points(middle(rect, Face.FRONT), point(to)) <= NEAR:
        return ()
    if unit.skirmishers:
        return _loosely(battle, unit, before, rect, to)
    turn = _wheel(rect, point(to))
    if turn is None:
        facing = bearing(middle(rect, Face.FRONT), point(to))
        return (o.FaceTo(facing),) if _goes(battle, unit, (*before, o.FaceTo(facing))) else ()
    first: tuple[o.Leg, ...] = (o.WheelBy(turn),) if turn else ()
    far = points(middle(wheeled(rect, turn) if turn else rect, Face.FRONT), point(to))
    on = _farthest(battle, unit, (*before, *first), hundredths(far))
    if on or not turn:
        return (*first, *on) if on else ()
    for share in (1, 2, 4, 8):
        part = Tenths(int(turn / share / STEP) * STEP)
        if part and _goes(battle, unit, (*before, o.WheelBy(part))):
            return (o.WheelBy(part),)
    return ()


def _loosely(battle: Battle, unit: Unit, before: Sequence[o.Leg], rect: Rect, to: Spot) -> tuple[o.Leg, ...]:
    """Straight there, or as far on the way as they come."""
    start, goal = middle(rect, Face.FRONT), point(to)
    share = 1.0
    for _ in range(HALVINGS * 2):
        x, y = start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share
        leg = o.GoTo(Spot(hundredths(x), hundredths(y)))
        if _goes(battle, unit, (*before, leg)):
            return (leg,)
        share *= 0.8
    return ()


def _goes(battle: Battle, unit: Unit, legs: Sequence[o.Leg]) -> bool:
    made = march(battle, unit, legs)
    return not isinstance(made, Refusal) and not made.debt


def _farthest(battle: Battle, unit: Unit, before: Sequence[o.Leg], most: int) -> tuple[o.Leg, ...]:
    """The longest straight advance that is taken, to the tenth of an inch: at most what is left of the move."""
    made = march(battle, unit, before) if before else None
    if isinstance(made, Refusal) or (made and made.debt):
        return ()
    left = int(made.left * 100 + NOISE) if made else normal_move(unit, battle.scale)
    most = min(most, left // STEP * STEP)
    low, high = 0, most // STEP
    if high and _goes(battle, unit, (*before, o.Go(Hundredths(most)))):
        return (o.Go(Hundredths(most)),)
    while high - low > 1:
        half = (low + high) // 2
        if _goes(battle, unit, (*before, o.Go(Hundredths(half * STEP)))):
            low = half
        else:
            high = half
    return (o.Go(Hundredths(low * STEP)),) if low else ()


def _wheel(rect: Rect, goal: tuple[float, float]) -> Tenths | None:
    """The wheel after which a unit faces a place from the middle of its front; None for one too far about."""
    turn = 0
    for _ in range(ROUNDS):
        there = wheeled(rect, Tenths(turn)) if turn else rect
        off = relative(bearing(middle(there, Face.FRONT), goal), there.facing)
        if abs(off) < STEP or abs(turn + off) > 2 * MOST_WHEEL:
            break
        turn += off
    turn = round(turn / STEP) * STEP
    return Tenths(turn) if abs(turn) <= MOST_WHEEL else None


def way_to(
    battle: Battle, unit: Unit, target: StandId, *, shoots: bool = False
) -> tuple[o.ChargeOrder, Rush] | Refusal:
    """D-8: a charge at an enemy and how it would go: straight ahead, else after the least wheel that brings it there.

    A refusal where there is none: that of the charge straight ahead.
    """
    order = o.ChargeOrder(0, unit.id, target, (), shoots)
    made = rush(battle, order)
    mine, its = rect_of(battle, unit), rect_of(battle, battle.units[target])
    if not isinstance(made, Refusal):
        return order, made
    if mine is None or its is None:
        return made
    reach = charge_move(unit, battle.scale, shoots=shoots)
    if points(middle(mine, Face.FRONT), centre(its)) * 100 > reach + 100 * (its.half_width + its.half_depth):
        return barred("FS-7.6b", "FS-Q84")
    turn = _wheel(mine, centre(its))
    for aside in ASIDE if turn is not None else ():
        wheel = Tenths((turn or 0) + aside)
        if not wheel:
            continue
        order = replace(order, legs=(o.WheelBy(wheel), o.Go(reach)))
        found = rush(battle, order)
        if not isinstance(found, Refusal):
            return order, found
    return made
