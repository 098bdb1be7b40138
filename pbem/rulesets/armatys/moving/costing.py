"""What a path costs and where it leads: time, speed, terrain, obstacles (AR-G10, AR-G11, AR-G12, AR-G13,
AR-G14, AR-ter).

Times are shares of a move.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from pbem.engine.kept import kept
from pbem.engine.table.advance import first_touch
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import meets
from pbem.engine.table.distances import cross, point_line
from pbem.engine.table.edges import holds
from pbem.engine.table.measures import NOISE, TOUCH, Inches
from pbem.engine.table.paths import Ahead, Leg, Turn, Wheel, entry_and_exit, leg_length, length_in_area, part
from pbem.engine.table.places import point
from pbem.engine.table.rects import Anchor, Face, Rect, anchor_of, edge, local_point, pose_of
from pbem.engine.table.shapes import Box, Polyline, pieces
from pbem.rulesets.armatys.special.barring import no_ground
from pbem.rulesets.armatys.state.battle import LINES, Battle, Piece
from pbem.rulesets.armatys.state.units import Unit

SLACK = 0.001
ENDLESS = 1e9
"""Of a path whose whole time is wanted."""
HALVINGS = 40
"""AR-G10: by which the sum of times may exceed a move."""
FRIEND = 0.1
"""AR-D20: inches short of a friend at which a unit stops."""
HALF = 0.5
"""AR-move-3, AR-ter-13, AR-G12: a change of formation, a hedge or wall, a turn."""
ON_ROAD = 0.5
"""Inches between a road and the middle of the front of a unit on it."""
DEGREE = 10
SLOW = ("steep_hill", "stream", "river", "wood", "town", "rough", "marsh", "wagons")
"""AR-ter-5, AR-ter-10, AR-Q58, AR-ter-16: half speed."""
WATER = ("stream", "river")
OBSTACLES = ("hedge", "wall", "ditch")
"""AR-ter-13, AR-G14: crossed at half a move."""


class Stretch(NamedTuple):
    """A part of a path made at one speed."""

    rect: Rect
    """At the beginning of its leg."""
    leg: Leg
    start: Inches
    """Along the leg."""
    end: Inches
    """Along the leg."""
    began: float
    """Time."""
    over: float
    """Time."""
    ground: frozenset[str]
    """The pieces of terrain that the unit is in; obstacles that it crosses at its beginning."""


_Bar: TypeAlias = tuple[tuple[str, ...], str | None]
"""What closes a stretch to a unit: the rules, the piece of terrain."""


class Trip(NamedTuple):
    """A path as far as it can be made.  stopped: why it goes no farther (rules, the piece in the way)."""

    start: Rect
    stretches: tuple[Stretch, ...]
    time: float
    stopped: _Bar | None = None


def trip(
    battle: Battle,
    unit: Unit,
    start: Rect,
    legs: Sequence[Leg],
    *,
    speed: float,
    began: float = 0.0,
    limit: float = 1.0,
) -> Trip:
    """A path from where a unit stands, until a move of time is used, or ground bars it.

    start: where it stands.  speed: inches of a full move.  began: time used before.  limit: of all time.
    """
    drawn_up = (unit.id, unit.mounted, unit.march_column, unit.status)
    way = tuple((type(leg), leg) for leg in legs)  # an advance and a wheel of the same number are equal tuples
    key = ("trip", drawn_up, start, way, speed, began, limit)
    return kept(battle, key, lambda: _trip(battle, unit, start, legs, speed, began, limit))


def _trip(  # who, whence, which way, how fast, from when to when
    battle: Battle, unit: Unit, start: Rect, legs: Sequence[Leg], speed: float, began: float, limit: float
) -> Trip:
    rect, time, found = start, began, list[Stretch]()
    for leg in legs:
        for stretch, bar in _way(battle, unit, rect, leg, speed, limit - time):
            if bar is not None:
                return Trip(start, tuple(found), time, bar)
            lump = HALF * sum(1 for one in stretch.ground if one.startswith("!"))
            needed = lump + (stretch.over - stretch.began)
            if time + lump > limit + SLACK:
                found = [*found[:-1], *(_before_the_line(one) for one in found[-1:])]
                return Trip(start, tuple(found), time, (("AR-ter-13", "AR-G14"), _piece(stretch)))
            if time + needed > limit + SLACK:
                share = max(0.0, limit - time - lump) / (stretch.over - stretch.began) if speed > 0 else 0.0
                reached = Inches(stretch.start + (stretch.end - stretch.start) * share)
                found.append(stretch._replace(began=time + lump, over=limit, end=reached))
                return Trip(start, tuple(found), limit, (("AR-G10",), None))
            found.append(stretch._replace(began=time + lump, over=time + needed))
            time += needed
        rect = part(rect, leg, leg_length(rect, leg) + 1)
    return Trip(start, tuple(found), time)


def _way(
    battle: Battle, unit: Unit, rect: Rect, leg: Leg, speed: float, left: float
) -> Iterable[tuple[Stretch, _Bar | None]]:
    """The parts of a leg, each with what closes it.  left: of all time.

    A wheel is measured once: with the advances that may follow, and alone.
    """
    if not isinstance(leg, Wheel):
        return _judged(battle, unit, rect, leg, speed, left)
    key = ("wheel", unit.id, unit.mounted, unit.march_column, unit.status, rect, leg.by, speed)
    return kept(battle, key, lambda: tuple(_judged(battle, unit, rect, leg, speed, left)))


def _judged(
    battle: Battle, unit: Unit, rect: Rect, leg: Leg, speed: float, left: float
) -> Iterator[tuple[Stretch, _Bar | None]]:
    country = _country(battle, rect, leg, (left + 2 * SLACK) * speed if speed > 0 else ENDLESS)
    for stretch in _stretches(battle, unit, rect, leg, speed, country):
        yield stretch, _bar(battle, unit, stretch, country)


def _before_the_line(stretch: Stretch) -> Stretch:
    """AR-G14: it ends on the near side of an obstacle, so that the next move there pays for it."""
    return stretch._replace(end=Inches(max(stretch.start, stretch.end - 2 * TOUCH)))


def at_time(made: Trip, time: float) -> Rect:
    """Where the unit stands at a time of its move."""
    begun = [one for one in made.stretches if one.began < time + SLACK / 100]
    if not begun:
        return made.start
    one = begun[-1]
    if one.over <= time or one.over == one.began:
        return part(one.rect, one.leg, one.end + (TOUCH if isinstance(one.leg, Turn) else 0))
    done = max(0.0, time - one.began) / (one.over - one.began)
    return part(one.rect, one.leg, one.start + (one.end - one.start) * done)


def covered(made: Trip, time: float = 1.0) -> Inches:
    """The inches of path made until a time."""
    inches = 0.0
    for one in made.stretches:
        whole = one.over - one.began
        if not isinstance(one.leg, Turn) and time > one.began:
            inches += (one.end - one.start) * (min(1.0, (time - one.began) / whole) if whole > 0 else 1.0)
    return Inches(inches)


def met(battle: Battle, made: Trip, time: float = 1.0) -> Iterator[Piece]:
    """The pieces of terrain that the unit was in, or crossed, for more than 0.005 inch until a time (AR-G13)."""
    inside: dict[str, float] = {}
    for one in made.stretches:
        if one.began >= time:
            break
        whole = one.over - one.began
        part_done = min(1.0, (time - one.began) / whole) if whole > 0 else 1.0
        for name in one.ground:
            crossed = name.startswith("!")
            inches = 1.0 if crossed else (one.end - one.start) * part_done
            inside[name.removeprefix("!")] = inside.get(name.removeprefix("!"), 0.0) + inches
    yield from (one for one in battle.terrain if inside.get(one.id, 0.0) > 0.005)


class Waymark(NamedTuple):
    """A place on a path.  Between two marks the pace is even; two marks at one place: time spent standing there."""

    inches: float
    """From its beginning."""
    time: float
    """In moves, when it is reached."""


class ClosedGround(NamedTuple):
    """Where ground closed to the unit begins (AR-ter-3, AR-ter-4, AR-ter-6, AR-ter-9, AR-ter-14)."""

    inches: float
    """Along the path."""
    piece: str
    """The piece of terrain; '' for the table's edge."""
    rules: tuple[str, ...]
    """Those that close it."""


class Paced(NamedTuple):
    """A path with its time: marks to its end, or to where closed ground ends it."""

    marks: tuple[Waymark, ...]
    closed: ClosedGround | None = None


def paced(battle: Battle, unit: Unit, start: Rect, legs: Sequence[Leg], speed: float) -> Paced:
    """AR-G10: a whole path from a footprint.  speed: inches of a whole move on open ground, deductions made."""
    if not speed:
        return Paced((Waymark(0.0, 0.0),))
    made = trip(battle, unit, start, legs, speed=speed, limit=ENDLESS)
    marks, inches = [Waymark(0.0, 0.0)], 0.0
    for one in made.stretches:
        marks += [Waymark(inches, one.began)] if one.began > marks[-1].time + SLACK / 100 else []
        inches += 0.0 if isinstance(one.leg, Turn) else one.end - one.start
        marks.append(Waymark(inches, one.over))
    closed = ClosedGround(inches, made.stopped[1] or "", made.stopped[0]) if made.stopped is not None else None
    return Paced(tuple(marks), closed)


def ground_counters(battle: Battle, unit: Unit, start: Rect, legs: Sequence[Leg], inches: float) -> int:
    """AR-Q59: the counters of terrain that so much of a path brings."""
    return terrain_counters(unit, ground_met(battle, unit, start, legs, inches))


def ground_met(battle: Battle, unit: Unit, start: Rect, legs: Sequence[Leg], inches: float) -> list[Piece]:
    """The pieces of terrain that so much of a path leads through or across."""
    made = trip(battle, unit, start, legs, speed=1.0, limit=ENDLESS)
    return list(met(battle, made, _when(made, inches)))


def _when(made: Trip, inches: float) -> float:
    """The time at which so much of a path is covered."""
    early, late = 0.0, made.time
    if covered(made, late) <= inches:
        return late
    for _ in range(HALVINGS):
        half = (early + late) / 2
        early, late = (half, late) if covered(made, half) < inches else (early, half)
    return late


# --- a leg as stretches ---------------------------------------------------------------------------------------------


class _Country(NamedTuple):
    """What a leg may come to."""

    near: tuple[Piece, ...]
    """Terrain that slows, bars or costs something."""
    edge: bool
    """An edge of the table."""

    @property
    def free(self) -> bool:
        """Neither."""
        return not self.near and not self.edge


def _country(battle: Battle, rect: Rect, leg: Leg, most: float) -> _Country:
    """What a leg may come to, of which no more inches than so many are made: by boxes, on the safe side."""
    around = rect.half_width + rect.half_depth + ON_ROAD
    way = 2 * around if isinstance(leg, Wheel) else min(leg_length(rect, leg), most)
    back, on = -way, way
    if isinstance(leg, Ahead):
        back, on = (0.0, way) if leg.distance > 0 else (-way, 0.0)
    elif not isinstance(leg, Turn):
        around += way
    xs = (rect.x + rect.fx * back, rect.x + rect.fx * on)
    ys = (rect.y + rect.fy * back, rect.y + rect.fy * on)
    west, south, east, north = min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around
    strip = rect._replace(
        x=(xs[0] + xs[1]) / 2, y=(ys[0] + ys[1]) / 2, half_width=around, half_depth=around + (on - back) / 2
    )
    near = tuple(
        one for one in battle.costly
        if one.box[0] <= east and one.box[2] >= west and one.box[1] <= north and one.box[3] >= south
        and (_in_swing(rect, leg, one) if isinstance(leg, Wheel) else one.kind in LINES or meets(strip, one.area))
    )  # fmt: skip
    box = _way_of_front(rect, leg) if isinstance(leg, Wheel) else (west, south, east, north)
    wide, deep = battle.table.width / 100, battle.table.depth / 100
    return _Country(near, not (min(box) > 0 and box[2] < wide and box[3] < deep))


def _corner(rect: Rect, leg: Wheel) -> Point:
    """The front corner about which a unit wheels."""
    return local_point(rect, rect.half_width if leg.by > 0 else -rect.half_width, rect.half_depth)


def _way_of_front(rect: Rect, leg: Wheel) -> Box:
    """The box about the circle on which the middle of the front goes in a wheel (AR-G20)."""
    (x, y), far = _corner(rect, leg), rect.half_width
    return x - far, y - far, x + far, y + far


def _in_swing(rect: Rect, leg: Wheel, piece: Piece) -> bool:
    """Whether a unit comes into an area as it wheels, or its front comes upon an obstacle."""
    if piece.kind not in LINES:
        return length_in_area(rect, leg, piece.area) > 0
    if piece.kind not in OBSTACLES or point_line(_corner(rect, leg), piece.way) > 2 * rect.half_width + TOUCH:
        return False
    return _front_meets(rect, leg, leg_length(rect, leg), piece.way) is not None


def _stretches(battle: Battle, unit: Unit, rect: Rect, leg: Leg, speed: float, country: _Country) -> Iterator[Stretch]:
    """The parts of a leg, each with its time for its own speed, from time 0."""
    if isinstance(leg, Turn):
        yield Stretch(rect, leg, Inches(0), Inches(0), 0.0, 0.0, frozenset())
        return
    length = leg_length(rect, leg)
    crossings = list(_crossings(country.near, rect, leg, length))
    borders = () if country.free else _borders(battle, country.near, rect, leg, length)
    stops = sorted({0.0, *borders, *(at for at, _ in crossings if 0 < at < length - NOISE), length})
    for start, end in pairwise(stops):
        ground = _ground(battle, country.near, unit, part(rect, leg, (start + end) / 2)) if country.near else []
        slow = any(one.kind in SLOW for one in ground)
        time = (end - start) / (speed / 2 if slow else speed) if speed > 0 else 2.0 + end - start
        crossed = {f"!{name}" for at, name in crossings if start <= at < end - NOISE}
        yield Stretch(rect, leg, Inches(start), Inches(end), 0.0, time, frozenset({one.id for one in ground} | crossed))
    reached = frozenset(f"!{name}" for at, name in crossings if at >= length - NOISE)
    if reached:
        yield Stretch(rect, leg, length, length, 0.0, 0.0, reached)


def _borders(battle: Battle, near: Sequence[Piece], rect: Rect, leg: Leg, length: float) -> Iterator[float]:
    """Where along a leg the ground changes."""
    if isinstance(leg, Wheel):
        steps = max(1, abs(leg.by) // DEGREE)
        yield from (length * step / steps for step in range(1, steps))
    elif isinstance(leg, Ahead):
        for one in near:
            if one.kind not in LINES:
                for start, end in entry_and_exit(rect, leg.distance, one.area):
                    yield from (max(0.0, min(start, length)), max(0.0, min(end, length)))
        yield from (at for at in _edges(battle, rect, leg.distance) if 0 < at < length)
    else:
        steps = max(1, int(length * 4))
        yield from (length * step / steps for step in range(1, steps))


def _edges(battle: Battle, rect: Rect, distance: float) -> Iterator[float]:
    """AR-G20: where a straight move brings the middle of the front to the table's edges."""
    sign = 1 if distance > 0 else -1
    at = anchor_of(rect, Anchor.FRONT)
    for place, step, far in zip(
        at, (rect.fx * sign, rect.fy * sign), (battle.table.width, battle.table.depth), strict=True
    ):
        if step:
            yield max(-place / step, (far / 100 - place) / step)


def _crossings(near: Sequence[Piece], rect: Rect, leg: Leg, length: float) -> Iterator[tuple[float, str]]:
    """AR-G14: where along a leg the front edge reaches a hedge, wall or ditch."""
    for one in near:
        if one.kind not in OBSTACLES:
            continue
        way = one.way
        if isinstance(leg, Ahead) and leg.distance > 0:
            front = Rect(
                rect.x + rect.fx * (rect.half_depth - TOUCH), rect.y + rect.fy * (rect.half_depth - TOUCH),
                rect.fx, rect.fy, rect.half_width, TOUCH, rect.facing,
            )  # fmt: skip
            at = first_touch(front, way)
            if at is not None and TOUCH < at <= length + NOISE:
                yield at, one.id
        elif not isinstance(leg, Turn):
            turned = _front_meets(rect, leg, length, way)
            if turned is not None:
                yield turned, one.id


def _front_meets(rect: Rect, leg: Leg, length: float, way: Polyline) -> float | None:
    """The same for wheels and moves back or sideways: tried at every quarter of an inch."""
    if _on_line(rect, way):
        return None
    steps = max(1, int(length * 4))
    for step in range(1, steps + 1):
        if _on_line(part(rect, leg, length * step / steps), way):
            return length * (step - 1) / steps
    return None


def _on_line(rect: Rect, way: Polyline) -> bool:
    front = edge(rect, Face.FRONT)
    return any(cross(front, piece) for piece in pieces(way))


# --- ground ---------------------------------------------------------------------------------------------------------


def _ground(battle: Battle, near: Sequence[Piece], unit: Unit, rect: Rect) -> list[Piece]:
    """The areas that a unit is in there, as far as they count: a ford is no water, a road no wood and no town."""
    inside = [one for one in near if one.kind not in LINES and meets(rect, one.area)]
    if any(one.kind == "ford" for one in inside):
        inside = [one for one in inside if one.kind not in WATER]
    if inside and by_road(battle, unit, rect):
        inside = [one for one in inside if one.kind not in ("wood", "town")]
    return inside


def by_road(battle: Battle, unit: Unit, rect: Rect) -> bool:
    """AR-ter-9, AR-Q62: in march column or limbered, on a road."""
    if not unit.march_column and not (unit.gun and unit.status == "limbered"):
        return False
    at = point(pose_of(rect, Anchor.FRONT).at)
    return any(one.kind == "road" and point_line(at, one.way) <= ON_ROAD for one in battle.terrain)


def closed_to(unit: Unit, piece: Piece) -> tuple[str, ...]:
    """The rules that bar a piece of terrain to a unit; () for none."""
    heavy = unit.cavalry or unit.gun is not None
    match piece.kind:
        case "cliff":
            return ("AR-ter-3",)
        case "stream" | "river" if not piece.crossable:
            return ("AR-ter-6",)
        case "stream" | "river" if unit.gun:
            return ("AR-ter-4",)
        case "wood" | "town" if heavy:
            return ("AR-ter-9",)
        case "marsh" | "wagons" if heavy:
            return ("AR-ter-16",)
        case "wall" if unit.gun:
            return ("AR-ter-14",)
        case "ditch" if unit.gun:
            return ("AR-ter-16",)
        case "hedge" if heavy and not piece.crossable:
            return ("AR-ter-1",)
    return ()


def _bar(battle: Battle, unit: Unit, stretch: Stretch, country: _Country) -> _Bar | None:
    """What closes a stretch to a unit: ground, an obstacle, the table's edge."""
    named = {one.id: one for one in country.near} if stretch.ground else {}
    for name in sorted(stretch.ground):
        piece = named[name.removeprefix("!")]
        rules = closed_to(unit, piece) or no_ground(battle, unit, piece.id)
        if rules and not (piece.kind == "wall" and _at_gate(battle, stretch)):
            return rules, piece.id
    if not country.edge:
        return None
    end = pose_of(part(stretch.rect, stretch.leg, stretch.end), Anchor.FRONT)
    return None if holds(battle.table, point(end.at)) else (("AR-G20",), None)


def _at_gate(battle: Battle, stretch: Stretch) -> bool:
    """AR-ter-14: the middle of the front goes through a gate."""
    at = point(pose_of(part(stretch.rect, stretch.leg, stretch.start), Anchor.FRONT).at)
    return any(one.kind == "gate" and point_line(at, one.way) <= ON_ROAD for one in battle.terrain)


def _piece(stretch: Stretch) -> str | None:
    return next((one.removeprefix("!") for one in sorted(stretch.ground) if one.startswith("!")), None)


def terrain_counters(unit: Unit, ground: Iterable[Piece]) -> int:
    """AR-ter-5, AR-ter-8, AR-ter-10, AR-Q59, AR-Q61: counters for the ground that a unit has moved in."""
    pieces = list(ground)
    kinds = [one.kind for one in pieces]
    wet = any(kind in WATER for kind in kinds)
    ford = any(one.kind == "ford" and not meets(unit.rect, one.area) for one in pieces)  # AR-Q61: once
    covered_ground = not unit.cavalry and not unit.gun and any(kind in ("wood", "town", "wagons") for kind in kinds)
    ditch = "ditch" in kinds and (unit.cavalry or len(unit.rows) > 1)
    return wet + ford + covered_ground + ditch
