"""The script of a bound (catalogue section 11): who comes, the packets (K0), the phases, the end (K5)."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.commanders import said_by_sides, seats_of
from pbem.engine.hiding import as_is
from pbem.engine.ids import Seat, Side
from pbem.engine.play import Play
from pbem.engine.special import cited
from pbem.engine.table.by_sight import each_by_sight
from pbem.rulesets.armatys.asks import AskPacket, Packet, Stop
from pbem.rulesets.armatys.playing import arriving, policies
from pbem.rulesets.armatys.playing.bound import PHASES, Orders, begin
from pbem.rulesets.armatys.playing.choosing import chooser
from pbem.rulesets.armatys.playing.ending import ended, holders
from pbem.rulesets.armatys.playing.stops import AFTER, amended, concerned
from pbem.rulesets.armatys.special.prizes import taken
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.orders import ChargeOrder, MoveOrder, RestOrder, Shot, Speech
from pbem.rulesets.armatys.state.special_rules import Prizes
from pbem.rulesets.armatys.state.standing import Standing

O = TypeVar("O", ChargeOrder, MoveOrder, Shot, RestOrder, Speech)  # noqa: E741  # an order


def script(play: Play[Battle]) -> None:
    """One bound."""
    begin(play, play.battle.bound + 1)
    arriving.arrive(play)
    play.record(f.OrdersAsked())
    packets = _packets(play)
    orders = orders_of(packets)
    for phase in ("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"):
        play.record(f.PhaseBegan(phase))
        orders = _decided(play, orders, phase)
        for step in [one for one in PHASES if one.startswith(phase)]:
            PHASES[step](play, orders)
            stop = AFTER.get(step, "")
            if stop in play.battle.stops:
                packets = _stopped(play, packets, stop)
                orders = orders_of(packets)
    _end(play)


def _packets(play: Play[Battle]) -> tuple[Packet, ...]:
    """K0: both sides' orders, sealed, in the order of the sides."""
    return tuple(_asked(play, play.battle.sides).values())


def _stopped(play: Play[Battle], packets: Sequence[Packet], stop: Stop) -> tuple[Packet, ...]:
    """K1, K2, K3, K4: what the sides concerned say there, sealed, over their packets of the bound."""
    sides = concerned(play.battle, stop, play.battle.sides)
    said = _asked(play, sides, stop)
    return tuple(
        amended(packet, said[side], stop) if side in said else packet
        for side, packet in zip(play.battle.sides, packets, strict=True)
    )


def _asked(play: Play[Battle], sides: Sequence[Side], stop: Stop = "") -> dict[Side, Packet]:
    """What the commanders of some sides say, sealed: of each side as one packet, in the order of the sides."""
    asks = [
        AskPacket(seat=seat, default=Packet(), side=one.id, bound=play.battle.bound, stop=stop)
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


def orders_of(packets: Sequence[Packet]) -> Orders:
    """The orders of packets, each with its number from 1."""
    number = iter(range(1, 10_000))

    def numbered(kind: Callable[[Packet], Iterable[O]]) -> tuple[O, ...]:
        return tuple(replace(one, order=next(number)) for packet in packets for one in kind(packet))

    return Orders(
        charges=numbered(lambda one: one.charges),
        moves=numbered(lambda one: one.moves),
        shots=numbered(lambda one: one.shots),
        rests=numbered(lambda one: one.rests),
        speeches=numbered(lambda one: one.speeches),
        choose=chooser(one for packet in packets for one in packet.now),
    )


def newer(before: Iterable[Standing], after: Sequence[Standing]) -> tuple[Standing, ...]:
    """Standing orders with newer ones over them; one that says nothing takes an order back."""
    kept = {(one.unit, one.about): one for one in (*before, *after)}
    return tuple(one for one in kept.values() if one.does)


def _decided(play: Play[Battle], orders: Orders, phase: str) -> Orders:
    """With what policy decides in the middle of the bound: fire on charges (P3), fire, rests, speeches."""
    match phase:
        case "P3":
            return replace(orders, closing=each_by_sight(play, policies.closing))
        case "P6":
            own = frozenset(one.unit for one in orders.shots)
            return replace(
                orders, shots=(*orders.shots, *each_by_sight(play, lambda battle: policies.shots(battle, own)))
            )
        case "P7":
            own = frozenset(one.unit for one in orders.rests)
            return replace(
                orders, rests=(*orders.rests, *each_by_sight(play, lambda battle: policies.rests(battle, own)))
            )
        case "P8":
            own = frozenset(one.general for one in orders.speeches)
            return replace(
                orders, speeches=(*orders.speeches, *each_by_sight(play, lambda battle: policies.speeches(battle, own)))
            )
        case _:
            return orders


def _end(play: Play[Battle]) -> None:
    """K5."""
    for gun in taken(play.battle):
        play.record(f.Removed(gun, rules=(cited(Prizes),)))
    now = holders(play.battle)
    if now != play.battle.held:
        play.record(f.GroundHeld(now))
    over = ended(play.battle)
    if over is not None:
        play.record(over)
