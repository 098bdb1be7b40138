"""A sheet in the making: turns to face, charges, arrivals, posts, shots; each reckons with those ordered before it."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from pbem.engine.commanders import seats_of
from pbem.engine.facts import Fact
from pbem.engine.ids import Side, StandId
from pbem.engine.table.edges import on_edge
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.rulesets.onehour.aides.aims import Aims, aims, holds
from pbem.rulesets.onehour.aides.charges import best_attack
from pbem.rulesets.onehour.aides.looking import Look, Piece, look, piece_of, struck_blow
from pbem.rulesets.onehour.aides.postings import TRIFLE, Place, at_the_muzzle, places
from pbem.rulesets.onehour.aides.shots import volleys, why_shot
from pbem.rulesets.onehour.aides.temperaments import Temperament, impatient
from pbem.rulesets.onehour.aides.ways import land_of
from pbem.rulesets.onehour.battle import Arrival, Battle, Unit, army, arrival_of, lost_by, other_side
from pbem.rulesets.onehour.commands import Enter, Go, Hold, Move, Order, TurnToFace, legs, moving
from pbem.rulesets.onehour.facts import Entered, Moved, TurnedToFace
from pbem.rulesets.onehour.fighting.chances import mean
from pbem.rulesets.onehour.moving.entering import enter
from pbem.rulesets.onehour.moving.facing import turn_to_face
from pbem.rulesets.onehour.moving.moves import move
from pbem.rulesets.onehour.moving.roads import road_allowance, road_move
from pbem.rulesets.onehour.standing.standing import standing_orders
from pbem.rulesets.onehour.tables import ROWS

TRIED = 6
"""So many of the places thought of are tried before a unit stays where it is."""
ENTRY_STEP = 450
"""Hundredths of an inch between places where reinforcements try to enter."""
ENTRIES = 9
ROAD_GAIN = 2.0
"""Inches that a road must bring a unit nearer than the best other way."""
DARES = 0.25
"""By so much less a charge may promise to a unit that would otherwise halt before an enemy's muzzles."""
QUIET = 20.0
"""Inches within which an enemy keeps units off the road."""


class AideLine(msgspec.Struct, frozen=True):
    """What a unit does, and why."""

    orders: tuple[Order, ...]
    why: str


class AidePlan:
    """What has been ordered so far.  battle: as it is to be once those have moved."""

    def __init__(self, view: Battle, side: Side, temper: Temperament) -> None:
        """Nothing yet."""
        self.battle, self.side, self.temper = view, side, _stirred(view, side, temper)
        self.look: Look = look(view, side)
        self.aims: Aims = aims(self.look, self.temper)
        self.lines: dict[StandId, AideLine] = {}

    @property
    def free(self) -> list[Piece]:
        """Those who may move and have no orders."""
        return [piece for piece in self.look.mine if piece.id not in self.lines and not piece.engaged]

    def take(self, order: Order, fact: Fact[Battle], why: str, *touched: StandId) -> None:
        """An order that would be carried out.  touched: the other units that are not as before."""
        self.lines[order.unit] = AideLine((order,), why)
        self.battle = fact.apply(self.battle)
        pieces = dict(self.look.pieces)
        for unit in (order.unit, *touched):
            pieces.pop(unit, None)
            if self.battle.units[unit].on_table:
                pieces[unit] = piece_of(self.battle, self.battle.units[unit])
        self.look = Look(view=self.battle, side=self.side, pieces=pieces)


def _stirred(view: Battle, side: Side, temper: Temperament) -> Temperament:
    """How he is minded when a side is near its break point: its next loss counts the more."""
    gone = {one.id: lost_by(view, one.id) / one.break_at if one.break_at else 0.0 for one in view.armies}
    return replace(temper, gain=temper.gain * (1 + gone[other_side(view, side)]), loss=temper.loss * (1 + gone[side]))


def lines_of(view: Battle, side: Side, temper: Temperament) -> dict[StandId, AideLine]:
    """All orders of a side, in the order of moving.

    A plan that would do nothing is made again, impatiently; then so that units in each other's way make room.
    """
    lines = _planned(view, side, temper)
    if _idle(view, side, lines):
        lines = _planned(view, side, impatient(temper))
    return _planned(view, side, impatient(temper), stirs=True) if _idle(view, side, lines) else lines


def _idle(view: Battle, side: Side, lines: Mapping[StandId, AideLine]) -> bool:
    """Whether a player turn would pass without a move, a shot or a blow of the side."""
    fights = any(view.units[one.attacker].side == side or view.units[one.target].side == side for one in view.contacts)
    return not fights and all(isinstance(order, Hold) for line in lines.values() for order in line.orders)


def _planned(view: Battle, side: Side, temper: Temperament, *, stirs: bool = False) -> dict[StandId, AideLine]:
    plan = AidePlan(view, side, temper)
    _turns(plan)
    _charges(plan)
    for piece in sorted(plan.free, key=lambda one: _foremost(plan.look, one)):
        _post(plan, piece, stirs=stirs)
    _turns(plan)  # those for whom others have made room
    _arrivals(plan)
    _shots(plan)
    return plan.lines


def _foremost(seen: Look, piece: Piece) -> tuple[float, StandId]:
    """Those in front first, so that they make room."""
    near = min(((foe.x - piece.x) ** 2 + (foe.y - piece.y) ** 2 for foe in seen.foes), default=0.0)
    return near, piece.id


# --- fights ---------------------------------------------------------------------------------------------------------


def _turns(plan: AidePlan) -> None:
    """A unit taken in flank or rear with no enemy in front turns to the attacker who strikes hardest."""
    for piece in [one for one in plan.look.mine if one.engaged and not one.front_taken and one.id not in plan.lines]:
        attackers = [
            (plan.look.pieces[one.attacker], one.face) for one in plan.battle.contacts if one.target == piece.id
        ]
        for foe, face in sorted(attackers, key=lambda pair: -mean(struck_blow(plan.battle, pair[0], piece, pair[1]))):
            order = TurnToFace(unit=piece.id, attacker=foe.id)
            fact = turn_to_face(plan.battle, order)
            if isinstance(fact, TurnedToFace):
                plan.take(order, fact, f"taken in the {_FACES[face]}")
                break


_FACES = {"front": "front", "left": "left flank", "right": "right flank", "rear": "rear"}


def _charges(plan: AidePlan) -> None:
    """The best charge, then the best of those who are left, and so on."""
    while (best := best_attack(plan.look, plan.aims, plan.temper, plan.battle, plan.free)) is not None:
        face = _FACES[best.fact.face]
        where = "" if face == "front" else f" in the {face}"
        plan.take(best.order, best.fact, f"takes {best.order.target}{where}", best.order.target)


# --- posts ----------------------------------------------------------------------------------------------------------


def _post(plan: AidePlan, piece: Piece, *, stirs: bool = False) -> None:
    """The best place that the rules let it go to.  stirs: another than where it is, unless it holds its goal."""
    found = places(plan.look, plan.aims, plan.temper, piece)
    road = _by_road(plan, piece, found[0])
    if road is not None:
        order, fact = road
        plan.take(order, fact, "by the road")
        return
    goal = plan.aims.goals.get(piece.id)
    leaves = stirs and (goal is None or not holds(goal.area, piece.x, piece.y))
    thought = [place for place in found if _goes(place)] if leaves else found
    for place in thought[:TRIED]:
        if not place.move.legs:
            break
        got = move(plan.battle, place.move)
        if isinstance(got, Moved):
            halts = _halts_at_muzzles(plan, place)
            if halts and _goes_in(plan, place):
                return
            if halts and place.why in {"ride", "press"}:
                continue
            plan.take(place.move, got, _why(plan, place))
            return
    plan.lines[piece.id] = AideLine((Hold(unit=piece.id),), _stays(plan, piece))


def _halts_at_muzzles(plan: AidePlan, place: Place) -> bool:
    """Whether a unit that can charge would halt before an enemy who is free to shoot."""
    return place.piece.charges and any(at_the_muzzle(place.piece, foe) for foe in plan.look.foes)


def _goes_in(plan: AidePlan, place: Place) -> bool:
    """Whether it charges instead, at somewhat worse odds."""
    daring = replace(plan.temper, charge=plan.temper.charge - DARES)
    best = best_attack(plan.look, plan.aims, daring, plan.battle, [plan.look.pieces[place.piece.id]])
    if best is None:
        return False
    plan.take(best.order, best.fact, f"takes {best.order.target} rather than wait before it", best.order.target)
    return True


def _goes(place: Place) -> bool:
    """Whether a move goes an inch or more."""
    return any(isinstance(leg, Go) and leg.by >= TRIFLE for leg in place.move.legs)


def _why(plan: AidePlan, place: Place) -> str:
    """What a move is for."""
    goal = plan.aims.goals.get(place.piece.id)
    match place.why:
        case "shoot" if place.prey is not None:
            return f"to shoot at {place.prey.id}"
        case "ride":
            return "to be where it can charge"
        case "goal" if goal is not None:
            return f"{'on' if holds(goal.area, place.piece.x, place.piece.y) else 'to'} {goal.area.name}"
        case "press":
            return "closer"
        case _:
            return "to face them"


def _stays(plan: AidePlan, piece: Piece) -> str:
    goal = plan.aims.goals.get(piece.id)
    return f"holds {goal.area.name}" if goal is not None and holds(goal.area, piece.x, piece.y) else "well where it is"


def _by_road(plan: AidePlan, piece: Piece, best: Place) -> tuple[Move, Moved] | None:
    """A road move, with no enemy near, that brings it nearer to its goal than any other."""
    goal = plan.aims.goals.get(piece.id)
    if goal is None or holds(goal.area, piece.x, piece.y):
        return None
    if not any(one.kind == "road" for one in plan.battle.features):
        return None
    if any((foe.x - piece.x) ** 2 + (foe.y - piece.y) ** 2 < QUIET * QUIET for foe in plan.look.foes):
        return None
    land = land_of(plan.battle, piece.unit.type)
    least = land.far(best.piece.x, best.piece.y, goal.at) - ROAD_GAIN
    most = road_allowance(plan.battle, piece.unit)
    for advance in (most, Hundredths(most * 2 // 3)):
        order = moving(piece.id, advance, road=True)
        fact = road_move(plan.battle, order)
        if isinstance(fact, Moved) and land.far(fact.end.at.x / 100, fact.end.at.y / 100, goal.at) < least:
            return order, fact
    return None


# --- arrivals, shots ------------------------------------------------------------------------------------------------


def _arrivals(plan: AidePlan) -> None:
    """Each unit that may come on does, where it is soonest at its goal and there is room."""
    for unit in sorted(plan.battle.units.values(), key=lambda one: one.id):
        arrival = arrival_of(plan.battle, unit.id)
        if unit.side != plan.side or unit.state != "to come" or arrival is None or arrival.turn > plan.battle.turn:
            continue
        for order in _entries(plan, unit, arrival):
            fact = enter(plan.battle, order)
            if isinstance(fact, Entered):
                plan.take(order, fact, "comes on")
                break


def _entries(plan: AidePlan, unit: Unit, arrival: Arrival) -> Iterator[Enter]:
    """Full move, then shorter ones, at places of its stretch from the middle outwards."""
    middle = (arrival.start + arrival.end) // 2
    most = ROWS[unit.type].move
    for advance in (most, Hundredths(most // 2), unit.depth):
        for n in range(ENTRIES):
            along = middle + (n + 1) // 2 * ENTRY_STEP * (1 if n % 2 else -1)
            if arrival.start <= along <= arrival.end:
                at = on_edge(plan.battle.table, arrival.edge, Hundredths(along))
                yield Enter(unit=unit.id, at=at, legs=legs(Tenths(0), advance, Tenths(0)))


def _shots(plan: AidePlan) -> None:
    """Each shot goes behind its unit's move; ``hold`` is said only where a standing order would move it."""
    bound = bool(any(standing_orders(plan.battle, seat) for seat in seats_of(army(plan.battle, plan.side))))
    for one in volleys(plan.look, plan.battle):
        before = plan.lines.get(one.order.unit)
        moved = before is not None and (bound or not isinstance(before.orders[0], Hold))
        orders = (*before.orders, one.order) if before is not None and moved else (one.order,)
        plan.lines[one.order.unit] = AideLine(orders, why_shot(one))
