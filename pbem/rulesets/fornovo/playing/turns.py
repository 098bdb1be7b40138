"""The script of a turn (catalogue section 11): who comes, the packets (K0), the steps, the end (K6)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.commanders import said_by_sides, seats_of
from pbem.engine.hiding import as_is
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.play import Play
from pbem.engine.table.by_sight import each_by_sight
from pbem.rulesets.fornovo.playing import beginning, policies
from pbem.rulesets.fornovo.playing.chances import mutiny
from pbem.rulesets.fornovo.playing.charges import declare, meet
from pbem.rulesets.fornovo.playing.choosing import chooser
from pbem.rulesets.fornovo.playing.driving import driven
from pbem.rulesets.fornovo.playing.ending import ended, holders
from pbem.rulesets.fornovo.playing.raising import raise_armies
from pbem.rulesets.fornovo.playing.sequence import STEPS, play_step
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.asks import AskPacket, Packet, Stop
from pbem.rulesets.fornovo.state.battle import Battle, by_role, in_order
from pbem.rulesets.fornovo.state.orders import AnswerOrder, ChargeOrder, FireOrder, MoveOrder, Orders
from pbem.rulesets.fornovo.state.standing import Standing

O = TypeVar("O", ChargeOrder, MoveOrder, AnswerOrder, FireOrder)  # noqa: E741  # an order
Packets = Mapping[Side, Packet]
"""Of each side asked, in the order of the sides."""
AFTER: Mapping[str, Stop] = {"R1": "roles", "M3a": "moves", "S2": "targets", "C2": "tests"}
"""The step after which each stop comes, when it is on (catalogue section 5); ``answers`` comes within M1 and M2."""

ASKED: Mapping[Stop, tuple[str, ...]] = {
    "roles": ("charges", "answers", "moves", "shots"), "answers": ("answers",), "moves": ("moves", "shots"),
    "targets": (), "tests": (),
}  # fmt: skip
"""The parts of a packet that each stop asks for; standing orders can be said at all of them."""


def script(play: Play[Battle]) -> None:
    """One turn."""
    if play.battle.army_points:
        raise_armies(play)
    begin(play)
    play.record(f.OrdersAsked())
    packets = _asked(play, play.battle.sides)
    for step in STEPS:
        if step == "R1" and play.battle.turn == 1 and play.battle.first is not None:
            continue
        packets = _step(play, packets, step)
        stop = AFTER.get(step, "")
        if stop in play.battle.stops:
            packets = _stopped(play, packets, stop)
    _end(play)


def begin(play: Play[Battle]) -> None:
    """The turn begins: who comes, what special rules do."""
    play.record(f.TurnBegan(play.battle.turn + 1))
    if play.battle.turn == 1:
        mutinies(play)
    beginning.arrive(play)
    beginning.act(play)


def mutinies(play: Play[Battle]) -> None:
    """FS-2.9a: after set-up."""
    for unit in in_order(play.battle):
        mutiny(play, unit.id)


def _step(play: Play[Battle], packets: Packets, step: str) -> Packets:
    """A step of the turn; M1 and M2 in two parts where those charged are asked for their answers."""
    if step not in {"M1", "M2"} or "answers" not in play.battle.stops:
        play_step(play, step, _decided(play, packets, step))
        return packets
    side = by_role(play.battle)[step == "M2"]
    play.record(f.PhaseBegan(step))
    declare(play, side, _decided(play, packets, step))
    declared = [one.target for one in play.battle.charges if one.state == "declared"]
    if any(one in play.battle.units and play.battle.units[one].side != side for one in declared):
        packets = _stopped(play, packets, "answers", (by_role(play.battle)[step != "M2"],))
    meet(play, side, _decided(play, packets, step))
    return packets


def _asked(play: Play[Battle], sides: Sequence[Side], stop: Stop = "") -> Packets:
    """What the commanders of some sides say, sealed: of each side as one packet, in the order of the sides."""
    asks = [
        AskPacket(seat=seat, default=Packet(), side=one.id, turn=play.battle.turn, stop=stop)
        for one in play.battle.armies
        if one.id in sides
        for seat in seats_of(one)
    ]
    given = zip(asks, play.ask_each(asks, sealed=True), strict=True)
    packets = [as_is(play.battle, ask.side, packet) for ask, packet in given]
    for ask, packet in zip(asks, packets, strict=True):
        if packet.standing:
            now = newer(play.battle.standing.get(ask.seat, ()), packet.standing)
            play.record(f.StandingGiven(ask.side, now, seat=UNSET if ask.seat == Seat(ask.side) else ask.seat))
    return said_by_sides(asks, packets)


def _stopped(play: Play[Battle], packets: Packets, stop: Stop, sides: Sequence[Side] = ()) -> Packets:
    """What the sides concerned say at a stop, over their packets of the turn."""
    concerned = sides or _concerned(play.battle, stop)
    said = _asked(play, concerned, stop) if concerned else {}
    return {side: amended(packet, said[side], stop) if side in said else packet for side, packet in packets.items()}


def _concerned(battle: Battle, stop: Stop) -> tuple[Side, ...]:
    """Who has something to say at a stop: none of them passes without waiting."""
    if stop == "moves":
        return by_role(battle)[1:]
    if stop == "targets":
        gone = [one.unit for one in battle.charges if one.state == "evaded" or one.target not in battle.units]
        gone += [one.unit for one in battle.charges if one.target in battle.units and _routs(battle, one.target)]
        return tuple({battle.units[one].side: None for one in gone if one in battle.units})
    if stop == "tests":
        return battle.sides if any(one.routed_this_turn for one in battle.units.values()) else ()
    return battle.sides


def _routs(battle: Battle, unit: StandId) -> bool:
    return battle.units[unit].morale == "routed"


def amended(before: Packet, after: Packet, stop: Stop) -> Packet:
    """The packet of a turn with what was said at a stop in place of what it had of the same units."""
    changed: dict[str, tuple[object, ...]] = {}
    for part in ASKED[stop]:
        said = {*(_who(one) for one in getattr(after, part)), *after.holds}
        kept = [one for one in getattr(before, part) if _who(one) not in said]
        changed[part] = (*kept, *getattr(after, part))
    return replace(before, **changed, standing=())


def _who(order: object) -> StandId:
    found: StandId = getattr(order, "who", None) or getattr(order, "unit")  # noqa: B009  # of either kind
    return found


def orders_of(packets: Packets) -> Orders:
    """The orders of packets, each with its number from 1, those of the side named first before the other's."""
    number = iter(range(1, 10_000))

    def numbered(kind: Callable[[Packet], Iterable[O]]) -> tuple[O, ...]:
        return tuple(replace(one, number=next(number)) for packet in packets.values() for one in kind(packet))

    return Orders(
        charges=numbered(lambda one: one.charges),
        answers=numbered(lambda one: one.answers),
        moves=numbered(lambda one: one.moves),
        shots=numbered(lambda one: one.shots),
        choose=chooser(side for side, packet in packets.items() if packet.charges),
    )


def newer(before: Iterable[Standing], after: Sequence[Standing]) -> tuple[Standing, ...]:
    """Standing orders with newer ones over them; one that says nothing takes an order back."""
    kept = {(one.unit, one.about): one for one in (*before, *after)}
    return tuple(one for one in kept.values() if one.does)


def _decided(play: Play[Battle], packets: Packets, step: str) -> Orders:
    """With what standing orders say of units that no order is for, by what their side sees (FS-H7)."""
    orders = orders_of(packets)
    match step:
        case "M1" | "M2":
            own = frozenset(one.unit for one in orders.charges)
            more = each_by_sight(play, lambda battle: policies.charges(battle, own))
            wanted = (*orders.charges, *more)
            return replace(orders, charges=each_by_sight(play, lambda b: policies.shooting_charges(b, wanted)))
        case "M3a" | "M3b":
            going = driven(play.battle, orders.moves)
            own = frozenset(one.who for one in orders.moves)
            return replace(orders, moves=(*going, *each_by_sight(play, lambda b: policies.moves(b, own))))
        case "S1":
            own = frozenset(one.unit for one in orders.shots)
            return replace(orders, shots=(*orders.shots, *each_by_sight(play, lambda b: policies.shots(b, own))))
        case _:
            return orders


def _end(play: Play[Battle]) -> None:
    """K6."""
    now = holders(play.battle)
    if now != play.battle.held:
        play.record(f.GroundHeld(now))
    over = ended(play.battle)
    if over is not None:
        play.record(over)
