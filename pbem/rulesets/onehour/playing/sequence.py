"""The sequence of play (OH-seq-1, OH-seq-2): each call of ``script`` plays one step, found from the battle alone.

A player turn: the active side's orders; movement, shooting, hand-to-hand, eliminating; is the battle over?
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import UNSET

from pbem.engine.commanders import seats_of
from pbem.engine.hiding import is_hidden
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.rulings.facts import VisibilityPut
from pbem.rulesets.onehour.asks import AskOrders
from pbem.rulesets.onehour.battle import Battle, army, seat_of_unit
from pbem.rulesets.onehour.commands import (
    Hold,
    HoldFire,
    MoveOrder,
    OrderOfMoving,
    OwnAction,
    Sheet,
    Shoot,
)
from pbem.rulesets.onehour.facts import (
    OrdersTaken,
    PhaseBegan,
    PlayerTurnBegan,
    PlayerTurnEnded,
    Refused,
    StandingOrderActed,
)
from pbem.rulesets.onehour.fighting.hits import take_off
from pbem.rulesets.onehour.fighting.shooting import fire, shoot
from pbem.rulesets.onehour.fighting.striking import blow_of, strike
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.playing.ending import holders, outcome_now, turn_over
from pbem.rulesets.onehour.playing.setting import decide_first, draw_armies, set_up_all
from pbem.rulesets.onehour.playing.venturing import give_away, seen_by, venture, venture_shot
from pbem.rulesets.onehour.standing.acting import move_for, shot_for
from pbem.rulesets.onehour.standing.lasting import lasting
from pbem.rulesets.onehour.tables import rules

if TYPE_CHECKING:
    from pbem.engine.play import Play


def script(play: "Play[Battle]") -> None:
    """Play one step."""
    match play.battle.phase:
        case "army":
            draw_armies(play)
        case "set-up":
            set_up_all(play)
        case "first side":
            decide_first(play)
        case "orders":
            take_orders(play)
        case "movement":
            movement(play)
        case "shooting":
            shooting(play)
        case "hand-to-hand":
            hand_to_hand(play)
        case "eliminating":
            eliminating(play)
        case "ending":
            ending(play)
        case "over":
            pass


def over(battle: Battle) -> bool:
    """Whether the battle has ended."""
    return battle.phase == "over"


def take_orders(play: "Play[Battle]") -> None:
    """The active side's orders for its whole player turn; the other side has nothing to say in it.

    Where the side has several commanders they are asked together, each for the own units.
    """
    side = active(play.battle)
    seats = seats_of(army(play.battle, side))
    asks: list[AskOrders] = []
    for seat in seats:
        asks.append(_ask_orders(play, side, seat))  # noqa: PERF401  # calls of play stand in no comprehension
    if len(asks) == 1:
        sheet = play.ask(asks[0])
        play.record(OrdersTaken(side=side, sheet=sheet, rules=rules("OH-seq-1")))
        return
    sheets = play.ask_each(asks)
    for seat, sheet in zip(seats, sheets, strict=True):
        play.record(OrdersTaken(side=side, sheet=sheet, seat=seat, rules=rules("OH-seq-1")))


def _ask_orders(play: "Play[Battle]", side: Side, seat: Seat) -> AskOrders:
    default = unordered(seen_by(play, seat), seat)
    return AskOrders(seat=seat, turn=play.battle.turn, side=side, default=default)


def active(battle: Battle) -> Side:
    """The side whose player turn it is."""
    if battle.active is None:
        raise ValueError("a player turn of nobody")  # a battle that no fact can make
    return battle.active


def unordered(battle: Battle, seat: Seat) -> Sheet:
    """A sheet without orders: standing orders stay."""
    return lasting(battle, battle.sheets.get(seat, Sheet()))


def sheet_of(battle: Battle, side: Side) -> Sheet:
    """A side's sheet, empty before its first: its commanders' parts, in the scenario's order."""
    parts = [battle.sheets[seat] for seat in seats_of(army(battle, side)) if seat in battle.sheets]
    return Sheet(
        orders=tuple(order for part in parts for order in part.orders),
        standing=tuple(order for part in parts for order in part.standing),
    )


# --- step 1 -------------------------------------------------------------------------------------------------------


def movement(play: "Play[Battle]") -> None:
    """Step 1: moves, charges, turns to face and entries, one after another, each fully (OH-D3, OH-Q5)."""
    side = active(play.battle)
    orders = [order for order in sheet_of(play.battle, side).orders if isinstance(order, MoveOrder)]
    for order in orders:
        do(play, side, order)
    ordered = [order.unit for order in orders]
    for unit in in_order(play.battle, side):
        acting = move_for(seen_by(play, seat_of_unit(play.battle, unit)), unit) if unit not in ordered else None
        if acting is not None and not isinstance(acting.order, Hold):
            _tell(play, side, acting)
            if isinstance(acting.order, MoveOrder):
                do(play, side, acting.order)
    play.record(PhaseBegan(phase="shooting", rules=rules("OH-seq-2")))


def do(play: "Play[Battle]", side: Side, order: MoveOrder) -> None:
    """An order of step 1: done, or refused whole, and the unit holds (OH-Q5)."""
    if is_hidden(play.battle):
        venture(play, side, order)
        return
    got = done(play.battle, order)
    if got is not None:
        play.record(Refused(side=side, order=order, objections=got.objections) if isinstance(got, No) else got)


def in_order(battle: Battle, side: Side) -> tuple[StandId, ...]:
    """A side's units in the order in which they act: as its orders name them, then by its standing order, then by id
    (OH-D3).  Units that are to come are among them."""
    sheet = sheet_of(battle, side)
    listed = [order.unit for order in sheet.orders]
    standing = [unit for one in sheet.standing if isinstance(one, OrderOfMoving) for unit in one.units]
    there = [u for u, one in sorted(battle.units.items()) if one.side == side and one.state in {"on table", "to come"}]
    return _each_once((*listed, *standing, *there), there)


def _each_once(named: Iterable[StandId], there: list[StandId]) -> tuple[StandId, ...]:
    found: dict[StandId, None] = {unit: None for unit in named if unit in there}
    return tuple(found)


def _tell(play: "Play[Battle]", side: Side, acting: OwnAction) -> None:
    play.record(StandingOrderActed(side=side, order=acting.order, standing=acting.standing))


# --- steps 2 to 4 -------------------------------------------------------------------------------------------------


def shooting(play: "Play[Battle]") -> None:
    """Step 2: one shot each, in the order of the orders, then those without one (OH-move-5, OH-shoot-2)."""
    side = active(play.battle)
    orders = [order for order in sheet_of(play.battle, side).orders if isinstance(order, Shoot | HoldFire)]
    for order in orders:
        if isinstance(order, Shoot):
            volley(play, side, order)
    ordered = [order.unit for order in orders]
    for unit in in_order(play.battle, side):
        acting = shot_for(seen_by(play, seat_of_unit(play.battle, unit)), unit) if unit not in ordered else None
        if acting is not None and isinstance(acting.order, Shoot):
            _tell(play, side, acting)
            volley(play, side, acting.order)
    play.record(PhaseBegan(phase="hand-to-hand", rules=rules("OH-seq-2")))


def volley(play: "Play[Battle]", side: Side, order: Shoot) -> None:
    """An order to shoot: a shot, or why there is none."""
    if not is_hidden(play.battle):
        shoot(play, side, order)
        return
    aim = venture_shot(play, side, order)
    if aim is not None:
        fire(play, aim)


def hand_to_hand(play: "Play[Battle]") -> None:
    """Step 3: every unit of the active side that is engaged on its front strikes; the other side does not
    (OH-melee-1)."""
    for unit in in_order(play.battle, active(play.battle)):
        blow = blow_of(play.battle, unit)
        if blow is not None:
            give_away(play, unit, blow.target)
        strike(play, unit)
    play.record(PhaseBegan(phase="eliminating", rules=rules("OH-seq-2")))


def eliminating(play: "Play[Battle]") -> None:
    """Step 4, and the end of the player turn."""
    take_off(play)
    play.record(
        PlayerTurnEnded(side=active(play.battle), holders=holders(play.battle), rules=rules("OH-seq-1", "OH-seq-2"))
    )


def ending(play: "Play[Battle]") -> None:
    """Is the battle over?  If not: the other side's player turn, or the next turn (OH-seq-1, OH-Q32, OH-Q37)."""
    ended = outcome_now(play.battle)
    if ended is not None:
        play.record(ended)
        return
    before = play.battle
    turn = before.turn + 1 if turn_over(before) else before.turn
    side = before.side_order[0] if turn_over(before) else before.side_order[-1]
    changes = before.visibility if before.visibility is not UNSET and turn > before.turn else ()
    for inches in [one.inches for one in changes if one.turn == turn]:
        play.record(VisibilityPut(visibility=inches, rules=rules("OH-H1")))
    play.record(PlayerTurnBegan(turn=turn, side=side, rules=rules("OH-seq-1")))
