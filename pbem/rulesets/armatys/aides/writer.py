"""Orders for a bound as a careful player writes them: lines kept, charges where the odds say so, the tired rested."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pbem.engine.asks import Ask
from pbem.engine.commanders import commander_of
from pbem.engine.hiding import ghosts_of, is_hidden
from pbem.engine.ids import Side, StandId
from pbem.engine.kept import kept
from pbem.engine.table.angles import Point, ahead, bearing, relative
from pbem.engine.table.arcs import front_zone, meets
from pbem.engine.table.areas import crosses, inside
from pbem.engine.table.areas import meets as lies_in
from pbem.engine.table.detours import NEAR_BY, outside, shortest
from pbem.engine.table.distances import closer, points, rects
from pbem.engine.table.edges import holds, inwards
from pbem.engine.table.measures import Hundredths, Tenths, inches, normal
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.places import Spot, point, spot
from pbem.engine.table.rects import Face, centre, middle
from pbem.engine.table.references import read_spot, say_spot
from pbem.engine.table.shapes import Polygon
from pbem.engine.table.turning import faced
from pbem.engine.table.zones import face_by_rays
from pbem.rulesets.armatys.asks import AskPacket
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.charging import Legal, checked
from pbem.rulesets.armatys.moving.costing import FRIEND, HALF, closed_to
from pbem.rulesets.armatys.moving.ordinary import plan, rect_at
from pbem.rulesets.armatys.moving.riding import behind, ride_time
from pbem.rulesets.armatys.moving.toward import toward
from pbem.rulesets.armatys.special.barring import no_move
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import LINES, Battle, General, army_of, touching, unit_of
from pbem.rulesets.armatys.state.units import Unit, break_number, speed
from pbem.rulesets.armatys.view import side_of

TEMPERS = {
    "steady": "keeps its line, fires first, and charges where the odds are good",
    "bold": "goes forward, and charges whatever it may hope to break",
    "wary": "waits for the enemy, and charges only the shaken",
}


class Temper(NamedTuple):
    """What a temperament does."""

    charge: float
    """The least worth of a charge."""
    waits: bool
    tired: int
    """Counters at which a unit rests."""
    reserve: bool = True
    """Whether who stands behind two friends waits there."""


TEMPERAMENT = {
    "steady": Temper(1.0, waits=False, tired=3),
    "bold": Temper(0.6, waits=False, tired=4, reserve=False),
    "wary": Temper(1.5, waits=True, tired=2),
}
MUSKETS, FIRE = 6.0, 3.0
"""Inches that muskets reach, and at which foot stops to fire, near enough to charge."""
RESERVE = 9.0
"""Inches off the enemy at which a reserve waits."""
URGENT = 0.6
"""By how much less a charge may be worth as the last bound comes."""
GARRISON = 2
"""Units that go for the same ground."""
HORSE_WAITS = 9.0
"""Inches off the enemy at which horse waits to charge."""


def aide(view: Battle, ask: Ask[Any], temper: str = "") -> str:
    """The text of a packet."""
    side = side_of(view, ask.seat) or Side(ask.seat)
    stop = ask.stop if isinstance(ask, AskPacket) else ""
    if stop not in {"", "K2"}:
        return ""
    mood = TEMPERAMENT[temper or "steady"]
    mine = [one for _, one in sorted(view.units.items()) if commander_of(view.armies, one) == ask.seat]
    goals = {code: _goal(view, view.units[code], post) for code, post in _posts(view, side).items()}
    mine.sort(key=lambda one: not one.cavalry)  # foot gives way to horse that turns
    lines, turning = list[str](), list[Unit]()
    for unit in [one for one in mine if _free(view, one)]:
        line = _allowed(view, unit, _ordered(view, unit, goals.get(unit.id), mood))
        if unit.cavalry and isinstance(next(iter(_legs(view, unit, line)), None), o.TurnTo):
            turning.append(unit)
        lines.append("" if not unit.cavalry and _hems_in(view, unit, line, turning) else line)
    lines += [
        _general(view, one) for _, one in sorted(view.generals.items()) if commander_of(view.armies, one) == ask.seat
    ]
    if not view.standing.get(ask.seat):
        lines += ["standing all if charged by horse stand", *_standing(mine)]
    return "\n".join(line for line in lines if line and not (stop and line.split()[1] in {"charge", "rest"}))


def _urged(view: Battle, mood: Temper) -> float:
    """The least worth of a charge now: less as time runs out, for a battle is not won by waiting."""
    return mood.charge - (URGENT * min(view.bound, view.limit) / view.limit if view.limit else 0.0)


def _standing(mine: list[Unit]) -> Iterator[str]:
    """Horse meets horse at the charge."""
    for unit in mine:
        if unit.cavalry and not unit.gun:
            yield f"standing {unit.id} if charged by horse counter"


def _free(view: Battle, unit: Unit) -> bool:
    held = unit.state == "broken" or unit.pursuit is not None or unit.rally_owed or touching(view, unit.id)
    moved = unit.moved or unit.changed or unit.failed_charge
    return not held and not moved and bool(unit.rows)


def _ordered(view: Battle, unit: Unit, goal: Spot | None, mood: Temper) -> str:
    """The line of a unit, '' for none.  goal: the ground to be held that it goes for."""
    foes = sorted(
        ((rects(unit.rect, one.rect), one) for one in view.units.values() if one.side != unit.side and one.figures),
        key=lambda pair: (pair[0], pair[1].id),
    )
    if not foes:
        return _searching(view, unit, goal, mood) if is_hidden(view) else ""
    if unit.gun:
        return _gun(unit, foes[0][0])
    charge = _charge(view, unit, foes, mood) if not _shaken(unit, mood) else ""
    if charge:
        return charge
    near = foes[0][0]
    if unit.counters >= mood.tired and near > MUSKETS:
        return f"{unit.id} rest"
    if unit.cavalry:
        return _horse(view, unit, foes, goal, mood)
    return _foot(view, unit, foes, goal, mood)


def _searching(view: Battle, unit: Unit, goal: Spot | None, mood: Temper) -> str:
    """With no enemy in sight: to its ground, to where one was last seen, or across the table."""
    at_it = goal is not None and points(point(unit.pose.at), point(goal)) < 1
    if unit.gun or at_it or (mood.waits and goal is None):
        return ""
    last_seen = [one.was.pose.at for _, one in sorted(ghosts_of(view, unit.side).items())]
    across = _far_side(view, unit)
    return _going(view, unit, [*([goal] if goal is not None else []), *last_seen, across], FIRE)


def _far_side(view: Battle, unit: Unit) -> Spot:
    """The place before a unit on the far side of the table, a move off its edge."""
    east, north = ahead(inwards(army_of(view, unit.side).edge))
    wide, deep = view.table.width / 100, view.table.depth / 100
    x, y = point(unit.pose.at)
    return spot((min(max(x + east * wide, OFF), wide - OFF), min(max(y + north * deep, OFF), deep - OFF)))


OFF = 6.0
"""Inches off an edge at which a unit stops that looks for the enemy."""


def _allowed(view: Battle, unit: Unit, line: str) -> str:
    """A line of a unit, unless a special rule bars such a move in this bound."""
    if not view.special:
        return line
    changes: dict[str, o.Leg] = {"turn": o.TurnTo(unit.pose.facing), "dismount": o.Dismount()}
    change = changes.get(line.removeprefix(f"{unit.id} ").partition(" ")[0])
    legs = _legs(view, unit, line) if change is None else (change,)
    return "" if legs and no_move(view, unit, legs) else line


def _legs(view: Battle, unit: Unit, line: str) -> tuple[o.Leg, ...]:
    """The parts of the move to a place that a line orders; none of any other line."""
    verb, _, rest = line.removeprefix(f"{unit.id} ").partition(" ")
    return toward(view, unit, (), read_spot(rest.partition(" ")[0])) if verb == "to" else ()


def _hems_in(view: Battle, unit: Unit, line: str, turning: Sequence[Unit]) -> bool:
    """Whether a move takes the room in which horse of its side is about to turn."""
    near = [one for one in turning if closer(unit.rect, one.rect, speed(unit) + 2 * one.rect.half_width)]
    legs = _legs(view, unit, line) if near else ()
    made = plan(view, unit, o.MoveOrder(0, unit.id, legs)) if legs else None
    if made is None or isinstance(made, Objection):
        return False
    end = rect_at(made, made.time)
    return any(
        closer(end, one.rect, one.rect.half_width) and rects(end, one.rect) < rects(unit.rect, one.rect) for one in near
    )


def _shaken(unit: Unit, mood: Temper) -> bool:
    number = break_number(unit) or 4
    return unit.counters >= min(mood.tired, number - 2)


def _gun(unit: Unit, near: float) -> str:
    if unit.status == "abandoned":
        return f"{unit.id} man the gun" if unit.crew_at is not None else ""
    if unit.status in {"limbered", "unlimbering"} and near < 30:  # inches: within reach of any gun
        return f"{unit.id} unlimber"
    return ""


# --- charges --------------------------------------------------------------------------------------------------------


def _charge(view: Battle, unit: Unit, foes: Sequence[tuple[float, Unit]], mood: Temper) -> str:
    """The best charge that is worth it."""
    best: tuple[float, StandId] | None = None
    reach, least = (13.0 if unit.cavalry else 6.5), _urged(view, mood)
    for far, enemy in foes:
        if far > min(reach, speed(unit) + NEAR_BY):
            break
        worth = _worth(unit, enemy)
        if worth < least or (best is not None and worth <= best[0]):
            continue
        if isinstance(checked(view, o.ChargeOrder(0, unit.id, enemy.id), through=False), Legal):
            best = (worth, enemy.id)
    return f"{unit.id} charge {best[1]}" if best is not None else ""


def _worth(unit: Unit, enemy: Unit) -> float:
    """How good a charge is: 1 is even."""
    if enemy.gun:
        return 1.8 if unit.cavalry and enemy.status != "abandoned" else 0.0
    flank = face_by_rays(enemy.rect, middle(unit.rect, Face.FRONT)) is not Face.FRONT
    worth = 1.0 * len(unit.rows[0]) / max(len(enemy.rows[0]), 1) if unit.cavalry == enemy.cavalry else 1.0
    if unit.cavalry and not enemy.cavalry:
        pikes = sum(row.count("P") for row in enemy.rows)
        worth = 0.35 if pikes else 1.3
    elif not unit.cavalry:
        worth = 0.4 if enemy.cavalry else 0.9 * _ratio(unit, enemy)
    worth += 0.8 if flank else 0.0
    worth += 0.6 if enemy.state == "broken" else 0.0
    worth += 0.25 * enemy.counters - 0.2 * unit.counters
    return worth


def _ratio(unit: Unit, enemy: Unit) -> float:
    """Figures against figures, within bounds."""
    return max(0.5, min(1.5, unit.figures / max(enemy.figures, 1)))


# --- moves ----------------------------------------------------------------------------------------------------------


def _foot(view: Battle, unit: Unit, foes: Sequence[tuple[float, Unit]], goal: Spot | None, mood: Temper) -> str:
    near, enemy = foes[0]
    if unit.kind == "dragoons" and unit.mounted and near < 12:  # inches: soon in reach of muskets
        return f"{unit.id} dismount"
    there = goal is not None and points(point(unit.pose.at), point(goal)) < 1
    if near <= MUSKETS:
        before = [one for far, one in foes if far <= MUSKETS and meets(front_zone(unit.rect), one.rect)]
        if near <= FIRE or there or mood.waits:
            return "" if before else _turned(view, unit, enemy)
        return _going(view, unit, [(before or [enemy])[0].pose.at], FIRE)
    if there or (mood.waits and goal is None and near > 2 * MUSKETS):
        return ""
    keep = RESERVE if goal is None and _behind_friends(view, unit, enemy, mood) else FIRE
    return _going(view, unit, [*([goal] if goal is not None else []), enemy.pose.at], keep)


def _behind_friends(view: Battle, unit: Unit, enemy: Unit, mood: Temper) -> bool:
    """Whether two friends who stand stand before it, nearer to the enemy: then it is the reserve."""
    if not mood.reserve:
        return False
    far = rects(unit.rect, enemy.rect)
    before = [
        one for one in view.units.values()
        if one.side == unit.side and one.id != unit.id and one.state == "steady" and not one.gun
        and one.counters < mood.tired and closer(one.rect, unit.rect, 8) and closer(one.rect, enemy.rect, far - 2)
    ]  # fmt: skip
    return len(before) > 1


def _horse(view: Battle, unit: Unit, foes: Sequence[tuple[float, Unit]], goal: Spot | None, mood: Temper) -> str:
    near, _ = foes[0]
    if near <= MUSKETS and _shaken(unit, mood) and _drawn_off(view, unit):
        return f"{unit.id} back {OUT:g}"
    if goal is not None:
        return "" if points(point(unit.pose.at), point(goal)) < 1 else _going(view, unit, [goal], PAST)
    in_reach = [pair for pair in foes if not _sheltered(view, unit, pair[1])]
    wanted = [pair for pair in in_reach if _worth(unit, pair[1]) >= _urged(view, mood)] or in_reach or foes
    far, enemy = wanted[0]
    if mood.waits and near > 2 * HORSE_WAITS:
        return ""
    if far <= HORSE_WAITS and not _parted(view, unit, enemy):
        off = relative(bearing(point(unit.pose.at), centre(enemy.rect)), unit.pose.facing)
        if abs(off) > 450:  # tenths of a degree: the widest wheel of a charge
            return _turned(view, unit, enemy)
    keep = RESERVE if not in_reach or _behind_friends(view, unit, enemy, mood) else 4 if far <= near else PAST
    return _going(view, unit, [one.pose.at for _, one in wanted[:3]], keep)


OUT = 5.0
"""Inches that shaken horse goes back from under fire."""


def _drawn_off(view: Battle, unit: Unit) -> bool:
    """Whether there is room behind it for that."""
    back = (o.Back(Hundredths(round(100 * OUT))),)
    return not isinstance(plan(view, unit, o.MoveOrder(0, unit.id, back)), Objection) and not _held_up(view, unit, back)


PAST = 1.5
"""Inches off an enemy that horse cannot get at, or does not want, at which it goes past him."""


def _sheltered(view: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether an enemy stands where horse may not go: foot must turn him out, and needs the room."""
    return any(lies_in(enemy.rect, one) for one in _shut(view, unit))


def _going(view: Battle, unit: Unit, goals: Sequence[Spot], keep: float) -> str:
    """To the first of some places that there is a way towards, straight, or around what lies before it."""
    (x, y), (east, north) = point(unit.pose.at), ahead(unit.pose.facing)
    straight = spot((x + east * speed(unit), y + north * speed(unit)))
    for goal in goals:
        to, around = _way(view, unit, goal)
        legs = toward(view, unit, (), to)
        if legs and _held_up(view, unit, legs):
            to, legs = straight, toward(view, unit, (), straight) if holds(view.table, point(straight)) else ()
        if legs and not _held_up(view, unit, legs):
            return f"{unit.id} to {say_spot(to)} until enemy within {(AROUND if around else keep):g}"
    detours = [(off, _aside(unit, goals[0], off)) for off in DETOURS]
    detours.sort(key=lambda way: points(point(way[1]), point(goals[0])))
    best = next((to for off, to in detours if _may_go_aside(view, unit, off, to)), None)
    if best is None:
        return f"{unit.id} back 2" if _press(view, unit, (o.Back(Hundredths(200)),)) else ""
    return f"{unit.id} to {say_spot(best)} until enemy within {keep:g}"


def _held_up(view: Battle, unit: Unit, legs: Sequence[o.Leg]) -> bool:
    """Whether a friend stops a move as it begins (AR-D20): a wheel against who stands beside, a press at a ford."""
    friends = [one.rect for one in view.units.values() if one.side == unit.side and one.id != unit.id]
    near = [one for one in friends if closer(unit.rect, one, PRESS)]
    made = plan(view, unit, o.MoveOrder(0, unit.id, tuple(legs))) if near else None
    if made is None or isinstance(made, Objection):
        return False
    turns = isinstance(legs[0], o.TurnTo)
    soon = [rect_at(made, time) for time in ((HALF + 0.01,) if turns else (made.time * 0.06, made.time * 0.2))]
    return any(closer(rect, one, FRIEND) and rects(rect, one) < rects(unit.rect, one) for rect in soon for one in near)


def _press(view: Battle, unit: Unit, back: tuple[o.Leg, ...]) -> bool:
    """Whether friends bar every way on, and there is room behind it."""
    friends = [one for one in view.units.values() if one.side == unit.side and one.id != unit.id]
    made = plan(view, unit, o.MoveOrder(0, unit.id, back))
    beset = any(closer(unit.rect, one.rect, PRESS / 3) for one in friends)
    return beset and not isinstance(made, Objection) and not _held_up(view, unit, back)


PRESS = 1.5
"""Inches off a friend from where on it may be in the way at once."""


AROUND = 2.0
"""Inches off the enemy at which a unit on its way around closed ground stops."""


def _shut(view: Battle, unit: Unit) -> list[Polygon]:
    """The ground closed to a unit."""
    return kept(
        view,
        ("closed to", unit.id),
        lambda: [one.area for one in view.costly if one.kind not in LINES and closed_to(unit, one)],
    )


def _parted(view: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether ground closed to a unit lies between it and an enemy."""
    start, end = point(unit.pose.at), centre(enemy.rect)
    return any(crosses(start, end, one) for one in _shut(view, unit))


def _way(view: Battle, unit: Unit, goal: Spot) -> tuple[Spot, bool]:
    """The goal, or the first place on the shortest way around closed ground, and whether it is such a place."""
    shut = _shut(view, unit)
    start, end = point(unit.pose.at), point(goal)
    if not any(crosses(start, end, one) for one in shut):
        return goal, False
    fords = [_banks(view, one.area, shut) for one in view.terrain if one.kind == "ford"]
    off = unit.rect.half_width + 1
    marks = [outside(corner, one, off) for one in shut for corner in one.points]
    marks = [at for at in marks if holds(view.table, at) and not any(inside(at, one) for one in shut)]
    marks = [at for at in (*marks, *(bank for banks in fords for bank in banks)) if points(start, at) > NEAR_BY]
    first = shortest(start, end, marks, shut, fords)
    return (spot(first), True) if first is not None else (goal, False)


def _banks(view: Battle, ford: Polygon, shut: Sequence[Polygon]) -> list[Point]:
    """The places before a ford, on either side of the water."""
    west, south, east, north = ford.box
    x, y = (west + east) / 2, (south + north) / 2
    around = [(x + right, y + up) for right, up in ((0, BANK), (0, -BANK), (BANK, 0), (-BANK, 0))]
    return [at for at in around if holds(view.table, at) and not any(inside(at, one) for one in shut)]


BANK = 3.5
"""Inches from the middle of a ford to the bank before it."""


DETOURS = (300, -300, 600, -600, 900, -900)
"""Tenths of a degree off the straight way."""
MOST_AHEAD = 450
"""Beyond it a wheel alone is no detour."""


def _aside(unit: Unit, goal: Spot, off: int) -> Spot:
    """A place a move away, so far off the straight way."""
    start = point(unit.pose.at)
    east, north = ahead(normal(bearing(start, point(goal)) + off))
    far = speed(unit) * 0.8
    return spot((start[0] + east * far, start[1] + north * far))


def _may_go_aside(view: Battle, unit: Unit, off: int, to: Spot) -> bool:
    """Whether there is a way to such a place."""
    legs = toward(view, unit, (), to) if holds(view.table, point(to)) else ()
    return len(legs) > (abs(off) > MOST_AHEAD) and not _held_up(view, unit, legs)


def _turned(view: Battle, unit: Unit, enemy: Unit) -> str:
    """A turn toward an enemy; nothing where its front would come off the table (AR-G20)."""
    degrees = round(bearing(point(unit.pose.at), centre(enemy.rect)) / 10) % 360
    turned = middle(faced(unit.rect, Tenths(10 * degrees)), Face.FRONT)
    return f"{unit.id} turn {degrees}" if holds(view.table, turned) else ""


class Post(NamedTuple):
    """Ground that a unit goes for."""

    area: AreaToHold
    place: int
    """0: its middle; 1: beside it."""


def _goal(view: Battle, unit: Unit, post: Post) -> Spot:
    """Where a unit goes to hold its ground, with one other at most of its side, beside it."""
    x, y = _middle(post.area)
    east, north = ahead(inwards(army_of(view, unit.side).edge))
    if any(inside((x, y), one) for one in _shut(view, unit)):
        near = max(inches(post.area.radius) - 1, 0.0)  # a crossing is held from its own bank
        x, y = x - east * near, y - north * near
    if post.place and post.area.radius:
        return spot((x - east * REAR, y - north * REAR))
    aside = (2 * unit.rect.half_width + FRIEND) * post.place
    return spot((x + (aside if unit.rect.x >= x else -aside), y))


REAR = 3.0
"""Inches behind the first at which a second unit stands at small ground."""


def _posts(view: Battle, side: Side) -> dict[StandId, Post]:
    """Who goes for which ground: one to each before a second to any, the nearest.

    Horse only for want of foot, and where ground is to be held at once: the first there holds it.
    """
    areas = [area for goal in view.objectives for area in goal.areas]
    late = all(goal.test == "end" for goal in view.objectives)
    able = [one for _, one in sorted(view.units.items()) if one.side == side and _posted(one)]
    bounds = {
        (one.id, n): round(points(centre(one.rect), _middle(area)) / max(speed(one), 1), 2)
        for one in able for n, area in enumerate(areas)
    }  # fmt: skip

    def others(unit: StandId, area: int) -> float:
        """The bounds that the nearest of the others has to go: of two grounds as near, to that which has none else."""
        return min((far for (one, n), far in bounds.items() if n == area and one != unit), default=0.0)

    ways = sorted(
        (late and view.units[unit].cavalry, far, -others(unit, n), unit, n) for (unit, n), far in bounds.items()
    )
    found: dict[StandId, Post] = {}
    for place in range(GARRISON):
        held: set[int] = set()
        for _, _, _, unit, n in ways:
            if n not in held and unit not in found and not (place and view.units[unit].cavalry):
                found[unit] = Post(areas[n], place)
                held.add(n)
    return found


def _posted(unit: Unit) -> bool:
    """Whether it can hold ground."""
    return not unit.gun and unit.state == "steady" and unit.pursuit is None


def _middle(area: AreaToHold) -> Point:
    places = [point(at) for at in area.shape]
    return sum(at[0] for at in places) / len(places), sum(at[1] for at in places) / len(places)


def _general(view: Battle, general: General) -> str:
    """To the unit that needs him most, within a ride."""
    if general.status != "fit":
        return ""
    now = unit_of(view, general)
    mine = [one for one in view.units.values() if one.side == general.side and not one.gun]
    worst = [one for one in mine if one.counters >= 3 or one.state == "broken"]  # AR-D17
    reach = 13 if general.mounted else 7
    near = sorted((points(centre(general.rect), centre(one.rect)), one.id) for one in worst)
    if near and near[0][0] <= reach and (now is None or near[0][1] != now.id):
        return _joins(view, general, near[0][1])
    if now is None and mine:
        nearest = min(mine, key=lambda one: (points(centre(general.rect), centre(one.rect)), one.id))
        far = points(centre(general.rect), centre(nearest.rect))
        return _joins(view, general, nearest.id) if far <= reach else ""
    return ""


def _joins(view: Battle, general: General, unit: StandId) -> str:
    """He rides to a unit if no enemy, edge or distance bars his way (AR-G24, AR-Q65)."""
    way = ride_time(view, general, behind(view.units[unit], general).at)
    return "" if isinstance(way, Objection) else f"{general.id} join {unit}"
