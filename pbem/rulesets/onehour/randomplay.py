"""A random player: for any view and ask an answer that the rules allow, or a well-formed one that they may refuse.

The same view, ask and chance give the same answer.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.ids import Seat, StandId
from pbem.engine.table.edges import on_edge
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot, point
from pbem.engine.table.rects import FACES
from pbem.rulesets.onehour.asks import AskArmy, AskOrders, AskSetup
from pbem.rulesets.onehour.battle import (
    Arrival,
    Battle,
    Unit,
    arrival_of,
    enemies_of,
    engaged,
    fights_of,
    led_by,
    seat_of_unit,
    side_of_seat,
)
from pbem.rulesets.onehour.commands import (
    ArmyChoice,
    Charge,
    Enter,
    Go,
    Hold,
    HoldFire,
    Leg,
    Move,
    MoveOrder,
    Order,
    OrderOfMoving,
    Pivot,
    Placed,
    SetUp,
    Sheet,
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
    legs,
    moving,
)
from pbem.rulesets.onehour.fighting.shooting import Aim, aim
from pbem.rulesets.onehour.language.language import read
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.playing.checking import check
from pbem.rulesets.onehour.playing.setting import check_set_up, to_set_up
from pbem.rulesets.onehour.standing.aims import apart, pivot_to
from pbem.rulesets.onehour.standing.standing import SORTS
from pbem.rulesets.onehour.tables import ARC, ROWS
from pbem.rulesets.onehour.writing.writing import sheet_text

TRIES = 4
"""Moves made up for a unit before it is left where it is."""
ODD = Tenths(150)
"""By so much a charge's pivot misses the middle of its target, where that is lawful."""
REACH = Hundredths(400)
"""Beyond its move: what the sizes of two units may add to it."""


def random_answer(view: Battle, ask: Ask[Any], chance: Chance) -> Any:  # noqa: ANN401  # of the ask's type
    """An answer to any ask, nothing of which will be refused when it is read."""
    match ask:
        case AskOrders(seat=seat):
            sheet = Sheet(orders=_lawful(view, seat, chance), standing=_standing(view, seat, chance))
            return _some(_unspoiled(view, ask, sheet), ask)
        case AskSetup():
            return _set_up(view, ask, chance)
        case AskArmy():
            return ArmyChoice(chance.pick((None, 1, 2, 3, 4, 5, 6)))
    return ask.default


def wild_answer(view: Battle, ask: Ask[Any], chance: Chance) -> Any:  # noqa: ANN401  # of the ask's type
    """The same, but half of the orders are any that can be written."""
    if isinstance(ask, AskOrders):
        return _some(Sheet(orders=_any_orders(view, ask.seat, chance), standing=_standing(view, ask.seat, chance)), ask)
    return random_answer(view, ask, chance)


def _unspoiled(view: Battle, ask: AskOrders, sheet: Sheet) -> Sheet:
    """The sheet, without its shots where those who act by standing orders and defaults spoil one of them."""
    idle = any(one.standing for one in view.sheets.values()) or sheet.standing or view.contacts
    if not idle or not read(view, ask, sheet_text(sheet)).problems:
        return sheet
    return replace(sheet, orders=tuple(order for order in sheet.orders if not isinstance(order, Shoot)))


def _some(sheet: Sheet, ask: AskOrders) -> Sheet:
    """A sheet that says something: what has no text is as if nothing were sent."""
    return sheet if sheet.orders or sheet.standing else ask.default


# --- orders that are lawful -----------------------------------------------------------------------------------------


def _lawful(view: Battle, seat: Seat, chance: Chance) -> tuple[Order, ...]:
    """Orders each of which would be carried out after those before it, in any order of units."""
    after = view
    moves: dict[StandId, MoveOrder] = {}
    for unit in chance.mixed(_ours(view, seat)):
        order = _step_one(after, unit, chance)
        if order is not None:
            moves[unit] = order
            came = done(after, order)
            if came is not None and not isinstance(came, No):
                after = came.apply(after)
    found: list[Order] = []
    for unit, order in moves.items():
        found.append(order)
        found += _shot(after, unit, chance)
    for unit in chance.mixed([unit for unit in _ours(view, seat) if unit not in moves]):
        found += _shot(after, unit, chance)
    return tuple(found)


def _ours(view: Battle, seat: Seat) -> list[StandId]:
    """Who may have orders: on the table, or to come now."""
    return sorted(unit.id for unit in led_by(view, seat) if unit.on_table or _due(view, unit) is not None)


def _due(view: Battle, unit: Unit) -> Arrival | None:
    arrival = arrival_of(view, unit.id) if unit.state == "to come" else None
    return arrival if arrival is not None and arrival.turn <= view.turn else None


def _step_one(view: Battle, unit: StandId, chance: Chance) -> MoveOrder | None:
    """One lawful order of step 1; None: none is given."""
    one = view.units[unit]
    if chance.odds(10):
        return None
    arrival = _due(view, one)
    if arrival is not None:
        return _first(view, (_entry(view, one, arrival, chance) for _ in range(TRIES)))
    if engaged(view, unit):
        attackers = chance.mixed([one.attacker for one in fights_of(view, unit) if one.target == unit])
        return _first(view, (TurnToFace(unit=unit, attacker=enemy) for enemy in attackers))
    if chance.odds(8):
        return Hold(unit=unit)
    if chance.odds(65):
        order = _charge(view, one, chance)
        if order is not None:
            return order
    return _first(view, (_move(view, one, chance, n) for n in range(TRIES)))


def _first(view: Battle, orders: Iterator[MoveOrder]) -> MoveOrder | None:
    """The first that is lawful."""
    return next((order for order in orders if not check(view, order)), None)


def _charge(view: Battle, unit: Unit, chance: Chance) -> Charge | None:
    """A charge that may be made, at one of the enemies within reach, its pivot as odd as is lawful."""
    if ROWS[unit.type].shoots and not unit.out_of_ammo:
        return None
    near = [one for one in enemies_of(view, unit.side) if apart(unit, one) * 100 <= ROWS[unit.type].move + REACH]
    for enemy in chance.mixed(near)[:3]:
        straight = pivot_to(unit.pose, point(enemy.pose.at))
        for off in (ODD, ODD, Tenths(0)):
            pivot = Tenths(straight + (chance.below(2 * off) - off if off else 0))
            order = Charge(unit=unit.id, target=enemy.id, pivot_start=Tenths(max(-ARC, min(ARC, pivot))))
            if not check(view, order):
                return order
    return None


def _move(view: Battle, unit: Unit, chance: Chance, tried: int) -> Move:
    """Any move; mostly towards an enemy, the later the shorter."""
    road = chance.odds(50 if any(one.kind == "road" for one in view.features) else 0)
    most = ROWS[unit.type].move + (view.switches.road_bonus if road else 0)
    advance = Hundredths(chance.below(most // (1 + tried) + 1)) if chance.odds(85) else Hundredths(0)
    if road and advance:
        about = Tenths(1800) if chance.odds(30) else Tenths(0)
        return moving(unit.id, advance, about, _some_pivot(chance) if chance.odds(30) else Tenths(0), road=True)
    first, foes = _some_pivot(chance), enemies_of(view, unit.side)
    if foes and chance.odds(60):
        foe = min(chance.mixed(foes)[:3], key=lambda one: apart(unit, one))
        first = Tenths(pivot_to(unit.pose, point(foe.pose.at)) + chance.below(301) - 150)
    return moving(unit.id, advance, first, _some_pivot(chance) if chance.odds(40) else Tenths(0))


def _some_pivot(chance: Chance) -> Tenths:
    """None, a right angle, or any of a tenth of a degree."""
    if chance.odds(25):
        return Tenths(0)
    if chance.odds(20):
        return Tenths(900 * (1 + chance.below(3)) - 900 * 4 * chance.below(2))
    return Tenths(chance.below(3599) - 1799)


def _entry(view: Battle, unit: Unit, arrival: Arrival, chance: Chance) -> Enter:
    """Somewhere along its stretch of edge, then any move."""
    along = Hundredths(arrival.start + chance.below(arrival.end - arrival.start + 1))
    advance = Hundredths(unit.depth + chance.below(ROWS[unit.type].move - unit.depth + 1))
    end = _some_pivot(chance) if chance.odds(30) else Tenths(0)
    return Enter(unit=unit.id, at=on_edge(view.table, arrival.edge, along), legs=legs(Tenths(0), advance, end))


def _shot(view: Battle, unit: StandId, chance: Chance) -> list[Order]:
    """A shot, where one may be made; sometimes the fire is held."""
    one = view.units[unit]
    if not ROWS[one.type].shoots or not one.on_table:
        return []
    if chance.odds(8):
        return [HoldFire(unit=unit)]
    enemies = chance.mixed(enemies_of(view, one.side))
    targets = [enemy.id for enemy in enemies if isinstance(aim(view, unit, enemy.id), Aim)]
    if not targets or chance.odds(15):
        return []
    return [Shoot(unit=unit, targets=tuple(targets[: 1 + chance.below(3)]))]


# --- orders that may be refused -------------------------------------------------------------------------------------


def _any_orders(view: Battle, seat: Seat, chance: Chance) -> tuple[Order, ...]:
    """Lawful ones, and among them anything that can be written."""
    found = [order for order in _lawful(view, seat, chance) if chance.odds(70)]
    ours = [unit.id for unit in led_by(view, seat)]
    for unit in chance.mixed(ours)[:4]:
        order = _any_order(view, view.units[unit], chance)
        if order not in found:  # said twice is said once
            found.insert(chance.below(len(found) + 1), order)
    return tuple(found)


def _any_order(view: Battle, unit: Unit, chance: Chance) -> Order:
    """Something that can be written for a unit."""
    enemies = sorted(one for one in view.units if view.units[one].side != unit.side) or [unit.id]  # none in sight
    at = Spot(Hundredths(chance.below(view.table.width + 1)), Hundredths(chance.below(2) * view.table.depth))
    orders: tuple[Order, ...] = (
        Move(unit=unit.id, legs=_any_legs(chance)),
        moving(unit.id, Hundredths(1 + chance.below(1200)), Tenths(0), _some_pivot(chance), road=True),
        Charge(
            unit=unit.id, target=chance.pick(enemies), pivot_start=Tenths(chance.below(1401) - 700),
            pivot_end=Tenths(chance.below(601) - 300 if chance.odds(20) else 0),
        ),
        TurnToFace(unit=unit.id, attacker=chance.pick(enemies)),
        Enter(unit=unit.id, at=at, legs=_any_legs(chance)),
        Shoot(unit=unit.id, targets=tuple(chance.mixed(enemies)[: 1 + chance.below(3)])),
        Hold(unit=unit.id),
        HoldFire(unit=unit.id),
    )  # fmt: skip
    return chance.pick(orders)


def _any_legs(chance: Chance) -> tuple[Leg, ...]:
    found: list[Leg] = []
    for _ in range(1 + chance.below(4)):
        if chance.odds(50):
            found.append(Pivot(Tenths(chance.below(3599) - 1799)))
        else:
            found.append(Go(Hundredths(chance.below(1600)), chance.pick(("ahead", "ahead", "ahead", "back", "left"))))
    return tuple(found)


# --- standing orders, set-up ----------------------------------------------------------------------------------------


def _standing(view: Battle, seat: Seat, chance: Chance) -> tuple[Standing, ...]:
    """A few, each settling something else."""
    side = side_of_seat(view, seat)
    there = [one for one in view.units.values() if one.state not in {"eliminated", "left"}]
    ours = sorted(one.id for one in there if one.side == side and seat_of_unit(view, one.id) == seat)
    foes = sorted(one.id for one in there if one.side != side)
    if not ours or chance.odds(40):
        return ()
    whom = chance.pick(("all", *sorted(SORTS.values()), *ours))
    some, near = tuple(chance.mixed(foes)[:2]), Hundredths(100 * (1 + chance.below(12)))
    to = Spot(Hundredths(chance.below(view.table.width + 1)), Hundredths(chance.below(view.table.depth + 1)))
    every: tuple[Standing, ...] = (
        OrderOfMoving(units=tuple(chance.mixed(ours)[:3])),
        StandingMove(whom=whom, how=chance.pick(("go to", "by road")), to=to),
        StandingMove(whom=whom, how="keep", distance=near),
        StandingMove(whom=whom, how=chance.pick(("hold", "face"))),
        StandingCharge(whom=whom, targets=some),
        StandingCharge(whom=whom, within=near),
        StandingCharge(whom=whom, never=True),
        StandingFaces(whom=whom, flank_or_rear=chance.odds(50)),
        StandingBars(whom=whom, infantry_front=chance.odds(50), uphill=chance.odds(50)),
        StandingTarget(whom=whom, targets=some),
        StandingTarget(whom=whom, prefer=chance.pick(("nearest", "most hits"))),
        StandingFire(whom=whom, beyond=near, cover=chance.odds(50)),
        StandingFire(whom=whom, always=True),
        StandingTurn(whom=whom, faces=tuple(chance.mixed(FACES[1:])[: chance.below(4)])),
        StandingEntry(whom=whom),
        StandingWait(whom=whom, turn=chance.below(6)),
    )  # fmt: skip
    found: dict[type[Standing], Standing] = {}
    for order in chance.mixed(every)[: 1 + chance.below(4)]:
        found.setdefault(type(order), order)
    return tuple(found.values())


def _set_up(view: Battle, ask: AskSetup, chance: Chance) -> SetUp:
    """Some units a little away from where the sample placement has them, as far as that is lawful."""
    places: tuple[Placed, ...] = ()
    for unit in to_set_up(view, ask.side):
        if seat_of_unit(view, unit.id) != ask.seat:
            continue
        x, y = unit.pose.at.x + chance.below(401) - 200, unit.pose.at.y + chance.below(201) - 100
        at = Spot(Hundredths(x), Hundredths(y))
        facing = Tenths((unit.pose.facing + chance.below(601) - 300) % 3600)
        placed = (*places, Placed(unit=unit.id, pose=Pose(at, facing)))
        if chance.odds(60) and not any(check_set_up(view, ask.side, SetUp(places=placed)).values()):
            places = placed
    return SetUp(places=places)
