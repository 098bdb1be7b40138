"""Where a unit may go, as whole lines: all round by half and whole allowances, up to enemies, to ground with a name."""

from collections.abc import Iterator

import msgspec

from pbem.engine.language.linefaults import Fault
from pbem.engine.offers import Offer
from pbem.engine.table.angles import EIGHTH, HALF_TURN, QUARTER, relative
from pbem.engine.table.measures import Hundredths, Tenths, normal, say_inches
from pbem.engine.table.places import Spot, point
from pbem.engine.table.references import say_spot
from pbem.engine.table.words.places import MarkedPlace
from pbem.rulesets.onehour.battle import Battle, Unit, enemies_of
from pbem.rulesets.onehour.commands import NO_PIVOT, Move
from pbem.rulesets.onehour.facts import Moved
from pbem.rulesets.onehour.language import parsed
from pbem.rulesets.onehour.language.goals import Goal, goal_of
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.roads import rides, road_allowance
from pbem.rulesets.onehour.standing.aims import (
    COARSE,
    Cut,
    allowance,
    by_road,
    pivot_to,
    pose_after,
    range_to,
    roads_under,
    straight,
    turning,
)
from pbem.rulesets.onehour.writing.wording import length
from pbem.rulesets.onehour.writing.writing import order_text, pivot_text

ROUND = tuple(Tenths(turn) for turn in range(-1650, 1801, 150))
"""Every fifteen degrees."""
FAN = QUARTER
"""To either side, the pivots whose ends are offered; the others are for the outline of the reach."""
HALVES = 300
"""Of half the allowance only every thirty degrees."""
LEAST = Hundredths(100)
"""A march that is cut shorter is not offered."""
MOST_ENEMIES = 3
MOST_GROUND = 4
TURNS = (EIGHTH, Tenths(-EIGHTH), QUARTER, Tenths(-QUARTER), HALF_TURN)


class Advance(msgspec.Struct, frozen=True):
    """How far a unit gets after a pivot.  end: of its centre."""

    pivot: Tenths
    cut: Cut
    end: Spot


def reaches(view: Battle, unit: Unit) -> tuple[Advance, ...]:
    """The farthest lawful straight moves all round, clockwise from behind its left."""
    found: list[Advance] = []
    for pivot in ROUND:
        cut = straight(view, unit.id, pivot, allowance(unit), COARSE)
        end = pose_after(unit.pose, pivot, cut.by).at if cut.order is not None else unit.pose.at
        found.append(Advance(pivot, cut, end))
    return tuple(found)


def marches(desk: Resolver, unit: Unit, around: tuple[Advance, ...]) -> tuple[Offer, ...]:
    """All that is offered to a unit that may move, each place once."""
    found: dict[str, Offer] = {}
    for offer in (
        *_roads(desk.view, unit),
        *_ahead(unit, around),
        *_to_enemies(desk, unit),
        *_to_ground(desk, unit),
        *_fan(desk.view, unit, around),
    ):
        found.setdefault(offer.at or offer.line, offer)
    return (*found.values(), *_turns(desk, unit))


# --- straight on, and all round -----------------------------------------------------------------------------------


def _ahead(unit: Unit, around: tuple[Advance, ...]) -> Iterator[Offer]:
    for one in around:
        if one.pivot == NO_PIVOT and isinstance(one.cut.order, Move) and one.cut.by >= LEAST:
            yield _march(unit, one.cut, one.end, f"Forward {say_inches(one.cut.by)}")


def _fan(view: Battle, unit: Unit, around: tuple[Advance, ...]) -> Iterator[Offer]:
    half = Hundredths(allowance(unit) // 2)
    for one in sorted(around, key=lambda one: (abs(one.pivot), -one.pivot)):
        if abs(one.pivot) > FAN or not isinstance(one.cut.order, Move):
            continue
        if one.cut.by >= LEAST:
            yield _march(unit, one.cut, one.end)
        if one.cut.by > half and one.pivot % HALVES == 0:
            cut = straight(view, unit.id, one.pivot, half, COARSE)
            if cut.order is not None and cut.by >= LEAST:
                yield _march(unit, cut, pose_after(unit.pose, one.pivot, cut.by).at)


def _march(unit: Unit, cut: Cut, end: Spot, text: str = "") -> Offer:
    assert cut.order is not None
    why = f"stops because {cut.stopped[0].why}" if cut.stopped and cut.by < allowance(unit) else ""
    note = "; ".join(part for part in (length(cut.by), why) if part)
    return Offer(f"{unit.id} {order_text(cut.order)}", text or f"To {say_spot(end)}", note, at=say_spot(end))


# --- by aim -------------------------------------------------------------------------------------------------------


def _to_enemies(desk: Resolver, unit: Unit) -> Iterator[Offer]:
    """As near to the nearest enemies as no contact allows."""
    near = sorted(enemies_of(desk.view, unit.side), key=lambda one: (range_to(unit, one), one.id))
    for enemy in near[:MOST_ENEMIES]:
        yield from _by_aim(desk, unit, parsed.UpTo(enemy.id, "contact"), f"Up to {enemy.id}")


def _to_ground(desk: Resolver, unit: Unit) -> Iterator[Offer]:
    """To the edge of ground with a name, or into it where that helps."""
    here = point(unit.pose.at)
    some = [one for one in desk.ground if one.kind not in {"road", "river", "marsh", "lake"} and not one.holds(here)]
    near = sorted(some, key=lambda one: _far(here, one.nearest(here)))
    for ground in near[:MOST_GROUND]:
        into = ground.kind in {None, "hill", "town", "crossing"}
        aim = parsed.Toward(MarkedPlace(ground.mark), into=into)
        yield from _by_aim(desk, unit, aim, f"{'Into' if into else 'To the edge of'} {ground.word}")


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _by_aim(desk: Resolver, unit: Unit, aim: parsed.Toward | parsed.UpTo, text: str) -> Iterator[Offer]:
    try:
        goal: Goal = goal_of(desk, desk.view, unit, unit.pose, aim)
    except Fault:
        return
    cut = straight(desk.view, unit.id, goal.pivot, min(goal.far, allowance(unit)))
    if cut.order is not None and cut.by >= LEAST:
        left = Hundredths(goal.far - cut.by)
        end = pose_after(unit.pose, goal.pivot, cut.by).at
        offer = _march(unit, cut, end, text)
        yield msgspec.structs.replace(offer, note=f"{offer.note}; {say_inches(left)} short") if left else offer


def _roads(view: Battle, unit: Unit) -> Iterator[Offer]:
    """Along the road it is on, either way, as far as may be."""
    under = roads_under(view, unit)
    if not under:
        return
    facings = dict.fromkeys(one.facing for one in rides(view, unit))
    for facing in facings:
        turn = relative(facing, unit.pose.facing)
        cut = by_road(view, unit.id, under[0], road_allowance(view, unit), pivot=turn)
        came = done(view, cut.order) if cut.order is not None else None
        if isinstance(came, Moved) and cut.by >= LEAST:
            yield _march(unit, cut, came.end.at, f"By the road to {say_spot(came.end.at)}")


# --- turning ------------------------------------------------------------------------------------------------------


def _turns(desk: Resolver, unit: Unit) -> Iterator[Offer]:
    """Pivots: to face the nearest enemies, by eighths and quarters, about."""
    near = sorted(enemies_of(desk.view, unit.side), key=lambda one: (range_to(unit, one), one.id))
    named = {pivot_to(unit.pose, point(one.pose.at)): f"Face {one.id}" for one in reversed(near[:MOST_ENEMIES])}
    for pivot in (*named, *(turn for turn in TURNS if turn not in named)):
        order = turning(unit.id, pivot)
        if pivot and isinstance(done(desk.view, order), Moved):
            text = pivot_text(pivot).capitalize()
            facing = normal(unit.pose.facing + pivot)
            told = named.get(pivot, text)
            note = text if pivot in named else f"to face {facing / 10:g}\u00b0"
            yield Offer(f"{unit.id} {order_text(order)}", told, note)
