"""P5d: ordinary moves on a clock of 100 steps (AR-G19): an inch from enemies (AR-Q65), friends in the way (AR-D20)."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from pbem.engine.hiding import is_seen
from pbem.engine.ids import StandId
from pbem.engine.table.angles import arc_length
from pbem.engine.table.contact import overlaps, reach
from pbem.engine.table.distances import rects
from pbem.engine.table.measures import NOISE, TOLERANCE, TOUCH, Inches
from pbem.engine.table.nearing import STANDING, Motion, apart_until, relative_speed
from pbem.engine.table.paths import Wheel
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import Box, joint_box, rect_box
from pbem.rulesets.armatys.fighting.seeing import BESIDE
from pbem.rulesets.armatys.moving.costing import FRIEND
from pbem.rulesets.armatys.moving.drifting import drift_at, drifts
from pbem.rulesets.armatys.moving.ordinary import Plan, rect_at
from pbem.rulesets.armatys.state.battle import Battle

STEPS = 100
ROUNDED = 2 * TOUCH
"""Inches by which a rounded place on the way may lie outside the box about the ends of the way."""
NEARER = TOUCH / 10
"""Inches that a step of a unit which is too near already may bring it nearer."""


class Ran(NamedTuple):
    """How far a move went."""

    time: float
    """The share of a move after which it stopped."""
    by: StandId | None = None
    """The unit that stopped it."""
    through: frozenset[StandId] = frozenset()
    """Friends that it went through (AR-Q67)."""


class _Pair(NamedTuple):
    """A mover and a unit that it may come near."""

    place: int
    """Of all pairs, in the order in which they are judged."""
    unit: StandId
    other: StandId
    keeps: float
    """Inches that the mover keeps of it."""


class _Places:
    """Where each unit stands after a step, and how it goes on; a unit that is stopped stays where it was."""

    def __init__(self, battle: Battle, plans: Mapping[StandId, Plan]) -> None:
        self._stood = {unit: one.rect for unit, one in battle.units.items()}
        self._plans = plans
        self._drifts = {unit: drifts(made) for unit, made in plans.items()}
        self._made = {unit: {0: self._stood[unit]} for unit in plans}
        self._last: dict[StandId, int] = {}

    def stop(self, unit: StandId, step: int) -> None:
        """A unit goes no farther than it is after a step."""
        self._last[unit] = step

    def at(self, unit: StandId, step: int) -> Rect:
        """The footprint after a step."""
        if unit not in self._plans:
            return self._stood[unit]
        if unit in self._last:
            step = min(step, self._last[unit])
        found = self._made[unit].get(step)
        if found is None:
            found = self._made[unit][step] = rect_at(self._plans[unit], step / STEPS)
        return found

    def drift(self, unit: StandId, step: int) -> Motion:
        """How it moves after a step."""
        stands = unit in self._last or unit not in self._drifts
        return STANDING if stands else drift_at(self._drifts[unit], step / STEPS)


def run(battle: Battle, plans: Mapping[StandId, Plan], goes_through: Callable[[StandId], bool]) -> dict[StandId, Ran]:
    """Every move to its end, or to the last step that keeps its distance.

    A pair is tested again once it may have come near; as a unit stops, all that keep clear of it are tested at once.
    """
    places = _Places(battle, plans)
    boxes = {unit: box_of(one.rect, plans.get(unit)) for unit, one in battle.units.items()}
    bars = [one for unit in sorted(plans) for one in _bars(battle, plans, unit, boxes, through=goes_through(unit))]
    pairs = [_Pair(place, *one) for place, one in enumerate(bars)]
    ran = dict[StandId, Ran]()
    crossed: dict[StandId, set[StandId]] = {unit: set() for unit in plans}
    clear: dict[StandId, float] = {}
    """Of each unit that stands upon a friend: when it last stood upon none."""
    calendar: list[set[_Pair]] = [set() for _ in range(STEPS + 2)]
    """The pairs to be tested at each step; last of all those that are not tested any more."""
    for pair in pairs:
        calendar[_next_test(places, pair, 0)].add(pair)
    for step in range(1, STEPS + 1):
        due = [pair for pair in sorted(calendar[step]) if pair.unit not in ran]
        while stopped := _stopped(battle, places, due, step):
            for unit, by in stopped:
                ran[unit] = Ran((step - 1) / STEPS, by)
                places.stop(unit, step - 1)
                calendar[step] |= {pair for pair in pairs if pair.other == unit}
            due = [pair for pair in sorted(calendar[step]) if pair.unit not in ran]
        over = [pair for pair in due if overlaps(places.at(pair.unit, step), places.at(pair.other, step))]
        upon = {pair.unit for pair in over}
        for pair in due:
            calendar[step + 1 if pair in over else _next_test(places, pair, step)].add(pair)
            if pair.unit not in upon:
                clear.pop(pair.unit, None)
        for _, unit, friend, _ in over:
            crossed[unit].add(friend)
            clear.setdefault(unit, (step - 1) / STEPS)
    found = {unit: ran.get(unit, Ran(1.0)) for unit in plans}
    found = {unit: _ended(one, clear.get(unit, one.time), crossed[unit]) for unit, one in found.items()}
    return _apart(battle, plans, found)


def _next_test(places: _Places, pair: _Pair, step: int) -> int:
    """The first step after one at which a mover may be too near to a unit, or upon it.

    It is neither while they are apart for certain, nor while a step brings them nearer by less than ``NEARER``.
    """
    one, other = places.at(pair.unit, step), places.at(pair.other, step)
    ways, now = (places.drift(pair.unit, step), places.drift(pair.other, step)), step / STEPS
    until = apart_until(one, other, ways, Inches(pair.keeps), now)
    speed = relative_speed(ways)
    if speed < NEARER / 2 * STEPS and not ways[0].jolt + ways[1].jolt and reach(one, other) <= 0:
        until = max(until, min(ways[0].until, ways[1].until, now + TOUCH / 2 / speed if speed else inf))
    return max(step, int(until * STEPS - NOISE)) + 1 if until < 1 else STEPS + 1


def _apart(battle: Battle, plans: Mapping[StandId, Plan], ran: Mapping[StandId, Ran]) -> dict[StandId, Ran]:
    """AR-G4: a move that would end upon a friend who went less far than he would have is cut short once more."""
    found = dict(ran)
    ends = {unit: one.rect for unit, one in battle.units.items()}
    ends |= {unit: rect_at(plans[unit], one.time) for unit, one in found.items()}
    again = True
    while again:
        again = False
        for unit in sorted(found):
            others = [rect for other, rect in ends.items() if other != unit and _near(ends[unit], rect, 0)]
            others = [rect for rect in others if overlaps(ends[unit], rect)]
            while found[unit].time > 0 and any(overlaps(ends[unit], rect) for rect in others):
                found[unit] = found[unit]._replace(time=max(0.0, round(found[unit].time * STEPS - 1) / STEPS))
                ends[unit] = rect_at(plans[unit], found[unit].time)
                again = True
    return found


def too_near(battle: Battle, made: Plan) -> StandId | None:
    """AR-Q65: the enemy that a move would come too near to, if all others stood; None if there is none."""
    alone = {made.order.unit: made}
    ran = run(battle, alone, lambda unit: True)[made.order.unit]
    return ran.by


def shares(time: float, steps: int) -> list[float]:
    """The moments that part a time into so many steps, its beginning and its end among them."""
    return [time * step / steps for step in range(steps + 1)]


def box_of(rect: Rect, made: Plan | None) -> Box:
    """The box that a unit keeps within, whatever comes of its move."""
    boxes = [rect_box(rect, ROUNDED)]
    for part in made.parts if made else ():
        # No point of a wheel is farther from where it began or ended than half the way of the farthest corner.
        wheels = [one.leg.by for one in part.way.stretches if isinstance(one.leg, Wheel)] if part.way else []
        corner = 2 * (part.before.rect.half_width + part.before.rect.half_depth)
        around = ROUNDED + (arc_length(corner, wheels[0]) / 2 if wheels else 0.0)
        boxes += [rect_box(one.rect, around) for one in (part.before, part.after)]
    return joint_box(boxes)


def _bars(
    battle: Battle, plans: Mapping[StandId, Plan], unit: StandId, boxes: Mapping[StandId, Box], *, through: bool
) -> list[tuple[StandId, StandId, float]]:
    """The units that a mover may come near, and how near."""
    found = []
    west, south, east, north = boxes[unit]
    for other, one in battle.units.items():
        enemy = one.side != battle.units[unit].side
        keeps = _keeps(battle, plans[unit], other) / 100 if enemy else 0.0 if through else FRIEND
        its_west, its_south, its_east, its_north = boxes[other]
        beside = its_east + keeps < west or its_west - keeps > east
        if other != unit and not (beside or its_north + keeps < south or its_south - keeps > north):
            found.append((unit, other, keeps))
    return found


def _keeps(battle: Battle, made: Plan, enemy: StandId) -> int:
    """AR-H7: of an enemy that was not in sight as the moves began no more than is always in sight."""
    unit = battle.units[made.order.unit]
    return made.order.keep if is_seen(battle, unit.side, enemy) else min(made.order.keep, BESIDE)


def _ended(ran: Ran, clear: float, crossed: set[StandId]) -> Ran:
    """A move that would end upon a friend ends where it last stood clear of him."""
    return ran._replace(time=min(ran.time, clear) if crossed else ran.time, through=frozenset(crossed))


def _stopped(battle: Battle, places: _Places, due: Sequence[_Pair], step: int) -> list[tuple[StandId, StandId]]:
    """The movers that may not make this step, and who bars each: all before enemies at once, else the first friend."""
    found: dict[StandId, StandId] = {}
    for _, unit, other, keeps in due:
        if not keeps or unit in found:
            continue
        rect, there = places.at(unit, step), places.at(other, step)
        if _near(rect, there, keeps):
            was, before = places.at(unit, step - 1), places.at(other, step - 1)
            if rect != was and _too_near(was, rect, before, there, keeps):
                found[unit] = other
    enemies = [pair for pair in found.items() if battle.units[pair[0]].side != battle.units[pair[1]].side]
    return enemies or list(found.items())[:1]


def _too_near(was: Rect, rect: Rect, before: Rect, other: Rect, keeps: float) -> bool:
    """Whether a step of its own brings a unit nearer than it may be; one that is so already may not come nearer."""
    apart = rects(rect, other)
    if apart >= keeps - TOLERANCE - NOISE:
        return False
    stood = rects(was, before)
    return apart < min(stood, keeps) - NEARER and rects(rect, before) < stood


def _near(one: Rect, other: Rect, keeps: float) -> bool:
    """Whether two rectangles may be so near, by the squares about them."""
    reach = keeps + one.half_width + one.half_depth + other.half_width + other.half_depth
    return abs(one.x - other.x) <= reach and abs(one.y - other.y) <= reach
