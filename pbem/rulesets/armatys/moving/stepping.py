"""P5d: ordinary moves on a clock of 100 steps (AR-G19): an inch from enemies (AR-Q65), friends in the way (AR-D20)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pbem.engine.hiding import is_seen
from pbem.engine.ids import StandId
from pbem.engine.table.contact import overlaps
from pbem.engine.table.distances import rects
from pbem.engine.table.measures import NOISE, TOLERANCE, TOUCH
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import Box
from pbem.rulesets.armatys.fighting.seeing import BESIDE
from pbem.rulesets.armatys.moving.ordinary import Plan, rect_at
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.orders import WheelBy

STEPS = 100
FRIEND = 0.1
"""AR-D20: inches short of a friend."""
Rects = Mapping[StandId, Rect]


class Ran(NamedTuple):
    """How far a move went."""

    time: float
    """The share of a move after which it stopped."""
    by: StandId | None = None
    """The unit that stopped it."""
    through: frozenset[StandId] = frozenset()
    """Friends that it went through (AR-Q67)."""


def run(battle: Battle, plans: Mapping[StandId, Plan], goes_through: Callable[[StandId], bool]) -> dict[StandId, Ran]:
    """Every move to its end, or to the last step that keeps its distance."""
    now = {unit: one.rect for unit, one in battle.units.items()}
    boxes = {unit: box_of(rect, plans.get(unit)) for unit, rect in now.items()}
    bars = {unit: _bars(battle, plans, unit, boxes, through=goes_through(unit)) for unit in plans}
    watched = {*(unit for unit in plans if bars[unit]), *(other for one in bars.values() for other, _ in one)}
    moving, ran = sorted(watched & plans.keys()), dict[StandId, Ran]()
    crossed: dict[StandId, set[StandId]] = {unit: set() for unit in plans}
    clear = dict.fromkeys(plans, 0.0)
    """When each last stood on no friend."""
    for step in range(1, STEPS + 1):
        wanted = {unit: rect_at(plans[unit], step / STEPS) for unit in moving}
        while stopped := _stopped(battle, now, wanted, bars):
            for unit, by in stopped:
                ran[unit] = Ran((step - 1) / STEPS, by)
                del wanted[unit]
                moving.remove(unit)
        now.update(wanted)
        for unit in wanted:
            over = _under(now[unit], now, bars[unit])
            crossed[unit].update(over)
            clear[unit] = clear[unit] if over else step / STEPS
    found = {unit: ran.get(unit, Ran(1.0)) for unit in plans}
    found = {unit: _ended(one, clear[unit], crossed[unit]) for unit, one in found.items()}
    return _apart(battle, plans, found)


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
    stations = [rect, *(one.rect for part in (made.parts if made else ()) for one in (part.before, part.after))]
    wheels = made is not None and any(isinstance(leg, WheelBy) for leg in made.order.legs)
    around = max(one.half_width + one.half_depth for one in stations) * (3 if wheels else 1)
    xs, ys = [one.x for one in stations], [one.y for one in stations]
    return min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around


def _bars(
    battle: Battle, plans: Mapping[StandId, Plan], unit: StandId, boxes: Mapping[StandId, Box], *, through: bool
) -> list[tuple[StandId, float]]:
    """The units that a mover may come near, each with the distance it keeps of them."""
    found = []
    west, south, east, north = boxes[unit]
    for other, one in battle.units.items():
        enemy = one.side != battle.units[unit].side
        keeps = _keeps(battle, plans[unit], other) / 100 if enemy else 0.0 if through else FRIEND
        its_west, its_south, its_east, its_north = boxes[other]
        beside = its_east + keeps < west or its_west - keeps > east
        if other != unit and not (beside or its_north + keeps < south or its_south - keeps > north):
            found.append((other, keeps))
    return found


def _keeps(battle: Battle, made: Plan, enemy: StandId) -> int:
    """AR-H7: of an enemy that was not in sight as the moves began no more than is always in sight."""
    unit = battle.units[made.order.unit]
    return made.order.keep if is_seen(battle, unit.side, enemy) else min(made.order.keep, BESIDE)


def _ended(ran: Ran, clear: float, crossed: set[StandId]) -> Ran:
    """A move that would end upon a friend ends where it last stood clear of him."""
    return ran._replace(time=min(ran.time, clear) if crossed else ran.time, through=frozenset(crossed))


def _stopped(
    battle: Battle, now: Rects, wanted: Rects, bars: Mapping[StandId, list[tuple[StandId, float]]]
) -> list[tuple[StandId, StandId]]:
    """The movers that may not make this step, and who bars each: all before enemies at once, else the first friend."""
    found = []
    for unit, rect in wanted.items():
        if rect == now[unit]:
            continue
        x, y, _, _, half_width, half_depth, _ = rect
        for other, keeps in bars[unit]:
            there = wanted.get(other) or now[other]
            reach = keeps + half_width + half_depth + there[4] + there[5]
            if abs(x - there[0]) > reach or abs(y - there[1]) > reach:
                continue
            if keeps and _too_near(now[unit], rect, now[other], there, keeps):
                found.append((unit, other))
                break
    enemies = [pair for pair in found if battle.units[pair[0]].side != battle.units[pair[1]].side]
    return enemies or found[:1]


def _under(rect: Rect, now: Rects, bars: Sequence[tuple[StandId, float]]) -> list[StandId]:
    """The units that a mover stands upon, of those it may come near."""
    x, y, _, _, half_width, half_depth, _ = rect
    found = []
    for other, _ in bars:
        there = now[other]
        reach = half_width + half_depth + there[4] + there[5]
        if abs(x - there[0]) <= reach and abs(y - there[1]) <= reach and overlaps(rect, there):
            found.append(other)
    return found


def _too_near(was: Rect, rect: Rect, before: Rect, other: Rect, keeps: float) -> bool:
    """Whether a step of its own brings a unit nearer than it may be; one that is so already may not come nearer."""
    apart = rects(rect, other)
    if apart >= keeps - TOLERANCE - NOISE:
        return False
    stood = rects(was, before)
    return apart < min(stood, keeps) - TOUCH / 10 and rects(rect, before) < stood


def _near(one: Rect, other: Rect, keeps: float) -> bool:
    """Whether two rectangles may be so near, by the squares about them."""
    reach = keeps + one.half_width + one.half_depth + other.half_width + other.half_depth
    return abs(one.x - other.x) <= reach and abs(one.y - other.y) <= reach
