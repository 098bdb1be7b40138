"""Rout moves and pursuits (FS-7.2.1, FS-7.3, FS-7.5, G-22, G-23, G-24, G-25)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pbem.engine.ids import StandId
from pbem.engine.table.advance import advanced
from pbem.engine.table.angles import EIGHTH, Point, bearing, opposite, relative, rightward
from pbem.engine.table.contact import meets
from pbem.engine.table.distances import rect_line
from pbem.engine.table.edges import holds, inwards
from pbem.engine.table.lateral import Interval, corridor_interval, free_intervals
from pbem.engine.table.measures import TOUCH, Hundredths, Tenths, hundredths, within
from pbem.engine.table.places import Pose, Spot, spot
from pbem.engine.table.rects import Anchor, Face, Rect, centre, middle, pose_of
from pbem.engine.table.shapes import Polygon, rect_polygon
from pbem.engine.table.turning import faced
from pbem.rulesets.fornovo.moving.places import (
    OnTable,
    Parts,
    charge_move,
    faced_about,
    footprints,
    parts_at,
    parts_of,
    rect_of,
)
from pbem.rulesets.fornovo.moving.strips import (
    barriers,
    beyond,
    enemies_in,
    farthest,
    friends_in,
    met,
    short_of,
    swerves,
    turned,
)  # fmt: skip
from pbem.rulesets.fornovo.state.battle import Battle, Chase, army_of
from pbem.rulesets.fornovo.state.units import Unit

MOST_SWERVE = 450
"""Tenths of a degree (FS-7.2.1b)."""


class Flight(NamedTuple):
    """A rout move as it would be made."""

    to: Pose
    """Where it ends."""
    inches: Hundredths
    """Of its way."""
    bursts: tuple[StandId, ...]
    """Friends burst through."""
    flowed: tuple[StandId, ...]
    """Units flowed round, whom its pursuers flow round too (FS-7.5b)."""
    end: Literal["", "surrendered", "dispersed", "fled"]
    """Why it is gone, if it is."""


def flight(battle: Battle, unit: Unit, swerve: Literal["left", "right"], *, half: bool = False) -> Flight | None:
    """A rout move, or half of one, at charge speed (FS-7.2.1a, FS-Q35); None for a unit without a place."""
    stood = rect_of(battle, unit)
    if stood is None:
        return None
    allowance = Hundredths(charge_move(unit, battle.scale) // (2 if half else 1))
    first = _first_facing(battle, unit, stood) if unit.rout_moves == 0 else stood.facing
    start = faced_about(battle, unit, stood, first)
    behind = {
        one.unit.id for one in enemies_in(battle, unit)
        if any(meets(part, one.rect) for part in parts_of(battle, unit)) and not _ahead(start, one.rect)
    }  # fmt: skip
    enemies = enemies_in(battle, unit, behind)
    rect = faced_about(battle, unit, stood, _facing(battle, unit, start, allowance, enemies, swerve))
    return _run(battle, unit, rect, allowance, enemies)


def _first_facing(battle: Battle, unit: Unit, stood: Rect) -> Tenths:
    """G-22: away from the enemy that caused the rout, or is after it; none: towards its baseline."""
    after = sorted(one.unit for one in battle.pursuits if one.target == unit.id)
    by = battle.units.get(unit.routed_from or (after[0] if after else unit.id))
    its = rect_of(battle, by) if by is not None and by.id != unit.id else None
    return bearing(centre(its), centre(stood)) if its is not None else homewards(battle, unit)


def homewards(battle: Battle, unit: Unit) -> Tenths:
    """The bearing square to its own baseline."""
    return opposite(inwards(army_of(battle, unit.side).edge))


def _ahead(rect: Rect, other: Rect) -> bool:
    return abs(relative(bearing(centre(rect), centre(other)), rect.facing)) < EIGHTH


def _facing(
    battle: Battle, unit: Unit, start: Rect, allowance: Hundredths, enemies: Sequence[OnTable], swerve: str
) -> Tenths:
    """FS-7.2.1b, FS-7.2.1c: up to 45 degrees towards its baseline, or away from enemies in its path."""
    off = relative(homewards(battle, unit), start.facing)
    wanted = turned(start.facing, max(-MOST_SWERVE, min(MOST_SWERVE, off)))
    for turn in swerves(swerve):
        tried = turned(wanted, turn)
        mine = parts_at(battle, unit, faced_about(battle, unit, start, tried))
        clear = all(met(mine, tried, allowance / 100, one.rect) is None for one in enemies)
        if abs(relative(tried, start.facing)) <= MOST_SWERVE and clear:
            return tried
    return wanted


def _run(battle: Battle, unit: Unit, rect: Rect, allowance: Hundredths, enemies: Sequence[OnTable]) -> Flight:
    """FS-7.2.1d, FS-7.2.1e, FS-7.2.1f: straight on, round others, through friends, or to its end."""
    way = rect.facing
    mine = parts_at(battle, unit, rect)
    far = farthest(battle, unit, rect, way, allowance)
    friends = [one for one in friends_in(battle, unit) if not firm(battle, one.unit)]
    walls = [one.area for one in barriers(battle, rect)]
    walls += [rect_polygon(one.rect) for one in friends_in(battle, unit) if firm(battle, one.unit)]
    if unit.rout_moves == 0:
        wide = {one.unit.id: _overlap(rect, far, rect_of(battle, one.unit) or one.rect) for one in friends}
        friends = [one for one in friends if wide[one.unit.id] * 4 >= 2 * rect.half_width - TOUCH]
    in_friends = [one for one in friends if met(mine, way, far, one.rect) is not None]
    in_enemies = [one for one in enemies if met(mine, way, far, one.rect) is not None]
    in_walls = [one for one in walls if met(mine, way, far, one) is not None]
    flowed: tuple[StandId, ...] = ()
    shapes = _to_flow(unit, in_friends, in_enemies, in_walls, friends, enemies, walls)
    if shapes:
        shift = _round(rect, far, shapes)
        if shift is not None:
            rect = _aside(rect, shift)
            mine = parts_at(battle, unit, rect)
            flowed = tuple(dict.fromkeys(one.unit.id for one in (*in_friends, *in_enemies)))
            flown = in_friends if unit.rout_moves else []
            in_friends = [one for one in in_friends if one not in flown]
            in_enemies, in_walls = ([] if unit.rout_moves else in_enemies), []
    if in_enemies or in_walls:
        return Flight(pose_of(rect, Anchor.FRONT), Hundredths(0), (), (), "surrendered" if in_enemies else "dispersed")
    far = beyond(mine, way, far, in_friends)
    end = advanced(rect, far)
    gone = not holds(battle.table, middle(end, Face.FRONT))
    woods = unit.mounted and any(_enters(mine, way, far, one) for one in _heavy(battle))
    bursts = tuple(dict.fromkeys(one.unit.id for one in in_friends))
    return Flight(
        pose_of(end, Anchor.FRONT), hundredths(far), bursts, flowed, "fled" if gone else "dispersed" if woods else ""
    )


def _to_flow(  # what is in the strip, and what is beside it
    unit: Unit, in_friends: Sequence[OnTable], in_enemies: Sequence[OnTable], in_walls: Sequence[Polygon],
    friends: Sequence[OnTable], enemies: Sequence[OnTable], walls: Sequence[Polygon],
) -> list[Rect | Polygon]:  # fmt: skip
    """G-24: what it tries to flow round: impassable ground always, units from its second rout move on."""
    if not in_walls and not (unit.rout_moves and (in_friends or in_enemies)):
        return []
    others: list[Rect | Polygon] = [*walls]
    if unit.rout_moves:
        others += [one.rect for one in (*friends, *enemies)]
    return others


def _heavy(battle: Battle) -> list[Polygon]:
    return [one.area for one in battle.terrain if one.kind == "heavy_wood"]


def _enters(mine: Parts, way: Tenths, far: float, area: Polygon) -> bool:
    """FS-11.5.2, FS-Q78: mounted troops forced into heavy woods are dispersed."""
    return met(mine, way, far, area) is not None


def firm(battle: Battle, unit: Unit) -> bool:
    """FS-7.2.1g, FS-Q41: squares, units in hard cover or buildings are never burst through."""
    rect = rect_of(battle, unit)
    works = [one.way for one in battle.terrain if one.kind in {"light_works", "heavy_works"}]
    near = rect is not None and any(within(rect_line(rect, one), battle.inches(1)) for one in works)
    return unit.formation == "square" or unit.inside is not None or near


def _overlap(rect: Rect, far: float, other: Rect) -> float:
    """G-24: the width of a friend inside the swept strip."""
    found = corridor_interval(rect, far, other)
    return found[1] - found[0] if found else 0.0


def _round(rect: Rect, far: float, shapes: Sequence[Rect | Polygon]) -> float | None:
    """G-23: inches to the right by which it passes; None if there is no gap."""
    half = rect.half_width
    taken: list[Interval] = [found for one in shapes if (found := corridor_interval(rect, far, one, half)) is not None]
    best: float | None = None
    for start, end in free_intervals((-2 * half, 2 * half), taken):
        if end - start < half - TOUCH or end <= -half + TOUCH or start >= half - TOUCH:
            continue
        left, right = _open_end(start, -2 * half), _open_end(end, 2 * half)
        wide = right - left >= 2 * half - TOUCH
        shift = max(left + half, min(right - half, 0.0)) if wide else (left + right) / 2
        if best is None or abs(shift) < abs(best) - TOUCH:
            best = shift
    return best


def _open_end(end: float, limit: float) -> float:
    """Beyond half its frontage outside the strip there is room enough."""
    return 2 * limit if abs(end - limit) <= TOUCH else end


def _aside(rect: Rect, shift: float) -> Rect:
    east, north = rightward(rect.facing)
    return rect._replace(x=rect.x + east * shift, y=rect.y + north * shift)


# --- pursuits -------------------------------------------------------------------------------------------------------


class Hunt(NamedTuple):
    """A pursuit move as it would be made."""

    to: Pose
    """Where it ends."""
    inches: Hundredths
    """Of its way."""
    caught: StandId | None
    """The target, if it is caught."""
    crash: StandId | None
    """A fresh enemy run into (FS-7.3a, FS-Q96)."""
    off: bool
    """It leaves the table after its target (FS-7.4a)."""
    edge: Spot
    """Where, if it does: the place of the edge nearest to where it ends."""


def hunt(battle: Battle, chase: Chase, allowance: Hundredths, flowed: Sequence[StandId] = ()) -> Hunt | None:
    """G-25: straight after the target, up to the first enemy.  None: there is nothing to go after."""
    unit = battle.units[chase.unit]
    rect = rect_of(battle, unit)
    target = battle.units.get(chase.target) or battle.removed.get(chase.target)
    its = rect_of(battle, target) if target is not None else None
    if rect is None or target is None or its is None:
        return None
    fled = chase.target not in battle.units
    if fled and target.left_table is None:
        return None
    way = _way(rect, its, target)
    rect = faced_about(battle, unit, rect, way)
    mine = parts_at(battle, unit, rect)
    far = farthest(battle, unit, rect, way, allowance)
    caught = None if fled else _touch(mine, way, parts_at(battle, target, its), far)
    crash: StandId | None = None
    nearest = caught if caught is not None else far
    for one in enemies_in(battle, unit, {chase.target, *flowed}):
        touch = _touch(mine, way, (one.rect,), nearest)
        if touch is not None and touch < nearest - TOUCH:
            nearest, crash, caught = touch, one.unit.id, None
    walls = [met(mine, way, nearest, one.area) for one in barriers(battle, rect)]
    stop = min((one for one in walls if one is not None), default=None)
    if stop is not None:
        nearest, crash, caught = max(0.0, stop), None, None
    if crash is None and caught is None:
        fled_past = [one for one in footprints(battle) if one.unit.side != unit.side and one.unit.id != chase.target]
        nearest = short_of(mine, way, nearest, [*friends_in(battle, unit), *fled_past])
    end = advanced(rect, nearest)
    off = fled or not holds(battle.table, middle(end, Face.FRONT))
    met_target = chase.target if caught is not None else None
    edge = _leaving(battle, middle(end, Face.FRONT))
    return Hunt(pose_of(end, Anchor.FRONT), hundredths(nearest), met_target, crash, off, edge)


def _leaving(battle: Battle, at: Point) -> Spot:
    """The place of the table's edge nearest to a point, outside or inside."""
    wide, deep = battle.table.width / 100, battle.table.depth / 100
    x, y = min(max(at[0], 0.0), wide), min(max(at[1], 0.0), deep)
    if (x, y) != at:
        return spot((x, y))
    edges = ((x, 0.0), (x, deep), (0.0, y), (wide, y))
    return spot(min(edges, key=lambda one: abs(one[0] - x) + abs(one[1] - y)))


def _way(rect: Rect, its: Rect, target: Unit) -> Tenths:
    """Along the router's own flight where that leads to it, else from centre to centre."""
    flight_ = its.facing
    behind = faced(rect, flight_)
    if target.morale == "routed" and met((behind,), flight_, 1000.0, its) is not None:
        return flight_
    return bearing(centre(rect), centre(its))


def _touch(mine: Parts, way: Tenths, its: Parts, far: float) -> float | None:
    """Inches to contact straight ahead, up to a limit; 0 where it touches already."""
    touches = [met(mine, way, far + 2 * TOUCH, other) for other in its]
    found = [max(0.0, min(touch, far)) for touch in touches if touch is not None]
    return min(found, default=None)
