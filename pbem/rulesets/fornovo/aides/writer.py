"""Orders for a turn as a careful player writes them: lines kept, charges where the odds say so, guns served."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pbem.engine.asks import Ask
from pbem.engine.commanders import commander_of
from pbem.engine.hiding import ghosts_of, is_hidden
from pbem.engine.ids import Side, StandId
from pbem.engine.table.angles import Point, ahead, bearing, relative
from pbem.engine.table.areas import crosses
from pbem.engine.table.detours import NEAR_BY, outside, shortest
from pbem.engine.table.distances import points, rects
from pbem.engine.table.edges import holds, inwards
from pbem.engine.table.measures import normal
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.places import Spot, point, spot
from pbem.engine.table.rects import Face, Rect, centre, middle
from pbem.engine.table.references import say_spot
from pbem.engine.table.zones import face_by_rays
from pbem.rulesets.fornovo.aides.crossings import Crossing, crossing
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.places import charge_move, normal_move, standing, steady
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.moving.riding import ride
from pbem.rulesets.fornovo.moving.toward import toward, way_to
from pbem.rulesets.fornovo.special.holding import held, most_ride
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.asks import AskPacket
from pbem.rulesets.fornovo.state.battle import Battle, General, Piece, army_of, chase_of, combats_of
from pbem.rulesets.fornovo.state.units import Unit, exhausted, files, grade, pike_supported
from pbem.rulesets.fornovo.view import side_of

TEMPERS = {
    "steady": "keeps its line, shoots first, and charges where the odds are good",
    "bold": "goes forward, and charges whatever it may hope to break",
    "wary": "waits for the enemy, and charges only the shaken and the flank",
}


class Temper(NamedTuple):
    """What a temperament does."""

    charge: float
    """The least worth of a charge."""
    waits: bool


TEMPERAMENT = {
    "steady": Temper(1.0, waits=False), "bold": Temper(0.5, waits=False), "wary": Temper(1.5, waits=True),
}  # fmt: skip
FIRE, CLOSE = 9.0, 5.0
"""Inches at which foot stops to shoot, and within which it goes no nearer."""
HORSE_WAITS = 11.0
"""Inches off the enemy at which horse of the wary waits to charge."""
WITHIN = 1.0
"""Inches by which others come into the reach of a charge, and wait to make it."""
URGENT = 0.6
"""By how much less a charge may be worth as the last turn comes."""
GARRISON, ASIDE = 2, 3.0
"""Units that go for the same ground, and inches between their middles, halved."""
EVADERS = 0.3
"""Of a charge at loose horse, which rides out of its way."""
BLOCKS = ("block", "strongpoint")
WORTH = {"A": 0.4, "B": 0.2, "C": 0.0, "D": -0.2}
Foe = tuple[float, Unit, Rect]
AT_GOAL, OFF = 1.5, 6.0
"""Inches: at its ground; off an edge of the table at which a unit stops that looks for the enemy."""


def aide(view: Battle, ask: Ask[Any], temper: str = "") -> str:
    """The text of a packet."""
    side = side_of(view, ask.seat) or Side(ask.seat)
    stop = ask.stop if isinstance(ask, AskPacket) else ""
    if stop not in {"", "moves", "roles"}:
        return ""
    mood = TEMPERAMENT[temper or "steady"]
    there = standing(view)
    mine = [(one.unit, one.rect) for one in there if commander_of(view.armies, one.unit) == ask.seat]
    foes = [(one.unit, one.rect) for one in there if one.unit.side != side]
    lines = [_ordered(view, unit, rect, foes, mood) for unit, rect in mine if _free(view, unit)]
    lines += [
        _general(view, one, mine)
        for _, one in sorted(view.generals.items())
        if commander_of(view.armies, one) == ask.seat
    ]
    if not view.standing.get(ask.seat):
        lines += _standing(unit for unit, _ in mine)
    return "\n".join(line for line in lines if line and not (stop == "moves" and line.split()[1] == "charge"))


def _standing(mine: Iterator[Unit]) -> Iterator[str]:
    """Horse meets horse at the charge; loose troops get out of the way; pursuits of the steady end."""
    for unit in mine:
        if unit.kind == "cavalry" and not unit.skirmishers:
            yield f"standing {unit.id} if charged by horse countercharge"
        elif unit.skirmishers and not unit.guns and unit.kind != "sniper":
            yield f"standing {unit.id} if charged evade"


def _free(view: Battle, unit: Unit) -> bool:
    barred = unit.morale == "routed" or unit.debt or unit.left_table or unit.kind in {"sniper", "wagons"}
    return not barred and chase_of(view, unit.id) is None and not combats_of(view, unit.id) and not held(view, unit.id)


def _ordered(view: Battle, unit: Unit, mine: Rect, foes: Sequence[tuple[Unit, Rect]], mood: Temper) -> str:
    near = sorted(((rects(mine, its), one, its) for one, its in foes), key=lambda foe: (foe[0], foe[1].id))
    if not near:
        return _searching(view, unit, mine, mood) if is_hidden(view) else ""
    if unit.guns:
        return f"{unit.id} unlimber" if unit.limbered and near[0][0] < FIRE * 3 else ""
    if unit.morale == "good" and not exhausted(unit):
        charge = _charge(view, unit, mine, near, mood)
        if charge:
            return charge
    if unit.morale in {"halted", "shaken"}:
        return ""
    return _horse(view, unit, mine, near, mood) if unit.mounted else _foot(view, unit, mine, near, mood)


def _searching(view: Battle, unit: Unit, mine: Rect, mood: Temper) -> str:
    """With no enemy in sight: to its ground, to where one was last seen, or across the table."""
    if unit.guns or unit.morale in {"halted", "shaken"}:
        return ""
    goal = _goal(view, unit, mine)
    front = middle(mine, Face.FRONT)
    if mood.waits and goal is None:
        return ""
    if goal is not None:
        if goal.block is not None and not isinstance(march(view, unit, (o.Enter(goal.block.id),)), Refusal):
            return f"{unit.id} enter {goal.block.id}"
        return "" if points(front, point(goal.at)) < AT_GOAL else _going(view, unit, mine, [goal.at])
    ghosts = [one.was.pose.at for _, one in sorted(ghosts_of(view, unit.side).items()) if one.was.pose is not None]
    east, north = ahead(inwards(army_of(view, unit.side).edge))
    wide, deep = view.table.width / 100, view.table.depth / 100
    far = min(max(front[0] + east * wide, OFF), wide - OFF), min(max(front[1] + north * deep, OFF), deep - OFF)
    return _going(view, unit, mine, [*ghosts, spot(far)])


# --- charges --------------------------------------------------------------------------------------------------------


def _charge(view: Battle, unit: Unit, mine: Rect, near: Sequence[Foe], mood: Temper) -> str:
    """The best charge that is worth it."""
    reach = charge_move(unit, view.scale) / 100
    worth = [(_worth(view, unit, mine, enemy, its), enemy.id) for far, enemy, its in near if far <= reach]
    least = _urged(view, mood)
    for value, enemy in sorted(worth, key=lambda one: (-one[0], one[1])):
        if value < least:
            break
        if not isinstance(way_to(view, unit, enemy), Refusal):
            return f"{unit.id} charge {enemy}"
    return ""


def _urged(view: Battle, mood: Temper) -> float:
    """The least worth of a charge now: less as time runs out, for a battle is not won by waiting."""
    return mood.charge - (URGENT * min(view.turn, view.limit) / view.limit if view.limit else 0.0)


def _late(view: Battle, mood: Temper) -> bool:
    """Whether it is time to come to blows: half of the turns are over."""
    return not mood.waits and 0 < view.limit < 2 * view.turn


def _worth(view: Battle, unit: Unit, mine: Rect, enemy: Unit, its: Rect) -> float:
    """How good a charge is: 1 is even."""
    if enemy.guns:
        return 1.7
    if enemy.skirmishers and not unit.skirmishers:
        return EVADERS if enemy.mounted else 0.9
    flank = face_by_rays(its, middle(mine, Face.FRONT)) is not Face.FRONT
    pikes = pike_supported(enemy) and steady(view, enemy)
    if unit.kind == "cavalry" and enemy.foot:
        worth = 0.3 if pikes and not flank else 1.2
    elif unit.foot and enemy.mounted:
        worth = 0.6 if pike_supported(unit) else 0.0
    elif unit.foot:
        worth = 0.9 if pike_supported(unit) else 0.4
    else:
        worth = 1.0
    worth += 0.7 * flank + 0.6 * (enemy.morale in {"shaken", "routed"}) + 0.3 * exhausted(enemy)
    worth += WORTH[grade(unit)] - WORTH[grade(enemy)]
    return worth * (0.6 + 0.4 * min(2.0, files(unit) / max(1, files(enemy))))


# --- moves ----------------------------------------------------------------------------------------------------------


def _foot(view: Battle, unit: Unit, mine: Rect, near: Sequence[Foe], mood: Temper) -> str:
    far, _, its = near[0]
    goal = _goal(view, unit, mine)
    front = middle(mine, Face.FRONT)
    there = goal is not None and points(front, point(goal.at)) < AT_GOAL
    if goal is not None and goal.block is not None:
        if not isinstance(march(view, unit, (o.Enter(goal.block.id),)), Refusal):
            return f"{unit.id} enter {goal.block.id}"
        return _going(view, unit, mine, [goal.at])
    shoots = any(one.missile for one in unit.blocks) and not (_late(view, mood) and not unit.skirmishers)
    close = min(CLOSE, charge_move(unit, view.scale) / 100)
    if far <= (FIRE if shoots else close):
        off = relative(bearing(front, centre(its)), mine.facing)
        turned = abs(off) > 600  # tenths of a degree: out of its arc for the most part
        return f"{unit.id} turn {_degrees(front, its)}" if turned and _turns(view, unit, front, its) else ""
    if there or (mood.waits and goal is None and far > 2 * FIRE):
        return ""
    keep = FIRE - 1 if shoots else close - WITHIN
    return _going(view, unit, mine, [*([goal.at] if goal is not None else []), _short_of(front, its, keep)])


def _horse(view: Battle, unit: Unit, mine: Rect, near: Sequence[Foe], mood: Temper) -> str:
    far = near[0][0]
    if mood.waits and far > 2 * HORSE_WAITS:
        return ""
    front = middle(mine, Face.FRONT)
    least = _urged(view, mood)
    wanted = [foe for foe in near if _worth(view, unit, mine, foe[1], foe[2]) >= least] or list(near)
    _, _, its = wanted[0]
    waits = HORSE_WAITS if mood.waits else charge_move(unit, view.scale) / 100 - WITHIN
    if _around(view, mine, centre(its)) != spot(centre(its)):
        return _going(view, unit, mine, [spot(centre(its))])
    if wanted[0][0] <= waits:
        off = relative(bearing(front, centre(its)), mine.facing)
        return f"{unit.id} turn {_degrees(front, its)}" if abs(off) > 450 and _turns(view, unit, front, its) else ""
    return _going(view, unit, mine, [_short_of(front, one, waits - WITHIN) for _, _, one in wanted[:2]])


def _turns(view: Battle, unit: Unit, front: Point, its: Rect) -> bool:
    facing = normal(_degrees(front, its) * 10)
    return not isinstance(march(view, unit, (o.FaceTo(facing),)), Refusal)


def _degrees(front: Point, its: Rect) -> int:
    return round(bearing(front, centre(its)) / 10) % 360


def _short_of(front: Point, its: Rect, keep: float) -> Spot:
    """On the way to an enemy, so far off his middle."""
    goal = centre(its)
    far = points(front, goal)
    share = max(0.0, far - keep - its.half_depth) / far if far else 0.0
    return spot((front[0] + (goal[0] - front[0]) * share, front[1] + (goal[1] - front[1]) * share))


DETOURS = (300, -300, 600, -600)
"""Tenths of a degree off the straight way."""


def _going(view: Battle, unit: Unit, mine: Rect, goals: Sequence[Spot]) -> str:
    """To the first of some places that there is a way towards, straight, or around what lies before it."""
    start = middle(mine, Face.FRONT)
    over = crossing(view, unit, mine, goals[0])
    if over is not None:
        return _over(view, unit, mine, over)
    for goal in goals:
        to = _around(view, mine, point(goal))
        if toward(view, unit, (), to):
            return f"{unit.id} to {say_spot(to)}"
    for off in DETOURS:
        east, north = ahead(normal(bearing(start, point(goals[0])) + off))
        far = normal_move(unit, view.scale) / 100
        to = spot((start[0] + east * far, start[1] + north * far))
        if holds(view.table, point(to)) and len(toward(view, unit, (), to)) > (not unit.skirmishers):
            return f"{unit.id} to {say_spot(to)}"
    return ""


def _around(view: Battle, mine: Rect, goal: Point) -> Spot:
    """The goal, or the first place on the shortest way around blocks of buildings before it."""
    shut = [one.area for one in view.terrain if one.kind in BLOCKS]
    start = middle(mine, Face.FRONT)
    if not any(crosses(start, goal, one) for one in shut):
        return spot(goal)
    marks = [outside(corner, one, mine.half_width + 1) for one in shut for corner in one.points]
    marks = [at for at in marks if holds(view.table, at) and points(start, at) > NEAR_BY]
    return spot(shortest(start, goal, marks, shut) or goal)


def _over(view: Battle, unit: Unit, mine: Rect, over: Crossing) -> str:
    """To the near end of a crossing, about to face it, then straight over it."""
    start = middle(mine, Face.FRONT)
    if not over.at_its_end(mine, 2 + 3 * mine.half_depth) and not over.on_the_way(start):
        # A turn on the spot keeps its middle where it is: that is to come before the crossing.
        at, goal = centre(mine), over.before(1 + 3 * mine.half_depth)
        beyond = mine.half_depth / max(points(at, goal), 0.1)
        to = _around(view, mine, (goal[0] + (goal[0] - at[0]) * beyond, goal[1] + (goal[1] - at[1]) * beyond))
        return f"{unit.id} to {say_spot(to)}" if toward(view, unit, (), to) else ""
    if abs(relative(over.facing, mine.facing)) > 20:  # tenths of a degree: it would not stay within the crossing
        turned = march(view, unit, (o.FaceTo(over.facing),))
        return f"{unit.id} turn {over.facing // 10}" if not isinstance(turned, Refusal) else ""
    to = spot(over.behind(2 + 2 * mine.half_depth))
    return f"{unit.id} to {say_spot(to)}" if toward(view, unit, (), to) else ""


class Goal(NamedTuple):
    """Ground that a unit goes for.  block: to be entered; only who is inside holds it."""

    at: Spot
    block: Piece | None


def _goal(view: Battle, unit: Unit, mine: Rect) -> Goal | None:
    """The ground to be held that this unit goes for, with one more of its side beside it; a block for itself."""
    goals = [goal for goal in view.objectives if not goal.sides or unit.side in goal.sides]
    friends = [one for one in standing(view) if one.unit.side == unit.side and one.unit.foot]
    friends = [one for one in friends if one.unit.morale in {"good", "halted"}]
    sent: set[StandId] = set()
    areas = [area for goal in goals for area in goal.areas]
    areas.sort(key=lambda area: min((points(centre(one.rect), _middle(area)) for one in friends), default=0.0))
    for area in areas:
        at = _middle(area)
        block = next((one for one in view.terrain if one.kind in BLOCKS and one.shape == area.shape), None)
        if block is not None and any(one.inside == block.id for one in view.units.values()):
            continue
        free = [one for one in friends if one.unit.id not in sent]
        free = [one for one in free if block is None or one.unit.figures <= block.max_garrison]
        order = [one.unit.id for one in sorted(free, key=lambda one: (points(centre(one.rect), at), one.unit.id))]
        order = order[: GARRISON if block is None else 1]
        if unit.id in order:
            aside = (order.index(unit.id) * 2 - 1) * ASIDE if block is None else 0.0
            return Goal(spot((at[0] + (aside if mine.x >= at[0] else -aside), at[1])), block)
        sent.update(order if block is not None else ())
    return None


def _middle(area: AreaToHold) -> Point:
    places = [point(at) for at in area.shape]
    return sum(at[0] for at in places) / len(places), sum(at[1] for at in places) / len(places)


# --- generals -------------------------------------------------------------------------------------------------------


def _general(view: Battle, general: General, mine: Sequence[tuple[Unit, Rect]]) -> str:
    """To a unit that is shaken or has routed, within a ride; else behind the middle of those he leads."""
    if general.removed:
        return ""
    led = [one for one in mine if not general.assigned or one[0].id in general.assigned]
    at = _place(view, general)
    if not led or at is None:
        return ""
    weak = [one for one in led if one[0].morale in {"shaken", "routed"} and one[0].id != general.attached_to]
    near = sorted((points(point(at), centre(rect)), unit.id) for unit, rect in weak)
    leave: tuple[o.Leg, ...] = (o.Detach(),) if general.attached_to else ()
    if near and not isinstance(ride(view, general, (*leave, o.Attach(near[0][1]))), Refusal):
        return f"{general.id} join {near[0][1]}"
    if general.attached_to:
        return ""
    mid = (sum(rect.x for _, rect in led) / len(led), sum(rect.y for _, rect in led) / len(led))
    far = points(point(at), mid)
    if far < view.inches(5) / 100:
        return ""
    share = min(1.0, most_ride(view, general.id, view.inches(20)) / 100 / far)
    to = (at.x / 100 + (mid[0] - at.x / 100) * share, at.y / 100 + (mid[1] - at.y / 100) * share)
    return f"{general.id} to {say_spot(spot(to))}"


def _place(view: Battle, general: General) -> Spot | None:
    unit = view.units.get(general.attached_to) if general.attached_to else None
    return unit.pose.at if unit is not None and unit.pose is not None else general.at
