"""Command distance, round enemies and impassable ground (FS-3.1.1a, FS-3.1.1b, FS-3.1.1c, FS-3.1.1d, G-29)."""

from itertools import pairwise

from pbem.engine.ids import StandId
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import crosses
from pbem.engine.table.distances import nearest_on_rect, points
from pbem.engine.table.measures import Hundredths, within
from pbem.engine.table.places import point
from pbem.engine.table.rects import Rect, corners
from pbem.engine.table.shapes import Polygon
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.places import footprints, parts_of
from pbem.rulesets.fornovo.state.battle import BARRIERS, Battle, General, leader
from pbem.rulesets.fornovo.state.units import Unit

Obstacle = Rect | Polygon


def commanded_by(battle: Battle, unit: Unit) -> list[StandId]:
    """The generals in whose command distance a unit is, an attached one included, by id."""
    attached = leader(battle, unit.id)
    found = [one.id for one in battle.generals.values() if one is attached or _commands(battle, one, unit)]
    return sorted(found)


def in_command(battle: Battle, unit: Unit) -> bool:
    """FS-8.7: whether any general has it in command distance."""
    return battle.led or bool(commanded_by(battle, unit))


def command_distance(battle: Battle, general: General, unit: Unit) -> Hundredths:
    """FS-3.1.1a, FS-3.1.1b."""
    far = battle.inches(t.COMMAND_DISTANCE[general.kind])
    return Hundredths(far // 2) if unit.type == "I" else far


def _commands(battle: Battle, general: General, unit: Unit) -> bool:
    """FS-3a, FS-3.1.2c: a free general of its side, an S/G his own units only."""
    mine = parts_of(battle, unit)
    if general.removed or general.attached_to or general.at is None or not mine or general.side != unit.side:
        return False
    if general.kind == "sg" and unit.id not in general.assigned:
        return False
    far = command_distance(battle, general, unit)
    start = point(general.at)
    near = [part for part in mine if within(points(start, nearest_on_rect(start, part)), far)]
    if not near:
        return False
    enemies: list[Obstacle] = [one.rect for one in footprints(battle) if one.unit.side != unit.side]
    ground = [one.area for one in battle.terrain if one.kind in BARRIERS]
    return any(within(_trace(start, part, [*enemies, *ground]), far) for part in near)


def _trace(start: Point, goal: Rect, around: list[Obstacle]) -> float:
    """G-29: the shortest way from a point to a footprint outside all obstacles, by their corners."""
    done: dict[Point, float] = {start: 0.0}
    open_ends = [start]
    turns = [corner for one in around for corner in (corners(one) if isinstance(one, Rect) else one.points)]
    best = 1e300
    while open_ends:
        at = min(open_ends, key=lambda one: (done[one], one))
        open_ends.remove(at)
        if done[at] >= best:
            break
        for end in (*corners(goal), nearest_on_rect(at, goal)):
            if _clear(at, end, around):
                best = min(best, done[at] + points(at, end))
        for corner in turns:
            far = done[at] + points(at, corner)
            if far < done.get(corner, 1e300) - 1e-9 and _clear(at, corner, around):
                done[corner] = far
                open_ends.append(corner)
    return best


def _clear(start: Point, end: Point, around: list[Obstacle]) -> bool:
    return not any(crosses(one, other, thing) for one, other in pairwise((start, end)) for thing in around)
