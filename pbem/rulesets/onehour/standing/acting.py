"""What a unit does that has no order for a step: its standing orders, else the defaults.

Rules: section 5, OH-D3, OH-D4, OH-D5, OH-D6, OH-D7, OH-D8, OH-D9.

Each is an exact order, made when the unit acts on the battle as it then stands, and passes the checks that an order
written out passes.  A move that would be refused is cut in steps of a tenth of an inch; a charge that would be refused
is not made.
"""

from collections.abc import Iterator

from pbem.engine.ids import StandId
from pbem.engine.table.distances import rects as between
from pbem.engine.table.edges import Table, on_edge
from pbem.engine.table.measures import Hundredths, hundredths, within
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import Face
from pbem.engine.table.shapes import line
from pbem.engine.table.ways import nearest
from pbem.engine.table.zones import face_by_bearing
from pbem.rulesets.onehour.battle import (
    Arrival,
    Battle,
    Unit,
    arrival_of,
    attacker_on,
    enemies_of,
    engaged,
    fights_of,
)
from pbem.rulesets.onehour.commands import (
    Enter,
    Go,
    Move,
    OwnAction,
    Shoot,
    Standing,
    StandingBars,
    StandingCharge,
    StandingEntry,
    StandingFaces,
    StandingFire,
    StandingMove,
    StandingTarget,
    StandingTurn,
    StandingWait,
    TurnToFace,
)
from pbem.rulesets.onehour.fighting.shooting import aimed
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.moving.ground import standing_in
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.moving.roads import road_allowance
from pbem.rulesets.onehour.standing.aims import (
    COARSE,
    Cut,
    allowance,
    by_road,
    charge,
    distance_to,
    farthest,
    opposite_pivot,
    pivot_to,
    range_to,
    roads_under,
    straight,
    turning,
)
from pbem.rulesets.onehour.standing.standing import speaking
from pbem.rulesets.onehour.tables import ELIMINATED_AT, RANGE, ROWS
from pbem.rulesets.onehour.writing.writing import standing_text

ENTRY_STEP = Hundredths(100)
"""By which another place of an entry edge is tried where the middle of it is not free (OH-Q42)."""
THERE = Hundredths(5)
"""So near to the place it is to go to a unit has come there."""


def move_for(battle: Battle, unit: StandId) -> OwnAction | None:
    """What a unit without an order does in step 1: enter, turn to face, charge, move; None: it holds."""
    one = battle.units[unit]
    if one.state == "to come":
        return _entry(battle, one)
    if not one.on_table:
        return None
    if engaged(battle, unit):
        return _turn(battle, one)
    return _charge(battle, one) or _march(battle, one)


def shot_for(battle: Battle, unit: StandId) -> OwnAction | None:
    """Whom a unit without an order shoots at in step 2 (OH-D6); None: it does not shoot."""
    one = battle.units[unit]
    if not one.on_table or not ROWS[one.type].shoots or one.out_of_ammo or engaged(battle, unit):
        return None
    fire = speaking(battle, one, StandingFire)
    if fire is not None and fire.always:
        return None
    wish = speaking(battle, one, StandingTarget)
    for enemy in _wanted(battle, one, wish):
        order = Shoot(unit=unit, targets=(enemy.id,))
        if not _held(battle, one, enemy, fire) and not isinstance(aimed(battle, order), No):
            return OwnAction(order, _words(wish, fire))
    return None


# --- shooting -------------------------------------------------------------------------------------------------------


def _wanted(battle: Battle, unit: Unit, wish: StandingTarget | None) -> list[Unit]:
    """Enemies in range with fewer than 15 hits, in the order in which they are wanted."""
    near = [
        (hundredths(range_to(unit, one)), one) for one in enemies_of(battle, unit.side)
        if one.hits < ELIMINATED_AT and within(range_to(unit, one), RANGE)
    ]  # fmt: skip
    if wish is not None and wish.targets:
        named = {one.id: one for _, one in near}
        return [named[code] for code in wish.targets if code in named]
    if wish is not None and wish.prefer == "most hits":
        return [one for far, one in sorted(near, key=lambda pair: (-pair[1].hits, pair[0], pair[1].id))]
    return [one for far, one in sorted(near, key=lambda pair: (pair[0], pair[1].id))]


def _held(battle: Battle, unit: Unit, enemy: Unit, fire: StandingFire | None) -> bool:
    """Whether a standing order holds the fire on such a target."""
    if fire is None:
        return False
    if fire.beyond is not None and not within(range_to(unit, enemy), fire.beyond):
        return True
    return fire.cover and bool(standing_in(battle, point(enemy.pose.at), "woods", "town"))


def _words(*orders: Standing | None) -> str:
    return "; ".join(standing_text(one) for one in orders if one is not None)


# --- turning to face ------------------------------------------------------------------------------------------------


def _turn(battle: Battle, unit: Unit) -> OwnAction | None:
    """To the first attacker that may be turned to, rear, right, left unless a standing order says otherwise (OH-D7)."""
    if attacker_on(battle, unit.id, Face.FRONT) is not None:
        return None
    said = speaking(battle, unit, StandingTurn)
    on = {one.face: one.attacker for one in fights_of(battle, unit.id) if one.target == unit.id}
    for face in (said or StandingTurn(whom=unit.id)).faces:
        if face in on:
            order = TurnToFace(unit=unit.id, attacker=on[face])
            if not isinstance(done(battle, order), No):
                return OwnAction(order, _words(said))
    return None


# --- charging -------------------------------------------------------------------------------------------------------


def _charge(battle: Battle, unit: Unit) -> OwnAction | None:
    """On the first enemy of those wanted that may be charged (OH-D5)."""
    wish = speaking(battle, unit, StandingCharge)
    if wish is None or wish.never or (ROWS[unit.type].shoots and not unit.out_of_ammo):
        return None
    faces, bars = speaking(battle, unit, StandingFaces), speaking(battle, unit, StandingBars)
    for enemy in _quarries(battle, unit, wish):
        if not _spared(battle, unit, enemy, faces, bars):
            order = charge(battle, unit.id, enemy.id)
            if order is not None:
                return OwnAction(order, _words(wish, faces, bars))
    return None


def _quarries(battle: Battle, unit: Unit, wish: StandingCharge) -> Iterator[Unit]:
    """Enemies that a standing order would charge, as it names them, else the nearest first."""
    there = {one.id: one for one in enemies_of(battle, unit.side)}
    by_range = sorted(there.values(), key=lambda one: (hundredths(range_to(unit, one)), one.id))
    for enemy in [there[code] for code in wish.targets if code in there] if wish.targets else by_range:
        if wish.within is None or within(range_to(unit, enemy), wish.within):
            yield enemy


def _spared(battle: Battle, unit: Unit, enemy: Unit, faces: StandingFaces | None, bars: StandingBars | None) -> bool:
    """Whether standing orders forbid this charge: by the face it would go in on (OH-G12), or by the ground."""
    front = face_by_bearing(footprint(enemy), point(unit.pose.at)) is Face.FRONT
    if front and faces is not None and faces.flank_or_rear:
        return True
    if bars is None:
        return False
    if front and bars.infantry_front and enemy.type == "Infantry":
        return True
    mine = standing_in(battle, point(unit.pose.at), "hill")
    return bars.uphill and any(hill not in mine for hill in standing_in(battle, point(enemy.pose.at), "hill"))


# --- moving ---------------------------------------------------------------------------------------------------------


def _march(battle: Battle, unit: Unit) -> OwnAction | None:
    """Its move by a standing order (OH-D4); the default is to hold."""
    wish = speaking(battle, unit, StandingMove)
    order = _marching(battle, unit, wish) if wish is not None else None
    return OwnAction(order, _words(wish)) if order is not None else None


def _marching(battle: Battle, unit: Unit, wish: StandingMove) -> Move | None:
    match wish.how:
        case "go to":
            return _go(battle, unit, wish.to) if wish.to is not None else None
        case "by road":
            return _by_road(battle, unit, wish.to) if wish.to is not None else None
        case "keep":
            return _keep_off(battle, unit, wish.distance)
        case "face":
            enemy = _nearest_enemy(battle, unit)
            return _faced(battle, unit, enemy) if enemy is not None else None
        case _:
            return None


def _go(battle: Battle, unit: Unit, to: Spot) -> Move | None:
    """Straight toward a place; nowhere once it is there."""
    far = distance_to(unit.pose, point(to))
    if far <= THERE:
        return None
    pivot = pivot_to(unit.pose, point(to))
    return _gone(straight(battle, unit.id, pivot, min(far, allowance(unit)), COARSE))


def _by_road(battle: Battle, unit: Unit, to: Spot) -> Move | None:
    """Along the road it is on, or first to the road nearest to it."""
    under = roads_under(battle, unit)
    if under:
        most = road_allowance(battle, unit)
        return _gone(by_road(battle, unit.id, under[0], most, to=point(to), step=COARSE))
    here = point(unit.pose.at)
    ways = [nearest(line(one.shape), here) for one in battle.features if one.kind == "road"]
    if not ways:
        return None
    best = min(ways, key=lambda one: one.off)
    far = min(distance_to(unit.pose, best.at), allowance(unit))
    return _gone(straight(battle, unit.id, pivot_to(unit.pose, best.at), far, COARSE))


def _keep_off(battle: Battle, unit: Unit, distance: Hundredths) -> Move | None:
    """Away from the nearest enemy until it is so far off, then about to face him; nowhere while it is."""
    enemy = _nearest_enemy(battle, unit)
    if enemy is None:
        return None
    off = hundredths(between(footprint(unit), footprint(enemy)))
    if off >= distance:
        return None
    pivot = opposite_pivot(unit.pose, point(enemy.pose.at))
    most = min(Hundredths(distance - off), allowance(unit))
    return _gone(straight(battle, unit.id, pivot, most, COARSE, end=lambda pose: pivot_to(pose, point(enemy.pose.at))))


def _faced(battle: Battle, unit: Unit, enemy: Unit) -> Move | None:
    order = turning(unit.id, pivot_to(unit.pose, point(enemy.pose.at)))
    return order if order.legs and not isinstance(done(battle, order), No) else None


def _gone(cut: Cut) -> Move | None:
    """The order, unless it would leave the unit where it is."""
    return cut.order if cut.by and isinstance(cut.order, Move) else None


def _nearest_enemy(battle: Battle, unit: Unit) -> Unit | None:
    """By the distance between footprints; of equal ones by id."""
    mine = footprint(unit)
    found = [(hundredths(between(mine, footprint(one))), one.id) for one in enemies_of(battle, unit.side)]
    return battle.units[min(found)[1]] if found else None


# --- entering -------------------------------------------------------------------------------------------------------


def _entry(battle: Battle, unit: Unit) -> OwnAction | None:
    """At full move, where a standing order says, else as near to the middle of its stretch as is free (OH-D9)."""
    arrival = arrival_of(battle, unit.id)
    wait = speaking(battle, unit, StandingWait)
    if arrival is None or battle.turn < arrival.turn or (wait is not None and battle.turn < wait.turn):
        return None
    said = speaking(battle, unit, StandingEntry)
    places = [said.at] if said is not None and said.at is not None else _places(battle.table, arrival)
    for at in places:
        order = entry(battle, unit, at)
        if order is not None:
            return OwnAction(order, _words(said))
    return None


def entry(battle: Battle, unit: Unit, at: Spot) -> Enter | None:
    """At a place of the edge, and straight on as far as is lawful."""
    cut = farthest(battle, lambda by: Enter(unit=unit.id, at=at, legs=(Go(by),)), allowance(unit), COARSE, unit.depth)
    return cut.order if isinstance(cut.order, Enter) else None


def _places(table: Table, arrival: Arrival) -> list[Spot]:
    """Places of an entry edge, from the middle of its stretch outwards."""
    steps = range((arrival.end - arrival.start) // (2 * ENTRY_STEP) + 1)
    aside = [sign * step * ENTRY_STEP for step in steps for sign in (1, -1) if step or sign > 0]
    return [_entry_place(table, arrival, off) for off in aside]


def middle_of(table: Table, arrival: Arrival) -> Spot:
    """The middle of the stretch by which a reinforcement comes."""
    return _entry_place(table, arrival, 0)


def _entry_place(table: Table, arrival: Arrival, aside: int) -> Spot:
    return on_edge(table, arrival.edge, Hundredths((arrival.start + arrival.end) // 2 + aside))
